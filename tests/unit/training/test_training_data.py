from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

import cv2
import numpy as np
import pytest

from datasets.photos import LabelledPhoto
from engine.tile import CODES
from models.training.degradation import degrade
from models.training.finder_data import FinderImage, FinderSampler, image_of_photo
from models.training.reader_data import NO_FACE, UNKNOWN_ROTATION, PhotoFaces, ReaderSampler, SyntheticFaces
from vision.detector import BACK, FACE, DetectorOptions, TileDetections
from vision.rectify import boxes_to_quads

if TYPE_CHECKING:
    from models.training.doubts import Doubter

BOXES = np.array([[60 + 50 * n, 100, 105 + 50 * n, 160] for n in range(4)], np.float32)


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    """A green table with four red faces, each with a blue upper left corner."""
    image = np.full((240, 320, 3), (40, 110, 40), np.uint8)
    for x1, y1, x2, y2 in BOXES.astype(int):
        cv2.rectangle(image, (x1, y1), (x2, y2), (30, 30, 200), cv2.FILLED)
        cv2.rectangle(image, (x1, y1), (x1 + 15, y1 + 20), (220, 40, 40), cv2.FILLED)
    path = tmp_path / "picture.png"
    cv2.imwrite(str(path), image)
    return path


def labelled(picture: Path, *, partially: bool = False) -> LabelledPhoto:
    codes = np.array([0, 9, 18, 27], np.int64)
    return LabelledPhoto(picture, "p", "g", 0, (320, 240), BOXES, codes, partially_labelled=partially)


def with_corners(picture: Path, doubtful: list[list[float]] | None = None) -> FinderImage:
    return FinderImage(
        path=picture,
        boxes_xyxy=BOXES,
        quads=boxes_to_quads(BOXES),
        kinds=np.array([0, 1, 0, 1], np.int64),
        doubtful_boxes_xyxy=np.array(doubtful or [], np.float32).reshape(-1, 4),
        partially_labelled=False,
    )


def test_boxes_follow_their_faces(picture: Path) -> None:
    """Wherever a picture is moved and turned, its boxes stay on the red faces."""
    sampler = FinderSampler([([with_corners(picture)], 1.0)], np.random.default_rng(3))
    batch = sampler.draw(24, 160)
    assert batch.images.shape == (24, 3, 160, 160)
    assert len(batch.kinds) > 40
    reddish = 0
    for index, (x, y, width, height) in zip(batch.image_index, batch.boxes_xywh * 160, strict=True):
        assert width > 0
        assert height > 0
        red, green, _ = batch.images[index][:, int(min(y, 159)), int(min(x, 159))].astype(int)
        reddish += red > green
    assert reddish / len(batch.kinds) > 0.9


def test_corners_lie_on_their_box_and_photographs_have_none(picture: Path) -> None:
    batch = FinderSampler([([with_corners(picture)], 1.0)], np.random.default_rng(4)).draw(16, 160)
    assert (batch.keypoints[..., 2] == 1).all()
    whole = (batch.keypoints[..., :2] > 0).all(axis=(1, 2)) & (batch.keypoints[..., :2] < 1).all(axis=(1, 2))
    extent = np.concatenate([batch.keypoints[..., :2].min(axis=1), batch.keypoints[..., :2].max(axis=1)], axis=1)
    half = batch.boxes_xywh[:, 2:] / 2
    boxes = np.concatenate([batch.boxes_xywh[:, :2] - half, batch.boxes_xywh[:, :2] + half], axis=1)
    assert np.allclose(extent[whole], boxes[whole], atol=1e-4)
    photo = FinderSampler([([image_of_photo(labelled(picture))], 1.0)], np.random.default_rng(4)).draw(8, 160)
    assert not photo.keypoints.any()


def test_backs_are_backs_and_what_nobody_confirmed_is_ignored(picture: Path) -> None:
    codes = np.array([0, CODES.index("0x"), 18, 27], np.int64)
    photo = replace(labelled(picture), codes=codes, doubtful_boxes_xyxy=np.array([[10, 10, 60, 60]], np.float32))
    image = image_of_photo(photo)
    assert image.kinds.tolist() == [FACE, BACK, FACE, FACE]
    ignored = [
        float(FinderSampler([([one], 1.0)], np.random.default_rng(5)).draw(12, 160).ignored.mean())
        for one in (image, image_of_photo(labelled(picture)))
    ]
    assert ignored[0] > ignored[1]


def test_only_the_surroundings_of_a_partly_labelled_row_count_as_background(picture: Path) -> None:
    def ignored_share(*, partially: bool) -> float:
        image = image_of_photo(labelled(picture, partially=partially))
        return float(FinderSampler([([image], 1.0)], np.random.default_rng(5)).draw(12, 160).ignored.mean())

    assert ignored_share(partially=True) > 0.5
    assert ignored_share(partially=False) < 0.1


def test_photographs_without_labelled_backs_say_so(picture: Path) -> None:
    with_back = replace(labelled(picture), codes=np.array([0, CODES.index("0x"), 18, 27], np.int64))
    without = image_of_photo(labelled(picture))
    pools = [([image_of_photo(with_back)], 0.5), ([without], 0.5)]
    batch = FinderSampler(pools, np.random.default_rng(7)).draw(16, 160)
    backs_in = set(batch.image_index[batch.kinds == BACK].tolist())
    assert not without.backs_labelled
    assert 0 < batch.backs_labelled.sum() < 16
    assert backs_in <= set(np.flatnonzero(batch.backs_labelled).tolist())


def test_white_dragons_and_backs_are_plain(picture: Path) -> None:
    plain = [
        replace(labelled(picture), codes=np.array([0, CODES.index(code), 18, 27], np.int64)) for code in ("5z", "0x")
    ]
    assert [image_of_photo(photo).has_plain_tiles for photo in (*plain, labelled(picture))] == [True, True, False]


def test_hidden_tiles_are_neither_asked_for_nor_background(picture: Path) -> None:
    clear = FinderSampler([([with_corners(picture)], 1.0)], np.random.default_rng(6)).draw(8, 160)
    doubtful = FinderSampler([([with_corners(picture, [[0, 0, 320, 90]])], 1.0)], np.random.default_rng(6)).draw(8, 160)
    assert doubtful.ignored.mean() > clear.ignored.mean() + 0.1
    assert len(doubtful.kinds) == len(clear.kinds)


def test_no_pictures_is_an_error_that_says_what_to_do() -> None:
    with pytest.raises(ValueError, match="--photos and/or --scenes"):
        FinderSampler([([], 1.0)], np.random.default_rng(0))


def test_a_picture_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"no picture")
    with pytest.raises(ValueError, match=r"broken\.jpg cannot be read"):
        FinderSampler([([with_corners(broken)], 1.0)], np.random.default_rng(0)).draw(1, 160)


class FixedDetector:
    """Finds the labelled faces, a little smaller, with corners."""

    def detect(self, image_bgr: np.ndarray, options: DetectorOptions) -> TileDetections:
        assert image_bgr.shape == (240, 320, 3)
        assert options == DetectorOptions()
        boxes = BOXES + np.array([4, 4, -4, -4], np.float32)
        n = len(boxes)
        return TileDetections(boxes, np.full(n, 0.9, np.float32), np.zeros(n, np.int64), boxes_to_quads(boxes))


@pytest.mark.parametrize("detector", [None, FixedDetector()])
def test_photographed_faces_are_cut_around_their_face(picture: Path, detector: FixedDetector | None) -> None:
    faces = PhotoFaces([labelled(picture)], detector, no_face_share=0.0)
    batch = faces.draw(40, np.random.default_rng(7))
    assert len(faces) == 4
    assert batch.images.shape == (40, 120, 96, 3)
    assert set(batch.codes.tolist()) == {0, 9, 18, 27}
    assert set(batch.rotations.tolist()) == {UNKNOWN_ROTATION}
    blue, green, red = batch.images[:, 52:68, 40:56].reshape(40, -1, 3).mean(axis=1).T
    assert (red > green).mean() > 0.9
    assert (red > blue).mean() > 0.9


def test_places_without_a_face_are_labelled_so(picture: Path) -> None:
    batch = PhotoFaces([labelled(picture)], no_face_share=1.0).draw(20, np.random.default_rng(8))
    assert set(batch.codes.tolist()) == {NO_FACE}
    partly = PhotoFaces([labelled(picture, partially=True)], no_face_share=1.0).draw(20, np.random.default_rng(8))
    assert NO_FACE not in partly.codes


class DoubtsOne:
    """Doubts the first face alone."""

    def weights(self, crops_bgr: np.ndarray, codes: np.ndarray) -> np.ndarray:
        assert crops_bgr.shape == (4, 120, 96, 3)
        red = crops_bgr[:, 52:68, 40:56].reshape(4, -1, 3).mean(axis=1)
        assert (red[:, 2] > red[:, 1]).all(), "these are the faces as they are cut at run time"
        return np.where(codes == codes[0], 1.1, 0.1).astype(np.float32)


def test_faces_of_scenes_are_cut_by_their_corners_and_drawn_by_doubt(picture: Path) -> None:
    quads = boxes_to_quads(BOXES)
    scene = replace(labelled(picture), quads=quads)
    faces = PhotoFaces([scene], no_face_share=0.0, doubter=cast("Doubter", DoubtsOne()))
    codes = faces.draw(200, np.random.default_rng(12)).codes
    assert (codes == 0).mean() > 0.6
    assert len(set(codes.tolist())) == 4


def test_synthetic_faces_turn_with_their_label(tmp_path: Path) -> None:
    images = np.full((64, 120, 96, 3), 60, np.uint8)
    images[:, :40] = 200  # bright above
    np.savez(tmp_path / "crops-00000.npz", images=images, codes=np.full(64, 5), rotations=np.zeros(64, np.uint8))
    batch = SyntheticFaces([tmp_path]).draw(60, np.random.default_rng(9))
    bright_above = batch.images[:, :30].mean(axis=(1, 2, 3)) > batch.images[:, 50:].mean(axis=(1, 2, 3))
    assert set(batch.rotations.tolist()) == {0, 2}
    assert np.array_equal(bright_above, batch.rotations == 0)
    with pytest.raises(ValueError, match=r"python -m datasets\.synthesis crops"):
        SyntheticFaces([tmp_path / "empty"])


def test_sources_are_mixed_by_their_shares(picture: Path, tmp_path: Path) -> None:
    images = np.zeros((8, 120, 96, 3), np.uint8)
    np.savez(tmp_path / "crops-00000.npz", images=images, codes=np.full(8, 46), rotations=np.zeros(8, np.uint8))
    sources = [(PhotoFaces([labelled(picture)]), 3.0), (SyntheticFaces([tmp_path]), 1.0)]
    codes = ReaderSampler(sources, np.random.default_rng(10)).draw(400).codes
    assert 0.15 < (codes == 46).mean() < 0.35


def test_degradation_keeps_shape_and_input_and_does_nothing_at_strength_zero() -> None:
    rng = np.random.default_rng(11)
    image = rng.integers(0, 256, (120, 96, 3), np.uint8)
    before = image.copy()
    assert all(degrade(image, rng).shape == image.shape for _ in range(30))
    assert np.array_equal(image, before)
    assert np.abs(degrade(image, rng, strength=0.0).astype(int) - image).max() <= 1
