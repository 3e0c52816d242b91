"""The pipeline: what a photo says from end to end, with prepared answers instead of models."""

from __future__ import annotations

import io
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from PIL import Image

from engine.analysis import analyse
from engine.notation import parse_hand
from engine.tile import BACK_CODE, CODES
from vision import cutting
from vision.belief import DOUBTED_FROM
from vision.detector import BACK, FACE, DetectorOptions, TileDetections
from vision.errors import ImageTooLargeError
from vision.image import ImageLimits, UprightImage
from vision.pipeline import RackReader, ReadOptions
from vision.reader import FaceReadings
from vision.reading import ModelReference
from vision.rectify import boxes_to_quads, rectify

if TYPE_CHECKING:
    from pathlib import Path

    from vision.reading import RackReading

RNG = np.random.default_rng(7)
# Strokes about as thick as those of a real face.
TEXTURE = np.kron(RNG.integers(0, 2, (10, 7, 1)) * 200 + 20, np.ones((8, 8, 3))).astype(np.uint8)


@dataclass
class FixedDetector:
    """Finds the given boxes, in pixels of a photo of the given width, in a picture of any size."""

    boxes: np.ndarray
    photo_width: int
    kinds: np.ndarray | None = None
    confidence: float = 0.9
    quads: np.ndarray | None = None
    seen: list[tuple[int, int]] = field(default_factory=list)

    def detect(self, image_bgr: np.ndarray, options: DetectorOptions) -> TileDetections:
        del options
        self.seen.append(image_bgr.shape[1::-1])
        scale = image_bgr.shape[1] / self.photo_width
        n = len(self.boxes)
        boxes = (self.boxes * scale).astype(np.float32)
        kinds = np.zeros(n, np.int64) if self.kinds is None else self.kinds
        quads = boxes_to_quads(boxes) if self.quads is None else (self.quads * scale).astype(np.float32)
        return TileDetections(boxes, np.full(n, self.confidence, np.float32), kinds, quads)


@dataclass
class FixedReader:
    """Reads the given codes with the given probability, the rest on one other code."""

    codes: list[str]
    probability: float | list[float] = 0.97
    other: str = "9m"
    crops: list[np.ndarray] = field(default_factory=list)

    def read_crops(self, crops_bgr: np.ndarray, turns: np.ndarray, *, thorough: bool = True) -> FaceReadings:
        del thorough
        self.crops.append(crops_bgr)
        n = len(turns)
        chances = np.broadcast_to(self.probability, len(self.codes))[:n]
        codes = np.zeros((n, len(CODES)), np.float32)
        for row, code, chance in zip(codes, self.codes, chances, strict=False):
            row[CODES.index(self.other)] += 1 - chance
            row[CODES.index(code)] += chance
        return FaceReadings(codes, np.tile(np.array([1, 0, 0, 0], np.float32), (n, 1)))


@dataclass
class Cuts:
    """From pictures of which size, along which corners faces were cut."""

    sizes: list[tuple[int, int]] = field(default_factory=list)
    quads: list[np.ndarray] = field(default_factory=list)


@pytest.fixture
def cuts(monkeypatch: pytest.MonkeyPatch) -> Cuts:
    done = Cuts()

    def watched(image_bgr: np.ndarray, quads: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        done.sizes.append(image_bgr.shape[1::-1])
        done.quads.append(quads)
        return rectify(image_bgr, quads)

    monkeypatch.setattr(cutting, "rectify", watched)
    return done


def boxes(count: int, size: tuple[int, int] = (56, 80), pitch: int = 58) -> np.ndarray:
    return np.array([[20 + pitch * n, 100, 20 + pitch * n + size[0], 100 + size[1]] for n in range(count)], np.float32)


def photo(at: np.ndarray, size_wh: tuple[int, int] = (900, 300), blur: float = 0) -> np.ndarray:
    """Return a picture with a patterned tile in every box."""
    picture = np.full((size_wh[1], size_wh[0], 3), 90, np.uint8)
    for x1, y1, x2, y2 in at.astype(int):
        picture[y1:y2, x1:x2] = cv2.resize(TEXTURE, (x2 - x1, y2 - y1), interpolation=cv2.INTER_NEAREST)
    return cv2.GaussianBlur(picture, (0, 0), blur) if blur else picture


def read(codes: list[str], probability: float | list[float] = 0.97, **options: object) -> RackReading:
    at = boxes(len(codes))
    reader = RackReader(FixedDetector(at, 900), FixedReader(codes, probability))
    return reader.read(UprightImage.from_bgr(photo(at)), ReadOptions(**options))


def codes_of(reading: RackReading) -> list[str]:
    return [tile.code for tile in reading.tiles]


def warned(reading: RackReading) -> dict[str, tuple[int, ...]]:
    return {warning.code: warning.tiles for warning in reading.warnings}


HAND = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "1z", "2z", "2z"]


def test_a_rack_becomes_a_hand() -> None:
    reading = read(HAND)
    assert codes_of(reading) == HAND
    assert reading.hand == "123m456p789s11122z"
    assert reading.size_wh == (900, 300)
    assert [tile.index for tile in reading.tiles] == list(range(14))
    assert [tile.box for tile in reading.tiles] == sorted(tile.box for tile in reading.tiles)
    assert all(tile.sure and tile.rotation == 0 and tile.row == 0 and tile.quad for tile in reading.tiles)
    assert warned(reading) == {}
    assert set(reading.timing_ms) == {"decode", "detect", "read", "layout"}
    assert all(spent >= 0 for spent in reading.timing_ms.values())


def test_the_alternatives_are_the_likeliest_other_codes() -> None:
    tile = read(HAND, 0.96).tiles[0]
    assert [(other.code, round(other.confidence, 3)) for other in tile.alternatives] == [("9m", 0.04)]
    assert tile.confidence == pytest.approx(0.96)
    assert read(HAND, 0.995).tiles[0].alternatives == ()


def test_nothing_found_is_an_answer() -> None:
    reading = RackReader(FixedDetector(np.empty((0, 4), np.float32), 900), FixedReader([])).read(
        UprightImage.from_bgr(np.zeros((300, 900, 3), np.uint8))
    )
    assert (reading.tiles, reading.groups, reading.hand) == ((), (), "")
    assert list(warned(reading)) == ["no_tiles"]


def test_one_pixel_has_no_tiles() -> None:
    reader = RackReader(FixedDetector(np.empty((0, 4), np.float32), 1), FixedReader([]))
    buffer = io.BytesIO()
    Image.new("RGB", (1, 1)).save(buffer, "PNG")
    assert list(warned(reader.read(buffer.getvalue()))) == ["no_tiles"]


def test_a_doubtful_tile_is_not_sure_and_is_warned_about() -> None:
    reading = read(HAND, [0.97] * 3 + [0.7] + [0.97] * 10)
    assert [tile.sure for tile in reading.tiles] == [True] * 3 + [False] + [True] * 10
    assert warned(reading) == {"unsure": (3,)}
    assert warned(read(HAND, 0.7, sure_threshold=0.6)) == {}


@pytest.mark.parametrize("unreadable", [0, 5, 13])
def test_a_face_nobody_can_read_is_unreadable_in_the_hand_too(unreadable: int) -> None:
    chances = np.full((14, len(CODES)), 1 / len(CODES), np.float32)
    for n, code in enumerate(HAND):
        if n != unreadable:
            chances[n] = np.eye(len(CODES))[CODES.index(code)]

    class Reader:
        def read_crops(self, crops_bgr: np.ndarray, turns: np.ndarray, *, thorough: bool = True) -> FaceReadings:
            del thorough
            del crops_bgr
            return FaceReadings(chances, np.tile(np.array([1, 0, 0, 0], np.float32), (len(turns), 1)))

    at = boxes(14)
    reading = RackReader(FixedDetector(at, 900), Reader()).read(UprightImage.from_bgr(photo(at)))
    tile = reading.tiles[unreadable]
    assert (tile.code, tile.confidence, tile.sure) == ("??", 0.0, False)
    assert len(tile.alternatives) == 3
    assert warned(reading)["unreadable"] == (unreadable,)
    assert "unsure" not in warned(reading)
    assert reading.hand.count("??") == 1
    assert len(parse_hand(reading.hand).all_tiles) == 14


def test_five_of_a_kind_is_repaired_where_another_reading_is_believable() -> None:
    codes = ["5p"] * 5 + HAND[5:]
    reading = read(codes, [0.95, 0.95, 0.95, 0.95, 0.6] + [0.97] * 9)
    assert codes_of(reading)[:5] == ["5p", "5p", "5p", "5p", "9m"]
    assert warned(reading)["count_repaired"] == (4,)
    assert not reading.tiles[4].sure
    assert reading.tiles[4].confidence == pytest.approx(0.4)
    assert reading.tiles[4].alternatives[0].code == "5p"


def test_five_of_a_kind_beyond_doubt_is_reported() -> None:
    reading = read(["5p"] * 5 + HAND[5:], 0.9999)
    assert codes_of(reading)[:5] == ["5p"] * 5
    assert warned(reading)["five_of_a_kind"] == (0, 1, 2, 3, 4)


def test_a_fifth_white_dragon_does_not_become_a_back() -> None:
    """The reader cannot tell a blank dragon from a back, but that this one shows its face was seen."""
    codes = ["5z"] * 5 + HAND[5:]
    at = boxes(len(codes))
    reader = FixedReader(codes, [0.95, 0.95, 0.95, 0.95, 0.6] + [0.97] * 9, other=BACK_CODE)
    reading = RackReader(FixedDetector(at, 900), reader).read(UprightImage.from_bgr(photo(at)))
    assert codes_of(reading)[:5] == ["5z"] * 5
    assert warned(reading)["five_of_a_kind"] == (0, 1, 2, 3, 4)
    assert "count_repaired" not in warned(reading)


def test_backs_are_not_shown_to_the_reader() -> None:
    at = boxes(4)
    kinds = np.array([BACK, FACE, FACE, BACK])
    reader = FixedReader(["1z", "1z"])
    reading = RackReader(FixedDetector(at, 900, kinds), reader).read(UprightImage.from_bgr(photo(at)))
    assert codes_of(reading) == ["0x", "1z", "1z", "0x"]
    assert [len(crops) for crops in reader.crops] == [2]
    assert all(tile.rotation is None for tile in (reading.tiles[0], reading.tiles[3]))


@pytest.mark.parametrize("down", [0, 6, 13])
def test_a_hand_with_a_tile_face_down_is_not_judged_as_a_smaller_one(down: int) -> None:
    reading = read([BACK_CODE if n == down else code for n, code in enumerate(HAND)])
    analysis = analyse(parse_hand(reading.hand), rules="riichi")
    assert len(parse_hand(reading.hand).all_tiles) == 14
    assert analysis.status == "invalid"
    assert [fault.code for fault in analysis.faults] == ["face_down"]


def test_a_doubtful_back_is_shown_to_the_reader() -> None:
    at = boxes(14)
    detector = FixedDetector(at, 900, np.full(14, BACK), confidence=0.4)
    assert codes_of(RackReader(detector, FixedReader(HAND)).read(UprightImage.from_bgr(photo(at)))) == HAND


def test_a_doubted_detection_is_a_tile_where_a_face_is_read_plainly() -> None:
    at = boxes(14)
    picture = UprightImage.from_bgr(photo(at))
    chances = [0.97] * 13 + [0.6]
    reading = RackReader(FixedDetector(at, 900, confidence=0.2), FixedReader(HAND, chances)).read(picture)
    assert codes_of(reading) == HAND[:13]
    assert (
        codes_of(RackReader(FixedDetector(at, 900, confidence=0.4), FixedReader(HAND, chances)).read(picture)) == HAND
    )


def test_the_detector_is_asked_for_what_it_doubts_unless_the_caller_wants_even_more() -> None:
    asked: list[float] = []

    class Asked(FixedDetector):
        def detect(self, image_bgr: np.ndarray, options: DetectorOptions) -> TileDetections:
            asked.append(options.min_confidence)
            return super().detect(image_bgr, options)

    for least in (0.35, 0.05):
        options = ReadOptions(detector=DetectorOptions(min_confidence=least))
        RackReader(Asked(boxes(1), 900), FixedReader(["1m"])).read(UprightImage.from_bgr(photo(boxes(1))), options)
    assert asked == [DOUBTED_FROM, 0.05]


def test_where_corners_are_unknown_the_box_is_read(cuts: Cuts) -> None:
    at = boxes(14)
    quads = boxes_to_quads(at)
    quads[3] = np.nan
    reader = RackReader(FixedDetector(at, 900, quads=quads), FixedReader(HAND))
    reading = reader.read(UprightImage.from_bgr(photo(at)))
    assert np.allclose(cuts.quads, boxes_to_quads(at))
    assert reading.tiles[3].quad is None
    assert reading.tiles[4].quad is not None


def jpeg(picture: np.ndarray) -> bytes:
    return cv2.imencode(".jpg", picture)[1].tobytes()


def test_a_large_photo_is_detected_small_and_read_as_finely_as_it_helps(tmp_path: Path, cuts: Cuts) -> None:
    large = boxes(14, (160, 220), 170)
    data = jpeg(photo(large, (2600, 700)))
    detector = FixedDetector(large, 2600)
    reading = RackReader(detector, FixedReader(HAND)).read(data)
    assert detector.seen == [(1300, 350)]
    # 160 pixels a face at half size are 80: the reader could use 96, so it gets the full photo.
    assert cuts.sizes == [(2600, 700)]
    assert np.allclose(cuts.quads.pop(), boxes_to_quads(large))
    assert np.allclose([tile.box for tile in reading.tiles], large, atol=0.01)

    larger = boxes(12, (200, 270), 210)
    data = jpeg(photo(larger, (2600, 700)))
    path = tmp_path / "rack.jpg"
    path.write_bytes(data)
    for source in (data, path):
        cuts.sizes.clear()
        reading = RackReader(FixedDetector(larger, 2600), FixedReader(HAND)).read(source)
        assert cuts.sizes == [(1300, 350)]
        assert np.allclose(cuts.quads.pop(), boxes_to_quads(larger / 2))
        assert np.allclose([tile.box for tile in reading.tiles], larger, atol=0.01)
        assert reading.size_wh == (2600, 700)


def test_limits_are_the_callers() -> None:
    data = jpeg(np.zeros((300, 900, 3), np.uint8))
    reader = RackReader(FixedDetector(np.empty((0, 4), np.float32), 900), FixedReader([]))
    with pytest.raises(ImageTooLargeError):
        reader.read(data, ReadOptions(limits=ImageLimits(max_pixels=1000)))


def test_a_note_of_the_file_becomes_a_warning() -> None:
    buffer = io.BytesIO()
    frames = [Image.new("RGB", (900, 300), colour) for colour in ("red", "blue")]
    frames[0].save(buffer, "WEBP", save_all=True, append_images=frames[1:])
    reader = RackReader(FixedDetector(np.empty((0, 4), np.float32), 900), FixedReader([]))
    assert list(warned(reader.read(buffer.getvalue()))) == ["animated", "no_tiles"]


def test_a_blurred_photo_is_warned_about() -> None:
    at = boxes(14)
    reader = RackReader(FixedDetector(at, 900), FixedReader(HAND))
    assert "blurred" in warned(reader.read(UprightImage.from_bgr(photo(at, blur=4))))
    assert "blurred" not in warned(reader.read(UprightImage.from_bgr(photo(at, blur=0.5))))


def test_blank_faces_are_not_blurred() -> None:
    at = boxes(2)
    reader = RackReader(FixedDetector(at, 900), FixedReader(["5z", "5z"]))
    assert warned(reader.read(UprightImage.from_bgr(np.full((300, 900, 3), 200, np.uint8)))) == {}


def test_glare_is_warned_about() -> None:
    at = boxes(14)
    picture = photo(at)
    x1, y1, x2, y2 = at[6].astype(int)
    picture[y1 : y1 + (y2 - y1) // 2, x1:x2] = 255
    reader = RackReader(FixedDetector(at, 900), FixedReader(HAND))
    assert warned(reader.read(UprightImage.from_bgr(picture)))["glare"] == (6,)


def test_small_tiles_are_warned_about() -> None:
    at = boxes(14, (14, 20), 15)
    reader = RackReader(FixedDetector(at, 900), FixedReader(HAND))
    assert warned(reader.read(UprightImage.from_bgr(photo(at))))["too_small"] == tuple(range(14))


def test_the_models_are_named() -> None:
    models = (ModelReference("finder", "f", "00"), ModelReference("reader", "r", "11"))
    reader = RackReader(FixedDetector(boxes(1), 900), FixedReader(["1m"]), models=models)
    assert reader.read(UprightImage.from_bgr(photo(boxes(1)))).models == models


def test_one_reader_serves_many_threads() -> None:
    """Two readings overlap in time and do not mix."""
    gate = threading.Barrier(2, timeout=5)

    class Waiting(FixedDetector):
        def detect(self, image_bgr: np.ndarray, options: DetectorOptions) -> TileDetections:
            gate.wait()
            return FixedDetector(boxes(image_bgr.shape[0] // 100), 900).detect(image_bgr, options)

    reader = RackReader(Waiting(boxes(1), 900), FixedReader(HAND))
    pictures = [UprightImage.from_bgr(photo(boxes(n), (900, 100 * n))) for n in (3, 5)]
    with ThreadPoolExecutor(2) as pool:
        readings = list(pool.map(reader.read, pictures))
    assert [len(reading.tiles) for reading in readings] == [3, 5]
