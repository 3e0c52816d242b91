"""``POST /v1/game`` and ``POST /v1/game/csv``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from api.game_schemas import GameAnswer, GameRules

if TYPE_CHECKING:
    from fastapi.testclient import TestClient
    from httpx import Response

WON = {"outcome": "win", "winners": [1], "discarder": 3, "payments": [0, 2600.0, 0, -2600], "riichi": [1]}
RULE_SETS = ("american", "basic", "chinese_classical", "riichi", "mcr", "hong_kong")


def ask(client: TestClient, path: str = "/v1/game", **body: object) -> Response:
    players = ["Ann", "Bo", "Cy", "Di"]
    return client.post(path, json={"version": 1, "players": players, "settings": {"rules": "riichi"}, **body})


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_game_before_its_first_hand(client: TestClient, rules: str) -> None:
    response = ask(client, settings={"rules": rules})
    assert response.status_code == 200
    answer = response.json()
    GameAnswer.model_validate(answer)
    assert answer["sheet"]["next"]["seats"] == [0, 1, 2, 3]
    described = client.get(f"/v1/rules/{rules}").json()["game"]
    GameRules.model_validate(described)
    assert described["settings"] == answer["game"]["settings"]


def test_what_is_answered_can_be_asked_again(client: TestClient) -> None:
    drawn = {"outcome": "draw", "tenpai": [0, 2]}
    answer = ask(client, hands=[WON, drawn], undone=[WON]).json()
    GameAnswer.model_validate(answer)
    assert [row["changes"] for row in answer["sheet"]["rows"]] == [[0, 2600, 0, -2600], [1500, -1500, 1500, -1500]]
    assert answer["sheet"]["can_redo"]
    assert ask(client, **answer["game"]).json() == answer


def test_null_is_no_end_and_not_the_default(client: TestClient) -> None:
    settings: dict[str, Any] = {"rules": "riichi", "rounds": None, "needed": None}
    game = ask(client, settings=settings).json()["game"]
    assert (game["settings"]["rounds"], game["settings"]["needed"], game["settings"]["start"]) == (None, None, 25_000)


def test_hands_that_cannot_have_been_are_values(client: TestClient) -> None:
    response = ask(client, hands=[WON, {**WON, "payments": [0, 1, 0, 0]}, {**WON, "winners": [3]}])
    assert response.status_code == 200
    answer = response.json()
    GameAnswer.model_validate(answer)
    assert answer["game"] is None
    assert [fault["path"] for fault in answer["faults"]] == ["hands[1].payments", "hands[2].discarder"]
    assert len(answer["sheet"]["rows"]) == 1


@pytest.mark.parametrize(
    ("parts", "status", "code", "pointer"),
    [
        ({"version": 2}, 422, "bad_value", "/version"),
        ({"players": ["Ann"]}, 422, "bad_value", "/players"),
        ({"players": ["Ann", "Bo", "Cy", "Bo"]}, 422, "bad_value", "/players/3"),
        ({"settings": {}}, 400, "bad_request", "/settings/rules"),
        ({"settings": {"rules": "poker"}}, 422, "bad_value", "/settings/rules"),
        ({"settings": {"rules": "mcr", "rounds": 0}}, 422, "bad_value", "/settings/rounds"),
        ({"settings": {"rules": "mcr", "colour": 1}}, 400, "bad_request", "/settings/colour"),
        ({"hands": [{}]}, 400, "bad_request", "/hands/0/outcome"),
        ({"hands": [{"outcome": "tie"}]}, 422, "bad_value", "/hands/0/outcome"),
        ({"hands": [{**WON, "winners": [4]}]}, 422, "bad_value", "/hands/0/winners/0"),
        ({"hands": [{**WON, "payments": [0, "1", 0, 0]}]}, 400, "bad_request", "/hands/0/payments/1"),
        ({"hands": [{**WON, "payments": [1]}]}, 422, "bad_value", "/hands/0/payments"),
    ],
)
def test_what_cannot_be_read_is_a_problem(
    client: TestClient, parts: dict[str, Any], status: int, code: str, pointer: str
) -> None:
    for path in ("/v1/game", "/v1/game/csv"):
        response = ask(client, path, **parts)
        document = response.json()
        assert (response.status_code, document["code"]) == (status, code)
        assert response.headers["content-type"] == "application/problem+json"
        assert pointer in [error["pointer"] for error in document["errors"]]


def test_the_sheet_for_a_spreadsheet(client: TestClient) -> None:
    response = ask(client, "/v1/game/csv", players=["安", "Bo", "Cy", "Di"], hands=[WON])
    assert response.status_code == 200
    assert response.headers["content-type"] == "text/csv; charset=utf-8"
    assert "attachment" in response.headers["content-disposition"]
    assert response.content.startswith(b"\xef\xbb\xbfhand,wind")
    header, line = response.content.decode("utf-8-sig").split("\r\n")[:2]
    assert "安: total" in header
    assert line.endswith(",25000,27600,25000,22400,")


def test_half_a_sheet_is_refused(client: TestClient) -> None:
    response = ask(client, "/v1/game/csv", hands=[WON, {**WON, "winners": []}])
    assert response.status_code == 422
    assert [error["pointer"] for error in response.json()["errors"]] == ["/hands/1/winners"]


def test_nothing_is_kept_between_two_requests(client: TestClient) -> None:
    first = ask(client).json()
    ask(client, hands=[WON])
    assert ask(client).json() == first
