"""What has to hold in every rule set that can be used, for any hand, any circumstances and any options."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from engine.analysis import HandAnalysis, analyse
from engine.context import SEATS, Context
from engine.counts import COPIES, KINDS
from engine.faults import FAULT_CODES, NOT_A_WIN_CODES
from engine.hand import Hand
from engine.interchange import analysis_to_json, request_from_json
from engine.meld import Meld
from engine.notation import format_hand, parse_hand
from engine.rules.american.loading import practice_card
from engine.rules.american.matrix import card_matrix
from engine.rules.american.tiles import tile_of
from engine.rules.options import OptionSpec
from engine.rules.registry import RULE_SET_NAMES, get_rule_set
from engine.tile import CODES, UNREADABLE_CODE, Tile

RULE_SETS = RULE_SET_NAMES
CALM = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
SETS = [(kind,) * size for kind in range(KINDS) for size in (3, 4)] + [
    (kind, kind + 1, kind + 2) for kind in range(27) if kind % 9 <= 6
]
RED_FIVES = {4: Tile.parse("0m"), 13: Tile.parse("0p"), 22: Tile.parse("0s")}

any_tile = st.sampled_from([*CODES, UNREADABLE_CODE]).map(Tile.parse)
any_tiles = st.lists(any_tile, max_size=18)
any_meld = st.builds(Meld, st.lists(any_tile, min_size=1, max_size=6).map(tuple), st.booleans())
seldom = st.sampled_from([False, False, False, False, True])
kind_tile = st.integers(0, KINDS - 1).map(Tile.of_kind)
few_tiles = st.lists(kind_tile, max_size=6).map(tuple)


def contexts(tiles: st.SearchStrategy[tuple[Tile, ...]]) -> st.SearchStrategy[Context]:
    """Circumstances that may exclude each other."""
    return st.builds(
        Context,
        seat=st.sampled_from(SEATS),
        round=st.sampled_from(SEATS),
        self_drawn=st.sampled_from([None, False, True]),
        discarder=st.sampled_from([None, None, *SEATS]),
        last_tile=seldom,
        last_of_kind=st.sampled_from([None, None, None, False, True]),
        kong_replacement=seldom,
        robbing_kong=seldom,
        first_turn=seldom,
        riichi=st.sampled_from(["none", "none", "none", "riichi", "double"]),
        ippatsu=seldom,
        dora_indicators=tiles,
        ura_indicators=st.just(()) | tiles,
        honba=st.integers(0, 3),
        sticks=st.integers(0, 3),
        visible=tiles,
        draws_left=st.none() | st.integers(0, 20),
    )


@st.composite
def playable_hands(draw: st.DrawFn) -> Hand:
    """Hands dealt from one set of tiles: complete ones, some with tiles exchanged or the last one not drawn yet."""
    left = [COPIES] * KINDS

    def take(groups: list[tuple[int, ...]]) -> tuple[int, ...]:
        usable = [group for group in groups if all(left[kind] >= group.count(kind) for kind in group)]
        chosen = draw(st.sampled_from(usable))
        for kind in chosen:
            left[kind] -= 1
        return chosen

    meld_count = draw(st.sampled_from([0, 0, 0, 1, 2, 3, 4]))
    melds = []
    for _ in range(meld_count):
        tiles = tuple(map(Tile.of_kind, take(SETS)))
        melds.append(Meld(tiles, concealed=len(tiles) == COPIES and draw(st.booleans())))
    threes = [group for group in SETS if len(group) < COPIES]
    kinds = [kind for _ in range(4 - meld_count) for kind in take(threes)]
    kinds += take([(kind, kind) for kind in range(KINDS)])
    for _ in range(draw(st.sampled_from([0, 0, 0, 1, 2, 5]))):
        kinds.remove(draw(st.sampled_from(kinds)))
        kinds += take([(kind,) for kind in range(KINDS)])
    tiles = [RED_FIVES.get(kind, Tile.of_kind(kind)) if draw(seldom) else Tile.of_kind(kind) for kind in kinds]
    tiles = draw(st.permutations(tiles))
    winning = None
    if draw(st.booleans()):
        winning = tiles.pop()
    elif draw(st.booleans()):
        tiles.pop()
    bonus = draw(st.lists(st.integers(1, 8), max_size=3, unique=True))
    return Hand.build([*tiles, *(Tile.parse(f"{number}f") for number in bonus)], melds, winning)


@st.composite
def racks(draw: st.DrawFn) -> Hand:
    """American racks: 13 or 14 tiles with jokers and flowers, some of them exposed; often a hand of the card."""
    tiles: list[Tile] = []
    if draw(st.booleans()):
        hands = card_matrix(practice_card()).hands
        for group in hands[draw(st.integers(0, len(hands) - 1))].groups:
            jokers = draw(st.integers(max(group.size - COPIES, 0), group.size)) if group.is_open and draw(seldom) else 0
            tiles += [tile_of(group.kind)] * (group.size - jokers) + [Tile.parse("1j")] * jokers
        return Hand.build(tiles[draw(st.integers(0, 1)) :], full_size=14)
    melds = []
    size = draw(st.sampled_from([13, 14]))
    for _ in range(draw(st.sampled_from([0, 0, 1, 2]))):
        face = draw(kind_tile | st.just(Tile.parse("1f")))
        jokers = draw(st.integers(0, 2))
        melds.append(Meld((face,) * (draw(st.integers(3, 4)) - jokers) + (Tile.parse("1j"),) * jokers))
    held = size - sum(len(meld.tiles) for meld in melds)
    face = kind_tile | st.sampled_from(["1j", "1f", "5f"]).map(Tile.parse)
    while len(tiles) < held:
        tiles += [draw(face)] * draw(st.integers(1, 4))
    return Hand.build(tiles[:held], melds, full_size=14)


def hands_of(rules: str) -> st.SearchStrategy[Hand]:
    full_size = get_rule_set(rules).info.full_size
    wild = st.builds(
        lambda tiles, melds, winning: Hand.build(tiles, melds, winning, full_size=full_size),
        any_tiles,
        st.lists(any_meld, max_size=5),
        st.none() | any_tile,
    )
    return wild | (playable_hands() if full_size is None else racks())


def option_values(spec: OptionSpec) -> st.SearchStrategy[object]:
    if spec.choices:
        return st.sampled_from(spec.choices)
    if spec.kind == "boolean":
        return st.booleans()
    return st.integers(spec.minimum, min(spec.maximum, spec.minimum + 500)) | st.just(spec.maximum)


def options_of(rules: str) -> st.SearchStrategy[dict[str, object]]:
    specs = get_rule_set(rules).info.options
    return st.just({}) | st.fixed_dictionaries({}, optional={spec.name: option_values(spec) for spec in specs})


def check(found: HandAnalysis) -> None:
    """Check what holds for every analysis."""
    codes = {fault.code for fault in found.faults}
    assert codes <= set(FAULT_CODES)
    # A hand may be invalid through its winning tile, or complete and only lack it.
    if codes - NOT_A_WIN_CODES != {"winning_tile_missing"}:
        assert (found.status == "invalid") == bool(codes - NOT_A_WIN_CODES)
    if found.status == "invalid":
        assert found.score is None
        assert found.waits == found.discards == found.decompositions == ()
        return
    assert (found.status == "complete") == (found.shanten == -1)
    if found.faults:
        assert found.status == "complete"
        assert found.score is None
    for tiles, count in [(found.accepts, found.accept_count), *((d.accepts, d.accept_count) for d in found.discards)]:
        assert count == sum(accepted.live for accepted in tiles)
        assert all(accepted.live >= 0 for accepted in tiles)
    assert {advice.tile for advice in found.discards} <= {*found.hand.in_hand, *found.hand.bonus}
    for advice in found.discards:
        assert advice.win_probability is None or 0 <= advice.win_probability <= 1
    for score in [found.score, *(wait.score for wait in found.waits)]:
        if score is not None:
            check_sums(score.items, score.sums)
            check_payments(score.payments)


def check_sums(items: tuple[Any, ...], sums: Mapping[str, int]) -> None:
    added: dict[str, int] = {}
    for item in items:
        added[item.unit] = added.get(item.unit, 0) + item.value
    assert added == {unit: total for unit, total in sums.items() if total or unit in added}


def check_payments(payments: Mapping[str, int] | None) -> None:
    if payments is None:
        return
    if set(payments) == set(SEATS):
        assert sum(payments.values()) == 0
    else:
        assert set(payments) <= {"discarder", "dealer", "other"}
        assert all(amount < 0 for amount in payments.values())


def look(hand: Hand, context: Context, rules: str, options: dict[str, object], *, outlook: bool) -> None:
    """Analyse and check; what went in has to be as it was."""
    before = copy.deepcopy((hand, context, options))
    found = analyse(hand, context, rules, options, outlook=outlook)
    assert (hand, context, options) == before
    check(found)
    answer = analysis_to_json(found)
    text = json.dumps(answer, allow_nan=False)
    assert json.loads(text)["status"] == found.status
    full_size = get_rule_set(rules).info.full_size
    assert sorted(parse_hand(answer["hand"], full_size=full_size).all_tiles) == sorted(hand.all_tiles)


@pytest.mark.parametrize("rules", RULE_SETS)
@given(data=st.data())
@settings(CALM, max_examples=40)
def test_any_hand_in_any_circumstances_has_an_answer(rules: str, data: st.DataObject) -> None:
    hand = data.draw(hands_of(rules))
    context = data.draw(st.just(Context()) | contexts(st.lists(any_tile, max_size=12).map(tuple)) | contexts(few_tiles))
    look(hand, context, rules, data.draw(options_of(rules)), outlook=data.draw(seldom))


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULE_SETS)
@given(data=st.data())
@settings(CALM, max_examples=200)
def test_many_hands_in_any_circumstances_have_an_answer(rules: str, data: st.DataObject) -> None:
    hand = data.draw(hands_of(rules))
    context = data.draw(st.just(Context()) | contexts(st.lists(any_tile, max_size=12).map(tuple)) | contexts(few_tiles))
    look(hand, context, rules, data.draw(options_of(rules)), outlook=data.draw(seldom))


@pytest.mark.parametrize("rules", RULE_SETS)
@given(tiles=any_tiles)
@settings(CALM, max_examples=30)
def test_any_tiles_without_more_have_an_answer(rules: str, tiles: list[Tile]) -> None:
    look(Hand.build(tiles, full_size=get_rule_set(rules).info.full_size), Context(), rules, {}, outlook=False)


def context_to_json(context: Context) -> dict[str, object]:
    values = {name: getattr(context, name) for name in Context.__dataclass_fields__}
    return {
        name: [tile.code for tile in value] if isinstance(value, tuple) else value for name, value in values.items()
    }


@given(st.data(), st.sampled_from(RULE_SETS))
@settings(CALM, max_examples=100)
def test_a_request_reads_back_what_was_written(data: st.DataObject, rules: str) -> None:
    hand = data.draw(hands_of(rules))
    context = data.draw(contexts(st.lists(any_tile, max_size=12).map(tuple)))
    assume(hand.winning_tile is None or not hand.winning_tile.is_bonus)
    body = {"rules": rules, "context": context_to_json(context)}
    text = json.loads(json.dumps({**body, "hand": format_hand(hand)}))
    read = request_from_json(text)
    assert read.context == context
    if hand.winning_tile is not None:
        assert read.hand == hand
        listed = {
            **body,
            "tiles": [tile.code for tile in (*hand.concealed, *hand.bonus)],
            "melds": [
                {"tiles": [tile.code for tile in meld.tiles], "concealed": meld.concealed} for meld in hand.melds
            ],
            "winning_tile": hand.winning_tile.code,
        }
        # A list that is a full hand by itself holds its winning tile already; one tile more would be no hand.
        full_size = get_rule_set(rules).info.full_size
        full_without = (
            Hand.build((*hand.concealed, *hand.bonus), hand.melds, full_size=full_size).winning_tile is not None
        )
        assume(not (full_without and hand.winning_tile in hand.concealed))
        again = request_from_json(json.loads(json.dumps(listed)))
        assert sorted(again.hand.all_tiles) == sorted(hand.all_tiles)
        assert again.hand.melds == hand.melds
