"""The patterns of Hong Kong mahjong, one small function each.

Each says in which parts of a winning hand its pattern occurs: the tiles of every dragon pung, every own flower, and
one empty part for a pattern of the whole hand. What counts beside what is in :mod:`engine.rules.hong_kong.tables`,
what it is worth in the options. Source: the game's rule sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Final

from engine.context import SEATS
from engine.rules.hong_kong.winning import Win
from engine.tile import Tile

__all__ = ["FLOWER_PATTERNS", "PATTERNS", "Part", "Pattern"]

Part = tuple[Tile, ...]
"""The tiles that show a pattern, none where it is the whole hand."""

Pattern = Callable[[Win], tuple[Part, ...]]
"""Returns every part of the hand that shows the pattern; none where it does not occur."""

_SETS: Final = 4
_WINDS: Final = range(27, 31)
_DRAGONS: Final = range(31, 34)
_RANKS: Final = 9
_GATES: Final = (3, 1, 1, 1, 1, 1, 1, 1, 3)
_FLOWER_GROUPS: Final = tuple(tuple(Tile.parse(f"{number}f") for number in group) for group in ("1234", "5678"))
"""Flowers and seasons, each in the order of the seats."""
_BONUS_TILES: Final = 8


def _whole(holds: Callable[[Win], bool]) -> Pattern:
    """Return the pattern of a condition on the whole hand."""
    return lambda win: ((),) if holds(win) else ()


def _all_chows(win: Win) -> bool:
    return len(win.sets) == _SETS and not win.pungs


def _all_pungs(win: Win) -> bool:
    return len(win.pungs) == _SETS


def _suits(win: Win) -> set[str]:
    return {tile.suit for tile in win.tiles if tile.is_suited}


def _has_honours(win: Win) -> bool:
    return any(tile.is_honour for tile in win.tiles)


def _mixed_one_suit(win: Win) -> bool:
    return len(_suits(win)) == 1 and _has_honours(win)


def _pure_one_suit(win: Win) -> bool:
    return len(_suits(win)) == 1 and not _has_honours(win)


def _all_honours(win: Win) -> bool:
    return not _suits(win)


def _all_terminals(win: Win) -> bool:
    return all(tile.is_terminal for tile in win.tiles)


def _mixed_terminals(win: Win) -> bool:
    mixed = _has_honours(win) and bool(_suits(win))
    return _all_pungs(win) and mixed and all(tile.is_terminal or tile.is_honour for tile in win.tiles)


def _pung_kinds(win: Win, kinds: range) -> int:
    """Return how many of some kinds are pungs or kongs."""
    return sum(laid.group.kind in kinds for laid in win.pungs)


def _has_pair(win: Win, kinds: range) -> bool:
    return any(kind in kinds for kind in win.pairs)


def _small(win: Win, kinds: range) -> bool:
    return _pung_kinds(win, kinds) == len(kinds) - 1 and _has_pair(win, kinds)


def _great(win: Win, kinds: range) -> bool:
    return _pung_kinds(win, kinds) == len(kinds)


def _nine_gates(win: Win) -> bool:
    held = win.counts
    first = min(held) // _RANKS * _RANKS
    gates = all(held[first + rank] >= wanted for rank, wanted in enumerate(_GATES))
    return gates and not win.hand.melds and _pure_one_suit(win)


def _thirteen_orphans(win: Win) -> bool:
    return win.form == "thirteen_orphans"


def _seven_pairs(win: Win) -> bool:
    return win.form == "seven_pairs"


def _eighteen_arhats(win: Win) -> bool:
    return sum(laid.group.shape == "kong" for laid in win.sets) == _SETS


def _four_concealed_pungs(win: Win) -> bool:
    return sum(laid.concealed for laid in win.pungs) == _SETS


def _pungs_of(win: Win, kinds: Container[int]) -> tuple[Part, ...]:
    return tuple(
        tuple(Tile.of_kind(kind) for kind in laid.group.kinds) for laid in win.pungs if laid.group.kind in kinds
    )


def _heavenly_hand(win: Win) -> bool:
    return win.context.first_turn and win.is_self_drawn and win.context.is_dealer


def _earthly_hand(win: Win) -> bool:
    return win.context.first_turn and not win.is_self_drawn


def _own_flowers(win: Win) -> tuple[Part, ...]:
    own = SEATS.index(win.context.seat)
    return tuple((group[own],) for group in _FLOWER_GROUPS if group[own] in win.hand.bonus)


def _flower_groups(win: Win) -> tuple[Part, ...]:
    return tuple(group for group in _FLOWER_GROUPS if set(group) <= set(win.hand.bonus))


PATTERNS: Final[dict[str, Pattern]] = {
    "heavenly_hand": _whole(_heavenly_hand),
    "earthly_hand": _whole(_earthly_hand),
    "thirteen_orphans": _whole(_thirteen_orphans),
    "nine_gates": _whole(_nine_gates),
    "great_four_winds": _whole(lambda win: _great(win, _WINDS)),
    "all_honours": _whole(_all_honours),
    "all_terminals": _whole(_all_terminals),
    "eighteen_arhats": _whole(_eighteen_arhats),
    "four_concealed_pungs": _whole(_four_concealed_pungs),
    "eight_flowers": _whole(lambda win: len(win.hand.bonus) == _BONUS_TILES),
    "great_three_dragons": _whole(lambda win: _great(win, _DRAGONS)),
    "small_four_winds": _whole(lambda win: _small(win, _WINDS)),
    "small_three_dragons": _whole(lambda win: _small(win, _DRAGONS)),
    "small_three_dragons_on_top": _whole(lambda win: _small(win, _DRAGONS)),
    "pure_one_suit": _whole(_pure_one_suit),
    "mixed_one_suit": _whole(_mixed_one_suit),
    "mixed_terminals": _whole(_mixed_terminals),
    "seven_pairs": _whole(_seven_pairs),
    "all_pungs": _whole(_all_pungs),
    "all_chows": _whole(_all_chows),
    "dragon_pung": lambda win: _pungs_of(win, _DRAGONS),
    "seat_wind": lambda win: _pungs_of(win, {win.context.seat.kind}),
    "round_wind": lambda win: _pungs_of(win, {win.context.round.kind}),
    "self_drawn": _whole(lambda win: win.is_self_drawn),
    "concealed_hand": _whole(lambda win: win.hand.is_concealed),
    "robbing_kong": _whole(lambda win: win.context.robbing_kong),
    "kong_replacement": _whole(lambda win: win.context.kong_replacement),
    "last_tile": _whole(lambda win: win.context.last_tile),
    "seven_flowers": _whole(lambda win: len(win.hand.bonus) == _BONUS_TILES - 1),
    "flower_group": _flower_groups,
    "own_flower": _own_flowers,
    "no_flowers": _whole(lambda win: not win.hand.bonus),
}
"""Every pattern by code, in the order in which items are shown."""

FLOWER_PATTERNS: Final = frozenset({"eight_flowers", "seven_flowers", "flower_group", "own_flower", "no_flowers"})
"""Patterns that there are only where flowers are played with."""
