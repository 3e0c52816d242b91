"""What the winner gets by agreement either points or a double for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.rules.base import ScoreItem
from engine.rules.chinese_classical.holdings import Holding
from engine.rules.chinese_classical.items import DOUBLES, POINTS, Pattern, make_item
from engine.rules.chinese_classical.points import pair_items

__all__ = ["EXTRA_PATTERNS", "EXTRA_VALUES"]

EXTRA_VALUES: Final[dict[str, tuple[int, str]]] = {"points": (10, POINTS), "double": (1, DOUBLES)}
"""What each of them gives, by option ``extras``."""


def _extra(code: str, holding: Holding) -> ScoreItem:
    return make_item(code, *EXTRA_VALUES[holding.options.extras])


def no_chows(holding: Holding) -> Iterator[ScoreItem]:
    """Yield a hand of pungs, kongs and the pair."""
    if holding.won and len(holding.pungs) == len(holding.sets):
        yield _extra("no_chows", holding)


def loose_tile(holding: Holding) -> Iterator[ScoreItem]:
    """Yield a win on the tile drawn after a kong."""
    if holding.won and holding.context.kong_replacement:
        yield _extra("loose_tile", holding)


def no_points(holding: Holding) -> Iterator[ScoreItem]:
    """Yield four chows and a pair that scores nothing, whatever bonus tiles and the winning tile give."""
    if holding.won and not holding.pungs and not any(pair_items(holding)):
        yield _extra("no_points", holding)


def last_tile(holding: Holding) -> Iterator[ScoreItem]:
    """Yield a win on the last tile before a draw, drawn or claimed."""
    if holding.won and holding.context.last_tile:
        yield _extra("last_tile", holding)


def robbing_kong(holding: Holding) -> Iterator[ScoreItem]:
    """Yield a win on a tile that another player added to a pung."""
    if holding.won and holding.context.robbing_kong:
        yield _extra("robbing_kong", holding)


EXTRA_PATTERNS: Final[tuple[Pattern, ...]] = (no_chows, loose_tile, no_points, last_tile, robbing_kong)
"""Everything of this kind, in the order of the answer."""
