from __future__ import annotations

import pytest

from engine.hand import TileSet
from engine.meld import Meld
from engine.notation import parse_hand, parse_tiles

FULL = "123m456p789s1122z"


def codes(text: str, tile_set: TileSet | None = None) -> list[str]:
    return [fault.code for fault in parse_hand(text).faults(tile_set)]


@pytest.mark.parametrize(
    ("tiles", "concealed", "shape"),
    [
        ("123m", False, "chow"),
        ("406p", False, "chow"),
        ("789s", False, "chow"),
        ("050s", False, "pung"),
        ("5555z", True, "kong"),
        ("891m", False, None),
        ("123z", False, None),
        ("124m", False, None),
        ("1m2p3s", False, None),
        ("11m", False, None),
        ("11111m", False, None),
        ("1112m", True, None),
        ("33s1j", False, None),
    ],
)
def test_meld_shapes(tiles: str, concealed: bool, shape: str | None) -> None:  # noqa: FBT001
    meld = Meld(parse_tiles(tiles), concealed)
    assert meld.shape == shape
    assert meld.is_valid == (shape is not None)


@pytest.mark.parametrize("tiles", ["111m", "123m"])
def test_only_kongs_are_laid_concealed(tiles: str) -> None:
    assert not Meld(parse_tiles(tiles), concealed=True).is_valid


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (FULL, []),
        ("1m (111z) (222z) (333z) (444z)", []),
        ("11m", []),
        ("1m", []),
        ("", ["wrong_size"]),
        ("123m", ["wrong_size"]),
        (f"{FULL}55z", ["wrong_size"]),
        ("1m (111z) (222z) (333z) (444z) (555z)", ["wrong_size"]),
        ("11122233344m +5m", ["wrong_size", "winning_tile_missing"]),
        ("12m34p +5p", []),
        ("123m +4m", ["wrong_size"]),
        ("1112m +1f", ["winning_tile_missing"]),
        ("5550m1z5m11z", ["five_of_a_kind"]),
        ("555m1z (550m)", ["five_of_a_kind"]),
        ("1z 1f1f", ["bonus_twice"]),
        ("1m (124z)", ["bad_meld"]),
        ("1m (12f1z)", ["bad_meld"]),
        ("1m [111z]", ["bad_meld"]),
        ("1j", ["joker_not_allowed"]),
        ("1m (33s1j)", ["joker_not_allowed"]),
        ("0x", ["face_down"]),
        ("1m [11z00x]", ["face_down"]),
        ("??", ["unreadable"]),
        (
            "111115m 22p (124z) 1f1f 1j0x??",
            [
                "five_of_a_kind",
                "bonus_twice",
                "bad_meld",
                "joker_not_allowed",
                "face_down",
                "unreadable",
            ],
        ),
    ],
)
def test_all_faults_at_once(text: str, expected: list[str]) -> None:
    assert codes(text) == expected


@pytest.mark.parametrize(
    ("red_fives", "text", "expected"),
    [
        (None, "00m5p5s", []),
        ((1, 1, 1), "0m0p0s1z", []),
        ((1, 1, 1), "00m5p5s", ["red_five_count"]),
        ((1, 2, 1), "00p5m5s", []),
        ((1, 2, 1), "1z (000p)", ["red_five_count"]),
    ],
)
def test_red_fives_are_counted_per_suit(
    red_fives: tuple[int, int, int] | None,
    text: str,
    expected: list[str],
) -> None:
    assert codes(text, TileSet(red_fives=red_fives)) == expected


def test_faults_name_the_tiles() -> None:
    (fault,) = parse_hand("5550m1z5m11z").faults()
    assert [tile.code for tile in fault.tiles] == ["5m", "5m", "5m", "5m", "0m"]
    assert "5m is there 5 times" in fault.message


def test_missing_melds_are_a_notice() -> None:
    hand = parse_hand("11m (111z)")
    assert not hand.faults()
    (notice,) = hand.notices()
    assert notice.code == "missing_melds"
    assert hand.missing_melds == 3


def test_bonus_tiles_outside_the_set_are_a_notice() -> None:
    hand = parse_hand(f"{FULL} 1f")
    assert [notice.code for notice in hand.notices()] == ["bonus_ignored"]
    assert hand.notices(TileSet(bonus=True)) == ()


def test_what_a_hand_holds() -> None:
    hand = parse_hand("12m (111z) [2222z] 3f +3m")
    assert [tile.code for tile in hand.in_hand] == ["1m", "2m", "3m"]
    assert len(hand.all_tiles) == 11
    assert not hand.is_concealed
    assert parse_hand("12m [2222z] +3m").is_concealed
