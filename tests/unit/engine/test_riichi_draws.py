"""Riichi: who pays whom after a deal that nobody won."""

from __future__ import annotations

from itertools import chain, combinations

import pytest

from engine.context import SEATS, Wind
from engine.errors import SettlementError
from engine.rules.riichi.draws import NOTEN_POINTS, noten_transfers
from engine.settlement import Settlement
from engine.settlement_interchange import settle_json

READY = "123m456p789s1122z"
FAR = "258m369p147s1455z"
EMPTY = "4444m456p678s333z"
"""Waits for 1m alone, and holds all four."""

EVERY_CHOICE = [frozenset(seats) for seats in chain.from_iterable(combinations(SEATS, n) for n in range(5))]


@pytest.mark.parametrize(
    ("ready", "payments"),
    [
        ("", [0, 0, 0, 0]),
        ("S", [-1000, 3000, -1000, -1000]),
        ("EN", [1500, -1500, -1500, 1500]),
        ("ESW", [1000, 1000, 1000, -3000]),
        ("ESWN", [0, 0, 0, 0]),
    ],
)
def test_three_thousand_points_are_split(ready: str, payments: list[int]) -> None:
    found = Settlement({}, noten_transfers({Wind(seat) for seat in ready}))
    assert list(found.payments.values()) == payments


@pytest.mark.parametrize("ready", EVERY_CHOICE)
def test_the_ready_gain_alike_and_the_others_lose_alike(ready: frozenset[Wind]) -> None:
    payments = Settlement({}, noten_transfers(ready)).payments
    assert sum(payments.values()) == 0
    gained = sum(amount for amount in payments.values() if amount > 0)
    assert gained == (NOTEN_POINTS if 0 < len(ready) < 4 else 0)
    assert len({payments[seat] for seat in ready}) <= 1
    assert len({payments[seat] for seat in SEATS if seat not in ready}) <= 1


def hands(**texts: str) -> dict[str, object]:
    return {"rules": "riichi", "winner": None, "hands": {seat: {"hand": text} for seat, text in texts.items()}}


def test_hands_tell_who_is_ready() -> None:
    answer = settle_json(hands(E=READY, S=FAR, W=EMPTY, N="19m19p19s1234567z"))
    assert answer["payments"] == {"E": 1500, "S": -1500, "W": -1500, "N": 1500}
    assert answer["transfers"] == [
        {"from": "S", "to": "E", "amount": 1500, "reason": "not ready when the deal was drawn"},
        {"from": "W", "to": "N", "amount": 1500, "reason": "not ready when the deal was drawn"},
    ]


def test_hands_that_were_not_shown_are_not_ready() -> None:
    assert settle_json(hands(W=READY))["payments"] == {"E": -1000, "S": -1000, "W": 3000, "N": -1000}
    assert settle_json(hands())["transfers"] == []


def test_scores_do_not_tell_who_is_ready() -> None:
    body = {"rules": "riichi", "winner": None, "scores": {"E": 0, "S": 0}}
    assert settle_json(body)["transfers"] == []


def test_a_hand_that_still_has_to_discard_is_not_settled() -> None:
    with pytest.raises(SettlementError, match="leave out the one discarded last") as caught:
        settle_json(hands(E="123m456p789s1122z9p"))
    assert caught.value.path == "hands.E"


def test_a_win_is_paid_as_the_hand_says() -> None:
    body = hands(S="123m456p789s1155z +5z", E=READY)
    body["winner"] = "S"
    body["hands"]["S"]["context"] = {"discarder": "N", "honba": 1}
    assert settle_json(body)["payments"] == {"E": 0, "S": 1600, "W": 0, "N": -1600}
