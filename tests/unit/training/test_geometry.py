"""What the finder's corners are exchanged for when they are compared with boxes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from datasets.photos import LabelledPhoto
from engine.tile import CODES
from models.training.geometry import GEOMETRIES, ReshapingDetector, corner_errors, oriented_boxes
from models.training.matching import match_photo
from vision.detector import DetectorOptions, TileDetections
from vision.reading import RackReading, ReadTile

TRAPEZIUM = np.array([[[10, 10], [30, 14], [32, 50], [6, 48]]], np.float32)


class FixedDetector:
    """Finds the same tile in every image."""

    def detect(self, image_bgr: np.ndarray, options: DetectorOptions) -> TileDetections:  # noqa: ARG002
        boxes = np.concatenate([TRAPEZIUM.min(axis=1), TRAPEZIUM.max(axis=1)], axis=1)
        return TileDetections(boxes, np.array([0.9], np.float32), np.array([0]), TRAPEZIUM)


def detect_with(name: str) -> TileDetections:
    detector = ReshapingDetector(FixedDetector(), GEOMETRIES[name])
    return detector.detect(np.zeros((64, 64, 3), np.uint8), DetectorOptions())


def test_corners_are_handed_on_as_found() -> None:
    assert np.array_equal(detect_with("four corners").quads, TRAPEZIUM)


def test_plain_boxes_are_axis_parallel_and_hold_the_face() -> None:
    found = detect_with("plain boxes")
    assert found.quads[0].tolist() == [[6, 10], [32, 10], [32, 50], [6, 50]]


@pytest.mark.parametrize("angle_deg", [0, 20, 45, 70])
def test_an_oriented_box_follows_a_turned_face(angle_deg: float) -> None:
    angle = np.deg2rad(angle_deg)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    face = np.array([[-15, -20], [15, -20], [15, 20], [-15, 20]]) @ turn.T + 100
    (box,) = oriented_boxes(face[None].astype(np.float32))
    distance = np.linalg.norm(box[:, None] - face[None], axis=2)
    assert distance.min(axis=1).max() < 0.1


def test_an_oriented_box_has_right_angles() -> None:
    (box,) = oriented_boxes(TRAPEZIUM)
    sides = np.roll(box, -1, axis=0) - box
    assert np.abs((sides * np.roll(sides, -1, axis=0)).sum(axis=1)).max() < 1e-2


def test_corner_errors_are_those_of_the_worst_corner_of_each_tile_found() -> None:
    face = np.array([[100, 100], [140, 100], [140, 160], [100, 160]], np.float32)
    faces = face + np.float32([[[0, 0]], [[60, 0]], [[0, 200]]])
    boxes = np.concatenate([faces.min(axis=1), faces.max(axis=1)], axis=1)
    codes = np.full(3, CODES.index("1p"), np.int64)
    nothing = np.empty((0, 4), np.float32)
    photo = LabelledPhoto(Path("a.jpg"), "a", "g", 0, (400, 500), boxes, codes, False, nothing, faces)  # noqa: FBT003
    moved = faces[1].copy()
    moved[2] += (8, 0)
    # The first is found exactly, told from another corner on; the second's third corner is off; the third is missed.
    tiles = tuple(
        ReadTile("1p", 0.9, tuple(box), tuple(map(tuple, quad)), 0, (), 0, n, 0, True)  # noqa: FBT003
        for n, (box, quad) in enumerate(zip(boxes[:2].tolist(), [np.roll(faces[0], 1, 0), moved], strict=True))
    )
    reading = RackReading((400, 500), (), tiles, (), "", (), {})
    assert corner_errors([(match_photo(photo, reading), reading)]).tolist() == pytest.approx([0, 8 / 40])
    unknown = replace(photo, quads=None)
    assert len(corner_errors([(match_photo(unknown, reading), reading)])) == 0
