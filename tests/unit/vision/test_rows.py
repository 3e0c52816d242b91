"""Rows of tiles in the player's frame."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from vision.rows import TileFrames, find_rows, place_tiles
from vision.shapes import TileShapes
from vision.viewpoint import Viewpoint

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

TABLES = runpy.run_path(str(Path(__file__).with_name("tables.py")))
Camera, photograph, row, Tile = (TABLES[name] for name in ("Camera", "photograph", "row", "Tile"))


def frames_at(points: ArrayLike, *, width: float = 0.74, height: float = 1.0) -> TileFrames:
    x, y = np.array(points, np.float64).T
    n = len(points)
    return TileFrames(x, y, np.full(n, width), np.full(n, height), np.zeros(n, bool))


def shapes_of(photo: dict[str, Any]) -> TileShapes:
    return TileShapes.measure(photo["boxes_xyxy"], photo["quads"])


def frames_of(tiles: list[Any], **camera: bool) -> TileFrames:
    photo = photograph(tiles, Camera(**camera))
    return place_tiles(shapes_of(photo), photo["rotation_probabilities"], Viewpoint(0.0))


def test_rows_come_from_far_to_near_and_left_to_right() -> None:
    frames = frames_at([(1.6, 1.1), (0.8, 0), (0, 1.1), (0, 0), (0.8, 1.1)])
    assert find_rows(frames) == [[3, 1], [2, 4, 0]]


def test_bricks_laid_half_a_tile_apart_are_two_rows() -> None:
    lower = [(0.8 * n, 1.0) for n in range(5)]
    upper = [(0.4 + 0.8 * n, 0.0) for n in range(4)]
    assert find_rows(frames_at(upper + lower)) == [[0, 1, 2, 3], [4, 5, 6, 7, 8]]


@pytest.mark.parametrize("slope", [-0.3, 0.3])
def test_a_row_left_askew_stays_one_row_across_a_gap(slope: float) -> None:
    xs = [0.8 * n for n in range(6)] + [0.8 * n + 2.4 for n in range(6, 9)]
    assert len(find_rows(frames_at([(x, slope * x) for x in xs]))) == 1


def test_a_curved_row_stays_one_row() -> None:
    xs = 0.8 * np.arange(14)
    assert len(find_rows(frames_at([(x, 0.03 * (x - 5) ** 2) for x in xs]))) == 1


def test_converging_rows_stay_apart() -> None:
    points = [(0.8 * n, (r - 1.5) * (1.15 - 0.02 * n)) for r in range(4) for n in range(9)]
    rows = find_rows(frames_at(points))
    assert [len(found) for found in rows] == [9] * 4
    assert [tile for found in rows for tile in found] == list(range(36))


def test_a_small_tile_far_away_is_no_neighbour() -> None:
    frames = frames_at([(0, 0), (0.8, 0), (1.6, 0), (2.2, 0.1)])
    frames.width[3], frames.height[3] = 0.3, 0.4
    assert [0, 1, 2] in find_rows(frames)


def test_sizes_do_not_matter() -> None:
    points = np.array([(0.8 * (n % 7) + 0.1 * (n // 7), 1.1 * (n // 7)) for n in range(14)])
    small = find_rows(frames_at(points))
    large = find_rows(frames_at(1000 * points, width=740, height=1000))
    assert small == large


def test_sideways_tiles_are_seen_by_their_faces_and_by_their_shape() -> None:
    tiles = row("123m456p222z", at=(-3, 0), turned=(7,))
    sideways = [n == 7 for n in range(9)]
    assert frames_of(tiles).turned.tolist() == sideways
    assert frames_of(tiles, has_rotations=False).turned.tolist() == sideways
    assert frames_of(tiles, has_rotations=False, has_quads=False).turned.tolist() == sideways


def test_a_box_cut_short_is_no_sideways_tile() -> None:
    photo = photograph(row("123m456p222z", at=(-3, 0)), Camera(has_rotations=False, has_quads=False))
    photo["boxes_xyxy"][8, 1] += 25
    frames = place_tiles(shapes_of(photo), photo["rotation_probabilities"], Viewpoint(0.0))
    assert not frames.turned.any()


def test_the_added_tile_of_a_kong_belongs_to_the_row_below() -> None:
    tiles = row("123m456p555z", at=(-3, 0), turned=(7,))
    tiles.append(Tile("5z", tiles[7].x, tiles[7].y - 0.8, 270))
    rows = find_rows(frames_of(tiles))
    assert rows == [[0, 1, 2, 3, 4, 5, 6, 9, 7, 8]]


def test_a_tile_found_twice_is_not_its_own_neighbour() -> None:
    rows = find_rows(frames_at([(0, 0), (0.05, 0.02), (0.8, 0), (1.6, 0)]))
    assert sorted(tile for found in rows for tile in found) == [0, 1, 2, 3]


def test_nothing_gives_no_rows() -> None:
    assert find_rows(frames_at(np.empty((0, 2)))) == []
