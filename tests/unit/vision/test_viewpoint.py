"""The player's viewpoint from lattice, faces, and the photo's own up."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision.shapes import TileShapes
from vision.viewpoint import Viewpoint, find_viewpoint

TABLES = runpy.run_path(str(Path(__file__).with_name("tables.py")))
Camera, photograph, row, Tile = (TABLES[name] for name in ("Camera", "photograph", "row", "Tile"))

HAND = row("123m456p78s11z", at=(-4, 0))
ROLLS = (0, 20, 44, 46, 70, 90, 135, 180, 200, 270, 315)


def shapes_of(photo: dict[str, Any]) -> TileShapes:
    return TileShapes.measure(photo["boxes_xyxy"], photo["quads"])


def viewpoint_of(tiles: list[Any], camera: Any) -> Viewpoint:  # noqa: ANN401 - a class loaded at run time
    photo = photograph(tiles, camera)
    return find_viewpoint(shapes_of(photo), photo["codes"], photo["rotation_probabilities"])


def turn_between(a_deg: float, b_deg: float) -> float:
    return abs((a_deg - b_deg + 180) % 360 - 180)


@pytest.mark.parametrize("roll_deg", ROLLS)
@pytest.mark.parametrize("has_quads", [True, False])
def test_faces_tell_the_roll_through_the_whole_circle(*, roll_deg: float, has_quads: bool) -> None:
    view = viewpoint_of(HAND, Camera(roll_deg=roll_deg, has_quads=has_quads))
    assert turn_between(view.roll_deg, roll_deg) < 2
    assert -180 <= view.roll_deg < 180


@pytest.mark.parametrize(("roll_deg", "expected"), [(0, 0), (30, 30), (-60, -60), (150, -30), (180, 0), (240, 60)])
def test_without_faces_the_photos_own_up_decides_between_the_two_ends_of_a_row(
    roll_deg: float, expected: float
) -> None:
    view = viewpoint_of(HAND, Camera(roll_deg=roll_deg, has_quads=False, has_rotations=False))
    assert turn_between(view.roll_deg, expected) < 2


def test_symmetrical_faces_do_not_outvote_a_single_clear_one() -> None:
    tiles = row("2458p2468s5z7m", at=(-4, 0))
    photo = photograph(tiles, Camera(roll_deg=180))
    chances = photo["rotation_probabilities"]
    chances[:-1] = [0.97, 0.01, 0.01, 0.01]  # a reader biased towards upright where nothing can be seen
    view = find_viewpoint(shapes_of(photo), photo["codes"], chances)
    assert turn_between(view.roll_deg, 180) < 1


def test_symmetrical_faces_alone_are_believed() -> None:
    photo = photograph(row("2458p", at=(-2, 0)), Camera(roll_deg=180))
    photo["rotation_probabilities"][:] = [0.1, 0.0, 0.9, 0.0]  # corner indices told the reader
    view = find_viewpoint(shapes_of(photo), photo["codes"], photo["rotation_probabilities"])
    assert turn_between(view.roll_deg, 180) < 1


def test_faces_half_upside_down_still_give_the_axis() -> None:
    tiles = [Tile(t.code, t.x, t.y, 180.0 * (n % 2)) for n, t in enumerate(row("1m2m3m7p1z2z3z4z", at=(-3, 0)))]
    view = viewpoint_of(tiles, Camera(roll_deg=25))
    assert turn_between(view.roll_deg, 25) < 1


def test_a_column_of_upright_tiles_is_no_row_on_its_side() -> None:
    tiles = [Tile("1z", 0, 1.1 * n) for n in range(4)]
    assert turn_between(viewpoint_of(tiles, Camera()).roll_deg, 0) < 1
    assert turn_between(viewpoint_of(tiles, Camera(has_quads=False, has_rotations=False)).roll_deg, 0) < 1


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_few_tiles_suffice(count: int) -> None:
    assert turn_between(viewpoint_of(HAND[:count], Camera(roll_deg=-33)).roll_deg, -33) < 1


def test_no_tiles_give_the_photos_up() -> None:
    empty = np.empty((0, 4))
    assert find_viewpoint(TileShapes.measure(empty, np.empty((0, 4, 2))), [], empty) == Viewpoint(0.0)


def test_the_player_frame_turns_back() -> None:
    view = Viewpoint(90.0, (10.0, 10.0))
    # Up points to the image's right: what lies below the centre is to the player's right.
    assert view.to_player(np.array([[10.0, 15.0]])).round(9).tolist() == [[15.0, 10.0]]
