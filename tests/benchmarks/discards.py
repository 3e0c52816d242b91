"""Whether ranking discards by the chance to win beats counting tiles, and how far the count is from real draws.

Deals seeded hands that lack some tiles, plays the rest of each deal as `docs/outlook.md` says, with tiles drawn from a
shuffled wall and never put back, and prints: how often the two rankings name different discards, how much more often a
hand is won after the one with the better chance (mean and standard error over those hands), what the count had said,
and for some hands the mean of the count and of the simulated share.

    python tests/benchmarks/discards.py --shanten 1 --hands 400
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys

from engine.counts import COPIES, KINDS
from engine.outlook import OFFERED, Node, Outlook, TooMuchWorkError
from engine.rules.registry import get_rule_set
from engine.rules.sets import SetRules
from engine.tally import Tally

WALL = [kind for kind in range(KINDS) for _ in range(COPIES)]


def deal(generator: random.Random, missing: int) -> list[int]:
    """Return fourteen kinds: a complete hand of which all but some tiles are replaced."""
    while True:
        kinds = [generator.randrange(KINDS)] * 2
        for _ in range(4):
            first = generator.randrange(KINDS)
            kinds += [first, first + 1, first + 2] if first < 27 and first % 9 < 7 else [first] * 3
        if max(map(kinds.count, kinds)) <= COPIES:
            kept = generator.sample(kinds, len(kinds) - missing)
            rest = list(WALL)
            for kind in kept:
                rest.remove(kind)
            return kept + generator.sample(rest, missing)


def is_won(outlook: Outlook, node: Node, wall: list[int], draws: int) -> bool:
    """Play one deal from a shuffled wall."""
    tiles, turn = iter(wall), 0
    for _ in range(draws):
        if node.missing == 1:
            if any(node.draws >> next(tiles) & 1 for _ in range(OFFERED[turn % len(OFFERED)])):
                return True
            turn += 1
        kind = next(tiles)
        if node.draws >> kind & 1:
            if node.missing == 1:
                return True
            node = outlook.best(next(branch for branch in outlook.branches(node) if branch.kind == kind))
    return False


def main() -> None:
    """Print the comparison."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--shanten", type=int, choices=(0, 1, 2), default=1)
    parser.add_argument("--hands", type=int, default=200)
    parser.add_argument("--deals", type=int, default=1500)
    parser.add_argument("--draws", type=int, default=14)
    parser.add_argument("--calibrated", type=int, default=20, help="hands of which the chance is simulated in any case")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    generator = random.Random(options.seed)
    rules = get_rule_set("riichi").configure({})
    assert isinstance(rules, SetRules)
    gains, promised, counted, simulated = [], [], [], []
    seen = 0
    while seen < options.hands:
        kinds = deal(generator, options.shanten + 1)
        tally = Tally.of_kinds(kinds)
        live = [COPIES - tally.copies_of(kind) for kind in range(KINDS)]
        outlook = Outlook(tally, live, draws=options.draws, sets=4, forms=rules.forms, most_hands=6000)
        nodes = outlook.start()
        if next(iter(nodes.values())).missing != options.shanten + 1:
            continue
        try:
            chances = {kind: float(outlook.chance(node)[-1]) for kind, node in nodes.items()}
        except TooMuchWorkError:
            continue
        seen += 1
        unseen = [kind for kind in range(KINDS) for _ in range(live[kind])]

        def share(kind: int, outlook: Outlook = outlook, unseen: list[int] = unseen) -> float:
            node = outlook.start()[kind]
            walls = (generator.sample(unseen, len(unseen)) for _ in range(options.deals))
            return statistics.fmean(is_won(outlook, node, wall, options.draws) for wall in walls)

        tiles = {kind: sum(count for _, count in outlook.live_draws(node)) for kind, node in nodes.items()}
        later = {kind: outlook.next_count(node) if options.shanten else 0.0 for kind, node in nodes.items()}
        widest = max(nodes, key=lambda kind: (tiles[kind], later[kind]))
        likeliest = max(nodes, key=chances.__getitem__)
        if len(counted) < options.calibrated:
            counted.append(chances[likeliest])
            simulated.append(share(likeliest))
        if chances[likeliest] > chances[widest]:
            gains.append(share(likeliest) - share(widest))
            promised.append(chances[likeliest] - chances[widest])
    sys.stdout.write(
        f"{seen} hands {options.shanten} from ready, {options.draws} draws, {len(gains)} ranked otherwise\n"
    )
    if len(gains) > 1:
        error = statistics.stdev(gains) / len(gains) ** 0.5
        sys.stdout.write(
            f"won more often by the chance: {statistics.fmean(gains):+.4f} +- {error:.4f}"
            f" (counted {statistics.fmean(promised):+.4f})\n",
        )
    if counted:
        off = max(abs(one - other) for one, other in zip(counted, simulated, strict=True))
        sys.stdout.write(
            f"chance of {len(counted)} hands: counted {statistics.fmean(counted):.4f},"
            f" simulated {statistics.fmean(simulated):.4f}, farthest apart {off:.4f}\n",
        )


if __name__ == "__main__":
    main()
