"""A game's document answered as a whole, and its score sheet for spreadsheet programs."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from engine.errors import RequestError, RequestValueError, UnknownRuleSetError
from engine.rules.registry import RULE_SET_NAMES, get_rule_set
from engine.table.interchange import game_from_json, settings_from_json
from engine.table.review import game_csv, game_rules_to_json, review_json
from engine.table.spreadsheet import COLUMNS

WON = {"outcome": "win", "winners": [1], "discarder": 3, "payments": [0, 2600, 0, -2600], "riichi": [0, 1], "note": "a"}


def kept(rules: str = "riichi", **more: object) -> dict[str, Any]:
    return {"version": 1, "players": ["Ann", "Bo", "Cy", "Di"], "settings": {"rules": rules}, **more}


def table(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


def test_a_sound_game_comes_back_whole() -> None:
    answer: Any = review_json(kept(hands=[WON], undone=[{"outcome": "draw"}]))
    assert answer["faults"] == []
    assert game_from_json(answer["game"]) == game_from_json(kept(hands=[WON], undone=[{"outcome": "draw"}]))
    assert answer["game"]["settings"]["needed"] == 30_000
    assert answer["sheet"]["totals"] == [24_000, 28_600, 25_000, 22_400]


def test_a_game_with_faults_has_its_sheet_up_to_them_and_is_not_given_back() -> None:
    answer: Any = review_json(kept(hands=[WON, {**WON, "discarder": 1}]))
    assert answer["game"] is None
    assert len(answer["sheet"]["rows"]) == 1
    (fault,) = answer["faults"]
    assert set(fault) == {"code", "message", "path", "details"}
    assert (fault["code"], fault["path"]) == ("impossible_hand", "hands[1].discarder")


def test_what_has_the_wrong_shape_is_an_error() -> None:
    for body in (None, kept(hands=[{}]), kept(hands=[{**WON, "winners": "Bo"}])):
        with pytest.raises(RequestError):
            review_json(body)


def test_a_sheet_has_a_line_for_each_entry() -> None:
    header, first, second = table(game_csv(kept(hands=[WON, {"outcome": "penalty", "payments": [3, -1, -1, -1]}])))
    names = ["Ann", "Bo", "Cy", "Di"]
    amounts = [f"{name}: {kind}" for kind in ("change", "total") for name in names]
    assert header == [*COLUMNS, "riichi", "tenpai", "sticks", *amounts, "note"]
    line = dict(zip(header, first, strict=True))
    assert (line["hand"], line["wind"], line["dealer"], line["winners"], line["discarder"]) == (
        "1",
        "E",
        "Ann",
        "Bo",
        "Di",
    )
    assert (line["riichi"], line["sticks"], line["note"]) == ("Ann + Bo", "0", "a")
    assert [line[name] for name in amounts] == ["-1000", "3600", "0", "-2600", "24000", "28600", "25000", "22400"]
    assert second[header.index("outcome")] == "penalty"


def test_only_games_with_sticks_have_their_columns() -> None:
    (header,) = table(game_csv(kept("mcr")))
    assert not {"riichi", "tenpai", "sticks"} & set(header)


@pytest.mark.parametrize("text", ["=1+1", "+9s", "-a", "@b", "\tc"])
def test_no_text_of_a_person_is_run_as_a_formula(text: str) -> None:
    players = [text, "Bo", "Cy", "Di"]
    drawn = {"outcome": "draw", "note": text}
    header, line = table(game_csv({**kept("mcr"), "players": players, "hands": [drawn]}))
    cells = [*header, *line]
    assert not [cell for cell in cells if cell.startswith(tuple("=+@\t")) or cell == text]
    assert f"'{text}" in cells


def test_half_a_sheet_does_not_pass_for_a_whole_one() -> None:
    with pytest.raises(RequestValueError) as caught:
        game_csv(kept(hands=[WON, {**WON, "winners": []}]))
    assert caught.value.path == "hands[1].winners"


@pytest.mark.parametrize("rules", RULE_SET_NAMES)
def test_every_rule_set_says_how_its_game_runs(rules: str) -> None:
    told: Any = game_rules_to_json(rules)
    assert settings_from_json(told["settings"]).rules == rules
    assert all(settings_from_json(settings) for settings in told["presets"].values())
    assert told["presets"].keys() <= get_rule_set(rules).info.presets.keys()


def test_unknown_rules_have_no_game() -> None:
    with pytest.raises(UnknownRuleSetError):
        game_rules_to_json("poker")
