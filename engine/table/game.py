"""A game from its first hand on: players, settings, hands. Recording, undoing and redoing make new games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

from engine.errors import RequestValueError, quote
from engine.table.deal import Deal, first_deal, next_deal
from engine.table.entry import PLAYERS, HandEntry, check_entry
from engine.table.settings import GameSettings

__all__ = ["END_REASONS", "EndReason", "Game", "Row", "Standing", "new_game"]

EndReason = Literal["rounds", "hands", "goal", "below_zero", "needed", "last_dealer"]

END_REASONS: Final[dict[EndReason, str]] = {
    "rounds": "all rounds are played",
    "hands": "all hands are played",
    "goal": "somebody has reached the goal",
    "below_zero": "somebody has less than nothing",
    "needed": "somebody has the points that were needed, in the extra round",
    "last_dealer": "the last dealer leads and stays",
}
"""Why a game is over, for people."""

_LONGEST_NAME: Final = 40
"""Characters of a player's name."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a game stands.

    Attributes:
        deal: The next hand's place in the game; when the game is over, where it would have been.
        totals: Points of each player, sticks left at the end included where they are the leader's.
        sticks: Riichi sticks on the table.
        end: Why the game is over, None while it goes on.
    """

    deal: Deal
    totals: tuple[int, ...]
    sticks: int
    end: EndReason | None = None

    @property
    def ranking(self) -> tuple[int, ...]:
        """The players, first to last; of equal ones the earlier dealer of the first round is before."""
        return _rank(self.totals)


@dataclass(frozen=True, slots=True)
class Row:
    """One hand of the score sheet.

    Attributes:
        deal: Its place in the game.
        entry: What was written down.
        changes: What each player won or paid in all: payments, sticks put down and sticks taken.
        after: How the game stood then.
    """

    deal: Deal
    entry: HandEntry
    changes: tuple[int, ...]
    after: Standing


@dataclass(frozen=True, slots=True)
class Game:
    """A game that is going on or over. Make one with :func:`new_game`; every change returns a new game.

    The players' totals and the sticks on the table always add up to four times the start.

    Attributes:
        players: Names in the order of the seats: the first is east in the first hand.
        settings: How the game runs.
        hands: What was recorded, in order.
        undone: What was taken back, last first; recording forgets it.
    """

    players: tuple[str, ...]
    settings: GameSettings
    hands: tuple[HandEntry, ...] = ()
    undone: tuple[HandEntry, ...] = ()

    @property
    def rows(self) -> tuple[Row, ...]:
        """The score sheet, a row for each entry."""
        return tuple(self._replay())

    @property
    def standing(self) -> Standing:
        """How the game stands now."""
        rows = self.rows
        if rows:
            return rows[-1].after
        return Standing(first_deal(), (self.settings.start,) * PLAYERS, 0)

    def record(self, entry: HandEntry) -> Game:
        """Return the game with one more entry.

        Raises:
            RequestValueError: The game is over, or the entry cannot have been; ``path`` names its field.

        >>> game = new_game(["Ann", "Bo", "Cy", "Di"], GameSettings(rules="basic", hands=16))
        >>> game.record(HandEntry(outcome="win", winners=(2,), payments=(-1, -1, 3, -1))).standing.totals
        (-1, -1, 3, -1)
        """
        end = self.standing.end
        if end is not None:
            message = f"the game is over, {END_REASONS[end]}; undo the last hand or begin a new game"
            raise RequestValueError(message)
        check_entry(entry, self.settings)
        return replace(self, hands=(*self.hands, entry), undone=())

    def undo(self) -> Game:
        """Return the game without its last entry, which can be redone; the game itself where there is none."""
        if not self.hands:
            return self
        return replace(self, hands=self.hands[:-1], undone=(self.hands[-1], *self.undone))

    def redo(self) -> Game:
        """Return the game with the entry taken back last; the game itself where there is none."""
        if not self.undone:
            return self
        return replace(self, hands=(*self.hands, self.undone[0]), undone=self.undone[1:])

    def _replay(self) -> Iterator[Row]:
        deal = first_deal()
        totals: tuple[int, ...] = (self.settings.start,) * PLAYERS
        for entry in self.hands:
            changes = _changes(deal, entry, self.settings)
            totals = tuple(total + change for total, change in zip(totals, changes, strict=True))
            after = next_deal(deal, entry, self.settings)
            standing = _close(Standing(after, totals, after.sticks, _end(deal, after, totals, self.settings)), self)
            yield Row(deal, entry, changes, standing)
            deal = after


def new_game(players: list[str] | tuple[str, ...], settings: GameSettings) -> Game:
    """Return a game before its first hand.

    Args:
        players: Four different names in the order of the seats, the first dealer first.
        settings: How the game runs.

    Raises:
        RequestValueError: The names cannot be used; ``path`` says which.
    """
    if len(players) != PLAYERS:
        message = f"{PLAYERS} names are needed, not {len(players)}"
        raise RequestValueError(message, "players")
    for place, name in enumerate(players):
        if not name.strip() or len(name) > _LONGEST_NAME:
            message = f"{quote(name)} is no name of 1 to {_LONGEST_NAME} characters"
            raise RequestValueError(message, f"players[{place}]")
        if name in players[:place]:
            message = f"two players are named {quote(name)}; tell them apart"
            raise RequestValueError(message, f"players[{place}]")
    return Game(tuple(players), settings)


def _changes(deal: Deal, entry: HandEntry, settings: GameSettings) -> tuple[int, ...]:
    """Return what a hand changes: payments, less the sticks put down, and all sticks for the winner."""
    changes = list(entry.payments)
    for player in entry.riichi:
        changes[player] -= settings.stick
    if entry.stick_winner is not None:
        changes[entry.stick_winner] += (deal.sticks + len(entry.riichi)) * settings.stick
    return tuple(changes)


def _end(deal: Deal, after: Deal, totals: tuple[int, ...], settings: GameSettings) -> EndReason | None:
    """Return why the game is over with a hand, None if it goes on. Penalties end nothing."""
    if after is deal:
        return None
    if settings.ends_below_zero and min(totals) < 0:
        return "below_zero"
    if settings.goal is not None and max(totals) >= settings.goal:
        return "goal"
    if settings.hands is not None and deal.hand >= settings.hands:
        return "hands"
    return None if settings.rounds is None else _end_of_rounds(deal, after, totals, settings, settings.rounds)


def _end_of_rounds(
    deal: Deal, after: Deal, totals: tuple[int, ...], settings: GameSettings, rounds: int
) -> EndReason | None:
    enough = settings.needed is None or max(totals) >= settings.needed
    if deal.round >= rounds:  # the extra round, which somebody's points end
        return "needed" if enough else "rounds" if after.round > rounds else None
    if after.round >= rounds:
        return "rounds" if enough else None
    last = deal.round == rounds - 1 and deal.turn == PLAYERS - 1
    leads = _rank(totals)[0] == deal.dealer
    return "last_dealer" if settings.last_dealer_ends and last and leads and enough else None


def _rank(totals: tuple[int, ...]) -> tuple[int, ...]:
    """Return the players, most points first; of equal ones whoever dealt first in the first round."""
    return tuple(sorted(range(PLAYERS), key=lambda player: (-totals[player], player)))


def _close(standing: Standing, game: Game) -> Standing:
    """Return the standing with the sticks left at the end of the game where they are the leader's."""
    if standing.end is None or not standing.sticks or not game.settings.leader_takes_sticks:
        return standing
    totals = list(standing.totals)
    totals[standing.ranking[0]] += standing.sticks * game.settings.stick
    return replace(standing, totals=tuple(totals), sticks=0)
