"""A card as a list, and its errors as JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.errors import CardError
from engine.interchange import error_to_json
from engine.rules.american.listing import list_card
from engine.rules.american.loading import load_card, practice_card

HAND = {"section": "even", "line": "E1", "pattern": "FFFF 2222a 44b 6666c | FF 4444a 6666a 8888a", "value": 25}
CARD = {"name": "Small", "year": 2026, "sections": ["even", "odd", "even"], "hand": [HAND, {**HAND, "value": 30}]}


def test_a_card_is_listed_by_section() -> None:
    listed: Any = list_card(load_card(CARD))
    assert json.loads(json.dumps(listed)) == listed
    assert (listed["name"], listed["year"], listed["maker"], listed["hands"]) == ("Small", 2026, "", 2)
    assert listed["concrete_hands"] == 2 * (6 + 3)
    assert [(section["name"], len(section["hands"])) for section in listed["sections"]] == [("even", 2), ("odd", 0)]
    first, second = listed["sections"][0]["hands"]
    assert first == {
        "line": "E1",
        "pattern": HAND["pattern"],
        "value": 25,
        "concealed": False,
        "singles_and_pairs": False,
        "note": "",
        "concrete_hands": 9,
    }
    assert second["value"] == 30


def test_a_listed_card_can_be_loaded_again() -> None:
    card = practice_card()
    hands = [
        {"section": section["name"], **{name: value for name, value in hand.items() if name != "concrete_hands"}}
        for section in list_card(card)["sections"]  # type: ignore[attr-defined]  # JSON values
        for hand in section["hands"]
    ]
    head = {"name": card.name, "year": card.year, "maker": card.maker, "sections": list(card.sections)}
    assert load_card({**head, "hand": hands}) == card


def test_errors_of_a_card_as_json() -> None:
    with pytest.raises(CardError) as caught:
        load_card({**CARD, "hand": [HAND, {**HAND, "pattern": "FFFF 2222q"}]}, "my card")
    error: Any = error_to_json(caught.value)["error"]
    assert (error["code"], error["path"], error["source"]) == ("bad_card", "card", "my card")
    (problem,) = error["problems"]
    assert (problem["hand"], problem["line"], problem["field"], problem["position"]) == (2, "E1", "pattern", 9)
    assert problem["message"] in error["message"]
    assert error_to_json(caught.value.below("hands.S"))["error"]["path"] == "hands.S.card"
