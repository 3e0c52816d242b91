"""Cards as documents and TOML: what is read, and what is told about cards that cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import CardError, CardProblem, RequestError
from engine.rules.american.card import Card
from engine.rules.american.loading import load_card, load_card_toml, practice_card
from engine.rules.american.matrix import card_matrix
from engine.rules.american.rules import RULE_SET, read_card

HAND = {"section": "even", "line": "E1", "pattern": "FFFF 2222a 44b 6666c", "value": 25}
CARD = {"name": "Small", "year": 2026, "maker": "me", "sections": ["even"], "hand": [HAND]}

TOML = """
name = "Small"
year = 2026
maker = "me"
sections = ["even"]

[[hand]]
section = "even"
line = "E1"
pattern = "FFFF 2222a 44b 6666c"
value = 25
"""


def problems(document: dict[str, Any]) -> list[str]:
    with pytest.raises(CardError) as caught:
        load_card(document, "small.toml")
    assert caught.value.message.startswith("small.toml: ")
    assert caught.value.code == "bad_card"
    return [str(problem) for problem in caught.value.problems]


def with_hand(**changes: object) -> dict[str, Any]:
    return {**CARD, "hand": [{**HAND, **changes}]}


def test_a_card_is_read_from_toml_and_from_a_document() -> None:
    card = load_card(CARD)
    assert load_card_toml(TOML) == card
    assert (card.name, card.year, card.maker, card.sections) == ("Small", 2026, "me", ("even",))
    (line,) = card.lines
    assert (line.id, line.section, line.value) == ("E1", "even", 25)
    assert (line.concealed, line.singles_and_pairs, line.note) == (False, False, "")


def test_lines_of_one_id_are_one_printed_line() -> None:
    card = load_card({**CARD, "hand": [HAND, {**HAND, "pattern": "FF 4444a 6666a 8888a"}]})
    assert len(card.lines) == 2
    assert card.line_ids == (("even", "E1"),)
    assert card_matrix(card).size == 6 + 3
    assert set(card_matrix(card).printed) == {0}


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ({}, ["name: this field is needed: a text", "year: this field is needed: a whole number"]),
        ({**CARD, "colour": 1}, ["colour: there is no such field; the fields are name, year, maker, sections, hand"]),
        ({**CARD, "name": " "}, ["name: a text is expected, not an empty one"]),
        ({**CARD, "name": "x" * 501}, ["name: at most 500 characters are read, these are 501"]),
        ({**CARD, "year": True}, ["year: a whole number is expected, not True"]),
        ({**CARD, "year": 26}, ["year: 26 is outside the range from 1900 to 9999"]),
        ({**CARD, "sections": "even"}, ["sections: a list is expected, not 'even'"]),
        ({**CARD, "sections": ["even", 3, ""]}, ["sections: names of sections are expected, not 3"]),
        ({**CARD, "sections": ["even"] * 51}, ["sections: there are 51 sections; at most 50 are read"]),
        ({**CARD, "hand": []}, ["hand: a card has at least one table [[hand]]"]),
        ({**CARD, "hand": [HAND] * 501}, ["hand: there are 501 hands; at most 500 are read"]),
        ({**CARD, "hand": [3]}, ["hand 1: a table is expected, not 3"]),
        (with_hand(line=None), ["hand 1, line: this field is needed: a text"]),
        (with_hand(line="x" * 41), [f"hand 1 (line {'x' * 40}), line: at most 40 characters are read, these are 41"]),
        (
            with_hand(section="odd"),
            ["hand 1 (line E1), section: there is no section 'odd'; the card's sections are even"],
        ),
        (with_hand(value=0), ["hand 1 (line E1), value: 0 is outside the range from 1 to 10000"]),
        (with_hand(value="25"), ["hand 1 (line E1), value: a whole number is expected, not '25'"]),
        (with_hand(concealed="no"), ["hand 1 (line E1), concealed: true or false is expected, not 'no'"]),
        (with_hand(exposed=True), ["hand 1 (line E1), exposed: there is no such field; the fields are section, line"]),
        (
            with_hand(pattern="FFFF 2222d 44b 6666c"),
            ["hand 1 (line E1), pattern, position 10: 'd' is unexpected: a symbol, one of the suit letters"],
        ),
        (
            with_hand(pattern="FFFF 2222a"),
            ["hand 1 (line E1), pattern, position 1: a hand has 14 tiles, this one has 8"],
        ),
        (
            with_hand(pattern="FFFF XXXX8{2-9}a NEWS 11b"),
            ["hand 1 (line E1), pattern, position 1: no such hand can exist"],
        ),
        (
            with_hand(pattern="FF 11a 22b 33c 44a 55b 66c", singles_and_pairs=True) | {"sections": []},
            ["hand 1 (line E1), section: there is no section 'even'; the card's sections are none"],
        ),
        (
            with_hand(pattern="1 2 3 4 5 6 7 8 9 1 2 3 4 5"),
            ["hand: its patterns can be filled in 4782969 ways, at most 5000 are read"],
        ),
    ],
)
def test_everything_that_is_wrong_is_told_with_its_place(document: dict[str, Any], expected: list[str]) -> None:
    found = problems(document)
    for text in expected:
        assert any(problem.startswith(text) for problem in found), found


def test_all_problems_are_told_at_once() -> None:
    found = problems({**CARD, "hand": [{**HAND, "pattern": "??", "value": 0}, {"line": "E2"}, HAND]})
    assert len(found) == 5
    assert sum(text.startswith("hand 2 (line E2)") for text in found) == 3


def test_a_long_list_of_problems_is_cut_in_the_message() -> None:
    with pytest.raises(CardError) as caught:
        load_card({**CARD, "hand": [{}] * 3})
    assert len(caught.value.problems) == 12
    assert caught.value.message.endswith("; and 7 more")


def test_text_that_is_no_toml() -> None:
    with pytest.raises(CardError, match=r"small.toml: this is no TOML: .*line 1, column 3") as caught:
        load_card_toml("x x", "small.toml")
    assert caught.value.problems[0].place == ""
    with pytest.raises(CardError, match="this is no TOML"):
        load_card_toml("x = " + "[" * 5000)


def test_places_for_people() -> None:
    assert CardProblem("odd", hand=3, line="E1", field="pattern", position=4).place == (
        "hand 3 (line E1), pattern, position 5"
    )
    assert str(CardProblem("odd")) == "odd"


@pytest.mark.parametrize("card", [None, "practice"])
def test_the_practice_card_is_the_default(card: object) -> None:
    assert read_card(card) is practice_card()


def test_a_card_can_be_given_in_every_form() -> None:
    card = load_card(CARD)
    for form in (card, CARD, {"toml": TOML}):
        assert RULE_SET.configure({}, form).card == card
    assert isinstance(card, Card)


@pytest.mark.parametrize(("card", "path"), [("/etc/passwd", "card"), (3, "card"), ({"toml": 3}, "card.toml")])
def test_what_is_no_card(card: object, path: str) -> None:
    with pytest.raises(RequestError, match="expected, not") as caught:
        RULE_SET.configure({}, card)
    assert caught.value.path == path


def test_a_card_in_a_request_that_cannot_be_read() -> None:
    with pytest.raises(CardError, match=r"card\.toml: name: this field is needed"):
        RULE_SET.configure({}, {"toml": "year = 2026"})
    with pytest.raises(CardError, match="card: hand 1"):
        RULE_SET.configure({}, {**CARD, "hand": [{}]})
