"""``tilesight settle``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from typer.testing import Result

    Run = Callable[..., Result]
    Parse = Callable[[Result], list[dict[str, Any]]]
    Photo = Callable[[str, str], Path]

BODY = {"winner": "S", "scores": {"S": 4, "E": 1}}


def test_a_file_and_standard_input_say_the_same(tilesight: Run, parsed: Parse, photo: Photo) -> None:
    text = json.dumps({**BODY, "rules": "basic"})
    (of_file,) = parsed(tilesight("settle", "--rules", "basic", photo("deal.json", f"\ufeff{text}"), "--json"))
    (of_stream,) = parsed(tilesight("settle", "--rules", "basic", "-", "--json", stdin=text))
    assert of_file == of_stream
    assert of_file["payments"] == {"E": -4, "S": 12, "W": -4, "N": -4}


def test_a_settlement_for_people(tilesight: Run) -> None:
    result = tilesight("settle", "--rules", "basic", "-", stdin=json.dumps(BODY))
    assert result.exit_code == 0
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert lines == [
        "Seat Score Balance",
        "E 1 -4",
        "S 4 +12",
        "W - -4",
        "N - -4",
        "From To Amount Why",
        "E S 4 pays the winner's score",
        "W S 4 pays the winner's score",
        "N S 4 pays the winner's score",
    ]
    assert "Nobody pays." in tilesight("settle", "--rules", "basic", "-", stdin='{"scores": {}}').stdout


@pytest.mark.parametrize(
    ("text", "status", "error"),
    [
        ("{", 1, ("malformed_body", None)),
        ("", 1, ("malformed_body", None)),
        ("[" * 100_000, 1, ("malformed_body", None)),
        ("[]", 2, ("bad_request", "")),
        ("{}", 2, ("bad_request", "")),
        (json.dumps({**BODY, "rules": "riichi"}), 2, ("bad_value", "rules")),
        (json.dumps({**BODY, "hands": []}), 2, ("bad_request", "scores")),
        (json.dumps({"winner": "S", "scores": {"E": 1}}), 1, ("cannot_settle", "scores")),
        (json.dumps({"winner": "S", "hands": {"S": {"hand": "1m"}}}), 1, ("cannot_settle", "hands.S")),
        (
            json.dumps({"hands": {"E": {"hand": "147m258p369s1112z"}, "S": {"hand": "258m369p147s1123z"}}}),
            1,
            ("cannot_settle", "hands"),
        ),
        (json.dumps({"winner": "S", "hands": {"S": {"hand": "1"}}}), 1, ("bad_notation", "hands.S.hand")),
        (json.dumps({"hands": {"S": {"hand": "1m", "card": "/nope.toml"}}}), 2, ("bad_value", "hands.S.card")),
        (json.dumps({"hands": {"S": {"hand": "1m", "card": "practice"}}}), 2, ("bad_request", "hands.S.card")),
        (json.dumps({"hands": {"S": 5}}), 2, ("bad_request", "hands.S")),
    ],
)
def test_what_cannot_be_settled_says_why(
    tilesight: Run, parsed: Parse, text: str, status: int, error: tuple[str, str | None]
) -> None:
    result = tilesight("settle", "--rules", "basic", "-", "--json", stdin=text)
    assert result.exit_code == status
    (document,) = parsed(result)
    assert (document["error"]["code"], document["error"].get("path")) == error
    assert len(result.stderr.splitlines()) == 1
    assert tilesight("settle", "--rules", "basic", "-", stdin=text).stdout == ""


def test_a_file_that_is_not_there(tilesight: Run, parsed: Parse, tmp_path: Path) -> None:
    result = tilesight("settle", "--rules", "basic", tmp_path / "none.json", "--json")
    assert result.exit_code == 1
    assert parsed(result)[0]["error"]["code"] == "file_unusable"


@pytest.mark.parametrize("arguments", [(), ("--rules", "basic"), ("-",), ("--rules", "poker", "-")])
def test_usage(tilesight: Run, arguments: tuple[str, ...]) -> None:
    assert tilesight("settle", *arguments).exit_code == 2
    assert tilesight("settle", "--help").exit_code == 0
