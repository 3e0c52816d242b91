"""What is wrong with a hand, and what is merely worth knowing: values with stable codes.

Codes of faults: ``wrong_size five_of_a_kind bad_meld joker_in_pair joker_not_allowed red_five_count bonus_twice
face_down unreadable context_conflict winning_tile_missing no_yaku under_minimum``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.phrase import Phrase
from engine.tile import Tile

__all__ = ["FAULT_CODES", "NOT_A_WIN_CODES", "Fault", "Notice", "context_conflict"]

FAULT_CODES: Final = (
    "wrong_size",
    "five_of_a_kind",
    "bad_meld",
    "joker_in_pair",
    "joker_not_allowed",
    "red_five_count",
    "bonus_twice",
    "face_down",
    "unreadable",
    "context_conflict",
    "winning_tile_missing",
    "no_yaku",
    "under_minimum",
)
"""Every code a :class:`Fault` can have."""

NOT_A_WIN_CODES: Final = frozenset({"no_yaku", "under_minimum"})
"""Faults of a hand that is complete and valid, but may not win."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong.

    Attributes:
        code: One of :data:`FAULT_CODES`.
        message: What is wrong and what to do about it, for people.
        tiles: The tiles concerned, if any.
        details: The sentences of the message that say more than the code does.
    """

    code: str
    message: str
    tiles: tuple[Tile, ...] = ()
    details: tuple[Phrase, ...] = ()


def context_conflict(first: str, second: str, reason: Phrase, tiles: tuple[Tile, ...] = ()) -> Fault:
    """Return the fault that two facts exclude each other, naming the fields of both (``hand`` for the hand).

    >>> reason = Phrase("ippatsu_without_riichi", "ippatsu needs a riichi")
    >>> context_conflict("ippatsu", "riichi", reason).message
    'ippatsu and riichi: ippatsu needs a riichi'
    """
    fields = Phrase("conflict_of", f"{first} and {second}", first=first, second=second)
    return Fault("context_conflict", f"{fields}: {reason}", tiles, (fields, reason))


@dataclass(frozen=True, slots=True)
class Notice:
    """Something worth knowing that does not make the hand invalid.

    Attributes:
        code: Stable name, such as ``missing_melds``.
        message: The same for people.
        tiles: The tiles concerned, if any.
        details: The sentences of the message that say more than the code does.
    """

    code: str
    message: str
    tiles: tuple[Tile, ...] = ()
    details: tuple[Phrase, ...] = ()
