"""Payments of a drawn deal: players who are not ready pay those who are.

Source: EMA Riichi rules, section 3.4.2 (as in all presets): 3000 points change hands; who shows no ready hand counts as
not ready; a hand that waits only for tiles it holds all four of is not ready. Payments for nagashi mangan are not made
here: nothing in a request tells a player's discards.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from engine.context import SEATS, Wind
from engine.errors import SettlementError
from engine.settlement import Settlement, Table, Transfer

__all__ = ["NOTEN_POINTS", "noten_transfers", "settle_draw"]

NOTEN_POINTS: Final = 3000
"""Points that change hands in all."""

_REASON: Final = "not ready when the deal was drawn"


def noten_transfers(ready: Collection[Wind]) -> tuple[Transfer, ...]:
    """Return what the players who are not ready pay; nothing when all or none are ready.

    Args:
        ready: The seats that show a ready hand.

    >>> [(pay.payer.value, pay.payee.value, pay.amount) for pay in noten_transfers({Wind.SOUTH, Wind.NORTH})]
    [('E', 'S', 1500), ('W', 'N', 1500)]
    """
    paid = [seat for seat in SEATS if seat in ready]
    paying = [seat for seat in SEATS if seat not in ready]
    if not paid or not paying:
        return ()
    if len(paid) == len(paying):
        pairs = list(zip(paying, paid, strict=True))
    else:
        pairs = [(payer, payee) for payer in paying for payee in paid]
    return tuple(Transfer(payer, payee, NOTEN_POINTS // len(pairs), _REASON) for payer, payee in pairs)


def settle_draw(table: Table) -> Settlement:
    """Return the payments of a deal that nobody won.

    Hands tell who is ready; a player whose hand is not given did not show it. Scores alone tell nothing, so that nobody
    pays then.

    Raises:
        SettlementError: A hand still has to discard.
    """
    if not table.analyses:
        return Settlement(table.scores)
    for seat, analysis in table.analyses.items():
        if analysis.hand.is_full:
            message = f"the hand of {seat} has {analysis.hand.size} concealed tiles; leave out the one discarded last"
            raise SettlementError(message, f"hands.{seat}")
    ready = [seat for seat, analysis in table.analyses.items() if analysis.status == "ready"]
    return Settlement(table.scores, noten_transfers(ready))
