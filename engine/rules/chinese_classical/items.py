"""How a line of the score is made, and what patterns are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from engine.rules.base import ScoreItem
from engine.rules.chinese_classical.holdings import Holding
from engine.rules.chinese_classical.names import ITEM_NAMES

__all__ = ["DOUBLES", "HALF_LIMIT", "LIMIT", "POINTS", "Pattern", "make_item"]

POINTS: Final = "points"
DOUBLES: Final = "doubles"
LIMIT: Final = "limit"
HALF_LIMIT: Final = "half_limit"

Pattern = Callable[[Holding], Iterator[ScoreItem]]
"""One thing that scores: yields nothing where it is not there."""


def make_item(code: str, value: int, unit: str, tiles: str = "") -> ScoreItem:
    """Return an item under the name of its code, followed by the tiles it is for.

    >>> make_item("own_bonus", 1, DOUBLES, "1f").name
    'Own bonus tile 1f'
    """
    names = ITEM_NAMES[code]
    return ScoreItem(code, f"{names['en']} {tiles}".strip(), value, unit, names)
