"""Requests and answers as JSON, exactly as the contract writes them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.analysis import HandAnalysis
from engine.context import Wind
from engine.errors import (
    EngineError,
    NotationError,
    OptionError,
    RequestError,
    RequestValueError,
    UnknownRuleSetError,
)
from engine.hand import Hand
from engine.interchange import (
    analyse_json,
    analysis_to_json,
    context_from_json,
    error_to_json,
    request_from_json,
    rule_set_to_json,
)
from engine.notation import format_hand
from engine.rules.base import Score
from engine.rules.registry import get_rule_set

HAND = "234m567p2278s (111z) +9s"

ANALYSIS_KEYS = [
    "rules",
    "options",
    "hand",
    "status",
    "faults",
    "warnings",
    "shanten",
    "accepts",
    "accept_count",
    "waits",
    "discards",
    "decompositions",
    "score",
    "american",
]
SCORE_KEYS = {
    "total",
    "unit",
    "sums",
    "uncapped",
    "limit",
    "items",
    "fu",
    "payments",
    "sticks_won",
    "explanation",
    "explanation_codes",
}


def request(**fields: object) -> dict[str, object]:
    return {"rules": "riichi", "hand": HAND, **fields}


def test_an_answer_has_the_contracts_fields() -> None:
    answer = analyse_json(request(context={"seat": "E", "round": "E", "self_drawn": False, "discarder": "W"}))
    assert list(answer) == ANALYSIS_KEYS
    score: Any = answer["score"]
    assert set(score) == SCORE_KEYS
    assert score["payments"] == {"E": 2900, "S": 0, "W": -2900, "N": 0}
    assert score["sums"] == {"han": 2, "fu": 30}
    assert score["items"][0] == {
        "code": "yakuhai_seat_wind_east",
        "name": "Yakuhai (seat wind east)",
        "names": {"en": "Pung of the seat wind, east", "ja": "自風 東", "zh": "自风 东"},
        "value": 1,
        "unit": "han",
    }
    assert (score["limit"], score["uncapped"], score["sticks_won"]) == (None, None, 0)
    assert answer["american"] is None
    assert json.loads(json.dumps(answer)) == answer


def test_an_invalid_hand_is_an_answer() -> None:
    answer = analyse_json({"rules": "riichi", "hand": "55550m356p236899s"})
    assert answer["status"] == "invalid"
    assert (answer["shanten"], answer["score"], answer["discards"]) == (None, None, [])
    (fault,) = answer["faults"]
    assert set(fault) == {"code", "message", "tiles", "details"}
    assert fault["tiles"] == ["5m", "5m", "5m", "5m", "0m"]


def test_waits_and_discards() -> None:
    waiting = analyse_json({"rules": "basic", "hand": "123m456p789s1122z", "context": {"visible": ["1z"]}})
    assert waiting["accepts"] == [{"tile": "1z", "live": 1}, {"tile": "2z", "live": 2}]
    assert waiting["accept_count"] == 3
    assert [set(wait) for wait in waiting["waits"]] == [{"tile", "live", "score"}] * 2
    full = analyse_json({"rules": "basic", "hand": "123m456p789s11223z"})
    assert full["hand"] == "123m456p789s1122z +3z"
    best = full["discards"][0]
    assert list(best) == [
        "tile",
        "shanten",
        "accepts",
        "accept_count",
        "win_probability",
        "expected_value",
        "reasons",
        "reason_codes",
    ]
    assert (best["tile"], best["shanten"], best["accept_count"]) == ("3z", 0, 4)


@pytest.mark.parametrize("winning", [{"winning_tile": "9s"}, {}])
def test_tiles_and_melds_instead_of_notation(winning: dict[str, str]) -> None:
    tiles = ["2m", "3m", "4m", "5p", "6p", "7p", "2s", "2s", "7s", "8s", *([] if winning else ["9s"])]
    body = {"rules": "riichi", "tiles": tiles, "melds": [{"tiles": ["1z"] * 3, "concealed": False}], **winning}
    found = request_from_json(body)
    assert format_hand(found.hand) == HAND
    assert found.hand.winning_tile_marked == bool(winning)


def test_the_winning_tile_may_be_one_of_a_full_list() -> None:
    tiles = ["1m", "2m", "3m", "9s", "9s"]
    assert format_hand(request_from_json({"rules": "basic", "tiles": tiles, "winning_tile": "2m"}).hand) == "13m99s +2m"
    answer = analyse_json({"rules": "basic", "tiles": tiles, "winning_tile": "4m"})
    assert [fault["code"] for fault in answer["faults"]] == ["wrong_size", "winning_tile_missing"]
    four = request_from_json({"rules": "basic", "tiles": ["9s", "9s", "9s", "1m"], "winning_tile": "9s"})
    assert format_hand(four.hand) == "1m999s +9s"


def test_bonus_tiles_of_a_list_are_laid_aside() -> None:
    hand = request_from_json({"rules": "basic", "tiles": ["1f", "1m", "1m", "5f"]}).hand
    assert format_hand(hand) == "1m 1f5f +1m"


def test_every_context_field_is_read() -> None:
    context = context_from_json(
        {
            "seat": "S",
            "round": "W",
            "self_drawn": True,
            "discarder": None,
            "last_tile": True,
            "last_of_kind": True,
            "kong_replacement": True,
            "robbing_kong": True,
            "first_turn": True,
            "riichi": "double",
            "ippatsu": True,
            "dora_indicators": ["0m"],
            "ura_indicators": ["1z"],
            "honba": 2,
            "sticks": 3,
            "visible": ["1m", "??"],
            "draws_left": 7,
        },
    )
    assert (context.seat, context.round, context.self_drawn, context.discarder) == (Wind.SOUTH, Wind.WEST, True, None)
    assert (context.riichi, context.honba, context.sticks, context.draws_left) == ("double", 2, 3, 7)
    assert (context.last_of_kind, context.first_turn, context.robbing_kong) == (True, True, True)
    assert [tile.code for tile in context.visible] == ["1m", "??"]
    assert context_from_json(None) == context_from_json({})


@pytest.mark.parametrize(
    ("body", "error", "path"),
    [
        ([], RequestError, ""),
        ("hand", RequestError, ""),
        ({}, RequestError, "rules"),
        ({"rules": None, "hand": HAND}, RequestError, "rules"),
        ({"rules": 5, "hand": HAND}, RequestError, "rules"),
        ({"rules": "riichi"}, RequestError, "hand"),
        (request(colour="red"), RequestError, "colour"),
        (request(hand=["1m"]), RequestError, "hand"),
        (request(hand="1m" * 501), RequestValueError, "hand"),
        (request(tiles=["1m"]), RequestError, "tiles"),
        (request(winning_tile="1m"), RequestError, "winning_tile"),
        (request(context=[]), RequestError, "context"),
        (request(context={"seats": "E"}), RequestError, "context.seats"),
        (request(context={"seat": "X"}), RequestValueError, "context.seat"),
        (request(context={"seat": 1}), RequestError, "context.seat"),
        (request(context={"self_drawn": "yes"}), RequestError, "context.self_drawn"),
        (request(context={"last_tile": None}), RequestError, "context.last_tile"),
        (request(context={"riichi": True}), RequestError, "context.riichi"),
        (request(context={"riichi": "open"}), RequestValueError, "context.riichi"),
        (request(context={"honba": -1}), RequestValueError, "context.honba"),
        (request(context={"honba": True}), RequestError, "context.honba"),
        (request(context={"sticks": 1.5}), RequestError, "context.sticks"),
        (request(context={"draws_left": 10**9}), RequestValueError, "context.draws_left"),
        (request(context={"visible": "1m"}), RequestError, "context.visible"),
        (request(context={"visible": ["1m", "8z"]}), RequestValueError, "context.visible[1]"),
        (request(context={"visible": ["1m", 5]}), RequestError, "context.visible[1]"),
        (request(context={"visible": ["1m"] * 201}), RequestValueError, "context.visible"),
        (request(options=[]), RequestError, "options"),
        (request(card="practice"), RequestError, "card"),
        ({"rules": "basic", "tiles": [], "melds": [5]}, RequestError, "melds[0]"),
        ({"rules": "basic", "tiles": [], "melds": [{"tile": []}]}, RequestError, "melds[0].tile"),
        ({"rules": "basic", "tiles": [], "melds": [{"tiles": ["x"]}]}, RequestValueError, "melds[0].tiles[0]"),
        ({"rules": "basic", "tiles": [], "melds": [{}] * 17}, RequestValueError, "melds"),
        ({"rules": "basic", "tiles": ["1m"], "winning_tile": "x"}, RequestValueError, "winning_tile"),
        ({"rules": "basic", "tiles": ["1m"], "winning_tile": 1}, RequestError, "winning_tile"),
    ],
)
def test_bad_requests_name_the_field(body: object, error: type[RequestError], path: str) -> None:
    with pytest.raises(RequestError) as caught:
        request_from_json(body)
    assert type(caught.value) is error
    assert caught.value.path == path
    assert error_to_json(caught.value) == {
        "error": {"code": error.code, "message": caught.value.message, "path": path},
    }


@pytest.mark.parametrize(
    ("body", "error", "extra"),
    [
        (request(hand="123x"), NotationError, {"path": "hand", "text": "123x", "position": 0}),
        (request(options={"colour": 1}), OptionError, {"path": "options.colour"}),
        (request(rules="cards"), UnknownRuleSetError, {}),
    ],
)
def test_other_mistakes(body: object, error: type[EngineError], extra: dict[str, object]) -> None:
    with pytest.raises(error) as caught:
        request_from_json(body)
    assert error_to_json(caught.value) == {
        "error": {"code": error.code, "message": caught.value.message, **extra},
    }


def test_a_long_wrong_value_is_cut() -> None:
    with pytest.raises(RequestError) as caught:
        request_from_json({"rules": list(range(1000))})
    assert len(caught.value.message) < 120
    assert caught.value.message.endswith("...")


@pytest.mark.parametrize(
    "wrong",
    [
        {"rules": "r" * 9000},
        {"options": {"o" * 9000: 1}},
        {"options": {"red_fives": 10**5000}},
        {"options": {"preset": "p" * 9000}},
        {"context": {"seat": "E" * 9000}},
        {"context": {"honba": 10**5000}},
        {"context": {"c" * 9000: 1}},
        {"context": {"visible": ["1" * 9000]}},
        {"hand": ["1m"] * 9000},
    ],
)
def test_whatever_is_wrong_the_message_stays_short(wrong: dict[str, object]) -> None:
    with pytest.raises(EngineError) as caught:
        request_from_json({"rules": "riichi", "hand": "11m", **wrong})
    assert len(caught.value.message) < 500


def test_rule_sets_can_be_listed() -> None:
    listed: Any = rule_set_to_json(get_rule_set("riichi").info)
    assert listed["name"] == "riichi"
    options = {entry["name"]: entry for entry in listed["options"]}
    assert options["red_fives"]["choices"] == [0, 3, 4]
    assert options["open_tanyao"]["kind"] == "boolean"
    assert set(listed["presets"]) == {"tenhou", "mleague", "wrc", "ema"}
    assert json.loads(json.dumps(listed)) == listed


def test_points_beside_a_total_in_fan() -> None:
    analysis = HandAnalysis(
        rules="hong_kong",
        options={},
        hand=Hand(),
        status="complete",
        score=Score(total=3, unit="fan", items=(), sums={}, points=8),
        american={"pass": []},
    )
    answer: Any = analysis_to_json(analysis)
    assert answer["score"]["points"] == 8
    assert answer["score"]["payments"] is None
    assert answer["american"] == {"pass": []}
