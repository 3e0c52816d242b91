"""Who pays what. Payments of seats sum to zero; with an unknown discarder each paying role has its amount."""

from __future__ import annotations

from collections.abc import Callable

from engine.context import SEATS, Wind

__all__ = ["Due", "Payments", "pay_winner"]

Payments = dict[str, int]

Due = Callable[[Wind, bool], int]
"""What a seat owes the winner; the second argument says whether it discarded the winning tile."""


def pay_winner(winner: Wind, due: Due, *, self_drawn: bool, discarder: Wind | None) -> Payments:
    """Return the payments of one win.

    Args:
        winner: The winner's seat.
        due: What each seat owes.
        self_drawn: Whether the winner drew the tile; nobody discarded then.
        discarder: Who discarded the winning tile, None when unknown.

    Returns:
        The amounts by seat, or, when the discarder is unknown and it matters, the negative amounts of the paying
        roles ``discarder``, ``dealer`` (where it pays otherwise than the rest) and ``other``.

    >>> pay_winner(Wind.EAST, lambda seat, guilty: 8 if guilty else 0, self_drawn=False, discarder=Wind.WEST)
    {'E': 8, 'S': 0, 'W': -8, 'N': 0}
    >>> pay_winner(Wind.EAST, lambda seat, guilty: 8 if guilty else 0, self_drawn=False, discarder=None)
    {'discarder': -8}
    """
    payers = [seat for seat in SEATS if seat is not winner]
    if not self_drawn and discarder is None and any(due(seat, True) != due(seat, False) for seat in payers):  # noqa: FBT003 - the callback's second argument has its name in Due
        return _pay_by_role(payers, due)
    owed = {seat: due(seat, not self_drawn and seat is discarder) for seat in payers}
    return {str(seat): sum(owed.values()) if seat is winner else -owed[seat] for seat in SEATS}


def _pay_by_role(payers: list[Wind], due: Due) -> Payments:
    guilty, innocent = True, False
    common = payers[-1]  # never the dealer, as long as anybody else pays
    roles = {"discarder": -due(common, guilty)}
    if Wind.EAST in payers and due(Wind.EAST, innocent) != due(common, innocent):
        roles["dealer"] = -due(Wind.EAST, innocent)
    roles["other"] = -due(common, innocent)
    return {role: amount for role, amount in roles.items() if amount}
