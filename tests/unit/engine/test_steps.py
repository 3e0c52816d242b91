"""Steps give the same answers as whole arrays of hands, for every form, hand by hand."""

from __future__ import annotations

import random
import threading
from itertools import product

import numpy as np
import pytest

from engine.acceptance import Survey, survey
from engine.context import Context
from engine.counts import COPIES, KINDS, count_live, count_melds
from engine.decompose import Decomposition
from engine.hand import Hand
from engine.notation import parse_hand
from engine.rules.mcr.forms import FORMS as MCR_FORMS
from engine.rules.mcr.forms import HonoursAndKnittedTilesForm, KnittedStraightForm
from engine.shanten import (
    Batch,
    RegularForm,
    SevenPairsForm,
    ThirteenOrphansForm,
    WinningForm,
    find_steps,
    missing_tiles,
)
from engine.suits import SuitTables, TableNumbers, combine, remembered_suits
from engine.tally import Tally, kinds_in
from engine.tile import Tile

ORPHANS = [0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33]
Forms = tuple[WinningForm, ...]
States = dict[int | None, tuple[int, dict[int, int]]]

FORMS: list[Forms] = [
    (RegularForm(),),
    (SevenPairsForm(),),
    (SevenPairsForm(repeats=True),),
    (ThirteenOrphansForm(),),
    (RegularForm(), SevenPairsForm(), ThirteenOrphansForm()),
    (ThirteenOrphansForm(), SevenPairsForm(repeats=True), RegularForm()),
    (HonoursAndKnittedTilesForm(),),
    (KnittedStraightForm(),),
    MCR_FORMS,
]


class ArraysOnly:
    """A form without steps: another program's form, or a new one."""

    code = "arrays_only"

    def __init__(self, form: WinningForm) -> None:
        self._form = form

    def missing(self, hands: Batch, sets: int) -> Batch:
        return self._form.missing(hands, sets)

    def decompositions(self, concealed: np.ndarray, sets: int) -> tuple[Decomposition, ...]:
        return self._form.decompositions(concealed, sets)


def deal(generator: random.Random, size: int) -> list[int]:
    """Kinds from a wall that is whole, of few suits, of pairs, or of orphans, so that every form comes near."""
    wall = [kind for kind in range(KINDS) for _ in range(COPIES)]
    match generator.randrange(6):
        case 0:
            wall = [kind for kind in wall if kind < 9 or kind > 29]
        case 1:
            kinds = generator.sample(range(KINDS), size // 2 + 1)
            wall = [kind for kind in kinds for _ in range(generator.choice((2, 2, 4)))]
        case 2:
            wall = [kind for kind in wall if kind in ORPHANS]
        case 4:
            suits = generator.sample(range(3), 3)
            row = [9 * suit + rank for start, suit in enumerate(suits) for rank in range(start, 9, 3)]
            wall = [*row, *row, *range(27, 34), *generator.sample(wall, 8)]
            wall = [kind for place, kind in enumerate(wall) if wall[:place].count(kind) < COPIES]
        case 3:
            wall = [kind for kind in wall if kind % 9 in {2, 3, 4}]
    while len(wall) < size:
        wall.append(next(kind for kind in range(KINDS) if kind not in wall))
    return sorted(generator.sample(wall, size))


def array_steps(
    kinds: list[int], discards: list[int], sets: int, forms: tuple[WinningForm, ...]
) -> list[tuple[int, int]]:
    """What steps are, from the definition: missing tiles before and after every draw."""
    waiting = np.array([without(kinds, discard) for discard in discards or [None]])
    drawn = waiting[:, np.newaxis] + np.eye(KINDS, dtype=np.int16)
    before = missing_tiles(waiting, sets, forms)
    after = missing_tiles(drawn.reshape(-1, KINDS), sets, forms).reshape(-1, KINDS)
    helps = (after < before[:, np.newaxis]) & (waiting < COPIES)
    return [
        (int(lacks), sum(1 << int(kind) for kind in np.flatnonzero(row)))
        for lacks, row in zip(before, helps, strict=True)
    ]


def without(kinds: list[int], discard: int | None) -> np.ndarray:
    counts = np.bincount(kinds, minlength=KINDS).astype(np.int16)
    if discard is not None:
        counts[discard] -= 1
    return counts


@pytest.mark.parametrize("forms", FORMS, ids=lambda forms: "+".join(form.code for form in forms))
@pytest.mark.parametrize("size", [1, 2, 4, 5, 7, 8, 10, 11, 13, 14])
def test_steps_are_what_arrays_say(size: int, forms: tuple[WinningForm, ...]) -> None:
    generator = random.Random(size)
    for _ in range(25):
        kinds = deal(generator, size)
        discards = sorted(set(kinds)) if size % 3 == 2 else []
        wanted = array_steps(kinds, discards, size // 3, forms)
        if size < 13 and all(missing > 14 for missing, _ in wanted):
            continue  # out of reach with melds
        assert find_steps(Tally.of_kinds(kinds), discards, size // 3, forms) == wanted, kinds
        nearest = find_steps(Tally.of_kinds(kinds), discards, size // 3, forms, nearest=True)
        best = min(missing for missing, _ in wanted)
        assert [missing for missing, _ in nearest if missing == best] == [m for m, _ in wanted if m == best]
        assert [step for step in nearest if step[0] == best] == [step for step in wanted if step[0] == best], kinds


def test_forms_without_steps_are_followed_by_arrays() -> None:
    generator = random.Random(1)
    forms = FORMS[4]
    for arrays in product((False, True), repeat=3):
        mixed = tuple(ArraysOnly(form) if slow else form for form, slow in zip(forms, arrays, strict=True))
        for _ in range(10):
            tally = Tally.of_kinds(deal(generator, 14))
            discards = kinds_in(tally.held[0])
            assert find_steps(tally, discards, 4, mixed) == find_steps(tally, discards, 4, forms)


def array_survey(
    hand: Hand, context: Context, forms: tuple[WinningForm, ...]
) -> dict[int | None, tuple[int, dict[int, int]]]:
    """Shanten and live acceptance by discarded kind, None for the hand itself, from arrays and the definition."""
    kinds = [tile.kind for tile in hand.in_hand if tile.kind is not None]
    live, melds = count_live(hand, context), count_melds(hand)
    found: States = {}
    discards = sorted(set(kinds)) if hand.is_full else []
    steps = array_steps(kinds, discards, hand.sets_wanted, forms)
    for discard, (missing, draws) in zip(discards or [None], steps, strict=True):
        counts = without(kinds, discard)
        accepts = {k: int(live[k]) for k in kinds_in(draws) if counts[k] + melds[k] < COPIES}
        found[discard] = (missing - 1, accepts)
    return found


def shown(found: Survey) -> States:
    states = {None: found.waiting} if found.waiting else found.discards
    return {
        kind: (state.shanten, {accepted.tile.index: accepted.live for accepted in state.accepts})
        for kind, state in states.items()
    }


@pytest.mark.parametrize(
    "melds", ["", "(111z)", "(234m) [5555p]", "(333s) (345s) (345s)", "(1111m) (123m) (222z) (9999p)"]
)
def test_surveys_are_what_arrays_say(melds: str) -> None:
    generator = random.Random(melds)
    used = [tile.kind for tile in parse_hand(melds).all_tiles]
    wall = [kind for kind in range(KINDS) for _ in range(COPIES - used.count(kind))]
    for size in (13 - 3 * len(parse_hand(melds).melds), 14 - 3 * len(parse_hand(melds).melds)):
        for _ in range(12):
            few = [kind for kind in wall if kind < 20] if generator.random() < 0.5 else wall
            kinds = generator.sample(few, size)
            hand = Hand.build([Tile.of_kind(kind) for kind in kinds], parse_hand(melds).melds)
            rest = generator.sample(wall, 30)
            context = Context(visible=tuple(Tile.of_kind(kind) for kind in rest))
            for forms in (FORMS[0], FORMS[4]):
                found = survey(hand, context, forms)
                assert shown(found) == array_survey(hand, context, forms)
                counts = np.bincount(kinds, minlength=KINDS).astype(np.int16)
                assert found.shanten == missing_tiles(counts[np.newaxis], size // 3, forms)[0] - 1


@pytest.mark.parametrize("text", ["123m456p789s11222z", "1122m3344p5566s77z", "19m19p19s12345677z", "11m", "222m11m"])
def test_complete_hands_are_complete(text: str) -> None:
    assert survey(parse_hand(text), Context(), FORMS[4]).shanten == -1


def test_tallies_add_and_remove() -> None:
    generator = random.Random(2)
    for _ in range(50):
        kinds = deal(generator, 13)
        tally = Tally.of_kinds(kinds)
        assert tally.counts.tolist() == np.bincount(kinds, minlength=KINDS).tolist()
        assert tally.size == 13
        for kind in range(KINDS):
            if tally.copies_of(kind) < COPIES:
                more = tally.add(kind)
                assert more == Tally.of_kinds([*kinds, kind])
                assert more.remove(kind) == tally


def test_pairs_of_tables_are_what_arrays_say() -> None:
    numbers = remembered_suits().numbers
    generator = random.Random(3)
    remembered_suits().suited.growth([generator.randrange(5**5) * 5**4 for _ in range(200)])
    for _ in range(200):
        one, other = generator.randrange(100), generator.randrange(100)
        number = numbers.pairs[one][other]
        tables = numbers.tables()
        both = combine(tables[:, :, [one]], tables[:, :, [other]])
        assert (tables[:, :, [number]] == both).all()


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def make(counts: np.ndarray) -> np.ndarray:
        calls.append(counts.shape[1])
        return np.minimum(counts.sum(axis=0), 9)[np.newaxis, np.newaxis].repeat(5, 0).repeat(2, 1).astype(np.int8)

    monkeypatch.setattr("engine.suits._MOST_SUITS", 20)
    tables = SuitTables(3, make, TableNumbers())
    first = [tables.growth([suit])[0] for suit in range(100)]
    assert len(tables) <= 20
    assert [tables.growth([suit])[0] for suit in range(100)] == first


def test_threads_remember_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.suits._MOST_SUITS", 30)  # forgets all the time
    remembered_suits.cache_clear()
    hands = [Tally.of_kinds(deal(random.Random(seed), 14)) for seed in range(12)]
    answers: dict[int, list[object]] = {}

    def work(thread: int) -> None:
        answers[thread] = [find_steps(tally, kinds_in(tally.held[0]), 4, FORMS[4]) for tally in hands]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    remembered_suits.cache_clear()
    assert [answers[number] for number in range(4)] == [answers[0]] * 4
    work(4)
    assert answers[4] == answers[0]
