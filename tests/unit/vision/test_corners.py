"""Corners looked at once more: the frame of a face, what the network sees and what becomes of its answers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.corners import (
    CORNER_CROP_PX,
    CORNER_NAMES,
    KIND_NAMES,
    KINDS_OUTPUT,
    OFFSETS_OUTPUT,
    REACH,
    CornerRefiner,
    FaceFrames,
)
from vision.detector import BACK, FACE, DetectorOptions, TileDetections
from vision.errors import ModelMismatchError
from vision.quads import face_quads
from vision.rectify import boxes_to_quads, order_quads
from vision.refining_detector import ASKED_FROM, ASKED_MAX_IOU, RefiningDetector, confirmed

if TYPE_CHECKING:
    from collections.abc import Callable

FACTS = {"role": "corners", "name": "test", "classes": list(CORNER_NAMES)}
SQUARE = np.array([[40, 40], [80, 40], [80, 100], [40, 100]], np.float32)
PHOTO = np.zeros((160, 160, 3), np.uint8)


def refiner_for(make_session: Callable, offsets: np.ndarray) -> CornerRefiner:
    """Return one that answers the same offsets for each face."""
    return CornerRefiner(
        make_session(lambda blob: [np.repeat(offsets[None], len(blob), axis=0)], "surroundings", **FACTS)
    )


PLACES = st.tuples(st.floats(-50, 50), st.floats(-50, 50))
HALF_SIDES = st.tuples(st.floats(8, 200), st.floats(8, 200))


@given(PLACES, HALF_SIDES, st.floats(0, 6.28), st.floats(-0.2, 0.2))
def test_frames_take_points_there_and_back(
    place: tuple[float, float], half_sides: tuple[float, float], turn: float, skew: float
) -> None:
    a, b = half_sides
    turned = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    quad = np.array([[-a, -b], [a, -b], [a * (1 + skew), b], [-a, b]]) @ turned + place
    frame = FaceFrames.of(quad[None].astype(np.float32))
    assert frame.sound()[0]
    told = frame.to_frame(quad[None].astype(np.float32))
    assert np.allclose(frame.to_image(told)[0], quad, atol=1e-2)
    assert np.abs(np.abs(told) - 1).max() < 0.2


def test_the_crop_shows_the_face_upright_with_what_is_around_it() -> None:
    photo = PHOTO.copy()
    photo[40:100, 40:80] = 255
    photo[40:70, 40:60] = (0, 0, 255)
    for turn in range(4):
        frame = FaceFrames.of(np.roll(SQUARE, -turn, axis=0)[None])
        crop = frame.cut(photo)[0]
        edge = round(CORNER_CROP_PX / 2 * (1 - 1 / REACH))
        assert crop[: edge - 2].max() == 0
        assert crop[edge + 2 : -edge - 2, edge + 2 : -edge - 2].max(axis=2).min() > 200
        red = (crop[..., 2] > 200) & (crop[..., 0] < 60)
        middle = np.argwhere(red).mean(axis=0) > CORNER_CROP_PX / 2
        # The face's top left is seen there once its top left corner is the first.
        assert middle.tolist() == [[False, False], [True, False], [True, True], [False, True]][turn]


def test_offsets_are_in_half_sides(make_session: Callable) -> None:
    offsets = np.zeros((4, 2), np.float32)
    offsets[0] = (-0.5, 0.1)
    refined = refiner_for(make_session, offsets).refine(PHOTO, np.stack([SQUARE, SQUARE + 20]))
    assert np.allclose(refined[0], [[30, 43], [80, 40], [80, 100], [40, 100]], atol=1e-3)
    assert np.allclose(refined[1], refined[0] + 20, atol=1e-3)


def test_what_has_no_area_or_no_corners_stays(make_session: Callable) -> None:
    refiner = refiner_for(make_session, np.full((4, 2), 0.2, np.float32))
    flat, unknown = np.repeat(SQUARE[:1], 4, axis=0), np.full((4, 2), np.nan, np.float32)
    refined = refiner.refine(PHOTO, np.stack([flat, unknown, SQUARE]))
    assert np.array_equal(refined[:2], np.stack([flat, unknown]), equal_nan=True)
    assert not np.allclose(refined[2], SQUARE)
    assert refiner.refine(PHOTO, np.empty((0, 4, 2), np.float32)).shape == (0, 4, 2)


def test_faces_beyond_the_picture_are_looked_at_too(make_session: Callable) -> None:
    quads = np.stack([SQUARE - 60, SQUARE + 200, SQUARE * 40])
    refined = refiner_for(make_session, np.zeros((4, 2), np.float32)).refine(PHOTO, quads)
    assert np.allclose(refined, quads, atol=0.5)


def test_another_model_is_refused(make_session: Callable) -> None:
    with pytest.raises(ModelMismatchError, match="finder"):
        CornerRefiner(make_session(lambda _: [], "surroundings", **FACTS | {"role": "finder"}))
    refiner = CornerRefiner(make_session(lambda blob: [np.zeros((len(blob), 8))], "surroundings", **FACTS))
    with pytest.raises(ModelMismatchError, match="expected"):
        refiner.refine(PHOTO, SQUARE[None])


class Found:
    """A detector that always finds the same."""

    def __init__(self, quads: np.ndarray, boxes: np.ndarray) -> None:
        n = len(boxes)
        self.found = TileDetections(boxes, np.full(n, 0.9, np.float32), np.zeros(n, np.int64), quads)

    def detect(self, _image: np.ndarray, _options: DetectorOptions) -> TileDetections:
        return self.found


def test_corners_are_mended_where_they_stay_those_of_the_tile(make_session: Callable) -> None:
    boxes = np.array([[38, 38, 82, 102], [38, 38, 82, 102]], np.float32)
    quads = np.stack([SQUARE, np.full((4, 2), np.nan, np.float32)])
    small = np.full((4, 2), 0.05, np.float32)
    detector = RefiningDetector(Found(quads, boxes), refiner_for(make_session, small))
    better = detector.detect(PHOTO, DetectorOptions())
    assert np.allclose(better.quads[0], SQUARE + np.float32([1, 1.5]), atol=1e-3)
    # Where the detector knew a box only, the corners come from it, and are looked at three times.
    assert np.allclose(better.quads[1], face_quads(Found(quads, boxes).found)[1] + np.float32([3.3, 4.8]), atol=1e-3)
    far = np.full((4, 2), 1.5, np.float32)
    worse = RefiningDetector(Found(quads, boxes), refiner_for(make_session, far)).detect(PHOTO, DetectorOptions())
    assert np.array_equal(worse.quads, quads, equal_nan=True)
    assert np.array_equal(order_quads(better.quads), better.quads)


def test_nothing_found_asks_nothing(make_session: Callable) -> None:
    nothing = Found(np.empty((0, 4, 2), np.float32), np.empty((0, 4), np.float32))
    refiner = refiner_for(make_session, np.zeros((4, 2), np.float32))
    assert len(RefiningDetector(nothing, refiner).detect(PHOTO, DetectorOptions())) == 0


def telling_kinds(make_session: Callable, *kind_logits: tuple[float, float, float]) -> CornerRefiner:
    """Return one that leaves corners as they are and tells these kinds, one for each face that it is shown."""
    kinds = np.array(kind_logits, np.float32)

    def answer(blob: np.ndarray) -> list[np.ndarray]:
        return [np.zeros((len(blob), 4, 2), np.float32), kinds[: len(blob)]]

    return CornerRefiner(make_session(answer, "surroundings", (OFFSETS_OUTPUT, KINDS_OUTPUT), **FACTS))


class Asked(Found):
    """Remembers what it was asked, and gives its finds these confidences."""

    def __init__(self, boxes: list[list[float]], confidence: list[float], kind: int = FACE) -> None:
        boxes_xyxy = np.array(boxes, np.float32).reshape(-1, 4)
        super().__init__(boxes_to_quads(boxes_xyxy), boxes_xyxy)
        kinds = np.full(len(boxes), kind, np.int64)
        self.found = replace(self.found, confidence=np.array(confidence, np.float32), kinds=kinds)
        self.asked: DetectorOptions | None = None

    def detect(self, _image: np.ndarray, options: DetectorOptions) -> TileDetections:
        self.asked = options
        return self.found


TILE, NO_TILE, BACK_SEEN = (8.0, 0.0, 0.0), (0.0, 0.0, 8.0), (0.0, 8.0, 0.0)
APART = [[10, 10, 40, 50], [60, 10, 90, 50], [110, 10, 140, 50]]


def test_what_is_seen_from_close_by_decides_with_the_detector(make_session: Callable) -> None:
    detector = Asked(APART, [0.8, 0.1, 0.3])
    found = RefiningDetector(detector, telling_kinds(make_session, NO_TILE, TILE, BACK_SEEN)).detect(
        PHOTO, DetectorOptions(min_confidence=0.4)
    )
    # What the detector was sure of is none, what it hardly believed in is one.
    assert found.boxes_xyxy[:, 0].tolist() == [110, 60]
    assert (found.confidence > 0.8).all()
    assert detector.asked is not None
    assert (detector.asked.min_confidence, detector.asked.max_iou) == (ASKED_FROM, ASKED_MAX_IOU)


def test_a_back_is_what_both_take_for_one(make_session: Callable) -> None:
    for kind in (FACE, BACK):
        refining = RefiningDetector(Asked(APART, [0.9] * 3, kind), telling_kinds(make_session, TILE, BACK_SEEN, TILE))
        found = refining.detect(PHOTO, DetectorOptions(min_confidence=0.4))
        kinds = dict(zip(found.boxes_xyxy[:, 0].tolist(), found.kinds.tolist(), strict=True))
        assert kinds == {10: FACE, 60: kind, 110: FACE}


def test_of_two_finds_of_a_tile_the_one_that_is_a_tile_from_close_by_stays(make_session: Callable) -> None:
    across, whole = [20, 10, 50, 50], [30, 10, 60, 50]
    refining = RefiningDetector(Asked([across, whole], [0.7, 0.4]), telling_kinds(make_session, (0, 0, 2), TILE))
    found = refining.detect(PHOTO, DetectorOptions(min_confidence=0.05, max_iou=0.4))
    assert found.boxes_xyxy.tolist() == [whole]


def test_half_a_tile_that_becomes_the_whole_is_there_once(make_session: Callable) -> None:
    """Boxes of its halves hardly overlap, but from close by both have the tile's corners."""
    left, right = [40, 40, 64, 100], [54, 40, 80, 100]

    def whole(blob: np.ndarray) -> list[np.ndarray]:
        offsets = [FaceFrames.of(boxes_to_quads(np.array([b], np.float32))).to_frame(SQUARE[None])[0] for b in seen]
        told = np.stack(offsets)[: len(blob)] - np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
        return [told.astype(np.float32), np.array([TILE] * len(blob), np.float32)]

    seen = [left, right]
    refiner = CornerRefiner(make_session(whole, "surroundings", (OFFSETS_OUTPUT, KINDS_OUTPUT), **FACTS))
    detector = Asked(seen, [0.6, 0.5])
    wide = np.array([[38, 38, 66, 102], [40, 38, 82, 102]], np.float32)
    detector.found = replace(detector.found, boxes_xyxy=wide)
    found = RefiningDetector(detector, refiner).detect(PHOTO, DetectorOptions(max_iou=0.9))
    assert len(found) == 1


def test_nothing_found_is_nothing_confirmed(make_session: Callable) -> None:
    nothing = Asked([], [])
    assert len(RefiningDetector(nothing, telling_kinds(make_session, TILE)).detect(PHOTO, DetectorOptions())) == 0


def test_models_that_tell_no_kinds_leave_confidences_as_they_are(make_session: Callable) -> None:
    detector = Asked(APART, [0.8, 0.1, 0.3])
    options = DetectorOptions(min_confidence=0.4)
    refiner = refiner_for(make_session, np.zeros((4, 2), np.float32))
    found = RefiningDetector(detector, refiner).detect(PHOTO, options)
    assert np.array_equal(found.confidence, detector.found.confidence)
    assert detector.asked == options


LOGITS = st.floats(-12, 12, width=32)


@given(st.floats(0, 1, width=32), LOGITS, LOGITS, LOGITS, st.floats(0.125, 3, width=32))
def test_evidence_for_a_tile_never_lowers_the_confidence(
    confidence: float, face: float, back: float, nothing: float, more: float
) -> None:
    n = 4
    boxes = np.tile(np.array([10, 10, 40, 50], np.float32), (n, 1))
    found = TileDetections(boxes, np.full(n, confidence, np.float32), np.zeros(n, np.int64), boxes_to_quads(boxes))
    logits = np.array(
        [[face, back, nothing], [face + more, back + more, nothing], [face, back, nothing + more], [np.nan] * 3],
        np.float32,
    )
    told = confirmed(found, logits)
    assert told.confidence[2] <= told.confidence[0] <= told.confidence[1]
    assert ((told.confidence >= 0) & (told.confidence <= 1)).all()
    assert told.confidence[3] == found.confidence[3]
    assert told.kinds.tolist() == [FACE] * n


def test_kinds_of_another_number_are_refused(make_session: Callable) -> None:
    answers = [np.zeros((1, 4, 2), np.float32), np.zeros((1, len(KIND_NAMES) + 1), np.float32)]
    session = make_session(lambda _: answers, "surroundings", (OFFSETS_OUTPUT, KINDS_OUTPUT), **FACTS)
    with pytest.raises(ModelMismatchError, match="expected"):
        CornerRefiner(session).look(PHOTO, SQUARE[None])
