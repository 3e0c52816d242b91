from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from datasets.formats.errors import RecordError
from datasets.formats.record import LabelledDataset, LabelledImage, LabelledTile
from vision.reading import ReadWarning, TileGroup

TILE = LabelledTile("5m", (10, 20, 50, 80))


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("code", "9z", "'9z' is not a tile code"),
        ("box_xyxy", (50, 20, 10, 80), "left < right"),
        ("box_xyxy", (10, 20, 50, 20), "top < bottom"),
        ("box_xyxy", (10, 20, 50, float("nan")), "box is"),
        ("box_xyxy", (10, 20, 50), "box is"),
        ("quad", ((0, 0), (1, 0), (1, 1)), "four corners"),
        ("quad", ((0, 0), (1, 0), (1, 1), (0, float("inf"))), "four corners"),
        ("rotation", 45, "rotation is 45"),
        ("confidence", 1.01, "confidence is 1.01"),
        ("confidence", float("nan"), "confidence is nan"),
        ("alternatives", (("9z", 0.1),), "'9z' is not a tile code"),
        ("alternatives", (("9p", -0.1),), "confidence is -0.1"),
        ("row", -1, "row is -1"),
        ("source", "cat", "'model' or 'human'"),
    ],
)
def test_a_tile_refuses_what_cannot_be_meant(field: str, value: object, words: str) -> None:
    values: dict[str, Any] = {"code": "5m", "box_xyxy": (10, 20, 50, 80), field: value}
    with pytest.raises(RecordError, match=words):
        LabelledTile(**values)


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("path", "/etc/passwd", "a path below"),
        ("path", "../a.jpg", "a path below"),
        ("path", "a//b.jpg", "a path below"),
        ("path", "a\\b.jpg", "a path below"),
        ("path", "", "a path below"),
        ("width", 0, "width is 0"),
        ("height", -1, "height is -1"),
        ("orientation", 9, "EXIF orientation"),
        ("sha256", "abc", "64 hex digits"),
        ("groups", (TileGroup("meld", (0, 1), "(55m)"),), "tile of a group is 1"),
        ("groups", (TileGroup("heap", (0,), "5m"),), "kind of group"),  # type: ignore[arg-type]
        ("warnings", (ReadWarning("unsure", "look", (-1,)),), "tile of a warning is -1"),
    ],
)
def test_a_picture_refuses_what_cannot_be_meant(field: str, value: object, words: str) -> None:
    values: dict[str, Any] = {"path": "a.jpg", "width": 100, "height": 90, "tiles": (TILE,), field: value}
    with pytest.raises(RecordError, match=words):
        LabelledImage(**values)


def test_a_tile_belongs_to_a_group_that_is_there() -> None:
    tile = LabelledTile("5m", (10, 20, 50, 80), group=1)
    with pytest.raises(RecordError, match="group is 1"):
        LabelledImage("a.jpg", 100, 90, (tile,), groups=(TileGroup("meld", (0,), "5m"),))
    assert LabelledImage("a.jpg", 100, 90, (tile,)).tiles == (tile,)


def test_unread_tiles_and_boxes_out_of_the_picture_can_be_represented() -> None:
    tile = LabelledTile("??", (-10, 20, 500, 80))
    assert LabelledImage("a/b.jpg", 100, 90, (tile,)).size_wh == (100, 90)


def test_no_two_pictures_have_one_path() -> None:
    image = LabelledImage("a.jpg", 100, 90)
    with pytest.raises(RecordError, match=r"a\.jpg is in the data set twice"):
        LabelledDataset(Path(), (image, image))
