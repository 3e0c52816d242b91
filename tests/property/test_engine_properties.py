"""What has to hold for any hand."""

from __future__ import annotations

import copy

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.analysis import analyse
from engine.context import SEATS, Context
from engine.counts import COPIES, KINDS, count_kinds
from engine.hand import Hand
from engine.interchange import analyse_json, analysis_to_json
from engine.meld import Meld
from engine.notation import format_hand, parse_hand
from engine.rules.payments import pay_winner
from engine.shanten import RegularForm, SevenPairsForm, ThirteenOrphansForm, shanten
from engine.tile import CODES, UNREADABLE_CODE, Tile

FORMS = (RegularForm(), SevenPairsForm(), ThirteenOrphansForm())
WALL = [kind for kind in range(KINDS) for _ in range(COPIES)]

any_tile = st.sampled_from([*CODES, UNREADABLE_CODE]).map(Tile.parse)
any_meld = st.builds(Meld, st.lists(any_tile, min_size=1, max_size=6).map(tuple), st.booleans())
any_hand = st.builds(
    Hand.build,
    st.lists(any_tile, max_size=18),
    st.lists(any_meld, max_size=5),
    st.none() | any_tile,
)


def drawn_hands(*sizes: int) -> st.SearchStrategy[list[int]]:
    """Kinds dealt from a wall."""
    return st.sampled_from(sizes).flatmap(
        lambda size: st.permutations(WALL).map(lambda wall: sorted(wall[:size])),
    )


@st.composite
def complete_hands(draw: st.DrawFn) -> list[int]:
    """Kinds of four sets and a pair, four of a kind at most."""
    counts = [0] * KINDS
    for _ in range(4):
        chows = [kind for kind in range(27) if kind % 9 <= 6 and all(counts[kind + step] < COPIES for step in range(3))]
        pungs = [kind for kind in range(KINDS) if counts[kind] <= COPIES - 3]
        if draw(st.booleans()):
            kind = draw(st.sampled_from(chows))
            for step in range(3):
                counts[kind + step] += 1
        else:
            counts[draw(st.sampled_from(pungs))] += 3
    counts[draw(st.sampled_from([kind for kind in range(KINDS) if counts[kind] <= COPIES - 2]))] += 2
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


def tiles_of(kinds: list[int]) -> list[Tile]:
    return [Tile.of_kind(kind) for kind in kinds]


@given(any_hand)
def test_format_and_parse_round_trip(hand: Hand) -> None:
    text = format_hand(hand)
    read = parse_hand(text)
    assert format_hand(read) == (text if read.winning_tile == hand.winning_tile else format_hand(read))
    assert parse_hand(format_hand(read)) == read
    assert sorted(read.all_tiles) == sorted(hand.all_tiles)
    assert read.melds == hand.melds


@given(any_hand, st.sampled_from(["basic", "riichi"]))
@settings(max_examples=200, deadline=None)
def test_any_hand_has_an_answer(hand: Hand, rules: str) -> None:
    answer = analysis_to_json(analyse(hand, rules=rules))
    assert answer["status"] in {"complete", "ready", "incomplete", "invalid"}
    assert bool(answer["faults"]) or answer["status"] != "invalid"


@given(st.lists(any_tile, max_size=18))
@settings(max_examples=100, deadline=None)
def test_any_tiles_have_an_answer_through_json(tiles: list[Tile]) -> None:
    body = {"rules": "riichi", "tiles": [tile.code for tile in tiles]}
    before = copy.deepcopy(body)
    answer = analyse_json(body)
    assert body == before
    again = analyse_json({"rules": "riichi", "hand": answer["hand"], "context": {"self_drawn": True}})
    assert again["hand"] == answer["hand"]


@given(drawn_hands(4, 7, 10, 13), st.permutations([0, 1, 2]), st.booleans())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_suits_can_be_swapped_and_mirrored(kinds: list[int], order: list[int], mirror: bool) -> None:  # noqa: FBT001
    def move(kind: int) -> int:
        if kind >= 27:
            return kind
        rank = 8 - kind % 9 if mirror else kind % 9
        return order[kind // 9] * 9 + rank

    one = count_kinds(tiles_of(kinds))
    other = count_kinds(tiles_of([move(kind) for kind in kinds]))
    assert shanten(one, FORMS) == shanten(other, FORMS)


@given(drawn_hands(4, 7, 10, 13), st.integers(0, KINDS - 1))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_draw_never_hurts_and_helps_by_one_at_most(kinds: list[int], drawn: int) -> None:
    before = count_kinds(tiles_of(kinds))
    if before[drawn] == COPIES:
        return
    after = before.copy()
    after[drawn] += 1
    assert shanten(before, FORMS) - 1 <= shanten(after, FORMS) <= shanten(before, FORMS)


@given(complete_hands())
@settings(max_examples=60, deadline=None)
def test_decompositions_are_the_hand(kinds: list[int]) -> None:
    counts = count_kinds(tiles_of(kinds))
    readings = RegularForm().decompositions(counts, 4)
    assert readings
    assert len(set(readings)) == len(readings)
    for reading in readings:
        used = np.bincount([kind for group in reading.groups for kind in group.kinds], minlength=KINDS)
        assert used.tolist() == counts.tolist()


@given(complete_hands(), st.integers(0, 13), st.booleans(), st.sampled_from(SEATS))
@settings(max_examples=60, deadline=None)
def test_wins_add_up_and_change_nothing(kinds: list[int], position: int, drawn: bool, seat: str) -> None:  # noqa: FBT001
    tiles = tiles_of(kinds)
    winning = tiles.pop(position)
    hand = Hand.build(tiles, winning_tile=winning)
    context = Context(seat=seat, self_drawn=drawn, honba=2)
    before = copy.deepcopy((hand, context))
    for rules in ("basic", "riichi"):
        found = analyse(hand, context, rules)
        assert found.status == "complete"
        assert {advice.tile for advice in found.discards} == set(hand.in_hand)
        if found.score is None:
            assert [fault.code for fault in found.faults] == ["no_yaku"]
            continue
        sums: dict[str, int] = {}
        for item in found.score.items:
            sums[item.unit] = sums.get(item.unit, 0) + item.value
        assert sums == found.score.sums
        if "discarder" not in found.score.payments:
            assert sum(found.score.payments.values()) == 0
    assert (hand, context) == before


@given(st.sampled_from(SEATS), st.none() | st.sampled_from(SEATS), st.lists(st.integers(0, 99), min_size=8, max_size=8))
def test_payments_of_seats_sum_to_zero(winner: str, discarder: str | None, amounts: list[int]) -> None:
    def due(seat: str, guilty: bool) -> int:  # noqa: FBT001
        return amounts[SEATS.index(seat) * 2 + guilty]

    payments = pay_winner(winner, due, self_drawn=discarder is None, discarder=discarder)
    assert sum(payments.values()) == 0
    assert payments[winner] >= 0
