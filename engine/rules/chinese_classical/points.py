"""What gives points. Source: the rule sheet's table of sets and its lists for all players and for the winner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.context import SEATS, Wind
from engine.decompose import Group
from engine.rules.base import ScoreItem
from engine.rules.chinese_classical.holdings import Holding, LaidSet
from engine.rules.chinese_classical.items import POINTS, Pattern, make_item
from engine.tile import Tile

__all__ = [
    "BONUS_POINTS",
    "PAIR_POINTS",
    "POINT_PATTERNS",
    "SET_POINTS",
    "WIN_POINTS",
    "is_own_bonus",
    "pair_items",
    "set_code",
]

SET_POINTS: Final[dict[str, tuple[int, int]]] = {
    "exposed_pung": (2, 4),
    "concealed_pung": (4, 8),
    "exposed_kong": (8, 16),
    "concealed_kong": (16, 32),
}
"""Points of a set of twos to eights, and of ones, nines, winds and dragons."""

PAIR_POINTS: Final = 2
"""A pair of dragons or of the own wind."""

BONUS_POINTS: Final = 4
"""Each bonus tile that is not the player's own."""

WIN_POINTS: Final = 2
"""A self-drawn winning tile; a winning tile that was the only one and fitted one place."""

_GROUP: Final = len(SEATS)
_RANKS: Final = 9
_LAST_CHOW_RANK: Final = 6
"""Rank, from 0, of the chow 789."""


def set_code(laid: LaidSet) -> str:
    """Return the code of a pung or kong."""
    return f"{'concealed' if laid.concealed else 'exposed'}_{laid.group.shape}"


def is_own_bonus(tile: Tile, seat: Wind) -> bool:
    """Return whether a flower or season belongs to a seat: numbers 1 to 4 are east to north.

    >>> is_own_bonus(Tile.parse("5f"), Wind.EAST), is_own_bonus(Tile.parse("2f"), Wind.EAST)
    (True, False)
    """
    return ((tile.rank or 0) - 1) % _GROUP == SEATS.index(seat)


def base_points(holding: Holding) -> Iterator[ScoreItem]:
    """Yield the winner's base, where there is one."""
    if holding.won and holding.options.base:
        yield make_item("mahjong", holding.options.base, POINTS)


def set_points(holding: Holding) -> Iterator[ScoreItem]:
    """Yield every pung and kong."""
    for laid in holding.pungs:
        tile, code = laid.group.tile, set_code(laid)
        value = SET_POINTS[code][tile.is_terminal or tile.is_honour]
        yield make_item(code, value, POINTS, laid.group.text)


def pair_items(holding: Holding) -> Iterator[ScoreItem]:
    """Yield every pair of dragons, of the own wind and, where it scores, of the round wind."""
    for pair in holding.pairs:
        if pair.tile.is_dragon:
            yield make_item("dragon_pair", PAIR_POINTS, POINTS, pair.text)
        if pair.kind == holding.context.seat.kind:
            yield make_item("own_wind_pair", PAIR_POINTS, POINTS, pair.text)
        if pair.kind == holding.context.round.kind and holding.options.round_wind_pair:
            yield make_item("round_wind_pair", holding.options.round_wind_pair, POINTS, pair.text)


def bonus_points(holding: Holding) -> Iterator[ScoreItem]:
    """Yield every bonus tile that is another seat's."""
    for tile in holding.bonus:
        if not is_own_bonus(tile, holding.context.seat):
            yield make_item("bonus_tile", BONUS_POINTS, POINTS, tile.code)


def self_drawn(holding: Holding) -> Iterator[ScoreItem]:
    """Yield the self-drawn winning tile."""
    if holding.self_drawn:
        yield make_item("self_drawn", WIN_POINTS, POINTS)


def one_place(holding: Holding) -> Iterator[ScoreItem]:
    """Yield the winning tile when it was the only kind that wins and made the pair, a middle or an edge."""
    group, kind = holding.completed, holding.winning_kind
    if holding.one_wait and group is not None and kind is not None and _is_only_place(group, kind):
        yield make_item("one_place", WIN_POINTS, POINTS)


def _is_only_place(group: Group, kind: int) -> bool:
    """Return whether a tile of a kind makes the group as its pair, its middle, the 3 of 123 or the 7 of 789."""
    if group.shape != "chow":
        return group.shape == "pair"
    first = group.kind % _RANKS
    return kind == group.kind + 1 or (kind - group.kind, first) in {(2, 0), (0, _LAST_CHOW_RANK)}


POINT_PATTERNS: Final[tuple[Pattern, ...]] = (
    base_points,
    set_points,
    pair_items,
    bonus_points,
    self_drawn,
    one_place,
)
"""Everything that always counts as points, in the order of the answer."""
