"""The two knitted winning forms, and all five forms that win.

A knitted row is 1-4-7 of one suit, 2-5-8 of another and 3-6-9 of the third: nine tiles in one of six arrangements.
Source: the official rules of 1998, fan 20, 34 (honours and knitted tiles) and 35 (knitted straight).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.counts import KINDS, CountArray
from engine.decompose import Decomposition
from engine.shanten import RegularForm, SevenPairsForm, ThirteenOrphansForm, WinningForm, nearer_step
from engine.steps import Step, regular_steps
from engine.tally import Tally, kinds_in

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
_ROW_BITS: Final = tuple(sum(1 << int(kind) for kind in np.flatnonzero(row)) for row in _ROWS)
_HONOUR_BITS: Final = sum(1 << kind for kind in range(_FIRST_HONOUR, KINDS))
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

    def steps(self, tally: Tally, discards: Sequence[int], sets: int, *, within: int, nearest: bool) -> list[Step]:  # noqa: ARG002 - all draws cost next to nothing
        """Return the steps towards the form; melds put it out of reach."""
        if sets != _WHOLE_HAND_SETS or _WHOLE_HAND - max(map(int.bit_count, _useful(tally.held[0]))) > within:
            return []
        once = tally.held[0] & ~tally.held[1]
        steps = []
        for bit in [1 << kind for kind in discards] or [0]:
            useful = _useful(tally.held[0] & ~(bit & once))
            most = max(map(int.bit_count, useful))
            draws = 0
            for row, held in zip(_ROW_BITS, useful, strict=True):
                if held.bit_count() == most:
                    draws |= (row | _HONOUR_BITS) & ~held
            steps.append((_WHOLE_HAND - most, draws))
        return steps

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

    def steps(self, tally: Tally, discards: Sequence[int], sets: int, *, within: int, nearest: bool) -> list[Step]:
        """Return the steps towards the form, arrangement by arrangement; two melds put it out of reach."""
        if sets < _ROW_SETS:
            return []
        best: list[Step] = []
        for row in _ROW_BITS:
            taken = tally.held[0] & row
            if _ROW_SIZE - taken.bit_count() <= within:
                found = _steps_beside(tally, discards, sets - _ROW_SETS, row, nearest=nearest)
                best = [nearer_step(one, other) for one, other in zip(best, found, strict=True)] if best else found
        return best

    def decompositions(self, concealed: CountArray, sets: int) -> tuple[Decomposition, ...]:
        """Return the one reading without groups, if the tiles are of this form."""
        complete = self.missing(concealed[np.newaxis], sets)[0] == 0
        return (Decomposition(self.code, ()),) if complete else ()


def _useful(held: int) -> list[int]:
    """Return for each arrangement the kinds held that belong to it or to the honours, as bits."""
    return [held & (row | _HONOUR_BITS) for row in _ROW_BITS]


def _steps_beside(tally: Tally, discards: Sequence[int], sets: int, row: int, *, nearest: bool) -> list[Step]:
    """Return the steps towards one arrangement and, of what it leaves, so many sets and a pair."""
    taken = tally.held[0] & row
    rest = tally
    for kind in kinds_in(taken):
        rest = rest.remove(kind)
    lacks = _ROW_SIZE - taken.bit_count()
    (besides,) = regular_steps(rest, (), sets, nearest=False)
    spare = [kind for kind in discards if rest.held[0] >> kind & 1]
    after = dict(zip(spare, regular_steps(rest, spare, sets, nearest=nearest), strict=True)) if spare else {}
    if not discards:
        return [(lacks + besides[0], besides[1] | row & ~taken)]
    steps = []
    for kind in discards:
        if kind in after:
            missing, draws = after[kind]
            steps.append((lacks + missing, draws | row & ~taken))
        else:  # the discard leaves a gap in the row
            steps.append((lacks + 1 + besides[0], besides[1] | row & ~taken | 1 << kind))
    return steps


FORMS: Final[tuple[WinningForm, ...]] = (
    RegularForm(),
    SevenPairsForm(repeats=True),
    ThirteenOrphansForm(),
    HonoursAndKnittedTilesForm(),
    KnittedStraightForm(),
)
"""Every form that wins; four of a kind may be two of seven pairs."""
