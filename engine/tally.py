"""Concealed tiles as a handful of whole numbers: what the search for draws and discards works on.

The search looks at thousands of hands that differ by one or two tiles. A :class:`Tally` makes each of them from the
one before in a few integer operations.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import numpy as np

from engine.counts import COPIES, KINDS, CountArray

__all__ = ["ALL_KINDS", "Tally", "kinds_in"]

ALL_KINDS: Final = (1 << KINDS) - 1
"""The set of all kinds as bits: bit ``kind`` stands for a kind."""

_RANKS: Final = 9
_SUIT: Final = (1 << _RANKS) - 1
_RANKS_IN: Final = tuple(tuple(rank for rank in range(_RANKS) if bits >> rank & 1) for bits in range(_SUIT + 1))
"""The bits that are set in each number of nine bits."""
_KINDS_IN: Final = tuple(
    tuple(tuple(first + rank for rank in ranks) for ranks in _RANKS_IN) for first in (_RANKS, 2 * _RANKS, 3 * _RANKS)
)
_BASE: Final = COPIES + 1
_SUIT_OF: Final = tuple(kind // _RANKS for kind in range(KINDS))
_WEIGHT_OF: Final = tuple(_BASE ** (kind % _RANKS) for kind in range(KINDS))


def kinds_in(bits: int) -> tuple[int, ...]:
    """Return the kinds of a set of bits in ascending order.

    >>> kinds_in(0b1011)
    (0, 1, 3)
    """
    circles, bamboos, honours = _KINDS_IN
    return (
        *_RANKS_IN[bits & _SUIT],
        *circles[bits >> _RANKS & _SUIT],
        *bamboos[bits >> 2 * _RANKS & _SUIT],
        *honours[bits >> 3 * _RANKS],
    )


class Tally(NamedTuple):
    """Concealed tiles, at most four of a kind. A named tuple, because thousands are made for one answer.

    Attributes:
        suits: Characters, circles, bamboos and honours, each a number in base five with the count of the lowest rank
            as its last digit.
        held: For n = 1..4 the kinds of which there are n or more, as bits.
    """

    suits: tuple[int, int, int, int]
    held: tuple[int, int, int, int]

    @classmethod
    def of_kinds(cls, kinds: Iterable[int]) -> Tally:
        """Return the tally of some kinds.

        >>> Tally.of_kinds([0, 0, 8]).copies_of(0)
        2
        """
        suits = [0, 0, 0, 0]
        one = two = three = four = 0
        for kind in kinds:
            bit = 1 << kind
            suits[_SUIT_OF[kind]] += _WEIGHT_OF[kind]
            if not one & bit:
                one |= bit
            elif not two & bit:
                two |= bit
            elif not three & bit:
                three |= bit
            else:
                four |= bit
        return cls((suits[0], suits[1], suits[2], suits[3]), (one, two, three, four))

    @property
    def counts(self) -> CountArray:
        """The counts per kind, shape (34,)."""
        return np.array([self.copies_of(kind) for kind in range(KINDS)], dtype=np.int16)

    @property
    def size(self) -> int:
        """How many tiles there are."""
        return sum(bits.bit_count() for bits in self.held)

    def copies_of(self, kind: int) -> int:
        """Return how many tiles of a kind there are."""
        return sum(bits >> kind & 1 for bits in self.held)

    def add(self, kind: int) -> Tally:
        """Return the tiles with one more of a kind; there must be fewer than four."""
        return Tally(_changed(self.suits, _SUIT_OF[kind], _WEIGHT_OF[kind]), self._with_bit(kind, self.copies_of(kind)))

    def remove(self, kind: int) -> Tally:
        """Return the tiles with one less of a kind; there must be one."""
        return Tally(
            _changed(self.suits, _SUIT_OF[kind], -_WEIGHT_OF[kind]), self._with_bit(kind, self.copies_of(kind) - 1)
        )

    def _with_bit(self, kind: int, place: int) -> tuple[int, int, int, int]:
        one, two, three, four = self.held
        bit = 1 << kind
        match place:
            case 0:
                return one ^ bit, two, three, four
            case 1:
                return one, two ^ bit, three, four
            case 2:
                return one, two, three ^ bit, four
            case _:
                return one, two, three, four ^ bit


def _changed(suits: tuple[int, int, int, int], suit: int, by: int) -> tuple[int, int, int, int]:
    first, second, third, fourth = suits
    match suit:
        case 0:
            return first + by, second, third, fourth
        case 1:
            return first, second + by, third, fourth
        case 2:
            return first, second, third + by, fourth
        case _:
            return first, second, third, fourth + by
