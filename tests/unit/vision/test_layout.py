"""Whole layouts: photos of an imaginary table to rows, groups and hands."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.notation import parse_hand
from vision.layout import LayoutOptions, arrange

TABLES = runpy.run_path(str(Path(__file__).with_name("tables.py")))
Camera, photograph, row, Tile, codes_of = (TABLES[name] for name in ("Camera", "photograph", "row", "Tile", "codes_of"))


def added_kong() -> list[Any]:
    tiles = row("123m456p78s11z  555z", turned=(11,))
    return [*tiles, Tile("5z", tiles[11].x, tiles[11].y - 0.8, 270)]


HANDS = {
    "run": (row("123m456p789s11222z"), "123m456p789s11222z"),
    "sets that touch are one run": (row("111m222m333m444m55z"), "111222333444m55z"),
    "quarter gaps are irregular, no groups": (row("123m 456p 789s 11z 222z"), "123m456p789s11222z"),
    "meld after a gap": (row("123m456p78s11z   222z"), "123m456p78s11z (222z)"),
    "meld before the run": (row("222z   123m456p78s11z"), "123m456p78s11z (222z)"),
    "no set, no meld": (row("123m456p78s11z   122z"), "123m456p78s11122z"),
    "turned meld without a gap": (row("123m456p78s11z222z", turned=(11,)), "123m456p78s11z (222z)"),
    "claimed chow": (row("123m456p78s11z435p", turned=(10,)), "123m456p78s11z (345p)"),
    "two turned melds": (row("123m456p1z222z345s", turned=(7, 10)), "123m456p1z (222z) (345s)"),
    "turned meld inside the run": (row("123p789p55z222m777z", turned=(4, 9, 12)), "123p55z (789p) (222m) (777z)"),
    "kong after a gap": (row("123m456p7s   2222z   345s"), "123m456p7s (2222z) (345s)"),
    "added kong": (added_kong(), "123m456p78s11z (5555z)"),
    "concealed kong": (row("123m456p78s11z   0x55z0x"), "123m456p78s11z [5555z]"),
    "concealed kong touching": (row("123m456p78s11z0x55z0x"), "123m456p78s11z [5555z]"),
    "concealed kong, backs inside": (row("123m456p78s11z   5z0x0x5z"), "123m456p78s11z [5555z]"),
    "concealed kong of fives": (row("123m456p78s11z   0x05p0x"), "123m456p78s11z [0555p]"),
    "bonus beside the run": (row("1f5f123m456p789s1122z"), "123m456p789s1122z 1f5f"),
    "bonus inside the run": (row("123m1f456p789s5f1122z"), "123m456p789s1122z 1f5f"),
    "winning tile apart": (row("123m456p789s1122z   2z"), "123m456p789s1122z +2z"),
    "winning tile apart on the left": (row("2z   123m456p789s1122z"), "123m456p789s1122z +2z"),
    "winning tile before melds": (row("123m456p7s   7s   222z"), "123m456p7s (222z) +7s"),
    "winning tile after melds": (row("123m456p7s   222z   7s"), "123m456p7s (222z) +7s"),
    "winning tile turned": (row("123m456p789s1122z5m", turned=(13,)), "123m456p789s1122z +5m"),
    "thirteen with one apart wait": (row("123m456p789s112z   2z"), "123m456p789s1122z"),
    "two tiers": (row("123m456p") + row("789s1122z", at=(0.4, 1.1)), "123m456p789s1122z"),
    "two rows apart that make a hand": (row("123m456p") + row("789s1122z", at=(0, 2.6)), "123m456p789s1122z"),
    "meld in the row behind": (row("555z", at=(1, 0)) + row("123m456p789s11z", at=(0, 1.4)), "123m456p789s11z (555z)"),
    "melds in front": (row("123m456p1z") + row("222z   345s", at=(0, 3.0)), "123m456p1z (222z) (345s)"),
    "bonus in front": (row("123m456p789s1122z") + row("1f5f", at=(6, 2.5)), "123m456p789s1122z 1f5f"),
    "drawn tile across the rack": ([*row("123m456p789s1122z"), Tile("2z", 4, -1.05)], "123m456p789s1122z +2z"),
    "all exposed, complete": (row("123m   456p   789s   222z   55z"), "55z (123m) (456p) (789s) (222z)"),
    "all exposed, waiting": (row("123m   456p   789s   222z   5z"), "5z (123m) (456p) (789s) (222z)"),
    "american": (row("333s1j   222p   111f7m8m11z"), "78m11z (333s1j) (222p) 1f1f1f"),
    "unreadable": (row("123m4p??6p789s1122z"), "123m4p??6p789s1122z"),
    "only bonus": (row("1234f"), "1f2f3f4f"),
    "one meld alone is concealed": (row("4444p"), "4444p"),
}  # fmt: skip


@pytest.mark.parametrize(("tiles", "hand"), HANDS.values(), ids=HANDS)
@pytest.mark.parametrize("camera", [Camera(), Camera(roll_deg=180, perspective=0.03, foreshortening=0.8, jitter=0.02)])
def test_hands(tiles: list[Any], hand: str, camera: Any) -> None:  # noqa: ANN401 - a class loaded at run time
    found = arrange(**photograph(tiles, camera))
    assert found.hand == hand
    parse_hand(found.hand)


@pytest.mark.parametrize(("tiles", "hand"), HANDS.values(), ids=HANDS)
def test_boxes_without_corners_and_rotations_suffice_when_upright(tiles: list[Any], hand: str) -> None:
    camera = Camera(has_quads=False, has_rotations=False, foreshortening=0.9)
    assert arrange(**photograph(tiles, camera)).hand == hand


@pytest.mark.parametrize(("tiles", "hand"), HANDS.values(), ids=HANDS)
def test_every_tile_has_its_place_in_rows_and_groups(tiles: list[Any], hand: str) -> None:
    found = arrange(**photograph(tiles, Camera(roll_deg=45)))
    n = len(tiles)
    assert hand
    assert sorted(found.order) == list(range(n))
    assert len(found.rows) == len(found.groups) == len(found.rotations) == n
    assert list(found.rows) == sorted(found.rows)
    assert sorted(tile for group in found.tile_groups for tile in group.tiles) == list(range(n))
    assert all(found.groups[tile] == g for g, group in enumerate(found.tile_groups) for tile in group.tiles)
    firsts = [group.tiles[0] for group in found.tile_groups]
    assert firsts == sorted(firsts)


def test_reading_order_and_rows_of_two_tiers() -> None:
    found = arrange(**photograph(row("123m456p") + row("789s1122z", at=(0.4, 1.1)), Camera(roll_deg=200)))
    assert found.order == tuple(range(13))
    assert found.rows == (0,) * 6 + (1,) * 7


def test_a_grid_is_read_whole_since_no_row_is_better_than_another() -> None:
    tiles = [
        tile
        for n, text in enumerate(["12345m", "12345p", "12345s", "12344z", "56789m"])
        for tile in row(text, at=(0, 1.1 * n))
    ]
    found = arrange(**photograph(tiles))
    assert found.rows == tuple(n // 5 for n in range(25))
    assert found.hand == "12345m12345p12345s12344z56789m"
    assert [warning.code for warning in found.warnings] == ["count"]


def test_a_whole_hand_leaves_a_touching_row_out() -> None:
    found = arrange(**photograph(row("7766z5555z") + row("88789m678p3568s9m", at=(0, 1.1))))
    assert found.hand == "88789m678p3568s9m"
    assert [(group.kind, group.text) for group in found.tile_groups] == [
        ("loose", "77665555z"),
        ("concealed", "88789m678p3568s9m"),
    ]


SETS = row("234m   345m", at=(0, 0)) + row("678m   789m", at=(2.6, 1.3))
"""Four sets in two rows: twelve tiles are no hand."""


def test_a_pair_laid_apart_completes_sets_to_a_hand() -> None:
    found = arrange(**photograph(SETS + row("77z", at=(-1.3, 3.0))))
    assert found.hand == "77z (234m) (345m) (678m) (789m)"
    assert not found.warnings
    assert arrange(**photograph(SETS + row("66z", at=(6, 3.6)))).hand == "66z (234m) (345m) (678m) (789m)"


@pytest.mark.parametrize(
    "beside",
    [
        row("77z", at=(-1.3, 3.0)) + row("66z", at=(6, 3.6)),
        row("17z", at=(-1.3, 3.0)),
        row("77z", at=(-1.3, 6.5)),
        row("77z", at=(-1.3, 3.0), turned=(0, 1)),
    ],
    ids=["two pairs", "no pair", "far", "turned"],
)
def test_groups_that_may_be_something_else_stay_loose(beside: list[Any]) -> None:
    found = arrange(**photograph(SETS + beside))
    assert "7z" not in found.hand
    assert [warning.code for warning in found.warnings] == ["count"]


def test_discards_far_away_are_loose() -> None:
    tiles = row("123m456p789s1122z", at=(-5, 0))
    tiles += [Tile(code, -2 + 0.9 * (n % 6), -5 + 1.2 * (n // 6)) for n, code in enumerate(codes_of("47m19p3s5z28s"))]
    found = arrange(**photograph(tiles))
    assert found.hand == "123m456p789s1122z"
    assert {group.kind for group in found.tile_groups} == {"concealed", "loose"}
    assert found.rows[found.order.index(0)] == 2


def test_small_tiles_of_a_neighbour_are_loose() -> None:
    tiles = row("123m456p789s1122z") + row("555z", at=(4, -1.2), size=0.5)
    found = arrange(**photograph(tiles, sizes={13: 0.5, 14: 0.5, 15: 0.5}))
    assert found.hand == "123m456p789s1122z"
    assert [group.kind for group in found.tile_groups] == ["loose", "concealed"]


@pytest.mark.parametrize("front", [3, 5])
def test_large_things_that_cannot_be_read_are_no_hand_where_others_can(front: int) -> None:
    """Pieces of a floor nearer to the camera than the rack, each several times as large as a tile."""
    rack = row("123m456p789s11222z", at=(-6, 0))
    floor = row("??" * front, at=(-6, 6), size=4)
    sizes = dict.fromkeys(range(len(rack), len(rack) + front), 4)
    found = arrange(**photograph(rack + floor, sizes=sizes))
    assert found.hand == "123m456p789s11222z"
    assert [group.kind for group in found.tile_groups] == ["concealed", "loose"]
    alone = arrange(**photograph(floor, sizes=dict.fromkeys(range(front), 4)))
    assert alone.hand == "??" * front, "nothing else is there"


def test_a_tile_far_to_the_side_is_loose_where_the_rest_is_a_hand() -> None:
    found = arrange(**photograph([*row("123m456p789s11222z", at=(-6, 0)), Tile("9m", 8.5, 0)]))
    assert found.hand == "123m456p789s11222z"
    assert [group.text for group in found.tile_groups if group.kind == "loose"] == ["9m"]


def test_a_face_among_backs_is_an_indicator() -> None:
    found = arrange(**photograph(row("123m456p789s1122z") + row("0x0x5m0x0x", at=(3, -4))))
    assert [(g.kind, g.text) for g in found.tile_groups if g.kind != "concealed"] == [
        ("loose", "0x0x0x0x"),
        ("indicator", "5m"),
    ]


def test_meld_and_winning_tile_have_their_groups() -> None:
    found = arrange(**photograph(row("123m456p7s   7s   222z")))
    assert [(group.kind, group.text) for group in found.tile_groups] == [
        ("concealed", "123m456p7s"),
        ("concealed", "+7s"),
        ("meld", "(222z)"),
    ]


def test_a_kong_with_backs_warns_about_its_backs() -> None:
    found = arrange(**photograph(row("123m456p78s11z   0x55z0x")))
    assert [(warning.code, warning.tiles) for warning in found.warnings] == [("face_down", (10, 13))]


def test_fifteen_tiles_with_four_alike_are_read_with_a_kong_and_say_so() -> None:
    found = arrange(**photograph(row("123m4444p789s11222z")))
    assert found.hand == "123m789s11222z (4444p)"
    assert [(warning.code, warning.tiles) for warning in found.warnings] == [("kong_assumed", (3, 4, 5, 6))]


@pytest.mark.parametrize("text", ["123m456p789s112z", "123m456p789s112233z"])
def test_a_wrong_number_of_tiles_is_warned_about(text: str) -> None:
    found = arrange(**photograph(row(text)))
    assert [warning.code for warning in found.warnings] == ["count"]
    assert len(found.warnings[0].tiles) == len(codes_of(text))


@pytest.mark.parametrize(
    ("text", "hand", "backs"),
    [
        ("123m456p0x89s1122z", "123m456p0x89s1122z", (6,)),
        ("123m456p789s1122z0x", "123m456p789s1122z0x", (13,)),
        ("123m456p789s1122z   0x", "123m456p789s1122z +0x", (13,)),
        ("123m456p78s0x1z   222z", "123m456p78s0x1z (222z)", (8,)),
        ("123m456p78s112z   0x0x0x", "123m456p78s112z0x0x0x", (11, 12, 13)),
    ],
)
def test_a_tile_of_the_hand_that_lies_face_down_stays_in_it(text: str, hand: str, backs: tuple[int, ...]) -> None:
    found = arrange(**photograph(row(text)))
    assert found.hand == hand
    assert [warning.tiles for warning in found.warnings if warning.code == "face_down"] == [backs]


WALL = "0x" * 17


@pytest.mark.parametrize(
    ("tiles", "kept"),
    [
        (row("123m456p789s11222z") + row(WALL, at=(-2, -1.1)), "123m456p789s11222z"),
        (row("123m456p789s1122z") + row(WALL, at=(-2, -1.1)) + row(WALL, at=(-2, -2.2)), "123m456p789s1122z"),
        (row("123m456p789s1122z") + row(f"0x0x5m{WALL}", at=(-2, -1.1)), "123m456p789s1122z"),
        (row("123m456p789s1122z") + row(f"{WALL}", at=(-2, 1.1)), "123m456p789s1122z"),
        (row("123m456p789s1122z") + row("0x" * 13, at=(0, -5)), "123m456p789s1122z"),
        (row("123m456p789s1122z   0x0x0x0x0x"), "123m456p789s1122z"),
        (row("123m456p789s11222z   0x0x"), "123m456p789s11222z"),
        ([*row("123m456p789s1122z", at=(-6, 0)), Tile("0x", 12, 0)], "123m456p789s1122z"),
        (row("123m456p78s1z   0x0x0x0x"), "123m456p78s1z"),
    ],
)
def test_walls_and_other_peoples_tiles_stay_out(tiles: list[Any], kept: str) -> None:
    assert arrange(**photograph(tiles)).hand == kept


def test_backs_left_out_beside_the_hand_are_warned_about() -> None:
    found = arrange(**photograph(row("123m456p78s11z   0x0x0x0x")))
    assert [(warning.code, warning.tiles) for warning in found.warnings] == [("face_down", (10, 11, 12, 13))]


def test_without_evidence_an_upside_down_photo_reads_as_it_lies() -> None:
    found = arrange(**photograph(row("123m456p789s1122z"), Camera(roll_deg=180, has_rotations=False)))
    assert found.hand == "2211z987s654p321m"


def test_rotations_are_told_against_the_image_where_the_reader_is_sure() -> None:
    tiles = row("1m1z2p222z", turned=(4,))
    found = arrange(**photograph(tiles, Camera(roll_deg=90)))
    # A circle tile looks the same upside down; the turned tile points to the player's left, the image's up.
    assert found.rotations == (90, 90, None, 90, 0, 90)


def test_options_move_the_gap() -> None:
    photo = photograph(row("123m456p78s11z   222z"))
    assert arrange(**photo, options=LayoutOptions(min_gap=1.5)).hand == "123m456p78s11222z"


def test_nothing_gives_an_empty_arrangement() -> None:
    found = arrange(**photograph([]))
    assert (found.order, found.hand, found.tile_groups, found.warnings) == ((), "", (), ())


def test_arrays_that_do_not_belong_together_are_refused() -> None:
    photo = photograph(row("123m"))
    with pytest.raises(ValueError, match=r"kinds has shape \(2,\), expected \(3,\)"):
        arrange(**{**photo, "kinds": np.zeros(2, np.int64)})
    with pytest.raises(ValueError, match=r"'9z' is not a tile code"):
        arrange(**{**photo, "codes": ["9z", "1m", "2m"]})


def test_two_hundred_scattered_tiles_are_arranged() -> None:
    rng = np.random.default_rng(3)
    tiles = [Tile("5m", *rng.uniform(0, 20, 2), rng.uniform(0, 360)) for _ in range(200)]
    assert sorted(arrange(**photograph(tiles)).order) == list(range(200))
