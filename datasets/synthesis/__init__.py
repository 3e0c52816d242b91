"""Synthetic tile sets, scenes and cameras."""
