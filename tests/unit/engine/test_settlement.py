"""Settling a deal: who pays whom, what cannot be settled, and the JSON of it."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from engine.context import Wind
from engine.errors import NotationError, OptionError, RequestError, RequestValueError, SettlementError
from engine.settlement import Settlement, SettlingRules, Table, Transfer, settle
from engine.settlement_interchange import MOST_POINTS, settle_json

WON = "234m567p2278s (111z) +9s"
LOST = "147m258p369s2345z"
DOUBLED = ", doubled because East takes part"


def body(**parts: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON value
    return {"rules": "riichi", "winner": "S", **parts}


def hands(**texts: str) -> dict[str, Any]:
    return {seat: {"hand": text} for seat, text in texts.items()}


def test_payments_are_the_sum_of_the_transfers() -> None:
    found = Settlement({}, (Transfer(Wind.EAST, Wind.SOUTH, 8, "a"), Transfer(Wind.SOUTH, Wind.NORTH, 3, "b")))
    assert found.payments == {"E": -8, "S": 5, "W": 0, "N": 3}


def test_the_winner_is_paid_what_the_hand_won() -> None:
    asked = body(hands={"S": {"hand": WON, "context": {"discarder": "N"}}})
    before = copy.deepcopy(asked)
    assert settle_json(asked) == {
        "scores": {"S": 1000},
        "payments": {"E": 0, "S": 1000, "W": 0, "N": -1000},
        "transfers": [{"from": "N", "to": "S", "amount": 1000, "reason": "pays for the win of south"}],
    }
    assert asked == before


def test_losers_of_rules_in_which_only_winners_score_have_nothing() -> None:
    asked = body(hands={**hands(E=LOST, N=LOST), "S": {"hand": WON, "context": {"self_drawn": True}}})
    found = settle_json(asked)
    assert found["scores"] == {"E": 0, "S": 1100, "N": 0}
    assert found["payments"] == {"E": -500, "S": 1100, "W": -300, "N": -300}
    assert [(transfer["from"], transfer["amount"]) for transfer in found["transfers"]] == [
        ("E", 500),
        ("W", 300),
        ("N", 300),
    ]


@pytest.mark.parametrize("rules", ["basic", "chinese_classical", "hong_kong", "riichi"])
@pytest.mark.parametrize("winner", [{}, {"winner": None}])
def test_nobody_pays_when_nobody_wins(rules: str, winner: dict[str, None]) -> None:
    found = settle_json({"rules": rules, "scores": {"E": 5, "S": 7}, **winner})
    assert (found["payments"], found["transfers"]) == (dict.fromkeys("ESWN", 0), [])


def test_everybody_pays_the_winners_score_in_basic_mahjong() -> None:
    told = settle_json({"rules": "basic", "winner": "S", "scores": {"S": 4, "E": 9}})
    assert told["payments"] == {"E": -4, "S": 12, "W": -4, "N": -4}
    options = {"variant": "bonus", "bonus_dragon_pung": 3}
    asked = {"rules": "basic", "winner": "W", "options": options, "hands": hands(W="234m567p2278s (555z) +9s")}
    assert settle_json(asked)["payments"] == {"E": -4, "S": -4, "W": 12, "N": -4}


def test_rules_without_a_way_of_their_own_pay_the_winner() -> None:
    hand = {"hand": "2m (111m) (999m) (444m) (777m) +2m", "context": {"self_drawn": True}}
    found = settle_json({"rules": "hong_kong", "winner": "N", "hands": {"N": hand}})
    assert found["payments"]["N"] > 0
    assert len({found["payments"][seat] for seat in "ESW"}) == 1
    assert sum(found["payments"].values()) == 0


@pytest.mark.parametrize(
    ("parts", "missing"),
    [
        ({"scores": {"E": 1, "S": 2, "W": 3}}, "north settles too"),
        ({"hands": hands(S=WON, E=LOST, W=LOST)}, "north settles too"),
    ],
)
def test_all_four_settle_in_chinese_classical(parts: dict[str, Any], missing: str) -> None:
    with pytest.raises(SettlementError, match=missing):
        settle_json(body(**parts, rules="chinese_classical"))


def test_losers_settle_among_themselves() -> None:
    found = settle_json({"rules": "chinese_classical", "winner": "S", "scores": {"E": 12, "S": 400, "W": 0, "N": 8}})
    assert found == {
        "scores": {"E": 12, "S": 300, "W": 0, "N": 8},
        "payments": {"E": -600 + 24 + 8, "S": 1200, "W": -300 - 24 - 8, "N": -300 - 8 + 8},
        "transfers": [
            {"from": "E", "to": "S", "amount": 600, "reason": f"pays the winner's score 300{DOUBLED}"},
            {"from": "W", "to": "S", "amount": 300, "reason": "pays the winner's score 300"},
            {"from": "N", "to": "S", "amount": 300, "reason": "pays the winner's score 300"},
            {"from": "W", "to": "E", "amount": 24, "reason": f"pays the difference 12 - 0 = 12{DOUBLED}"},
            {"from": "N", "to": "E", "amount": 8, "reason": f"pays the difference 12 - 8 = 4{DOUBLED}"},
            {"from": "W", "to": "N", "amount": 8, "reason": "pays the difference 8 - 0 = 8"},
        ],
    }
    drawn = settle_json({"rules": "chinese_classical", "winner": None, "scores": {"E": 400, "S": 8}})
    assert (drawn["scores"], drawn["transfers"]) == ({"E": 300, "S": 8}, [])
    nothing = settle_json({"rules": "chinese_classical", "winner": "W", "scores": dict.fromkeys("ESWN", 0)})
    assert nothing["transfers"] == []


def test_a_hand_as_tiles_and_its_own_equal_options_are_taken() -> None:
    hand = {
        "tiles": ["2m", "3m", "4m", "5p", "6p", "7p", "2s", "2s", "7s", "8s"],
        "melds": [{"tiles": ["1z", "1z", "1z"]}],
        "winning_tile": "9s",
        "context": {"seat": "S", "discarder": "E"},
        "options": {"preset": "wrc"},
    }
    assert settle_json(body(hands={"S": hand}, options={"preset": "wrc"}))["payments"]["S"] == 1000


@pytest.mark.parametrize(
    ("parts", "path", "says"),
    [
        ({"hands": hands(E=LOST)}, "hands", "the winner's hand is needed: there is none of south"),
        ({"hands": {}}, "hands", "there is none of south"),
        ({"hands": hands(S=LOST)}, "hands.S", "not complete, but is said to have won"),
        ({"hands": hands(S="11111m")}, "hands.S", "south is not playable: 1m is there 5 times"),
        ({"hands": hands(S=WON, E="11111m22p")}, "hands.E", "not playable"),
        ({"hands": hands(S=WON, W=WON)}, "hands.W", "west is complete, but south is said to have won"),
        ({"hands": hands(S=WON), "winner": None}, "hands.S", "south is complete, but nobody is said to have won"),
        (
            {"hands": hands(S=WON, E="147m258p369s1123z", N="147m258p369s2223z")},
            "hands",
            "1z is there 5 times (east 2, south 3), but the set has 4; correct one of them",
        ),
        (
            {"hands": hands(S="234m067p2278s (111z) +9s", W="147m555p369s2234z", N="147m258p369s2345z")},
            "hands",
            "5p is there 5 times (south 1, west 3, north 1), but",
        ),
        (
            {"rules": "chinese_classical", "hands": hands(S=f"{WON} 2f", N=f"{LOST} 2f")},
            "hands",
            "2f is there 2 times (south 1, north 1), but the set has 1",
        ),
        ({"hands": hands(S="2278s +9s")}, "hands.S", "add its melds that are missing"),
        (
            {"hands": hands(S="234m567p2278s (234s) +9s")},
            "hands.S",
            "does not win: the hand is complete, but has no yaku",
        ),
        ({"hands": hands(S=WON)}, "hands.S.context.discarder", "who discarded the winning tile decides who pays"),
        (
            {"hands": {"S": {"hand": WON, "context": {"seat": "E"}}}},
            "hands.S.context.seat",
            "the hand stands under S, but its seat is E",
        ),
        (
            {"hands": {"S": {"hand": WON, "options": {"preset": "wrc"}}}},
            "hands.S.options",
            "the whole table plays with the same options",
        ),
        ({"scores": {"S": 1000}}, "scores", "give 'hands' instead of 'scores'"),
        ({"rules": "basic", "scores": {"E": 1}}, "scores", "south settles too, but nothing is given"),
    ],
)
def test_what_cannot_be_settled_is_named(parts: dict[str, Any], path: str, says: str) -> None:
    with pytest.raises(SettlementError) as caught:
        settle_json(body(**parts))
    assert caught.value.path == path
    assert says in caught.value.message


@pytest.mark.parametrize(
    ("parts", "error", "path"),
    [
        ({}, RequestError, ""),
        ({"scores": {}, "hands": {}}, RequestError, "scores"),
        ({"scores": [1]}, RequestError, "scores"),
        ({"scores": {"S": "4"}}, RequestError, "scores.S"),
        ({"scores": {"S": -1}}, RequestValueError, "scores.S"),
        ({"scores": {"S": MOST_POINTS + 1}}, RequestValueError, "scores.S"),
        ({"scores": {"Q": 1}}, RequestValueError, "scores"),
        ({"scores": {}, "winner": "Q"}, RequestValueError, "winner"),
        ({"scores": {}, "colour": 1}, RequestError, "colour"),
        ({"hands": {"Q": {"hand": WON}}}, RequestValueError, "hands"),
        ({"hands": {"S": 5}}, RequestError, "hands.S"),
        ({"hands": {"S": {}}}, RequestError, "hands.S.hand"),
        ({"hands": {"S": {"hand": WON, "rules": "riichi"}}}, RequestError, "hands.S.rules"),
        ({"hands": {"S": {"hand": WON, "context": {"honba": -1}}}}, RequestValueError, "hands.S.context.honba"),
        ({"hands": {"S": {"hand": WON, "card": "practice"}}}, RequestError, "hands.S.card"),
        ({"hands": {"S": {"hand": "12m9z"}}}, NotationError, "hands.S.hand"),
    ],
)
def test_what_is_no_request_is_named(parts: dict[str, Any], error: type[RequestError], path: str) -> None:
    with pytest.raises(error) as caught:
        settle_json(body(**parts))
    assert type(caught.value) is error
    assert caught.value.path == path
    if path and error is not NotationError:
        assert str(caught.value) == caught.value.message
        assert caught.value.message.startswith(f"{path}: ")


@pytest.mark.parametrize("given", [{"scores": {}}, {"hands": {}}])
def test_options_are_checked(given: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        settle_json({"rules": "basic", "options": {"colour": 1}, **given})


def test_rules_may_settle_a_table_in_their_own_way() -> None:
    class ChiefTakesAll:
        def settle(self, table: Table) -> Settlement:
            return Settlement(table.scores, (Transfer(Wind.WEST, Wind.EAST, table.score_of(Wind.NORTH), "chief"),))

    assert isinstance(ChiefTakesAll(), SettlingRules)
    assert not isinstance(object(), SettlingRules)
    assert settle(ChiefTakesAll(), Table(None, {Wind.NORTH: 7})).payments == {"E": 7, "S": 0, "W": -7, "N": 0}
