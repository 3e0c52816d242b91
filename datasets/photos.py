"""Real photographs with labelled tile boxes, as laid out in the shared data folder.

A photo folder holds ``manifest.csv``, ``classes.txt`` (one tile code a line), ``images/*.jpg`` and
``labels/*.txt`` (YOLO rows: class, centre x, centre y, width, height, all relative). Where the manifest has a column
``labelled``, it says whether ``all`` tiles of a picture carry a box or only ``part`` of them; where there is a folder
``ignored``, its files list boxes (the same rows without the class) of tiles that nobody confirmed. The collections of
``tilesight dataset collect`` have both.

::

    DatasetError(ValueError)          a data folder cannot be used; the message names the file and the line
"""

from __future__ import annotations

import csv
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from engine.tile import CODES

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = [
    "ALL_LABELLED",
    "IGNORED",
    "PARTLY_LABELLED_PHOTOS",
    "PART_LABELLED",
    "DatasetError",
    "LabelledPhoto",
    "load_photos",
]

ALL_LABELLED = "all"
PART_LABELLED = "part"
"""What the manifest's column ``labelled`` may say; where it says nothing, the group's name tells."""

IGNORED = "ignored"
"""The folder of boxes that nobody confirmed."""

PARTIALLY_LABELLED_PREFIX = "games_"
"""In groups of this prefix mostly the player's own row carries boxes; other tiles in the picture do not."""

FULLY_LABELLED_FROM = 20
"""A game photo with more boxes than this has the pool labelled too (stated in the data's README)."""

PARTLY_LABELLED_PHOTOS = frozenset(
    {
        "IMG_20231031_164317", "fb382645002_8523", "fb387332366_5431", "fb393122729_3053", "fb395794817_3833",
        "fb421037392_5526", "fb421098484_9397", "hand_002_train", "hand_057", "hand_058",
    }
)  # fmt: skip
"""Photographs against the rules above: looked through for tiles that were read surely and carry no box, these have
four or more such tiles, face up, in the background or in a row."""

MAX_FROM_MIDDLE = 0.5
"""A box's centre lies in the picture."""


class DatasetError(ValueError):
    """A data folder is not what its format says."""


@dataclass(frozen=True, slots=True, eq=False)
class LabelledPhoto:
    """One picture file with its labels.

    Attributes:
        image_path: The picture.
        photo: Name of the source photograph; copies of one photograph share it.
        group: Name of the shoot: room, table or physical set.
        copy: 0 for the best copy of the photograph.
        size_wh: Width and height in pixels.
        boxes_xyxy: (N, 4) float32 in pixels.
        codes: (N,) int64 index into ``engine.tile.CODES``.
        partially_labelled: Whether tiles outside the labelled row may carry no box.
        doubtful_boxes_xyxy: (K, 4) float32, tiles that may be read or missed: much hidden, or confirmed by nobody.
        quads: (N, 4, 2) float32 corners of the faces, or None where only boxes are labelled.
    """

    image_path: Path
    photo: str
    group: str
    copy: int
    size_wh: tuple[int, int]
    boxes_xyxy: NDArray[np.float32]
    codes: NDArray[np.int64]
    partially_labelled: bool
    doubtful_boxes_xyxy: NDArray[np.float32] = field(default_factory=lambda: np.empty((0, 4), np.float32))
    quads: NDArray[np.float32] | None = None


def load_photos(folder: Path) -> list[LabelledPhoto]:
    """Read every picture of a photo folder, in manifest order.

    Raises:
        DatasetError: A file is missing, empty or has a row that cannot be read.
    """
    class_indices = _load_classes(folder / "classes.txt")
    manifest = folder / "manifest.csv"
    if not manifest.is_file():
        message = f"{manifest} is missing: is {folder} a folder of labelled photos?"
        raise DatasetError(message)
    with manifest.open(newline="", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    if not rows:
        message = f"{manifest} lists no pictures"
        raise DatasetError(message)
    return [_load_photo(folder, row, class_indices, f"{manifest}:{n}") for n, row in enumerate(rows, start=2)]


def _load_classes(path: Path) -> list[int]:
    if not path.is_file():
        message = f"{path} is missing: it names the class of every label, one tile code a line"
        raise DatasetError(message)
    indices = []
    for number, code in enumerate(path.read_text(encoding="utf-8").split(), start=1):
        if code not in CODES:
            message = f"{path}:{number}: {code!r} is not a tile code"
            raise DatasetError(message)
        indices.append(CODES.index(code))
    return indices


def _load_photo(folder: Path, row: dict[str, str], class_indices: list[int], where: str) -> LabelledPhoto:
    try:
        image_path = folder / row["file"]
        width, height, copy = (int(row[name]) for name in ("width", "height", "copy"))
        photo, group = row["photo"], row["group"]
    except (KeyError, TypeError, ValueError) as error:
        message = f"{where}: {error!r}; a row needs file, photo, group, copy, width and height"
        raise DatasetError(message) from None
    if not image_path.is_file():
        message = f"{where}: the picture {image_path} is missing; restore it, or take its row out"
        raise DatasetError(message)
    boxes, codes = _load_labels(folder / "labels" / f"{image_path.stem}.txt", class_indices)
    ignored_path = folder / IGNORED / f"{image_path.stem}.txt"
    doubtful = _load_boxes(ignored_path) if ignored_path.is_file() else np.empty((0, 4), np.float32)
    size = np.array([width, height, width, height], np.float32)
    return LabelledPhoto(
        image_path=image_path,
        photo=photo,
        group=group,
        copy=copy,
        size_wh=(width, height),
        boxes_xyxy=boxes * size,
        codes=codes,
        partially_labelled=_is_part(row.get("labelled") or "", photo, group, len(codes), where),
        doubtful_boxes_xyxy=doubtful * size,
    )


def _is_part(labelled: str, photo: str, group: str, labels: int, where: str) -> bool:
    """Return whether tiles outside the labelled row may carry no box."""
    if labelled in {ALL_LABELLED, PART_LABELLED}:
        return labelled == PART_LABELLED
    if labelled:
        message = f"{where}: labelled is {labelled!r}; it says {ALL_LABELLED} or {PART_LABELLED}"
        raise DatasetError(message)
    row_alone = group.startswith(PARTIALLY_LABELLED_PREFIX) and labels <= FULLY_LABELLED_FROM
    return row_alone or photo in PARTLY_LABELLED_PHOTOS


def _load_labels(path: Path, class_indices: list[int]) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    if not path.is_file():
        message = f"{path} is missing: every picture of the manifest needs a label file, be it empty"
        raise DatasetError(message)
    boxes, codes = [], []
    for number, line in _lines(path):
        class_id, *values = line.split()
        box = _box(values)
        try:
            code = class_indices[_natural(class_id)]
        except (ValueError, IndexError):
            box = None
        if box is None:
            message = (
                f"{path}:{number}: {line!r} is no label; expected 'class cx cy w h' with class "
                f"0..{len(class_indices) - 1} and the rest relative to the picture"
            )
            raise DatasetError(message)
        boxes.append(box)
        codes.append(code)
    return np.array(boxes, np.float32).reshape(-1, 4), np.array(codes, np.int64)


def _load_boxes(path: Path) -> NDArray[np.float32]:
    boxes = []
    for number, line in _lines(path):
        box = _box(line.split())
        if box is None:
            message = f"{path}:{number}: {line!r} is no box; expected 'cx cy w h', relative to the picture"
            raise DatasetError(message)
        boxes.append(box)
    return np.array(boxes, np.float32).reshape(-1, 4)


def _lines(path: Path) -> list[tuple[int, str]]:
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
    return [(number, line) for number, line in lines if line.strip()]


def _box(words: list[str]) -> tuple[float, float, float, float] | None:
    """Return left, top, right, bottom of 'cx cy w h', None where that is no box."""
    try:
        x, y, width, height = map(float, words)
    except ValueError:
        return None
    # Written so that what is no number fails too.
    if not (width > 0 and height > 0 and abs(x - 0.5) <= MAX_FROM_MIDDLE and abs(y - 0.5) <= MAX_FROM_MIDDLE):
        return None
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def _natural(word: str) -> int:
    number = int(word)
    if number < 0:
        raise ValueError(word)
    return number
