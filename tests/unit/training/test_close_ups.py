"""Close-ups of labelled photos: what lies in them is labelled, what they cut off is not asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from datasets.photos import DatasetError, LabelledPhoto, load_photos
from models.training.close_ups import LONG_SIDE_PX, TILE_COUNTS, cut_close_ups, write_close_ups

if TYPE_CHECKING:
    from pathlib import Path

TILES = 10


def a_row(folder: Path, tiles: int = TILES, *, partially_labelled: bool = False) -> LabelledPhoto:
    """A row of touching tiles, each painted in a lightness of its own: 10 times its number."""
    image = np.full((200, 40 * tiles + 80, 3), 255, np.uint8)
    for n in range(tiles):
        image[60:120, 40 + 40 * n : 80 + 40 * n] = 10 * n
    path = folder / "row.png"
    cv2.imwrite(str(path), image)
    boxes = np.array([[40 + 40 * n, 60, 80 + 40 * n, 120] for n in range(tiles)], np.float32).reshape(-1, 4)
    size = (image.shape[1], image.shape[0])
    return LabelledPhoto(path, "row", "table", 0, size, boxes, np.arange(tiles), partially_labelled)


def test_each_label_lies_on_its_tile(tmp_path: Path) -> None:
    seen = list(cut_close_ups(a_row(tmp_path), np.random.default_rng(1)))
    assert [one.tiles for one in seen] == [count for count in TILE_COUNTS if count <= TILES]
    for one in seen:
        assert max(one.image_bgr.shape[:2]) == LONG_SIDE_PX
        assert len(one.codes) >= one.tiles
        for code, box in zip(one.codes, one.boxes_xyxy, strict=True):
            x, y = ((box[:2] + box[2:]) / 2).astype(int)
            assert abs(int(one.image_bgr[y, x, 0]) - 10 * code) <= 1


def test_what_the_edge_cuts_off_is_told_apart(tmp_path: Path) -> None:
    for seed in range(5):
        for one in cut_close_ups(a_row(tmp_path), np.random.default_rng(seed)):
            height, width = one.image_bgr.shape[:2]
            edges = one.cut_off_xyxy
            # In a row of touching tiles only what reaches the edge of the close-up is cut off.
            assert ((edges[:, 0] == 0) | (edges[:, 2] == width)).all()
            assert (one.boxes_xyxy >= 0).all()
            assert (one.boxes_xyxy <= np.array([width, height, width, height])).all()


def test_the_folder_reads_as_labelled_photos_and_is_the_same_each_time(tmp_path: Path) -> None:
    photo = a_row(tmp_path)
    first, second = tmp_path / "first", tmp_path / "second"
    assert write_close_ups([photo], first, 7) == write_close_ups([photo], second, 7) == 6
    read = load_photos(first)
    assert [one.group for one in read] == [f"{count}_tiles" for count in TILE_COUNTS if count <= TILES]
    cut = list(cut_close_ups(photo, np.random.default_rng(7)))
    for one, close_up in zip(read, cut, strict=True):
        assert not one.partially_labelled
        assert one.codes.tolist() == close_up.codes.tolist()
        assert np.allclose(one.boxes_xyxy, close_up.boxes_xyxy, atol=0.01)
        assert np.allclose(one.doubtful_boxes_xyxy, close_up.cut_off_xyxy, atol=0.01)
    for path in sorted(first.rglob("*.*")):
        assert path.read_bytes() == (second / path.relative_to(first)).read_bytes()


def test_photos_that_are_labelled_in_part_are_refused(tmp_path: Path) -> None:
    photos = [a_row(tmp_path, partially_labelled=True), a_row(tmp_path, 0)]
    with pytest.raises(DatasetError, match="choose other --groups"):
        write_close_ups(photos, tmp_path / "out", 0)
    assert not (tmp_path / "out").exists()


def test_a_picture_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    photo = a_row(tmp_path)
    photo.image_path.write_bytes(b"no picture")
    with pytest.raises(DatasetError, match=r"row\.png"):
        write_close_ups([photo], tmp_path / "out", 0)
