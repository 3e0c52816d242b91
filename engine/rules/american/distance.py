"""How many tiles a rack misses to every concrete hand that is still within reach.

With ``have`` tiles of a kind in the rack, a concrete hand of ``free`` joker-free places and ``total`` places of it
takes min(have, total) of them, min(have, free) where no joker may stand; jokers fill what is then left of the open
places. Source: the rule sheet's distance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.rules.american.matrix import BoolArray, CardMatrix, IntArray
from engine.rules.american.pattern import FULL_SIZE
from engine.rules.american.rack import Exposure
from engine.rules.american.tiles import COPIES, JOKER, KINDS, NATURAL_KINDS, CountArray

__all__ = ["Reach", "Standing", "Steps", "find_possible", "measure", "reach_of"]


@dataclass(frozen=True, slots=True, eq=False)
class Reach:
    """The concrete hands that the exposed groups leave, R of them, without those groups.

    Attributes:
        matrix: The card.
        rows: Their columns in the card's matrix, shape (R,).
        free: Joker-free places by kind, shape (35, R).
        total: Places by kind that are not exposed, shape (35, R).
        open_places: Places not exposed where a joker may stand, shape (R,).
        beyond: Places of more tiles than there are of a kind, which only jokers fill, shape (R,).
        wanted: How many tiles are not exposed.
    """

    matrix: CardMatrix
    rows: IntArray
    free: CountArray
    total: CountArray
    open_places: CountArray
    beyond: CountArray
    wanted: int

    @property
    def is_empty(self) -> bool:
        """Whether no hand of the card has the exposed groups."""
        return len(self.rows) == 0

    def narrow(self, places: IntArray) -> Reach:
        """Return the reach of some of the hands, by their places in this one."""
        return Reach(
            self.matrix,
            self.rows[places],
            self.free[:, places],
            self.total[:, places],
            self.open_places[places],
            self.beyond[places],
            self.wanted,
        )


def reach_of(matrix: CardMatrix, exposures: Sequence[Exposure]) -> Reach:
    """Return the concrete hands that have exactly the exposed groups; concealed ones only while nothing is exposed."""
    if not exposures:
        rows = np.arange(matrix.size)
        return Reach(matrix, rows, matrix.free, matrix.total, matrix.open_places, matrix.beyond, FULL_SIZE)
    fits = ~matrix.concealed
    for key, count in Counter(exposure.key for exposure in exposures).items():
        groups = matrix.open_groups.get(key)
        fits &= False if groups is None else groups >= count
    rows = np.flatnonzero(fits)
    total = matrix.total[:, rows]
    for exposure in exposures:
        total[exposure.kind] -= exposure.size
    exposed = sum(exposure.size for exposure in exposures)
    return Reach(
        matrix,
        rows,
        matrix.free[:, rows],
        total,
        matrix.open_places[rows] - exposed,
        np.maximum(total - COPIES[:NATURAL_KINDS, np.newaxis], 0).sum(axis=0, dtype=np.int16),
        FULL_SIZE - exposed,
    )


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """A rack measured against its reach.

    Attributes:
        reach: The hands, R of them.
        counts: The rack by kind, shape (36,).
        naturals: How many natural tiles each hand takes, shape (R,).
        free_naturals: How many of them stand where no joker may, shape (R,).
        missing: How many tiles each hand still needs, shape (R,).
    """

    reach: Reach
    counts: CountArray
    naturals: CountArray
    free_naturals: CountArray
    missing: CountArray

    @property
    def open_left(self) -> CountArray:
        """Open places without a natural tile, jokers not counted, shape (R,)."""
        return self.reach.open_places - (self.naturals - self.free_naturals)

    @property
    def free_missing(self) -> CountArray:
        """Tiles missing where no joker may stand, shape (R,)."""
        return self.reach.matrix.free_places[self.reach.rows] - self.free_naturals

    def discard(self, kinds: Sequence[int]) -> Steps:
        """Return the standing after discarding one tile of each kind, which the rack holds."""
        have = self.counts[list(kinds)][:, np.newaxis]
        natural = np.array([kind != JOKER for kind in kinds])[:, np.newaxis]
        columns = [min(kind, NATURAL_KINDS - 1) for kind in kinds]
        lost = natural & (have <= self.reach.total[columns])
        lost_free = natural & (have <= self.reach.free[columns])
        jokers = self.counts[JOKER] - ~natural
        naturals = self.naturals - lost
        open_left = self.open_left + (lost & ~lost_free)
        return Steps(
            kinds=np.array(kinds, dtype=np.intp),
            lost=lost,
            lost_free=lost_free,
            jokers=jokers,
            open_left=open_left,
            missing=self.reach.wanted - naturals - np.minimum(jokers, open_left),
        )

    def stay(self) -> Steps:
        """Return the one step that discards nothing."""
        nothing = np.zeros((1, len(self.missing)), dtype=np.bool_)
        return Steps(
            kinds=np.array([JOKER], dtype=np.intp),
            lost=nothing,
            lost_free=nothing,
            jokers=self.counts[JOKER:].reshape(1, 1),
            open_left=self.open_left[np.newaxis],
            missing=self.missing[np.newaxis],
        )

    def helping(self, rows: BoolArray) -> BoolArray:
        """Return which kinds bring any of the marked hands nearer, shape (36,)."""
        helps = np.zeros(KINDS, dtype=np.bool_)
        places = np.flatnonzero(rows)
        have = self.counts[:NATURAL_KINDS, np.newaxis]
        unfilled = self.open_left[places] > self.counts[JOKER]
        free, total = self.reach.free[:, places], self.reach.total[:, places]
        helps[:NATURAL_KINDS] = ((have < free) | ((have < total) & unfilled)).any(axis=1)
        helps[JOKER] = unfilled.any()
        return helps


@dataclass(frozen=True, slots=True, eq=False)
class Steps:
    """A rack after each of D discards against its R hands; arrays of shape (D, R) where no other is told.

    Attributes:
        kinds: The kind that is discarded, shape (D,).
        lost: Whether the hand takes one natural tile less.
        lost_free: Whether that tile stood where no joker may.
        jokers: Jokers left in the rack, shape (D, 1).
        open_left: Open places without a natural tile.
        missing: How many tiles the hand still needs.
    """

    kinds: IntArray
    lost: BoolArray
    lost_free: BoolArray
    jokers: CountArray
    open_left: CountArray
    missing: CountArray


def measure(reach: Reach, counts: CountArray) -> Standing:
    """Return how far a rack (shape (36,), without exposed groups) is from every hand within reach."""
    have = counts[:NATURAL_KINDS, np.newaxis]
    naturals = np.minimum(have, reach.total).sum(axis=0, dtype=np.int16)
    free_naturals = np.minimum(have, reach.free).sum(axis=0, dtype=np.int16)
    open_left = reach.open_places - (naturals - free_naturals)
    missing = reach.wanted - naturals - np.minimum(counts[JOKER], open_left)
    return Standing(reach, counts, naturals, free_naturals, missing)


def find_possible(standing: Standing, live: CountArray) -> BoolArray:
    """Return which hands can still be made of the tiles that nobody has shown, shape (R,).

    Joker-free places need real tiles; an open place takes a real tile or a joker, those in the rack included.

    Args:
        standing: The rack.
        live: Tiles not yet seen by kind, shape (36,).
    """
    reach = standing.reach
    unseen = COPIES[:NATURAL_KINDS] - standing.counts[:NATURAL_KINDS]
    seen = np.flatnonzero(live[:NATURAL_KINDS] < unseen)
    have, left = standing.counts[seen, np.newaxis], live[seen, np.newaxis]
    total = reach.total[seen]
    free_needs = np.maximum(reach.free[seen] - have, 0)
    open_needs = np.maximum(total - np.maximum(have, reach.free[seen]), 0)
    without_tile = np.maximum(open_needs - np.maximum(left - free_needs, 0), 0).sum(axis=0)
    # Of a kind that nobody else has shown, only what the whole set has not is without a tile.
    beyond = reach.beyond - np.maximum(total - COPIES[seen, np.newaxis], 0).sum(axis=0)
    enough_jokers = without_tile + beyond <= standing.counts[JOKER] + live[JOKER]
    possible: BoolArray = (free_needs <= left).all(axis=0) & enough_jokers
    return possible
