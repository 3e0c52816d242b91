"""Time to rank all discards of American racks against a card of about a thousand hands.

``python tests/benchmarks/american.py`` prints the median over random racks of this thread's processor time for

- distances: the tiles missing to every hand after every discard,
- ranking: the same with the possible hands, the chances of the near ones and the order of the discards,
- answer: the whole analysis.

``--limit 1.0`` ends with status 1 where the ranking takes longer.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from engine.analysis import analyse
from engine.context import Context
from engine.hand import Hand
from engine.rules.american.discarding import rank_kinds
from engine.rules.american.distance import measure, reach_of
from engine.rules.american.rack import Rack
from engine.rules.american.rules import RULE_SET, AmericanRules
from engine.rules.american.situation import held_kinds
from engine.rules.american.tiles import COPIES, KINDS, tile_of

RACKS = 200


def deal(rules: AmericanRules, rng: random.Random) -> Hand:
    """Return 14 tiles: up to 12 of a hand of the card, the rest from the wall."""
    hand = rules.matrix.hands[rng.randrange(rules.matrix.size)]
    wall = [kind for kind in range(KINDS) for _ in range(int(COPIES[kind]))]
    kinds = []
    for kind in rng.sample([group.kind for group in hand.groups for _ in range(group.size)], rng.randint(4, 12)):
        if kind in wall:
            wall.remove(kind)
            kinds.append(kind)
    kinds += rng.sample(wall, 14 - len(kinds))
    return Hand.build([tile_of(kind) for kind in kinds], full_size=14)


def median_ms(actions: Iterator[Callable[[], object]]) -> float:
    """Return the median of the milliseconds of this thread's processor time that the actions take."""
    times = []
    for action in actions:
        start = time.thread_time()
        action()
        times.append(time.thread_time() - start)
    return statistics.median(times) * 1000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--limit", type=float, help="most milliseconds of the ranking")
    limit = parser.parse_args().limit
    rules = RULE_SET.configure({})
    rng = random.Random(1)
    hands = [deal(rules, rng) for _ in range(RACKS)]
    situations = [rules.situation(hand, Context()) for hand in hands]

    def distances(rack: Rack) -> np.ndarray:
        return measure(reach_of(rules.matrix, rack.exposures), rack.counts).discard(held_kinds(rack)).missing

    measured = {
        "distances": (lambda rack=found.rack: distances(rack) for found in situations),
        "ranking": (lambda found=found: rank_kinds(found.with_rack(found.rack)) for found in situations),
        "answer": (lambda hand=hand: analyse(hand, Context(), rules) for hand in hands),
    }
    print(f"{rules.matrix.size} concrete hands, {RACKS} racks of 14 tiles, median ms:")  # noqa: T201 - its purpose
    times = {name: median_ms(actions) for name, actions in measured.items()}
    for name, value in times.items():
        print(f"{name:10} {value:.2f}")  # noqa: T201
    return int(limit is not None and times["ranking"] > limit)


if __name__ == "__main__":
    sys.exit(main())
