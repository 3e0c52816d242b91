"""What the detector doubts is a tile where the reader sees a face plainly, and nowhere else."""

from __future__ import annotations

import numpy as np
import pytest

from engine.tile import BACK_CODE, CODES, UNREADABLE_CODE
from vision.belief import CLEAR_FROM, DOUBTED_FROM, LARGEST_PLAIN, PLAIN_FROM, believed, clearly_found
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
def test_only_tiles_that_show_nothing_need_the_detector_to_be_beyond_doubt(code: str) -> None:
    least = CLEAR_FROM.get(code, 0.5)
    just, hardly = least + 0.01, least - 0.01
    assert clearly_found(found(just, hardly), [code, code]).tolist() == [True, code not in {"5z", BACK_CODE}]


def sized(sides: list[float], codes: list[str], chance: float = 0.97) -> np.ndarray:
    """What is believed of squares of these sides, all found with confidence and read as these codes."""
    boxes = np.array([[100 * n, 10, 100 * n + side, 10 + side] for n, side in enumerate(sides)], np.float32)
    quads = np.full((len(sides), 4, 2), np.nan, np.float32)
    detections = TileDetections(boxes, np.full(len(sides), 0.95, np.float32), np.zeros(len(sides), np.int64), quads)
    probabilities = np.full((len(sides), len(CODES)), (1 - chance) / (len(CODES) - 1), np.float32)
    for row, code in zip(probabilities, codes, strict=True):
        if code == UNREADABLE_CODE:
            row[:] = 1 / len(CODES)
        else:
            row[CODES.index(code)] = chance
    return believed(detections, probabilities, 0.35)


@pytest.mark.parametrize("code", [BACK_CODE, "5z", UNREADABLE_CODE])
def test_a_panel_or_a_floor_much_larger_than_all_faces_is_no_tile(code: str) -> None:
    faces = ["1m", "2m", "3p"]
    assert sized([30, 34, 40, 40 * LARGEST_PLAIN * 0.98], [*faces, code]).tolist() == [True] * 4
    assert sized([30, 34, 40, 40 * LARGEST_PLAIN * 1.02], [*faces, code]).tolist() == [True, True, True, False]
    # Two faces do not tell how large tiles are.
    assert sized([30, 40, 40 * LARGEST_PLAIN * 1.02], [*faces[:2], code]).tolist() == [True] * 3


def test_a_large_face_that_is_read_stays() -> None:
    assert sized([30, 34, 40, 200], ["1m", "2m", "3p", "4s"]).all()
