"""American hands: faults, status, waits, value and payments."""

from __future__ import annotations

from typing import Any

import pytest

from engine.analysis import HandAnalysis, analyse
from engine.context import Context, Wind
from engine.errors import OptionError
from engine.interchange import analyse_json
from engine.notation import parse_hand, parse_tiles
from engine.rules.american.rules import RULE_SET, AmericanRules

Entry = tuple[str, str, int]

HAND = "FF 111a 222a 3333a 44a"
FULL = "1f5f 111m222m3333m44m"


def card_of(*entries: tuple[Any, ...], **fields: object) -> dict[str, Any]:
    hands = [
        {"section": "all", "line": line, "pattern": pattern, "value": value, **fields, **(more[0] if more else {})}
        for line, pattern, value, *more in entries
    ]
    return {"name": "test", "year": 2026, "sections": ["all"], "hand": hands}


def rules_of(*entries: tuple[Any, ...], options: dict[str, object] | None = None, **fields: object) -> AmericanRules:
    return RULE_SET.configure(options or {}, card_of(*entries, **fields))


def analysed(text: str, rules: AmericanRules | None = None, **context: Any) -> HandAnalysis:  # noqa: ANN401
    rules = rules or rules_of(("L1", HAND, 25))
    return analyse(parse_hand(text, full_size=14), Context(**context), rules)


def fault_codes(text: str, **context: Any) -> list[str]:  # noqa: ANN401
    return [fault.code for fault in analysed(text, **context).faults]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("1m", ["wrong_size"]),
        ("", ["wrong_size"]),
        ("123456789m123456p", ["wrong_size"]),
        ("123456789m123p +4p", ["wrong_size"]),
        ("123456789m1234p +5p6p", ["wrong_size"]),
        ("11111m123456789p", ["five_of_a_kind"]),
        ("0555m5m123456789p", ["five_of_a_kind"]),
        ("11111m1m123456789p", ["wrong_size", "five_of_a_kind"]),
        ("12345678f1f1m2m3m4m5m", ["five_of_a_kind"]),
        ("111111111j12345p", ["five_of_a_kind"]),
        ("12345678f123456p", []),
        ("11111111j123456p", []),
        ("1234567m (1111m1j) (22m1j)", ["wrong_size", "five_of_a_kind"]),
        ("12345678m9p (123m) 11z", ["bad_meld"]),
        ("123456789m9p (5z1j1j1j)", []),
        ("12345678m9p11z (111j)", ["bad_meld"]),
        ("1234567m (1111111p)", ["five_of_a_kind", "bad_meld"]),
        ("123456789m11z (2z1j)", ["joker_in_pair"]),
        ("123456789m11z2z (1j)", ["joker_in_pair"]),
        ("123456789m11z (22z)", ["bad_meld"]),
        ("1234567m89m1z [2222z]", ["bad_meld"]),
        ("123456789m1234p0x", ["face_down"]),
        ("123456789m1234p??", ["unreadable"]),
        ("123456789m1z (22z0x)", ["face_down"]),
        ("123456789m1z (22z0x1j)", ["face_down"]),
        ("(1f2f3f4f5f6f) 1234567m", []),
        ("(1f2f3f4f5f1j) 12345678m", []),
    ],
)
def test_faults(text: str, codes: list[str]) -> None:
    assert fault_codes(text) == codes


@pytest.mark.parametrize(
    ("context", "codes"),
    [
        ({"self_drawn": True}, []),
        ({"discarder": Wind.SOUTH}, []),
        ({"self_drawn": True, "discarder": Wind.SOUTH}, ["context_conflict"]),
        ({"seat": Wind.SOUTH, "discarder": Wind.SOUTH}, ["context_conflict"]),
        ({"ippatsu": True}, ["context_conflict"]),
    ],
)
def test_contradictions(context: dict[str, Any], codes: list[str]) -> None:
    assert fault_codes("1f5f 111m222m3333m4m +4m", **context) == codes


def test_a_waiting_hand_has_no_winner_yet() -> None:
    assert fault_codes("1f5f 111m222m3333m4m", discarder=Wind.SOUTH, self_drawn=True) == []


@pytest.mark.parametrize(
    ("text", "status", "shanten"),
    [
        ("1f5f 111m222m3333m44m", "complete", -1),
        ("1f5f 11m1j222m3333m44m", "complete", -1),
        ("1f5f 111m222m3333m4m", "ready", 0),
        ("1f5f 111m222m3333m4m7z", "ready", 0),
        ("1f5f 111m222m333m4m7z", "incomplete", 1),
        ("1f5f 111m222m3333m4m1j", "ready", 0),  # the joker in the pair is none
        ("1f5f 11m222m3333m44m", "ready", 0),
        ("1f 111m222m3333m44m1j", "ready", 0),
        ("(111m) (222m) (3333m) 44m 1f2f", "complete", -1),
        ("(111m) (222m) (333m) 44m 1f2f7z", "incomplete", 13),
    ],
)
def test_status(text: str, status: str, shanten: int) -> None:
    found = analysed(text)
    assert (found.status, found.shanten) == (status, shanten)


def test_a_wait_for_tiles_that_the_hand_holds_all_is_none() -> None:
    rules = rules_of(("Q1", "FFFFF 11111a 2222a", 40))
    assert analysed("1f2f3f4f5f1111m222m1j", rules).status == "ready"
    rules = rules_of(("P1", "FF 111111a 222222a", 40))
    found = analysed("1f2f1111m2222m111j", rules)
    assert [wait.tile.code for wait in found.waits] == ["1j"]
    assert [accepted.tile.code for accepted in found.accepts] == ["1j"]


def test_every_joker_held_is_no_wait() -> None:
    rules = rules_of(("P1", "FF 111111a 222222a", 40))
    found = analysed("1f2f1m2m 11111111j 7z", rules)
    assert found.shanten == 1
    assert {accepted.tile.code for accepted in found.accepts} == {"1m", "2m"}


def test_waits_are_scored() -> None:
    found = analysed("1f5f 111m222m333m44m", discarder=Wind.WEST)
    assert [wait.tile.code for wait in found.waits] == ["3m", "1j"]
    natural, joker = found.waits
    assert natural.live == 1
    assert natural.score is not None
    assert natural.score.payments == {"E": 200, "S": -50, "W": -100, "N": -50}
    assert (joker.live, joker.score) == (8, None)  # a discarded joker cannot be claimed


def test_waits_of_which_nobody_says_how_they_come() -> None:
    found = analysed("1f5f 111m222m333m44m")
    assert [wait.score.payments for wait in found.waits if wait.score] == [
        {"discarder": -100, "other": -50},
        {"E": 150, "S": -50, "W": -50, "N": -50},
    ]


def test_flowers_are_waited_for_as_one_kind() -> None:
    found = analysed("1f 111m222m3333m44m", visible=parse_tiles("2f3f"))
    assert [(wait.tile.code, wait.live) for wait in found.waits] == [("1f", 5)]


def payments(text: str, rules: AmericanRules, **context: Any) -> dict[str, int]:  # noqa: ANN401
    found = analysed(text, rules, **context)
    assert found.status == "complete"
    assert found.score is not None
    assert found.score.payments is not None
    assert found.score.sums == {"points": found.score.total}
    assert sum(item.value for item in found.score.items) == found.score.total
    return dict(found.score.payments)


JOKERS = "1f5f 11m1j222m3333m4m +4m"
JOKERLESS = "1f5f 111m222m3333m4m +4m"
PAIRS = ("P1", "FF 11a 22a 33a 44a 55a 66a", 25, {"singles_and_pairs": True})


@pytest.mark.parametrize(
    ("entry", "text", "discarder", "expected"),
    [
        (("L1", HAND, 25), JOKERS, Wind.SOUTH, (-50, -25, -25)),
        (("L1", HAND, 25), JOKERS, None, (-50, -50, -50)),
        (("L1", HAND, 25), JOKERLESS, Wind.SOUTH, (-100, -50, -50)),
        (("L1", HAND, 25), JOKERLESS, None, (-100, -100, -100)),
        (PAIRS, "1f2f11223344556m +6m", Wind.SOUTH, (-50, -25, -25)),
        (PAIRS, "1f2f11223344556m +6m", None, (-50, -50, -50)),
    ],
)
def test_payments(entry: tuple[Any, ...], text: str, discarder: Wind | None, expected: tuple[int, ...]) -> None:
    paid = payments(text, rules_of(entry), discarder=discarder, self_drawn=discarder is None)
    assert (paid["S"], paid["W"], paid["N"]) == expected
    assert sum(paid.values()) == 0


def test_payments_by_role() -> None:
    assert payments(JOKERS, rules_of(("L1", HAND, 25))) == {"discarder": -50, "other": -25}
    assert payments(JOKERLESS, rules_of(("L1", HAND, 25)), seat=Wind.NORTH) == {"discarder": -100, "other": -50}


def test_factors_are_options() -> None:
    options = {"discarder_factor": 3, "self_drawn_factor": 4, "jokerless_factor": 1}
    rules = rules_of(("L1", HAND, 25), options=options)
    assert payments(JOKERLESS, rules) == {"discarder": -75, "other": -25}
    assert payments(JOKERLESS, rules, self_drawn=True) == {"E": 300, "S": -100, "W": -100, "N": -100}
    assert rules.option_values == options
    with pytest.raises(OptionError, match="jokerless_factor"):
        rules_of(("L1", HAND, 25), options={"jokerless_factor": 0})


def test_an_exposed_joker_counts_as_one() -> None:
    rules = rules_of(("L1", HAND, 25))
    assert payments("1f5f 222m3333m4m +4m (11m1j)", rules) == {"discarder": -50, "other": -25}


def test_the_highest_payment_wins() -> None:
    pairs = ("P1", "FF 11a 11a 22a 22a 33a 33a", 50, {"singles_and_pairs": True, "concealed": True})
    kongs = ("K1", "FF 1111a 2222a 3333a", 30)
    rules = rules_of(pairs, kongs)
    found = analysed("1f2f1111m2222m333m +3m", rules, discarder=Wind.SOUTH)
    assert found.score is not None
    assert found.score.total == 30
    assert found.score.payments == {"E": 240, "S": -120, "W": -60, "N": -60}
    assert found.score.items[0].name == "K1: 1f1f 1111m 2222m 3333m"
    assert "it is P1 too, which is paid no more" in found.score.explanation
    assert len(found.decompositions) == 2


def test_explanations() -> None:
    rules = rules_of(("L1", HAND, 25), ("P1", "FF 11a 22a 33a 44a 55a 66a", 25, {"singles_and_pairs": True}))
    drawn, claimed, pairs, jokers = (
        analysed(text, rules).score for text in (FULL, JOKERLESS, "1f2f11223344556m +6m", JOKERS)
    )
    assert drawn is not None
    assert claimed is not None
    assert pairs is not None
    assert jokers is not None
    assert drawn.explanation == (
        "line L1 (all) counts 25",
        "no joker in the hand: everybody pays 2 times as much",
        "self-drawn: each other player pays 100",
    )
    assert claimed.explanation[-1] == "on a discard: the discarder pays 100, the others 50 each"
    assert pairs.explanation[1] == "a hand of singles and pairs is paid no more for having no jokers"
    assert len(jokers.explanation) == 2


def test_readings_of_a_complete_hand() -> None:
    found = analysed("1f5f 222m3333m4m +4m (11m1j)")
    assert found.decompositions == (("1f1f", "11m1j", "222m", "3333m", "44m"),)


@pytest.mark.parametrize(
    ("text", "faults", "status"),
    [
        ("1f5f (111m) (222m) (3333m) (44m)", ["bad_meld"], "invalid"),
        ("(1f2f3f) (111m) (222m) (333m) (44m)", [], "complete"),  # the pair was claimed for mahjong
        ("(1f2f3f) (111m) (222m) (44m) (333m)", ["bad_meld"], "invalid"),
        ("(1f2f3f) (111m) (222m) (333m) (4m1j)", ["joker_in_pair"], "invalid"),
        ("(1f2f3f) (111m) (222m) (333m) [44m]", ["bad_meld"], "invalid"),
        ("(1f2f3f) (111m) (222m) (333m) (45m)", ["bad_meld"], "invalid"),
        ("(1f2f3f) (111m) (222m) (333m) (4m0x)", ["face_down"], "invalid"),
        ("(1f2f3f4f) (111m) (222m) (1234z)", [], "complete"),
        ("(1f2f3f4f) (111m) (222m) (1233z)", ["bad_meld"], "invalid"),
        ("(1f2f3f4f) (111m) (2222m) (33m1j)", [], "complete"),
    ],
)
def test_the_winning_tile_may_stand_in_the_last_brackets(text: str, faults: list[str], status: str) -> None:
    rules = rules_of(
        ("L1", "FFF 111a 222a 333a 44a", 25), ("L2", "FFFF 111a 222a NEWS", 25), ("L3", "FFFF 111a 2222a 333a", 25)
    )
    found = analysed(text, rules)
    assert [fault.code for fault in found.faults] == faults
    assert found.status == status
    if status == "complete":
        assert found.score is not None
        assert set(found.score.payments or {}) == {"discarder", "other"}


def test_a_joker_is_drawn() -> None:
    text = "1f5f 111m222m333m44m +1j"
    assert analysed(text).score is not None
    assert fault_codes(text, self_drawn=False) == ["joker_not_allowed"]
    assert fault_codes(text, discarder=Wind.SOUTH) == ["joker_not_allowed"]
    assert fault_codes(text, self_drawn=True) == []


def notices(text: str, rules: AmericanRules | None = None, **context: Any) -> dict[str, str]:  # noqa: ANN401
    return {notice.code: notice.message for notice in analysed(text, rules, **context).warnings}


def test_what_is_worth_knowing() -> None:
    assert notices(FULL) == {}
    seen = notices("1f5f 111m222m3333m4m7z", visible=parse_tiles("3m1m1m1z1z1z1z1z??"))
    assert seen["five_of_a_kind"] == "1z is seen 5 times in hand and visible tiles; there are 4"
    flowers = notices("1f5f 111m222m3333m4m7z", visible=parse_tiles("1f2f3f4f5f6f7f"))
    assert flowers["five_of_a_kind"].startswith("a flower is seen 9 times")
    pair = notices("1f5f 111m222m3333m4m +1j", self_drawn=True)
    assert pair["joker_in_pair"].startswith("no mahjong: for L1 (1f1f 111m 222m 3333m 44m) a joker")
    assert notices("1f5f 111m222m333m4m7z1j") == {}
    assert notices("1f5f 111m222m3333m4m") == {}


def test_a_hand_is_dead_when_no_line_has_its_exposed_groups() -> None:
    assert notices("44m1f2f7z (111m) (222m) (333m)")["dead_hand"].startswith("no hand of the card has the exposed")


def test_a_hand_is_dead_when_the_tiles_are_gone() -> None:
    rules = rules_of(("P1", "FF 11a 22a 33a 44a 55a 66a", 25))
    gone = parse_tiles("111m111p111s")
    alive, dead = (
        analysed(text, rules, visible=(*gone, *more))
        for text, more in (("1f2f11m1p1s22334455z", ()), ("1f2f1p1s22334455z67z", parse_tiles("1m")))
    )
    assert alive.american is not None
    assert not alive.american["dead"]
    assert dead.american is not None
    assert dead.american["dead"]
    assert dead.warnings[0].message.startswith("too few tiles are left")
    assert all(advice.expected_value == 0 for advice in dead.discards)
    assert dead.discards[0].reasons == ("no hand of the card can be made any more: the hand is dead",)


def test_a_rack_with_nothing_of_the_card() -> None:
    found = analysed("44m1f2f7z (111m) (222m) (333m)")
    assert found.american is not None
    assert (found.american["dead"], found.american["nearest"]) == (True, [])
    assert [advice.shanten for advice in found.discards] == [13] * len(found.discards)
    waiting = analysed("4m1f2f7z (111m) (222m) (333m)")
    assert (waiting.status, waiting.shanten, waiting.accepts) == ("incomplete", 13, ())


def test_only_winners_score() -> None:
    assert analysed("1f5f 111m222m333m4m7z").score is None


def test_the_rule_set_is_described() -> None:
    rules = RULE_SET.configure({})
    assert rules.info.name == "american"
    assert rules.info.full_size == 14
    assert rules.card.name


def test_a_request_through_json() -> None:
    answer: Any = analyse_json(
        {"rules": "american", "hand": FULL, "card": card_of(("L1", HAND, 25)), "context": {"seat": "S"}}
    )
    assert answer["status"] == "complete"
    assert answer["score"]["payments"] == {"E": -100, "S": 300, "W": -100, "N": -100}
    assert answer["american"]["nearest"][0] == {
        "line": "L1",
        "hand": "1f1f 111m 222m 3333m 44m",
        "section": "all",
        "value": 25,
        "missing": 0,
        "needs": [],
        "assignment": ["1f1f", "111m", "222m", "3333m", "44m"],
        "possible": True,
    }
    assert answer["american"]["pass"] == []
