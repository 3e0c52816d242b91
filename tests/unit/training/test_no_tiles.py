"""Places without a tile are none of a tile's."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from datasets.photos import LabelledPhoto
from models.training.no_tiles import MAX_SHARED, places_between, places_without_tile
from vision.detector import TileDetections
from vision.quads import box_ious
from vision.rectify import boxes_to_quads

ROW = np.array([[100 + 30 * n, 100, 130 + 30 * n, 140] for n in range(6)], np.float32)
HIDDEN = np.array([[400, 100, 430, 140]], np.float32)


def photo(boxes: np.ndarray) -> LabelledPhoto:
    return LabelledPhoto(
        image_path=Path("none.jpg"),
        photo="none",
        group="none",
        copy=0,
        size_wh=(600, 300),
        boxes_xyxy=boxes,
        codes=np.zeros(len(boxes), np.int64),
        partially_labelled=False,
        doubtful_boxes_xyxy=HIDDEN,
        quads=boxes_to_quads(boxes),
    )


def found(boxes: list[list[float]]) -> TileDetections:
    boxes_xyxy = np.array(boxes, np.float32).reshape(-1, 4)
    n = len(boxes_xyxy)
    quads = np.full((n, 4, 2), np.nan, np.float32)
    return TileDetections(boxes_xyxy, np.full(n, 0.1, np.float32), np.zeros(n, np.int64), quads)


def test_what_lies_on_no_tile_is_none() -> None:
    table, circle, tile, hidden = [300, 200, 330, 240], [105, 105, 115, 115], [102, 99, 131, 139], [404, 98, 431, 139]
    places = places_without_tile(photo(ROW), found([table, circle, tile, hidden]))
    assert np.array_equal(places, boxes_to_quads(np.array([table, circle], np.float32)))
    assert places_without_tile(photo(ROW), found([])).shape == (0, 4, 2)
    assert len(places_without_tile(photo(ROW[:0]), found([table, tile]))) == 2


@given(st.integers(0, 10**6))
def test_places_between_tiles_are_those_of_no_tile(seed: int) -> None:
    places = places_between(photo(ROW), np.random.default_rng(seed))
    boxes = np.concatenate([places.min(axis=1), places.max(axis=1)], axis=1)
    # Their sides are the tiles', so that the boxes tell what they share.
    assert np.allclose(boxes[:, 2:] - boxes[:, :2], [30, 40], atol=1e-3)
    assert box_ious(boxes, np.concatenate([ROW, HIDDEN])).max(initial=0) < max(MAX_SHARED, 0.35)


def test_there_are_such_places_and_none_without_tiles() -> None:
    counts = [len(places_between(photo(ROW), np.random.default_rng(seed))) for seed in range(20)]
    assert 10 < sum(counts) < 120
    assert places_between(photo(ROW[:0]), np.random.default_rng(0)).shape == (0, 4, 2)
