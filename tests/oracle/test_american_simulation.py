"""The chances behind American advice against hands that are played out.

One player follows the advice on discards and calls. In each round the three others discard a tile drawn by lot from
those that nobody has shown, never a joker, and one of them wins with the model's chance; then the player draws.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from engine.rules.american.calls import weigh_call
from engine.rules.american.chances import OTHERS_WIN, Outlook
from engine.rules.american.discarding import rank_kinds
from engine.rules.american.loading import practice_card
from engine.rules.american.matrix import CardMatrix, card_matrix
from engine.rules.american.rack import Rack
from engine.rules.american.situation import Situation, observe
from engine.rules.american.tiles import COPIES, JOKER, KINDS

OTHERS = 3
GAMES = 16
RACKS = 20


def rounds_of(draws: int) -> float:
    return (1 - (1 - OTHERS_WIN) ** draws) / OTHERS_WIN


@dataclass
class Table:
    """A player's rack and the tiles that nobody has shown, in the order in which they come."""

    matrix: CardMatrix
    rack: Rack
    draws: int
    rng: random.Random
    unseen: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.unseen = [kind for kind in range(KINDS) for _ in range(int(COPIES[kind] - self.rack.counts[kind]))]
        self.rng.shuffle(self.unseen)

    def situation(self) -> Situation:
        live = np.bincount(self.unseen, minlength=KINDS).astype(np.int16)
        return observe(self.matrix, self.rack, Outlook(live, rounds_of(self.draws)))

    def play(self) -> bool:
        """Return whether the player wins, who holds 14 tiles."""
        while True:
            found = self.situation()
            if found.missing == 0:
                return True
            ranked = rank_kinds(found)
            self.rack = self.rack.changed(ranked.kinds[ranked.order[0]], -1)
            outcome = self.others_discard()
            if outcome is None and self.rng.random() >= OTHERS_WIN and self.draws > 0:
                self.draws -= 1
                self.rack = self.rack.changed(self.unseen.pop(), 1)
            elif outcome is not False:
                return outcome is True

    def others_discard(self) -> bool | None:
        """Return True when a discard wins, False when one is called, None when none is."""
        waiting = self.situation()
        if waiting.is_dead:
            return None
        missing = waiting.near.missing
        completing = waiting.standing.helping(waiting.standing.missing == 1)
        nearer = waiting.near.helping(missing <= missing.min() + 1)
        for _ in range(OTHERS):
            place = next(place for place, kind in enumerate(self.unseen) if kind != JOKER)
            kind = self.unseen.pop(place)
            if completing[kind]:
                return True
            call = weigh_call(waiting, kind) if nearer[kind] else None
            if call is not None and call.worth:
                group = call.group
                left = self.rack.changed(kind, group.jokers + 1 - group.size).changed(JOKER, -group.jokers)
                self.rack = replace(left, exposures=(*self.rack.exposures, group))
                return False
        return None


def deal(matrix: CardMatrix, rng: random.Random) -> Rack:
    """Return 14 tiles of which 8 to 13 belong to a hand of the card."""
    hand = matrix.hands[rng.randrange(matrix.size)]
    wall = [kind for kind in range(KINDS) for _ in range(int(COPIES[kind]))]
    counts = np.zeros(KINDS, dtype=np.int16)
    wanted = [group.kind for group in hand.groups for _ in range(group.size)]
    for kind in rng.sample(wanted, rng.randint(8, 13)):
        held = kind if kind in wall else JOKER
        wall.remove(held)
        counts[held] += 1
    for kind in rng.sample(wall, 14 - int(counts.sum())):
        counts[kind] += 1
    return Rack(counts)


@pytest.mark.slow
def test_hands_played_out_are_won_about_as_often_as_estimated() -> None:
    matrix = card_matrix(practice_card())
    rng = random.Random(7)
    estimates, shares = [], []
    while len(shares) < RACKS:
        rack, draws = deal(matrix, rng), rng.choice([6, 9, 12])
        found = Table(matrix, rack, draws, rng).situation()
        if found.missing == 0:
            continue
        estimates.append(float(rank_kinds(found).assessment.win.max()))
        shares.append(sum(Table(matrix, rack, draws, rng).play() for _ in range(GAMES)) / GAMES)
    pairs = [(round(estimate, 2), round(share, 2)) for estimate, share in zip(estimates, shares, strict=True)]
    assert abs(np.mean(estimates) - np.mean(shares)) < 0.07, pairs
    assert np.mean(np.abs(np.subtract(estimates, shares))) < 0.12, pairs
    assert np.corrcoef(estimates, shares)[0, 1] > 0.8, pairs
