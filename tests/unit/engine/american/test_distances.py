"""Distances of racks to hands of a card: jokers, exposed groups, visible tiles, how a rack stands in a hand."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from engine.context import Context
from engine.hand import Hand
from engine.notation import parse_hand, parse_tiles
from engine.rules.american.arrangement import arrange
from engine.rules.american.discarding import helping_kinds
from engine.rules.american.distance import find_possible, measure, reach_of
from engine.rules.american.expansion import ConcreteHand
from engine.rules.american.loading import load_card, practice_card
from engine.rules.american.matrix import CardMatrix, card_matrix
from engine.rules.american.nearest import nearest_lines
from engine.rules.american.rack import Exposure, Rack, count_live, rack_of
from engine.rules.american.rules import RULE_SET, AmericanRules
from engine.rules.american.tiles import COPIES, JOKER, KINDS, american_kind, count_tiles, format_kinds, tile_of


def rules_of(*patterns: str, **fields: object) -> AmericanRules:
    hands = [
        {"section": "all", "line": f"L{number}", "pattern": pattern, "value": 25, **fields}
        for number, pattern in enumerate(patterns, start=1)
    ]
    return RULE_SET.configure({}, {"name": "test", "year": 2026, "sections": ["all"], "hand": hands})


def hand_of(text: str) -> Hand:
    return parse_hand(text, full_size=14)


def least_missing(rules: AmericanRules, text: str) -> int:
    return rules.situation(hand_of(text), Context()).missing


@pytest.mark.parametrize(
    ("pattern", "hand", "missing"),
    [
        # `11a 11a` is not a kong: four of a tile fit, three and a joker do not.
        ("11a 11a 333a 333b 4444a", "1111m333m333p4444m", 0),
        ("11a 11a 333a 333b 4444a", "111m1j333m333p4444m", 1),
        ("1111a 333a 333b 4444a", "111m1j333m333p4444m", 0),
        # a joker in a pair or single is never mahjong
        ("NEWS FF 1111a 2222a", "123z1j 1f2f 1111m2222m", 1),
        ("NEWS FF 1111a 2222a", "1234z 1f1j 1111m2222m", 1),
        # three equal flowers and a joker make FFFF; which flowers does not matter
        ("FFFF 1111a 222a 333a", "1f5f8f1j 1111p222p333p", 0),
        ("FFFF 1111a 222a 333a", "1f1f1f1f 1111p222p333p", 0),
        # zero and soap as dragon in one hand
        ("FF 000 DDDa 111a 222a", "1f2f 555z 55z1j 111p222p", 0),
        ("FF 000 DDDa 111a 222a", "1f2f 555z 777z 111m222m", 0),
        # red fives are fives
        ("FF 5555a 666a 777a 88a", "1f2f 0555p666p777p88p", 0),
        # quints need jokers
        ("11111a 22222a 3333a", "1111m1j2222m1j3333m", 0),
        ("11111a 22222a 3333a", "1111m11j2222m3333m", 0),
        ("11111a 22222a 3333a", "1111m3333m3333p22m", 4),
        # singles and pairs beside jokers that cannot be used
        ("FF NN EE WW SS 11a 11b", "11112233z1122m11j", 6),
        # an exposed pung never serves a kong, its jokers do not matter
        ("3333a 444a 555b FFFF", "444m555p1f2f3f4f (3333m)", 0),
        ("3333a 444a 555b FFFF", "444m555p1f2f3f4f (3m111j)", 0),
        ("FFFF FF 2222a 3333b", "2222m3333p (1f2f3f1j) 5f6f", 0),
        ("FFF FFF 2222a 3333b", "2222m3333p (1f2f3f) (4f5f1j)", 0),
    ],
)
def test_missing_tiles(pattern: str, hand: str, missing: int) -> None:
    assert least_missing(rules_of(pattern), hand) == missing


@pytest.mark.parametrize(
    ("hand", "left"),
    [
        ("444m555p1f2f3f4f (3333m)", True),
        ("444m555p1f2f3f4f3m (333m)", False),  # a pung where the card has a kong
        ("444m555p1f2f3f4f (33333m)", False),
        ("44m555p1f2f3f4f3m (444m)", True),
        ("1f2f3f4f3m (444m) (444m)", False),
        ("3334445555m 4z2p4p8p", True),
    ],
)
def test_exposed_groups_leave_the_hands_that_have_them(hand: str, left: bool) -> None:  # noqa: FBT001
    rules = rules_of("3333a 444a 555b FFFF")
    assert rules.situation(hand_of(hand), Context()).standing.reach.is_empty != left


def test_concealed_hands_drop_out_once_something_is_exposed() -> None:
    rules = rules_of("3333a 444a 555b FFFF", concealed=True)
    assert least_missing(rules, "3333m444m555p1f2f3f4f") == 0
    assert rules.situation(hand_of("444m555p1f2f3f4f (3333m)"), Context()).standing.reach.is_empty


def random_racks(number: int, seed: int) -> Iterator[tuple[CardMatrix, Rack]]:
    """Yield racks of the practice card, every third with an exposed group."""
    matrix = card_matrix(practice_card())
    rng = random.Random(seed)
    for turn in range(number):
        hand = matrix.hands[rng.randrange(matrix.size)]
        exposures: tuple[Exposure, ...] = ()
        counts = np.zeros(KINDS, dtype=np.int16)
        groups = [group for group in hand.groups if group.is_open and group.size < 5]
        if turn % 3 == 0 and groups:
            group = rng.choice(groups)
            exposures = (Exposure(group.kind, group.size, rng.randint(0, group.size - 1)),)
        held = sum(exposure.size - exposure.jokers for exposure in exposures)
        wall = [kind for kind in range(KINDS) for _ in range(int(COPIES[kind]))]
        for _ in range(held):
            wall.remove(exposures[0].kind)
        wanted = [group.kind for group in hand.groups for _ in range(group.size) if group.kind in wall]
        rack = rng.sample(wanted, min(len(wanted), rng.randint(2, 9)))
        rack = [kind for index, kind in enumerate(rack) if rack[:index].count(kind) < wall.count(kind)]
        for kind in rack:
            wall.remove(kind)
        rack += rng.sample(wall, 14 - sum(exposure.size for exposure in exposures) - len(rack))
        for kind in rack:
            counts[kind] += 1
        yield matrix, Rack(counts, exposures)


def missing_one_by_one(hand: ConcreteHand, rack: Rack) -> int | None:
    """Return the missing tiles of one concrete hand by filling its groups one by one, None where it is out of reach."""
    groups = list(hand.groups)
    for exposure in rack.exposures:
        fitting = [group for group in groups if group.is_open and (group.kind, group.size) == exposure.key]
        if not fitting:
            return None
        groups.remove(fitting[0])
    left = rack.counts.tolist()
    missing = 0
    for group in sorted(groups, key=lambda group: group.is_open):
        taken = min(left[group.kind], group.size)
        left[group.kind] -= taken
        lacking = group.size - taken
        jokers = min(left[JOKER], lacking) if group.is_open else 0
        left[JOKER] -= jokers
        missing += lacking - jokers
    return missing


def test_the_matrix_counts_as_one_by_one_does() -> None:
    for matrix, rack in random_racks(30, seed=3):
        standing = measure(reach_of(matrix, rack.exposures), rack.counts)
        expected = {
            row: missing
            for row, hand in enumerate(matrix.hands)
            if not (rack.exposures and matrix.concealed[row])
            and (missing := missing_one_by_one(hand, rack)) is not None
        }
        found = dict(zip(standing.reach.rows.tolist(), standing.missing.tolist(), strict=True))
        assert found == expected


def test_discards_and_draws_count_as_racks_of_their_own_do() -> None:
    for matrix, rack in random_racks(20, seed=4):
        reach = reach_of(matrix, rack.exposures)
        standing = measure(reach, rack.counts)
        kinds = [int(kind) for kind in np.flatnonzero(rack.counts)]
        steps = standing.discard(kinds)
        helping = helping_kinds(standing, steps)
        for place, kind in enumerate(kinds):
            after = measure(reach, rack.changed(kind, -1).counts)
            assert (steps.missing[place] == after.missing).all()
            assert (steps.open_left[place] == after.open_left).all()
            best = after.missing.min()
            drawn = [measure(reach, rack.changed(kind, -1).changed(other, 1).counts) for other in range(KINDS)]
            expected = [bool(found.missing.min() < best) for found in drawn]
            assert helping[place].tolist() == expected
            assert after.helping(after.missing == best).tolist() == expected


def possible_one_by_one(hand: ConcreteHand, rack: Rack, live: np.ndarray) -> bool:
    groups = list(hand.groups)
    for exposure in rack.exposures:
        groups.remove(next(group for group in groups if group.is_open and (group.kind, group.size) == exposure.key))
    have, left = rack.counts.tolist(), live.tolist()
    jokers = have[JOKER] + left[JOKER]
    for group in sorted(groups, key=lambda group: group.is_open):
        own = min(have[group.kind], group.size)
        have[group.kind] -= own
        real = min(left[group.kind], group.size - own)
        left[group.kind] -= real
        lacking = group.size - own - real
        if lacking and not group.is_open:
            return False
        jokers -= lacking
    return jokers >= 0


def test_possible_hands_count_as_one_by_one_does() -> None:
    rng = random.Random(5)
    outcomes = set()
    for turn, (matrix, rack) in enumerate(random_racks(40, seed=6)):
        held = rack.counts.copy()
        for exposure in rack.exposures:
            held[exposure.kind] += exposure.size - exposure.jokers
            held[JOKER] += exposure.jokers
        unseen = [kind for kind in range(KINDS) for _ in range(int(COPIES[kind] - held[kind]))]
        live = COPIES - held
        for kind in rng.sample(unseen, [0, 3, 30, 60, 100][turn % 5]):
            live[kind] -= 1
        standing = measure(reach_of(matrix, rack.exposures), rack.counts)
        expected = [possible_one_by_one(matrix.hands[row], rack, live) for row in standing.reach.rows]
        assert find_possible(standing, live).tolist() == expected
        outcomes |= set(expected)
    assert outcomes == {True, False}


@pytest.mark.parametrize(
    ("hand", "visible", "possible"),
    [
        ("1f2f3f111m222m333m44m", "", True),
        ("1f2f3f111m222m333m4m7z", "44m", True),
        ("1f2f3f111m222m333m4m7z", "444m", False),  # a pair takes no joker
        ("1f2f3f11m222m333m44m7z", "11m", True),  # a joker can make the pung
        ("1f2f3f11m222m333m44m7z", "11m11111111j", False),
        ("1f2f3f11m222m333m44m1j", "11m1111111j", True),  # the own joker can
    ],
)
def test_visible_tiles_make_hands_impossible(hand: str, visible: str, possible: bool) -> None:  # noqa: FBT001
    rules = rules_of("FFF 111a 222a 333a 44a")
    found = rules.situation(hand_of(hand), Context(visible=parse_tiles(visible)))
    row = [concrete.text for concrete in rules.matrix.hands].index("1f1f1f 111m 222m 333m 44m")
    assert found.possible[row] == possible


def arranged(pattern: str, text: str, visible: str = "") -> Any:  # noqa: ANN401
    rules = rules_of(pattern)
    context = Context(visible=parse_tiles(visible))
    situation = rules.situation(hand_of(text), context)
    line = nearest_lines(situation)[0]
    return line.to_json()


@pytest.mark.parametrize(
    ("pattern", "hand", "assignment", "needs"),
    [
        ("FFFF 2222a 44a 8888a", "1f2f5f 222m44m88m11j 7z8p", ["1f1f1f", "222m1j", "44m", "88m1j"], ["8m", "1f"]),
        ("NEWS FF 1111a 2222a", "13z1f1111m2222m7z8p1j", ["13z", "1f", "1111m", "2222m"], ["2z", "4z", "1f"]),
        ("11a 111a 222a 3333a FF", "111m222m3333m1j5p6p7p", ["11m", "1m1j", "222m", "3333m", ""], ["1m", "1f", "1f"]),
        ("11111a 222a 3333a 44a", "1111m222m333m44m5p7z", ["1111m", "222m", "333m", "44m"], ["3m", "1j"]),
    ],
)
def test_how_a_rack_stands_in_a_hand(pattern: str, hand: str, assignment: list[str], needs: list[str]) -> None:
    found = arranged(pattern, hand)
    assert found["assignment"] == assignment
    assert sorted(found["needs"]) == sorted(needs)


def test_jokers_go_where_real_tiles_are_hardest_to_get() -> None:
    found = arranged("FFFF 2222a 44a 8888a", "1f2f3f4f22m44m8888m1j5p", visible="22m")
    assert found["assignment"] == ["1f1f1f1f", "22m1j", "44m", "8888m"]
    assert found["needs"] == ["1j"]
    assert found["possible"]


def test_exposed_groups_stand_in_brackets() -> None:
    rules = rules_of("FFFF 2222a 444a 888a")
    line = nearest_lines(rules.situation(hand_of("1f2f22m444m8m7z8p (8m11j)"), Context()))[0].to_json()
    assert line["assignment"] == ["1f1f", "22m", "444m", "(8m11j)"]
    assert line["needs"] == ["2m", "2m", "1f", "1f"]


def test_of_equal_groups_the_open_one_is_the_exposed_one() -> None:
    (hand,) = rules_of("333a FF 333b 333a FFF").matrix.hands[:1]
    kind = hand.groups[0].kind
    found = arrange(hand, Rack(np.zeros(KINDS, dtype=np.int16), (Exposure(kind, 3, 1), Exposure(kind, 3, 0))), COPIES)
    assert [piece for piece in found.pieces if piece.startswith("(")] == [
        f"({format_kinds([kind, kind, JOKER])})",
        f"({format_kinds([kind] * 3)})",
    ]


def test_tiles_of_american_play() -> None:
    assert [american_kind(tile) for tile in parse_tiles("1m0p7z3f8f1j0x??")] == [0, 13, 33, 34, 34, 35, None, None]
    assert count_tiles(parse_tiles("1f8f0x??")).sum() == 2
    assert [tile_of(kind).code for kind in (0, 33, 34, 35)] == ["1m", "7z", "1f", "1j"]
    live = count_live(hand_of("1f2f1j11m"), Context(visible=parse_tiles("111m8f")))
    assert [int(live[kind]) for kind in (0, 34, 35)] == [0, 5, 7]
    assert rack_of(hand_of("1f2f1j11m")).jokers == 1


def test_a_line_shows_its_likeliest_hand() -> None:
    card = load_card(
        {
            "name": "test",
            "year": 2026,
            "sections": ["all"],
            "hand": [{"section": "all", "line": "X", "pattern": "FF XX0a XX1a XX2a XX0b XX1b XX2b", "value": 25}],
        }
    )
    rules = RULE_SET.configure({}, card)
    seen = Context(visible=parse_tiles("888m"))
    lines = nearest_lines(rules.situation(hand_of("1f2f7788m9m778899p8s"), seen))
    assert (lines[0].missing, lines[0].possible) == (1, True)
    blocked = Context(visible=parse_tiles("999m"))
    lines = nearest_lines(rules.situation(hand_of("1f2f7788m9m778899p8s"), blocked))
    assert (lines[0].missing > 1, lines[0].possible) == (True, True)
    everything = Context(visible=tuple(itertools.chain(parse_tiles("12345678f"), parse_tiles("999m"))))
    lines = nearest_lines(rules.situation(hand_of("7788m9m778899p888s"), everything))
    assert (lines[0].missing, lines[0].possible) == (3, False)
