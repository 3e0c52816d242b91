"""What wins in Chinese Official mahjong: our five forms and the scoring package say the same of thousands of hands.

The package raises for a hand that does not win: a form too many would be an error in front of people, and one too
few a win that is not seen. Hands are dealt around all five forms, some with a tile exchanged. The seed is fixed;
``TILESIGHT_DIFFERENTIAL_SEED`` sets another one.
"""

from __future__ import annotations

import os
import random

import numpy as np
import pytest

from engine.context import SEATS, Context
from engine.counts import KINDS, count_kinds
from engine.hand import Hand, TileSet
from engine.meld import Meld
from engine.notation import format_hand
from engine.rules.mcr.forms import FORMS
from engine.rules.mcr.library import count_fan
from engine.rules.mcr.names import OFFICIAL_FAN, code_of
from engine.shanten import missing_tiles
from engine.tile import Tile

SEED = int(os.environ.get("TILESIGHT_DIFFERENTIAL_SEED", "20261130"))
SETS = [(kind,) * 3 for kind in range(KINDS)] + [(kind, kind + 1, kind + 2) for kind in range(27) if kind % 9 <= 6]
ROW = [0, 3, 6, 10, 13, 16, 20, 23, 26]
HONOURS = list(range(27, KINDS))
ORPHANS = [0, 8, 9, 17, 18, 26, *HONOURS]


def deal(source: random.Random) -> tuple[list[int], list[tuple[int, ...]]]:
    """Return kinds of the concealed tiles and of the melds."""
    pair = source.randrange(KINDS)
    match source.choice(["sets", "sets", "sets", "pairs", "orphans", "honours", "straight"]):
        case "pairs":
            return [kind for kind in source.sample(range(KINDS), 7) for _ in range(2)], []
        case "orphans":
            return [*ORPHANS, source.choice(ORPHANS)], []
        case "honours":
            return source.sample([*ROW, *HONOURS], 14), []
        case "straight":
            group = source.choice(SETS)
            return ([*ROW, pair, pair], [group]) if source.random() < 0.5 else ([*ROW, *group, pair, pair], [])
    pool = set(source.sample(range(KINDS), source.choice([KINDS, 12])))
    groups = source.choices([group for group in SETS if pool.issuperset(group)] or SETS, k=4)
    laid = source.choice([0, 0, 1, 2, 3, 4])
    return [kind for group in groups[laid:] for kind in group] + [pair, pair], groups[:laid]


def draw_hand(source: random.Random) -> Hand:
    """Return a playable hand of full size."""
    while True:
        kinds, groups = deal(source)
        if source.random() < 0.3:
            kinds[source.randrange(len(kinds))] = source.randrange(KINDS)
        source.shuffle(kinds)
        melds = []
        for group in groups:
            kong = group[0] == group[1] and source.random() < 0.4
            kept = (*group, group[0]) if kong else group
            melds.append(Meld(tuple(map(Tile.of_kind, kept)), concealed=kong and source.random() < 0.5))
        bonus = [Tile.parse(f"{number}f") for number in source.sample(range(1, 9), source.choice([0, 0, 2, 8]))]
        hand = Hand.build([*map(Tile.of_kind, kinds[1:]), *bonus], melds, Tile.of_kind(kinds[0]))
        if not hand.faults(TileSet(bonus=True)):
            return hand


def draw_context(source: random.Random) -> Context:
    drawn = source.random() < 0.5
    return Context(
        seat=source.choice(SEATS),
        round=source.choice(SEATS),
        self_drawn=drawn,
        last_tile=source.random() < 0.2,
        kong_replacement=drawn and source.random() < 0.2,
        robbing_kong=not drawn and source.random() < 0.2,
        last_of_kind=source.choice([None, True, False]),
    )


def check(count: int) -> None:
    source = random.Random(f"{SEED} {count}")
    wins = 0
    for _ in range(count):
        hand, context = draw_hand(source), draw_context(source)
        concealed = count_kinds(hand.in_hand)[np.newaxis]
        complete = bool(missing_tiles(concealed, hand.sets_wanted, FORMS)[0] == 0)
        try:
            found = count_fan(hand, context)
        except ValueError:
            found = ()
        assert complete == bool(found), f"seed {SEED}: {format_hand(hand)}, {context}"
        for fan in found:
            official = OFFICIAL_FAN[code_of(fan.name)]
            assert (fan.name, fan.points) == (official.names["en"], official.points)
        wins += complete
    assert count / 3 < wins < count


def test_forms_and_package_agree_on_what_wins() -> None:
    check(200)


@pytest.mark.slow
def test_forms_and_package_agree_on_what_wins_in_many_hands() -> None:
    check(3000)
