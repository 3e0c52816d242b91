"""Chinese Official mahjong: all fan, the five forms, the minimum, payments, and the traps of the scoring package."""

from __future__ import annotations

import builtins
import sys
from collections import Counter

import numpy as np
import pytest

from engine.analysis import HandAnalysis, analyse
from engine.context import Context, Wind
from engine.counts import count_kinds
from engine.errors import OptionError, RequestError, RuleSetUnavailableError
from engine.hand import Hand
from engine.interchange import analyse_json
from engine.notation import parse_hand, parse_tiles
from engine.rules.base import Score
from engine.rules.mcr.documentation import tables
from engine.rules.mcr.forms import FORMS, HonoursAndKnittedTilesForm, KnittedStraightForm
from engine.rules.mcr.library import count_fan
from engine.rules.mcr.names import OFFICIAL_FAN, code_of
from engine.rules.registry import get_rule_set
from engine.tile import Tile

FLAGS = {
    "claimed": {"self_drawn": False},
    "drawn": {"self_drawn": True},
    "last": {"last_tile": True},
    "replacement": {"kong_replacement": True},
    "robbing": {"robbing_kong": True},
    "last_of_kind": {"last_of_kind": True},
}

KNOWN = [
    (
        "789m789999p4777z 2f6f7f +4z",
        "ES claimed",
        (
            "outside_hand=4 dragon_pung=2 concealed_hand=2 tile_hog=2 two_concealed_pungs=2 mixed_double_chow=1 "
            "pung_of_terminals_or_honors=1 one_voided_suit=1 single_wait=1 flower_tiles=3"
        ),
    ),
    (
        "678m68p34567778s +7p",
        "WS drawn last",
        (
            "mixed_triple_chow=8 last_tile_draw=8 fully_concealed_hand=4 all_chows=2 all_simples=2 "
            "short_straight=1 closed_wait=1"
        ),
    ),
    (
        "22s11133344z [6666s] 4f5f +4z",
        "EW drawn",
        (
            "four_concealed_pungs=64 big_three_winds=12 half_flush=6 prevalent_wind=2 seat_wind=2 "
            "concealed_kong=2 self_drawn=1 flower_tiles=2"
        ),
    ),
    (
        "1p (444s) (4444p) (555m) (333p) +1p",
        "WN claimed last",
        "mixed_shifted_pungs=8 last_tile_claim=8 all_pungs=6 melded_hand=6 double_pung=2 melded_kong=1 no_honors=1",
    ),
    (
        "1223455p (123p) (345p) +3p",
        "WE claimed",
        "full_flush=24 pure_shifted_chows=16 reversible_tiles=8 all_chows=2 tile_hog=2 pure_double_chow=1 edge_wait=1",
    ),
    (
        "1112z (666z) [4444z] [5555z] +2z",
        "SN claimed",
        (
            "all_honors=64 three_concealed_pungs=16 two_concealed_kongs=6 two_dragons_pungs=6 prevalent_wind=2 "
            "single_wait=1"
        ),
    ),
    (
        "56m55p (456m) (456p) (456m) 6f +4m",
        "NE drawn last_of_kind",
        (
            "pure_triple_chow=24 middle_tiles=24 all_five=16 last_tile=4 all_chows=2 mixed_double_chow=1 "
            "one_voided_suit=1 self_drawn=1 flower_tiles=1"
        ),
    ),
    (
        "4466m444s (4444p) (888s) +4m",
        "EW drawn replacement",
        "all_even_pungs=24 triple_pung=16 out_with_replacement_tile=8 two_concealed_pungs=2 melded_kong=1",
    ),
    (
        "22223334444m11p +3m",
        "NE claimed",
        "quadruple_chow=48 lower_four=12 concealed_hand=2 all_chows=2 one_voided_suit=1",
    ),
    (
        "12233m11223333p +1m",
        "EE drawn",
        "seven_pairs=24 lower_tiles=24 tile_hog=2 one_voided_suit=1 self_drawn=1",
    ),
    (
        "369m58p7s1234567z +1s",
        "WW claimed robbing",
        "greater_honors_and_knitted_tiles=24 robbing_the_kong=8",
    ),
    (
        "58m147p369s12456z +2m",
        "WN drawn last_of_kind",
        "lesser_honors_and_knitted_tiles=12 knitted_straight=12 last_tile=4 self_drawn=1",
    ),
    (
        "1112345678999m 4f8f +1m",
        "SW claimed",
        "nine_gates=88 pure_straight=16 tile_hog=2 flower_tiles=2",
    ),
    (
        "7z (678s) (456s) (5555z) (6666z) +7z",
        "WE claimed last",
        "little_three_dragons=64 last_tile_claim=8 half_flush=6 melded_hand=6 two_melded_kongs=4",
    ),
    (
        "9m (9999s) (7777z) (2222z) [3333z] 2f +9m",
        "NN drawn",
        "four_kongs=88 all_terminals_and_honors=32 dragon_pung=2 one_voided_suit=1 self_drawn=1 flower_tiles=1",
    ),
    (
        "2z (456p) (666z) (789s) (123m) 3f5f6f7f +2z",
        "SW drawn",
        "mixed_straight=8 all_types=6 dragon_pung=2 single_wait=1 self_drawn=1 flower_tiles=4",
    ),
    (
        "2233344455688p +1p",
        "SE drawn last_of_kind",
        "four_pure_shifted_chows=32 full_flush=24 fully_concealed_hand=4 last_tile=4 all_chows=2",
    ),
    (
        "1122334556677p +4p",
        "EE claimed",
        "seven_shifted_pairs=88",
    ),
    (
        "1123355778899p +2p",
        "ES drawn",
        "pure_terminal_chows=64 fully_concealed_hand=4 closed_wait=1",
    ),
    (
        "1222236678889m +8m",
        "SN claimed",
        "full_flush=24 concealed_hand=2 tile_hog=4 two_concealed_pungs=2 two_terminal_chows=1",
    ),
    (
        "77788999m77999s +7s",
        "WN claimed",
        (
            "upper_tiles=24 three_concealed_pungs=16 all_pungs=6 concealed_hand=2 double_pung=4 "
            "pung_of_terminals_or_honors=2 one_voided_suit=1"
        ),
    ),
    (
        "22233344m44477p +4m",
        "WW drawn last",
        "four_concealed_pungs=64 pure_shifted_pungs=24 last_tile_draw=8 double_pung=2 all_simples=2 one_voided_suit=1",
    ),
    (
        "22p456s55666777z +5z",
        "NN drawn",
        "big_three_dragons=88 three_concealed_pungs=16 fully_concealed_hand=4 one_voided_suit=1",
    ),
    (
        "1123489m123p345s +7m",
        "EW claimed last_of_kind",
        "mixed_shifted_chows=6 last_tile=4 concealed_hand=2 all_chows=2 edge_wait=1",
    ),
    (
        "99m111999p11199s +9m",
        "EW claimed",
        "all_terminals=64 three_concealed_pungs=16 concealed_hand=2",
    ),
    (
        "66m66999p666999s +6p",
        "ES drawn",
        "four_concealed_pungs=64 upper_four=12 double_pung=4 pung_of_terminals_or_honors=2 self_drawn=1",
    ),
    (
        "123789m55p12379s +8s",
        "SS drawn",
        "three_suited_terminal_chows=16 fully_concealed_hand=4 closed_wait=1",
    ),
    (
        "119m19p19s124567z +3z",
        "SS drawn",
        "thirteen_orphans=88 self_drawn=1",
    ),
    (
        "5566888999m [7777m] +6m",
        "SN drawn replacement",
        (
            "four_concealed_pungs=64 four_pure_shifted_pungs=48 full_flush=24 out_with_replacement_tile=8 "
            "concealed_kong=2 pung_of_terminals_or_honors=1"
        ),
    ),
    (
        "77m22233444z (111z) +3z",
        "SE drawn",
        "big_four_winds=88 three_concealed_pungs=16 half_flush=6 self_drawn=1",
    ),
    (
        "1113334z (666z) [2222z] +4z",
        "NN claimed",
        "little_four_winds=64 all_honors=64 three_concealed_pungs=16 dragon_pung=2 concealed_kong=2 single_wait=1",
    ),
    (
        "11m88p666s (8888s) [6666p] 3f +8p",
        "NE drawn",
        (
            "three_concealed_pungs=16 all_pungs=6 double_pung=4 no_honors=1 self_drawn=1 "
            "concealed_kong_and_melded_kong=5 flower_tiles=1"
        ),
    ),
    (
        "2z (999m) [7777p] [8888s] [4444z] +2z",
        "WE drawn",
        (
            "three_kongs=32 three_concealed_pungs=16 mixed_shifted_pungs=8 all_pungs=6 "
            "pung_of_terminals_or_honors=2 single_wait=1 self_drawn=1"
        ),
    ),
    (
        "22334466688s66z +6z",
        "EE claimed",
        "all_green=88 dragon_pung=2 concealed_hand=2 pure_double_chow=1",
    ),
    (
        "45p678s33z (345m) (222p) +6p",
        "EE claimed",
        "chicken_hand=8",
    ),
]
"""Hands with all their fan, on which three programs agree (the last two: by the rules): seat, round and how it was won.

Together they have every fan there is.
"""


def context_of(how: str) -> Context:
    """Return the context of words such as ``ES drawn last``: seat, round, how the hand was won."""
    winds, *flags = how.split()
    facts: dict[str, bool] = {}
    for flag in flags:
        facts |= FLAGS[flag]
    return Context(seat=Wind(winds[0]), round=Wind(winds[1]), **facts)


def ask(text: str, context: Context | None = None, **options: object) -> HandAnalysis:
    return analyse(parse_hand(text), context, "mcr", options)


def score(text: str, context: Context | None = None, **options: object) -> Score:
    found = ask(text, context, **options).score
    assert found is not None
    return found


def fan(text: str, context: Context | None = None) -> dict[str, int]:
    """Return the fan of a hand by code, whether they reach the minimum or not."""
    return {item.code: item.value for item in score(text, context, minimum=0).items}


@pytest.mark.parametrize(("text", "how", "expected"), KNOWN)
def test_hands_have_their_fan(text: str, how: str, expected: str) -> None:
    wanted = {code: int(value) for code, value in (part.split("=") for part in expected.split())}
    found = score(text, context_of(how))
    assert {item.code: item.value for item in found.items} == wanted
    assert found.total == sum(wanted.values()) == found.sums["fan"]
    assert (found.unit, found.limit, found.uncapped, found.fu, found.points) == ("fan", None, None, None, None)


def test_every_fan_is_known_and_occurs() -> None:
    occurring = {part.split("=")[0] for _, _, expected in KNOWN for part in expected.split()}
    assert occurring == OFFICIAL_FAN.keys()
    assert len(OFFICIAL_FAN) == 81 + 1  # the official list and the concealed with a melded kong


@pytest.mark.parametrize(("text", "how", "expected"), KNOWN)
def test_the_table_of_names_agrees_with_the_package(text: str, how: str, expected: str) -> None:  # noqa: ARG001
    for found in count_fan(parse_hand(text), context_of(how)):
        fan = OFFICIAL_FAN[code_of(found.name)]
        assert (fan.names["en"], fan.points) == (found.name, found.points)


def test_items_carry_their_names() -> None:
    (item,) = score("45p678s33z (345m) (222p) +6p").items
    assert item.name == "Chicken Hand"
    assert item.names == {"en": "Chicken Hand", "zh": "无番和", "ja": "無番和"}


# The winning forms


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("123m456p789s1112z +2z", [("123m", "456p", "789s", "111z", "22z")]),
        (
            "112233m4455667p +7p",
            [
                ("123m", "123m", "567p", "567p", "44p"),
                ("123m", "123m", "456p", "456p", "77p"),
                ("11m", "22m", "33m", "44p", "55p", "66p", "77p"),
            ],
        ),
        ("1111m223344p556s +6s", [("11m", "11m", "22p", "33p", "44p", "55s", "66s")]),
        ("19m19p19s1234567z +1z", [("special:thirteen_orphans",)]),
        ("147m258p36s12345z +6z", [("special:honours_and_knitted_tiles",)]),
        ("147m258p369s12m99p +3m", [("special:knitted_straight",)]),
        ("147m258p369s9p (123m) +9p", [("special:knitted_straight",)]),
        ("147s258m369p5z [1111z] +5z", [("special:knitted_straight",)]),
    ],
)
def test_every_form_wins_and_is_read(text: str, readings: list[tuple[str, ...]]) -> None:
    found = ask(text)
    assert (found.status, found.shanten) == ("complete", -1)
    assert list(found.decompositions) == readings


@pytest.mark.parametrize(
    ("text", "waits"),
    [
        ("147m258p36s12345z", "9s67z"),
        ("147m258p369s1234z", "567z"),
        ("147m258p369s12m99p", "3m"),
        ("147m258p369s9p (123m)", "9p"),
        ("14m258p369s9p (123m) 9p", "7m"),
        ("147m258p369s2344p", "14p"),
    ],
)
def test_waits_of_knitted_hands(text: str, waits: str) -> None:
    found = ask(text)
    assert found.status == "ready"
    assert {wait.tile for wait in found.waits} == set(parse_tiles(waits))


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("147m258p369s1234z", (1, 3)),
        ("147m258p369s11z", (4, 3)),
        ("111222333m4445p", (12, 7)),
        ("147m147p147s1234z", (7, 9)),
    ],
)
def test_tiles_that_knitted_forms_lack(text: str, missing: tuple[int, int]) -> None:
    hands = count_kinds(parse_tiles(text))[np.newaxis]
    honours, straight = HonoursAndKnittedTilesForm(), KnittedStraightForm()
    assert (int(honours.missing(hands, 4)[0]), int(straight.missing(hands, 4)[0])) == missing


def test_melds_put_knitted_forms_out_of_reach() -> None:
    hands = count_kinds(parse_tiles("147m258p369s1z"))[np.newaxis]
    assert HonoursAndKnittedTilesForm().missing(hands, 3)[0] > 20
    assert KnittedStraightForm().missing(hands, 3)[0] == 1
    assert KnittedStraightForm().missing(hands, 2)[0] > 20
    assert not any(form.decompositions(hands[0], 3) for form in FORMS)


# Minimum, flowers, payments


def test_flowers_count_in_the_total_but_not_towards_the_minimum() -> None:
    text = "66p12346s555z (456s) +5s"
    without = ask(text, Context(self_drawn=True))
    flowers = ask(text.replace("+", "4f5f7f8f +"), Context(self_drawn=True))
    assert (without.score, flowers.score) == (None, None)
    assert [fault.code for fault in flowers.faults] == ["under_minimum"]
    assert flowers.status == "complete"
    assert score(text.replace("+", "4f5f +"), Context(self_drawn=True), minimum=7).total == 9


def test_an_under_minimum_fault_says_what_would_help() -> None:
    (fault,) = ask("66p12346s555z (456s) 4f +5s").faults
    assert "worth 6 fan, flowers left out, and 8 are needed: 2 (Dragon Pung)" in fault.message
    assert "drawing the winning tile oneself would make it 7, still too few" in fault.message
    assert "winning on the last tile of the wall would make it 14, enough" in fault.message
    assert "Mixed Straight 8" in fault.message
    (fault,) = ask("66p12346s555z (456s) 4f +5s", Context(self_drawn=True)).faults
    assert "oneself" not in fault.message


def test_a_last_tile_is_not_advised_twice() -> None:
    found = ask("22m456p789s66z (123m) +6z", Context(last_tile=True), minimum=20)
    (fault,) = found.faults
    assert "last tile of the wall would" not in fault.message
    assert "left out" not in fault.message


@pytest.mark.parametrize(
    ("context", "total", "payments"),
    [
        (Context(seat=Wind.SOUTH, self_drawn=True), 28, {"E": -36, "S": 108, "W": -36, "N": -36}),
        (Context(seat=Wind.SOUTH, discarder=Wind.NORTH), 27, {"E": -8, "S": 51, "W": -8, "N": -35}),
        (Context(seat=Wind.SOUTH), 27, {"discarder": -35, "other": -8}),
    ],
)
def test_payments_are_eight_and_the_total(context: Context, total: int, payments: dict[str, int]) -> None:
    found = score("223399m889p1166z 2f3f +9p", context)
    assert (found.total, found.payments) == (total, payments)


def test_the_score_is_explained() -> None:
    lines = score("223399m889p1166z 2f3f +9p", Context(self_drawn=True)).explanation
    assert lines[0] == "24 (Seven Pairs) + 1 (One Voided Suit) + 1 (Self-Drawn) + 2 x 1 (Flower Tiles) = 28 fan"
    assert lines[1] == "26 of them count towards the minimum: flowers do not"
    assert lines[2] == "self-drawn: each other player pays 8 + 28 = 36"
    assert score("223399m889p1166z +9p").explanation[-1] == (
        "on a discard: the discarder pays 8 + 25 = 33, each other player 8"
    )


# What the package takes silently the wrong way, or refuses


def test_a_hand_that_is_no_win_is_an_error_of_ours() -> None:
    with pytest.raises(ValueError, match="cannot be scored: ERROR_NOT_WIN"):
        count_fan(parse_hand("123m456p789s1123z +4z"), Context())
    with pytest.raises(ValueError, match="without a winning tile"):
        count_fan(Hand(), Context())


def test_claimed_and_added_kongs_are_exposed_kongs() -> None:
    assert fan("345p5z (2222m) (678p) (234s) +5z")["melded_kong"] == 1
    found = fan("345p5z [2222m] (678p) (234s) +5z")
    assert "melded_kong" not in found
    assert found["concealed_kong"] == 2


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("22334466688s66z +6z", "all_green"),
        ("22334466688s77z +7z", ""),
        ("22334466688p66z +6z", ""),
        ("12334599p456s55z +5z", "reversible_tiles"),
        ("12334599p456s66z +6z", ""),
        ("12334599s456p55z +5z", ""),
    ],
)
def test_suits_and_dragons_are_not_mixed_up(text: str, code: str) -> None:
    found = ask(text, minimum=0)
    codes = {item.code for item in found.score.items} if found.score else set()
    assert codes & {"all_green", "reversible_tiles"} == ({code} if code else set())


@pytest.mark.parametrize(
    ("wind", "context", "codes"),
    [
        (1, Context(), {"seat_wind", "prevalent_wind"}),
        (2, Context(seat=Wind.SOUTH), {"seat_wind"}),
        (3, Context(round=Wind.WEST), {"prevalent_wind"}),
        (4, Context(), set()),
    ],
)
def test_seat_and_prevalent_wind(wind: int, context: Context, codes: set[str]) -> None:
    found = fan(f"123m456p789s5m ({wind}{wind}{wind}z) +5m", context)
    assert found.keys() & {"seat_wind", "prevalent_wind"} == codes


def test_used_up_tiles_are_no_waits() -> None:
    assert ask("1z123m456p789s (111z)").status == "incomplete"
    found = ask("45656m99p (444m) (789s)")
    assert [(wait.tile.code, wait.live) for wait in found.waits] == [("7m", 4)]


def test_a_wait_whose_other_tile_is_used_up_still_counts_as_two_sided() -> None:
    waits = {wait.tile.code for wait in ask("1112m789s (333m) (345m)").waits}
    assert waits == {"2m"}
    assert "single_wait" not in fan("1112m789s (333m) (345m) +2m")
    assert fan("2m111z789s (333m) (345m) +2m")["single_wait"] == 1


@pytest.mark.parametrize(
    ("text", "wait"),
    [
        ("147m258p369s12m99p +3m", {"edge_wait"}),
        ("147m258p369s13m99p +2m", {"closed_wait"}),
        ("147m258p369s9p (123m) +9p", {"single_wait"}),
        ("14m258p369s123m99p +7m", set()),
    ],
)
def test_waits_count_in_a_knitted_straight_too(text: str, wait: set[str]) -> None:
    assert fan(text).keys() & {"edge_wait", "closed_wait", "single_wait"} == wait


def test_a_robbed_tile_is_never_the_last_of_its_kind() -> None:
    text = "369m58p7s1234567z +1s"
    seen = Context(robbing_kong=True, visible=parse_tiles("111s"))
    assert fan(text, seen) == {"greater_honors_and_knitted_tiles": 24, "robbing_the_kong": 8}
    assert fan(text, Context(visible=parse_tiles("111s")))["last_tile"] == 4


@pytest.mark.parametrize(
    ("text", "visible", "told", "counts"),
    [
        ("35567m12223p [7777s] +4m", "444m", None, True),
        ("35567m12223p [7777s] +4m", "44m", None, False),
        ("123m789p7899s (456s) +6s", "66s", None, True),
        ("123m789p7899s (456s) +6s", "6s", None, False),
        ("35567m12223p [7777s] +4m", "", True, True),
        ("35567m12223p [7777s] +4m", "444m", False, False),
        ("56m99p (444m) (789s) (456p) +4m", "", None, True),
        ("56m99p [1111z] (444m) (789s) +4m", "", None, True),
    ],
)
def test_the_last_of_its_kind_is_derived_when_nobody_says(
    text: str,
    visible: str,
    told: bool | None,  # noqa: FBT001
    counts: bool,  # noqa: FBT001
) -> None:
    context = Context(visible=parse_tiles(visible), last_of_kind=told)
    assert ("last_tile" in fan(text, context)) is counts


@pytest.mark.parametrize(
    ("text", "told", "says"),
    [
        ("3455m789s (456p) (123s) +5m", True, "another 5m is concealed"),
        ("56m99p (444m) (789s) (456p) +4m", False, "the other three 4m lie in the own melds"),
    ],
)
def test_what_contradicts_the_last_of_its_kind(text: str, told: bool, says: str) -> None:  # noqa: FBT001
    found = ask(text, Context(last_of_kind=told))
    assert [fault.code for fault in found.faults] == ["context_conflict"]
    assert "last_of_kind and hand" in found.faults[0].message
    assert says in found.faults[0].message


def test_a_hand_that_waits_may_say_anything_about_the_last_tile() -> None:
    assert ask("56m99p (444m) (789s) (456p)", Context(last_of_kind=False)).status == "ready"


# Advice


def test_a_wait_says_what_it_wins_if_claimed() -> None:
    found = ask("147m258p369s2344p", Context(seat=Wind.WEST))
    totals = {wait.tile.code: wait.score.total if wait.score else None for wait in found.waits}
    assert set(totals) == {"1p", "4p"}
    assert all(total is not None and total >= 14 for total in totals.values())


def test_valued_honours_are_discarded_last() -> None:
    found = ask("123m456p789s5z3z1z14p", Context(seat=Wind.SOUTH, round=Wind.WEST))
    order = [advice.tile.code for advice in found.discards]
    assert order.index("1z") < order.index("3z")
    assert order.index("1z") < order.index("5z")


# Options, and life without the package


def test_options_and_cards_are_checked() -> None:
    assert ask("45p678s33z (345m) (222p) +6p").options == {"minimum": 8}
    with pytest.raises(OptionError, match="from 0 to 88"):
        get_rule_set("mcr").configure({"minimum": 89})
    with pytest.raises(RequestError, match="card"):
        get_rule_set("mcr").configure({}, card="practice")


def test_without_the_package_the_error_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "MahjongGB", None)
    assert get_rule_set("mcr").info.unit == "fan"
    with pytest.raises(RuleSetUnavailableError, match=r"pip install 'tilesight\[mcr\]'.*C\+\+ compiler") as caught:
        analyse_json({"rules": "mcr", "hand": "1m"})
    assert caught.value.code == "rule_set_unavailable"


def test_the_package_is_not_imported_before_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: Counter[str] = Counter()
    real = builtins.__import__

    def counting(name: str, *rest: object, **more: object) -> object:
        asked[name] += 1
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", counting)
    assert get_rule_set("mcr").info.name == "mcr"
    assert tables().keys() == {"forms", "items"}
    assert asked["MahjongGB"] == 0
    get_rule_set("mcr").configure({})
    assert asked["MahjongGB"] == 1


def test_red_fives_are_plain_fives() -> None:
    found = ask("340m406p789s1122z +2z")
    assert found.status == "complete"
    assert Tile.parse("0m") in found.hand.all_tiles
