"""From han, fu and yakuman to points, limits and payments.

Source: the scoring table common to all published riichi rules; a hand's base points are fu x 2^(han + 2). The dealer
wins six times the base, others four times; on a self-draw the dealer pays double, and every payment is rounded up to
full hundreds.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.context import Wind
from engine.rules.payments import Due
from engine.rules.riichi.options import RiichiOptions

__all__ = ["RENHOU_MANGAN", "Worth", "due_points", "limit_worth", "total_points"]

_MANGAN: Final = 2000
_SANBAIMAN: Final = 6000
_YAKUMAN: Final = 8000
_KAZOE_HAN: Final = 13
_LIMITS: Final = ((11, "sanbaiman", _SANBAIMAN), (8, "baiman", 4000), (6, "haneman", 3000), (5, "mangan", _MANGAN))
"""Least han, name and base points of the limits, highest first."""
_KIRIAGE: Final = frozenset({(4, 30), (3, 60)})
_MULTIPLES: Final = ("", "double_", "triple_", "quadruple_", "quintuple_", "sextuple_")
_ROUNDING: Final = 100


@dataclass(frozen=True, slots=True)
class Worth:
    """What a hand is worth before it is known who pays.

    Attributes:
        base: Base points after the limit.
        limit: Name of the limit, None below mangan.
        raw_base: Base points without the limit, None where han and fu do not count: yakuman, a mangan by name.
    """

    base: int
    limit: str | None
    raw_base: int | None


RENHOU_MANGAN: Final = Worth(_MANGAN, "mangan", None)
"""A win on a discard before the first draw where it is a mangan by name: its five han are only its place among yaku."""


def limit_worth(han: int, fu: int, yakuman: int, options: RiichiOptions) -> Worth:
    """Return the base points of a hand.

    Args:
        han: Sum of han; without meaning when there are yakuman.
        fu: Minipoints, rounded.
        yakuman: How many times the hand is a yakuman, 0 for other hands.
        options: Which limits there are.

    >>> limit_worth(4, 40, 0, RiichiOptions())
    Worth(base=2000, limit='mangan', raw_base=2560)
    """
    if yakuman:
        multiple = _MULTIPLES[yakuman - 1] if yakuman <= len(_MULTIPLES) else f"{yakuman}x_"
        return Worth(_YAKUMAN * yakuman, f"{multiple}yakuman", None)
    raw = fu * 2 ** (han + 2)
    if han >= _KAZOE_HAN and options.kazoe == "yakuman":
        return Worth(_YAKUMAN, "yakuman", raw)
    for least, name, base in _LIMITS:
        if han >= least:
            return Worth(base, name, raw)
    if raw > _MANGAN or (options.kiriage_mangan and (han, fu) in _KIRIAGE):
        return Worth(_MANGAN, "mangan", raw)
    return Worth(raw, None, raw)


def due_points(base: int, winner: Wind, *, self_drawn: bool, honba: int = 0) -> Due:
    """Return what each seat owes the winner, counters included."""

    def due(seat: Wind, guilty: bool) -> int:  # noqa: FBT001 - the signature of Due
        if self_drawn:
            share = 2 if Wind.EAST in {seat, winner} else 1
            return _round_up(base * share) + 100 * honba
        return _round_up(base * (6 if winner is Wind.EAST else 4)) + 300 * honba if guilty else 0

    return due


@lru_cache(maxsize=1024)
def total_points(base: int, winner: Wind, *, self_drawn: bool) -> int:
    """Return what the winner gets in all, without counters and sticks.

    >>> total_points(960, Wind.SOUTH, self_drawn=True)
    4000
    """
    due = due_points(base, winner, self_drawn=self_drawn)
    payers = [seat for seat in Wind if seat is not winner]
    guilty = None if self_drawn else payers[0]
    return sum(due(seat, seat is guilty) for seat in payers)


def _round_up(points: int) -> int:
    return -(-points // _ROUNDING) * _ROUNDING
