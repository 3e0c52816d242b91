"""Furiten, swap-calling and red fives: what riichi can say without knowing the own discards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.analysis import HandAnalysis, analyse
from engine.context import Context, Wind
from engine.faults import Notice
from engine.hand import Hand
from engine.notation import parse_hand, parse_tiles
from engine.rules.registry import get_rule_set
from engine.rules.riichi.cautions import furiten_notices, swap_calls
from engine.rules.sets import SetRules
from engine.shanten import REGULAR_FORMS

READY = "123m456p789s45s11z"
WON = "123m456p789s45s11z +3s"


def look(text: str, context: Context | None = None, **options: object) -> HandAnalysis:
    return analyse(parse_hand(text), context, "riichi", options)


def furiten(text: str, context: Context | None = None) -> list[Notice]:
    return [notice for notice in look(text, context).warnings if notice.code == "furiten"]


def codes(notice: Notice) -> list[str]:
    return [tile.code for tile in notice.tiles]


@pytest.mark.parametrize("text", [READY, WON, "123m406p789s45s11z +6s"])
def test_before_claiming_a_discard_the_own_ones_are_to_be_checked(text: str) -> None:
    (notice,) = furiten(text)
    assert codes(notice)[0] == "3s"
    assert "lies among your own discards" in notice.message
    assert "3s, 6s" in notice.message


def test_waits_that_were_seen_may_be_own_discards() -> None:
    (one,) = furiten(READY, Context(visible=parse_tiles("6s9p")))
    assert codes(one) == ["6s"]
    assert one.message.startswith("6s lies among the tiles seen")
    (two,) = furiten(WON, Context(visible=parse_tiles("6s3s9p")))
    assert codes(two) == ["3s", "6s"]
    assert two.message.startswith("3s, 6s lie among")


def test_a_red_five_among_the_tiles_seen_is_a_five() -> None:
    (notice,) = furiten("123m456p789s46s11z", Context(visible=parse_tiles("0s")))
    assert codes(notice) == ["5s"]


@pytest.mark.parametrize(
    ("text", "context"),
    [
        (READY, Context(visible=parse_tiles("9p1m"))),
        (WON, Context(seat=Wind.SOUTH, first_turn=True)),
        (READY, Context(self_drawn=True)),
        (WON, Context(self_drawn=True)),
        ("123m456p789s345s1z1z", Context()),
        ("147m258p369s1234z", Context()),
        ("147m258p369s1234z +5z", Context()),
        ("123m456p789s45s11z +9p", Context()),
    ],
)
def test_where_furiten_cannot_be_it_is_not_mentioned(text: str, context: Context) -> None:
    assert furiten(text, context) == []


def test_a_full_hand_without_a_winning_tile_waits_for_nothing() -> None:
    hand = Hand(concealed=parse_tiles("123m456p789s345s11z"))
    assert list(furiten_notices(hand, Context(), REGULAR_FORMS)) == []


def reasons(text: str, tile: str) -> str:
    (advice,) = [advice for advice in look(text).discards if advice.tile.code == tile]
    return "; ".join(advice.reasons)


def test_a_discard_that_the_hand_then_waits_for_is_furiten() -> None:
    text = "123m456p11z45678s9p"
    assert "waits for" not in reasons(text, "9p")
    text = "123m456p11z345678s"
    assert "the hand then waits for 3s itself: only a drawn tile wins (furiten)" in reasons(text, "3s")
    assert "furiten" not in reasons("123m456p11z345689s", "1z")


@pytest.mark.parametrize(
    ("meld", "forbidden"),
    [
        ("(234m)", {"1m": "4m", "2m": "2m", "3m": "3m", "4m": "4m", "5m": "2m"}),
        ("(123p)", {"1p": "1p", "2p": "2p", "3p": "3p", "4p": "1p"}),
        ("(789s)", {"6s": "9s", "7s": "7s", "8s": "8s", "9s": "9s"}),
        ("(406p)", {"3p": "6p", "4p": "4p", "5p": "5p", "6p": "6p", "7p": "4p"}),
        ("(777z)", {"7z": "7z"}),
        ("(7777z)", {}),
        ("[7777z]", {}),
        ("(124z)", {}),
    ],
)
def test_what_may_not_be_discarded_right_after_a_claim(meld: str, forbidden: dict[str, str]) -> None:
    found = swap_calls(parse_hand(meld).melds[0])
    assert {tile.code: claimed.code for tile, claimed in found.items()} == forbidden


def test_discards_that_may_be_swap_calling_say_so() -> None:
    text = "15m456p789s11z5z (234m)"
    assert "not right after claiming 2m for (234m): swap-calling (kuikae) is forbidden" in reasons(text, "5m")
    assert "not right after claiming 4m for (234m)" in reasons(text, "1m")
    assert "kuikae" not in reasons(text, "5z")


def test_the_same_swap_is_named_once() -> None:
    assert reasons("5m456p11z5z9s (234m) (234m)", "5m").count("kuikae") == 1


def test_a_known_winning_tile_was_no_claim_for_a_meld() -> None:
    assert "kuikae" not in reasons("1m456p789s11z5z (234m) +5m", "5m")


@pytest.mark.parametrize(
    ("text", "context", "red_fives", "tiles"),
    [
        ("123m406p789s1122z", Context(visible=parse_tiles("0p")), 3, ["0p"]),
        ("123m406p789s1122z", Context(visible=parse_tiles("0p")), 4, []),
        ("123m406p789s1122z", Context(visible=parse_tiles("0p0p")), 4, ["0p"]),
        ("123m406p789s1122z", Context(visible=parse_tiles("0p")), 0, []),
        ("123m456p789s1122z", Context(visible=parse_tiles("0m"), dora_indicators=parse_tiles("0m0s")), 3, ["0m"]),
        (
            "123m456p789s1122z",
            Context(riichi="riichi", ura_indicators=parse_tiles("0s0s"), visible=parse_tiles("9p")),
            3,
            ["0s"],
        ),
    ],
)
def test_more_red_fives_seen_than_there_are(text: str, context: Context, red_fives: int, tiles: list[str]) -> None:
    found = look(text, context, red_fives=red_fives)
    seen = [notice for notice in found.warnings if notice.code == "red_five_count"]
    assert [notice.tiles[0].code for notice in seen] == tiles
    assert found.status == "ready"


def test_indicators_below_the_dora_are_seen_too() -> None:
    context = Context(riichi="riichi", ura_indicators=parse_tiles("1z"), visible=parse_tiles("11z9p"))
    found = look(READY, context)
    assert [(notice.code, codes(notice)) for notice in found.warnings] == [("five_of_a_kind", ["1z"])]


def test_cautions_change_neither_order_nor_use() -> None:
    hand = parse_hand("15m456p789s11z5z (234m)")
    rules = get_rule_set("riichi").configure({})
    plain = SetRules.progress(rules, hand, Context()).discards
    said = rules.progress(hand, Context()).discards
    assert [replace(advice, reasons=()) for advice in said] == [replace(advice, reasons=()) for advice in plain]
    assert any(one.reasons != other.reasons for one, other in zip(said, plain, strict=True))
