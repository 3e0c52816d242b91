"""Wins whose worth is said: the same payments as those of a hand that is worth so much."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from engine.errors import RequestError, RequestValueError
from engine.interchange import analyse_json
from engine.payment_interchange import payments_json
from engine.rules.declared import DeclaringRules
from engine.rules.registry import RULE_SET_NAMES, get_rule_set

HANDS = {
    "riichi": "234m567p2278s (666z) +9s",
    "hong_kong": "123456m1z (666z) (777z) +1z",
    "mcr": "111p222p333p44s55z +5z",
    "chinese_classical": "234m567p2278s (666z) +9s",
    "basic": "234m567p2278s (666z) +9s",
    "american": "226m5z111z666p 123f +6p",
}


def worth_of(rules: str, score: dict[str, Any]) -> dict[str, int]:
    """Return a score as it is said at the table."""
    if rules == "riichi":
        return {"han": score["sums"]["han"], "fu": score["fu"]}
    if rules == "american":
        return {"points": score["total"], "jokerless": 1}
    return {"fan" if score["unit"] == "fan" else "points": score["total"]}


@pytest.mark.parametrize("rules", RULE_SET_NAMES)
@pytest.mark.parametrize("seat", ["E", "S"])
@pytest.mark.parametrize("discarder", [None, "W", "N"])
def test_a_hand_and_its_worth_are_paid_alike(rules: str, seat: str, discarder: str | None) -> None:
    honba = 2 if rules == "riichi" else 0
    context = {"seat": seat, "self_drawn": discarder is None, "discarder": discarder}
    answer = analyse_json({"rules": rules, "hand": HANDS[rules], "context": {**context, "honba": honba}})
    score = answer["score"]
    said = payments_json(
        {"rules": rules, "winner": seat, "discarder": discarder, "worth": worth_of(rules, score), "honba": honba}
    )
    assert (said["total"], said["unit"], said["limit"]) == (score["total"], score["unit"], score["limit"])
    assert said["payments"] == score["payments"]
    assert sum(said["payments"].values()) == 0


@pytest.mark.parametrize("rules", RULE_SET_NAMES)
def test_every_rule_set_says_what_a_worth_is_said_in(rules: str) -> None:
    assert isinstance(get_rule_set(rules).configure({}), DeclaringRules)
    assert get_rule_set(rules).info.worth


@pytest.mark.parametrize(
    ("worth", "total", "limit"),
    [
        ({"han": 5}, 8000, "mangan"),
        ({"han": 6, "fu": 30}, 12000, "haneman"),
        ({"han": 4, "fu": 30}, 7700, None),
        ({"han": 2, "fu": 25}, 1600, None),
        ({"yakuman": 2}, 64000, "double_yakuman"),
    ],
)
def test_limits_need_no_minipoints(worth: dict[str, int], total: int, limit: str | None) -> None:
    answer = payments_json({"rules": "riichi", "winner": "S", "discarder": "N", "worth": worth})
    assert (answer["total"], answer["limit"]) == (total, limit)


def test_options_of_the_table_count() -> None:
    body = {"rules": "hong_kong", "winner": "S", "discarder": "N", "worth": {"fan": 4}}
    half = payments_json({**body, "options": {"payment": "half_gun"}})["payments"]
    full = payments_json({**body, "options": {"payment": "full_gun"}})["payments"]
    assert half["E"] < 0
    assert (full["E"], full["W"], full["N"], full["S"]) == (0, 0, -full["S"], half["S"])


def test_a_card_hand_without_jokers_is_paid_more() -> None:
    body = {"rules": "american", "winner": "E", "discarder": "N"}
    plain = payments_json({**body, "worth": {"points": 25}})["payments"]
    more = payments_json({**body, "worth": {"points": 25, "jokerless": 1}})["payments"]
    assert (plain["N"], more["N"]) == (-50, -100)


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"worth": {}}, "worth.han"),
        ({"worth": {"han": 3}}, "worth.fu"),
        ({"worth": {"han": 3, "fu": 33}}, "worth.fu"),
        ({"worth": {"han": 101, "fu": 30}}, "worth.han"),
        ({"rules": "mcr", "worth": {"fan": 7}}, "worth.fan"),
        ({"rules": "hong_kong", "worth": {"fan": 2}}, "worth.fan"),
        ({"discarder": "S"}, "discarder"),
    ],
)
def test_what_no_hand_is_worth_is_refused(change: dict[str, object], path: str) -> None:
    body = {"rules": "riichi", "winner": "S", "discarder": "N", "worth": {"han": 3, "fu": 30}}
    with pytest.raises(RequestValueError) as caught:
        payments_json({**body, **change})
    assert caught.value.path == path


@pytest.mark.parametrize(("change", "path"), [({"winner": None}, "winner"), ({"worth": {"fan": 3}}, "worth.fan")])
def test_what_is_missing_or_unknown_is_named(change: dict[str, object], path: str) -> None:
    with pytest.raises(RequestError) as caught:
        payments_json({"rules": "riichi", "winner": "S", "worth": {"han": 3, "fu": 30}, **change})
    assert caught.value.path == path


def test_a_rule_set_whose_hands_are_not_said_in_numbers_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    silent = SimpleNamespace(configure=lambda _options: SimpleNamespace(info=SimpleNamespace(name="patience")))
    monkeypatch.setattr("engine.payment_interchange.get_rule_set", {"patience": silent}.__getitem__)
    with pytest.raises(RequestValueError, match="patience") as caught:
        payments_json({"rules": "patience", "winner": "S", "worth": {"han": 3}})
    assert caught.value.path == "rules"
