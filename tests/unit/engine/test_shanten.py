from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pytest

from engine.counts import COPIES, KINDS, count_kinds
from engine.notation import parse_tiles
from engine.shanten import RegularForm, SevenPairsForm, ThirteenOrphansForm, WinningForm, missing_tiles, shanten

REGULAR = (RegularForm(),)
ALL = (RegularForm(), SevenPairsForm(), ThirteenOrphansForm())


@pytest.mark.parametrize(
    ("text", "forms", "expected"),
    [
        ("123m456p789s11222z", REGULAR, -1),
        ("123m456p789s1122z", REGULAR, 0),
        ("147m258p369s1234z", REGULAR, 8),
        ("147m258p369s1234z", ALL, 6),
        ("11m", REGULAR, -1),
        ("1m", REGULAR, 0),
        ("1111m", REGULAR, 1),
        ("11112222333344m", REGULAR, -1),
        ("1122m3344p5566s7z", ALL, 0),
        ("1122m3344p5566s77z", ALL, -1),
        ("1111m3344p5566s77z", ALL, 1),
        ("19m19p19s1234567z", ALL, 0),
        ("19m19p19s12345677z", ALL, -1),
        ("19m19p19s12345777z", ALL, 0),
        ("2345m2345p2345s22z", ALL, 1),
    ],
)
def test_known_hands(text: str, forms: tuple[WinningForm, ...], expected: int) -> None:
    assert shanten(count_kinds(parse_tiles(text)), forms) == expected


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("1111m3344p5566s77z", 0),
        ("11112222333344m", 0),
        ("1111m3344p5566s7z", 1),
        ("1111222233334m", 1),
        ("147m258p369s12345z", 7),
    ],
)
def test_four_of_a_kind_can_be_two_pairs(text: str, missing: int) -> None:
    hands = count_kinds(parse_tiles(text))[np.newaxis]
    assert SevenPairsForm(repeats=True).missing(hands, 4)[0] == missing


def test_special_forms_need_a_hand_without_melds() -> None:
    hands = count_kinds(parse_tiles("19m19p19s12z"))[np.newaxis]
    for form in (SevenPairsForm(), SevenPairsForm(repeats=True), ThirteenOrphansForm()):
        assert form.missing(hands, 2)[0] > 14
        assert form.decompositions(hands[0], 2) == ()


def test_special_forms_are_read_once() -> None:
    (pairs,) = SevenPairsForm().decompositions(count_kinds(parse_tiles("1122m3344p5566s77z")), 4)
    assert [group.text for group in pairs.groups] == ["11m", "22m", "33p", "44p", "55s", "66s", "77z"]
    (orphans,) = ThirteenOrphansForm().decompositions(count_kinds(parse_tiles("19m19p19s12345677z")), 4)
    assert orphans.groups == ()
    assert RegularForm().decompositions(count_kinds(parse_tiles("1122m3344p5566s77z")), 4) == ()
    assert RegularForm().decompositions(count_kinds(parse_tiles("1122m")), 4) == ()


def all_sets() -> list[np.ndarray]:
    """Every chow and pung of one suit, as counts."""
    identity = np.eye(9, dtype=int)
    return [3 * identity[rank] for rank in range(9)] + [
        identity[rank] + identity[rank + 1] + identity[rank + 2] for rank in range(7)
    ]


@pytest.mark.parametrize("sets", [0, 1, 2, 3])
def test_one_suit_agrees_with_trying_everything(sets: int) -> None:
    """Every complete hand of one suit is built; a hand's distance is that to the nearest of them.

    Tiles of other suits could be nearer only by making whole sets of which nothing is held, as in the suit itself.
    """
    targets = [
        sum(chosen, start=2 * np.eye(9, dtype=int)[pair])
        for chosen in combinations_with_replacement(all_sets(), sets)
        for pair in range(9)
    ]
    complete = np.array([target for target in targets if target.max() <= COPIES])
    generator = np.random.default_rng(sets)
    for _ in range(150):
        tiles = generator.permutation(np.repeat(np.arange(9), COPIES))[: 3 * sets + 1]
        suit = np.bincount(tiles, minlength=9)
        wanted = np.maximum(complete - suit, 0).sum(axis=1).min()
        hand = np.zeros((1, KINDS), dtype=np.int16)
        hand[0, 9:18] = suit
        assert missing_tiles(hand, sets, REGULAR)[0] == wanted, suit
