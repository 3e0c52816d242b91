"""Points of basic mahjong. Source: the rule sheet of the plain four-player game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.context import Context
from engine.decompose import Decomposition, Group
from engine.hand import Hand
from engine.rules.base import ScoreItem
from engine.rules.basic.names import ITEM_NAMES
from engine.rules.basic.options import BasicOptions
from engine.rules.sets import meld_group

__all__ = ["UNIT", "LaidSet", "best_items", "pung_points"]

UNIT = "points"


@dataclass(frozen=True, slots=True)
class LaidSet:
    """A set of the winning hand, and whether it is concealed."""

    group: Group
    concealed: bool


def pung_points(laid: LaidSet, options: BasicOptions) -> int:
    """Return what a pung or kong counts in the exponential variant.

    >>> pung_points(LaidSet(Group("pung", 17), concealed=True), BasicOptions())
    8
    """
    points = options.pung_base
    if laid.concealed:
        points *= options.concealed_factor
    if laid.group.tile.is_terminal:
        points *= options.terminal_factor
    if laid.group.shape == "kong":
        points *= options.kong_factor
    return points


def best_items(
    hand: Hand,
    context: Context,
    readings: Iterable[Decomposition],
    options: BasicOptions,
) -> tuple[ScoreItem, ...]:
    """Return the items of the reading, and of the place of the winning tile in it, that count most."""
    candidates = [
        tuple(_items(laid, hand, context, options)) for reading in readings for laid in _layouts(hand, context, reading)
    ]
    return max(candidates, key=lambda items: sum(item.value for item in items))


def _layouts(hand: Hand, context: Context, reading: Decomposition) -> Iterator[tuple[LaidSet, ...]]:
    """Yield the sets for each place the winning tile can have; a pung completed by a discard is exposed."""
    melds = tuple(LaidSet(meld_group(meld), meld.concealed) for meld in hand.melds)
    groups = reading.groups
    if context.is_self_drawn(hand) or hand.winning_tile is None:
        yield (*(LaidSet(group, concealed=True) for group in groups), *melds)
        return
    kind = hand.winning_tile.kind
    places = [place for place, group in enumerate(groups) if kind in group.kinds]
    for claimed in places or [len(groups)]:  # thirteen orphans have no groups
        yield (*(LaidSet(group, concealed=place != claimed) for place, group in enumerate(groups)), *melds)


def _items(laid: tuple[LaidSet, ...], hand: Hand, context: Context, options: BasicOptions) -> Iterator[ScoreItem]:
    yield _item("mahjong", options.point_mahjong)
    pungs = [part for part in laid if part.group.shape in {"pung", "kong"}]
    if options.variant == "bonus":
        if context.is_self_drawn(hand):
            yield _item("self_drawn", options.bonus_self_drawn)
        if context.last_tile:
            yield _item("last_tile", options.bonus_last_tile)
        for part in pungs:
            if part.group.tile.is_dragon:
                yield _item("dragon_pung", options.bonus_dragon_pung, f"Dragon {_describe(part)}")
    elif options.variant == "exponential":
        for part in pungs:
            name = f"{'Concealed' if part.concealed else 'Exposed'} {_describe(part)}"
            yield _item(part.group.shape, pung_points(part, options), name)


def _item(code: str, points: int, name: str = "") -> ScoreItem:
    """Return an item, under its own name or the one of its code."""
    names = ITEM_NAMES[code]
    return ScoreItem(code, name or names["en"], points, UNIT, names)


def _describe(part: LaidSet) -> str:
    return f"{part.group.shape} {part.group.text}"
