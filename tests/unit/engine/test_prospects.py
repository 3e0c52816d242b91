"""What discards promise under rule sets: legality, values, bounds; and what the ranking and the reasons make of it."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from math import comb

import pytest

from engine import prospects as prospects_module
from engine.advice import DiscardAdvice, Prospect, weigh_prospects
from engine.analysis import HandAnalysis, analyse
from engine.context import Context, Wind
from engine.counts import COPIES, KINDS, count_kinds
from engine.decompose import split_sets
from engine.hand import Hand
from engine.notation import parse_hand, parse_tiles
from engine.outlook import OFFERED, Outlook
from engine.prospects import draws_left, find_prospects
from engine.rules.registry import RULE_SET_NAMES, get_rule_set
from engine.rules.sets import SetRules
from engine.shanten import shanten
from engine.tally import Tally
from engine.tile import Tile
from engine.waits import find_wait_shapes


def rules_of(name: str, **options: object) -> SetRules:
    rules = get_rule_set(name).configure(options)
    assert isinstance(rules, SetRules)
    return rules


def by_tile(found: HandAnalysis) -> dict[str, DiscardAdvice]:
    return {advice.tile.code: advice for advice in found.discards}


SET_RULES = [name for name in RULE_SET_NAMES if name != "american"]


@pytest.mark.parametrize("name", SET_RULES)
@pytest.mark.parametrize("text", ["123m456p789s11z229m", "123m46p789s11z229m5z", "13m46p799s1z2399m56p"])
def test_nearest_discards_promise_something(name: str, text: str) -> None:
    found = analyse(parse_hand(text), rules=rules_of(name))
    best = found.discards[0].shanten
    for advice in found.discards:
        assert (advice.win_probability is not None) == (advice.shanten == best)
        if advice.win_probability is not None:
            assert 0 <= advice.win_probability <= 1
            assert advice.expected_value is not None
            assert (advice.expected_value > 0) == (advice.win_probability > 0)
    chances = [advice.win_probability for advice in found.discards if advice.shanten == best]
    assert chances == sorted(chances, reverse=True)


def test_without_outlook_there_is_none() -> None:
    found = analyse(parse_hand("123m456p789s11z229m"), outlook=False)
    assert all(advice.win_probability is None and advice.expected_value is None for advice in found.discards)
    assert not any("one step later" in reason for advice in found.discards for reason in advice.reasons)


def test_far_hands_have_no_prospects() -> None:
    hand = parse_hand("147m258p369s12345z")
    assert find_prospects(hand, Context(), rules_of("riichi")) == {}
    assert analyse(hand).discards[0].win_probability is None


def test_draws_left_are_told_or_what_the_wall_leaves() -> None:
    riichi, basic, classical = rules_of("riichi"), rules_of("basic"), rules_of("chinese_classical")
    assert draws_left(Context(draws_left=0), riichi) == 0
    assert [draws_left(Context(), rules) for rules in (riichi, basic, classical)] == [17, 20, 19]
    assert draws_left(Context(visible=parse_tiles("123456789m") * 4), riichi) == 8
    assert draws_left(Context(visible=parse_tiles("123456789m") * 9), riichi) == 1
    none = analyse(parse_hand("123m456p789s11z229m"), Context(draws_left=0)).discards[0]
    assert (none.win_probability, none.expected_value) == (0, 0)


def test_a_wait_for_an_own_discard_wins_on_drawn_tiles_only() -> None:
    """Furiten is known to riichi alone: then it is a choice of so many draws among the unseen tiles."""
    hand = parse_hand("1111m23m456p789s55z")
    found = by_tile(analyse(hand, rules="riichi"))["9s"]
    free = by_tile(analyse(hand, rules="basic"))["9s"]
    assert [(accepted.tile.code, accepted.live) for accepted in found.accepts] == [("6s", 4), ("9s", 3)]
    waits, unseen, draws = 7, 136 - 14, draws_left(Context(), rules_of("riichi"))
    missed = comb(unseen - waits, draws) / comb(unseen, draws)
    assert found.win_probability == pytest.approx(1 - missed)
    assert free.win_probability > found.win_probability


def test_fewer_draws_win_less() -> None:
    hand = parse_hand("123m46p789s11z229m5z")
    chances = [analyse(hand, Context(draws_left=draws)).discards[0].win_probability for draws in (2, 5, 10, 15)]
    assert chances == sorted(chances)
    assert len(set(chances)) == 4


def test_what_may_not_win_is_no_win() -> None:
    """Open riichi hands: one without any yaku never wins, the other only with the pung of east."""
    south = Context(seat=Wind.SOUTH, round=Wind.SOUTH)
    dead = by_tile(analyse(parse_hand("123m456p78s99p4z (345s)"), south, "riichi"))["4z"]
    assert (dead.win_probability, dead.expected_value) == (0, 0)
    pungs = analyse(parse_hand("456p77s11z9m (345s) (678s)"), Context(seat=Wind.EAST), "riichi")
    east = by_tile(pungs)["9m"]
    both = by_tile(analyse(parse_hand("456p77s11z9m (345s) (678s)"), rules="basic"))["9m"]
    assert 0 < east.win_probability < both.win_probability  # only the east wins, and the other tiles count nothing


def test_the_value_of_a_wait_is_what_the_rules_say() -> None:
    """One wait, basic rules: a point for the win, whichever way; the value is the chance to win."""
    found = analyse(parse_hand("123m456p789s11z78s9m"), rules="basic").discards[0]
    assert found.expected_value == pytest.approx(found.win_probability)


def test_drawn_and_claimed_wins_are_worth_their_own() -> None:
    """With bonuses a self-drawn win is worth one more: the value lies above the chance by the chance of drawing."""
    hand = parse_hand("123m456p789s11z78s9m")
    rules = rules_of("basic", variant="bonus")
    found = analyse(hand, rules=rules).discards[0]
    tally = Tally.of_kinds([tile.plain.index for tile in hand.in_hand])
    live = [COPIES - tally.copies_of(kind) for kind in range(KINDS)]
    outlook = Outlook(tally, live, draws=draws_left(Context(), rules), sets=4, forms=rules.forms, most_hands=99)
    curves = outlook.ready_curves(outlook.start()[parse_tiles("9m")[0].index])
    assert found.expected_value == pytest.approx(2 * curves.drawn[-1] + curves.claimed[-1])


def test_red_fives_and_dora_are_worth_keeping() -> None:
    context = Context(dora_indicators=parse_tiles("4s"))
    found = by_tile(analyse(parse_hand("123m406p11z225m78s3z"), context))
    plain = by_tile(analyse(parse_hand("123m456p11z225m78s3z"), context))
    assert found["3z"].expected_value > plain["3z"].expected_value
    assert found["3z"].win_probability == plain["3z"].win_probability
    both = by_tile(analyse(parse_hand("123m456s789s11z057p"), Context()))
    assert both["5p"].win_probability == both["0p"].win_probability
    assert both["5p"].expected_value > both["0p"].expected_value


def test_melds_that_are_missing_leave_the_value_open() -> None:
    found = analyse(parse_hand("123m456p78s112z"), rules="riichi").discards[0]
    assert found.win_probability is not None
    assert found.expected_value is None
    unsure = analyse(parse_hand("123m456p78s112z"), rules="hong_kong", options={"minimum": 3}).discards[0]
    assert (unsure.win_probability, unsure.expected_value) == (None, None)


@pytest.mark.parametrize(("bound", "value"), [("_MOST_HANDS", 1), ("_MOST_WAITS", 3)])
def test_bounds_leave_prospects_open(bound: str, value: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prospects_module, bound, value)
    found = analyse(parse_hand("123m46p789s11z229m5z"), rules="mcr")
    assert found.discards[0].win_probability is None
    assert found.discards[0].accept_count == max(
        advice.accept_count for advice in found.discards if advice.shanten == 1
    )


def test_few_judged_wins_are_near_all(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = parse_hand("123m46p789s15z229m5z")
    some = by_tile(analyse(hand))
    monkeypatch.setattr(prospects_module, "_JUDGED", 10_000)
    every = by_tile(analyse(hand))
    for code, advice in every.items():
        if advice.expected_value is not None:
            assert some[code].expected_value == pytest.approx(advice.expected_value, rel=0.15)


def test_simulated_wins_are_worth_as_much() -> None:
    """Four thousand deals of a hand one from ready, each won hand judged: mean points near the expected value."""
    hand, rules, draws = parse_hand("123m46p789s15z229m5z"), rules_of("riichi"), 14
    context = Context(draws_left=draws)
    advice = analyse(hand, context, rules).discards[0]
    tally = Tally.of_kinds([tile.plain.index for tile in hand.in_hand])
    live = [COPIES - tally.copies_of(kind) for kind in range(KINDS)]
    outlook = Outlook(tally, live, draws=draws, sets=4, forms=rules.forms, most_hands=4000)
    start = outlook.start()[advice.tile.plain.index]
    unseen = [kind for kind in range(KINDS) for _ in range(live[kind])]
    generator = random.Random(8)
    values: dict[tuple[Tally, int, bool], int] = {}
    points = wins = 0
    deals = 4000
    for _ in range(deals):
        wall, node, turn = iter(generator.sample(unseen, len(unseen))), start, 0
        for _ in range(draws):
            offered = [next(wall) for _ in range(OFFERED[turn % 2])] if node.missing == 1 else []
            turn += node.missing == 1
            kind = next((kind for kind in offered if node.draws >> kind & 1), None)
            drawn = kind is None
            kind = next(wall) if kind is None else kind
            if not node.draws >> kind & 1:
                continue
            if node.missing == 1:
                key = (node.tally, kind, drawn)
                if key not in values:
                    won = Hand.build(
                        [Tile.of_kind(k) for k in range(KINDS) for _ in range(node.tally.copies_of(k))],
                        winning_tile=Tile.of_kind(kind),
                    )
                    score = rules.judge(won, Context(riichi="riichi", self_drawn=drawn)).score
                    values[key] = score.total if score else 0
                points += values[key]
                wins += 1
                break
            node = outlook.best(next(branch for branch in outlook.branches(node) if branch.kind == kind))
    assert advice.win_probability == pytest.approx(wins / deals, abs=0.04)
    assert advice.expected_value == pytest.approx(points / deals, rel=0.12)


def random_hands(count: int, seed: int, most: int) -> list[Hand]:
    """Complete hands with one or two tiles replaced, at most so far from ready."""
    generator = random.Random(seed)
    wall = [kind for kind in range(KINDS) for _ in range(COPIES)]
    found: list[Hand] = []
    forms = rules_of("basic").forms
    while len(found) < count:
        kinds = [generator.randrange(KINDS)] * 2
        for _ in range(4):
            first = generator.randrange(KINDS)
            kinds += [first, first + 1, first + 2] if first < 27 and first % 9 < 7 else [first] * 3
        generator.shuffle(kinds)
        kinds = kinds[: 13 - most] + generator.sample(wall, 1 + most)
        tiles = [Tile.of_kind(kind) for kind in kinds]
        if max(map(kinds.count, kinds)) <= COPIES and 0 <= shanten(count_kinds(tiles), forms) <= most:
            found.append(Hand.build(tiles))
    return found


def counts_after(hand: Hand, tile: Tile) -> list[int]:
    counts = count_kinds(hand.in_hand).tolist()
    counts[tile.plain.index] -= 1
    return counts


def kinds_named(reason: str) -> list[int]:
    return [parse_tiles(code)[0].index for code in re.findall(r"\d[mpsz]", reason)]


def two_sided(kinds: list[int], counts: list[int], waits: set[int]) -> None:
    low, high = kinds
    assert high == low + 3
    assert low // 9 == high // 9 < 3
    assert {low, high} <= waits
    rest = [kind for kind in range(KINDS) for _ in range(counts[kind] - (kind in {low + 1, low + 2}))]
    assert split_sets(count_kinds([Tile.of_kind(kind) for kind in rest]), 3)


def third(kinds: list[int], counts: list[int], waits: set[int]) -> None:
    assert all(counts[kind] >= 2 and kind in waits for kind in kinds)


def second(kinds: list[int], counts: list[int], waits: set[int]) -> None:
    assert counts[kinds[0]] >= 1
    assert kinds[0] in waits


def between(kinds: list[int], counts: list[int], waits: set[int]) -> None:
    wait, low, high = kinds
    assert (low + 1, high - 1) == (wait, wait)
    assert counts[low] * counts[high] > 0
    assert wait in waits


def end(kinds: list[int], counts: list[int], waits: set[int]) -> None:
    (wait,) = kinds
    ends = {2: (wait - 2, wait - 1), 6: (wait + 1, wait + 2)}[wait % 9]
    assert all(counts[kind] for kind in ends)
    assert wait in waits


CLAIMS = {
    r"keeps a two-sided wait": two_sided,
    r"waits for a third": third,
    r"waits for a second": second,
    r"waits for \w+ between": between,
    r"waits for \w+ at the end of a run": end,
}


def test_waits_that_reasons_name_are_there() -> None:
    seen = set()
    for hand in random_hands(80, 4, 0):
        for advice in analyse(hand, rules="basic").discards:
            waits = {accepted.tile.index for accepted in advice.accepts}
            for reason in advice.reasons:
                for pattern, check in CLAIMS.items():
                    if re.match(pattern, reason):
                        assert advice.shanten == 0
                        check(kinds_named(reason), counts_after(hand, advice.tile), waits)
                        seen.add(pattern)
    assert seen == set(CLAIMS)


def test_other_reasons_are_true() -> None:
    seen = set()
    context = Context(dora_indicators=parse_tiles("4s"))
    for hand in random_hands(12, 5, 1):
        found, before = analyse(hand, context, "riichi"), count_kinds(hand.in_hand)
        nearest = [advice for advice in found.discards if advice.shanten == found.discards[0].shanten]
        for advice in found.discards:
            said = "; ".join(advice.reasons)
            only_pair = before[advice.tile.plain.index] == 2 and (before >= 2).sum() == 1
            assert ("breaks the pair of" in said) == only_pair
            dora = sum(tile.code == "5s" for tile in hand.in_hand)
            assert (f"keeps {dora} dora" in said) == (dora > 0 and advice in nearest and advice.tile.code != "5s")
            wider = [other.win_probability for other in nearest if other.accept_count > advice.accept_count]
            better = advice in nearest and bool(wider) and max(wider) + 1e-9 < advice.win_probability
            assert ("it wins more often" in said) == better
            seen |= {name for name, there in (("pair", only_pair), ("dora", dora), ("better", better)) if there}
    assert seen >= {"dora"}


def ways_to_win(rules: SetRules, hand: Hand, context: Context, advice: DiscardAdvice) -> tuple[int, int]:
    """Live tiles that win after a discard, drawn and claimed, as scoring says of each."""
    left = list(hand.in_hand)
    left.remove(advice.tile)
    live = [0, 0]
    for accepted in advice.accepts:
        won = Hand.build([*left, *hand.bonus], hand.melds, accepted.tile)
        for way, drawn in enumerate((True, False)):
            score = rules.judge(won, replace(context, self_drawn=drawn)).score
            live[way] += accepted.live * (score is not None)
    return live[0], live[1]


@pytest.mark.parametrize("name", ["riichi", "hong_kong", "mcr", "basic"])
@pytest.mark.parametrize(
    "text",
    [
        "23m456p789s22z (666s) 9p",
        "1f 23m456m234p567s99s9p",
        "23m456p789s22z999m9p",
        "456p77s11z9m (345s) (678s)",
        "55z66z77z12m9s9s9s5m8p",
        "(123m) 123p12s789s55m9p",
    ],
)
def test_live_tiles_that_do_not_win_are_told(name: str, text: str) -> None:
    hand, rules = parse_hand(text), rules_of(name)
    context = Context(seat=Wind.WEST, riichi="riichi" if name == "riichi" and "(" not in text else "none")
    for advice in analyse(hand, context, rules).discards:
        if advice.shanten == 0 and advice.accept_count:
            ways = drawn, claimed = ways_to_win(rules, hand, context, advice)
            lines = [line for line in advice.reasons if "of its live tiles" in line]
            if ways == (advice.accept_count,) * 2:
                assert not lines
            elif ways == (0, 0):
                assert lines == ["none of its live tiles wins: the hand then lacks what the rules ask of a win"]
                assert advice.win_probability == 0
            else:
                few = [str(count or "none") for count in (drawn, claimed)]
                assert lines == [f"of its live tiles {few[0]} may win when drawn, {few[1]} when claimed"]


def test_the_only_pair_is_named() -> None:
    found = by_tile(analyse(parse_hand("147m258p3369s1245z"), rules="basic"))
    assert "breaks the pair of 3s, the only one" in found["3s"].reasons
    assert not any("breaks" in reason for reason in found["1m"].reasons)


def test_one_step_later_compares_with_the_best() -> None:
    found = by_tile(analyse(parse_hand("13m46p799s1z2399m56p")))
    assert any("one step later 16 live tiles on average, no other discard" in line for line in found["1z"].reasons)
    assert "one step later 13 live tiles on average instead of 16 after 1z" in found["7s"].reasons
    assert "one step later 16 live tiles on average" in found["3m"].reasons


def test_the_better_chance_goes_before_more_tiles() -> None:
    hand = parse_hand("123m46p789s11z229m5z")
    plain = analyse(hand, outlook=False).discards
    nearest = [advice.tile for advice in plain if advice.shanten == plain[0].shanten]
    chances = {tile: 0.1 * place for place, tile in enumerate(nearest)}
    even = replace(plain[0], accept_count=plain[0].accept_count + 1)
    weighed = weigh_prospects(hand, (even, *plain[1:]), {t: Prospect(5.0, p, 100 * p) for t, p in chances.items()})
    assert [advice.tile for advice in weighed[: len(nearest)]] == nearest[::-1]
    assert "fewer live tiles than another discard leaves, but it wins more often" in weighed[0].reasons
    unknown = weigh_prospects(hand, plain, {tile: Prospect(float(place)) for place, tile in enumerate(nearest)})
    assert [advice.tile for advice in unknown[: len(nearest)]] == nearest[::-1]  # as many tiles, more one step later
    cheap = {tile: Prospect(5.0, 0.5, value) for tile, value in zip(nearest, (100.0, 200.0), strict=True)}
    assert weigh_prospects(hand, plain, cheap)[0].tile == nearest[1]


@pytest.mark.parametrize(
    ("text", "shapes"),
    [
        ("123m456p78s11z", [("two_sided", "69s")]),
        ("123m456p79s11z", [("closed", "8s")]),
        ("123m456p89s11z", [("edge", "7s")]),
        ("123m456p12s11z", [("edge", "3s")]),
        ("123m456p11s11z", [("two_pairs", "1s1z")]),
        ("123m456p789s1z", [("single", "1z")]),
        ("2345m", [("single", "2m"), ("single", "5m")]),
        ("2223m", [("two_sided", "14m"), ("single", "3m")]),
        ("123m456p78s12z", []),
        ("1z", [("single", "1z")]),
    ],
)
def test_wait_shapes(text: str, shapes: list[tuple[str, str]]) -> None:
    tiles = parse_tiles(text)
    found = find_wait_shapes(count_kinds(tiles), len(tiles) // 3)
    assert [(wait.shape, [Tile.of_kind(kind) for kind in wait.kinds]) for wait in found] == [
        (shape, list(parse_tiles(kinds))) for shape, kinds in shapes
    ]


def test_inputs_stay_as_they_are() -> None:
    hand, context = (
        parse_hand("123m46p789s11z229m5z"),
        Context(visible=parse_tiles("123m"), dora_indicators=parse_tiles("1z")),
    )
    before = (replace(hand), replace(context))
    first = analyse(hand, context)
    assert (hand, context) == before
    assert analyse(hand, context) == first
