"""What the tiles of one suit are good for, and what two suits are good for together.

For every suit, a dynamic programme over the ranks gives the most tiles that ``s`` sets and ``p`` pairs made in this
suit can use: a table of five by two numbers. All 405,350 suits of at most fourteen tiles share 126 such tables, and
what two suits make together is again one of fewer than 200. So a suit is looked up as the number of its table, two
suits are combined by looking up a pair of numbers, and what a draw or a discard does to a hand is a few look-ups,
because it changes one suit only.

The tables are worked out for whole arrays of suits, when they are first asked for. Everything remembered here is a
pure function's value: threads may work the same value out twice, never a different one. Memory is bounded: two bytes
for every possible suit (4 MB), a few numbers for each pair of tables, and the growth of :data:`_MOST_SUITS` suits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from threading import Lock
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.counts import COPIES

__all__ = [
    "HONOURS",
    "MOST_SETS",
    "RANKS",
    "SUITS",
    "Growth",
    "Row",
    "Rows",
    "SuitTables",
    "Suits",
    "Table",
    "TableNumbers",
    "combine",
    "remembered_suits",
]

RANKS: Final = 9
HONOURS: Final = 7
SUITS: Final = 3
MOST_SETS: Final = 4

_BASE: Final = COPIES + 1
_SET_SIZE: Final = 3
_PAIR_SIZE: Final = 2
_MOST_CHOWS: Final = 2
"""Chows that may start at one rank: three equal chows use the same tiles as three pungs."""
_LAST_CHOW: Final = 6
"""Index of the rank at which the last chow (789) starts."""
_IMPOSSIBLE: Final = -64
"""Tiles used by what cannot be made: below zero even when nine ranks use four tiles each, and two of it fit 8 bits."""
_UNKNOWN: Final = 65_535
_MOST_SUITS: Final = 50_000
"""Suits of which the growth is remembered, about 20 MB; a hand with all its discards and draws meets a few hundred."""

Table = NDArray[np.int8]


class Growth(NamedTuple):
    """What one more tile does to a suit.

    Attributes:
        number: The number of the suit's table.
        after: The other tables that one more tile can lead to: their numbers, and which ranks do, as bits.
    """

    number: int
    after: tuple[tuple[int, int], ...]


class Row(dict[int, int]):
    """What a table makes with every other table, worked out when it is first asked for."""

    __slots__ = ("_make", "_number")

    def __init__(self, make: Callable[[int, int], int], number: int) -> None:
        """Know nothing yet about the table of this number."""
        self._make = make
        self._number = number

    def __missing__(self, other: int) -> int:
        """Work a pair out and remember it."""
        made = self[other] = self._make(self._number, other)
        return made


class Rows(dict[int, Row]):
    """A row for every table."""

    __slots__ = ("_make",)

    def __init__(self, make: Callable[[int, int], int]) -> None:
        """Know no table yet."""
        self._make = make

    def __missing__(self, number: int) -> Row:
        """Begin a row."""
        row = self[number] = Row(self._make, number)
        return row


class TableNumbers:
    """Tables by number, and what pairs of them make.

    Attributes:
        pairs: ``pairs[a][b]`` is the number of the table of both parts together.
        used: ``used[sets][a][b]`` are the most tiles that so many sets and a pair can use of both parts.
    """

    def __init__(self) -> None:
        """Know no table yet."""
        self._number_of: dict[tuple[int, ...], int] = {}
        self._tables: list[tuple[int, ...]] = []
        self._array: Table = np.zeros((MOST_SETS + 1, 2, 0), dtype=np.int8)
        self._lock = Lock()
        self.pairs = Rows(self._pair)
        self.used = tuple(Rows(partial(self._used, sets)) for sets in range(MOST_SETS + 1))

    def number(self, table: Table) -> int:
        """Return the number of a table of shape (5, 2)."""
        return self._number(tuple(table.reshape(-1).tolist()))

    def tables(self) -> Table:
        """Return all tables in the order of their numbers, shape (5, 2, tables)."""
        if self._array.shape[-1] < len(self._tables):
            self._array = np.array(self._tables, dtype=np.int8).T.reshape(MOST_SETS + 1, 2, -1)
        return self._array

    def _number(self, key: tuple[int, ...]) -> int:
        with self._lock:
            number = self._number_of.setdefault(key, len(self._tables))
            if number == len(self._tables):
                self._tables.append(key)
        return number

    def _pair(self, one: int, other: int) -> int:
        first, second = self._tables[one], self._tables[other]
        best = []
        for sets in range(MOST_SETS + 1):
            splits = [(2 * part, 2 * (sets - part)) for part in range(sets + 1)]
            best.append(max(first[i] + second[j] for i, j in splits))
            best.append(max(max(first[i] + second[j + 1], first[i + 1] + second[j]) for i, j in splits))
        return self._number(tuple(best))

    def _used(self, sets: int, one: int, other: int) -> int:
        first, second = self._tables[one], self._tables[other]
        splits = [(2 * part, 2 * (sets - part)) for part in range(sets + 1)]
        return max(max(first[i] + second[j + 1], first[i + 1] + second[j]) for i, j in splits)


class SuitTables:
    """The numbers of the tables of all suits with so many ranks."""

    def __init__(self, ranks: int, make_tables: Callable[[Table], Table], numbers: TableNumbers) -> None:
        """Know no suit yet.

        Args:
            ranks: How many ranks the suit has.
            make_tables: Returns the tables, shape (5, 2, suits), of suits of shape (ranks, suits).
            numbers: Numbers the tables.
        """
        self._weights = _BASE ** np.arange(ranks)
        self._make_tables = make_tables
        self._numbers = numbers
        self._number_of_suit = np.full(_BASE**ranks, _UNKNOWN, dtype=np.uint16)
        self._growth: dict[int, Growth] = {}

    def __len__(self) -> int:
        """Return of how many suits the growth is remembered."""
        return len(self._growth)

    def look_up(self, suits: NDArray[np.integer]) -> Table:
        """Return the table of each suit; suits have shape (suits, ranks), the answer (5, 2, suits)."""
        codes = suits @ self._weights
        self._learn(codes)
        return np.ascontiguousarray(self._numbers.tables()[:, :, self._number_of_suit[codes]])

    def growth(self, suits: Sequence[int]) -> list[Growth]:
        """Return what one more tile does to each of some suits, given as numbers in base five.

        Suits that were not met before are worked out together, which is far cheaper than one after the other.
        """
        known = self._growth
        try:
            return [known[suit] for suit in suits]
        except KeyError:
            new = self._grow([suit for suit in dict.fromkeys(suits) if suit not in known])
            return [known.get(suit) or new[suit] for suit in suits]

    def _grow(self, new: list[int]) -> dict[int, Growth]:
        codes = np.array(new, dtype=np.int64)[:, np.newaxis]
        grown = codes + np.where(codes // self._weights % _BASE < COPIES, self._weights, 0)
        self._learn(np.concatenate((codes, grown), axis=1).reshape(-1))
        own, after = self._number_of_suit[codes[:, 0]].tolist(), self._number_of_suit[grown].tolist()
        found = {}
        for suit, number, numbers in zip(new, own, after, strict=True):
            ranks: dict[int, int] = {}
            for rank, other in enumerate(numbers):
                if other != number:
                    ranks[other] = ranks.get(other, 0) | 1 << rank
            found[suit] = Growth(number, tuple(ranks.items()))
        remembered = self._growth if len(self._growth) + len(found) <= _MOST_SUITS else {}
        remembered.update(found)
        self._growth = remembered
        return found

    def _learn(self, codes: NDArray[np.integer]) -> None:
        """Work out the tables of the suits that were not met before."""
        unknown = codes[self._number_of_suit[codes] == _UNKNOWN]
        if not len(unknown):
            return
        new = np.unique(unknown)
        counts = np.ascontiguousarray(new // self._weights[:, np.newaxis] % _BASE, dtype=np.int8)
        tables, places = np.unique(self._make_tables(counts).reshape(-1, len(new)), axis=1, return_inverse=True)
        numbers = np.array([self._numbers.number(table) for table in tables.T], dtype=np.uint16)
        self._number_of_suit[new] = numbers[places]


class Suits(NamedTuple):
    """Everything remembered about suits and honours."""

    numbers: TableNumbers
    suited: SuitTables
    honours: SuitTables


@cache
def remembered_suits() -> Suits:
    """Return what is remembered, empty when it is first asked for."""
    numbers = TableNumbers()
    return Suits(
        numbers,
        SuitTables(RANKS, _suited_tables, numbers),
        SuitTables(HONOURS, _honour_tables, numbers),
    )


def combine(one: Table, other: Table) -> Table:
    """Return the most tiles used by s sets and p pairs of both parts together, shape (5, 2, hands)."""
    best = _start(one.shape[2])
    for sets in range(MOST_SETS + 1):
        for pair in range(2):
            into = best[sets:, pair:]
            np.maximum(into, one[: MOST_SETS + 1 - sets, : 2 - pair] + other[sets, pair], out=into)
    return best


def _use(held: Table) -> list[Table]:
    """Return for t = 0..4 how many of t wanted tiles are held."""
    return [np.minimum(held, wanted) for wanted in np.arange(COPIES + 1, dtype=np.int8)]


def _start(suits: int) -> Table:
    return np.full((MOST_SETS + 1, 2, suits), _IMPOSSIBLE, dtype=np.int8)


def _honour_tables(held: Table) -> Table:
    table = _start(held.shape[1])
    table[0, 0] = 0
    for kind in range(HONOURS):
        use = _use(held[kind])
        grown = table.copy()
        np.maximum(grown[:, 1], table[:, 0] + use[_PAIR_SIZE], out=grown[:, 1])
        np.maximum(grown[1:], table[:-1] + use[_SET_SIZE], out=grown[1:])
        table = grown
    return table


def _suited_tables(held: Table) -> Table:
    """Go through the ranks; the state is how many chows began one and two ranks before."""
    suits = held.shape[1]
    first = _start(suits)
    first[0, 0] = 0
    states: dict[tuple[int, int], Table] = {(0, 0): first}
    for rank in range(RANKS):
        use = _use(held[rank])
        grown: dict[tuple[int, int], Table] = {}
        for (one_before, two_before), table in states.items():
            for starting in range(_MOST_CHOWS + 1 if rank <= _LAST_CHOW else 1):
                in_chows = one_before + two_before + starting
                if in_chows > COPIES:
                    continue
                target = grown.setdefault((starting, one_before), _start(suits))
                for pung, pair in ((0, 0), (1, 0), (0, 1)):
                    wanted = in_chows + _SET_SIZE * pung + _PAIR_SIZE * pair
                    if wanted <= COPIES:
                        sets = starting + pung
                        into = target[sets:, pair:]
                        np.maximum(into, table[: MOST_SETS + 1 - sets, : 2 - pair] + use[wanted], out=into)
        states = grown
    return states[0, 0]
