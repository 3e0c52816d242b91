"""``POST /v1/analyse``, ``/v1/photo`` and ``GET /v1/rules``."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

from api.answers import Analysis, PhotoAnswer, RuleSetList
from engine.rules.registry import RULE_SET_NAMES

if TYPE_CHECKING:
    from fastapi.testclient import TestClient
    from httpx import Response


def ask(client: TestClient, **body: object) -> Response:
    return client.post("/v1/analyse", json=body)


def test_complete_hand_is_scored(client: TestClient) -> None:
    response = ask(client, rules="basic", hand="234m567p2789s (111z) +2s")
    assert response.status_code == 200
    document = response.json()
    Analysis.model_validate(document)
    assert document["status"] == "complete"
    assert document["score"]["total"] == 1


@pytest.mark.parametrize("rules", RULE_SET_NAMES)
@pytest.mark.parametrize(
    ("hand", "status"),
    [
        ("234m567p22789s11z +1z", "complete"),
        ("234m567p22789s11z", "ready"),
        ("234m567p22789s12z", "incomplete"),
        ("234m567p2278s (111z) +9s", "complete"),
        ("11111m", "invalid"),
        ("234m567p22789s1z??", "invalid"),
    ],
)
def test_answers_of_every_rule_set_keep_to_the_document(client: TestClient, rules: str, hand: str, status: str) -> None:
    response = ask(client, rules=rules, hand=hand, options={"special_hands": True} if rules == "basic" else {})
    assert response.status_code == 200
    Analysis.model_validate(response.json())
    # Four sets and a pair are no hand of a card.
    assert response.json()["status"] == (status if rules != "american" or status == "invalid" else "incomplete")


@pytest.mark.parametrize("rules", RULE_SET_NAMES)
def test_thirteen_orphans_are_complete_where_they_are_known(client: TestClient, rules: str) -> None:
    options = {"special_hands": True} if rules == "basic" else {}
    document = ask(client, rules=rules, hand="19m19p19s1234567z +1m", options=options).json()
    Analysis.model_validate(document)
    assert (document["status"] == "complete") is (rules in {"basic", "hong_kong", "mcr", "riichi"})


def test_tiles_and_melds_say_the_same_as_text(client: TestClient) -> None:
    as_text = ask(client, rules="basic", hand="234m567p2789s (111z) +2s").json()
    as_tiles = ask(
        client,
        rules="basic",
        tiles=["2m", "3m", "4m", "5p", "6p", "7p", "2s", "7s", "8s", "9s", "2s"],
        melds=[{"tiles": ["1z", "1z", "1z"]}],
        winning_tile="2s",
    ).json()
    assert as_tiles == as_text


@pytest.mark.parametrize(("path", "about"), [("/v1/analyse", {"hand": "1m"}), ("/v1/settle", {"scores": {}})])
def test_unknown_rule_sets(client: TestClient, path: str, about: dict[str, object]) -> None:
    response = client.post(path, json={"rules": "poker", **about})
    assert (response.status_code, response.json()["code"]) == (422, "unknown_rule_set")
    assert "riichi" in response.json()["detail"]


def test_a_rule_set_without_its_package_says_how_to_install_it(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "MahjongGB", None)
    response = client.post("/v1/analyse", json={"rules": "mcr", "hand": "1m"})
    assert (response.status_code, response.json()["code"]) == (422, "rule_set_unavailable")
    assert "pip install 'tilesight[mcr]'" in response.json()["detail"]
    assert client.get("/v1/rules/mcr").status_code == 200


def test_discards_and_visible_tiles(client: TestClient) -> None:
    document = ask(client, rules="basic", hand="234m567p2789s111z3p", context={"visible": ["3p", "3p"]}).json()
    Analysis.model_validate(document)
    by_tile = {discard["tile"]: discard for discard in document["discards"]}
    assert by_tile["2s"]["accepts"] == [{"tile": "3p", "live": 1}]


def test_whole_numbers_may_be_written_with_a_point(client: TestClient) -> None:
    assert ask(client, rules="basic", hand="1m", context={"honba": 2.0}).status_code == 200


@pytest.mark.parametrize("hand", ["", "1m", "11111m", "123m (124p)", "0x0x", "??"])
def test_hand_that_breaks_the_rules_is_an_answer(client: TestClient, hand: str) -> None:
    response = ask(client, rules="basic", hand=hand)
    assert response.status_code == 200
    Analysis.model_validate(response.json())
    if hand != "1m":
        assert response.json()["status"] == "invalid"
        assert response.json()["faults"]


@pytest.mark.parametrize(
    ("body", "status", "code", "pointer"),
    [
        ({"hand": "1m"}, 400, "bad_request", "/rules"),
        ({"rules": "basic"}, 400, "bad_request", ""),
        ({"rules": "basic", "hand": "1m", "tiles": ["1m"]}, 400, "bad_request", ""),
        ({"rules": "basic", "hand": "1m", "winning_tile": "1m"}, 400, "bad_request", ""),
        ({"rules": "basic", "hand": 5}, 400, "bad_request", "/hand"),
        ({"rules": "basic", "hand": "1m", "colour": 1}, 400, "bad_request", "/colour"),
        ({"rules": "basic", "hand": "1m", "context": {"honba": "2"}}, 400, "bad_request", "/context/honba"),
        ({"rules": "basic", "hand": "1m", "context": {"honba": -1}}, 422, "bad_value", "/context/honba"),
        ({"rules": "basic", "hand": "1m", "context": {"seat": "Q"}}, 422, "bad_value", "/context/seat"),
        ({"rules": "basic", "tiles": ["1m", "9z"]}, 422, "bad_value", "/tiles/1"),
        ({"rules": "poker", "hand": "1m"}, 422, "unknown_rule_set", "/rules"),
        ({"rules": 5, "hand": "1m"}, 422, "bad_value", "/rules"),
        ({"rules": "poker", "hand": 5}, 400, "bad_request", "/rules"),
        ({"rules": "basic", "hand": "12m9z"}, 422, "bad_notation", "/hand"),
        ({"rules": "basic", "hand": "1m", "options": {"colour": 1}}, 422, "bad_option", "/options/colour"),
        ({"rules": "american", "hand": "1m", "card": "/etc/passwd"}, 400, "bad_request", "/card"),
    ],
)
def test_bad_bodies_name_the_field(
    client: TestClient, body: dict[str, object], status: int, code: str, pointer: str
) -> None:
    response = client.post("/v1/analyse", json=body)
    document = response.json()
    assert (response.status_code, document["code"]) == (status, code)
    assert response.headers["content-type"] == "application/problem+json"
    assert pointer in [error["pointer"] for error in document["errors"]]
    assert document["detail"]


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ({"hand": "1m"}, "/rules: this field is needed"),
        ({"rules": "basic"}, "the body: give the hand either as 'hand' (text) or as 'tiles', not both and not neither"),
        ({"rules": "basic", "hand": 5}, "/hand: a text is expected, not 5"),
        ({"rules": "basic", "hand": "1m", "colour": 1}, "/colour: there is no such field"),
        ({"rules": "basic", "hand": "1m", "context": None}, "/context: an object is expected, not null"),
        (
            {"rules": "basic", "hand": "1m", "context": {"honba": "2"}},
            "/context/honba: a whole number is expected, not '2'",
        ),
        ({"rules": "basic", "hand": "1m", "context": {"honba": -1}}, "/context/honba: -1 is less than 0"),
        ({"rules": "basic", "hand": "1m", "context": {"honba": 9999}}, "/context/honba: 9999 is more than 1000"),
        (
            {"rules": "basic", "hand": "1m", "context": {"seat": "Q"}},
            "/context/seat: 'E', 'S', 'W' or 'N' is expected, not 'Q'",
        ),
        (
            {"rules": "basic", "tiles": ["1m", "9z"]},
            "/tiles/1: '9z' is not a tile code; tile codes look like '5m', '1z', '0p', '2f', '1j' or '0x'",
        ),
        ({"rules": "basic", "tiles": ["1m"] * 201}, "/tiles: 201 entries are too many, at most 200 are read"),
        ({"rules": "basic", "hand": "1m" * 501}, "/hand: 1002 characters are too many, at most 1000 are read"),
        (
            {"rules": "basic", "hand": "1m", "options": {"variant": [1]}},
            "/options/variant: true or false, a whole number or a text is expected, not [1]",
        ),
        (
            {"rules": "american", "hand": "1m", "card": "/etc/passwd"},
            "/card: 'practice' or an object is expected, not '/etc/passwd'",
        ),
        ([], "the body: an object is expected, not []"),
    ],
)
def test_what_is_wrong_is_said_in_words_that_quote_it(client: TestClient, body: object, detail: str) -> None:
    assert client.post("/v1/analyse", json=body).json()["detail"] == detail


@pytest.mark.parametrize("content", [b'{"hand": "\xff"}', b"[" * 19_000, b'{"rules": ' + b"9" * 5000 + b"}"])
def test_what_no_parser_takes_is_explained(client: TestClient, content: bytes) -> None:
    response = client.post("/v1/analyse", content=content, headers={"Content-Type": "application/json"})
    assert (response.status_code, response.json()["code"]) == (400, "malformed_body")
    assert "UTF-8" in response.json()["detail"]


def test_a_body_without_a_content_type_is_told_which(client: TestClient) -> None:
    response = client.post("/v1/analyse", content=b'{"rules": "basic", "hand": "1m"}')
    assert (response.status_code, response.json()["code"]) == (415, "unsupported_media_type")
    assert response.json()["detail"] == "the body has no Content-Type; this path takes application/json"


def test_unreadable_notation_says_where(client: TestClient) -> None:
    document = ask(client, rules="basic", hand="123m9z").json()
    assert document["errors"][0]["position"] == 4
    assert "'9z'" in document["detail"]


@pytest.mark.parametrize(
    ("content", "status", "code"),
    [
        (b"{", 400, "malformed_body"),
        (b"", 400, "bad_request"),
        (b"[]", 400, "bad_request"),
        (b"\xff\xfe", 400, "malformed_body"),
        (b'{"rules":' * 100 + b"1" + b"}" * 100, 422, "bad_value"),
        (b"[" * 19_000, 400, "malformed_body"),
        (b'{"rules": "basic", "hand": "1m", "context": {"honba": NaN}}', 400, "bad_request"),
        (b'{"rules": "basic", "hand": "\\ud800"}', 422, "bad_value"),
        (b'{"rules": "basic", "hand": "' + b"1" * 30_000 + b'"}', 413, "body_too_large"),
    ],
)
def test_bodies_that_are_no_request(client: TestClient, content: bytes, status: int, code: str) -> None:
    response = client.post("/v1/analyse", content=content, headers={"Content-Type": "application/json"})
    assert (response.status_code, response.json()["code"]) == (status, code)


def test_other_content_types_are_refused(client: TestClient) -> None:
    response = client.post("/v1/analyse", content=b"rules=basic", headers={"Content-Type": "text/plain"})
    assert (response.status_code, response.json()["code"]) == (415, "unsupported_media_type")


def test_photo_with_rules_is_a_reading_and_an_analysis(client: TestClient, photo: bytes) -> None:
    data = {"rules": "basic", "context": json.dumps({"seat": "S"}), "options": json.dumps({"variant": "bonus"})}
    response = client.post("/v1/photo", files={"photo": ("p.jpg", photo)}, data=data)
    assert response.status_code == 200
    document = response.json()
    PhotoAnswer.model_validate(document)
    assert len(document["reading"]["tiles"]) == 14
    assert document["analysis"]["status"] == "complete"
    assert document["analysis"]["options"]["variant"] == "bonus"


def test_photo_without_tiles_has_no_analysis(client: TestClient, black_photo: bytes) -> None:
    response = client.post("/v1/photo", files={"photo": ("p.jpg", black_photo)}, data={"rules": "basic"})
    assert response.status_code == 200
    assert response.json()["analysis"] is None


@pytest.mark.parametrize(
    ("data", "status", "pointer"),
    [
        ({}, 400, "/rules"),
        ({"rules": "poker"}, 422, "/rules"),
        ({"rules": "basic", "context": "{"}, 422, "/context"),
        ({"rules": "basic", "context": '{"seat": "Q"}'}, 422, "/context/seat"),
        ({"rules": "basic", "colour": "1"}, 400, "/colour"),
    ],
)
def test_bad_fields_beside_a_photo(
    client: TestClient, photo: bytes, data: dict[str, str], status: int, pointer: str
) -> None:
    response = client.post("/v1/photo", files={"photo": ("p.jpg", photo)}, data=data)
    assert response.status_code == status
    assert pointer in [error["pointer"] for error in response.json()["errors"]]


def test_rule_sets_and_their_options(client: TestClient) -> None:
    document = client.get("/v1/rules").json()
    RuleSetList.model_validate(document)
    names = [rules["name"] for rules in document["rules"]]
    assert "basic" in names
    for name in names:
        assert client.get(f"/v1/rules/{name}").json() in document["rules"]
