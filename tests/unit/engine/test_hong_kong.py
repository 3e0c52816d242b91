"""Hong Kong old style: the rule sheet's patterns and readings, exclusions, limits, tables and payments."""

from __future__ import annotations

import pytest

from engine.analysis import HandAnalysis, analyse
from engine.context import Context, Wind
from engine.errors import OptionError
from engine.notation import parse_hand
from engine.rules.base import Score
from engine.rules.hong_kong.documentation import tables
from engine.rules.hong_kong.names import PATTERN_NAMES
from engine.rules.hong_kong.options import LIMIT_FAAN, PRESETS, HongKongOptions
from engine.rules.hong_kong.patterns import FLOWER_PATTERNS, PATTERNS
from engine.rules.hong_kong.tables import BASE_POINTS, EXCLUSIONS
from engine.rules.options import show_options
from engine.rules.registry import get_rule_set

CLAIMED = Context(seat=Wind.WEST, round=Wind.NORTH)
DRAWN = Context(seat=Wind.WEST, round=Wind.NORTH, self_drawn=True)
PLAIN = "123m456p888s99p22z +2z"
"""A concealed hand that shows no pattern of its own."""


def ask(text: str, context: Context = CLAIMED, **options: object) -> HandAnalysis:
    return analyse(parse_hand(text), context, "hong_kong", {"preset": "casual", **options})


def score(text: str, context: Context = CLAIMED, **options: object) -> Score:
    found = ask(text, context, **options).score
    assert found is not None
    return found


def items(text: str, context: Context = CLAIMED, **options: object) -> list[tuple[str, int]]:
    return [(item.code, item.value) for item in score(text, context, **options).items]


def shown(text: str, context: Context = CLAIMED, **options: object) -> list[tuple[str, int]]:
    """Return the items without those of a concealed hand and of flowers."""
    return items(text, context, **{"flowers": False, "concealed_hand": 0, **options})


# Patterns


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (PLAIN, []),
        ("123m456p789s5z (345s) +5z", [("all_chows", 1)]),
        ("111m444p999p2z (888s) +2z", [("all_pungs", 3)]),
        ("123456m222z5z (789m) +5z", [("mixed_one_suit", 3)]),
        ("1234568899m (789m) +8m", [("pure_one_suit", 7)]),
        ("123m456p666z1s (555z) +1s", [("dragon_pung", 1), ("dragon_pung", 1)]),
        ("123m456p333z1s (345s) +1s", [("seat_wind", 1)]),
        ("123m456p444z1s (345s) +1s", [("round_wind", 1)]),
        ("123m456p7z (555z) (666z) +7z", [("small_three_dragons", 5)]),
        ("123m9p (555z) (666z) (777z) +9p", [("great_three_dragons", 8)]),
        ("123m4z (111z) (222z) (333z) +4z", [("small_four_winds", 6), ("mixed_one_suit", 3), ("seat_wind", 1)]),
        (
            "555m4z (111z) (222z) (333z) +4z",
            [("small_four_winds", 6), ("mixed_one_suit", 3), ("all_pungs", 3), ("seat_wind", 1)],
        ),
        (
            "999m4z (111z) (222z) (333z) +4z",
            [("small_four_winds", 6), ("mixed_one_suit", 3), ("mixed_terminals", 4), ("seat_wind", 1)],
        ),
        ("9m (111z) (222z) (333z) (444z) +9m", [("great_four_winds", 10)]),
        ("7z (111z) (222z) (555z) (666z) +7z", [("all_honours", 10)]),
        ("111m5z (999p) (999s) (111z) +5z", [("mixed_terminals", 4)]),
        ("9m (111m) (999p) (999s) (111p) +9m", [("all_terminals", 10)]),
        ("1112345678999m +5m", [("nine_gates", 10)]),
        ("1112345678999m +9m", [("nine_gates", 10)]),
        ("1123455678999m +1m", [("nine_gates", 10)]),
        ("2345567899m (111m) +9m", [("pure_one_suit", 7)]),
        ("1112345678899m +9p", None),
        ("19m19p19s1234567z +3z", [("thirteen_orphans", 10)]),
        ("5z (1111m) (5555p) [8888s] (2222z) +5z", [("eighteen_arhats", 10)]),
        ("111m444p888s222z9p +9p", [("four_concealed_pungs", 10)]),
        ("111m444p222z9p [8888s] +9p", [("four_concealed_pungs", 10)]),
        ("111m444p888s99p22z +2z", [("all_pungs", 3)]),
        ("111m444p222z9p (8888s) +9p", [("all_pungs", 3)]),
    ],
)
def test_patterns(text: str, expected: list[tuple[str, int]] | None) -> None:
    if expected is None:
        assert ask(text).status != "complete"
    else:
        assert shown(text) == expected


def test_a_wind_can_be_seat_and_round_wind() -> None:
    context = Context(seat=Wind.SOUTH, round=Wind.SOUTH)
    assert shown("123m456p222z1s (345s) +1s", context) == [("seat_wind", 1), ("round_wind", 1)]


@pytest.mark.parametrize(
    ("text", "context", "expected"),
    [
        (PLAIN, CLAIMED, [("concealed_hand", 1)]),
        (PLAIN, DRAWN, [("self_drawn", 1), ("concealed_hand", 1)]),
        ("123m4569p (888s) (222z) +9p", DRAWN, [("self_drawn", 1)]),
        ("123m4569p [8888s] [2222z] +9p", CLAIMED, [("concealed_hand", 1)]),
        (PLAIN, Context(seat=Wind.WEST, last_tile=True), [("concealed_hand", 1), ("last_tile", 1)]),
        (
            PLAIN,
            Context(seat=Wind.WEST, last_tile=True, self_drawn=True),
            [("self_drawn", 1), ("concealed_hand", 1), ("last_tile", 1)],
        ),
        ("12m45699p (888s) (222z) +3m", Context(seat=Wind.WEST, robbing_kong=True), [("robbing_kong", 1)]),
        (
            "123m4569p (8888s) (222z) +9p",
            Context(seat=Wind.WEST, self_drawn=True, kong_replacement=True),
            [("self_drawn", 1), ("kong_replacement", 1)],
        ),
        (PLAIN, Context(self_drawn=True, first_turn=True), [("heavenly_hand", 10)]),
        (PLAIN, Context(seat=Wind.NORTH, first_turn=True), [("earthly_hand", 10)]),
        (
            PLAIN,
            Context(seat=Wind.NORTH, self_drawn=True, first_turn=True),
            [("self_drawn", 1), ("concealed_hand", 1)],
        ),
    ],
)
def test_how_a_hand_is_won(text: str, context: Context, expected: list[tuple[str, int]]) -> None:
    assert items(text, context, flowers=False) == expected


@pytest.mark.parametrize(
    ("bonus", "options", "expected"),
    [
        ("", {}, [("no_flowers", 1)]),
        ("1f5f", {}, []),
        ("3f", {}, [("own_flower", 1)]),
        ("3f7f", {}, [("own_flower", 1), ("own_flower", 1)]),
        ("1f2f3f4f", {}, [("flower_group", 2)]),
        ("1f2f3f4f7f", {}, [("flower_group", 2), ("own_flower", 1)]),
        ("3f5f6f7f8f", {}, [("flower_group", 2), ("own_flower", 1)]),
        ("1f2f3f4f7f", {"flower_group": 0}, [("own_flower", 1), ("own_flower", 1)]),
        ("1f2f3f4f5f6f7f", {}, [("seven_flowers", 3)]),
        ("1f2f3f4f5f6f7f", {"seven_flowers": 0}, [("flower_group", 2), ("own_flower", 1)]),
        ("1f2f3f4f5f6f7f8f", {}, [("eight_flowers", 10)]),
        ("1f2f3f4f5f6f7f8f", {"eight_flowers": 8}, [("eight_flowers", 8)]),
        ("1f2f3f4f5f6f7f8f", {"eight_flowers": 0}, [("flower_group", 2), ("flower_group", 2)]),
        ("", {"flowers": False}, []),
        ("3f", {"flowers": False}, []),
    ],
)
def test_flowers(bonus: str, options: dict[str, object], expected: list[tuple[str, int]]) -> None:
    assert items(PLAIN.replace("+", f"{bonus} +"), concealed_hand=0, **options) == expected


def test_flowers_where_none_are_played_with_are_reported() -> None:
    text = PLAIN.replace("+", "3f +")
    assert [notice.code for notice in ask(text, flowers=False).warnings] == ["bonus_ignored"]
    assert ask(text).warnings == ()


def test_own_flowers_follow_the_seat() -> None:
    for number, seat in enumerate((Wind.EAST, Wind.SOUTH, Wind.WEST, Wind.NORTH), 1):
        found = score(PLAIN.replace("+", f"{number}f {number % 4 + 5}f +"), Context(seat=seat))
        assert [item.name for item in found.items if item.code == "own_flower"] == [f"Own flower {number}f"]


# Special hands that are options


@pytest.mark.parametrize("text", ["1122m3344p5566s7z +7z", "1111m3344p5566s7z +7z"])
def test_seven_pairs_win_where_they_are_played(text: str) -> None:
    assert ask(text).status != "complete"
    assert shown(text, seven_pairs=4) == [("seven_pairs", 4)]


def test_seven_pairs_add_what_their_tiles_are() -> None:
    assert shown("113355779922m4z +4z", seven_pairs=4) == [("mixed_one_suit", 3), ("seven_pairs", 4)]
    assert shown("112233445566z7z +7z", seven_pairs=4) == [("all_honours", 10)]


def test_thirteen_orphans_can_be_left_out() -> None:
    assert ask("19m19p19s1234567z +3z", thirteen_orphans=0).status == "incomplete"


# Exclusions and readings


def test_small_three_dragons_can_come_on_top_of_its_pungs() -> None:
    text = "123m456p7z (555z) (666z) +7z"
    assert shown(text, small_three_dragons_on_top=3) == [
        ("small_three_dragons_on_top", 3),
        ("dragon_pung", 1),
        ("dragon_pung", 1),
    ]


def test_a_pattern_that_is_not_played_excludes_nothing() -> None:
    text = "123m9p (555z) (666z) (777z) +9p"
    assert shown(text, great_three_dragons=0) == [("dragon_pung", 1)] * 3
    assert shown("111m5z (999p) (999s) (111z) +5z", mixed_terminals=0) == [("all_pungs", 3)]


def test_the_reading_that_counts_most_is_taken() -> None:
    assert shown("111222333m55z99p +9p") == [("all_pungs", 3)]
    assert shown("111222333m55z99p +9p", all_pungs=0, all_chows=2) == []
    assert shown("112233m456p789s5z +5z") == [("all_chows", 1)]


# Limit, tables, payments


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("999m4z (111z) (222z) (333z) +4z", {}, (10, 14, 14, "limit")),
        ("999m4z (111z) (222z) (333z) +4z", {"limit": 8}, (8, 14, 14, "limit")),
        ("999m4z (111z) (222z) (333z) +4z", {"limit": 13}, (13, 14, 14, "limit")),
        ("123m4z (111z) (222z) (333z) +4z", {}, (10, 10, None, None)),
        ("9m (111z) (222z) (333z) (444z) +9m", {}, (10, 10, None, "limit")),
        ("9m (111z) (222z) (333z) (444z) +9m", {"limit": 13}, (13, 13, None, "limit")),
        ("9m (111z) (222z) (333z) (444z) +9m", {"great_four_winds": 8}, (10, 17, 17, "limit")),
    ],
)
def test_limits(text: str, options: dict[str, object], expected: tuple[int, int, int | None, str | None]) -> None:
    found = score(text, flowers=False, **options)
    assert (found.total, found.sums["fan"], found.uncapped, found.limit) == expected
    assert sum(item.value for item in found.items) == found.sums["fan"]


def test_several_limits_are_paid_once() -> None:
    found = score("5z (111z) (222z) [3333z] [4444z] +5z")
    assert [(item.code, item.value) for item in found.items] == [("great_four_winds", 10)]
    assert found.explanation[:2] == (
        "Great four winds is a limit hand: 10 faan",
        "further limits add nothing: All honours",
    )


def test_a_limit_that_a_hand_has_several_times_is_one_item() -> None:
    found = score("123m456p666z1s (555z) +1s", dragon_pung=LIMIT_FAAN)
    assert [(item.code, item.value) for item in found.items] == [("dragon_pung", 10)]
    assert (found.sums, found.total) == ({"fan": 10}, 10)


def test_an_excluded_pattern_makes_no_limit_hand() -> None:
    assert shown("123m456p7z (555z) (666z) +7z", dragon_pung=LIMIT_FAAN) == [("small_three_dragons", 5)]


def test_a_limit_hand_goes_before_a_sum_that_is_paid_the_same() -> None:
    found = score("2444666777888m +2m", flowers=False, pure_one_suit=9)
    assert [item.code for item in found.items] == ["four_concealed_pungs"]


def test_base_tables_are_the_sheets() -> None:
    assert BASE_POINTS["full_spicy"] == tuple(2**faan for faan in range(14))
    assert dict(enumerate(BASE_POINTS["half_spicy"])) == {
        0: 1,
        1: 2,
        2: 4,
        3: 8,
        4: 16,
        5: 24,
        6: 32,
        7: 48,
        8: 64,
        9: 96,
        10: 128,
        11: 192,
        12: 256,
        13: 384,
    }


@pytest.mark.parametrize(
    ("options", "points"),
    [({}, 128), ({"base": "full_spicy"}, 1024), ({"limit": 13}, 384), ({"limit": 8, "base": "full_spicy"}, 256)],
)
def test_points_come_from_the_base_table(options: dict[str, object], points: int) -> None:
    found = score("9m (111z) (222z) (333z) (444z) +9m", **options)
    assert (found.points, found.unit, found.fu) == (points, "fan", None)


@pytest.mark.parametrize(
    ("context", "options", "payments"),
    [
        (DRAWN, {}, {"E": -16, "S": -16, "W": 48, "N": -16}),
        (DRAWN, {"payment": "full_gun"}, {"E": -16, "S": -16, "W": 48, "N": -16}),
        (Context(seat=Wind.WEST, discarder=Wind.SOUTH), {}, {"E": -4, "S": -8, "W": 16, "N": -4}),
        (
            Context(seat=Wind.WEST, discarder=Wind.SOUTH),
            {"payment": "full_gun"},
            {"E": 0, "S": -16, "W": 16, "N": 0},
        ),
        (CLAIMED, {}, {"discarder": -8, "other": -4}),
        (CLAIMED, {"payment": "full_gun"}, {"discarder": -16}),
    ],
)
def test_payments(context: Context, options: dict[str, object], payments: dict[str, int]) -> None:
    found = score(PLAIN, context, **options)
    assert found.points == (8 if context is DRAWN else 4)
    assert found.payments == payments


def test_the_score_is_explained() -> None:
    assert score("999m4z (111z) (222z) (333z) +4z", flowers=False).explanation == (
        "6 (Small four winds) + 3 (Mixed one suit) + 4 (Mixed terminals) + 1 (Seat wind pung 333z) = 14 faan",
        "cut to the limit of 10 faan",
        "10 faan are 128 points in the table half_spicy",
        "on a discard, half gun: the discarder pays twice the points, 256, each other player 128",
    )
    assert score(PLAIN, concealed_hand=0, flowers=False).explanation[0] == "no pattern counts: 0 faan"
    assert score(PLAIN, payment="full_gun").explanation[-1] == (
        "on a discard, full gun: the discarder alone pays four times the points, 16"
    )
    assert score(PLAIN, DRAWN).explanation[-1] == "self-drawn: each other player pays twice the points, 16"


# The minimum


def test_under_the_minimum_the_fault_says_what_would_help() -> None:
    found = analyse(parse_hand("123m456p789s5z (345s) +5z"), CLAIMED, "hong_kong")
    assert (found.status, found.score) == ("complete", None)
    (fault,) = found.faults
    assert fault.code == "under_minimum"
    assert "worth 2 faan (1 All chows, 1 No flowers), and 3 are needed" in fault.message
    assert "drawing the winning tile oneself would make it 3, enough" in fault.message
    assert "winning on the last tile of the wall would make it 3, enough" in fault.message
    assert fault.message.endswith(
        "patterns it does not have: all pungs 3, mixed one suit 3, pure one suit 7, dragon pung 1, seat wind pung 1, "
        "round wind pung 1"
    )


def test_help_that_is_not_enough_says_so() -> None:
    (fault,) = ask("123m4569p (888s) (222z) +9p", minimum=3, flowers=False).faults
    assert "(nothing counts)" in fault.message
    assert "oneself would make it 1, still too few" in fault.message


@pytest.mark.parametrize(
    ("context", "helps"),
    [
        (Context(), ["oneself", "last tile"]),
        (Context(robbing_kong=True), []),
        (Context(draws_left=3), ["oneself"]),
        (Context(seat=Wind.SOUTH, first_turn=True), ["oneself"]),
        (Context(last_tile=True), ["oneself"]),
        (Context(self_drawn=True), ["last tile"]),
        (Context(self_drawn=True, draws_left=3), []),
    ],
)
@pytest.mark.parametrize("rules", ["hong_kong", "mcr"])
def test_help_that_contradicts_the_table_is_not_given(rules: str, context: Context, helps: list[str]) -> None:
    plain: dict[str, object] = {
        code: 0 for code in PATTERNS if code not in {"self_drawn", "last_tile", "thirteen_orphans"}
    }
    options = {"mcr": {"minimum": 88}, "hong_kong": {**plain, "minimum": 3}}
    (fault,) = analyse(parse_hand("12m456p345789s55z+3m"), context, rules, options[rules]).faults
    assert fault.code == "under_minimum"
    ways = {"oneself": "drawing the winning tile oneself would", "last tile": "on the last tile of the wall would"}
    assert [way for way, words in ways.items() if words in fault.message] == helps


def test_help_that_does_not_apply_is_not_given() -> None:
    options = {code: 0 for code in PATTERNS if code not in {"self_drawn", "thirteen_orphans"}}
    drawn_last = Context(seat=Wind.WEST, self_drawn=True, last_tile=True)
    (fault,) = ask(PLAIN, drawn_last, minimum=3, **options).faults
    assert fault.message == "the hand is complete, but worth 1 faan (1 Self-drawn), and 3 are needed"
    (fault,) = ask(PLAIN, minimum=3, **options).faults
    assert "last tile" not in fault.message


@pytest.mark.parametrize(("minimum", "wins"), [(0, True), (1, True), (3, False)])
def test_the_minimum_is_an_option(minimum: int, wins: bool) -> None:  # noqa: FBT001
    assert (ask(PLAIN, minimum=minimum).score is not None) is wins


def test_flowers_count_towards_the_minimum() -> None:
    assert ask(PLAIN.replace("+", "3f7f +"), preset="standard").score is not None
    assert ask(PLAIN.replace("+", "3f +"), preset="standard").score is None


# Advice, options, tables


def test_valued_honours_are_discarded_last() -> None:
    found = ask("123m456p789s5z4z1z14p")
    order = [advice.tile.code for advice in found.discards]
    assert order.index("1z") < min(order.index("4z"), order.index("5z"))


def test_waits_are_scored() -> None:
    found = ask("123m456p888s99p22z")
    assert [(wait.tile.code, wait.score.total if wait.score else None) for wait in found.waits] == [
        ("9p", 2),
        ("2z", 2),
    ]


def test_presets() -> None:
    info = get_rule_set("hong_kong").info
    assert (info.unit, set(info.presets)) == ("fan", {"standard", "casual"})
    assert get_rule_set("hong_kong").configure({}).option_values["minimum"] == 3
    assert ask(PLAIN).options["minimum"] == 0
    assert PRESETS.keys() == EXCLUSIONS.keys()


def test_default_faan_are_the_sheets() -> None:
    limit = LIMIT_FAAN
    assert {code: value for code, value in show_options(HongKongOptions()).items() if code in PATTERNS} == {
        "all_chows": 1,
        "all_pungs": 3,
        "mixed_one_suit": 3,
        "pure_one_suit": 7,
        "dragon_pung": 1,
        "seat_wind": 1,
        "round_wind": 1,
        "small_three_dragons": 5,
        "small_three_dragons_on_top": 0,
        "great_three_dragons": 8,
        "small_four_winds": 6,
        "great_four_winds": limit,
        "all_honours": limit,
        "mixed_terminals": 4,
        "all_terminals": limit,
        "nine_gates": limit,
        "thirteen_orphans": limit,
        "eighteen_arhats": limit,
        "four_concealed_pungs": limit,
        "seven_pairs": 0,
        "self_drawn": 1,
        "concealed_hand": 1,
        "robbing_kong": 1,
        "kong_replacement": 1,
        "last_tile": 1,
        "own_flower": 1,
        "no_flowers": 1,
        "flower_group": 2,
        "seven_flowers": 3,
        "eight_flowers": limit,
        "heavenly_hand": limit,
        "earthly_hand": limit,
    }


def test_tables_know_the_same_patterns() -> None:
    assert list(PATTERN_NAMES) == list(PATTERNS)
    assert PATTERNS.keys() >= FLOWER_PATTERNS
    for exclusions in EXCLUSIONS.values():
        assert all({exclusion.code, exclusion.excluded} <= PATTERNS.keys() for exclusion in exclusions)
    assert tables().keys() == {"presets", "items", "exclusions", "base"}


def test_items_carry_their_names() -> None:
    (item,) = [item for item in score("123m456p666z1s (345s) +1s").items if item.code == "dragon_pung"]
    assert item.name == "Dragon pung 666z"
    assert item.names == {"en": "Dragon pung", "zh-HK": "番子", "zh": "番子", "ja": "三元牌の刻子"}


@pytest.mark.parametrize(
    ("name", "value"),
    [("limit", 9), ("minimum", 2), ("base", "spicy"), ("payment", "gun"), ("all_chows", 14), ("flowers", 1)],
)
def test_values_that_are_not_allowed(name: str, value: object) -> None:
    with pytest.raises(OptionError, match=f"option '{name}' is"):
        get_rule_set("hong_kong").configure({name: value})
