"""Hong Kong and Chinese Official mahjong do not care which suit is which; what cares is named here."""

from __future__ import annotations

import copy
from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.analysis import HandAnalysis, analyse
from engine.context import SEATS, Context
from engine.counts import COPIES, KINDS
from engine.hand import Hand
from engine.meld import Meld
from engine.tile import Tile

CALM = settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
RANKS = 9
FIRST_HONOUR = 27
SETS = [(kind,) * size for kind in range(KINDS) for size in (3, 4)] + [
    (kind, kind + 1, kind + 2) for kind in range(FIRST_HONOUR) if kind % RANKS <= 6
]
ROW = [0, 3, 6, 10, 13, 16, 20, 23, 26]
"""1-4-7 of characters, 2-5-8 of circles, 3-6-9 of bamboos."""
BOUND_TO_A_SUIT = {"all_green", "reversible_tiles"}

contexts = st.builds(
    Context,
    seat=st.sampled_from(SEATS),
    round=st.sampled_from(SEATS),
    self_drawn=st.booleans(),
    last_tile=st.booleans(),
)


@st.composite
def winning_hands(draw: st.DrawFn) -> Hand:
    """Hands of four sets and a pair, of seven pairs, or with a knitted row, four of a kind at most."""
    left = [COPIES] * KINDS

    def take(groups: list[tuple[int, ...]]) -> tuple[int, ...]:
        chosen = draw(st.sampled_from([group for group in groups if all(left[k] >= group.count(k) for k in group)]))
        for kind in chosen:
            left[kind] -= 1
        return chosen

    pairs = [(kind, kind) for kind in range(KINDS)]
    threes = [group for group in SETS if len(group) < COPIES]
    melds: list[Meld] = []
    form = draw(st.sampled_from(["regular", "regular", "seven pairs", "knitted"]))
    if form == "seven pairs":
        kinds = [kind for _ in range(7) for kind in take(pairs)]
    elif form == "knitted":
        for kind in ROW:
            left[kind] -= 1
        kinds = [*ROW, *take(threes), *take(pairs)]
    else:
        for _ in range(draw(st.integers(0, 4))):
            tiles = tuple(map(Tile.of_kind, take(SETS)))
            melds.append(Meld(tiles, concealed=len(tiles) == COPIES and draw(st.booleans())))
        kinds = [kind for _ in range(4 - len(melds)) for kind in take(threes)]
        kinds += take(pairs)
    tiles = [Tile.of_kind(kind) for kind in draw(st.permutations(kinds))]
    bonus = draw(st.lists(st.integers(1, 8), max_size=8, unique=True))
    return Hand.build([*tiles[1:], *(Tile.parse(f"{number}f") for number in bonus)], melds, tiles[0])


def moved(hand: Hand, order: list[int], *, mirror: bool = False) -> Hand:
    """Return the hand with its suits in another order, and its ranks from nine to one."""

    def move(tile: Tile) -> Tile:
        if tile.kind is None or tile.kind >= FIRST_HONOUR:
            return tile
        suit, rank = divmod(tile.kind, RANKS)
        return Tile.of_kind(order[suit] * RANKS + (RANKS - 1 - rank if mirror else rank))

    return replace(
        hand,
        concealed=tuple(map(move, hand.concealed)),
        melds=tuple(replace(meld, tiles=tuple(map(move, meld.tiles))) for meld in hand.melds),
        winning_tile=None if hand.winning_tile is None else move(hand.winning_tile),
    )


def items(found: HandAnalysis) -> list[tuple[str, int]]:
    assert found.status in {"complete", "incomplete", "ready"}
    if found.score is None:
        return []
    assert sum(item.value for item in found.score.items) == found.score.sums["fan"]
    if set(found.score.payments) == set(SEATS):
        assert sum(found.score.payments.values()) == 0
    return sorted((item.code, item.value) for item in found.score.items)


@given(winning_hands(), contexts, st.permutations([0, 1, 2]), st.booleans())
@CALM
def test_hong_kong_sees_no_suits_and_no_direction(hand: Hand, context: Context, order: list[int], mirror: bool) -> None:  # noqa: FBT001
    options = {"preset": "casual", "seven_pairs": 4}
    before = copy.deepcopy((hand, context, options))
    one = analyse(hand, context, "hong_kong", options)
    other = analyse(moved(hand, order, mirror=mirror), context, "hong_kong", options)
    assert items(one) == items(other)
    assert (one.status, one.shanten) == (other.status, other.shanten)
    assert (hand, context, options) == before


@given(winning_hands(), contexts, st.permutations([0, 1, 2]))
@CALM
def test_chinese_official_sees_no_suits_but_in_two_fan(hand: Hand, context: Context, order: list[int]) -> None:
    before = copy.deepcopy((hand, context))
    one = analyse(hand, context, "mcr", {"minimum": 0})
    other = analyse(moved(hand, order), context, "mcr", {"minimum": 0})
    assert (one.status, one.shanten) == (other.status, other.shanten) == ("complete", -1)
    if not {code for found in (one, other) for code, _ in items(found)} & {*BOUND_TO_A_SUIT}:
        assert items(one) == items(other)
    assert (hand, context) == before
