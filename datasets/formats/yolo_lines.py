"""The lines of YOLO label files: ``class cx cy w h`` a tile, relative to the upright picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from datasets.formats.boxes import check_box, clip_box
from datasets.formats.files import Place, read_text
from datasets.formats.record import LabelledTile
from engine.errors import quote

if TYPE_CHECKING:
    from pathlib import Path

    from datasets.formats.class_list import ClassList
    from datasets.formats.class_map import ClassMap
    from datasets.formats.options import ReadOptions
    from datasets.formats.record import LabelledImage

__all__ = ["label_lines", "parse_label_lines", "read_label_file"]

MOST_FIELDS: Final = 6
"""Class, centre, size, and perhaps a confidence; more are the corners of an outline."""


def label_lines(image: LabelledImage, classes: ClassMap, *, confidences: bool = False) -> str:
    r"""Return the label file of a picture whose tiles all have a class and lie in the picture, at least in part.

    >>> from datasets.formats.class_map import ClassMap
    >>> from datasets.formats.record import LabelledImage
    >>> label_lines(LabelledImage("a.jpg", 100, 50, (LabelledTile("2m", (10, 10, 30, 40)),)), ClassMap())
    '1 0.2000000 0.5000000 0.2000000 0.6000000\n'
    """
    lines = []
    for tile in image.tiles:
        left, top, right, bottom = clip_box(tile.box_xyxy, image.size_wh) or tile.box_xyxy
        values = (
            (left + right) / 2 / image.width,
            (top + bottom) / 2 / image.height,
            (right - left) / image.width,
            (bottom - top) / image.height,
        )
        # Seven digits tell hundredths of a pixel in pictures of up to 60,000.
        line = f"{classes.index_of(tile.code)} " + " ".join(f"{value:.7f}" for value in values)
        if confidences:
            line += f" {1.0 if tile.confidence is None else tile.confidence:.4f}"
        lines.append(line + "\n")
    return "".join(lines)


def read_label_file(
    path: Path, image: LabelledImage, classes: ClassList, options: ReadOptions
) -> tuple[LabelledTile, ...]:
    """Return the tiles of a label file.

    Raises:
        LabelFileError: The file cannot be read, or a line is no label and nobody else is told.
    """
    return parse_label_lines(read_text(path), image, classes, Place(path, options))


def parse_label_lines(text: str, image: LabelledImage, classes: ClassList, file: Place) -> tuple[LabelledTile, ...]:
    """Return the tiles of a label file's text.

    Args:
        text: The text.
        image: The picture that the labels are of.
        classes: The class names.
        file: The file, and how it is read.

    Raises:
        LabelFileError: A line is no label, and nobody else is told.
    """
    tiles = []
    for number, line in enumerate(text.splitlines(), start=1):
        place = Place(file.path, file.options, number)
        with place.reporting():
            if line.strip():
                tiles.append(_parse(line, image, classes, place))
    return tuple(tiles)


def _parse(line: str, image: LabelledImage, classes: ClassList, place: Place) -> LabelledTile:
    fields = line.split()
    if len(fields) > MOST_FIELDS:
        message = f"{quote(line)} is an outline of corners; only boxes are read: 'class cx cy w h'"
        raise place.fault(message)
    try:
        number = int(fields[0])
        x, y, width, height, *confidences = map(float, fields[1:])
    except ValueError:
        message = f"{quote(line)} is no label; expected 'class cx cy w h', the numbers relative to the picture"
        raise place.fault(message) from None
    code = classes.code_of(number, place)
    box = (
        (x - width / 2) * image.width,
        (y - height / 2) * image.height,
        (x + width / 2) * image.width,
        (y + height / 2) * image.height,
    )
    box_xyxy = check_box(box, image.size_wh, quote(line), place)
    if not confidences:
        return LabelledTile(code, box_xyxy, source=place.options.source)
    if not 0 <= confidences[0] <= 1:
        message = f"the confidence {confidences[0]:g} is no probability, 0 to 1"
        raise place.fault(message)
    return LabelledTile(code, box_xyxy, confidence=confidences[0], source="model")
