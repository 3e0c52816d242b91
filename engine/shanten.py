"""How many tiles a hand is away from winning, for many hands at once.

A hand of 3n+1 or 3n+2 concealed tiles wins when it holds a *winning form*: n sets and a pair, seven pairs, thirteen
orphans, or what a rule set adds. The *missing* count of a form is the number of tiles that have to be drawn; shanten
is that minus one, so -1 is complete and 0 is ready. No form wants more than four of a kind among the concealed
tiles; whether a wanted tile is used up by melds or discards does not change the distance (it changes what is accepted).

The regular form is found per suit (:mod:`engine.suits`) and the four suits are then combined. Every form answers for
whole arrays of hands. The forms here also answer in *steps*: what each discard of one hand leaves missing and which
draws then bring it nearer, by a few look-ups each. :func:`find_steps` asks for steps where a form gives them and for
arrays where it does not; both ways give the same answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.counts import COPIES, KINDS, CountArray
from engine.decompose import Decomposition, Group, split_sets
from engine.steps import Step, regular_steps, repeated_pairs_steps, seven_pairs_steps, thirteen_orphans_steps
from engine.suits import MOST_SETS, RANKS, SUITS, combine, remembered_suits
from engine.tally import Tally

__all__ = [
    "REGULAR_FORMS",
    "RegularForm",
    "SevenPairsForm",
    "SteppingForm",
    "ThirteenOrphansForm",
    "WinningForm",
    "find_steps",
    "missing_tiles",
    "nearer_step",
    "shanten",
]

_FIRST_HONOUR: Final = SUITS * RANKS
_SET_SIZE: Final = 3
_PAIR_SIZE: Final = 2
_WHOLE_HAND_SETS: Final = 4
_SEVEN: Final = 7
_ORPHANS: Final = np.array([0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33])
_UNREACHABLE: Final = 99

Batch = NDArray[np.int16]


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


class SteppingForm(WinningForm, Protocol):
    """A winning form that also follows a single hand discard by discard, which is many times faster."""

    def steps(self, tally: Tally, discards: Sequence[int], sets: int, *, within: int, nearest: bool) -> list[Step]:
        """Return for each discard what the form then lacks and which draws lower that.

        Args:
            tally: The concealed tiles, at most four of a kind.
            discards: Kinds that are held, in ascending order; empty for a hand that waits: the answer is then the one
                step of the hand itself.
            sets: How many sets the concealed part is to form.
            within: An empty list will do when the form lacks more tiles than this after every discard.
            nearest: The draws matter only after discards that leave this form least missing; the others may get none.
        """
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
        remembered = remembered_suits()
        tables = remembered.suited.look_up(hands[:, :_FIRST_HONOUR].reshape(-1, RANKS))
        characters, circles, bamboos = np.moveaxis(tables.reshape(MOST_SETS + 1, 2, len(hands), SUITS), -1, 0)
        honours = remembered.honours.look_up(hands[:, _FIRST_HONOUR:])
        one, other = combine(characters, circles), combine(bamboos, honours)
        used = np.maximum.reduce([one[s, p] + other[sets - s, 1 - p] for s in range(sets + 1) for p in range(2)])
        return _as_batch(_SET_SIZE * sets + _PAIR_SIZE - used)

    def steps(self, tally: Tally, discards: Sequence[int], sets: int, *, within: int, nearest: bool) -> list[Step]:  # noqa: ARG002 - finding out costs as much
        """Return the steps towards ``sets`` sets and a pair."""
        return regular_steps(tally, discards, sets, nearest=nearest)

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

    def steps(self, tally: Tally, discards: Sequence[int], sets: int, *, within: int, nearest: bool) -> list[Step]:  # noqa: ARG002 - all draws cost next to nothing
        """Return the steps towards seven pairs; melds put them out of reach."""
        if sets != _WHOLE_HAND_SETS:
            return []
        follow = repeated_pairs_steps if self.repeats else seven_pairs_steps
        return follow(tally, discards, within)

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

    def steps(self, tally: Tally, discards: Sequence[int], sets: int, *, within: int, nearest: bool) -> list[Step]:  # noqa: ARG002 - all draws cost next to nothing
        """Return the steps towards thirteen orphans; melds put them out of reach."""
        return thirteen_orphans_steps(tally, discards, within) if sets == _WHOLE_HAND_SETS else []

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


def find_steps(
    tally: Tally,
    discards: Sequence[int],
    sets: int,
    forms: Sequence[WinningForm],
    *,
    nearest: bool = False,
) -> list[Step]:
    """Return for each discard what the nearest form then lacks and which draws lower that.

    Args:
        tally: The concealed tiles, at most four of a kind.
        discards: Kinds that are held; empty for a hand that waits: the answer is the one step of the hand itself.
        sets: How many sets the concealed part is to form.
        forms: The forms that win.
        nearest: Work out the draws only after discards that leave least missing; the others get none.

    >>> from engine.tally import kinds_in
    >>> ((missing, draws),) = find_steps(Tally.of_kinds([0, 1, 2, 4, 4, 9, 9]), (), 2, REGULAR_FORMS)
    >>> missing, kinds_in(draws)
    (1, (4, 9))
    """
    best: list[Step] = []
    within = _UNREACHABLE
    for form in forms:
        follow = getattr(form, "steps", None)
        if follow is None:
            found = _array_steps(tally, discards, sets, form)
        else:
            found = follow(tally, discards, sets, within=within, nearest=nearest)
        if found:
            if best:
                best = [
                    one if one[0] < other[0] else nearer_step(one, other)
                    for one, other in zip(best, found, strict=True)
                ]
            else:
                best = found
            within, _ = min(best) if nearest else max(best)
    return best


def nearer_step(one: Step, other: Step) -> Step:
    """Return the nearer of two steps; steps that are equally near share their draws."""
    if one[0] != other[0]:
        return min(one, other)
    return one[0], one[1] | other[1]


def _array_steps(tally: Tally, discards: Sequence[int], sets: int, form: WinningForm) -> list[Step]:
    """Return the steps towards a form that answers for arrays only: every discard with every draw at once."""
    counts = tally.counts
    waiting = np.tile(counts, (len(discards) or 1, 1))
    for row, kind in enumerate(discards):
        waiting[row, kind] -= 1
    drawn = waiting[:, np.newaxis, :] + np.eye(KINDS, dtype=np.int16)
    missing = form.missing(np.concatenate((waiting, drawn.reshape(-1, KINDS))), sets)
    before, after = missing[: len(waiting)], missing[len(waiting) :].reshape(len(waiting), KINDS)
    helps = (after < before[:, np.newaxis]) & (waiting < COPIES)
    return [
        (lacks, sum(1 << kind for kind in np.flatnonzero(row).tolist()))
        for lacks, row in zip(before.tolist(), helps, strict=True)
    ]


def _as_batch(missing: NDArray[np.integer]) -> Batch:
    return missing.astype(np.int16)
