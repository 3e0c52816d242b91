"""Faan of a winning hand: the patterns that count, cut to the limit, and what the base table makes of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from engine.context import Context, Wind
from engine.decompose import Decomposition
from engine.errors import RequestValueError
from engine.hand import Hand
from engine.notation import format_tiles
from engine.phrase import NamedValue, Phrase
from engine.rules.base import Score, ScoreItem
from engine.rules.declared import DeclaredWin
from engine.rules.hong_kong.names import PATTERN_NAMES
from engine.rules.hong_kong.options import LIMIT_FAAN, HongKongOptions
from engine.rules.hong_kong.patterns import FLOWER_PATTERNS, PATTERNS, Part
from engine.rules.hong_kong.tables import BASE_POINTS, EXCLUSIONS
from engine.rules.hong_kong.winning import Win, lay_out
from engine.rules.payments import Due, pay_winner

__all__ = ["UNIT", "Tally", "best_tally", "declare_faan", "pattern_faan", "score_tally"]

UNIT: Final = "fan"


@dataclass(frozen=True, slots=True)
class Tally:
    """What counts in a winning hand.

    Attributes:
        items: The patterns; a limit hand stands alone.
        faan: Their sum, before the limit.
        unpaid: Codes of further limit hands, which add nothing.
        is_limit_hand: Whether the hand is worth the limit by one pattern.
    """

    items: tuple[ScoreItem, ...]
    faan: int
    unpaid: tuple[str, ...] = ()
    is_limit_hand: bool = False


def pattern_faan(code: str, options: HongKongOptions) -> int:
    """Return what a pattern is worth, 0 when it is not played; a limit hand is worth the limit.

    >>> pattern_faan("all_honours", HongKongOptions(limit=8))
    8
    >>> pattern_faan("no_flowers", HongKongOptions(flowers=False))
    0
    """
    if code in FLOWER_PATTERNS and not options.flowers:
        return 0
    faan: int = getattr(options, code)
    return options.limit if faan == LIMIT_FAAN else faan


def best_tally(hand: Hand, context: Context, readings: Iterable[Decomposition], options: HongKongOptions) -> Tally:
    """Return what counts in the reading, and in the place of the winning tile in it, that is worth most.

    Of readings that are paid the same a limit hand goes first, then the one with the most faan.
    """
    tallies = (_tally(win, options) for reading in readings for win in lay_out(hand, context, reading))
    return max(tallies, key=lambda tally: (min(tally.faan, options.limit), tally.is_limit_hand, tally.faan))


def score_tally(tally: Tally, hand: Hand, context: Context, options: HongKongOptions) -> Score:
    """Return the score of a hand that may win; the minimum has been checked before."""
    total = min(tally.faan, options.limit)
    cut = tally.faan > total
    points = BASE_POINTS[options.base][total]
    drawn = context.is_self_drawn(hand)
    due = _due_points(points, options, self_drawn=drawn)
    return Score(
        total=total,
        unit=UNIT,
        items=tally.items,
        sums={UNIT: tally.faan},
        uncapped=tally.faan if cut else None,
        limit="limit" if cut or tally.is_limit_hand else None,
        points=points,
        payments=pay_winner(context.seat, due, self_drawn=drawn, discarder=context.discarder),
        explanation=(
            *_explain_faan(tally, total),
            Phrase(
                "faan_to_points",
                f"{total} faan are {points} points in the table {options.base}",
                faan=total,
                points=points,
                table=options.base,
            ),
            _explain_payment(points, options, self_drawn=drawn),
        ),
    )


def declare_faan(faan: int, context: Context, options: HongKongOptions) -> DeclaredWin:
    """Return what is paid for a hand of so many faan.

    Raises:
        RequestValueError: They are fewer than a win needs.
    """
    if faan < options.minimum:
        message = f"{faan} faan are fewer than a win needs, {options.minimum}"
        raise RequestValueError(message, "worth.fan")
    total = min(faan, options.limit)
    drawn = context.discarder is None
    due = _due_points(BASE_POINTS[options.base][total], options, self_drawn=drawn)
    payments = pay_winner(context.seat, due, self_drawn=drawn, discarder=context.discarder)
    return DeclaredWin(total, "limit" if faan >= options.limit else None, payments)


def _tally(win: Win, options: HongKongOptions) -> Tally:
    found = {
        code: parts for code, pattern in PATTERNS.items() if pattern_faan(code, options) and (parts := pattern(win))
    }
    counted = _without_excluded(found, options)
    limits = [code for code, parts in counted.items() if parts and getattr(options, code) == LIMIT_FAAN]
    if limits:
        items = tuple(_items({limits[0]: counted[limits[0]][:1]}, options))
        return Tally(items, options.limit, unpaid=tuple(limits[1:]), is_limit_hand=True)
    items = tuple(_items(counted, options))
    return Tally(items, sum(item.value for item in items))


def _without_excluded(found: dict[str, tuple[Part, ...]], options: HongKongOptions) -> dict[str, tuple[Part, ...]]:
    """Return the patterns without those that another one takes in."""
    counted = dict(found)
    for exclusion in EXCLUSIONS[options.preset]:
        taking = counted.get(exclusion.code, ())
        parts = counted.get(exclusion.excluded, ())
        if exclusion.same_part:
            counted[exclusion.excluded] = tuple(
                part for part in parts if not any(set(part) <= set(whole) for whole in taking)
            )
        elif taking:
            counted[exclusion.excluded] = ()
    return counted


def _items(counted: dict[str, tuple[Part, ...]], options: HongKongOptions) -> Iterator[ScoreItem]:
    for code in PATTERNS:
        names = PATTERN_NAMES[code]
        for part in counted.get(code, ()):
            name = f"{names['en']} {format_tiles(part)}" if part else names["en"]
            yield ScoreItem(code, name, pattern_faan(code, options), UNIT, names)


def _due_points(points: int, options: HongKongOptions, *, self_drawn: bool) -> Due:
    """Return what each seat owes. Source: the game's rule sheet."""

    def due(_seat: Wind, guilty: bool) -> int:  # noqa: FBT001 - the signature of Due
        if self_drawn:
            return 2 * points
        if options.payment == "full_gun":
            return 4 * points if guilty else 0
        return 2 * points if guilty else points

    return due


def _explain_faan(tally: Tally, total: int) -> Iterator[Phrase]:
    if tally.is_limit_hand:
        text = f"{tally.items[0].name} is a limit hand: {total} faan"
        yield Phrase("limit_hand", text, items=(tally.items[0].named,), faan=total)
        if tally.unpaid:
            text = f"further limits add nothing: {', '.join(PATTERN_NAMES[code]['en'] for code in tally.unpaid)}"
            yield Phrase("further_limits", text, items=tuple(_named(code) for code in tally.unpaid))
        return
    parts = " + ".join(f"{item.value} ({item.name})" for item in tally.items)
    yield (
        Phrase("items_faan", f"{parts} = {tally.faan} faan", total=tally.faan)
        if parts
        else Phrase("no_pattern", "no pattern counts: 0 faan")
    )
    if tally.faan > total:
        yield Phrase("faan_cut", f"cut to the limit of {total} faan", limit=total)


def _named(code: str) -> NamedValue:
    """Return a pattern as a value in a sentence."""
    return {"code": code, "name": PATTERN_NAMES[code]["en"], "names": PATTERN_NAMES[code]}


def _explain_payment(points: int, options: HongKongOptions, *, self_drawn: bool) -> Phrase:
    if self_drawn:
        text = f"self-drawn: each other player pays twice the points, {2 * points}"
        return Phrase("drawn_pays_twice", text, each=2 * points)
    if options.payment == "full_gun":
        text = f"on a discard, full gun: the discarder alone pays four times the points, {4 * points}"
        return Phrase("full_gun_pays", text, discarder=4 * points)
    text = f"on a discard, half gun: the discarder pays twice the points, {2 * points}, each other player {points}"
    return Phrase("half_gun_pays", text, discarder=2 * points, each=points)
