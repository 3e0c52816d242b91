"""Crops and overlays: upright faces, of the labels as they are now, made once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from datasets.formats.record import LabelledTile
from datasets.labelling.pictures import cut_face
from datasets.labelling.summary import Summary

QUAD = ((10.0, 20.0), (40.0, 20.0), (40.0, 60.0), (10.0, 60.0))


def marked(corner: tuple[int, int]) -> np.ndarray:
    """Return a picture whose only white spot is at a corner of the tile."""
    image_bgr = np.zeros((100, 100, 3), np.uint8)
    x, y = corner
    image_bgr[y - 4 : y + 5, x - 4 : x + 5] = 255
    return image_bgr


@pytest.mark.parametrize(
    ("rotation", "top_left", "size"),
    [(0, (14, 24), (30, 40)), (90, (36, 24), (40, 30)), (180, (36, 56), (30, 40)), (270, (14, 56), (40, 30))],
)
def test_faces_are_cut_out_upright(rotation: int, top_left: tuple[int, int], size: tuple[int, int]) -> None:
    tile = LabelledTile("1m", (10, 20, 40, 60), quad=QUAD, rotation=rotation)
    face = cut_face(marked(top_left), tile)
    assert face.shape == (size[1], size[0], 3)
    brightest = np.unravel_index(face[..., 0].astype(int).argmax(), face.shape[:2])
    assert max(brightest) < 10


def test_a_tile_without_corners_is_cut_out_by_its_box() -> None:
    assert cut_face(np.zeros((100, 100, 3), np.uint8), LabelledTile("1m", (10, 20, 40, 60)), scale=0.5).shape == (
        20,
        15,
        3,
    )


def test_pictures_show_the_labels_as_they_are_now(label: Callable[..., Summary], tmp_path: Path) -> None:
    out = tmp_path / "out"
    label(formats=("yolo",), crops=True, overlays=True)
    first = out / "crops" / "2m" / "a" / "rack.jpg.00.jpg"
    assert first.is_file()
    made = first.stat().st_mtime_ns
    label(formats=("yolo",), crops=True, overlays=True)
    assert first.stat().st_mtime_ns == made
    file = out / "yolo" / "labels" / "a" / "rack.txt"
    file.write_text(file.read_text(encoding="utf-8").replace("1 ", "17 ", 1), encoding="utf-8")
    label(formats=("yolo",), crops=True, overlays=True)
    assert not first.exists()
    assert (out / "crops" / "9p" / "a" / "rack.jpg.00.jpg").is_file()
    assert (out / "overlays" / "b" / "empty.png.jpg").is_file()
