"""Tiles as counts per kind, and how many of each kind are still to be had."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.context import Context
from engine.hand import Hand
from engine.tile import KIND_CODES, Tile

__all__ = ["COPIES", "KINDS", "CountArray", "count_kinds", "count_live", "count_melds", "list_live"]

KINDS: Final = len(KIND_CODES)
COPIES: Final = 4
"""How many tiles of each kind there are."""

CountArray = NDArray[np.int16]


def count_kinds(tiles: Iterable[Tile]) -> CountArray:
    """Return how often each kind occurs, shape (34,); tiles that are of no kind are left out.

    >>> from engine.notation import parse_tiles
    >>> counts = count_kinds(parse_tiles("550p1z1f"))
    >>> int(counts[13]), int(counts.sum())
    (3, 4)
    """
    counts = [0] * KINDS
    for tile in tiles:
        if tile.kind is not None:
            counts[tile.kind] += 1
    return np.array(counts, dtype=np.int16)


def count_melds(hand: Hand) -> CountArray:
    """Return how often each kind occurs in the hand's melds, shape (34,)."""
    return count_kinds(tile for meld in hand.melds for tile in meld.tiles)


def count_live(hand: Hand, context: Context) -> CountArray:
    """Return how many tiles of each kind nobody has shown yet, shape (34,), never below zero.

    Own tiles, dora indicators and the context's visible tiles are seen.
    """
    return np.array(list_live(hand, context), dtype=np.int16)


def list_live(hand: Hand, context: Context) -> list[int]:
    """Return the same as :func:`count_live` as a list."""
    live = [COPIES] * KINDS
    own = hand.concealed if hand.winning_tile is None else (*hand.concealed, hand.winning_tile)
    for tiles in (own, *[meld.tiles for meld in hand.melds], context.dora_indicators, context.visible):
        for tile in tiles:
            kind = tile.kind
            if kind is not None and live[kind]:
                live[kind] -= 1
    return live
