"""How many tiles a hand is away from winning, for many hands at once.

A hand of 3n+1 or 3n+2 concealed tiles wins when it holds a *winning form*: n sets and a pair, seven pairs, thirteen
orphans, or what a rule set adds. The *missing* count of a form is the number of tiles that have to be drawn; shanten
is that minus one, so -1 is complete and 0 is ready. No form wants more than four of a kind among the concealed
tiles; whether a wanted tile is used up by melds or discards does not change the distance (it changes what is accepted).

The regular form is found per suit. For every suit, a dynamic programme over the nine ranks gives the most tiles that
``s`` sets and ``p`` pairs made in this suit can use; the four suits are then combined. Both steps run on whole
arrays: ranking all discards of a hand with all draws (about 450 hands) is one call.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.counts import COPIES, KINDS, CountArray
from engine.decompose import Decomposition, Group, split_sets

__all__ = [
    "REGULAR_FORMS",
    "RegularForm",
    "SevenPairsForm",
    "ThirteenOrphansForm",
    "WinningForm",
    "missing_tiles",
    "shanten",
]

_RANKS: Final = 9
_HONOURS: Final = 7
_SUITS: Final = 3
_FIRST_HONOUR: Final = _SUITS * _RANKS
_MOST_SETS: Final = 4
_SET_SIZE: Final = 3
_PAIR_SIZE: Final = 2
_WHOLE_HAND_SETS: Final = 4
_SEVEN: Final = 7
_MOST_CHOWS: Final = 2
"""Chows that may start at one rank: three equal chows use the same tiles as three pungs."""
_LAST_CHOW: Final = 6
"""Index of the rank at which the last chow (789) starts."""
_ORPHANS: Final = np.array([0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33])
_IMPOSSIBLE: Final = -64
"""Tiles used by what cannot be made: below zero even when nine ranks use four tiles each, and two of it fit 8 bits."""
_UNREACHABLE: Final = 99

Batch = NDArray[np.int16]
Table = NDArray[np.int8]


class WinningForm(Protocol):
    """One way in which concealed tiles can win."""

    @property
    def code(self) -> str:
        """Stable name, such as ``regular`` or ``seven_pairs``."""
        ...

    def missing(self, hands: Batch, sets: int) -> Batch:
        """Return how many tiles each hand lacks.

        Args:
            hands: Counts of concealed tiles per kind, shape (hands, 34).
            sets: How many sets the concealed part is to form; 4 when there are no melds.

        Returns:
            Missing tiles, shape (hands,); a large number where the form is out of reach.
        """
        ...

    def decompositions(self, concealed: CountArray, sets: int) -> tuple[Decomposition, ...]:
        """Return every way to read complete concealed tiles (shape (34,)) as this form, none if they are not."""
        ...


@dataclass(frozen=True, slots=True)
class RegularForm:
    """Sets and a pair.

    >>> from engine.counts import count_kinds
    >>> from engine.notation import parse_tiles
    >>> shanten(count_kinds(parse_tiles("123m456p789s1122z")))
    0
    """

    code: str = "regular"

    def missing(self, hands: Batch, sets: int) -> Batch:
        """Return the tiles each hand lacks for ``sets`` sets and a pair."""
        hands = np.minimum(hands, COPIES)  # a fifth tile is of no use
        suits = hands[:, :_FIRST_HONOUR].reshape(-1, _RANKS)
        characters, circles, bamboos = np.moveaxis(
            _suited_tables().look_up(suits).reshape(_MOST_SETS + 1, 2, len(hands), _SUITS),
            -1,
            0,
        )
        honours = _honour_tables().look_up(hands[:, _FIRST_HONOUR:])
        one, other = _combine(characters, circles), _combine(bamboos, honours)
        used = np.maximum.reduce([one[s, p] + other[sets - s, 1 - p] for s in range(sets + 1) for p in range(2)])
        return _as_batch(_SET_SIZE * sets + _PAIR_SIZE - used)

    def decompositions(self, concealed: CountArray, sets: int) -> tuple[Decomposition, ...]:
        """Return every way to split the tiles into ``sets`` sets and a pair."""
        return split_sets(concealed, sets)


@dataclass(frozen=True, slots=True)
class SevenPairsForm:
    """Seven pairs.

    Attributes:
        repeats: Whether four of a kind count as two pairs.
    """

    repeats: bool = False
    code: str = "seven_pairs"

    def missing(self, hands: Batch, sets: int) -> Batch:
        """Return the tiles each hand lacks for seven pairs; melds put them out of reach."""
        if sets != _WHOLE_HAND_SETS:
            return np.full(len(hands), _UNREACHABLE, dtype=np.int16)
        if self.repeats:
            pairs = (hands // 2).sum(axis=1)
            singles = (hands % 2).sum(axis=1)
            # a kind of which none is held takes two tiles, one that is held singly takes one
            return _as_batch(_SEVEN - pairs + np.maximum(_SEVEN - pairs - singles, 0))
        pairs = (hands >= _PAIR_SIZE).sum(axis=1)
        kinds = (hands >= 1).sum(axis=1)
        return _as_batch(_SEVEN - pairs + np.maximum(_SEVEN - kinds, 0))

    def decompositions(self, concealed: CountArray, sets: int) -> tuple[Decomposition, ...]:
        """Return the seven pairs, if that is what the tiles are."""
        if self.missing(concealed[np.newaxis], sets)[0] != 0:
            return ()
        pairs = (Group("pair", int(kind)) for kind in np.repeat(np.arange(KINDS), concealed // _PAIR_SIZE))
        return (Decomposition(self.code, tuple(pairs)),)


@dataclass(frozen=True, slots=True)
class ThirteenOrphansForm:
    """One of each terminal and honour and one more of any of them."""

    code: str = "thirteen_orphans"

    def missing(self, hands: Batch, sets: int) -> Batch:
        """Return the tiles each hand lacks for thirteen orphans; melds put them out of reach."""
        if sets != _WHOLE_HAND_SETS:
            return np.full(len(hands), _UNREACHABLE, dtype=np.int16)
        orphans = hands[:, _ORPHANS]
        kinds = (orphans >= 1).sum(axis=1)
        pair = (orphans >= _PAIR_SIZE).any(axis=1)
        return _as_batch(len(_ORPHANS) + 1 - kinds - pair)

    def decompositions(self, concealed: CountArray, sets: int) -> tuple[Decomposition, ...]:
        """Return the one reading without groups, if the tiles are thirteen orphans."""
        complete = self.missing(concealed[np.newaxis], sets)[0] == 0
        return (Decomposition(self.code, ()),) if complete else ()


REGULAR_FORMS: Final[tuple[WinningForm, ...]] = (RegularForm(),)
"""Four sets and a pair, nothing else."""


def missing_tiles(hands: Batch, sets: int, forms: Sequence[WinningForm]) -> Batch:
    """Return for each hand the tiles that its nearest form lacks, shape (hands,)."""
    missing: Batch = np.minimum.reduce([form.missing(hands, sets) for form in forms])
    return missing


def shanten(concealed: CountArray, forms: Sequence[WinningForm] = REGULAR_FORMS) -> int:
    """Return the shanten of the 3n+1 or 3n+2 concealed tiles, shape (34,): -1 complete, 0 ready."""
    sets = int(concealed.sum()) // _SET_SIZE
    return int(missing_tiles(concealed[np.newaxis], sets, forms)[0]) - 1


def _as_batch(missing: NDArray[np.integer]) -> Batch:
    return missing.astype(np.int16)


class _SuitTables:
    """The most tiles used by s sets and p pairs of a suit, for every suit met so far.

    A memo of a pure function with one row for every suit of at most four tiles a rank, by its number in base five.
    Rows are worked out when they are first asked for; memory is only taken for rows that are.
    """

    def __init__(self, ranks: int, make_table: Callable[[Table], Table]) -> None:
        self._weights = (COPIES + 1) ** np.arange(ranks)
        self._make_table = make_table
        self._rows = np.zeros(((COPIES + 1) ** ranks, 2 * (_MOST_SETS + 1)), dtype=np.int8)
        self._known = np.zeros(len(self._rows), dtype=np.bool_)

    def look_up(self, suits: Batch) -> Table:
        """Return the table of each suit; suits have shape (suits, ranks), the answer (5, 2, suits)."""
        numbers = suits @ self._weights
        unknown = ~self._known[numbers]
        if unknown.any():
            new, first = np.unique(numbers[unknown], return_index=True)
            made = self._make_table(np.ascontiguousarray(suits[unknown][first].T, dtype=np.int8))
            self._rows[new] = made.reshape(-1, len(new)).T
            self._known[new] = True  # last, so that no other thread reads a row before it is there
        return np.ascontiguousarray(self._rows[numbers].T).reshape(_MOST_SETS + 1, 2, -1)


@cache
def _suited_tables() -> _SuitTables:
    return _SuitTables(_RANKS, _suited_table)


@cache
def _honour_tables() -> _SuitTables:
    return _SuitTables(_HONOURS, _honour_table)


def _use(held: Table) -> list[Table]:
    """Return for t = 0..4 how many of t wanted tiles are held."""
    return [np.minimum(held, wanted) for wanted in np.arange(COPIES + 1, dtype=np.int8)]


def _start(suits: int) -> Table:
    return np.full((_MOST_SETS + 1, 2, suits), _IMPOSSIBLE, dtype=np.int8)


def _honour_table(held: Table) -> Table:
    table = _start(held.shape[1])
    table[0, 0] = 0
    for kind in range(_HONOURS):
        use = _use(held[kind])
        grown = table.copy()
        np.maximum(grown[:, 1], table[:, 0] + use[_PAIR_SIZE], out=grown[:, 1])
        np.maximum(grown[1:], table[:-1] + use[_SET_SIZE], out=grown[1:])
        table = grown
    return table


def _suited_table(held: Table) -> Table:
    """Go through the ranks; the state is how many chows began one and two ranks before."""
    suits = held.shape[1]
    first = _start(suits)
    first[0, 0] = 0
    states: dict[tuple[int, int], Table] = {(0, 0): first}
    for rank in range(_RANKS):
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
                        np.maximum(into, table[: _MOST_SETS + 1 - sets, : 2 - pair] + use[wanted], out=into)
        states = grown
    return states[0, 0]


def _combine(one: Table, other: Table) -> Table:
    """Return the most tiles used by s sets and p pairs of both parts together, shape (5, 2, hands)."""
    best = _start(one.shape[2])
    for sets in range(_MOST_SETS + 1):
        for pair in range(2):
            into = best[sets:, pair:]
            np.maximum(into, one[: _MOST_SETS + 1 - sets, : 2 - pair] + other[sets, pair], out=into)
    return best
