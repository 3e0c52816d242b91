"""Drawings of mahjong tile faces: every suit, honour, bonus tile, joker and back as vector paint on a sheet."""
