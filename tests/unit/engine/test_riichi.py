"""Riichi: the mistakes that users report in other scorers, options, payments, explanations."""

from __future__ import annotations

import itertools
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.scores import ScoresCalculator

from engine.analysis import HandAnalysis, analyse
from engine.context import SEATS, Context, Wind
from engine.hand import Hand
from engine.notation import parse_hand, parse_tiles
from engine.rules.base import Score
from engine.rules.registry import get_rule_set
from engine.rules.riichi.library import estimate
from engine.rules.riichi.names import YAKU_NAMES, code_of
from engine.rules.riichi.options import PRESETS, RiichiOptions
from engine.rules.riichi.points import due_points, limit_worth, total_points
from engine.rules.riichi.rules import dora_kind
from engine.rules.riichi.sources import PRESET_SOURCES
from engine.tile import Tile

SOUTH = Context(seat=Wind.SOUTH)
DRAWN = Context(seat=Wind.SOUTH, self_drawn=True)
RIICHI = Context(seat=Wind.SOUTH, riichi="riichi")


def look(text: str, context: Context = SOUTH, **options: object) -> HandAnalysis:
    return analyse(parse_hand(text), context, "riichi", options)


def score(text: str, context: Context = SOUTH, **options: object) -> Score:
    found = look(text, context, **options)
    assert found.score is not None, found.faults
    return found.score


def items(found: Score, unit: str = "han") -> dict[str, int]:
    return {item.code: item.value for item in found.items if item.unit == unit}


def test_three_equal_chows_are_not_twice_two() -> None:
    assert items(score("77788899m22p123s +9m")) == {"pinfu": 1, "iipeiko": 1}


def test_concealed_pungs_or_chows_whichever_is_worth_more() -> None:
    assert items(score("222333444m678p9s +9s")) == {"san_ankou": 2}
    assert items(score("111222333m789p9s +9s")) == {"iipeiko": 1, "junchan": 3}


def test_dora_of_one_hand_do_not_stay_for_the_next() -> None:
    hand = parse_hand("234m567p2278s +6s (555z)")
    three = Context(seat=Wind.SOUTH, dora_indicators=tuple(parse_tiles("1m1s")))
    options = RiichiOptions()
    expected = [estimate(hand, context, options) for context in (SOUTH, three)]
    assert [sum(yaku.han for yaku in found.yaku) for found in expected] == [1, 4]
    assert [estimate(hand, context, options) for context in (SOUTH, three)] == expected


def test_threads_do_not_share_what_the_package_writes_into(monkeypatch: pytest.MonkeyPatch) -> None:
    both = threading.Barrier(2, timeout=30)
    hand = parse_hand("234m567p2278s +6s (555z)")
    configs = []
    calculate: Any = HandCalculator.estimate_hand_value

    def spy(**arguments: object) -> object:
        configs.append(arguments["config"])
        return calculate(**arguments)

    def score_twice() -> None:
        both.wait()
        for _ in range(2):
            estimate(hand, SOUTH, RiichiOptions())

    monkeypatch.setattr(HandCalculator, "estimate_hand_value", spy)
    with ThreadPoolExecutor(max_workers=2) as pool:
        for future in [pool.submit(score_twice) for _ in range(2)]:
            future.result()
    assert len(configs) == 4
    assert len({id(config) for config in configs}) == 2


def test_a_pung_completed_by_a_discard_is_open() -> None:
    text = "222m444p88s345s66s +6s"
    with_discard = score(text, RIICHI)
    drawn = score(text, Context(seat=Wind.SOUTH, self_drawn=True, riichi="riichi"))
    assert "san_ankou" not in items(with_discard)
    assert items(drawn)["san_ankou"] == 2
    assert items(with_discard, "fu")["fu_open_pon"] == 2
    assert items(drawn, "fu")["fu_closed_pon"] == 4


def test_a_red_five_in_a_kong_counts_once() -> None:
    assert items(score("234m678p22s34s (5550p) +5s"))["aka_dora"] == 1
    assert items(score("234m678p22s34s [5550p] +5s", RIICHI))["aka_dora"] == 1


def test_four_red_fives() -> None:
    found = score("340m22s678s34s (500p) +5s", red_fives=4)
    assert items(found) == {"tanyao": 1, "aka_dora": 3}
    assert look("22s678s34m340m (500p) +5m", red_fives=3).faults[0].code == "red_five_count"


def test_red_fives_can_be_plain_fives() -> None:
    assert "aka_dora" not in items(score("340m22s678s34s (550p) +5s", red_fives=0))
    assert look("34m22s678s340m (500p) +5m", red_fives=0).status == "complete"


@pytest.mark.parametrize("winning", range(1, 10))
def test_nine_gates_win_on_every_tile(winning: int) -> None:
    found = score(f"1112345678999m +{winning}m", double_yakuman=True)
    assert items(found, "yakuman") == {"daburu_chuuren_poutou": 2}
    assert (found.total, found.limit) == (64000, "double_yakuman")


@pytest.mark.parametrize(("text", "winning"), [("1123456789999m", "1m"), ("1112345678899m", "9m")])
def test_nine_gates_of_another_wait(text: str, winning: str) -> None:
    assert items(score(f"{text} +{winning}"), "yakuman") == {"chuuren_poutou": 1}


def test_dora_without_a_yaku_do_not_win() -> None:
    context = Context(seat=Wind.SOUTH, dora_indicators=parse_tiles("1m"))
    found = look("222m345p7895s (406p) +5s", context)
    assert found.status == "complete"
    assert found.score is None
    assert [fault.code for fault in found.faults] == ["no_yaku"]
    assert "dora alone do not win" in found.faults[0].message


@pytest.mark.parametrize(
    ("text", "context", "options", "hint"),
    [
        ("123m999p345s789s1z +1z", SOUTH, {}, "declared riichi or drawing the winning tile"),
        ("123m45s789s11z (999p) +3s", SOUTH, {}, "an open hand cannot win by riichi"),
        ("234m45s678s22p (888p) +3s", SOUTH, {"open_tanyao": False}, "option open_tanyao is off"),
        ("123m45s789s55z (999p) +3s", SOUTH, {}, "a third 5z would make a pung"),
        ("123m45s789s22z (999p) +3s", SOUTH, {}, "a third 2z would make a pung"),
        ("123m45s789s33z (999p) +3s", SOUTH, {}, "the last tile of the wall"),
    ],
)
def test_no_yaku_says_what_would_give_one(text: str, context: Context, options: dict[str, object], hint: str) -> None:
    found = look(text, context, **options)
    assert [fault.code for fault in found.faults] == ["no_yaku"]
    assert hint in found.faults[0].message


def test_no_yaku_names_no_pair_that_has_no_value() -> None:
    assert "third" not in look("123m45s789s33z (999p) +3s").faults[0].message


def test_the_order_of_a_chow_does_not_matter() -> None:
    assert score("234m678p22s34s (645p) +5s").total == score("234m678p22s34s (456p) +5s").total


def test_fives_are_one_kind_for_acceptance() -> None:
    found = look("123m456p789s4s0s11z")
    assert [(wait.tile.code, wait.live) for wait in found.waits] == [("3s", 4), ("6s", 4)]
    found = look("123m456p789s46s11z", Context(visible=parse_tiles("0s")))
    assert [(wait.tile.code, wait.live) for wait in found.waits] == [("5s", 3)]


def test_advice_names_only_tiles_that_are_held_and_gives_up_no_dora() -> None:
    found = look("123m4569p05789s11z")
    assert [advice.tile.code for advice in found.discards][:1] == ["9p"]
    held = {tile.code for tile in found.hand.in_hand}
    assert {advice.tile.code for advice in found.discards} == held
    fives = [advice.tile.code for advice in look("123m456p055789s12z").discards if advice.tile.plain.code == "5s"]
    assert fives == ["5s", "0s"]


def test_a_dora_and_a_valued_honour_are_kept_longest() -> None:
    context = Context(seat=Wind.SOUTH, dora_indicators=parse_tiles("3z"))
    found = look("123m456p789s11345z", context)
    order = [advice.tile.code for advice in found.discards if advice.tile.is_honour]
    assert order.index("3z") < order.index("5z") < order.index("4z")


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("suu_ankou_tanki", "111m222p333s999s7z +7z"),
        ("kokushi_musou_juusanmen_matchi", "19m19p19s1234567z +1m"),
        ("dai_suushii", "1m444z (111z) (222z) (333z) +1m"),
    ],
)
def test_double_yakuman_are_an_option(code: str, text: str) -> None:
    single, double = score(text), score(text, double_yakuman=True)
    assert items(single, "yakuman") == {code: 1}
    assert items(double, "yakuman") == {code: 2}
    assert (single.total, single.limit) == (32000, "yakuman")
    assert (double.total, double.limit) == (64000, "double_yakuman")
    assert single.uncapped is None


def test_thirteen_orphans_have_no_fu() -> None:
    found = score("19m19p19s1234567z +1m")
    assert found.fu is None
    assert found.sums == {"yakuman": 1}
    assert found.payments == {"discarder": -32000}


def test_several_yakuman_add_up_or_not() -> None:
    text = "1z555z (666z) (777z) (222z) +1z"
    assert items(score(text), "yakuman") == {"daisangen": 1, "tsuu_iisou": 1}
    assert score(text).limit == "double_yakuman"
    single = score(text, multiple_yakuman=False)
    assert single.sums["yakuman"] == 1
    assert (single.total, single.limit) == (32000, "yakuman")
    assert "several yakuman do not add up in these rules; the highest counts" in single.explanation


@pytest.mark.parametrize(
    ("context", "options", "code"),
    [
        (Context(self_drawn=True, first_turn=True), {}, "tenhou"),
        (Context(seat=Wind.WEST, self_drawn=True, first_turn=True), {}, "chiihou"),
        (Context(seat=Wind.WEST, first_turn=True), {"renhou": "yakuman"}, "renhou_yakuman"),
    ],
)
def test_first_turn_yakuman(context: Context, options: dict[str, object], code: str) -> None:
    assert items(score("123m456p67s11z789s +8s", context, **options), "yakuman") == {code: 1}


def test_renhou_takes_the_place_of_other_yaku_and_dora_where_it_is_a_mangan() -> None:
    text = "123m456p45s99m789s +3s"
    context = Context(seat=Wind.WEST, first_turn=True)
    assert items(score(text, context)) == {"pinfu": 1}
    for indicators in ("", "8m8s6m"):
        found = score(text, replace(context, dora_indicators=parse_tiles(indicators)), renhou="mangan")
        assert items(found) == {"renhou": 5}
        assert (found.total, found.limit, found.uncapped) == (8000, "mangan", None)
        assert found.explanation[0] == "a win on a discard before the first draw is a mangan: 2000 base points"
    better = score(text, replace(context, dora_indicators=parse_tiles("8m8m8s")), renhou="mangan")
    assert items(better) == {"pinfu": 1, "dora": 5}
    assert (better.limit, better.uncapped) == ("haneman", 4 * 30 * 2**8 + 80)


def test_renhou_is_a_yaku_of_a_hand_that_has_no_other() -> None:
    text = "123m456p46s99m777s +5s"
    context = Context(seat=Wind.WEST, first_turn=True)
    assert look(text, context).score is None
    assert items(score(text, context, renhou="mangan")) == {"renhou": 5}
    assert look(text, replace(context, seat=Wind.EAST), renhou="mangan").score is None


def test_kazoe_and_its_uncapped_value() -> None:
    context = Context(
        seat=Wind.SOUTH,
        riichi="riichi",
        dora_indicators=parse_tiles("1m2m"),
        ura_indicators=parse_tiles("1m"),
    )
    text = "22233344m456m67m +8m"
    found = score(text, context)
    assert found.sums["han"] >= 13
    assert (found.total, found.limit) == (32000, "yakuman")
    assert found.uncapped is not None
    assert found.uncapped > 32000
    lower = score(text, context, kazoe="sanbaiman")
    assert (lower.total, lower.limit) == (24000, "sanbaiman")


@pytest.mark.parametrize(
    ("kiriage", "total", "limit", "uncapped"),
    [(False, 7700, None, None), (True, 8000, "mangan", 7700)],
)
def test_kiriage_mangan(kiriage: bool, total: int, limit: str | None, uncapped: int | None) -> None:  # noqa: FBT001
    context = Context(seat=Wind.SOUTH, riichi="riichi", dora_indicators=parse_tiles("1m"))
    found = score("234m456p67s88s345s +8s", context, kiriage_mangan=kiriage)
    assert found.sums == {"han": 4, "fu": 30}
    assert (found.total, found.limit, found.uncapped) == (total, limit, uncapped)


@pytest.mark.parametrize(("double_wind_fu", "fu"), [(4, 50), (2, 40)])
def test_a_pair_of_seat_and_round_wind(double_wind_fu: int, fu: int) -> None:
    context = Context(riichi="riichi")
    found = score("999m45678p789s11z +9p", context, double_wind_fu=double_wind_fu)
    assert found.fu == fu
    assert sum(items(found, "fu").values()) == fu


def test_a_pung_of_seat_and_round_wind_counts_twice_whatever_its_pair_is_worth() -> None:
    for double_wind_fu in (2, 4):
        found = items(score("234m2456p789s (111z) +2p", Context(), double_wind_fu=double_wind_fu))
        assert found == {"yakuhai_seat_wind_east": 1, "yakuhai_round_wind_east": 1}


def test_a_pair_that_is_only_the_seat_wind_is_worth_two() -> None:
    for double_wind_fu in (2, 4):
        found = score("999m456p789s22z79p +8p", RIICHI, double_wind_fu=double_wind_fu)
        assert items(found, "fu")["fu_valued_pair"] == 2


@pytest.mark.parametrize(
    ("context", "payments", "total"),
    [
        (Context(honba=2, discarder=Wind.WEST), {"E": 6400, "S": 0, "W": -6400, "N": 0}, 5800),
        (Context(honba=2), {"discarder": -6400}, 5800),
        (
            Context(seat=Wind.NORTH, honba=1, self_drawn=True),
            {"E": -2700, "S": -1400, "W": -1400, "N": 5500},
            5200,
        ),
        (Context(honba=1, self_drawn=True), {"E": 8100, "S": -2700, "W": -2700, "N": -2700}, 7800),
    ],
)
def test_payments_carry_counters_and_never_sticks(context: Context, payments: dict[str, int], total: int) -> None:
    indicators = parse_tiles("2m4m")
    found = score("345m6799s777z (222p) +8s", replace(context, sticks=3, dora_indicators=indicators))
    assert found.total == total
    assert found.payments == payments
    assert found.sticks_won == 3000


@pytest.mark.parametrize("options", [RiichiOptions(), RiichiOptions(kazoe="sanbaiman", kiriage_mangan=True)])
def test_points_agree_with_the_package(options: RiichiOptions) -> None:
    rules = OptionalRules(
        kiriage=options.kiriage_mangan,
        kazoe_limit=HandConfig.KAZOE_SANBAIMAN if options.kazoe == "sanbaiman" else HandConfig.KAZOE_LIMITED,
    )
    for han, fu, dealer, drawn in itertools.product(
        range(1, 16),
        (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120),
        (True, False),
        (True, False),
    ):
        config = HandConfig(is_tsumo=drawn, player_wind=27 if dealer else 28, options=rules)
        expected = ScoresCalculator.calculate_scores(han, fu, config)["total"]
        base = limit_worth(han, fu, 0, options).base
        assert total_points(base, Wind.EAST if dealer else Wind.SOUTH, self_drawn=drawn) == expected, (han, fu)


@pytest.mark.parametrize(
    ("yakuman", "limit"),
    [(1, "yakuman"), (2, "double_yakuman"), (3, "triple_yakuman"), (6, "sextuple_yakuman"), (7, "7x_yakuman")],
)
def test_names_of_yakuman(yakuman: int, limit: str) -> None:
    worth = limit_worth(0, 30, yakuman, RiichiOptions())
    assert (worth.base, worth.limit, worth.raw_base) == (8000 * yakuman, limit, None)


def test_nobody_else_pays_a_discard() -> None:
    due = due_points(1000, Wind.SOUTH, self_drawn=False, honba=1)
    assert [due(seat, seat is Wind.WEST) for seat in SEATS if seat is not Wind.SOUTH] == [0, 4300, 0]


@pytest.mark.parametrize(
    ("indicator", "dora"),
    [("1m", "2m"), ("9m", "1m"), ("9s", "1s"), ("0p", "6p"), ("1z", "2z"), ("4z", "1z"), ("5z", "6z"), ("7z", "5z")],
)
def test_dora_indicators(indicator: str, dora: str) -> None:
    kind = dora_kind(Tile.parse(indicator))
    assert kind is not None
    assert Tile.of_kind(kind).code == dora


def test_an_indicator_without_a_kind_makes_no_dora() -> None:
    assert dora_kind(Tile.parse("1f")) is None


@pytest.mark.parametrize(
    ("text", "context", "first", "second"),
    [
        (
            "234m456p11z22s [9999s] +1z",
            Context(self_drawn=True, kong_replacement=True, last_tile=True),
            "kong_replacement",
            "last_tile",
        ),
        ("234m456p789s11z45s +3s", Context(robbing_kong=True, last_tile=True), "robbing_kong", "last_tile"),
        (
            "234m456p11z22s [9999s] +1z",
            Context(self_drawn=True, kong_replacement=True, riichi="riichi", ippatsu=True),
            "ippatsu",
            "kong_replacement",
        ),
        ("234m456p11z22s [9999s] +1z", Context(self_drawn=True, first_turn=True), "first_turn", "hand"),
        ("234m456p789s11z45s +3s", Context(self_drawn=True, first_turn=True, riichi="double"), "first_turn", "riichi"),
    ],
)
def test_contradictions_that_riichi_knows(text: str, context: Context, first: str, second: str) -> None:
    found = look(text, context)
    assert found.status == "invalid"
    assert [fault.code for fault in found.faults] == ["context_conflict"]
    assert found.faults[0].message.startswith(f"{first} and {second}: ")


def test_winning_on_the_last_tile() -> None:
    drawn = Context(seat=Wind.SOUTH, self_drawn=True, last_tile=True)
    assert items(score("234m45p11z (999s) (888s) +3p", drawn)) == {"haitei_raoyue": 1}
    claimed = Context(seat=Wind.SOUTH, last_tile=True)
    assert items(score("234m45p11z (999s) (888s) +3p", claimed)) == {"houtei_raoyui": 1}


def test_items_carry_their_names() -> None:
    found = {item.code: item for item in score("234m456p67s88s345s +8s", RIICHI).items}
    assert found["tanyao"].name == "Tanyao"
    assert found["tanyao"].names == {"en": "All simples", "ja": "断幺九", "zh": "断幺九"}
    assert found["fu_base"].name == "Base"
    assert found["fu_base"].names == {"en": "Base", "ja": "副底", "zh": "底符"}


def test_every_yaku_of_the_package_has_names() -> None:
    not_played = {
        "open_riichi",
        "double_open_riichi",
        "nagashi_mangan",
        "sashikomi",
        "paarenchan",
        "daisharin",
        "daichisei",
    }
    codes = {code_of(yaku.name) for yaku in vars(HandConfig().yaku).values()}
    assert codes - not_played == set(YAKU_NAMES)


def test_every_value_of_a_preset_has_its_source() -> None:
    options = set(get_rule_set("riichi").configure({}).option_values) - {"preset"}
    assert set(PRESETS) == set(PRESET_SOURCES)
    for source in PRESET_SOURCES.values():
        assert set(source.values) == options
        assert source.unconfirmed == {option for option, place in source.values.items() if "chosen because" in place}


@pytest.mark.parametrize(
    ("preset", "values"),
    [
        ("tenhou", (3, True, False, True, False, "yakuman", "none", 4)),
        ("mleague", (3, True, False, True, True, "sanbaiman", "none", 2)),
        ("wrc", (0, True, False, True, True, "yakuman", "mangan", 2)),
        ("ema", (0, True, False, False, True, "sanbaiman", "mangan", 2)),
    ],
)
def test_presets_are_as_published(preset: str, values: tuple[object, ...]) -> None:
    assert tuple(get_rule_set("riichi").configure({"preset": preset}).option_values.values()) == (preset, *values)


def test_a_wait_may_have_no_yaku() -> None:
    waits = {wait.tile.code: wait.score for wait in look("234m678p45s88p (999s)").waits}
    assert waits == {"3s": None, "6s": None}
    waits = {wait.tile.code: wait.score for wait in look("234m678p88p23s (888s)").waits}
    assert waits["1s"] is None
    assert waits["4s"] is not None


def test_the_package_is_only_given_complete_hands() -> None:
    with pytest.raises(ValueError, match="without a winning tile"):
        estimate(Hand(), Context(), RiichiOptions())
    with pytest.raises(ValueError, match="cannot be scored: hand_not_winning"):
        estimate(parse_hand("147m258p369s1234z +5z"), Context(), RiichiOptions())


@pytest.mark.parametrize("code", ["0x", "??", "1f", "1j"])
@pytest.mark.parametrize("field", ["dora_indicators", "ura_indicators"])
def test_an_indicator_that_makes_nothing_dora_is_said_to(field: str, code: str) -> None:
    indicators = {field: parse_tiles("5s") + parse_tiles(code)}
    found = look("123456789m23p11s +1p", replace(RIICHI, self_drawn=True, **indicators))
    assert found.status == "complete"
    (notice,) = found.warnings
    assert (notice.code, [tile.code for tile in notice.tiles]) == ("indicator_ignored", [code])


def test_explanations_count_in_words_that_fit() -> None:
    lines = score("123456789m23p11s +1p", replace(SOUTH, sticks=1, self_drawn=True)).explanation
    assert "1 riichi stick on the table: 1000 more" in lines
    assert any(line.endswith(" in all") for line in lines)
    assert (
        "2 riichi sticks on the table: 2000 more" in score("123456789m23p11s +1p", replace(SOUTH, sticks=2)).explanation
    )
