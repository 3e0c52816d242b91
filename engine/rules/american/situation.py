"""A player's rack at the table, measured against the card: what every advice starts from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from engine.rules.american.chances import Chances, FloatArray, Outlook, estimate
from engine.rules.american.distance import Standing, Steps, find_possible, measure, reach_of
from engine.rules.american.matrix import BoolArray, CardMatrix, IntArray
from engine.rules.american.rack import Rack

__all__ = ["NEAR", "Assessment", "Situation", "held_kinds", "observe"]

NEAR: Final = 40
"""How many of the nearest concrete hands are weighed for an advice."""

_PAID_DRAWN: Final = 6
_PAID_CLAIMED: Final = 4
"""Payments of all three players, in values of the hand."""

_AVERAGE_PAYMENT: Final = (_PAID_DRAWN + 3 * _PAID_CLAIMED) / 4
"""The last tile comes from the own draw as often as from each other player's discard."""


@dataclass(frozen=True, slots=True, eq=False)
class Assessment:
    """What the near hands are worth after each of D steps.

    Attributes:
        steps: The steps, against the K near hands.
        chances: Their chances.
        win: Chance to win on any of them, shape (D,).
        value: Points the player can expect to be paid, shape (D,).
    """

    steps: Steps
    chances: Chances
    win: FloatArray
    value: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Situation:
    """A rack at the table.

    Attributes:
        rack: The rack.
        outlook: What is still to come.
        standing: The rack against all R hands within reach.
        possible: Which of them can still be made of the tiles not yet seen, shape (R,).
        near: The rack against the K nearest possible ones.
        bonus: What a hand without jokers is paid more, in values of the hand.
    """

    rack: Rack
    outlook: Outlook
    standing: Standing
    possible: BoolArray
    near: Standing
    bonus: float

    @property
    def matrix(self) -> CardMatrix:
        """The card."""
        return self.standing.reach.matrix

    @property
    def is_dead(self) -> bool:
        """Whether no hand of the card can be made any more."""
        return not self.possible.any()

    @property
    def missing(self) -> int:
        """Tiles missing to the nearest hand within reach, may it be possible or not; 14 when there is none."""
        return int(self.standing.missing.min(initial=14))

    def assess(self, steps: Steps) -> Assessment:
        """Return what steps of the near hands are worth."""
        rows = self.near.reach.rows
        if not len(rows):
            nothing = np.zeros((len(steps.kinds), 0))
            return Assessment(steps, Chances(nothing, nothing), np.zeros(len(nothing)), np.zeros(len(nothing)))
        exposed_joker = any(exposure.jokers for exposure in self.rack.exposures)
        chances = estimate(self.near, steps, self.outlook, exposed_joker=exposed_joker)
        points = self.matrix.values[rows].astype(np.float64) * _AVERAGE_PAYMENT
        bonus = points * self.matrix.doubles[rows] * self.bonus
        return Assessment(steps, chances, *chances.combine(points, bonus))

    def stay(self) -> Assessment:
        """Return what the rack is worth as it is."""
        return self.assess(self.near.stay())

    def discard(self, kinds: Sequence[int]) -> Assessment:
        """Return what the rack is worth after discarding one tile of each kind."""
        return self.assess(self.near.discard(kinds))

    @property
    def is_complete(self) -> bool:
        """Whether the rack is mahjong as it is."""
        return self.rack.is_full and self.missing == 0

    def best_value(self) -> float:
        """Return what the rack is worth: a complete one drawn, another full one after its best discard."""
        if self.is_complete:
            return self._drawn_value()
        found = self.discard(held_kinds(self.rack)) if self.rack.is_full else self.stay()
        return float(found.value.max())

    def _drawn_value(self) -> float:
        """Return what all three players pay for a complete rack when its last tile was drawn."""
        rows = self.standing.reach.rows[self.standing.missing == 0]
        points = self.matrix.values[rows].astype(np.float64) * _PAID_DRAWN
        if not self.rack.holds_joker:
            points += points * self.matrix.doubles[rows] * self.bonus
        return float(points.max())

    def with_rack(self, rack: Rack, near: int = NEAR) -> Situation:
        """Return the situation with another rack of the same player at the same table."""
        return observe(self.matrix, rack, self.outlook, bonus=self.bonus, near=near)


def held_kinds(rack: Rack) -> list[int]:
    """Return the kinds in the rack in ascending order, jokers last."""
    kinds: list[int] = np.flatnonzero(rack.counts).tolist()
    return kinds


def observe(matrix: CardMatrix, rack: Rack, outlook: Outlook, *, bonus: float = 1.0, near: int = NEAR) -> Situation:
    """Return the situation of a rack.

    Args:
        matrix: The card.
        rack: The rack.
        outlook: What is still to come.
        bonus: What a hand without jokers is paid more, in values of the hand.
        near: How many of the nearest hands are weighed.
    """
    reach = reach_of(matrix, rack.exposures)
    standing = measure(reach, rack.counts)
    possible = find_possible(standing, outlook.live)
    nearest = reach.narrow(_nearest(standing, possible, near))
    return Situation(rack, outlook, standing, possible, measure(nearest, rack.counts), bonus)


def _nearest(standing: Standing, possible: BoolArray, near: int) -> IntArray:
    """Return the places of the nearest possible hands; what no joker can stand for counts one and a half."""
    places = np.flatnonzero(possible)
    if len(places) <= near:
        return places
    distance = (2 * standing.missing + standing.free_missing)[places]
    chosen: IntArray = places[np.sort(np.argpartition(distance, near)[:near])]
    return chosen
