"""Patterns of American cards: what they stand for, and what cannot be read, with its position."""

from __future__ import annotations

import pytest

from engine.rules.american.expansion import ConcreteHand, count_choices, expand
from engine.rules.american.pattern import Pattern, read_patterns

YEAR = 2026


def read(text: str, year: int = YEAR) -> Pattern:
    (pattern,), faults = read_patterns(text, year)
    assert not faults
    return pattern


def hands(text: str, *, jokers: bool = True, year: int = YEAR) -> tuple[ConcreteHand, ...]:
    return expand(read(text, year), jokers=jokers)


def texts(text: str) -> set[str]:
    return {hand.text for hand in hands(text)}


def open_sizes(hand: ConcreteHand) -> list[int]:
    return [group.size for group in hand.groups if group.is_open]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("NNNN EEE WWW SSSS", 1),
        ("FF 2222a 44a 666a 888a", 3),
        ("FF 2222a 44b 666b 888c", 6),
        ("FF XXXX0a XX1a XXX2a XXX3a", 3 * 6),
        ("FF XXXX0{13}a XX1a XXX2a XXX3a", 3 * 2),
        ("FF XXXX0{1-3}a XX0b XXX0b XXX0c", 6 * 3),
        ("FFFF ZZZZ ZZZ ZZZ", 4 * 4 * 4 - 4 - 4 * 3 - 4 * 3 + 4 + 3 * 4),
        ("FFFF 1111 NEWS 99", 9),
        ("FFFF 11 11 111 111", None),
        ("11a 222a 3333a 444a 55a", 3),
        ("FFF DDDDa XXXX0b XXX1b", 6 * 8),
        ("FF 2026 3333b 4444c", 6 * 3),
    ],
)
def test_number_of_concrete_hands(text: str, number: int | None) -> None:
    found = hands(text)
    assert len({tuple(sorted(hand.groups)) for hand in found}) == len(found)
    if number is not None:
        assert len(found) <= count_choices(read(text))
    if number is not None and "Z" not in text:
        assert len(found) == number


def test_two_groups_of_any_wind_are_independent() -> None:
    found = texts("FFFF ZZZZ ZZZ 111a")
    assert "1f1f1f1f 1111z 222z 111m" in found
    assert len(found) == 4 * 4 * 3


def test_colours_are_suits_of_their_own() -> None:
    assert texts("FF 2222a 44b 666b 888c") == {
        "1f1f 2222m 44p 666p 888s",
        "1f1f 2222m 44s 666s 888p",
        "1f1f 2222p 44m 666m 888s",
        "1f1f 2222p 44s 666s 888m",
        "1f1f 2222s 44m 666m 888p",
        "1f1f 2222s 44p 666p 888m",
    }


def test_dragons_belong_to_suits() -> None:
    assert texts("FFFF 1111a DDDa 222a") == {
        "1f1f1f1f 1111m 777z 222m",
        "1f1f1f1f 1111s 666z 222s",
        "1f1f1f1f 1111p 555z 222p",
    }
    assert texts("NNNN RRR GGG 0000") == {"4444z 777z 666z 5555z"}


def test_a_dragon_may_have_a_letter_that_no_number_has() -> None:
    assert "1f1f1f1f 1111m 666z 222m" in texts("FFFF 1111a DDDb 222a")
    assert "1f1f1f1f 1111m 777z 222m" not in texts("FFFF 1111a DDDb 222a")


def test_without_a_letter_every_group_has_any_suit() -> None:
    found = texts("FFFF 1111 NEWS 99")
    assert {"1f1f1f1f 1111m 4132z 99m", "1f1f1f1f 1111m 4132z 99p"} <= found


def test_numbers_never_wrap() -> None:
    found = texts("FFFF XXXX7a XXX8a 111b")
    assert {text.split()[1] for text in found} == {"8888m", "8888p", "8888s"}


def test_x_without_a_digit_is_x0() -> None:
    assert texts("FFFF XXXXa XXXXXXb") == texts("FFFF XXXX0a XXXXXX0b")


def test_singles_written_together() -> None:
    (hand,) = (found for found in hands("FF 246a 888a 246b 888b") if found.text == "1f1f 246m 888m 246p 888p")
    assert open_sizes(hand) == [3, 3]
    assert [len(token) for token in hand.tokens] == [1, 3, 1, 3, 1]


def test_the_year_is_singles() -> None:
    assert "1f1f 2m5z26m 3333p 4444s" in texts("FF 2026a 3333b 4444c")
    for hand in hands("FF 2000a 3333b 4444c", year=2000):
        assert open_sizes(hand) == [4, 4]
    for hand in hands("FF 2000a 3333b 4444c", year=2026):
        assert open_sizes(hand) == [3, 4, 4]


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("11a 11a 333a 333a 5555a", [3, 3, 4]),
        ("11a 222a 3333a 44444a", [3, 4, 5]),
        ("FFFFFF 0000 NEWS", [6, 4]),
        ("FF NN EE WW SS 11a 11b", []),
    ],
)
def test_size_decides_about_jokers(text: str, sizes: list[int]) -> None:
    assert open_sizes(hands(text)[0]) == sizes


def test_singles_and_pairs_take_no_joker() -> None:
    assert open_sizes(hands("FFF 22a 33a 44a 55a 66a D", jokers=False)[0]) == []


@pytest.mark.parametrize(
    "text",
    [
        "11a 11a 11a 22a 33a 44a 55a",  # six natural tiles of a kind
        "FF FF FF FF F NEWS 1a",  # nine natural flowers
        "111111a 222222b FF",  # four jokers: exists
        "XXXX8{2-9}a XXXX0a NEWS FF",  # X runs past nine
        "111111a 111111a 11a",  # eight tiles beyond four, more than the jokers there are
    ],
)
def test_hands_that_cannot_exist_are_left_out(text: str) -> None:
    assert bool(hands(text)) == ("FF" in text and "222222b" in text)


def test_alternatives_are_whole_patterns() -> None:
    patterns, faults = read_patterns("FF 2222a 44b 666b 888c | FFFF 11a + 33a = 44a 5555b", YEAR)
    assert (len(patterns), faults) == (2, ())
    assert [token.size for token in patterns[1].tokens] == [4, 2, 2, 2, 4]


def test_decoration() -> None:
    assert texts("FFFF 22a x 33a = 66a - 1111b") == texts("FFFF 22a 33a 66a 1111b")
    assert texts("FFFF 22a+33a=66a 1111b") == texts("FFFF 22a 33a 66a 1111b")


@pytest.mark.parametrize(
    ("text", "position", "says"),
    [
        ("", 0, "a pattern is expected"),
        ("FF | NNNN EEE WWW SSSS", 0, "14 tiles, this one has 2"),
        ("NNNN EEE WWW SSSS | ", 20, "a pattern is expected"),
        ("FF 2222d 44b 6666c", 7, "'d' is unexpected: a symbol, one of the suit letters"),
        ("FF ?222a 44b 6666c", 3, "'?' is unexpected: a group begins with"),
        ("FF 2222ab 44b 6666c", 8, "'b' stands behind the suit letter 'a'"),
        ("FFa 2222a 44b 666666c", 2, "only numbers, D and X take a suit letter"),
        ("NNNN EEE WWW SSSSb", 17, "only numbers, D and X take a suit letter"),
        ("0000a EEE WWW SSSS", 4, "only numbers, D and X take a suit letter"),
        ("FFFFFFF 2222a 111b", 0, "at most 6 equal tiles, this one has 7"),
        ("FF XX12a 2222a 444444a", 6, "behind X stands one digit"),
        ("FF XX0{a 2222a 444444a", 6, "the brace { is not closed"),
        ("FF XX0{}a 2222a 444444a", 7, "stand numbers from 1 to 9"),
        ("FF XX0{0}a 2222a 444444a", 7, "stand numbers from 1 to 9"),
        ("FF XX0{7-1}a 2222a 444444a", 7, "stand numbers from 1 to 9"),
        ("FF XX0{2-}a 2222a 444444a", 7, "stand numbers from 1 to 9"),
        ("FF XX0{24}a XXXX1{24}a 444444a", 17, "stand once in a pattern"),
        ("FFN 2222a 44b 66666c", 0, "between groups of different sorts"),
        ("N0 2222a 44b 666666c", 0, "between groups of different sorts"),
        ("F0 2222a 44b 666666c", 0, "between groups of different sorts"),
        ("NEWS1a 2222a 44b 666c", 0, "between groups of different sorts"),
        ("FF {24}", 3, "'{' is unexpected: a group begins with"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_position(text: str, position: int, says: str) -> None:
    patterns, faults = read_patterns(text, YEAR)
    assert patterns == ()
    assert faults[0].position == position, faults
    assert says in faults[0].message


def test_every_fault_of_a_pattern_is_told() -> None:
    _, faults = read_patterns("FFa ?? 2222ab | 11", YEAR)
    assert [fault.position for fault in faults] == [2, 4, 12, 16]
