"""Chinese classical: what has to hold for any hand, any options and any four scores."""

from __future__ import annotations

import copy
import random
from itertools import product
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.analysis import analyse
from engine.context import SEATS, Context, Wind
from engine.counts import COPIES, KINDS
from engine.hand import Hand
from engine.interchange import analyse_json
from engine.meld import Meld
from engine.rules.chinese_classical.doubling import doubled
from engine.rules.registry import get_rule_set
from engine.settlement import Table, settle
from engine.tile import CODES, UNREADABLE_CODE, Tile

if TYPE_CHECKING:
    from engine.rules.base import Score

SLOW = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
RULES = "chinese_classical"

any_options = st.fixed_dictionaries(
    {},
    optional={
        "preset": st.sampled_from(["sheet", "club"]),
        "base": st.sampled_from([0, 10, 20]),
        "limit": st.sampled_from([2, 301, 100_000]),
        "round_wind_pair": st.sampled_from([0, 2]),
        "extras": st.sampled_from(["points", "double"]),
        "pure_suit_doubles": st.integers(0, 3),
        "all_honours": st.sampled_from(["none", "double", "limit"]),
    },
)
any_bonus = st.sets(st.sampled_from([f"{number}f" for number in range(1, 9)]))


@st.composite
def dealt_hands(draw: st.DrawFn, *, complete: bool) -> Hand:
    """Hands from one wall: four sets and a pair, some of them laid, or thirteen tiles with melds among them."""
    deal = random.Random(draw(st.integers(0, 2**32)))
    counts = [0] * KINDS
    groups: list[list[int]] = []
    for _ in range(4 if complete else draw(st.integers(0, 3))):
        chows = [[kind, kind + 1, kind + 2] for kind in range(27) if kind % 9 <= 6]
        pungs = [[kind] * 3 for kind in range(KINDS)] + [[kind] * 4 for kind in range(KINDS)]
        choice = deal.choice([group for group in (*chows, *pungs, *pungs[27:34]) if fits(counts, group)])
        groups.append(choice)
        for kind in choice:
            counts[kind] += 1
    laid, concealed = [], []
    for group in groups:
        if len(group) == 4 or not complete or draw(st.booleans()):
            shown = len(group) < 4 or draw(st.booleans())
            laid.append(Meld(tuple(map(Tile.of_kind, group)), concealed=not shown))
        else:
            concealed += group
    if complete:
        concealed += deal.choice([[kind] * 2 for kind in range(KINDS) if fits(counts, [kind] * 2)])
    else:
        rest = [kind for kind in range(KINDS) for _ in range(COPIES - counts[kind])]
        concealed = deal.sample(rest, 13 - 3 * len(laid))
    deal.shuffle(concealed)
    tiles = [*map(Tile.of_kind, concealed), *map(Tile.parse, draw(any_bonus))]
    if not complete:
        return Hand.build(tiles, laid)
    return Hand.build(tiles[1:], laid, tiles[0])


def fits(counts: list[int], group: list[int]) -> bool:
    return all(counts[kind] + group.count(kind) <= COPIES for kind in group)


def check_score(score: Score, limit: int) -> None:
    """Check that items add up to the sums, and the sums to the total."""
    sums: dict[str, int] = {}
    for item in score.items:
        assert item.value > 0
        sums[item.unit] = sums.get(item.unit, 0) + item.value
    assert sums == dict(score.sums)
    count = doubled(sums.get("points", 0), sums.get("doubles", 0))
    assert score.total <= limit
    assert score.uncapped == (None if score.limit is None else count)
    if score.limit is None:
        assert score.total == count
    assert (score.limit == "limit") is ("limit" in sums or count > limit)
    assert score.explanation


@given(dealt_hands(complete=True), any_options, st.sampled_from(SEATS), st.booleans(), st.booleans())
@SLOW
def test_wins_add_up_and_change_nothing(
    hand: Hand,
    options: dict[str, object],
    seat: Wind,
    drawn: bool,  # noqa: FBT001
    last: bool,  # noqa: FBT001
) -> None:
    context = Context(seat=seat, self_drawn=drawn, last_tile=last)
    before = copy.deepcopy((hand, context, options))
    rules = get_rule_set(RULES).configure(options)
    found = analyse(hand, context, rules)
    assert (found.status, found.faults) == ("complete", ())
    assert found.score is not None
    check_score(found.score, int(rules.option_values["limit"]))
    assert found.score.payments is not None
    assert sum(found.score.payments.values()) == 0
    assert found.score.payments[seat] == found.score.total * (6 if seat is Wind.EAST else 4)
    assert (hand, context, options) == before


@given(dealt_hands(complete=False), any_options, st.sampled_from(SEATS))
@SLOW
def test_losers_add_up_and_are_paid_nothing_yet(hand: Hand, options: dict[str, object], seat: Wind) -> None:
    rules = get_rule_set(RULES).configure(options)
    found = analyse(hand, Context(seat=seat), rules)
    assert found.status in {"ready", "incomplete"}
    assert found.score is not None
    check_score(found.score, int(rules.option_values["limit"]))
    assert found.score.payments is None
    assert {item.unit for item in found.score.items} <= {"points", "doubles"}


@given(dealt_hands(complete=False), st.sampled_from(SEATS))
@SLOW
def test_no_other_use_of_a_losers_tiles_scores_more(hand: Hand, seat: Wind) -> None:
    """Every kind of concealed tiles as nothing, as a pair or as a pung: the best is the score."""
    score = analyse(hand, Context(seat=seat), RULES, {"limit": 100_000}).score
    assert score is not None
    of_kinds = [hand.concealed.count(tile) for tile in dict.fromkeys(hand.concealed)]
    melds = [item for item in score.items if item.code.startswith("exposed") or item.code == "concealed_kong"]
    laid_points = sum(item.value for item in melds) + sum(item.value for item in score.items if "bonus_t" in item.code)
    laid = {item.name.rpartition(" ")[2] for item in melds}
    laid_doubles = sum(
        item.value
        for item in score.items
        if item.unit == "doubles" and ("bonus" in item.code or item.name.rpartition(" ")[2] in laid)
    )
    uses: list[list[tuple[int, int]]] = []
    for tile, count in zip(dict.fromkeys(hand.concealed), of_kinds, strict=True):
        valued = tile.is_dragon or tile.kind == seat.kind
        choices = [(0, 0)]
        if count >= 2 and valued:
            choices.append((2, 0))
        if count >= 3:
            choices.append((8 if tile.is_honour or tile.is_terminal else 4, int(valued)))
        uses.append(choices)
    best = max(
        doubled(laid_points + sum(p for p, _ in way), laid_doubles + sum(d for _, d in way)) for way in product(*uses)
    )
    assert score.uncapped or score.total == best


def splits(kinds: tuple[int, ...], paired: bool = False) -> list[tuple[tuple[int, ...], ...]]:  # noqa: FBT001, FBT002
    """Return every way to split sorted kinds into sets and one pair, found by trying all."""
    if not kinds:
        return [()] if paired else []
    first = kinds[0]
    groups = [(first,) * 3]
    if first < 27 and first % 9 <= 6:
        groups.append((first, first + 1, first + 2))
    if not paired:
        groups.append((first,) * 2)
    found = []
    for group in groups:
        rest = list(kinds)
        if all(group.count(kind) <= rest.count(kind) for kind in group):
            for kind in group:
                rest.remove(kind)
            found += [(group, *others) for others in splits(tuple(rest), paired or len(group) == 2)]
    return found


def best_total(hand: Hand, seat: Wind, *, drawn: bool) -> int:
    """Return a winner's score by the sheet, found by trying every split and every place of the winning tile."""
    kinds = tuple(sorted(tile.kind for tile in hand.in_hand if tile.kind is not None))
    assert hand.winning_tile is not None
    winning = hand.winning_tile.kind
    before, held = list(kinds), [tile.kind for tile in hand.all_tiles]
    before.remove(winning)
    suits = {kind // 9 for kind in held if kind is not None and kind < 27}
    held.remove(winning)
    waits = [kind for kind in range(KINDS) if held.count(kind) < COPIES and splits(tuple(sorted([*before, kind])))]
    valued = {31, 32, 33, seat.kind}
    narrow = {(2, 0), (0, 6), *((1, rank) for rank in range(7))}
    melds = [([tile.kind for tile in meld.tiles], meld.concealed) for meld in hand.melds]
    bonus = [int(tile.code[0]) - 1 for tile in hand.bonus]
    totals = []
    for groups in splits(kinds):
        for place, completed in enumerate(groups):
            if winning not in completed:
                continue
            sets = [(list(group), drawn or n != place) for n, group in enumerate(groups) if len(group) > 2]
            pungs = [(group[0], len(group), hidden) for group, hidden in (*sets, *melds) if group[0] == group[1]]
            pair = next(group for group in groups if len(group) == 2)
            points = 10 + 4 * sum(number % 4 != SEATS.index(seat) for number in bonus) + 2 * drawn
            doubles = 0
            for kind, size, hidden in pungs:
                outside = kind >= 27 or kind % 9 in {0, 8}
                points += 2 * 2**outside * 2**hidden * 4 ** (size == 4)
                doubles += kind in valued
            points += 2 * (pair[0] in valued)
            offset = winning - completed[0]
            fits_one = len(completed) == 2 or (completed[0] != completed[1] and (offset, completed[0] % 9) in narrow)
            points += 2 * (len(waits) == 1 and fits_one)
            points += 10 * (len(pungs) == 4) + 10 * (not pungs and pair[0] not in valued)
            for group in (range(4), range(4, 8)):
                doubles += 2 if set(group) <= set(bonus) else group[SEATS.index(seat)] in bonus
            doubles += len(suits) == 1
            kinds_of_pungs = {kind for kind, _, _ in pungs}
            limit = kinds_of_pungs >= {31, 32, 33} or kinds_of_pungs >= {27, 28, 29, 30}
            totals.append(300 if limit else min(points * 2**doubles, 300))
    return max(totals)


@given(dealt_hands(complete=True), st.sampled_from(SEATS), st.booleans())
@SLOW
def test_the_best_of_all_splits_and_places_is_the_score(hand: Hand, seat: Wind, drawn: bool) -> None:  # noqa: FBT001
    score = analyse(hand, Context(seat=seat, self_drawn=drawn), RULES).score
    assert score is not None
    assert score.total == best_total(hand, seat, drawn=drawn)


@given(dealt_hands(complete=True), st.permutations([0, 1, 2]), st.booleans(), st.booleans())
@SLOW
def test_suits_can_be_swapped_and_mirrored(hand: Hand, order: list[int], mirror: bool, drawn: bool) -> None:  # noqa: FBT001
    def move(tile: Tile) -> Tile:
        if tile.kind is None or tile.is_honour:
            return tile
        rank = 8 - tile.kind % 9 if mirror else tile.kind % 9
        return Tile.of_kind(order[tile.kind // 9] * 9 + rank)

    assert hand.winning_tile is not None
    moved = Hand(
        tuple(map(move, hand.concealed)),
        tuple(Meld(tuple(map(move, meld.tiles)), concealed=meld.concealed) for meld in hand.melds),
        hand.bonus,
        move(hand.winning_tile),
    )
    scores = [analyse(each, Context(self_drawn=drawn), RULES).score for each in (hand, moved)]
    first, second = (score and (score.total, dict(score.sums), score.payments) for score in scores)
    assert first == second


@given(
    st.lists(st.integers(0, 1000), min_size=4, max_size=4),
    st.none() | st.sampled_from(SEATS),
    st.sampled_from([2, 300, 500]),
)
def test_settling_is_a_matter_of_pairs(points: list[int], winner: Wind | None, limit: int) -> None:
    scores = dict(zip(SEATS, points, strict=True))
    before = dict(scores)
    found = settle(get_rule_set(RULES).configure({"limit": limit}), Table(winner, scores))
    assert scores == before
    cut = {seat: min(score, limit) for seat, score in scores.items()}
    assert found.scores == cut
    expected = dict.fromkeys(SEATS, 0)
    for payer, payee in product(SEATS, SEATS):
        if winner is None or payer is payee or payer is winner:
            continue
        amount = cut[payee] if payee is winner else max(cut[payee] - cut[payer], 0)
        amount *= 2 if Wind.EAST in {payer, payee} else 1
        expected[payer] -= amount
        expected[payee] += amount
    assert found.payments == expected
    assert sum(found.payments.values()) == 0
    assert all(transfer.amount > 0 and transfer.reason for transfer in found.transfers)


any_code = st.sampled_from([*CODES, UNREADABLE_CODE])


@given(
    st.lists(any_code, max_size=18),
    st.lists(st.lists(any_code, min_size=1, max_size=5), max_size=4),
    st.sampled_from("ESWN"),
    st.fixed_dictionaries(
        {},
        optional=dict.fromkeys(
            ("self_drawn", "last_tile", "kong_replacement", "robbing_kong", "first_turn"), st.booleans()
        ),
    ),
    any_options,
)
@SLOW
def test_any_tiles_have_an_answer(
    tiles: list[str], melds: list[list[str]], seat: str, facts: dict[str, bool], options: dict[str, object]
) -> None:
    body = {
        "rules": RULES,
        "tiles": tiles,
        "melds": [{"tiles": meld} for meld in melds],
        "context": {"seat": seat, **facts},
        "options": options,
    }
    before = copy.deepcopy(body)
    answer = analyse_json(body)
    assert body == before
    assert (answer["status"] == "invalid") <= bool(answer["faults"])
    assert answer["status"] in {"complete", "invalid"} or answer["score"]["payments"] is None
