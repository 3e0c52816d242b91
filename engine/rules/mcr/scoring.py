"""The score of a complete hand of Chinese Official mahjong: items, total, payments, explanation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engine.context import Context, Wind
from engine.hand import Hand
from engine.phrase import Phrase
from engine.rules.base import Score, ScoreItem
from engine.rules.declared import DeclaredWin
from engine.rules.mcr.library import Fan
from engine.rules.mcr.names import FLOWER_CODE, OFFICIAL_FAN, code_of
from engine.rules.payments import Due, pay_winner

__all__ = ["UNIT", "declare_fan", "fan_item", "fan_without_flowers", "score_fan", "show_fan"]

UNIT: Final = "fan"
_BASE: Final = 8
"""Points that every player pays the winner in any case."""


def fan_without_flowers(found: Iterable[Fan]) -> int:
    """Return what counts towards the minimum."""
    return sum(fan.points * fan.times for fan in found if code_of(fan.name) != FLOWER_CODE)


def score_fan(found: tuple[Fan, ...], hand: Hand, context: Context) -> Score:
    """Return the score of a hand that may win; the minimum has been checked before."""
    items = tuple(fan_item(fan) for fan in found)
    total = sum(item.value for item in items)
    drawn = context.is_self_drawn(hand)
    return Score(
        total=total,
        unit=UNIT,
        items=items,
        sums={UNIT: total},
        payments=pay_winner(
            context.seat, _due_points(total, self_drawn=drawn), self_drawn=drawn, discarder=context.discarder
        ),
        explanation=tuple(_explain(found, total, drawn=drawn)),
    )


def declare_fan(total: int, context: Context) -> DeclaredWin:
    """Return what is paid for a hand of so many fan, flowers among them."""
    drawn = context.discarder is None
    due = _due_points(total, self_drawn=drawn)
    return DeclaredWin(total, None, pay_winner(context.seat, due, self_drawn=drawn, discarder=context.discarder))


def show_fan(found: Iterable[Fan]) -> str:
    """Return fan as a sum for people.

    >>> show_fan([Fan("All Pungs", 6, 1), Fan("Tile Hog", 2, 2)])
    '6 (All Pungs) + 2 x 2 (Tile Hog)'
    """
    return " + ".join(
        f"{fan.points} ({fan.name})" if fan.times == 1 else f"{fan.times} x {fan.points} ({fan.name})" for fan in found
    )


def fan_item(fan: Fan) -> ScoreItem:
    """Return a fan as a line of the score."""
    code = code_of(fan.name)
    return ScoreItem(code, fan.name, fan.points * fan.times, UNIT, OFFICIAL_FAN[code].names)


def _due_points(total: int, *, self_drawn: bool) -> Due:
    """Return what each seat owes: 8 always, and the fan of a drawn tile or of the own discard. Source: rule sheet."""

    def due(_seat: Wind, guilty: bool) -> int:  # noqa: FBT001 - the signature of Due
        return _BASE + total if self_drawn or guilty else _BASE

    return due


def _explain(found: tuple[Fan, ...], total: int, *, drawn: bool) -> Iterator[Phrase]:
    yield Phrase("items_fan", f"{show_fan(found)} = {total} fan", total=total)
    counted = fan_without_flowers(found)
    if counted != total:
        yield Phrase("without_flowers", f"{counted} of them count towards the minimum: flowers do not", count=counted)
    due = _BASE + total
    if drawn:
        text = f"self-drawn: each other player pays {_BASE} + {total} = {due}"
        yield Phrase("drawn_pays_fan", text, base=_BASE, total=total, each=due)
    else:
        text = f"on a discard: the discarder pays {_BASE} + {total} = {due}, each other player {_BASE}"
        yield Phrase("discarder_pays_fan", text, base=_BASE, total=total, discarder=due)
