"""What one hand did: who won, what everybody won or paid, and what is worth remembering."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final, Literal

from engine.errors import RequestValueError, quote
from engine.phrase import Phrase
from engine.table.settings import GameSettings
from engine.wording import quantity

__all__ = [
    "LONGEST_NOTE",
    "MOST_POINTS",
    "OUTCOMES",
    "PLAYERS",
    "HandEntry",
    "Outcome",
    "check_entry",
    "noten_payments",
]

PLAYERS: Final = 4

LONGEST_NOTE: Final = 500
"""Characters of a note."""

MOST_POINTS: Final = 1_000_000_000
"""Nobody wins or pays more with one hand: beyond it a payment is a slip of the finger."""

Outcome = Literal["win", "draw", "abort", "penalty"]

OUTCOMES: Final[tuple[Outcome, ...]] = ("win", "draw", "abort", "penalty")


@dataclass(frozen=True, slots=True, kw_only=True)
class HandEntry:
    """One line of a score sheet. Players are numbers from 0 in the order of the game's ``players``.

    Attributes:
        outcome: ``win``; ``draw``, the wall is exhausted; ``abort``, a riichi hand given up, as for nine terminals;
            ``penalty``, paid besides the hands: the deal stays as it is and no hand is counted.
        payments: What each player wins (positive) or pays, together 0; counters included, riichi sticks not.
        winners: Who won; several only in riichi, on one discard.
        discarder: Who threw the winning tile, None when it was drawn or nobody wrote it down.
        riichi: Who declared riichi and put a stick on the table.
        tenpai: Who was ready when a riichi hand was drawn.
        note: Anything, such as the winning hand.
    """

    outcome: Outcome
    payments: tuple[int, ...] = (0, 0, 0, 0)
    winners: tuple[int, ...] = ()
    discarder: int | None = None
    riichi: tuple[int, ...] = ()
    tenpai: tuple[int, ...] = ()
    note: str = ""

    @property
    def stick_winner(self) -> int | None:
        """Who takes the sticks on the table: the winner, of several the next in turn after the discarder."""
        if not self.winners:
            return None
        start = self.winners[0] if self.discarder is None else self.discarder
        return min(self.winners, key=lambda player: (player - start) % PLAYERS)


def noten_payments(ready: Collection[int], points: int) -> tuple[int, ...]:
    """Return what a drawn hand pays: players who are not ready share the points, those who are share them too.

    >>> noten_payments({1}, 3000), noten_payments((), 3000)
    ((-1000, 3000, -1000, -1000), (0, 0, 0, 0))
    """
    paying = PLAYERS - len(ready)
    if not ready or not paying:
        return (0,) * PLAYERS
    shares = max(len(ready), paying)  # 2 or 3, whichever both sides can be divided into
    share = points // shares
    won, paid = share * shares // len(ready), share * shares // paying
    return tuple(won if player in ready else -paid for player in range(PLAYERS))


def check_entry(entry: HandEntry, settings: GameSettings) -> None:
    """Refuse an entry that cannot have been.

    Raises:
        RequestValueError: ``path`` names the field, the message what is wrong with it.
    """
    _check_players(entry)
    _check_payments(entry.payments)
    if len(entry.note) > LONGEST_NOTE:
        text = f"{len(entry.note)} characters are too many, at most {LONGEST_NOTE} are kept"
        _refuse("note", Phrase("note_too_long", text, most=LONGEST_NOTE))
    for name in ("riichi", "tenpai"):
        if getattr(entry, name) and not settings.has_sticks:
            _refuse(name, Phrase("only_riichi", f"only riichi knows this; the game is {settings.rules}"))
    if entry.outcome == "win":
        _check_win(entry, settings)
    else:
        _check_nobody_won(entry, settings)


def _check_nobody_won(entry: HandEntry, settings: GameSettings) -> None:
    for name in ("winners", "discarder"):
        if getattr(entry, name) not in {(), None}:
            _refuse(name, Phrase("nobody_won", f"nobody won, the outcome is {entry.outcome!r}"))
    if entry.outcome == "draw":
        _check_draw(entry, settings)
    elif entry.tenpai:
        _refuse("tenpai", Phrase("ready_at_draw", "who is ready counts at a drawn hand only"))
    elif entry.outcome == "penalty" and entry.riichi:
        _refuse(
            "riichi",
            Phrase("penalty_riichi", "a penalty is no hand; sticks of a hand that is dealt again are given back"),
        )
    elif entry.outcome == "abort":
        if not settings.has_sticks:
            text = f"only riichi gives hands up; the game is {settings.rules}, write a draw"
            _refuse("outcome", Phrase("only_riichi_aborts", text))
        _check_nothing_paid(entry, "a hand given up is not paid for")


def _check_win(entry: HandEntry, settings: GameSettings) -> None:
    if not entry.winners:
        text = "somebody has to have won; without a winner the outcome is 'draw'"
        _refuse("winners", Phrase("winner_needed", text))
    if entry.tenpai:
        _refuse("tenpai", Phrase("ready_at_draw", "who is ready counts at a drawn hand only"))
    if entry.discarder in entry.winners:
        _refuse("discarder", Phrase("own_discard", "nobody wins on the own discard"))
    if len(entry.winners) > 1 and not settings.has_sticks:
        _refuse("winners", Phrase("one_winner", f"only riichi has several winners; the game is {settings.rules}"))
    if len(entry.winners) > 1 and entry.discarder is None:
        _refuse("discarder", Phrase("several_need_discard", "several win only on one discard; say whose it was"))
    for player in entry.winners:
        if entry.payments[player] < 0:
            amount = entry.payments[player]
            _refuse(
                f"payments[{player}]", Phrase("winner_pays", f"a winner does not pay, here {amount}", amount=amount)
            )


def _check_draw(entry: HandEntry, settings: GameSettings) -> None:
    if not settings.has_sticks:
        _check_nothing_paid(entry, "a drawn hand is not paid for")
    for player in entry.riichi:
        if player not in entry.tenpai:
            text = f"player {player} declared riichi, so was ready"
            _refuse("tenpai", Phrase("riichi_is_ready", text, number=player + 1))


def _check_nothing_paid(entry: HandEntry, reason: str) -> None:
    if any(entry.payments):
        text = f"{reason}; write what was paid as an entry of outcome 'penalty'"
        _refuse("payments", Phrase("not_paid_for", text))


def _check_players(entry: HandEntry) -> None:
    named: tuple[tuple[str, Iterable[int]], ...] = (
        ("winners", entry.winners),
        ("discarder", () if entry.discarder is None else (entry.discarder,)),
        ("riichi", entry.riichi),
        ("tenpai", entry.tenpai),
    )
    for name, players in named:
        listed = list(players)
        for player in listed:
            if player not in range(PLAYERS):
                text = f"{quote(player)} is no player; players are numbers from 0 to {PLAYERS - 1}"
                _refuse(name, Phrase("no_player", text))
            if listed.count(player) > 1:
                _refuse(name, Phrase("player_twice", f"player {player} is named twice", number=player + 1))


def _check_payments(payments: tuple[int, ...]) -> None:
    if len(payments) != PLAYERS:
        text = f"{quantity(len(payments), 'amount')} for {PLAYERS} players"
        _refuse("payments", Phrase("amounts_missing", text, count=len(payments)))
    for player, amount in enumerate(payments):
        if abs(amount) > MOST_POINTS:
            text = f"{quote(amount)} is outside the range from -{MOST_POINTS} to {MOST_POINTS}"
            _refuse(f"payments[{player}]", Phrase("amount_too_large", text, most=MOST_POINTS))
    if sum(payments) != 0:
        amounts = ", ".join(f"{amount:+}" for amount in payments)
        text = f"what is won and what is paid differ by {sum(payments):+}: {amounts}"
        _refuse("payments", Phrase("amounts_differ", text, difference=sum(payments)))


def _refuse(path: str, message: Phrase) -> None:
    raise RequestValueError(message, path)
