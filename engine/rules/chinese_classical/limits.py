"""Hands that score the limit or half of it whatever they count; the winner's only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.context import SEATS
from engine.rules.base import ScoreItem
from engine.rules.chinese_classical.holdings import Holding
from engine.rules.chinese_classical.items import HALF_LIMIT, LIMIT, Pattern, make_item

__all__ = ["LIMIT_PATTERNS"]

_DRAGON_KINDS: Final = frozenset({31, 32, 33})
_WIND_KINDS: Final = frozenset(seat.kind for seat in SEATS)


def three_dragons(holding: Holding) -> Iterator[ScoreItem]:
    """Yield pungs or kongs of all three dragons."""
    if holding.won and _pung_kinds(holding) >= _DRAGON_KINDS:
        yield make_item("three_dragons", 1, LIMIT)


def four_winds(holding: Holding) -> Iterator[ScoreItem]:
    """Yield pungs or kongs of all four winds."""
    if holding.won and _pung_kinds(holding) >= _WIND_KINDS:
        yield make_item("four_winds", 1, LIMIT)


def all_honours_limit(holding: Holding) -> Iterator[ScoreItem]:
    """Yield a hand of winds and dragons only, where that is the limit."""
    if holding.won and not holding.suits and holding.options.all_honours == "limit":
        yield make_item("all_honours", 1, LIMIT)


def first_draw(holding: Holding) -> Iterator[ScoreItem]:
    """Yield East's hand that the deal's first draw completed."""
    if holding.self_drawn and holding.context.first_turn and holding.context.is_dealer:
        yield make_item("first_draw", 1, LIMIT)


def first_discard(holding: Holding) -> Iterator[ScoreItem]:
    """Yield a hand that East's first discard completed: at least half the limit."""
    if holding.completed and holding.context.first_turn and not holding.self_drawn:
        yield make_item("first_discard", 1, HALF_LIMIT)


def _pung_kinds(holding: Holding) -> frozenset[int]:
    return frozenset(laid.group.kind for laid in holding.pungs)


LIMIT_PATTERNS: Final[tuple[Pattern, ...]] = (three_dragons, four_winds, all_honours_limit, first_draw, first_discard)
"""Everything of this kind, in the order of the answer."""
