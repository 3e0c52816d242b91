"""Everything that is wrong is said at once, under a stable code, in every rule set that can be used."""

from __future__ import annotations

from typing import Any

import pytest

from engine.faults import FAULT_CODES
from engine.interchange import analyse_json
from engine.notation import parse_tiles
from engine.rules.registry import RULE_SET_NAMES, get_rule_set

FOUR_SETS = [name for name in RULE_SET_NAMES if get_rule_set(name).info.full_size is None]
"""The games of four sets and a pair; American racks have faults of their own."""


def faults(rules: str, **request: object) -> dict[str, dict[str, Any]]:
    answer = analyse_json({"rules": rules, **request})
    assert answer["status"] == "invalid"
    assert answer["score"] is None
    found = {fault["code"]: fault for fault in answer["faults"]}
    assert set(found) <= set(FAULT_CODES)
    assert all(fault["message"] for fault in answer["faults"])
    return found


@pytest.mark.parametrize("rules", FOUR_SETS)
def test_a_hand_and_its_circumstances_with_every_fault(rules: str) -> None:
    found = faults(
        rules,
        hand="111115m22p3s (124z) 3f3f 1j0x??",
        context={"ippatsu": True, "robbing_kong": True, "self_drawn": True, "ura_indicators": ["9p"]},
    )
    assert set(found) >= {
        "five_of_a_kind",
        "bad_meld",
        "bonus_twice",
        "joker_not_allowed",
        "face_down",
        "unreadable",
        "context_conflict",
    }
    assert found["five_of_a_kind"]["tiles"] == ["1m"] * 5
    assert found["bad_meld"]["tiles"] == ["1z", "2z", "4z"]
    assert found["bonus_twice"]["tiles"] == ["3f", "3f"]
    assert found["joker_not_allowed"]["tiles"] == ["1j"]
    assert found["face_down"]["tiles"] == ["0x"]
    assert found["unreadable"]["tiles"] == ["??"]


@pytest.mark.parametrize("rules", FOUR_SETS)
def test_every_contradiction_is_a_fault_of_its_own(rules: str) -> None:
    context = {"ippatsu": True, "robbing_kong": True, "self_drawn": True, "ura_indicators": ["9p"], "first_turn": True}
    answer = analyse_json({"rules": rules, "hand": "123m456p789s12z +3z", "context": context})
    messages = [fault["message"] for fault in answer["faults"] if fault["code"] == "context_conflict"]
    pairs = {message.split(":")[0] for message in messages}
    assert pairs >= {
        "ippatsu and riichi",
        "ura_indicators and riichi",
        "robbing_kong and self_drawn",
        "first_turn and robbing_kong",
    }
    assert len(messages) == len(pairs)


@pytest.mark.parametrize("rules", FOUR_SETS)
@pytest.mark.parametrize(
    "request_of_hand",
    [
        {"hand": "123m456p789s11222z +5z"},
        {"tiles": [tile.code for tile in parse_tiles("123m456p789s11222z")], "winning_tile": "5z"},
    ],
)
def test_a_winning_tile_that_the_hand_does_not_hold(rules: str, request_of_hand: dict[str, object]) -> None:
    found = faults(rules, **request_of_hand)
    assert set(found) == {"wrong_size", "winning_tile_missing"}
    assert found["winning_tile_missing"]["tiles"] == ["5z"]


@pytest.mark.parametrize("rules", FOUR_SETS)
def test_five_of_a_kind_counts_red_fives_and_melds(rules: str) -> None:
    found = faults(rules, hand="550m11z (555m) +1z")
    assert sorted(found["five_of_a_kind"]["tiles"]) == ["0m", "5m", "5m", "5m", "5m", "5m"]


@pytest.mark.parametrize(("red_fives", "most"), [(3, 1), (4, 2)])
def test_red_fives_beyond_the_set(red_fives: int, most: int) -> None:
    options = {"red_fives": red_fives}
    found = faults("riichi", hand=f"{'0' * (most + 1)}p{'1' * (3 - most)}z", options=options)
    assert found["red_five_count"]["tiles"] == ["0p"] * (most + 1)
    assert str(most) in found["red_five_count"]["message"]
    allowed = analyse_json({"rules": "riichi", "hand": f"{'0' * most}p{'1' * (4 - most)}z", "options": options})
    assert allowed["status"] != "invalid"


@pytest.mark.parametrize("rules", RULE_SET_NAMES)
@pytest.mark.parametrize("hand", ["", "1m", "123m456p789s123z1z2z3z4z5z6z", "1m (111z) (222z) (333z) (444z) (555z)"])
def test_no_hand_of_the_wrong_size_is_played(rules: str, hand: str) -> None:
    answer = analyse_json({"rules": rules, "hand": hand})
    if hand == "1m" and rules in FOUR_SETS:
        assert answer["warnings"][0]["code"] == "missing_melds"
    else:
        assert "wrong_size" in {fault["code"] for fault in answer["faults"]}


def test_jokers_stand_in_no_pair_and_eight_of_a_face_are_all() -> None:
    assert faults("american", hand="123456789p12s1z (1m1j)")["joker_in_pair"]["tiles"] == ["1j"]
    found = faults("american", hand="1111m 1j1j1j1j1j1j1j1j1j")
    assert found["five_of_a_kind"]["tiles"] == ["1j"] * 9
