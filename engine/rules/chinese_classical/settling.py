"""All settle with all: every loser pays the winner, and the losers pay each other the difference of their scores."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from engine.context import SEATS, Wind
from engine.rules.chinese_classical.names import WIND_NAMES
from engine.settlement import Settlement, Table, Transfer

__all__ = ["EAST_FACTOR", "owed_to_winner", "settle_all"]

EAST_FACTOR: Final = 2
"""Whatever East pays or receives is doubled, after the cut at the limit."""


def owed_to_winner(score: int, winner: Wind, payer: Wind) -> int:
    """Return what a loser owes the winner, whoever discarded.

    >>> owed_to_winner(300, Wind.SOUTH, Wind.EAST)
    600
    """
    return score * EAST_FACTOR if Wind.EAST in {winner, payer} else score


def settle_all(table: Table, limit: int) -> Settlement:
    """Return who pays whom; nobody does when nobody wins.

    Args:
        table: The scores of all four players.
        limit: The most a score can be; scores above are cut first.

    Raises:
        SettlementError: A player's score is missing.
    """
    if table.winner is None:
        return Settlement({seat: min(score, limit) for seat, score in table.scores.items()})
    scores = {seat: min(table.score_of(seat), limit) for seat in SEATS}
    return Settlement(scores, (*_pay_winner(scores, table.winner), *_pay_losers(scores, table.winner)))


def _pay_winner(scores: dict[Wind, int], winner: Wind) -> Iterator[Transfer]:
    score = scores[winner]
    for payer in SEATS:
        if payer is not winner and score:
            reason = f"pays the winner's score {score}{_doubling(winner, payer)}"
            yield Transfer(payer, winner, owed_to_winner(score, winner, payer), reason)


def _pay_losers(scores: dict[Wind, int], winner: Wind) -> Iterator[Transfer]:
    for pair in combinations((seat for seat in SEATS if seat is not winner), 2):
        payer, payee = sorted(pair, key=lambda seat: scores[seat])
        more, less = scores[payee], scores[payer]
        if more > less:
            factor = EAST_FACTOR if Wind.EAST in pair else 1
            reason = f"pays the difference {more} - {less} = {more - less}{_doubling(*pair)}"
            yield Transfer(payer, payee, (more - less) * factor, reason)


def _doubling(*pair: Wind) -> str:
    return f", doubled because {WIND_NAMES[Wind.EAST]} takes part" if Wind.EAST in pair else ""
