"""The only place that knows the package ``PyMahjongGB``: our hand in, its fan out.

The package is optional, as it is compiled when it is installed; it is imported when the rules are first configured.
What it takes silently the wrong way is settled here: chows are named by their middle tile, a concealed kong is one
that nobody offered, and a claimed and an added kong are both offered by the same player (which one does not count). It
raises ``TypeError`` for everything it does not like and checks no sizes before it copies, so only hands without
faults, which one of our own forms takes as complete, may come here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.context import SEATS, Context
from engine.errors import RuleSetUnavailableError
from engine.hand import Hand
from engine.meld import Meld
from engine.rules.mcr.last_of_kind import is_last_of_kind
from engine.rules.sets import meld_group
from engine.tile import Tile

__all__ = ["Fan", "count_fan", "require_library"]

_SUITS: Final = {"m": "W", "p": "B", "s": "T"}
_FIRST_HONOUR: Final = 27
_HONOURS: Final = ("F1", "F2", "F3", "F4", "J3", "J2", "J1")
"""East, south, west, north; the package numbers the dragons red, green, white."""
_MELDS: Final = {"chow": "CHI", "pung": "PENG", "kong": "GANG"}
_OFFERED: Final = 1
_NOT_OFFERED: Final = 0

Pack = tuple[str, str, int]


@dataclass(frozen=True, slots=True)
class Fan:
    """A fan of the winning hand: the package's name, what it counts, and how often the hand has it."""

    name: str
    points: int
    times: int


def require_library() -> None:
    """Import the package.

    Raises:
        RuleSetUnavailableError: It is not installed or cannot be loaded; the message says how to install it.
    """
    try:
        import MahjongGB  # noqa: F401, PLC0415 - optional, so imported when it is first needed
    except ImportError as error:
        message = (
            "the rule set 'mcr' needs the package PyMahjongGB; install it with: pip install 'tilesight[mcr]' "
            f"(it is compiled from source, so a C++ compiler has to be there): {error}"
        )
        raise RuleSetUnavailableError(message) from error


def count_fan(hand: Hand, context: Context) -> tuple[Fan, ...]:
    """Return the fan of a complete hand, flowers included, highest first.

    Raises:
        ValueError: The package does not take the hand as complete; the hand was not checked before.
    """
    from MahjongGB import MahjongFanCalculator  # noqa: PLC0415 - optional, see require_library

    winning = hand.winning_tile
    if winning is None:
        message = "a hand without a winning tile cannot be scored"
        raise ValueError(message)
    try:
        found = MahjongFanCalculator(
            pack=tuple(_pack(meld) for meld in hand.melds),
            hand=tuple(_code(tile) for tile in hand.concealed),
            winTile=_code(winning),
            flowerCount=len(hand.bonus),
            isSelfDrawn=context.is_self_drawn(hand),
            is4thTile=is_last_of_kind(hand, winning, context),
            isAboutKong=context.kong_replacement or context.robbing_kong,
            isWallLast=context.last_tile,
            seatWind=SEATS.index(context.seat),
            prevalentWind=SEATS.index(context.round),
            verbose=True,
        )
    except TypeError as error:
        message = f"the hand cannot be scored: {error}"
        raise ValueError(message) from error
    return tuple(Fan(name, points, times) for points, times, _, name in found)


def _code(tile: Tile) -> str:
    """Return the package's code of a tile."""
    return _HONOURS[tile.index - _FIRST_HONOUR] if tile.is_honour else f"{_SUITS[tile.suit]}{tile.rank}"


def _pack(meld: Meld) -> Pack:
    group = meld_group(meld)
    named = Tile.of_kind(group.kinds[1])  # the middle one of a chow, any of a pung or kong
    return (_MELDS[group.shape], _code(named), _NOT_OFFERED if meld.concealed else _OFFERED)
