"""The example photos, from the file to the answer, by the shipped models and the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from api.cli import app

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def answer(*arguments: str) -> dict[str, Any]:
    result = CliRunner().invoke(app, [*arguments, "--json"])
    assert result.exit_code == 0, result.output
    document: dict[str, Any] = json.loads(result.stdout)
    return document


def true_codes(name: str) -> list[str]:
    truth = json.loads((EXAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    return [tile["code"] for tile in truth["tiles"]]


@pytest.mark.parametrize("name", ["rack", "discard"])
def test_every_tile_of_the_examples_is_read(name: str) -> None:
    reading = answer("read", str(EXAMPLES / f"{name}.jpg"))
    assert [tile["code"] for tile in reading["tiles"]] == true_codes(name)
    assert reading["image"] == {"width": 4000, "height": 3000, "orientation_applied": True}


def test_the_complete_rack_is_scored() -> None:
    analysis = answer("score", str(EXAMPLES / "rack.jpg"), "--rules", "riichi")
    assert analysis["status"] == "complete"
    han = {item["code"] for item in analysis["score"]["items"] if item["unit"] == "han"}
    assert han == {"pinfu", "tanyao", "aka_dora"}
    assert (analysis["score"]["total"], analysis["score"]["fu"]) == (5800, 30)


def test_the_other_rack_is_advised_on() -> None:
    analysis = answer("advise", str(EXAMPLES / "discard.jpg"), "--rules", "riichi")
    best = analysis["discards"][0]
    assert (analysis["status"], best["tile"], best["shanten"]) == ("ready", "5z", 0)
    assert [accepted["tile"] for accepted in best["accepts"]] == ["5p", "8p"]
