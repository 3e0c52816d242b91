"""The chance to win: against the definition, tile by tile, and against thousands of simulated draws."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from engine.counts import COPIES, KINDS
from engine.notation import parse_tiles
from engine.outlook import OFFERED, Node, Outlook, TooMuchWorkError
from engine.shanten import REGULAR_FORMS, RegularForm, SevenPairsForm, ThirteenOrphansForm
from engine.tally import Tally

FORMS = (RegularForm(), SevenPairsForm(), ThirteenOrphansForm())


def tally_of(text: str) -> Tally:
    return Tally.of_kinds([tile.kind for tile in parse_tiles(text) if tile.kind is not None])


def outlook_of(text: str, draws: int = 17, most_hands: int = 4000, **options: object) -> Outlook:
    tally = tally_of(text)
    live = [COPIES - tally.copies_of(kind) for kind in range(KINDS)]
    return Outlook(tally, live, draws=draws, sets=tally.size // 3, forms=FORMS, most_hands=most_hands, **options)


def kind_of(code: str) -> int:
    return parse_tiles(code)[0].kind or 0


def test_a_wait_is_counted_exactly() -> None:
    """Drawing without putting back: the chance to miss is a product of fractions."""
    outlook = outlook_of("123m456p789s11z78s9m", draws=4)
    node = outlook.start()[kind_of("9m")]
    waits, unseen = 7, 136 - 14
    assert sum(live for _, live in outlook.live_draws(node)) == waits
    missed, left, wanted = Fraction(1), unseen, [0.0]
    for draw in range(4):
        for _ in range(OFFERED[draw % len(OFFERED)] + 1):
            missed *= Fraction(left - waits, left)
            left -= 1
        wanted.append(float(1 - missed))
    assert outlook.chance(node) == pytest.approx(wanted)


def test_one_from_ready_with_one_draw_left_is_never_won() -> None:
    outlook = outlook_of("123m46p789s11z229m5z", draws=2)
    chance = outlook.chance(outlook.start()[kind_of("5z")])
    assert chance[:2].tolist() == [0, 0]
    assert 0 < chance[2] < 0.02


def test_no_live_tile_is_no_chance() -> None:
    tally = tally_of("123m456p789s1z3m")
    live = [0] * KINDS
    outlook = Outlook(tally, live, draws=5, sets=3, forms=REGULAR_FORMS, most_hands=10)
    for node in outlook.start().values():
        assert outlook.chance(node).tolist() == [0] * 6
    nothing = Outlook(tally_of("123m46p789s12z5z"), live, draws=5, sets=3, forms=REGULAR_FORMS, most_hands=10)
    for node in nothing.start().values():
        assert nothing.chance(node)[-1] == 0
        assert nothing.next_count(node) == 0


def test_more_draws_and_more_tiles_never_hurt() -> None:
    for text in ("123m456p789s11z229m", "123m46p789s11z229m5z", "13m46p799s1z2399m56p"):
        outlook = outlook_of(text)
        for node in outlook.start().values():
            chance = outlook.chance(node)
            assert (np.diff(chance) >= 0).all()
            assert chance[0] == 0
            assert chance[-1] < 1


def test_few_unseen_tiles_are_no_trouble() -> None:
    tally = tally_of("123m456p789s1z3m")
    live = [0] * KINDS
    live[27] = 2
    outlook = Outlook(tally, live, draws=18, sets=3, forms=REGULAR_FORMS, most_hands=10)
    node = outlook.start()[kind_of("3m")]
    assert outlook.chance(node)[-1] == pytest.approx(1)
    far = Outlook(tally_of("123m456p78s1z22m"), live, draws=18, sets=3, forms=REGULAR_FORMS, most_hands=500)
    assert all(0 <= far.chance(node)[-1] <= 1 for node in far.start().values())


def test_only_what_may_win_counts() -> None:
    free = outlook_of("123m456p789s11z78s9m")
    node = free.start()[kind_of("9m")]
    for drawn, claimed in ((0, 0), (7, 0), (0, 7), (3, 3)):
        outlook = outlook_of("123m456p789s11z78s9m", winning=lambda _, ways=(drawn, claimed): ways)
        curves = outlook.ready_curves(node)
        assert (curves.drawn[-1] > 0, curves.claimed[-1] > 0) == (drawn > 0, claimed > 0)
        assert outlook.chance(node)[-1] < free.chance(node)[-1]


@pytest.mark.parametrize("alone", [1, 7, 11])
def test_tiles_that_win_in_one_way_only_may_go_by_in_the_other(alone: int) -> None:
    """Only the own draws, or only the discards, count then: a choice of so many tiles of all that are unseen."""
    draws, unseen = 17, 136 - 14
    offered = sum(OFFERED[draw % len(OFFERED)] for draw in range(draws))
    for ways, tries in (((alone, 0), draws), ((0, alone), offered)):
        outlook = outlook_of("123m456p789s11z78s9m", draws, winning=lambda _, ways=ways: ways)
        node = outlook.start()[kind_of("9m")]
        missed = Fraction(comb(unseen - alone, tries), comb(unseen, tries))
        assert outlook.chance(node)[-1] == pytest.approx(float(1 - missed))


@pytest.mark.parametrize("ways", [(9, 4), (4, 9), (8, 1)])
def test_waits_that_win_more_by_one_way_are_won_as_often_as_simulated(ways: tuple[int, int]) -> None:
    draws, unseen, deals = 17, 136 - 14, 4000
    outlook = outlook_of("123m456p789s11z78s9m", draws, winning=lambda _: ways)
    curves = outlook.ready_curves(outlook.start()[kind_of("9m")])
    generator = random.Random(str(ways))
    won = [0, 0]
    for _ in range(deals):
        # The tiles of the first numbers win; those below the lower count win both ways.
        shown = iter(generator.sample(range(unseen), unseen))
        turns = [way for turn in range(draws) for way in (*(1,) * OFFERED[turn % len(OFFERED)], 0)]
        first = next((way for way, tile in zip(turns, shown, strict=False) if tile < ways[way]), None)
        if first is not None:
            won[first] += 1
    assert (curves.drawn[-1], curves.claimed[-1]) == pytest.approx([count / deals for count in won], abs=0.025)


def test_work_is_bounded() -> None:
    outlook = outlook_of("13m46p799s1z2399m56p", most_hands=20)
    node = next(iter(outlook.start().values()))
    with pytest.raises(TooMuchWorkError):
        outlook.chance(node)


def test_next_count_is_the_mean_of_the_best() -> None:
    """From the definition, with nothing of the search's memory."""
    outlook = outlook_of("123m46p789s11z229m5z")
    node = outlook.start()[kind_of("5z")]
    counts = []
    for kind, live in outlook.live_draws(node):
        best = 0
        full = node.tally.add(kind)
        for thrown in range(KINDS):
            if full.copies_of(thrown):
                ready = full.remove(thrown)
                waits = [
                    COPIES - ready.copies_of(wait) - (wait == thrown) - (wait == kind_of("5z"))
                    for wait in range(KINDS)
                    if ready.copies_of(wait) < COPIES
                    and RegularForm().missing(ready.add(wait).counts[np.newaxis], 4)[0] == 0
                ]
                best = max(best, sum(waits))
        counts += [best] * live
    assert outlook.next_count(node) == pytest.approx(sum(counts) / len(counts))


def play(outlook: Outlook, node: Node, unseen: list[int], draws: int, generator: random.Random) -> bool:
    """Play one deal as the model says, tiles drawn without putting back, and return whether the hand is won."""
    wall = iter(generator.sample(unseen, len(unseen)))
    turn = 0
    for _ in range(draws):
        if node.missing == 1:
            for _ in range(OFFERED[turn % len(OFFERED)]):
                if node.draws >> next(wall) & 1:
                    return True
            turn += 1
        kind = next(wall)
        if not node.draws >> kind & 1:
            continue
        if node.missing == 1:
            return True
        node = outlook.best(next(branch for branch in outlook.branches(node) if branch.kind == kind))
    return False


@pytest.mark.parametrize(
    ("text", "deals", "tolerance"),
    [
        ("123m456p789s11z229m", 3000, 0.03),
        ("123m456p78s11z2399m", 3000, 0.03),
        ("123m46p789s11z229m5z", 3000, 0.04),
        ("123m4577p789s34s66z", 3000, 0.04),
        ("1122m3344p5566s7z5m", 3000, 0.04),
        ("13m46p799s1z2399m56p", 2000, 0.05),
        ("235m24567p2356s55z", 2000, 0.05),
    ],
)
@pytest.mark.parametrize("draws", [6, 16])
def test_simulated_draws_win_as_often(text: str, deals: int, tolerance: float, draws: int) -> None:
    """The count takes thrown tiles for any tiles, so it may be off by a few hundredths; noise is below 0.012."""
    outlook = outlook_of(text, draws)
    generator = random.Random(f"{text} {draws}")
    kind, node = max(outlook.start().items(), key=lambda entry: outlook.chance(entry[1])[-1])
    tally = tally_of(text)
    unseen = [other for other in range(KINDS) for _ in range(COPIES - tally.copies_of(other))]
    assert tally.copies_of(kind)
    won = sum(play(outlook, node, unseen, draws, generator) for _ in range(deals)) / deals
    assert outlook.chance(node)[-1] == pytest.approx(won, abs=tolerance)
