"""The knitted forms of Chinese Official mahjong against trying every winning hand, and against the scoring package.

A form's missing count is right when it equals the tiles that the nearest winning hand has and the hand has not; all
winning hands are written out here, from the rules and not from the form's code. The package counts shanten on its own.
The seed is fixed; ``TILESIGHT_DIFFERENTIAL_SEED`` sets another one.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from itertools import combinations, permutations

import MahjongGB
import numpy as np
import pytest

from engine.counts import COPIES, KINDS
from engine.rules.mcr.forms import HonoursAndKnittedTilesForm, KnittedStraightForm
from engine.tile import KIND_CODES

SEED = int(os.environ.get("TILESIGHT_DIFFERENTIAL_SEED", "20261130"))
HONOURS = range(27, KINDS)
SETS = [(kind,) * 3 for kind in range(KINDS)] + [(kind, kind + 1, kind + 2) for kind in range(27) if kind % 9 <= 6]
ROWS = [
    [9 * suit + rank for start, suit in enumerate(suits) for rank in (start, start + 3, start + 6)]
    for suits in permutations(range(3))
]
PACKAGE_CODES = [f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)] + [
    "F1",
    "F2",
    "F3",
    "F4",
    "J3",
    "J2",
    "J1",
]


def counts(kinds: list[int]) -> np.ndarray:
    return np.bincount(kinds, minlength=KINDS)


def winning_hands(form: str, sets: int) -> np.ndarray:
    """Return every winning hand of a form as counts, without the meld that ``sets`` of 3 leaves out."""
    if form == "honours_and_knitted_tiles":
        found = [counts(list(tiles)) for row in ROWS for tiles in combinations([*row, *HONOURS], 14)]
    else:
        groups = [[*group] for group in SETS] if sets == 4 else [[]]
        found = [counts([*row, *group, pair, pair]) for row in ROWS for group in groups for pair in range(KINDS)]
    hands = np.array(found)
    return hands[(hands <= COPIES).all(axis=1)]


def deal(source: random.Random, size: int, every: np.ndarray) -> np.ndarray:
    """Deal a hand that shares some tiles with a winning one, none or all of them."""
    winning = np.repeat(np.arange(KINDS), source.choice(every)).tolist()
    kept = source.sample(winning, source.choice([0, size // 2, size - 3, size - 2, size - 1]))
    wall = [kind for kind in range(KINDS) for _ in range(COPIES - kept.count(kind))]
    return counts([*kept, *source.sample(wall, size - len(kept))])


@pytest.mark.parametrize(
    ("form", "sets", "size", "hands"),
    [
        (HonoursAndKnittedTilesForm(), 4, 13, 150),
        (HonoursAndKnittedTilesForm(), 4, 14, 150),
        (KnittedStraightForm(), 4, 13, 50),
        (KnittedStraightForm(), 4, 14, 50),
        (KnittedStraightForm(), 3, 10, 150),
        (KnittedStraightForm(), 3, 11, 150),
    ],
)
def test_missing_tiles_are_those_of_the_nearest_winning_hand(
    form: HonoursAndKnittedTilesForm | KnittedStraightForm, sets: int, size: int, hands: int
) -> None:
    source = random.Random(f"{SEED} {form.code} {size}")
    every = winning_hands(form.code, sets)
    dealt = np.array([deal(source, size, every) for _ in range(hands)])
    nearest = [int((np.maximum(every - hand, 0)).sum(axis=1).min()) for hand in dealt]
    found = form.missing(dealt.astype(np.int16), sets)
    assert found.tolist() == nearest, f"seed {SEED}"
    assert {2, 3, 5} <= set(nearest), "the dealt hands are all alike"


@pytest.mark.parametrize(
    ("form", "size", "package"),
    [
        (KnittedStraightForm(), 13, MahjongGB.KnittedStraightShanten),
        (KnittedStraightForm(), 10, MahjongGB.KnittedStraightShanten),
        (HonoursAndKnittedTilesForm(), 13, MahjongGB.HonorsAndKnittedTilesShanten),
    ],
)
def test_shanten_is_the_packages(
    form: HonoursAndKnittedTilesForm | KnittedStraightForm, size: int, package: Callable[..., tuple[int, object]]
) -> None:
    source = random.Random(f"{SEED} package {form.code} {size}")
    every = winning_hands(form.code, size // 3)
    dealt = np.array([deal(source, size, every) for _ in range(500)])
    shanten = form.missing(dealt.astype(np.int16), size // 3) - 1
    for hand, expected in zip(dealt, shanten, strict=True):
        held = np.repeat(np.arange(KINDS), hand)
        found, _ = package(tuple(PACKAGE_CODES[kind] for kind in held))
        assert found == expected, f"seed {SEED}: {' '.join(KIND_CODES[kind] for kind in held)}"
