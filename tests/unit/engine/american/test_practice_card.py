"""The card that comes with the program."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.context import Context
from engine.hand import Hand
from engine.rules.american.expansion import ConcreteHand, expand
from engine.rules.american.loading import practice_card
from engine.rules.american.nearest import nearest_lines
from engine.rules.american.pattern import read_patterns
from engine.rules.american.rules import RULE_SET
from engine.rules.american.tiles import COPIES, tile_of
from engine.tile import JOKER_CODE, Tile

HANDS = {
    "year": {"Y1": 24, "Y2": 6, "Y3": 6, "Y4": 6, "Y5": 3},
    "2468": {"E1": 6, "E2": 6, "E3": 12, "E4": 6, "E5": 6, "E6": 3},
    "like numbers and sums": {"L1": 54, "L2": 54, "L3": 9, "L4": 6, "L5": 9, "L6": 9},
    "quints": {"Q1": 15, "Q2": 12, "Q3": 21, "Q4": 24, "Q5": 1, "Q6": 54},
    "consecutive runs": {"C1": 18, "C2": 42, "C3": 42, "C4": 36, "C5": 36, "C6": 42, "C7": 21},
    "13579": {"O1": 6, "O2": 12, "O3": 30, "O4": 30, "O5": 24, "O6": 3, "O7": 3},
    "winds-dragons": {"W1": 2, "W2": 3, "W3": 1, "W4": 96, "W5": 36, "W6": 54, "W7": 3},
    "singles and pairs": {"P1": 3, "P2": 21, "P3": 6, "P4": 27, "P5": 3, "P6": 12, "P7": 6},
}
"""Sections in the order of the card, and how many hands each line can be: suits times numbers times winds, counted by
hand."""

LINES = {line.id: line for line in practice_card().lines}


def hands_of(line_id: str) -> list[ConcreteHand]:
    line = LINES[line_id]
    patterns, faults = read_patterns(line.pattern, practice_card().year)
    assert not faults
    return [hand for pattern in patterns for hand in expand(pattern, jokers=not line.singles_and_pairs)]


def test_it_has_every_category_in_order() -> None:
    card = practice_card()
    assert card.sections == tuple(HANDS)
    assert card.line_ids == tuple((section, line) for section, lines in HANDS.items() for line in lines)
    assert len(card.lines) == len(LINES) == 51
    assert card.year == 2026


@pytest.mark.parametrize("section", HANDS)
def test_every_line_is_as_many_hands_as_it_says(section: str) -> None:
    for line, expected in HANDS[section].items():
        hands = hands_of(line)
        assert len(hands) == expected, line
        assert all(sum(group.size for group in hand.groups) == 14 for hand in hands), line
        assert all(hand.can_exist for hand in hands), line


def test_it_is_as_large_as_a_printed_card() -> None:
    assert sum(sum(lines.values()) for lines in HANDS.values()) == 970


def test_no_hand_stands_on_two_lines() -> None:
    written = Counter(tuple(sorted(hand.groups)) for line in LINES for hand in hands_of(line))
    assert not [hand for hand, times in written.items() if times > 1]


@pytest.mark.parametrize("line", HANDS["quints"])
def test_quints_have_a_quint(line: str) -> None:
    assert all(max(group.size for group in hand.groups) >= 5 for hand in hands_of(line))


@pytest.mark.parametrize("section", sorted(set(HANDS) - {"quints"}))
def test_no_other_section_has_quints(section: str) -> None:
    hands = [hand for line in HANDS[section] for hand in hands_of(line)]
    assert max(group.size for hand in hands for group in hand.groups) < 5


@pytest.mark.parametrize("line", HANDS["singles and pairs"])
def test_singles_and_pairs_take_no_joker(line: str) -> None:
    assert LINES[line].singles_and_pairs
    assert LINES[line].concealed
    assert all(group.size <= 2 and not group.is_open for hand in hands_of(line) for group in hand.groups)


@pytest.mark.parametrize("section", HANDS)
def test_every_line_can_be_won(section: str) -> None:
    rules, context = RULE_SET.configure({}), Context(self_drawn=True)
    for line in HANDS[section]:
        for concrete in (hands_of(line)[0], hands_of(line)[-1]):
            wanted = Counter(group.kind for group in concrete.groups for _ in range(group.size))
            tiles = [tile_of(kind) for kind, count in wanted.items() for _ in range(min(count, int(COPIES[kind])))]
            tiles += [Tile.parse(JOKER_CODE)] * (14 - len(tiles))
            hand = Hand.build(tiles, full_size=14)
            assert not rules.faults(hand, context), line
            won = [near for near in nearest_lines(rules.situation(hand, context)) if near.missing == 0]
            assert line in [near.line.id for near in won], line
            score = rules.judge(hand, context).score
            assert score is not None
            assert score.total >= LINES[line].value, line


def test_harder_lines_pay_more() -> None:
    worth = {section: [LINES[line].value for line in lines] for section, lines in HANDS.items()}
    assert {value % 5 for values in worth.values() for value in values} == {0}
    assert all(25 <= value <= 60 for values in worth.values() for value in values)
    exposed = [line.value for line in LINES.values() if not line.concealed and line.section != "quints"]
    concealed = [line.value for line in LINES.values() if line.concealed and not line.singles_and_pairs]
    for harder in (worth["quints"], concealed, worth["singles and pairs"]):
        assert min(harder) >= max(exposed) - 5
        assert sum(harder) / len(harder) > sum(exposed) / len(exposed) + 5


def test_every_line_has_a_remark() -> None:
    assert all(line.note for line in LINES.values())
