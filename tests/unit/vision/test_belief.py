"""What the detector doubts is a tile where the reader sees a face plainly, and nowhere else."""

from __future__ import annotations

import numpy as np
import pytest

from engine.tile import BACK_CODE, CODES
from vision.belief import DOUBTED_FROM, PLAIN_FROM, believed
from vision.detector import BACK, FACE, TileDetections


def is_believed(confidence: float, code: str, chance: float, kind: int = FACE) -> bool:
    probabilities = np.full((1, len(CODES)), (1 - chance) / (len(CODES) - 1), np.float32)
    probabilities[0, CODES.index(code)] = chance
    box = np.array([[10, 10, 50, 60]], np.float32)
    quads = np.full((1, 4, 2), np.nan, np.float32)
    found = TileDetections(box, np.array([confidence], np.float32), np.array([kind]), quads)
    return bool(believed(found, probabilities, 0.35)[0])


@pytest.mark.parametrize("code", ["1m", "6z", "3f", "1j"])
def test_a_doubted_face_counts_where_it_is_read_plainly(code: str) -> None:
    assert is_believed(DOUBTED_FROM, code, PLAIN_FROM + 0.01)
    assert not is_believed(DOUBTED_FROM, code, PLAIN_FROM - 0.01)


def test_what_was_found_with_confidence_counts_whatever_is_read() -> None:
    assert is_believed(0.35, "1m", 0.1)
    assert is_believed(0.35, BACK_CODE, 0.1, BACK)
    assert not is_believed(0.34, "1m", 0.1)


@pytest.mark.parametrize(("code", "kind"), [("5z", FACE), (BACK_CODE, BACK), (BACK_CODE, FACE)])
def test_a_white_side_or_a_bare_place_is_no_tile_because_nothing_is_on_it(code: str, kind: int) -> None:
    assert not is_believed(0.34, code, 0.99, kind)
    assert is_believed(0.36, code, 0.99, kind)


def test_no_detections_are_none() -> None:
    nothing = TileDetections(
        np.empty((0, 4), np.float32), np.empty(0, np.float32), np.empty(0, np.int64), np.empty((0, 4, 2), np.float32)
    )
    assert believed(nothing, np.empty((0, len(CODES)), np.float32), 0.35).shape == (0,)
