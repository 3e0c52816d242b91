"""Who deals the next hand, in which round, with how many counters and sticks on the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.context import SEATS, Context, Wind
from engine.errors import RequestValueError, quote
from engine.table.entry import PLAYERS, HandEntry
from engine.table.settings import GameSettings

__all__ = ["Deal", "first_deal", "next_deal"]

_CHANGED_SEATS: Final = ((0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 1, 0), (3, 2, 0, 1))
"""Who sits in the four places, in turn from the first dealer's, in each round of a Chinese Official game: after the
first and the third round east changes with south and west with north; after the second east goes to west's place, west
to south's, south to north's and north to east's. Source: see :mod:`engine.table.settings`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """One hand's place in the game.

    Attributes:
        hand: Number of the hand in the game, from 1.
        round: Number of the round, from 0; after the fourth the winds begin anew.
        turn: Number of the dealer in the round, from 0.
        repeats: How many hands this dealer has already dealt in a row.
        honba: Riichi counters on the table.
        sticks: Riichi sticks on the table.
        seats: Who sits east, south, west and north; east deals.
    """

    hand: int = 1
    round: int = 0
    turn: int = 0
    repeats: int = 0
    honba: int = 0
    sticks: int = 0
    seats: tuple[int, ...] = (0, 1, 2, 3)

    @property
    def dealer(self) -> int:
        """Who deals."""
        return self.seats[0]

    @property
    def wind(self) -> Wind:
        """The round's wind."""
        return SEATS[self.round % PLAYERS]

    def seat_of(self, player: int) -> Wind:
        """Return a player's wind."""
        return SEATS[self.seats.index(player)]

    def context(self, player: int) -> Context:
        """Return what this place in the game says about a player's hand, for an analysis.

        >>> Deal(honba=1).context(2).seat.value
        'W'
        """
        return Context(seat=self.seat_of(player), round=self.wind, honba=self.honba, sticks=self.sticks)

    def by_player(self, payments: Mapping[str, int]) -> tuple[int, ...]:
        """Return payments by seat, as an analysis or a settlement has them, as payments by player.

        Raises:
            RequestValueError: They are payments of other roles: whoever discarded has to be known.

        >>> Deal(turn=1, seats=(1, 2, 3, 0)).by_player({"E": 30, "S": -10, "W": -10, "N": -10})
        (-10, 30, -10, -10)
        """
        if set(payments) != set(SEATS):
            message = f"payments of {quote(sorted(payments))} are not those of the seats; say who discarded"
            raise RequestValueError(message, "payments")
        return tuple(payments[self.seat_of(player)] for player in range(PLAYERS))


def first_deal() -> Deal:
    """Return a game's first deal: player 0 is east."""
    return Deal()


def next_deal(deal: Deal, entry: HandEntry, settings: GameSettings) -> Deal:
    """Return the deal after a hand.

    >>> from engine.table.settings import game_settings
    >>> next_deal(Deal(), HandEntry(outcome="draw", tenpai=(0,)), game_settings("riichi")).honba
    1
    """
    if entry.outcome == "penalty":
        return deal
    stays = _dealer_stays(deal, entry, settings)
    passed = deal.round * PLAYERS + deal.turn + (not stays)
    round_number, turn = divmod(passed, PLAYERS)
    counted = settings.has_sticks and (stays or entry.outcome != "win")
    return Deal(
        hand=deal.hand + 1,
        round=round_number,
        turn=turn,
        repeats=deal.repeats + 1 if stays else 0,
        honba=deal.honba + 1 if counted else 0,
        sticks=0 if entry.winners else deal.sticks + len(entry.riichi),
        seats=_seats(round_number, turn, settings),
    )


def _dealer_stays(deal: Deal, entry: HandEntry, settings: GameSettings) -> bool:
    if entry.outcome == "abort":
        return True
    if entry.outcome == "win":
        return settings.stays_after_win and deal.dealer in entry.winners
    if settings.after_draw == "stays_if_ready":
        return deal.dealer in entry.tenpai
    return settings.after_draw == "stays"


def _seats(round_number: int, turn: int, settings: GameSettings) -> tuple[int, ...]:
    places = _CHANGED_SEATS[round_number % len(_CHANGED_SEATS) if settings.seats_change else 0]
    return places[turn:] + places[:turn]
