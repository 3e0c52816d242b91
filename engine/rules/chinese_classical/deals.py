"""Whose deal is next: East stays while East wins, otherwise the deal passes; four rounds make a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.context import SEATS, Wind

__all__ = ["Deal", "next_deal", "next_seat"]

_PLAYERS: Final = len(SEATS)


@dataclass(frozen=True, slots=True)
class Deal:
    """Where a game stands.

    Attributes:
        round: The round's wind.
        dealer: Which player deals as East, counted from 0 in the order in which they sat at the start of the game.
    """

    round: Wind = Wind.EAST
    dealer: int = 0


def next_deal(deal: Deal, winner: Wind | None) -> Deal | None:
    """Return the deal that follows, None when the four rounds are over (seats are drawn anew then).

    Args:
        deal: The deal that is over.
        winner: The winner's seat in it, None when nobody won.

    >>> next_deal(Deal(Wind.EAST, 3), Wind.SOUTH)
    Deal(round=<Wind.SOUTH: 'S'>, dealer=0)
    >>> next_deal(Deal(Wind.EAST, 3), Wind.EAST)
    Deal(round=<Wind.EAST: 'E'>, dealer=3)
    """
    if winner is Wind.EAST:
        return deal
    if deal.dealer + 1 < _PLAYERS:
        return Deal(deal.round, deal.dealer + 1)
    following = SEATS.index(deal.round) + 1
    return Deal(SEATS[following]) if following < _PLAYERS else None


def next_seat(seat: Wind, winner: Wind | None) -> Wind:
    """Return a player's seat in the deal that follows: South becomes East when the deal passes.

    Args:
        seat: The player's seat in the deal that is over.
        winner: The winner's seat in it, None when nobody won.

    >>> next_seat(Wind.SOUTH, None), next_seat(Wind.SOUTH, Wind.EAST)
    (<Wind.EAST: 'E'>, <Wind.SOUTH: 'S'>)
    """
    return seat if winner is Wind.EAST else SEATS[SEATS.index(seat) - 1]
