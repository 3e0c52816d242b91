"""Options of the command line become the parts of an analysis request."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer

from api.commands.context import TableFacts
from engine.context import Wind
from engine.errors import CardError
from engine.rules.american.loading import load_card


def test_nothing_said_is_nothing_passed_on() -> None:
    assert TableFacts().request() == {"context": {}}
    assert TableFacts().option_texts() == {}


def test_every_fact_reaches_the_request() -> None:
    facts = TableFacts(
        seat=Wind.SOUTH,
        round=Wind.WEST,
        self_drawn=False,
        discarder=Wind.NORTH,
        last_tile=True,
        last_of_kind=False,
        kong_replacement=True,
        robbing_kong=True,
        first_turn=True,
        double_riichi=True,
        ippatsu=True,
        dora="5m,3p",
        ura="53m0p",
        honba=2,
        sticks=1,
        visible="3m3m9s",
        draws_left=7,
        card="practice",
        option=["preset=tenhou", "name=a=b"],
    )
    assert facts.request() == {
        "context": {
            "seat": "S",
            "round": "W",
            "self_drawn": False,
            "discarder": "N",
            "last_tile": True,
            "last_of_kind": False,
            "kong_replacement": True,
            "robbing_kong": True,
            "first_turn": True,
            "riichi": "double",
            "ippatsu": True,
            "dora_indicators": ["5m", "3p"],
            "ura_indicators": ["5m", "3m", "0p"],
            "honba": 2,
            "sticks": 1,
            "visible": ["3m", "3m", "9s"],
            "draws_left": 7,
        },
        "card": "practice",
    }
    assert facts.option_texts() == {"preset": "tenhou", "name": "a=b"}


def test_card_files(tmp_path: Path) -> None:
    hand = {"section": "even", "line": "E1", "pattern": "FFFF 2222a 44b 6666c", "value": 25}
    card = {"name": "Small", "year": 2026, "sections": ["even"], "hand": [hand]}
    as_json = tmp_path / "card.json"
    as_json.write_text(json.dumps(card), encoding="utf-8")
    assert TableFacts(card=str(as_json)).request()["card"] == load_card(card)
    with pytest.raises(typer.BadParameter, match="No such file"):
        TableFacts(card=str(tmp_path / "none.toml")).request()
    (tmp_path / "bad.toml").write_text("name = 'x'", encoding="utf-8")
    with pytest.raises(CardError, match=r"bad\.toml: year"):
        TableFacts(card=str(tmp_path / "bad.toml")).request()


@pytest.mark.parametrize("text", ["5", "m", "5q", "5m;3p", "9z"])
def test_tiles_that_are_none(text: str) -> None:
    with pytest.raises(typer.BadParameter):
        TableFacts(dora=text).request()
