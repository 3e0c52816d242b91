"""American advice: discards, passes, calls and joker exchanges."""

from __future__ import annotations

from dataclasses import replace
from time import process_time
from typing import Any

import numpy as np
import pytest

from engine.advice import DiscardAdvice
from engine.analysis import analyse
from engine.context import Context
from engine.notation import parse_hand, parse_tiles
from engine.rules.american.calls import weigh_call, weigh_calls
from engine.rules.american.chances import Outlook, estimate, outlook_of
from engine.rules.american.discarding import rank_kinds
from engine.rules.american.distance import measure, reach_of
from engine.rules.american.options import AmericanOptions
from engine.rules.american.rack import Exposure
from engine.rules.american.rules import RULE_SET, AmericanRules
from engine.rules.american.situation import Situation
from engine.rules.american.tiles import COPIES, JOKER, american_kind
from engine.tile import Tile


def rules_of(*patterns: str, **fields: object) -> AmericanRules:
    hands = [
        {"section": "all", "line": f"L{number}", "pattern": pattern, "value": 25, **fields}
        for number, pattern in enumerate(patterns, start=1)
    ]
    return RULE_SET.configure({}, {"name": "test", "year": 2026, "sections": ["all"], "hand": hands})


def situation(text: str, rules: AmericanRules, **context: Any) -> Situation:  # noqa: ANN401
    return rules.situation(parse_hand(text, full_size=14), Context(**context))


def discards(text: str, rules: AmericanRules, **context: Any) -> tuple[DiscardAdvice, ...]:  # noqa: ANN401
    return analyse(parse_hand(text, full_size=14), Context(**context), rules).discards


def american(text: str, rules: AmericanRules, **context: Any) -> Any:  # noqa: ANN401
    return analyse(parse_hand(text, full_size=14), Context(**context), rules).american


def kind(code: str) -> int:
    found = american_kind(Tile.parse(code))
    assert found is not None
    return found


PUNGS = "FF 111a 222a 3333a 44a"


def test_the_tile_that_no_hand_needs_goes_first() -> None:
    first, *rest = discards("1f2f 111m222m333m44m9p", rules_of(PUNGS))
    assert first.tile.code == "9p"
    assert first.shanten == 0
    assert [(accepted.tile.code, accepted.live) for accepted in first.accepts] == [("3m", 1), ("1j", 8)]
    assert first.accept_count == 9
    assert first.reasons == (
        "none of the 3 nearest hands needs 9p",
        "likeliest then: L1 (1f1f 111m 222m 3333m 44m), 1 tile short, 25 points",
        "leaves the hand ready for 3m, 1j",
    )
    assert first.expected_value is not None
    assert first.win_probability is not None
    assert 0 < first.win_probability < 1
    assert all(advice.shanten == 1 for advice in rest)
    assert all("another discard leaves a hand nearer" in advice.reasons for advice in rest)
    values = [advice.expected_value or 0.0 for advice in (first, *rest)]
    assert values == sorted(values, reverse=True)


def test_every_different_tile_is_a_discard() -> None:
    rules = rules_of(PUNGS)
    tiles = {"1f", "5f", "1m", "2m", "3m", "4m", "5m", "0m", "1j"}
    found = discards("1f5f 111m22m33m44m50m1j", rules)
    assert {advice.tile.code for advice in found} == tiles
    assert len(found) == len(tiles)
    by_code = {advice.tile.code: advice for advice in found}
    assert by_code["1f"].expected_value == by_code["5f"].expected_value
    assert by_code["0m"].accepts == by_code["5m"].accepts


def test_a_joker_is_kept() -> None:
    found = discards("1f5f 111m22m33m44m5p6s1j", rules_of(PUNGS))
    assert [advice.tile.code for advice in found[:2]] == ["5p", "6s"]
    assert next(a for a in found if a.tile.is_joker).reasons[0].startswith("gives a joker away")


def test_a_joker_goes_where_none_can_be_used() -> None:
    rules = rules_of("FF 11a 22a 33a 44a 55a 66a", singles_and_pairs=True)
    assert discards("1f5f 1122334455m6m1j", rules)[0].tile.code == "1j"


def test_a_discard_counts_all_near_hands() -> None:
    """Each of 2p, 3p and 9s serves two of three hands that are as near, the rest none."""
    rules = rules_of("FFFF 1111a 222b 333b", "FFFF 1111a 222b 999c", "FFFF 1111a 333b 999c")
    ranked = [advice.tile.code for advice in discards("1f2f3f4f 1111m 2p3p 9s 12z5s", rules)]
    assert set(ranked[:3]) == {"1z", "2z", "5s"}
    assert set(ranked[3:6]) == {"2p", "3p", "9s"}


def test_tiles_that_are_gone_change_the_order() -> None:
    rules = rules_of("FFFF 1111a 222a 333a", "FFFF 1111a 888a 999a")
    text = "1f2f3f4f 1111m 2m3m 88m99m"
    free = discards(text, rules)
    assert free[0].tile.code in {"2m", "3m"}
    gone = discards(text, rules, visible=parse_tiles("88m99m11111111j"))
    assert {gone[0].tile.code, gone[1].tile.code} == {"8m", "9m"}


def test_a_wait_without_live_tiles_is_told() -> None:
    rules = rules_of("FF 11a 22a 33a 44a 55a 66a")
    text = "1f5f 1122334455m6m7z"
    first = next(a for a in discards(text, rules, visible=parse_tiles("666m")) if a.tile.code == "7z")
    assert "leaves the hand ready for tiles that are all gone" in first.reasons
    assert first.accept_count == 0


def test_value_weighs() -> None:
    hands = [
        {"section": "all", "line": line, "pattern": pattern, "value": value}
        for line, pattern, value in (("A", "FFFF 111a 222a 3333a", 25), ("B", "FFFF 111a 222a 4444a", 60))
    ]
    rules = RULE_SET.configure({}, {"name": "t", "year": 2026, "sections": ["all"], "hand": hands})
    assert discards("1f2f3f4f 111m222m33m44m", rules)[0].tile.code == "3m"


@pytest.mark.parametrize("text", ["1f2f3f 1111m222m 9s7z6z1j", "1f2f3f 1111m22m 9s7z6z1j"])
def test_three_tiles_are_passed_and_never_a_joker(text: str) -> None:
    rules = rules_of("FFFF 1111a 222a 333a")
    passed = american(text, rules)["pass"]
    assert len(passed) == 3
    assert set(passed) <= {"9s", "7z", "6z", "5z"}


def test_a_pass_looks_at_what_is_left() -> None:
    """Two tiles of one hand go together rather than one each of two hands."""
    rules = rules_of("FFFF 1111a 222a 333a", "FFFF 1111a 888a 999a")
    passed = american("1f2f3f4f 1111m 2m3m 8m9m9m", rules)["pass"]
    assert set(passed) > {"2m", "3m"}


def test_tiles_are_passed_as_they_are_held() -> None:
    found = american("7f0m9p 1122223334z", rules_of("NNNN EEE WWW SSSS"))["pass"]
    assert set(found) == {"7f", "0m", "9p"}


def test_nothing_is_passed_once_a_group_is_exposed() -> None:
    assert american("1f2f3f 222m 9s7z6z1j (1111m)", rules_of("FFFF 1111a 222a 333a"))["pass"] == []


def test_a_rack_of_jokers_passes_what_else_there_is() -> None:
    found = american("11111111j 12345m", rules_of("NNNN EEE WWW SSSS"))["pass"]
    assert len(found) == 3
    assert "1j" not in found


def test_an_own_exposed_joker_is_worth_a_tile_that_is_not_needed() -> None:
    rules = rules_of("333a FFFF 555a 7777a")
    (exchange,) = american("1f2f3f 3m555m777m9p (33m1j)", rules)["exchanges"]
    assert exchange == {
        "tile": "3m",
        "group": "(33m1j)",
        "owner": "own",
        "worth": True,
        "nearer": 1,
        "reasons": ["the joker can stand for any tile in a group of three or more"],
        "reason_codes": [{"code": "joker_stands", "values": {}}],
    }


def test_a_tile_that_stands_alone_is_not_exchanged() -> None:
    rules = rules_of("333a 3a 55a 7777a FFFF")
    (exchange,) = american("1f2f3f 3m55m777m9p (33m1j)", rules)["exchanges"]
    assert (exchange["worth"], exchange["nearer"]) == (False, 0)
    assert exchange["reasons"] == ["the tile is worth more in the rack than a joker"]


def test_nothing_is_exchanged_without_the_tile_or_the_joker() -> None:
    rules = rules_of("333a FFFF 555a 7777a")
    assert american("1f2f3f 555m777m9p8p (33m1j)", rules)["exchanges"] == []
    assert american("1f2f3f 555m777m9p3m (333m)", rules)["exchanges"] == []


def test_others_jokers_are_told_where_they_can_be() -> None:
    rules = rules_of("FFFF 1111a 222a 333a")
    text = "1f2f3f 1111m22m33m 9s7z6z"
    assert american(text, rules)["exchanges"] == []
    assert american(text, rules, visible=parse_tiles("99s"))["exchanges"] == []
    (exchange,) = american(text, rules, visible=parse_tiles("99s1j"))["exchanges"]
    assert (exchange["tile"], exchange["owner"], exchange["group"]) == ("9s", "other", None)
    assert exchange["reasons"] == [
        "if another player's exposed group of 9s holds a joker",
        "the joker can stand for any tile in a group of three or more",
    ]


@pytest.mark.parametrize(
    ("text", "visible", "owner"),
    [
        ("1f2f3f4f 55m7777m3m (33m1j)", "", "own"),
        ("1f2f3f4f 55m7777m9p (333m)", "9p1j", "other"),
        ("55m7777m3m (33m1j) (1f2f3f1j)", "", "own"),
    ],
)
@pytest.mark.parametrize("jokerless", [1, 4])
def test_an_exchange_that_makes_mahjong_is_always_worth_it(text: str, visible: str, owner: str, jokerless: int) -> None:
    rules = replace(rules_of("FFFF 333a 555a 7777a"), options=AmericanOptions(jokerless_factor=jokerless))
    exchanges = american(text, rules, visible=parse_tiles(visible))["exchanges"]
    (exchange,) = (found for found in exchanges if found["owner"] == owner)
    assert exchange["worth"]
    assert exchange["nearer"] == 1
    assert exchange["reasons"][-1] == "the joker completes the hand: mahjong, as with a drawn tile"


def test_a_joker_that_is_taken_only_to_be_discarded_is_said_so() -> None:
    rules = rules_of("FF 222a 44b 666a 8888b")
    (exchange,) = american("1f2f (222m)(666m)(888p1j) 4p8p", rules)["exchanges"]
    assert (exchange["worth"], exchange["nearer"]) == (True, 0)
    assert exchange["reasons"] == ["the joker can be discarded then: a hand without jokers is paid more"]


def calls(text: str, rules: AmericanRules, **context: Any) -> list[dict[str, Any]]:  # noqa: ANN401
    found: list[dict[str, Any]] = american(text, rules, **context)["calls"]
    return found


def test_a_call_that_brings_the_hand_nearer() -> None:
    rules = rules_of("FFFF 1111a 222a 333a")
    found = calls("1f2f3f4f 1111m22m33m 9s", rules)
    assert [(call["tile"], call["group"]) for call in found if call["worth"]] == [("2m", "(222m)"), ("3m", "(333m)")]
    assert found[0]["missing"] == 1
    assert found[0]["reasons"] == ["leaves L1 1 short"]


def test_jokers_stand_in_called_groups() -> None:
    found = calls("1f2f3f4f 1111m2m33m 9s1j", rules_of("FFFF 1111a 222a 333a"))
    assert {call["group"] for call in found} >= {"(22m1j)"}


def test_concealed_hands_are_not_called_for() -> None:
    assert calls("1f2f3f4f 1111m22m33m 9s", rules_of("FFFF 1111a 222a 333a", concealed=True)) == []


def test_a_dear_concealed_hand_is_kept_together() -> None:
    hands = [
        {"section": "all", "line": "A", "pattern": "FFFF 1111a 222a 333a", "value": 100, "concealed": True},
        {"section": "all", "line": "B", "pattern": "222a 444b 5555b 6666b", "value": 25},
    ]
    rules = RULE_SET.configure({}, {"name": "t", "year": 2026, "sections": ["all"], "hand": hands})
    found = calls("1f2f3f4f 1111m22m33m 9s", rules)
    assert all(not call["worth"] for call in found)
    forced = weigh_call(situation("1f2f3f4f 1111m22m33m 9s", rules), kind("2m"))
    assert forced is not None
    assert not forced.worth
    assert forced.to_json()["reasons"] == ["the hand is worth more concealed"]


def test_waits_are_no_calls_and_full_racks_call_nothing() -> None:
    rules = rules_of("FFFF 1111a 222a 333a")
    assert calls("1f2f3f4f 1111m222m33m", rules) == []
    assert calls("1f2f3f4f 1111m22m33m 9s9p", rules) == []
    assert weigh_calls(situation("4m1f2f7z (111m) (222m) (333m)", rules)) == ()


def test_what_no_group_of_the_card_has_is_not_called() -> None:
    rules = rules_of("FFFF 1111a 222a 333a")
    assert weigh_call(situation("1f2f3f4f 1111m22m33m 9s", rules), kind("1z")) is None
    # a pung of twos is on the card, but not with the exposed group there is
    assert weigh_call(situation("1f2f3f 11m33m22p9s (222m)", rules), kind("2p")) is None


def test_a_call_says_what_group_is_exposed() -> None:
    rules = rules_of("FFFF 1111a 222a 333a")
    found = weigh_call(situation("1f2f3f4f 1111m22m33m 9s", rules), kind("2m"))
    assert found is not None
    assert found.group == Exposure(kind("2m"), 3, 0)
    assert found.line == "L1"


def test_the_better_group_is_called() -> None:
    """The pung leaves the joker for the threes; a kong of twos is on the card too, in a hand that is far."""
    rules = rules_of("FFFF 1111a 222a 333a", "NNNN EEEE 2222a SS")
    found = weigh_call(situation("1f2f3f4f 1111m22m3m1j9s", rules), kind("2m"))
    assert found is not None
    assert found.group == Exposure(kind("2m"), 3, 0)
    assert found.worth


def outlook(rounds: float = 10.0) -> Outlook:
    return Outlook(COPIES.copy(), rounds)


def test_rounds_left() -> None:
    early = outlook_of(COPIES, Context(), 14)
    late = outlook_of(COPIES, Context(visible=parse_tiles("123456789m" * 8)), 14)
    none = outlook_of(COPIES, Context(draws_left=0), 14)
    assert early.rounds > late.rounds > none.rounds == 0.0
    assert outlook_of(COPIES, Context(draws_left=3), 14).rounds == pytest.approx(1 + 0.97 + 0.97**2)
    assert Outlook(np.zeros_like(COPIES), 5.0).draw_chance == 1.0


def made(text: str, rules: AmericanRules, found: Outlook) -> float:
    rack = situation(text, rules).rack
    standing = measure(reach_of(rules.matrix, rack.exposures), rack.counts)
    chances = estimate(standing, standing.stay(), found, exposed_joker=any(e.jokers for e in rack.exposures))
    assert (chances.jokerless <= chances.made).all()
    return float(chances.made.max())


def test_chances_grow_with_rounds_and_fall_with_missing_tiles() -> None:
    rules = rules_of(PUNGS)
    ready, far = "1f2f 111m222m333m44m", "1f2f 111m222m33m4m9p"
    assert 0 < made(far, rules, outlook()) < made(ready, rules, outlook()) < 1
    assert made(ready, rules, outlook(3.0)) < made(ready, rules, outlook(9.0))


def test_a_pair_is_harder_than_a_tile_that_a_joker_can_be() -> None:
    rules = rules_of(PUNGS)
    assert made("1f2f 111m222m3333m4m", rules, outlook()) < made("1f2f 111m22m3333m44m", rules, outlook())


def test_concealed_hands_are_harder() -> None:
    text = "1f2f 111m2m3m44m6789p"
    assert made(text, rules_of(PUNGS, concealed=True), outlook()) < made(text, rules_of(PUNGS), outlook())


def test_a_hand_without_its_tiles_has_no_chance() -> None:
    live = COPIES.copy()
    live[kind("4m")] = 0
    assert made("1f2f 111m222m3333m4m", rules_of(PUNGS), Outlook(live, 10.0)) < 1e-5


def test_chances_of_one_missing_tile_are_binomial() -> None:
    """A pair's second tile, three of them live: drawn, or thrown by one of three others."""
    rules = rules_of(PUNGS)
    found = outlook(10.0)
    each = 4 * 10.0 / int(COPIES.sum())
    live = COPIES.copy()
    live[kind("4m")] = 3
    expected = 1 - (1 - 4 * 10.0 / int(live.sum())) ** 3
    assert made("1f2f 111m222m3333m4m", rules, Outlook(live, 10.0)) == pytest.approx(expected, rel=1e-6)
    assert found.draw_chance * 4 == pytest.approx(each)


def test_jokers_fill_what_is_lacking() -> None:
    """A pung lacks one tile: three live ones by draw and discard, eight jokers by draw alone."""
    live = COPIES.copy()
    live[kind("2m")] = 1
    total = int(live.sum())
    expected = 1 - (1 - 4 * 10.0 / total) * (1 - 10.0 / total) ** 8
    assert made("1f2f 111m22m3333m44m", rules_of(PUNGS), Outlook(live, 10.0)) == pytest.approx(expected, rel=1e-6)
    live[JOKER] = 0
    total = int(live.sum())
    assert made("1f2f 111m22m3333m44m", rules_of(PUNGS), Outlook(live, 10.0)) == pytest.approx(
        4 * 10.0 / total, rel=1e-6
    )


def test_many_flowers() -> None:
    rules = rules_of("FFFF FFFFF FFFFF")
    assert 0 < made("1f2f3f4f5f6f7f8f111j12m", rules, outlook(20.0)) < 1
    assert made("123456789m1234z", rules, outlook(20.0)) < 1e-6


def test_all_discards_are_ranked_in_milliseconds() -> None:
    """About one on an idle machine (``tests/benchmarks/american.py``); ten are allowed, of the processor's time."""
    found = RULE_SET.configure({}).situation(parse_hand("1f2f 1135m2488p379s5z1j", full_size=14), Context())
    assert found.matrix.size > 900
    times = []
    for _ in range(30):
        start = process_time()
        rank_kinds(found.with_rack(found.rack))
        times.append(process_time() - start)
    assert min(times) < 0.010


@pytest.mark.parametrize("rack", ["1f2f3f4f 1111m222m33m", "1f2f3f4f 1111m222m3m1j"])
def test_a_claim_that_completes_the_hand_is_worth_it(rack: str) -> None:
    found = weigh_call(situation(rack, rules_of("FFFF 1111a 222a 333a")), kind("3m"))
    assert found is not None
    assert (found.missing, found.worth) == (0, True)


def test_exchanges_are_weighed_before_the_draw_too() -> None:
    (exchange,) = american("1f2f3f 3m555m777m (33m1j)", rules_of("333a FFFF 555a 7777a"))["exchanges"]
    assert (exchange["worth"], exchange["nearer"]) == (True, 1)
    assert exchange["reasons"] == ["the joker can stand for any tile in a group of three or more"]
