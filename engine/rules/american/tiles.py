"""The kinds of American play: the 34 kinds of suit tiles and honours, one flower, the joker."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.notation import format_tiles
from engine.tile import KIND_CODES, Tile

__all__ = [
    "COPIES",
    "DRAGON_OF_SUIT",
    "FLOWER",
    "JOKER",
    "KINDS",
    "NATURAL_KINDS",
    "SUITS",
    "CountArray",
    "american_kind",
    "count_tiles",
    "format_kinds",
    "tile_of",
]

FLOWER: Final = 34
"""The kind of every flower and season: they are all equal."""

JOKER: Final = 35
NATURAL_KINDS: Final = 35
"""Kinds that groups are made of; jokers only stand for them."""

KINDS: Final = 36
COPIES: Final = np.array([4] * len(KIND_CODES) + [8, 8], dtype=np.int16)
"""How many tiles of each kind there are, shape (36,): four of a kind, eight flowers, eight jokers."""

SUITS: Final = "msp"
"""Craks, bams, dots: the suits in the order of :data:`DRAGON_OF_SUIT`."""

DRAGON_OF_SUIT: Final = {"m": "7z", "s": "6z", "p": "5z"}
"""Red goes with craks, green with bams, white (soap) with dots."""

CountArray = NDArray[np.int16]

_FLOWER_CODE: Final = "1f"
_JOKER_CODE: Final = "1j"
_CODES: Final = (*KIND_CODES, _FLOWER_CODE, _JOKER_CODE)


def american_kind(tile: Tile) -> int | None:
    """Return the kind of a tile (0..35), None for a back or an unreadable tile; a red five is a five.

    >>> american_kind(Tile.parse("7f")), american_kind(Tile.parse("0p"))
    (34, 13)
    """
    if tile.is_bonus:
        return FLOWER
    return JOKER if tile.is_joker else tile.kind


def tile_of(kind: int) -> Tile:
    """Return the tile that names a kind (0..35): ``1f`` for a flower, ``1j`` for a joker."""
    return Tile.parse(_CODES[kind])


def count_tiles(tiles: Iterable[Tile]) -> CountArray:
    """Return how often each kind occurs, shape (36,); backs and unreadable tiles are left out."""
    counts = [0] * KINDS
    for tile in tiles:
        kind = american_kind(tile)
        if kind is not None:
            counts[kind] += 1
    return np.array(counts, dtype=np.int16)


def format_kinds(kinds: Iterable[int]) -> str:
    """Return kinds as hand notation.

    >>> format_kinds([0, 0, 34, 34])
    '11m1f1f'
    """
    return format_tiles(tile_of(kind) for kind in kinds)
