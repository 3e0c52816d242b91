"""Shanten and acceptance of thousands of random hands against two independent programs and against trying everything.

``jansou`` and ``riichienv`` share no code with us or with each other. All three count the same way: a hand may want no
more than four of a kind among its concealed tiles, and tiles in melds or discards do not change the distance. So no
difference is allowed. The seed is fixed and stands in every failure; ``TILESIGHT_DIFFERENTIAL_SEED`` sets another one.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations_with_replacement, product

import numpy as np
import pytest
import riichienv
from jansou.analysis.efficiency import acceptance_counts
from jansou.analysis.shanten import discard_shantens, shanten_counts

from engine.acceptance import Acceptance, survey
from engine.context import Context
from engine.counts import COPIES, KINDS
from engine.hand import Hand
from engine.meld import Meld
from engine.notation import format_hand, format_tiles
from engine.shanten import RegularForm, SevenPairsForm, ThirteenOrphansForm, missing_tiles
from engine.tile import Tile

SEED = int(os.environ.get("TILESIGHT_DIFFERENTIAL_SEED", "20261130"))
HANDS = 20_000
SAMPLE = 400
BLOCK = 2_000

FORMS = (RegularForm(), SevenPairsForm(), ThirteenOrphansForm())
ORPHANS = [0, 8, 9, 17, 18, 26, *range(27, KINDS)]
SETS = [(kind,) * 3 for kind in range(KINDS)] + [(kind, kind + 1, kind + 2) for kind in range(27) if kind % 9 <= 6]


@dataclass(frozen=True)
class Deal:
    """A hand and what else lies face up, all from one set of tiles."""

    concealed: tuple[int, ...]
    melds: tuple[tuple[int, ...], ...]
    visible: tuple[int, ...]

    @property
    def hand(self) -> Hand:
        melds = [Meld(tiles_of(meld), concealed=len(meld) == 4 and meld[0] % 2 == 0) for meld in self.melds]
        return Hand(concealed=tiles_of(self.concealed), melds=tuple(melds))

    @property
    def context(self) -> Context:
        return Context(visible=tiles_of(self.visible))

    def __str__(self) -> str:
        return f"seed {SEED}: {format_hand(self.hand)}, visible {format_tiles(self.context.visible) or 'nothing'}"


def tiles_of(kinds: tuple[int, ...]) -> tuple[Tile, ...]:
    return tuple(map(Tile.of_kind, kinds))


class Wall:
    """What is left of a set of tiles."""

    def __init__(self, source: random.Random) -> None:
        self.source = source
        self.left = [COPIES] * KINDS

    def take(self, kinds: tuple[int, ...]) -> bool:
        """Take these tiles if they are all there."""
        if any(self.left[kind] < kinds.count(kind) for kind in kinds):
            return False
        for kind in kinds:
            self.left[kind] -= 1
        return True

    def draw(self, number: int, kinds: list[int] | None = None) -> list[int]:
        """Take some tiles at random, of some kinds only if there are enough of them."""
        pool = [kind for kind in kinds or range(KINDS) for _ in range(self.left[kind])]
        if len(pool) < number:
            pool = [kind for kind in range(KINDS) for _ in range(self.left[kind])]
        drawn = self.source.sample(pool, number)
        assert self.take(tuple(drawn))
        return drawn

    def draw_set(self, sets: list[tuple[int, ...]]) -> tuple[int, ...]:
        """Take one of the sets that are still there."""
        while not self.take(chosen := self.source.choice(sets)):
            pass
        return chosen


def any_tiles(wall: Wall, size: int) -> list[int]:
    return wall.draw(size)


def few_suits(wall: Wall, size: int) -> list[int]:
    suits = wall.source.sample([range(9), range(9, 18), range(18, 27), range(27, KINDS)], wall.source.choice((1, 1, 2)))
    return wall.draw(size, [kind for suit in suits for kind in suit])


def nearly_complete(wall: Wall, size: int) -> list[int]:
    made = [kind for _ in range(size // 3) for kind in wall.draw_set(SETS)]
    made += wall.draw_set([(kind, kind) for kind in range(KINDS)])
    wall.source.shuffle(made)
    del made[max(size - wall.source.choice((0, 1, 1, 2, 3)), 0) :]
    return made + wall.draw(size - len(made))


def nearly_pairs(wall: Wall, size: int) -> list[int]:
    made = [kind for _ in range(wall.source.randint(3, 6)) for kind in wall.draw_set([(k, k) for k in range(KINDS)])]
    del made[size:]
    return made + wall.draw(size - len(made))


def nearly_orphans(wall: Wall, size: int) -> list[int]:
    wanted = min(size, wall.source.randint(7, 14))
    return wall.draw(wanted, ORPHANS) + wall.draw(size - wanted)


RECIPES: tuple[Callable[[Wall, int], list[int]], ...] = (
    any_tiles,
    few_suits,
    nearly_complete,
    nearly_complete,
    nearly_pairs,
    nearly_orphans,
)


def deal(source: random.Random) -> Deal:
    """Return a hand of 3n+1 or 3n+2 tiles, often with melds, often with tiles seen elsewhere."""
    wall = Wall(source)
    meld_count = source.choice((0, 0, 0, 1, 1, 2, 3, 4))
    melds = [wall.draw_set([*SETS, *((kind,) * 4 for kind in range(KINDS))]) for _ in range(meld_count)]
    size = 3 * (4 - meld_count) + source.choice((1, 2))
    concealed = source.choice(RECIPES)(wall, size)
    visible = wall.draw(source.choice((0, 0, source.randint(1, 70))))
    return Deal(tuple(sorted(concealed)), tuple(melds), tuple(sorted(visible)))


def counts_of(kinds: tuple[int, ...]) -> list[int]:
    return np.bincount(np.array(kinds, dtype=int), minlength=KINDS).tolist()


def ours(found: Acceptance) -> tuple[int, dict[int, int]]:
    return found.shanten, {accepted.tile.index: accepted.live for accepted in found.accepts if accepted.live}


def theirs(concealed: list[int], outside: list[int], melds: int) -> tuple[int, dict[int, int]]:
    accepts = acceptance_counts(concealed, melds, visible=outside)
    return shanten_counts(concealed, melds), {int(kind): live for kind, live in accepts.items()}


def riichienv_melds(dealt: Deal) -> list[riichienv.Meld]:
    types = {"chow": riichienv.MeldType.Chi, "pung": riichienv.MeldType.Pon, "kong": riichienv.MeldType.Daiminkan}
    return [
        riichienv.Meld(types[meld.shape], [kind * COPIES + copy for copy, kind in enumerate(meld.kinds)], opened=True)
        for meld in dealt.hand.melds
    ]


def used_up(dealt: Deal) -> set[int]:
    """Return the kinds of which the hand itself holds all four: no tile is left to win on.

    The one difference: riichienv names them as waits when a meld holds some of the four, we and jansou do not.
    """
    counts = counts_of((*dealt.concealed, *(kind for meld in dealt.melds for kind in meld)))
    return {kind for kind, count in enumerate(counts) if count == COPIES}


def compare(dealt: Deal) -> None:
    concealed, melds = counts_of(dealt.concealed), len(dealt.melds)
    outside = counts_of((*dealt.visible, *(kind for meld in dealt.melds for kind in meld)))
    found = survey(dealt.hand, dealt.context, FORMS)
    ids = [kind * COPIES + copy for kind in range(KINDS) for copy in range(concealed[kind])]
    assert found.shanten == shanten_counts(concealed, melds) == riichienv.calculate_shanten(ids), str(dealt)
    if found.waiting is not None:
        assert ours(found.waiting) == theirs(concealed, outside, melds), str(dealt)
        if found.shanten == 0:
            waits = set(riichienv.HandEvaluator(ids, riichienv_melds(dealt)).get_waits()) - used_up(dealt)
            assert [accepted.tile.index for accepted in found.waiting.accepts] == sorted(waits), str(dealt)
        return
    assert {kind: after.shanten for kind, after in found.discards.items()} == {
        int(kind): after for kind, after in discard_shantens(concealed, melds, set(dealt.concealed)).items()
    }, str(dealt)
    for kind, after in found.discards.items():
        concealed[kind] -= 1
        outside[kind] += 1  # the discard lies face up, it cannot be drawn
        assert ours(after) == theirs(concealed, outside, melds), f"{dealt}, after {Tile.of_kind(kind)}"
        outside[kind] -= 1
        concealed[kind] += 1


def test_a_sample_agrees_with_two_other_programs() -> None:
    source = random.Random(SEED)
    for _ in range(SAMPLE):
        compare(deal(source))


@pytest.mark.slow
@pytest.mark.parametrize("block", range(HANDS // BLOCK))
def test_every_hand_agrees_with_two_other_programs(block: int) -> None:
    source = random.Random(f"{SEED} {block}")
    for _ in range(BLOCK):
        compare(deal(source))


def test_the_deals_are_of_every_sort() -> None:
    source = random.Random(SEED)
    dealt = [deal(source) for _ in range(2_000)]
    found = [survey(hand.hand, hand.context, FORMS) for hand in dealt]
    assert {survey.shanten for survey in found} >= {-1, 0, 1, 2, 3, 4}
    assert {len(hand.melds) for hand in dealt} == {0, 1, 2, 3, 4}
    assert any(len(hand.visible) > 60 for hand in dealt)
    assert all(max(counts_of((*hand.concealed, *hand.visible))) <= COPIES for hand in dealt)


def complete_hands(sets: int, kinds: range) -> np.ndarray:
    """Return every complete hand of some kinds, as counts of these kinds."""
    usable = [chosen for chosen in SETS if set(chosen) <= set(kinds)]
    targets = np.array(
        [
            np.bincount([*(kind - kinds[0] for made in chosen for kind in made), pair, pair], minlength=len(kinds))
            for chosen, pair in product(combinations_with_replacement(usable, sets), range(len(kinds)))
        ],
        dtype=np.int8,
    )
    return targets[targets.max(axis=1) <= COPIES]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sets", "kinds", "hands"),
    [(1, range(KINDS), 400), (2, range(KINDS), 150), (4, range(9), 300), (3, range(27, KINDS), 200)],
)
def test_the_distance_is_that_to_the_nearest_complete_hand(sets: int, kinds: range, hands: int) -> None:
    """Every complete hand of the kinds is built; a hand of these kinds is as far away as the nearest of them.

    Where only some kinds are tried, other kinds are no nearer: nothing of them is held, and the kinds tried have
    room for every set (the smallest case, three sets and a pair of honours, wants four of the seven).
    """
    complete = complete_hands(sets, kinds)
    source = random.Random(f"{SEED} {sets} {kinds}")
    for _ in range(hands):
        drawn = Wall(source).draw(3 * sets + source.choice((1, 2)), list(kinds))
        counts = np.array(counts_of(tuple(drawn)), dtype=np.int16)
        nearest = np.maximum(complete - counts[kinds.start : kinds.stop], 0).sum(axis=1).min()
        assert missing_tiles(counts[np.newaxis], sets, FORMS[:1])[0] == nearest, f"seed {SEED}: {sorted(drawn)}"
