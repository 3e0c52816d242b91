"""The two knitted winning forms, and all five forms that win.

A knitted row is 1-4-7 of one suit, 2-5-8 of another and 3-6-9 of the third: nine tiles in one of six arrangements.
Source: the official rules of 1998, fan 20, 34 (honours and knitted tiles) and 35 (knitted straight).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.counts import KINDS, CountArray
from engine.decompose import Decomposition
from engine.shanten import RegularForm, SevenPairsForm, ThirteenOrphansForm, WinningForm

__all__ = ["FORMS", "HonoursAndKnittedTilesForm", "KnittedStraightForm"]

_RANKS: Final = 9
_FIRST_HONOUR: Final = 27
_ROW_SIZE: Final = 9
_ROW_SETS: Final = 3
"""Sets whose place a knitted row takes."""
_WHOLE_HAND_SETS: Final = 4
_WHOLE_HAND: Final = 14
_UNREACHABLE: Final = 99

Batch = NDArray[np.int16]


def _knitted_rows() -> Batch:
    """Return the six arrangements, shape (6, 34): 1 for the kinds of the row."""
    rows = np.zeros((6, KINDS), dtype=np.int16)
    for row, suits in zip(rows, permutations(range(3)), strict=True):
        for start, suit in enumerate(suits):
            row[suit * _RANKS + np.arange(start, _RANKS, 3)] = 1
    return rows


_ROWS: Final = _knitted_rows()
_HONOURS: Final = np.where(np.arange(KINDS) >= _FIRST_HONOUR, 1, 0).astype(np.int16)


@dataclass(frozen=True, slots=True)
class HonoursAndKnittedTilesForm:
    """Fourteen different tiles out of the seven honours and one knitted row.

    >>> from engine.counts import count_kinds
    >>> from engine.notation import parse_tiles
    >>> hand = count_kinds(parse_tiles("147m258p36s123456z"))
    >>> HonoursAndKnittedTilesForm().missing(hand[np.newaxis], 4).tolist()
    [0]
    """

    code: str = "honours_and_knitted_tiles"

    def missing(self, hands: Batch, sets: int) -> Batch:
        """Return the tiles each hand lacks; melds put the form out of reach."""
        if sets != _WHOLE_HAND_SETS:
            return np.full(len(hands), _UNREACHABLE, dtype=np.int16)
        useful = np.minimum(hands, 1) @ (_ROWS + _HONOURS).T
        missing: Batch = (_WHOLE_HAND - useful.max(axis=1)).astype(np.int16)
        return missing

    def decompositions(self, concealed: CountArray, sets: int) -> tuple[Decomposition, ...]:
        """Return the one reading without groups, if the tiles are of this form."""
        complete = self.missing(concealed[np.newaxis], sets)[0] == 0
        return (Decomposition(self.code, ()),) if complete else ()


@dataclass(frozen=True, slots=True)
class KnittedStraightForm:
    """A knitted row, one set and a pair; the set may be a meld.

    The row takes one tile of each of its kinds at most, so what is best for it is best for the whole: whatever the row
    leaves goes to the set and the pair, and no kind is wanted more than four times.

    >>> from engine.counts import count_kinds
    >>> from engine.notation import parse_tiles
    >>> hand = count_kinds(parse_tiles("147m258p369s12399m"))
    >>> KnittedStraightForm().missing(hand[np.newaxis], 4).tolist()
    [0]
    """

    code: str = "knitted_straight"

    def missing(self, hands: Batch, sets: int) -> Batch:
        """Return the tiles each hand lacks; two melds put the form out of reach."""
        if sets < _ROW_SETS:
            return np.full(len(hands), _UNREACHABLE, dtype=np.int16)
        taken = np.minimum(hands, 1) * _ROWS[:, np.newaxis]
        rest = (hands - taken).reshape(-1, KINDS)
        besides = RegularForm().missing(rest, sets - _ROW_SETS).reshape(len(_ROWS), len(hands))
        missing: Batch = (_ROW_SIZE - taken.sum(axis=2) + besides).min(axis=0).astype(np.int16)
        return missing

    def decompositions(self, concealed: CountArray, sets: int) -> tuple[Decomposition, ...]:
        """Return the one reading without groups, if the tiles are of this form."""
        complete = self.missing(concealed[np.newaxis], sets)[0] == 0
        return (Decomposition(self.code, ()),) if complete else ()


FORMS: Final[tuple[WinningForm, ...]] = (
    RegularForm(),
    SevenPairsForm(repeats=True),
    ThirteenOrphansForm(),
    HonoursAndKnittedTilesForm(),
    KnittedStraightForm(),
)
"""Every form that wins; four of a kind may be two of seven pairs."""
