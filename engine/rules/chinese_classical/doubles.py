"""What doubles a score, for every player or for the winner only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.rules.base import ScoreItem
from engine.rules.chinese_classical.holdings import Holding
from engine.rules.chinese_classical.items import DOUBLES, Pattern, make_item
from engine.rules.chinese_classical.points import is_own_bonus
from engine.tile import Tile

__all__ = ["BONUS_GROUPS", "DOUBLE_PATTERNS", "GROUP_DOUBLES"]

BONUS_GROUPS: Final = (("1f", "2f", "3f", "4f"), ("5f", "6f", "7f", "8f"))
"""The two groups of bonus tiles: flowers (or another group of four) and seasons."""

GROUP_DOUBLES: Final = 2
"""Doubles of a complete group, its own tile included."""


def own_wind(holding: Holding) -> Iterator[ScoreItem]:
    """Yield the pung or kong of the own wind."""
    for laid in holding.pungs:
        if laid.group.kind == holding.context.seat.kind:
            yield make_item("own_wind", 1, DOUBLES, laid.group.text)


def dragons(holding: Holding) -> Iterator[ScoreItem]:
    """Yield each pung or kong of dragons."""
    for laid in holding.pungs:
        if laid.group.tile.is_dragon:
            yield make_item("dragon", 1, DOUBLES, laid.group.text)


def bonus_tiles(holding: Holding) -> Iterator[ScoreItem]:
    """Yield each complete group of bonus tiles, and the own tile of a group that is not complete."""
    held = {tile.code for tile in holding.bonus}
    for group in BONUS_GROUPS:
        if held >= set(group):
            yield make_item("bonus_group", GROUP_DOUBLES, DOUBLES, "".join(group))
            continue
        for code in group:
            if code in held and is_own_bonus(Tile.parse(code), holding.context.seat):
                yield make_item("own_bonus", 1, DOUBLES, code)


def one_suit_honours(holding: Holding) -> Iterator[ScoreItem]:
    """Yield the winner's hand of one suit with winds or dragons."""
    if holding.won and len(holding.suits) == 1 and holding.has_honours:
        yield make_item("one_suit_honours", 1, DOUBLES)


def one_suit(holding: Holding) -> Iterator[ScoreItem]:
    """Yield the winner's hand of one suit and nothing else."""
    doubles = holding.options.pure_suit_doubles
    if holding.won and len(holding.suits) == 1 and not holding.has_honours and doubles:
        yield make_item("one_suit", doubles, DOUBLES)


def all_honours(holding: Holding) -> Iterator[ScoreItem]:
    """Yield the winner's hand of winds and dragons only, where that doubles."""
    if holding.won and not holding.suits and holding.options.all_honours == "double":
        yield make_item("all_honours", 1, DOUBLES)


DOUBLE_PATTERNS: Final[tuple[Pattern, ...]] = (
    own_wind,
    dragons,
    bonus_tiles,
    one_suit_honours,
    one_suit,
    all_honours,
)
"""Everything that doubles, in the order of the answer."""
