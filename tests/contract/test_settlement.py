"""``POST /v1/settle``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from api.answers import Settlement

if TYPE_CHECKING:
    from fastapi.testclient import TestClient
    from httpx import Response

WON = "234m567p2278s (111z) +9s"
MELDS = [{"tiles": ["1m", "2m", "3m"]}, {"tiles": ["5z", "5z", "5z"]}]


def ask(client: TestClient, **body: object) -> Response:
    return client.post("/v1/settle", json={"rules": "basic", "winner": "S", **body})


@pytest.mark.parametrize("parts", [{"scores": {"S": 1.0}}, {"hands": {"S": {"hand": WON, "melds": [], "tiles": None}}}])
def test_scores_and_hands_are_settled(client: TestClient, parts: dict[str, Any]) -> None:
    response = ask(client, **parts)
    assert response.status_code == 200
    Settlement.model_validate(response.json())
    assert response.json() == {
        "scores": {"S": 1},
        "payments": {"E": -1, "S": 3, "W": -1, "N": -1},
        "transfers": [
            {"from": payer, "to": "S", "amount": 1, "reason": "pays the winner's score"} for payer in ("E", "W", "N")
        ],
    }


@pytest.mark.parametrize(
    ("parts", "status", "code", "pointer"),
    [
        ({}, 400, "bad_request", ""),
        ({"scores": {"S": 1}, "hands": {}}, 400, "bad_request", ""),
        ({"scores": {"S": "1"}}, 400, "bad_request", "/scores/S"),
        ({"scores": {"S": -1}}, 422, "bad_value", "/scores/S"),
        ({"scores": {"Q": 1}}, 422, "bad_value", "/scores/Q"),
        ({"scores": {"S": 1}, "winner": "Q"}, 422, "bad_value", "/winner"),
        ({"scores": {"S": 1}, "colour": 1}, 400, "bad_request", "/colour"),
        ({"scores": {"E": 1}}, 422, "cannot_settle", "/scores"),
        ({"scores": {"S": 1}, "rules": "riichi"}, 422, "cannot_settle", "/scores"),
        ({"hands": {"S": {}}}, 400, "bad_request", "/hands/S"),
        ({"hands": {"S": {"hand": WON, "rules": "basic"}}}, 400, "bad_request", "/hands/S/rules"),
        ({"hands": {"S": {"hand": "12m9z"}}}, 422, "bad_notation", "/hands/S/hand"),
        ({"hands": {"S": {"hand": WON, "context": {"seat": "E"}}}}, 422, "cannot_settle", "/hands/S/context/seat"),
        ({"hands": {"S": {"hand": "1m"}}}, 422, "cannot_settle", "/hands/S"),
        ({"hands": {"S": {"hand": WON}, "E": {"hand": "147m258p369s1123z"}}}, 422, "cannot_settle", "/hands"),
        ({"hands": {"S": {"hand": WON}}, "options": {"colour": 1}}, 422, "bad_option", "/options/colour"),
        ({"hands": {"S": {"hand": WON, "card": "practice"}}}, 400, "bad_request", "/hands/S/card"),
    ],
)
def test_what_cannot_be_settled_is_a_problem(
    client: TestClient, parts: dict[str, Any], status: int, code: str, pointer: str
) -> None:
    response = ask(client, **parts)
    document = response.json()
    assert (response.status_code, document["code"]) == (status, code)
    assert response.headers["content-type"] == "application/problem+json"
    assert pointer in [error["pointer"] for error in document["errors"]]
    assert document["detail"]


def test_hands_of_all_four_are_scored_and_settled(client: TestClient) -> None:
    hands = {
        "E": {"hand": "46m279p34566789s 2f8f"},
        "S": {"hand": "4579m225p1s25z (456s) 3f5f", "context": {"seat": "S"}},
        "W": {"tiles": ["7m", "7m", "7m", "3p", "3p", "7p", "9p", "8p"], "melds": MELDS, "winning_tile": "8p"},
        "N": {"hand": "2m237p13359s2z (666z)"},
    }
    response = ask(client, rules="chinese_classical", winner="W", hands=hands, options={"preset": "sheet"})
    assert response.status_code == 200
    Settlement.model_validate(response.json())
    assert response.json()["scores"] == {"E": 8, "S": 8, "W": 40, "N": 8}
    assert response.json()["payments"] == {"E": -80, "S": -40, "W": 160, "N": -40}
    without = {seat: hand for seat, hand in hands.items() if seat != "N"}
    refused = ask(client, rules="chinese_classical", winner="W", hands=without)
    assert (refused.status_code, refused.json()["code"]) == (422, "cannot_settle")
    assert refused.json()["detail"] == "hands: north settles too, but nothing is given for this player"
