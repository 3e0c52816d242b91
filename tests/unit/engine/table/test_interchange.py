"""Games as JSON, and the page that describes it."""

from __future__ import annotations

import dataclasses
import itertools
import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine.context import SEATS
from engine.errors import EngineError, RequestError, RequestValueError, UnknownRuleSetError
from engine.rules.registry import RULE_SET_NAMES
from engine.rules.riichi.draws import noten_transfers
from engine.table.entry import OUTCOMES, HandEntry, noten_payments
from engine.table.game import END_REASONS, new_game
from engine.table.interchange import (
    GAME_FAULT_CODES,
    game_from_json,
    game_to_json,
    read_game,
    settings_from_json,
    sheet_to_json,
)
from engine.table.settings import GAME_PRESETS, GameSettings, game_settings

PAGE = (Path(__file__).resolve().parents[4] / "docs" / "game_record.md").read_text(encoding="utf-8")
BLOCKS = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]


def kept(**more: object) -> dict[str, Any]:
    return {"version": 1, "players": ["Ann", "Bo", "Cy", "Di"], "settings": {"rules": "riichi"}, **more}


def hand(**more: object) -> dict[str, object]:
    return {"outcome": "win", "winners": [1], "discarder": 3, "payments": [0, 2600, 0, -2600], **more}


def test_what_is_left_out_is_as_the_rule_set_has_it() -> None:
    game = game_from_json(kept())
    assert game == new_game(["Ann", "Bo", "Cy", "Di"], game_settings("riichi"))
    game = game_from_json(kept(hands=[{"outcome": "draw"}]))
    assert game.hands == (HandEntry(outcome="draw"),)


@pytest.mark.parametrize("rules", RULE_SET_NAMES)
def test_settings_come_back_as_they_were(rules: str) -> None:
    for settings in GAME_PRESETS[rules].values():
        assert settings_from_json(dataclasses.asdict(settings)) == settings
    changed = dataclasses.replace(game_settings(rules), rounds=None, hands=8, goal=50, needed=None, start=7)
    assert settings_from_json(dataclasses.asdict(changed)) == changed


@pytest.mark.parametrize(
    ("document", "error", "path"),
    [
        ([], RequestError, ""),
        (kept(colour=1), RequestError, "colour"),
        ({**kept(), "version": 2}, RequestValueError, "version"),
        ({"players": [], "settings": {}}, RequestValueError, "version"),
        (kept(players=["Ann"]), RequestValueError, "players"),
        (kept(players=["Ann", "Bo", "Cy", 4]), RequestError, "players[3]"),
        (kept(settings={}), RequestError, "settings.rules"),
        (kept(settings={"rules": "mcr", "rounds": 0}), RequestValueError, "settings.rounds"),
        (kept(settings={"rules": "mcr", "start": -1}), RequestValueError, "settings.start"),
        (kept(settings={"rules": "mcr", "after_draw": "maybe"}), RequestValueError, "settings.after_draw"),
        (kept(settings={"rules": "mcr", "colour": 1}), RequestError, "settings.colour"),
        (kept(hands=[{}]), RequestError, "hands[0].outcome"),
        (kept(hands=[hand(outcome="tie")]), RequestValueError, "hands[0].outcome"),
        (kept(hands=[hand(), hand(colour=1)]), RequestError, "hands[1].colour"),
        (kept(hands=[hand(payments=[0, 2600, 0, -2500])]), RequestValueError, "hands[0].payments"),
        (kept(hands=[hand(payments=[0, "2600", 0, -2600])]), RequestError, "hands[0].payments[1]"),
        (kept(hands=[hand(payments=[0, True, 0, -1])]), RequestError, "hands[0].payments[1]"),
        (kept(hands=[hand(payments=[])]), RequestValueError, "hands[0].payments"),
        (kept(hands=[hand(winners=[9])]), RequestValueError, "hands[0].winners"),
        (kept(hands=[hand(winners=[0, 1, 2, 3, 0])]), RequestValueError, "hands[0].winners"),
        (kept(hands=[hand(discarder=4)]), RequestValueError, "hands[0].discarder"),
        (kept(hands=[hand(payments=[10**5000, 0, 0, 0])]), RequestValueError, "hands[0].payments[0]"),
        (kept(undone=[hand(winners=[])]), RequestValueError, "undone[0].winners"),
        (kept(settings={"rules": "riichi", "hands": 1}, hands=[hand(), hand()]), RequestValueError, "hands[1]"),
        (
            kept(settings={"rules": "riichi", "hands": 1}, hands=[hand()], undone=[hand()]),
            RequestValueError,
            "undone[0]",
        ),
    ],
)
def test_documents_that_cannot_be_read_name_the_field(document: object, error: type[RequestError], path: str) -> None:
    with pytest.raises(RequestError) as caught:
        game_from_json(document)
    assert (type(caught.value), caught.value.path) == (error, path)
    assert caught.value.message.count(f"{path}: ") <= 1
    assert len(caught.value.message) < 300


def test_a_game_is_read_up_to_its_first_fault_and_all_faults_are_told() -> None:
    wrong = hand(winners=[])
    game, faults = read_game(kept(hands=[hand(), wrong, hand(), hand(discarder=1)], undone=[hand(), wrong]))
    assert (len(game.hands), len(game.undone)) == (1, 0)
    assert [(fault.code, fault.path) for fault in faults] == [
        ("impossible_hand", "hands[1].winners"),
        ("impossible_hand", "hands[3].discarder"),
        ("impossible_hand", "undone[1].winners"),
    ]
    game, faults = read_game(kept(hands=[hand()], undone=[hand(), wrong]))
    assert (len(game.hands), len(game.undone), len(faults)) == (1, 1, 1)


def test_what_stands_behind_the_end_is_a_fault() -> None:
    one_hand = {"rules": "mcr", "hands": 1}
    drawn = {"outcome": "draw"}
    game, (fault,) = read_game(kept(settings=one_hand, hands=[drawn, drawn, drawn]))
    assert (len(game.hands), fault.code, fault.path) == (1, "game_over", "hands[1]")
    assert "all hands are played" in fault.message


@pytest.mark.parametrize("ready", [ready for size in range(5) for ready in itertools.combinations(range(4), size)])
def test_payments_left_out_of_a_drawn_riichi_hand_are_those_of_the_rules(ready: tuple[int, ...]) -> None:
    (entry,) = game_from_json(kept(hands=[{"outcome": "draw", "tenpai": list(ready)}])).hands
    wanted = dict.fromkeys(SEATS, 0)
    for transfer in noten_transfers({SEATS[player] for player in ready}):
        wanted[transfer.payer] -= transfer.amount
        wanted[transfer.payee] += transfer.amount
    assert entry.payments == tuple(wanted.values())
    (told,) = game_from_json(kept(hands=[{"outcome": "draw", "tenpai": list(ready), "payments": [0, 0, 0, 0]}])).hands
    assert told.payments == (0, 0, 0, 0)


@pytest.mark.parametrize("points", [1000, 1001, 7])
def test_points_that_cannot_be_shared_evenly_still_come_to_nothing(points: int) -> None:
    for size in range(5):
        assert sum(noten_payments(range(size), points)) == 0


def test_unknown_rules() -> None:
    with pytest.raises(UnknownRuleSetError):
        game_from_json(kept(settings={"rules": "poker"}))


def test_whatever_is_wrong_is_an_error_of_the_engine() -> None:
    for name in ("version", "players", "settings", "hands", "undone"):
        for value in (1.5, "x" * 9000, {"a": [None]}, [[]], True):
            with pytest.raises(EngineError):
                game_from_json(kept(**{name: value}))


def test_a_score_sheet_for_people() -> None:
    entry = HandEntry(outcome="win", winners=(1,), discarder=3, payments=(0, 2600, 0, -2600), riichi=(0, 1), note="!")
    game = new_game(["Ann", "Bo", "Cy", "Di"], game_settings("riichi")).record(entry)
    sheet: Any = sheet_to_json(game)
    (row,) = sheet["rows"]
    assert (row["hand"], row["round"], row["wind"], row["turn"], row["dealer"]) == (1, 1, "E", 1, 0)
    assert (row["changes"], row["totals"], row["sticks"]) == ([-1000, 3600, 0, -2600], sheet["totals"], 0)
    assert sheet["totals"] == [24_000, 28_600, 25_000, 22_400]
    assert sheet["ranking"] == [1, 2, 0, 3]
    assert sheet["next"]["dealer"] == 1
    assert (sheet["end"], sheet["end_message"], sheet["can_undo"], sheet["can_redo"]) == (None, None, True, False)
    assert sheet_to_json(game.undo())["can_redo"]


def test_a_score_sheet_of_a_game_that_is_over() -> None:
    settings = dataclasses.replace(game_settings("basic"), hands=1)
    sheet = sheet_to_json(new_game(["Ann", "Bo", "Cy", "Di"], settings).record(HandEntry(outcome="draw")))
    assert (sheet["end"], sheet["next"]) == ("hands", None)
    assert sheet["end_message"] == END_REASONS["hands"]


def test_the_page_shows_a_game_and_its_score_sheet() -> None:
    document, sheet = BLOCKS
    game = game_from_json(document)
    assert game_to_json(game) == document
    assert sheet_to_json(game) == sheet


def test_the_page_names_every_field_and_value() -> None:
    names = {
        *GameSettings.__dataclass_fields__,
        *HandEntry.__dataclass_fields__,
        *OUTCOMES,
        *END_REASONS,
        *GAME_FAULT_CODES,
        *RULE_SET_NAMES,
        *(name for preset in GAME_PRESETS.values() for name in preset if name),
    }
    assert not [name for name in sorted(names) if f"`{name}`" not in PAGE]


@pytest.mark.parametrize("rules", RULE_SET_NAMES)
def test_the_page_tells_how_each_game_runs(rules: str) -> None:
    section = PAGE.split("## How each game runs", 1)[1]
    (row,) = (line for line in section.splitlines() if line.startswith(f"| `{rules}` |"))
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    settings = game_settings(rules)
    wins = "stays" if settings.stays_after_win else "passes"
    draws = {"stays": "stays", "passes": "passes", "stays_if_ready": "stays if ready"}[settings.after_draw]
    end = f"{settings.rounds} rounds" if settings.rounds else f"{settings.hands} hands"
    assert cells[1:] == [f"{settings.start:,}", wins, draws, end]
