"""What the finder's corners are exchanged for when they are compared with boxes."""

from __future__ import annotations

import numpy as np
import pytest

from models.training.geometry import GEOMETRIES, ReshapingDetector, oriented_boxes
from vision.detector import DetectorOptions, TileDetections

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
