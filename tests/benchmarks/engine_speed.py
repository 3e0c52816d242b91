"""How fast the engine is beside its peers, in one run, so that a busy machine slows all alike.

Prints medians over random hands, in microseconds of this thread's processor time (the peers use one thread too). What
is compared takes turns hand by hand, after a first round over all hands that fills what is remembered:

- all discards of a riichi hand with their acceptance, beside `jansou`;
- the score of a won hand beside the bare call of `mahjong`. Ours is the whole judgement: a hand of our tiles in, yaku,
  minipoints, limit, payments and explanation out, or why there is no yaku. The bare call gets its tiles as ready ids
  and keeps its own answer, once with its configuration made in the call, as its documentation shows it, and once with
  one configuration for all hands. About two in five of the hands have no yaku, as won hands without riichi have.

Then the imports, in seconds of processor time of fresh processes, beside the bare import of numpy.

    PYTHONPATH=. python tests/benchmarks/engine_speed.py
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from jansou.analysis.efficiency import discard_evaluation
from jansou.core.hand import Hand as PeerHand
from jansou.core.notation import parse_mpsz
from mahjong.constants import EAST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules

from engine.acceptance import survey
from engine.analysis import analyse
from engine.context import Context
from engine.counts import COPIES, KINDS, count_kinds
from engine.hand import Hand
from engine.notation import format_hand
from engine.rules.registry import get_rule_set
from engine.rules.riichi.rules import RiichiRules
from engine.shanten import shanten
from engine.tile import Tile

REPOSITORY = Path(__file__).resolve().parents[2]
WALL = [Tile.of_kind(kind) for kind in range(KINDS) for _ in range(COPIES)]


def microseconds(*works: tuple[Callable[[Any], object], Sequence[Any]]) -> list[float]:
    """Return the median time of each work on one of its items; all have as many, and take turns.

    Each begins elsewhere among its items, since `mahjong` remembers how the last 128 hands are divided.
    """
    for work, items in works:
        for item in items:
            work(item)
    times: list[list[int]] = [[] for _ in works]
    rows = []
    for place, (_, items) in enumerate(works):
        start = place * len(items) // len(works)
        rows.append([*items[start:], *items[:start]])
    for turn in zip(*rows, strict=True):
        for taken, (work, _), item in zip(times, works, turn, strict=True):
            started = time.thread_time_ns()
            work(item)
            taken.append(time.thread_time_ns() - started)
    return [statistics.median(taken) / 1000 for taken in times]


def random_hands(generator: random.Random, count: int) -> list[Hand]:
    """Deal hands of fourteen tiles."""
    return [Hand.build(generator.sample(WALL, 14)) for _ in range(count)]


def won_hands(generator: random.Random, count: int) -> list[Hand]:
    """Put complete concealed hands together."""
    hands = []
    while len(hands) < count:
        kinds = [generator.randrange(KINDS)] * 2
        for _ in range(4):
            first = generator.randrange(KINDS)
            chow = first < 27 and first % 9 < 7 and generator.random() < 0.8
            kinds += [first, first + 1, first + 2] if chow else [first] * 3
        if max(kinds.count(kind) for kind in kinds) <= COPIES:
            generator.shuffle(kinds)
            tiles = [Tile.of_kind(kind) for kind in kinds]
            hands.append(Hand.build(tiles[1:], winning_tile=tiles[0]))
    return hands


def near_hands(generator: random.Random, won: Sequence[Hand], distance: int, count: int) -> list[Hand]:
    """Return won hands with some tiles replaced, so far from ready."""
    hands: list[Hand] = []
    while len(hands) < count:
        kept = generator.sample(generator.choice(won).in_hand, 13 - distance)
        rest = list(WALL)
        for tile in kept:
            rest.remove(tile)
        hand = Hand.build([*kept, *generator.sample(rest, 1 + distance)])
        if shanten(count_kinds(hand.in_hand), rules_of_riichi().forms) == distance:
            hands.append(hand)
    return hands


def rules_of_riichi() -> RiichiRules:
    """Return riichi with its default options."""
    rules = get_rule_set("riichi").configure({})
    assert isinstance(rules, RiichiRules)
    return rules


def bare_call(hand: Hand) -> tuple[list[int], int]:
    """Return a hand as the package takes it: ids of its tiles and of the winning one."""
    used: dict[int, int] = {}
    ids = []
    for tile in (hand.winning_tile, *hand.concealed):
        kind = tile.index
        used[kind] = used.get(kind, -1) + 1
        ids.append(4 * kind + used[kind])
    return ids, ids[0]


def make_config() -> HandConfig:
    """Return the package's configuration of a dealer's win on a discard by the default rules."""
    return HandConfig(
        options=OptionalRules(has_open_tanyao=True, has_aka_dora=True, has_double_yakuman=False),
        player_wind=EAST,
        round_wind=EAST,
    )


def seconds_of_import(statement: str, runs: int = 15) -> float:
    """Return the median time of a fresh interpreter with an import, less that of an empty one; bytecode is there."""
    with tempfile.TemporaryDirectory() as compiled:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": compiled}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        medians = []
        for code in (statement, "pass"):
            times = []
            for _ in range(runs + 1):
                before = time.perf_counter()
                subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, check=True, env=environment)
                times.append(time.perf_counter() - before)
            medians.append(statistics.median(times[1:]))  # the first run compiles
    return medians[0] - medians[1]


def main() -> None:
    """Print one line for each measurement."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    generator = random.Random(options.seed)
    rules, context = rules_of_riichi(), Context()

    hands = random_hands(generator, options.hands)
    peers = [PeerHand(parse_mpsz(format_hand(hand).replace("+", ""))) for hand in hands]
    ours, theirs = microseconds(
        (lambda hand: survey(hand, context, rules.forms), hands),
        (discard_evaluation, peers),
    )
    show("all discards with acceptance", ours, "jansou", theirs)

    won = won_hands(generator, options.hands)
    calls = [bare_call(hand) for hand in won]
    kept = make_config()
    ours, making, keeping = microseconds(
        (lambda hand: rules.judge(hand, context), won),
        (lambda call: HandCalculator.estimate_hand_value(*call, config=make_config()), calls),
        (lambda call: HandCalculator.estimate_hand_value(*call, config=kept), calls),
    )
    show("score of a won hand", ours, "mahjong with its configuration", making)
    show("score of a won hand", ours, "mahjong without it", keeping)

    (plain,) = microseconds((lambda hand: analyse(hand, context, rules, outlook=False), hands[: options.hands // 10]))
    sys.stdout.write(f"analysis without outlook: {plain:.0f} us\n")
    for distance in range(3):
        near = near_hands(generator, won, distance, max(options.hands // 100, 1))
        (taken,) = microseconds((lambda hand: analyse(hand, context, rules), near))
        sys.stdout.write(f"analysis with outlook, {distance} from ready: {taken / 1000:.1f} ms\n")
    numpy = seconds_of_import("import numpy")
    for module in ("engine.analysis", "engine.interchange"):
        taken = seconds_of_import(f"import {module}")
        sys.stdout.write(f"import {module}: {taken:.3f} s, numpy {numpy:.3f} s of it, ratio {taken / numpy:.2f}\n")


def show(what: str, ours: float, peer: str, theirs: float) -> None:
    """Print a comparison."""
    sys.stdout.write(f"{what}: {ours:.0f} us, {peer} {theirs:.0f} us, ratio {ours / theirs:.2f}\n")


if __name__ == "__main__":
    main()
