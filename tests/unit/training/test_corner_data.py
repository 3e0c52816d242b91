"""Crops to train the corner network on: what it is told fits what it sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from datasets.synthesis.production import Recipe, produce_scenes
from models.training.corner_data import NO_TILE, CornerFaces, nearest_order
from models.training.scenes import load_labelled_scenes
from vision.corners import CORNER_CROP_PX, REACH
from vision.detector import DetectorOptions, TileDetections
from vision.rectify import boxes_to_quads

if TYPE_CHECKING:
    from pathlib import Path


class Careless:
    """A finder that finds all tiles of a scene by their boxes."""

    def __init__(self, scenes: Path) -> None:
        self._boxes = {cv2.imread(str(p.image_path)).tobytes(): p.boxes_xyxy for p in load_labelled_scenes(scenes)}

    def detect(self, image_bgr: np.ndarray, _options: DetectorOptions) -> TileDetections:
        boxes = self._boxes[image_bgr.tobytes()]
        n = len(boxes)
        return TileDetections(boxes, np.full(n, 0.9, np.float32), np.zeros(n, np.int64), boxes_to_quads(boxes))


@pytest.fixture(scope="module")
def faces(tmp_path_factory: pytest.TempPathFactory) -> CornerFaces:
    folder = tmp_path_factory.mktemp("scenes")
    produce_scenes(folder, 4, Recipe(seed=8, long_side_px=480, hands=True))
    return CornerFaces([folder], Careless(folder))


def test_offsets_lead_to_four_corners_of_one_tile(faces: CornerFaces) -> None:
    batch = faces.draw(64, np.random.default_rng(3))
    assert batch.images.shape == (64, CORNER_CROP_PX, CORNER_CROP_PX, 3)
    told = batch.offsets[batch.kinds != NO_TILE]
    assert len(told) > 32
    corners = told + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    areas = [abs(cv2.contourArea(quad)) for quad in corners]
    assert all(cv2.isContourConvex(quad) for quad in corners)
    # A face is about as large as it is believed to be, and never wholly out of sight.
    assert 2.0 < np.median(areas) < 6.0
    assert np.abs(corners.mean(axis=1)).max() < REACH
    assert np.abs(told).max() <= 1.2
    # Wrong corners in all directions, and hardly ever right ones.
    assert np.abs(told.mean(axis=(0, 1))).max() < 0.15
    assert np.abs(told).max(axis=(1, 2)).min() > 0.005


def test_the_same_seed_draws_the_same(faces: CornerFaces) -> None:
    one, other = (faces.draw(8, np.random.default_rng(5)) for _ in range(2))
    assert np.array_equal(one.images, other.images)
    assert np.array_equal(one.offsets, other.offsets, equal_nan=True)
    assert np.array_equal(one.kinds, other.kinds)


def test_places_without_a_tile_have_no_corners(faces: CornerFaces) -> None:
    batch = faces.draw(200, np.random.default_rng(7))
    nothing = batch.kinds == NO_TILE
    assert 0.2 < nothing.mean() < 0.5
    assert np.isnan(batch.offsets[nothing]).all()
    assert np.isfinite(batch.offsets[~nothing]).all()


@pytest.mark.parametrize("turn", range(4))
def test_a_quad_begins_with_the_nearest_corner(turn: int) -> None:
    quad = np.array([[0, 0], [3, 0], [3, 4], [0, 4]], np.float32)
    assert np.array_equal(nearest_order(np.roll(quad, turn, axis=0), quad + 0.4), quad)


def test_photos_without_corners_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="synthesis scenes"):
        CornerFaces([tmp_path], Careless(tmp_path))
