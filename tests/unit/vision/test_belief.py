"""What the detector doubts is a tile where the reader sees a face plainly, and nowhere else."""

from __future__ import annotations

import numpy as np
import pytest

from engine.tile import BACK_CODE, CODES
from vision.belief import DOUBTED_FROM, PLAIN_FROM, WHITE_CLEAR_FROM, believed, clearly_found
from vision.detector import BACK, FACE, TileDetections


def found(*confidences: float, kind: int = FACE) -> TileDetections:
    n = len(confidences)
    boxes = np.array([[10 + 50 * i, 10, 50 + 50 * i, 60] for i in range(n)], np.float32).reshape(-1, 4)
    quads = np.full((n, 4, 2), np.nan, np.float32)
    return TileDetections(boxes, np.array(confidences, np.float32), np.full(n, kind), quads)


def is_believed(confidence: float, code: str, chance: float, kind: int = FACE) -> bool:
    probabilities = np.full((1, len(CODES)), (1 - chance) / (len(CODES) - 1), np.float32)
    probabilities[0, CODES.index(code)] = chance
    return bool(believed(found(confidence, kind=kind), probabilities, 0.35)[0])


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
    assert believed(found(), np.empty((0, len(CODES)), np.float32), 0.35).shape == (0,)
    assert clearly_found(found(), []).shape == (0,)


@pytest.mark.parametrize("code", CODES)
def test_only_a_white_dragon_needs_the_detector_to_be_beyond_doubt(code: str) -> None:
    just, hardly = WHITE_CLEAR_FROM + 0.01, WHITE_CLEAR_FROM - 0.01
    assert clearly_found(found(just, hardly), [code, code]).tolist() == [True, code != "5z"]
