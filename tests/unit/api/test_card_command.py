"""``tilesight card check``, and cards from files on the command line and in batches."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from api.cards import load_card_file
from engine.rules.american.loading import practice_card

if TYPE_CHECKING:
    from collections.abc import Callable

    from typer.testing import Result

    Run = Callable[..., Result]
    Parse = Callable[[Result], list[dict[str, Any]]]
    Photo = Callable[[str, str], Path]

PRACTICE = str(resources.files("engine.rules.american").joinpath("practice.toml"))
CARD = """
name = "Small"
year = 2026
sections = ["even", "empty"]
[[hand]]
section = "even"
line = "E1"
pattern = "FFFF 2222a 44b 6666c"
value = 25
note = "[three] suits"
"""
BAD = CARD.replace("2222a", "2222q")
WORSE = BAD.replace("value = 25", "value = 0")


def as_json(text: str) -> str:
    hand = {"section": "even", "line": "E1", "pattern": "FFFF 2222a 44b 6666c", "value": 25}
    return json.dumps({"name": text, "year": 2026, "sections": ["even"], "hand": [hand]})


def test_a_card_is_listed_for_programs(tilesight: Run, parsed: Parse) -> None:
    result = tilesight("card", "check", PRACTICE, "--json")
    assert result.exit_code == 0
    (document,) = parsed(result)
    assert (document["name"], document["hands"], document["concrete_hands"]) == ("Tilesight practice card", 51, 970)
    assert [section["name"] for section in document["sections"]] == list(practice_card().sections)
    first = document["sections"][0]["hands"][0]
    assert (first["line"], first["value"], first["concrete_hands"]) == ("Y1", 25, 24)
    assert sum(hand["concrete_hands"] for part in document["sections"] for hand in part["hands"]) == 970


def test_a_card_is_listed_for_people(tilesight: Run, photo: Photo) -> None:
    result = tilesight("card", "check", photo("card.toml", CARD))
    assert result.exit_code == 0
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert lines[0] == "Small (2026): 1 line, 6 hands in all"
    assert lines[2:6] == [
        "even",
        "Line Value Hands Pattern Remark",
        "E1 25 X 6 FFFF 2222a 44b 6666c [three] suits",
        "",
    ]
    assert lines[6:8] == ["empty", "no hands"]
    practice = tilesight("card", "check", PRACTICE).stdout
    assert [line.split()[2] for line in practice.splitlines() if line.startswith(("Y5", "P1"))] == ["C", "CJ"]


def test_json_says_the_same_as_toml(tilesight: Run, parsed: Parse, photo: Photo) -> None:
    (of_json,) = parsed(tilesight("card", "check", photo("card.JSON", "\ufeff" + as_json("Small")), "--json"))
    (of_toml,) = parsed(tilesight("card", "check", photo("card.toml", CARD), "--json"))
    assert of_json["sections"][0]["hands"][0] | {"note": ""} == of_toml["sections"][0]["hands"][0] | {"note": ""}


def test_what_is_wrong_is_said_with_its_place(tilesight: Run, parsed: Parse, photo: Photo) -> None:
    path = photo("card.toml", BAD)
    result = tilesight("card", "check", path, "--json")
    assert result.exit_code == 1
    (document,) = parsed(result)
    error = document["error"]
    assert (error["code"], error["path"], error["source"]) == ("bad_card", "card", str(path))
    (problem,) = error["problems"]
    assert (problem["hand"], problem["line"], problem["field"], problem["position"]) == (1, "E1", "pattern", 9)
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"tilesight: {path}: hand 1 (line E1), pattern, position 10: 'q' is unexpected")
    assert line.endswith("[bad_card]")


def test_everything_that_is_wrong_is_said(tilesight: Run, parsed: Parse, photo: Photo) -> None:
    path = photo("card.toml", WORSE)
    result = tilesight("card", "check", path)
    assert (result.exit_code, result.stdout) == (1, "")
    places = [line.removeprefix(f"{path}: ").split(": ")[0] for line in result.stderr.splitlines()]
    assert sorted(places[:2]) == ["hand 1 (line E1), pattern, position 10", "hand 1 (line E1), value"]
    assert result.stderr.splitlines()[2:] == [f"tilesight: {path}: 2 problems [bad_card]"]
    (document,) = parsed(tilesight("card", "check", path, "--json"))
    assert len(document["error"]["problems"]) == 2


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("card.toml", b"name = ", "this is no TOML"),
        ("card.toml", b"\xff\xfe", "this is no UTF-8 text, see byte 1"),
        ("card.json", b'{"name": ', "this is no JSON: Expecting value at line 1, column 10"),
        ("card.json", b"[" * 100_000, "this is no JSON"),
        ("card.json", b"[1]", "a card is an object"),
        ("card.toml", b"#" * 1_000_001, "larger than 1,000,000 bytes"),
        ("card.toml", b"", "name: this field is needed"),
    ],
)
def test_files_that_are_no_cards(tilesight: Run, tmp_path: Path, name: str, content: bytes, says: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    result = tilesight("card", "check", path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert says in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(("name", "status"), [("missing.toml", 1), (".", 1)])
def test_a_file_that_cannot_be_read(tilesight: Run, parsed: Parse, tmp_path: Path, name: str, status: int) -> None:
    result = tilesight("card", "check", tmp_path / name, "--json")
    assert result.exit_code == status
    assert parsed(result)[0]["error"]["code"] == "file_unusable"


def test_the_command_without_a_file_is_a_usage_error(tilesight: Run) -> None:
    assert tilesight("card", "check").exit_code == 2
    assert tilesight("card").exit_code == 2
    assert tilesight("card", "check", "--help").exit_code == 0


@pytest.mark.parametrize("command", ["score", "advise"])
def test_a_bad_card_beside_a_hand(tilesight: Run, parsed: Parse, photo: Photo, command: str) -> None:
    hand = ("--hand", "11m", "--rules", "american", "--card")
    result = tilesight(command, *hand, photo("card.toml", BAD), "--json")
    assert result.exit_code == 1
    assert parsed(result)[0]["error"]["problems"][0]["line"] == "E1"


def test_a_line_of_a_batch_with_a_bad_card(tilesight: Run, parsed: Parse, photo: Photo) -> None:
    photo("card.toml", BAD)
    request = {"rules": "american", "hand": "11m"}
    lines = [json.dumps({**request, "card": name}) for name in ("card.toml", "none.toml", "a\0b")]
    result = tilesight("analyse", "--batch", photo("lines.jsonl", "\n".join(lines)))
    assert result.exit_code == 1
    found = [(answer["error"]["code"], answer["error"]["path"]) for answer in parsed(result)]
    assert found == [("bad_card", "card"), ("bad_value", "card"), ("bad_value", "card")]


def test_a_card_that_many_lines_share_is_read_once(photo: Photo) -> None:
    path = photo("card.toml", CARD)
    assert load_card_file(path) is load_card_file(path)
    path.write_text(CARD.replace("25", "30"), encoding="utf-8")
    assert load_card_file(path).lines[0].value == 30


RACK = "2222m44p666s1j123f"


@pytest.mark.parametrize("name", ["card.toml", "card.json"])
def test_a_hand_against_a_card_of_a_file(tilesight: Run, parsed: Parse, photo: Photo, name: str) -> None:
    path = photo(name, as_json("Small") if name.endswith("json") else CARD)
    hand = ("--hand", f"{RACK}4f", "--rules", "american", "--card", path)
    (document,) = parsed(tilesight("score", *hand, "--json"))
    assert [line["line"] for line in document["american"]["nearest"]] == ["E1"]
    assert document["score"]["total"] == 25
    shown = tilesight("score", *hand).stdout
    assert "Card: E1 (even):" in shown
    assert "Payments:" in shown


def test_advice_against_the_practice_card(tilesight: Run) -> None:
    hand = ("--hand", RACK, "--rules", "american")
    shown = tilesight("advise", *hand, "--card", "practice").stdout
    assert shown == tilesight("advise", *hand).stdout
    assert "Charleston: pass" in shown
    assert "Line" in shown


def test_lines_of_a_batch_find_cards_beside_it(
    tilesight: Run, parsed: Parse, photo: Photo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "elsewhere"
    other.mkdir()
    photo("card.toml", CARD)
    (other / "card.toml").write_text(CARD.replace("25", "30"), encoding="utf-8")
    request = {"rules": "american", "hand": f"{RACK}4f"}
    cards = ["card.toml", str(tmp_path / "card.toml"), "practice", {"toml": CARD}]
    batch = photo("lines.jsonl", "\n".join(json.dumps({**request, "card": card}) for card in cards))
    totals = []
    for folder in (tmp_path.parent, other):
        monkeypatch.chdir(folder)
        answers = parsed(tilesight("analyse", "--batch", batch))
        totals.append([answer["score"] and answer["score"]["total"] for answer in answers])
    assert totals == [[25, 25, None, 25], [30, 25, None, 25]]


def test_hands_of_a_settlement_find_cards_beside_it(tilesight: Run, parsed: Parse, photo: Photo) -> None:
    photo("card.toml", CARD)
    hand = {"hand": f"{RACK} +4f", "card": "card.toml", "context": {"discarder": "W"}}
    deal = photo("deal.json", json.dumps({"winner": "S", "hands": {"S": hand}}))
    result = tilesight("settle", "--rules", "american", deal, "--json")
    assert result.exit_code == 0, result.stderr
    assert parsed(result)[0]["payments"] == {"E": -25, "S": 100, "W": -50, "N": -25}
