"""American cards in requests: the practice card, a card as text, a card as JSON; never a file's name."""

from __future__ import annotations

import json
from importlib import resources
from typing import TYPE_CHECKING, Any

import pytest

from api.answers import Analysis

if TYPE_CHECKING:
    from fastapi.testclient import TestClient

PRACTICE = resources.files("engine.rules.american").joinpath("practice.toml").read_text(encoding="utf-8")
HAND = {"section": "even", "line": "E1", "pattern": "FFFF 2222a 44b 6666c", "value": 25}
CARD = {"name": "Small", "year": 2026, "sections": ["even"], "hand": [HAND]}
TEXT = """
name = "Small"
year = 2026
sections = ["even"]
[[hand]]
section = "even"
line = "E1"
pattern = "FFFF 2222a 44b 6666c"
value = 25
"""
RACK = "2222m44p666s1j1234f"


def ask(client: TestClient, card: object, hand: str = RACK) -> Any:  # noqa: ANN401 - any JSON document
    return client.post("/v1/analyse", json={"rules": "american", "hand": hand, "card": card})


@pytest.mark.parametrize("card", [CARD, {"toml": TEXT}, {**CARD, "maker": "me"}])
def test_a_card_as_json_and_as_text(client: TestClient, card: object) -> None:
    response = ask(client, card)
    assert response.status_code == 200
    document = response.json()
    Analysis.model_validate(document)
    assert document["status"] == "complete"
    assert [(line["line"], line["missing"]) for line in document["american"]["nearest"]] == [("E1", 0)]
    assert document["score"]["total"] == 25


def test_the_practice_card_is_the_default(client: TestClient) -> None:
    answers = [ask(client, card, "2222m44p666s1j123f").json() for card in ("practice", None, {"toml": PRACTICE})]
    Analysis.model_validate(answers[0])
    assert answers[0] == answers[1] == answers[2]
    assert len(answers[0]["american"]["nearest"]) == 10
    assert len(answers[0]["american"]["pass"]) == 3


@pytest.mark.parametrize(
    ("card", "status", "code", "pointers"),
    [
        ({**CARD, "hand": [HAND, {**HAND, "pattern": "FFFF 2222q", "value": 0}]}, 422, "bad_card", {"/card/hand/1"}),
        ({"toml": TEXT.replace("2222a", "2222q")}, 422, "bad_card", {"/card/toml"}),
        ({"toml": "name = "}, 422, "bad_card", {"/card/toml"}),
        ({"toml": TEXT, "name": "x"}, 422, "bad_card", {"/card/toml", "/card/year"}),
        ({**CARD, "colour": 1}, 422, "bad_card", {"/card/colour"}),
        ({}, 422, "bad_card", {"/card/name", "/card/hand"}),
        ({"toml": 5}, 400, "bad_request", {"/card/toml"}),
        ("card.toml", 400, "bad_request", {"/card"}),
        ("/etc/passwd", 400, "bad_request", {"/card"}),
        ([CARD], 400, "bad_request", {"/card"}),
        (5, 400, "bad_request", {"/card"}),
    ],
)
def test_cards_that_cannot_be_read(
    client: TestClient, card: object, status: int, code: str, pointers: set[str]
) -> None:
    response = ask(client, card)
    document = response.json()
    assert (response.status_code, document["code"]) == (status, code)
    found = [error["pointer"] for error in document["errors"]]
    assert all(any(place.startswith(pointer) for place in found) for pointer in pointers)


def test_the_position_in_a_pattern_is_told(client: TestClient) -> None:
    errors = ask(client, {**CARD, "hand": [{**HAND, "pattern": "FFFF 2222q 44b 6666c"}]}).json()["errors"]
    assert [(error["pointer"], error["position"]) for error in errors] == [("/card/hand/0/pattern", 9)]
    (error,) = ask(client, {"toml": TEXT.replace("2222a", "2222q")}).json()["errors"]
    assert error["detail"].startswith("hand 1 (line E1), pattern, position 10: ")


def test_a_card_of_another_game_is_refused(client: TestClient) -> None:
    response = client.post("/v1/analyse", json={"rules": "basic", "hand": "1m", "card": "practice"})
    assert (response.status_code, response.json()["code"]) == (400, "bad_request")
    assert response.json()["errors"][0]["pointer"] == "/card"


@pytest.mark.parametrize("card", ['"practice"', json.dumps(CARD), json.dumps({"toml": TEXT})])
def test_a_card_beside_a_photo(client: TestClient, photo: bytes, card: str) -> None:
    response = client.post("/v1/photo", files={"photo": ("p.jpg", photo)}, data={"rules": "american", "card": card})
    assert response.status_code == 200
    nearest = response.json()["analysis"]["american"]["nearest"]
    assert len(nearest) == (10 if card == '"practice"' else 1)


@pytest.mark.parametrize(
    ("card", "status", "code"),
    [
        ("{", 422, "bad_value"),
        ('"card.toml"', 400, "bad_request"),
        ('{"toml": "name = "}', 422, "bad_card"),
    ],
)
def test_a_bad_card_beside_a_photo(client: TestClient, photo: bytes, card: str, status: int, code: str) -> None:
    response = client.post("/v1/photo", files={"photo": ("p.jpg", photo)}, data={"rules": "american", "card": card})
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert response.json()["errors"][0]["pointer"].startswith("/card")


def test_a_card_of_one_hand_of_a_settlement(client: TestClient) -> None:
    hands = {"S": {"hand": "2222m44p666s1j123f +4f", "card": {**CARD, "year": "x"}}}
    response = client.post("/v1/settle", json={"rules": "american", "winner": "S", "hands": hands})
    assert (response.status_code, response.json()["code"]) == (422, "bad_card")
    assert response.json()["errors"][0]["pointer"] == "/hands/S/card/year"
