"""Sizes and directions of faces, from corners where they are known, from boxes where not."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision.shapes import TileShapes, face_up_deg, frame_sizes

TABLES = runpy.run_path(str(Path(__file__).with_name("tables.py")))
Camera, photograph, Tile = (TABLES[name] for name in ("Camera", "photograph", "Tile"))


def shapes_of(photo: dict[str, Any]) -> TileShapes:
    return TileShapes.measure(photo["boxes_xyxy"], photo["quads"])


def test_quarter_turns_count_from_the_faces_own_upper_side() -> None:
    photo = photograph([Tile("1m", 0, 0)], Camera(roll_deg=30))
    up = face_up_deg(shapes_of(photo))
    assert up[0].round(3).tolist() == [30.0, 120.0, 210.0, 300.0]
    boxes_only = TileShapes.measure(np.array([[0.0, 0.0, 30.0, 40.0]]), np.full((1, 4, 2), np.nan))
    assert face_up_deg(boxes_only)[0].tolist() == [0.0, 90.0, 180.0, 270.0]


@pytest.mark.parametrize("roll_deg", [0, 15, 25, 75, 100])
def test_boxes_alone_give_the_size_of_faces(roll_deg: float) -> None:
    photo = photograph([Tile("1m", 0, 0)], Camera(roll_deg=roll_deg, has_quads=False))
    width, height, measured = frame_sizes(shapes_of(photo), roll_deg)
    assert (width[0], height[0]) == pytest.approx((0.74 * 60, 60), rel=0.01)
    assert measured[0]


def test_boxes_at_45_degrees_give_only_the_sum_of_the_sides() -> None:
    photo = photograph([Tile("1m", 0, 0)], Camera(roll_deg=45, has_quads=False))
    width, height, measured = frame_sizes(shapes_of(photo), 45)
    assert width[0] + height[0] == pytest.approx(1.74 * 60, rel=0.01)
    assert not measured[0]


def test_corners_in_any_order_measure_the_same() -> None:
    photo = photograph([Tile("1m", 0, 0)], Camera(roll_deg=20))
    shapes = shapes_of(photo)
    for start in range(4):
        for way in (1, -1):
            again = TileShapes.measure(photo["boxes_xyxy"], np.roll(photo["quads"], start, axis=1)[:, ::way])
            assert np.allclose(again.corners, shapes.corners)
            assert np.allclose(frame_sizes(again, 20)[:2], frame_sizes(shapes, 20)[:2])


def test_known_corners_count_more_than_the_box() -> None:
    boxes = np.array([[0.0, 0.0, 100.0, 100.0], [200.0, 0.0, 230.0, 40.0]])
    quads = np.full((2, 4, 2), np.nan)
    quads[0] = [[10, 10], [40, 10], [40, 50], [10, 50]]
    shapes = TileShapes.measure(boxes, quads)
    width, height, measured = frame_sizes(shapes, 0)
    assert (width.tolist(), height.tolist()) == (pytest.approx([30, 30]), pytest.approx([40, 40]))
    # Seen from the side width and height change places.
    assert frame_sizes(shapes, 90)[0].tolist() == pytest.approx([40, 40])
    assert frame_sizes(shapes, 45)[2].tolist() == [True, False]
    assert measured.all()
