"""What is wrong with a hand, and what is merely worth knowing: values with stable codes.

Codes of faults: ``wrong_size five_of_a_kind bad_meld joker_in_pair joker_not_allowed red_five_count bonus_twice
face_down unreadable context_conflict winning_tile_missing no_yaku under_minimum``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

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
    """

    code: str
    message: str
    tiles: tuple[Tile, ...] = ()


def context_conflict(first: str, second: str, reason: str, tiles: tuple[Tile, ...] = ()) -> Fault:
    """Return the fault that two facts exclude each other, naming the fields of both (``hand`` for the hand).

    >>> context_conflict("ippatsu", "riichi", "ippatsu needs a riichi").message
    'ippatsu and riichi: ippatsu needs a riichi'
    """
    return Fault("context_conflict", f"{first} and {second}: {reason}", tiles)


@dataclass(frozen=True, slots=True)
class Notice:
    """Something worth knowing that does not make the hand invalid.

    Attributes:
        code: Stable name, such as ``missing_melds``.
        message: The same for people.
        tiles: The tiles concerned, if any.
    """

    code: str
    message: str
    tiles: tuple[Tile, ...] = ()
