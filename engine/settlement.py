"""Who pays whom after a deal: the table, the payments from one player to another, and what has to hold for them.

A rule set in which losers settle too, in which a score alone tells the payments, or in which a drawn deal costs
something offers ``settle(table)`` (:class:`SettlingRules`). For all others the winner is paid what the analysis of the
own hand says, and nobody pays when nobody wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from engine.analysis import HandAnalysis
from engine.context import SEATS, Wind
from engine.counts import COPIES
from engine.errors import SettlementError
from engine.rules.base import Rules

__all__ = ["Settlement", "SettlingRules", "Table", "Transfer", "pay_to_winner", "settle", "settle_winner"]

_WORDS = {Wind.EAST: "east", Wind.SOUTH: "south", Wind.WEST: "west", Wind.NORTH: "north"}


@dataclass(frozen=True, slots=True)
class Table:
    """A deal that is over.

    Attributes:
        winner: Who won, None when nobody did.
        scores: What the players score, by seat; those that are known.
        analyses: The players' hands, by seat, when the scores come from them; empty when scores were told.
    """

    winner: Wind | None
    scores: Mapping[Wind, int]
    analyses: Mapping[Wind, HandAnalysis] = field(default_factory=dict)

    @classmethod
    def of_hands(cls, winner: Wind | None, analyses: Mapping[Wind, HandAnalysis]) -> Table:
        """Return the table at which these hands lie.

        Raises:
            SettlementError: A hand is not playable, the winner's does not win, another one is complete, or the hands
                together hold more of a tile than there are.
        """
        if winner is not None and winner not in analyses:
            message = f"the winner's hand is needed: there is none of {_WORDS[winner]}"
            raise SettlementError(message, "hands")
        for seat, analysis in analyses.items():
            _check_hand(seat, analysis, winner)
        _check_together(analyses)
        scores = {seat: analysis.score.total if analysis.score else 0 for seat, analysis in analyses.items()}
        return cls(winner, scores, analyses)

    def score_of(self, seat: Wind) -> int:
        """Return the score of a player who takes part in the settlement.

        Raises:
            SettlementError: It is not known.
        """
        if seat not in self.scores:
            message = f"{_WORDS[seat]} settles too, but nothing is given for this player"
            raise SettlementError(message, "hands" if self.analyses else "scores")
        return self.scores[seat]


@dataclass(frozen=True, slots=True)
class Transfer:
    """What one player pays another.

    Attributes:
        payer: Who pays.
        payee: Who is paid.
        amount: How much, above zero.
        reason: Why, for people.
    """

    payer: Wind
    payee: Wind
    amount: int
    reason: str


@dataclass(frozen=True, slots=True)
class Settlement:
    """Who pays whom.

    Attributes:
        scores: The players' scores that were settled, by seat.
        transfers: The payments from one player to another.
    """

    scores: Mapping[Wind, int]
    transfers: tuple[Transfer, ...] = ()

    @property
    def payments(self) -> dict[Wind, int]:
        """What each of the four players wins or, below zero, pays; always zero in sum.

        >>> Settlement({}, (Transfer(Wind.EAST, Wind.WEST, 8, "lost"),)).payments[Wind.EAST]
        -8
        """
        balance = dict.fromkeys(SEATS, 0)
        for transfer in self.transfers:
            balance[transfer.payer] -= transfer.amount
            balance[transfer.payee] += transfer.amount
        return balance


@runtime_checkable
class SettlingRules(Protocol):
    """Rules that settle a table in their own way."""

    def settle(self, table: Table) -> Settlement:
        """Return who pays whom.

        Raises:
            SettlementError: What the rules need to know is missing.
        """
        ...


def settle(rules: Rules, table: Table) -> Settlement:
    """Return who pays whom: the rules' own way where they have one, otherwise the winner is paid.

    Raises:
        SettlementError: What the rules need to know is missing.
    """
    if isinstance(rules, SettlingRules):
        return rules.settle(table)
    return settle_winner(rules, table)


def settle_winner(rules: Rules, table: Table) -> Settlement:
    """Return the payments to the winner that the analysis of the winning hand says; none without a winner.

    Raises:
        SettlementError: Scores were told where the payments hang on more than them, or the discarder is unknown.
    """
    if table.winner is None:
        return Settlement(table.scores)
    if table.winner not in table.analyses:
        message = f"what is paid in {rules.info.name} hangs on how the hand was won; give 'hands' instead of 'scores'"
        raise SettlementError(message, "scores")
    score = table.analyses[table.winner].score
    payments = {} if score is None or score.payments is None else score.payments
    if not set(payments) <= set(SEATS):
        message = "who discarded the winning tile decides who pays; say it"
        raise SettlementError(message, f"hands.{table.winner}.context.discarder")
    owed = {seat: -payments.get(seat, 0) for seat in SEATS if seat is not table.winner}
    reason = f"pays for the win of {_WORDS[table.winner]}"
    return Settlement(table.scores, tuple(pay_to_winner(table.winner, owed, reason)))


def pay_to_winner(winner: Wind, owed: Mapping[Wind, int], reason: str) -> Iterable[Transfer]:
    """Yield what each other player owes the winner; nothing for those who owe nothing."""
    for seat, amount in owed.items():
        if amount:
            yield Transfer(seat, winner, amount, reason)


def _check_hand(seat: Wind, analysis: HandAnalysis, winner: Wind | None) -> None:
    """Refuse a hand that cannot be one of this table.

    Raises:
        SettlementError: It is not playable, it should win and does not, or it is complete and should not be.
    """
    place = f"hands.{seat}"
    reasons = "; ".join(fault.message for fault in analysis.faults)
    if analysis.status == "invalid":
        message = f"the hand of {_WORDS[seat]} is not playable: {reasons}"
        raise SettlementError(message, place)
    if any(notice.code == "missing_melds" for notice in analysis.warnings):
        message = f"the hand of {_WORDS[seat]} is not whole: add its melds that are missing"
        raise SettlementError(message, place)
    if seat is not winner:
        if analysis.status == "complete":
            other = "nobody" if winner is None else _WORDS[winner]
            message = f"the hand of {_WORDS[seat]} is complete, but {other} is said to have won; correct one of them"
            raise SettlementError(message, place)
    elif analysis.status != "complete":
        message = f"the hand of {_WORDS[seat]} is not complete, but is said to have won; correct one of them"
        raise SettlementError(message, place)
    elif analysis.score is None:
        message = f"the hand of {_WORDS[seat]} does not win: {reasons}"
        raise SettlementError(message, place)


def _check_together(analyses: Mapping[Wind, HandAnalysis]) -> None:
    """Refuse hands that cannot lie at one table.

    Raises:
        SettlementError: Together they hold five tiles of a kind, or a bonus tile twice where each is there once.
    """
    held = {seat: Counter(tile.plain for tile in analysis.hand.all_tiles) for seat, analysis in analyses.items()}
    # American play takes all bonus tiles for one kind.
    single_bonus = all(analysis.american is None for analysis in analyses.values())
    wrong = []
    for tile, count in sorted(sum(held.values(), Counter()).items()):
        most = COPIES if tile.kind is not None else 1
        if count > most and (tile.kind is not None or (tile.is_bonus and single_bonus)):
            holders = ", ".join(f"{_WORDS[seat]} {tiles[tile]}" for seat, tiles in held.items() if tiles[tile])
            wrong.append(f"{tile} is there {count} times ({holders}), but the set has {most}")
    if wrong:
        message = f"the hands cannot lie at one table: {'; '.join(wrong)}; correct one of them"
        raise SettlementError(message, "hands")
