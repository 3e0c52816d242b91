"""The detector: from the network's raw answers to tiles in the photo's pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from vision.detector import BACK, FACE, DetectorOptions, TileDetections
from vision.errors import ModelMismatchError
from vision.onnx_detector import OnnxTileDetector
from vision.quads import (
    DISTINCT_QUAD_OVERLAP,
    NESTED_SHARE,
    SAME_BOX_IOU,
    SAME_QUAD_OVERLAP,
    TOUCHING_IOU,
    box_ious,
    box_nestings,
    plausible_quads,
    quad_nesting,
    short_sides,
    suppress_duplicates,
)
from vision.rectify import boxes_to_quads
from vision.second_look import CONFIRMED, SecondLookDetector, SecondLookOptions

if TYPE_CHECKING:
    from collections.abc import Callable

FACTS = {"role": "finder", "name": "test", "classes": ["face", "back"]}


def column(box: tuple[float, ...], face: float, back: float = 0.0, quad: np.ndarray | None = None) -> np.ndarray:
    """Return one raw answer for a box x1, y1, x2, y2 in letterboxed pixels."""
    x1, y1, x2, y2 = box
    corners = boxes_to_quads(np.array([box], np.float32))[0] if quad is None else quad
    points = np.column_stack([corners, np.ones(4)]).ravel()
    return np.array([(x1 + x2) / 2, (y1 + y2) / 2, x2 - x1, y2 - y1, face, back, *points], np.float32)


def detector_for(make_session: Callable, *columns: np.ndarray) -> OnnxTileDetector:
    answers = np.stack(columns, axis=1)[None] if columns else np.zeros((1, 18, 0), np.float32)
    return OnnxTileDetector(make_session(lambda _: [answers], "images", **FACTS))


def test_boxes_and_corners_come_back_in_the_photos_pixels(make_session: Callable) -> None:
    detector = detector_for(make_session, column((100, 110, 140, 170), 0.9))
    found = detector.detect(np.zeros((1200, 2560, 3), np.uint8), DetectorOptions())
    # 2560 x 1200 becomes 640 x 300 with ten pixels of padding above.
    assert np.allclose(found.boxes_xyxy, [[400, 400, 560, 640]])
    assert np.allclose(found.quads[0], [[400, 400], [560, 400], [560, 640], [400, 640]])
    assert found.kinds.tolist() == [FACE]
    assert found.confidence.tolist() == pytest.approx([0.9])


def test_the_network_sees_rgb_planes_in_0_to_1(make_session: Callable) -> None:
    detector = detector_for(make_session)
    image = np.zeros((480, 640, 3), np.uint8)
    image[..., 2] = 255
    assert len(detector.detect(image, DetectorOptions())) == 0
    (blob,) = detector._session.fed  # noqa: SLF001 -- the fake remembers its food
    assert blob.shape == (1, 3, 480, 640)
    assert blob.dtype == np.float32
    assert blob[0, :, 100, 100].tolist() == [1.0, 0.0, 0.0]


def test_options_are_the_calls(make_session: Callable) -> None:
    columns = [column((i * 50, 0, i * 50 + 40, 60), 0.9 - i / 10) for i in range(5)]
    detector = detector_for(make_session, *columns)
    image = np.zeros((480, 640, 3), np.uint8)
    assert len(detector.detect(image, DetectorOptions(min_confidence=0.65))) == 3
    assert detector.detect(image, DetectorOptions(max_tiles=2)).confidence.tolist() == pytest.approx([0.9, 0.8])
    detector.detect(image, DetectorOptions(long_side_px=1280))
    assert detector._session.fed[-1].shape == (1, 3, 960, 1280)  # noqa: SLF001 -- the fake remembers its food


def test_backs_are_told_from_faces_and_suppression_crosses_kinds(make_session: Callable) -> None:
    detector = detector_for(make_session, column((0, 0, 40, 60), 0.3, 0.8), column((1, 1, 41, 61), 0.7, 0.1))
    found = detector.detect(np.zeros((480, 640, 3), np.uint8), DetectorOptions())
    assert found.kinds.tolist() == [BACK]


def test_boxes_are_cut_at_the_photos_edge_and_empty_ones_dropped(make_session: Callable) -> None:
    detector = detector_for(make_session, column((-20, -20, 20, 30), 0.9), column((700, 100, 740, 160), 0.9))
    found = detector.detect(np.zeros((480, 640, 3), np.uint8), DetectorOptions())
    assert found.boxes_xyxy.tolist() == [[0, 0, 20, 30]]


def test_impossible_corners_leave_the_box_alone(make_session: Callable) -> None:
    crushed = np.array([[0, 0], [40, 1], [40, 2], [0, 1]], np.float32)
    detector = detector_for(make_session, column((0, 0, 40, 60), 0.9, quad=crushed))
    found = detector.detect(np.zeros((480, 640, 3), np.uint8), DetectorOptions())
    assert len(found) == 1
    assert np.isnan(found.quads).all()


@pytest.mark.parametrize(
    ("quad", "plausible"),
    [
        ([[0, 0], [40, 0], [40, 60], [0, 60]], True),
        ([[20, 0], [40, 30], [20, 60], [0, 30]], True),
        ([[0, 0], [40, 0], [5, 5], [0, 60]], False),  # not convex
        ([[0, 0], [0, 60], [40, 60], [40, 0]], False),  # counter-clockwise
        ([[0, 0], [9, 0], [9, 60], [0, 60]], False),  # too little of the box
        ([[0, 0], [40, 50], [36, 59], [-4, 9]], False),  # a sliver
        ([[0, 0], [80, 0], [80, 60], [0, 60]], False),  # far outside
    ],
)
def test_plausible_quads(quad: list[list[int]], plausible: bool) -> None:  # noqa: FBT001 -- a table's column
    kept = plausible_quads(np.array([quad], np.float32), np.array([[0, 0, 40, 60]], np.float32))
    assert np.isfinite(kept).all() == plausible


def test_slanting_neighbours_are_two_tiles() -> None:
    """Two long tiles side by side at 45 degrees: their boxes overlap by more than half, their faces do not."""
    first = np.array([[0, 10], [10, 0], [110, 100], [100, 110]], np.float32)
    second = first + np.array([-10, 10], np.float32)
    quads = np.stack([first, second])
    boxes = np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1)
    confidence = np.array([0.9, 0.8], np.float32)
    assert quad_nesting(first, second) < 0.05
    assert suppress_duplicates(boxes, confidence, quads, 0.6, 10).tolist() == [0, 1]
    unknown = np.full_like(quads, np.nan)
    assert suppress_duplicates(boxes, confidence, unknown, 0.6, 10).tolist() == [0]
    again = np.stack([first, first + 2])
    boxes = np.concatenate([again.min(axis=1), again.max(axis=1)], axis=1)
    assert suppress_duplicates(boxes, confidence, again, 0.6, 10).tolist() == [0]


@pytest.mark.parametrize("nested", [[2, 30, 38, 58], [3, 2, 37, 40], [-2, -2, 41, 57]])
def test_part_of_a_tile_is_no_second_tile(nested: list[int]) -> None:
    boxes = np.array([[0, 0, 40, 60], nested, [41, 0, 81, 60]], np.float32)
    confidence = np.array([0.9, 0.8, 0.7], np.float32)
    for quads in (boxes_to_quads(boxes), np.full((3, 4, 2), np.nan, np.float32)):
        assert suppress_duplicates(boxes, confidence, quads, 0.6, 10).tolist() == [0, 2]


def test_a_stray_quad_does_not_double_a_tile() -> None:
    boxes = np.array([[41, 251, 168, 408], [51, 266, 166, 412]], np.float32)
    quads = boxes_to_quads(boxes)
    quads[1] = boxes_to_quads(np.array([[51, 380, 100, 412]], np.float32))
    quads[0] = boxes_to_quads(np.array([[90, 251, 168, 378]], np.float32))
    assert suppress_duplicates(boxes, np.array([0.6, 0.3], np.float32), quads, 0.6, 10).tolist() == [0]


def test_short_sides() -> None:
    assert short_sides(boxes_to_quads(np.array([[0, 0, 30, 40], [0, 0, 50, 20]], np.float32))).tolist() == [30, 20]


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ({**FACTS, "classes": ["tile"]}, "'tile'"),
        ({**FACTS, "role": "reader"}, "role .reader."),
        ({"role": "finder"}, "KeyError"),
        ({**FACTS, "temperature": 0}, "temperature"),
    ],
)
def test_a_model_for_something_else_is_refused(make_session: Callable, facts: dict, says: str) -> None:
    with pytest.raises(ModelMismatchError, match=says) as caught:
        OnnxTileDetector(make_session(lambda _: [], "images", **facts))
    assert caught.value.code == "model_mismatch"


def test_a_model_with_other_inputs_or_outputs_is_refused(make_session: Callable) -> None:
    with pytest.raises(ModelMismatchError, match="picture"):
        OnnxTileDetector(make_session(lambda _: [], "picture", **FACTS))
    detector = OnnxTileDetector(make_session(lambda _: [np.zeros((1, 6, 100), np.float32)], "images", **FACTS))
    with pytest.raises(ModelMismatchError, match=r"\(1, 6, 100\)"):
        detector.detect(np.zeros((64, 64, 3), np.uint8), DetectorOptions())


def test_a_model_without_metadata_is_refused(make_session: Callable) -> None:
    session = make_session(lambda _: [], "images")
    session.metadata.clear()
    with pytest.raises(ModelMismatchError, match="tilesight"):
        OnnxTileDetector(session)


class Looks:
    """A detector that answers prepared tiles and notes how it was asked."""

    def __init__(self, *answers: TileDetections) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[tuple[int, int], int | None]] = []

    def detect(self, image_bgr: np.ndarray, options: DetectorOptions) -> TileDetections:
        self.asked.append((image_bgr.shape[1::-1], options.long_side_px))
        return self.answers[len(self.asked) - 1]


def tiles(*boxes: tuple[int, int, int, int], confidence: float = 0.8) -> TileDetections:
    array = np.array(boxes, np.float32).reshape(-1, 4)
    n = len(array)
    return TileDetections(array, np.full(n, confidence, np.float32), np.zeros(n, np.int64), boxes_to_quads(array))


SMALL = tuple((1000 + 40 * n, 1000, 1040 + 40 * n, 1060) for n in range(8))
MIDDLE = tuple((200 * n, 0, 200 * n + 200, 300) for n in range(8))
LARGE = tuple((600 * n, 0, 600 * n + 600, 800) for n in range(3))


def look_at(
    looks: Looks, size_wh: tuple[int, int] = (2000, 1500), options: SecondLookOptions | None = None
) -> list[list[float]]:
    picture = np.zeros((*size_wh[::-1], 3), np.uint8)
    found: list[list[float]] = SecondLookDetector(looks, options).detect(picture, DetectorOptions()).boxes_xyxy.tolist()
    return found


def test_tiles_of_a_usual_size_are_looked_at_once() -> None:
    looks = Looks(tiles(*MIDDLE))
    look_at(looks)
    assert looks.asked == [((2000, 1500), 640)]


def test_small_tiles_are_looked_at_again_closely_and_come_back_in_the_photos_pixels() -> None:
    closer = tiles(*[(180 + 40 * n, 180, 220 + 40 * n, 240) for n in range(9)])
    looks = Looks(tiles(*SMALL), closer)
    picture = np.zeros((1500, 2000, 3), np.uint8)
    found = SecondLookDetector(looks).detect(picture, DetectorOptions())
    assert looks.asked == [((2000, 1500), 640), ((680, 420), 1280)]
    assert found.boxes_xyxy.tolist() == [*map(list, SMALL), [1320, 1000, 1360, 1060]]
    assert found.quads[0, 0].tolist() == [1000, 1000]


def test_tiles_that_fill_the_photo_are_looked_at_from_farther() -> None:
    looks = Looks(tiles(*LARGE, confidence=0.5), tiles(*LARGE, confidence=0.6), tiles(*LARGE, confidence=0.8))
    assert look_at(looks) == [list(box) for box in LARGE]
    assert looks.asked == [((2000, 1500), 640), ((2000, 1500), 160), ((2000, 1500), 320)]


@pytest.mark.parametrize("parts", [1, 2, 9, 30])
def test_parts_of_a_tile_are_no_tiles(parts: int) -> None:
    """Circles of a single tile that fills the photo look like small tiles; they are many, but nobody is convinced."""
    circles = [(300 + 40 * n, 400, 340 + 40 * n, 460) for n in range(parts)]
    whole = (200, 100, 1600, 1400)
    at_first, closer, nearer = (tiles(*circles, confidence=confidence) for confidence in (0.6, 0.65, 0.69))
    looks = Looks(at_first, closer, *[tiles(whole, confidence=0.7)] * 2, nearer)
    assert look_at(looks, options=CONFIRMED) == [list(whole)]
    assert [side for _, side in looks.asked] == [640, 1280, 160, 96, 320]


@pytest.mark.parametrize("seen_from_farthest", [0, 1, 2])
def test_a_tile_as_large_as_the_photo_is_looked_at_from_farthest(seen_from_farthest: int) -> None:
    rough, whole = (200, 100, 1900, 1490), [(200, 100, 1600, 1400), (1610, 100, 1990, 1400)][:seen_from_farthest]
    looks = Looks(tiles(confidence=0.6), tiles(), tiles(rough, confidence=0.7), tiles(*whole), tiles(), tiles())
    assert look_at(looks) == [list(box) for box in whole or [rough]]
    assert [side for _, side in looks.asked][:5] == [640, 1280, 160, 96, 320]


def test_what_is_seen_from_afar_with_less_conviction_is_no_tile() -> None:
    """A hand on a rack looks like one large tile from afar, but not as clearly as its tiles from nearer."""
    rack = (0, 0, 1600, 300)
    looks = Looks(tiles(*MIDDLE, confidence=0.7), tiles(rack, confidence=0.6), tiles(rack, confidence=0.65), tiles())
    assert look_at(looks) == [list(box) for box in MIDDLE]


@pytest.mark.parametrize("seen", [MIDDLE[:2], MIDDLE])
def test_tiles_found_with_conviction_are_looked_at_once(seen: tuple[tuple[int, int, int, int], ...]) -> None:
    convinced, doubting = Looks(tiles(*seen, confidence=0.99)), Looks(tiles(*seen, confidence=0.7), tiles(), tiles())
    unconfirmed = Looks(tiles(*seen, confidence=0.7), tiles())
    assert look_at(convinced, options=CONFIRMED) == look_at(doubting, options=CONFIRMED) == [list(box) for box in seen]
    assert look_at(unconfirmed) == [list(box) for box in seen]
    assert [side for _, side in convinced.asked] == [640]
    assert [side for _, side in doubting.asked] == [640, 160, 1024]
    assert [side for _, side in unconfirmed.asked] == [640, 160]


def test_two_looks_in_doubt_find_more_than_one() -> None:
    """From nearer one tile more is found, one more clearly, and one where the first look had it across two."""
    seen, missed = MIDDLE[:5], MIDDLE[5]
    across = (1100, 0, 1250, 300)
    first = tiles(*seen, across, confidence=0.7)
    first.confidence[0], first.confidence[5] = 0.3, 0.4
    looks = Looks(first, tiles(), tiles(seen[0], missed, confidence=0.9))
    picture = np.zeros((1500, 2000, 3), np.uint8)
    found = SecondLookDetector(looks, CONFIRMED).detect(picture, DetectorOptions())
    assert found.boxes_xyxy.tolist() == [list(box) for box in (seen[0], missed, *seen[1:])]
    assert found.confidence.tolist() == pytest.approx([0.9] * 2 + [0.7] * 4)


def test_a_small_picture_is_not_looked_at_from_nearer() -> None:
    looks = Looks(tiles((10, 10, 60, 90), confidence=0.7), tiles())
    look_at(looks, (700, 500), CONFIRMED)
    assert [side for _, side in looks.asked] == [640, 160]


@pytest.mark.parametrize("first", [SMALL, LARGE])
def test_a_look_that_finds_less_takes_nothing_away(first: tuple[tuple[int, int, int, int], ...]) -> None:
    assert look_at(Looks(tiles(*first), tiles(), tiles(), tiles())) == [list(box) for box in first]


def test_what_is_seen_less_clearly_takes_nothing_away() -> None:
    looks = Looks(tiles(*LARGE), *[tiles(*LARGE[:2], confidence=0.4)] * 3)
    assert look_at(looks) == [list(box) for box in LARGE]


def test_what_is_doubted_decides_nothing() -> None:
    looks = Looks(
        TileDetections(
            np.array([*MIDDLE, *SMALL, *SMALL], np.float32),
            np.array([0.8] * 8 + [0.2] * 16, np.float32),
            np.zeros(24, np.int64),
            np.full((24, 4, 2), np.nan, np.float32),
        )
    )
    look_at(looks)
    assert len(looks.asked) == 1


def test_where_nothing_is_found_the_whole_photo_is_looked_at_again_closer_and_from_farther() -> None:
    looks = Looks(tiles(*MIDDLE, confidence=0.3), tiles(), tiles(), tiles())
    look_at(looks)
    assert looks.asked == [((2000, 1500), side) for side in (640, 1280, 160, 320)]
    small = Looks(tiles(), tiles(), tiles())
    look_at(small, (640, 480))
    assert [side for _, side in small.asked] == [640, 160, 320]


def test_a_caller_who_names_the_size_gets_one_look() -> None:
    looks = Looks(tiles((0, 0, 4, 6)))
    options = DetectorOptions(long_side_px=960)
    SecondLookDetector(looks, SecondLookOptions(small_tile_px=100)).detect(np.zeros((999, 999, 3), np.uint8), options)
    assert looks.asked == [((999, 999), 960)]


@pytest.mark.parametrize("seed", range(5))
def test_many_detections_are_suppressed_as_one_by_one(seed: int) -> None:
    rng = np.random.default_rng(seed)
    count = 300
    centres, sizes = rng.uniform(0, 400, (count, 2)), rng.uniform(10, 70, (count, 2))
    boxes = np.concatenate([centres - sizes / 2, centres + sizes / 2], axis=1).astype(np.float32)
    quads = boxes_to_quads(boxes) + rng.normal(0, 4, (count, 4, 2)).astype(np.float32)
    quads[rng.random(count) < 0.3] = np.nan
    confidence = rng.random(count).astype(np.float32)
    overlap, nesting = box_ious(boxes, boxes), box_nestings(boxes, boxes)
    expected: list[int] = []
    for n in np.argsort(-confidence):
        for best in expected:
            alike = overlap[best, n] > 0.6 or nesting[best, n] > NESTED_SHARE
            shared = quad_nesting(quads[best], quads[n]) if np.isfinite(quads[[best, n]]).all() else None
            told_apart = shared is not None and overlap[best, n] < SAME_BOX_IOU and shared <= DISTINCT_QUAD_OVERLAP
            one_quad = shared is not None and overlap[best, n] > TOUCHING_IOU and shared > SAME_QUAD_OVERLAP
            if (alike and not told_apart) or (not alike and one_quad):
                break
        else:
            expected.append(int(n))
    assert len(expected) > 40
    assert suppress_duplicates(boxes, confidence, quads, 0.6, count).tolist() == expected
    assert suppress_duplicates(boxes, confidence, quads, 0.6, 50).tolist() == expected[:50]
