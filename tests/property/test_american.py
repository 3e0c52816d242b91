"""What has to hold for any American rack and any card."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.analysis import analyse
from engine.context import SEATS, Context
from engine.errors import CardError
from engine.hand import Hand
from engine.interchange import analysis_to_json
from engine.meld import Meld
from engine.rules.american.expansion import expand
from engine.rules.american.loading import load_card, load_card_toml
from engine.rules.american.pattern import read_patterns
from engine.rules.american.rules import RULE_SET
from engine.rules.american.tiles import COPIES, KINDS, tile_of
from engine.tile import CODES, UNREADABLE_CODE, Tile

RULES = RULE_SET.configure({})
CALM = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
WALL = [kind for kind in range(KINDS) for _ in range(int(COPIES[kind]))]

any_tile = st.sampled_from([*CODES, UNREADABLE_CODE]).map(Tile.parse)
any_meld = st.builds(Meld, st.lists(any_tile, min_size=1, max_size=7).map(tuple), st.booleans())
any_hand = st.builds(
    Hand.build,
    st.lists(any_tile, max_size=18),
    st.lists(any_meld, max_size=5),
    st.none() | any_tile,
    full_size=st.just(14),
)


@st.composite
def racks(draw: st.DrawFn) -> tuple[Hand, Context]:
    """Part of a hand of the card, filled up from the wall, with some of the rest visible."""
    rng = draw(st.randoms(use_true_random=False))
    wall = rng.sample(WALL, len(WALL))
    concrete = RULES.matrix.hands[rng.randrange(RULES.matrix.size)]
    exposed: list[Meld] = []
    for group in concrete.groups:
        if (
            group.is_open
            and group.size < 5
            and len(exposed) < 2
            and rng.random() < 0.3
            and wall.count(group.kind) >= group.size
        ):
            exposed.append(Meld((tile_of(group.kind),) * group.size))
            for _ in range(group.size):
                wall.remove(group.kind)
    size = draw(st.sampled_from([13, 14])) - sum(len(meld.tiles) for meld in exposed)
    kept = rng.randint(0, 14)
    wanted = [group.kind for group in concrete.groups for _ in range(group.size)]
    first = [kind for kind in rng.sample(wanted, kept) if kind in wall][:size]
    rack = []
    for kind in first:
        if kind in wall:
            wall.remove(kind)
            rack.append(kind)
    rack += [wall.pop() for _ in range(size - len(rack))]
    visible = tuple(tile_of(kind) for kind in wall[: draw(st.sampled_from([0, 10, 50, 110]))])
    hand = Hand.build([tile_of(kind) for kind in rack], exposed, full_size=14)
    return hand, Context(seat=draw(st.sampled_from(SEATS)), visible=visible)


@given(any_hand, st.lists(any_tile, max_size=30).map(tuple))
@CALM
def test_any_hand_has_an_answer(hand: Hand, visible: tuple[Tile, ...]) -> None:
    answer = analysis_to_json(analyse(hand, Context(visible=visible), RULES))
    assert (answer["status"] == "invalid") == bool(answer["faults"])
    json.dumps(answer, allow_nan=False)


@given(st.lists(st.integers(0, KINDS - 1), max_size=18))
@CALM
def test_any_tiles_have_an_answer(kinds: list[int]) -> None:
    answer = analysis_to_json(analyse(Hand.build([tile_of(kind) for kind in kinds], full_size=14), rules=RULES))
    assert len(kinds) in {13, 14} or answer["status"] == "invalid"


@given(racks())
@CALM
def test_an_answer_agrees_with_itself(rack: tuple[Hand, Context]) -> None:
    hand, context = rack
    found: Any = analysis_to_json(analyse(hand, context, RULES))
    assert found["status"] != "invalid"
    missing = [line["missing"] for line in found["american"]["nearest"]]
    assert missing == sorted(missing)
    assert all(line["missing"] == len(line["needs"]) for line in found["american"]["nearest"])
    assert missing[0] >= found["shanten"] + 1
    assert "1j" not in found["american"]["pass"]
    full = len(hand.all_tiles) == 14
    held = {tile.code for tile in (*hand.in_hand, *hand.bonus)}
    assert {discard["tile"] for discard in found["discards"]} == (held if full else set())
    values = [discard["expected_value"] for discard in found["discards"]]
    assert values == sorted(values, reverse=True)
    for discard in found["discards"]:
        assert 0 <= discard["win_probability"] <= 1
        assert discard["shanten"] in {found["shanten"], found["shanten"] + 1}
        assert discard["accept_count"] == sum(accept["live"] for accept in discard["accepts"])
    assert (found["status"] == "complete") == (found["shanten"] == -1)
    for payments in [score["payments"] for score in (found["score"],) if score]:
        assert set(payments) - set("ESWN") or sum(payments.values()) == 0


@given(racks())
@CALM
def test_a_draw_brings_one_tile_at_most(rack: tuple[Hand, Context]) -> None:
    hand, context = rack
    standing = RULES.situation(hand, context).standing
    for kind in np.flatnonzero(standing.counts):
        steps = standing.discard([int(kind)])
        assert ((steps.missing >= standing.missing) & (steps.missing <= standing.missing + 1)).all()


@given(st.text(alphabet="0123456789FNEWSZDRGXabc |+-={}?", max_size=40))
@settings(max_examples=200, deadline=None)
def test_any_text_is_a_pattern_or_has_faults_inside_it(text: str) -> None:
    patterns, faults = read_patterns(text, 2026)
    assert bool(patterns) != bool(faults)
    assert all(0 <= fault.position <= len(text) for fault in faults)


GROUPS = ("FF", "FFFF", "111a", "2222b", "XX0a", "XXX1b", "NEWS", "ZZZ", "DDDa", "000", "99", "246c", "RR", "GGGG")


@given(st.lists(st.sampled_from(GROUPS), min_size=4, max_size=5))
@settings(max_examples=60, deadline=None)
def test_concrete_hands_have_fourteen_tiles_of_a_set(groups: list[str]) -> None:
    patterns, _ = read_patterns(" ".join(groups), 2026)
    for pattern in patterns:
        for hand in expand(pattern):
            assert sum(group.size for group in hand.groups) == 14
            assert hand.can_exist
            assert all(group.size >= 3 for group in hand.groups if group.is_open)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3000) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
fields = st.dictionaries(
    st.sampled_from(["section", "line", "pattern", "value", "concealed", "singles_and_pairs", "note", "odd"]),
    json_values,
)


def error_of(load: Callable[[], object]) -> CardError | None:
    try:
        load()
    except CardError as error:
        return error
    return None


@given(
    st.dictionaries(st.sampled_from(["name", "year", "maker", "sections", "odd"]), json_values),
    st.lists(fields | json_values, max_size=3) | json_values,
)
@settings(max_examples=100, deadline=None)
def test_any_document_is_a_card_or_says_what_is_wrong(document: dict[str, Any], hands: object) -> None:
    error = error_of(lambda: load_card({**document, "hand": hands}))
    assert error is None or all(problem.message for problem in error.problems)


@given(st.text(max_size=60))
@settings(max_examples=60, deadline=None)
def test_any_text_is_a_card_or_says_what_is_wrong(text: str) -> None:
    error = error_of(lambda: load_card_toml(text))
    assert error is None or error.problems
