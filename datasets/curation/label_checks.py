"""Checks of labels that need no picture: boxes outside, boxes on one another, more of a kind than there are."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.curation.faults import Fault
from datasets.formats.boxes import OUTSIDE_TOLERANCE_PX
from engine.tile import KIND_CODES, Tile
from vision.quads import box_ious, box_nestings, quad_nesting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from datasets.formats.record import LabelledImage, LabelledTile

__all__ = ["check_labels"]

SAME_IOU: Final = 0.6
NESTED_SHARE: Final = 0.8
"""Two boxes that overlap so much lie on one tile, unless both faces are known and are apart: boxes of slanting
neighbours overlap."""

APART_SHARE: Final = 0.4
"""Faces of which less lies in the other one are those of two tiles."""

OF_A_KIND: Final = 4


def check_labels(image: LabelledImage, dataset: int = 0) -> Iterator[Fault]:
    """Yield what is wrong with the labels of a picture.

    Args:
        image: The picture.
        dataset: Number of its data set, for the faults.
    """
    if not image.tiles:
        yield Fault("no_labels", "the picture carries no label", image.path, dataset)
        return
    for place, tile in enumerate(image.tiles):
        if (outside := _outside_px(tile, image)) > OUTSIDE_TOLERANCE_PX:
            message = f"the box of {tile.code} reaches {outside:.0f} px out of the picture"
            yield _fault("box_outside", message, image, place, dataset)
    yield from _overlaps(image, dataset)
    yield from _too_many(image, dataset)


def _fault(code: str, message: str, image: LabelledImage, place: int, dataset: int) -> Fault:
    tile = image.tiles[place]
    return Fault(code, message, image.path, dataset, place, tile.code, box_xyxy=tile.box_xyxy)


def _outside_px(tile: LabelledTile, image: LabelledImage) -> float:
    left, top, right, bottom = tile.box_xyxy
    return max(-left, -top, right - image.width, bottom - image.height)


def _overlaps(image: LabelledImage, dataset: int) -> Iterator[Fault]:
    boxes = np.array([tile.box_xyxy for tile in image.tiles], np.float32).reshape(-1, 4)
    ious, nestings = box_ious(boxes, boxes), box_nestings(boxes, boxes)
    for first, second in zip(*np.nonzero(np.triu((ious >= SAME_IOU) | (nestings >= NESTED_SHARE), 1)), strict=True):
        if _faces_apart(image.tiles[first], image.tiles[second]):
            continue
        same = ious[first, second] >= SAME_IOU
        one, other = image.tiles[first].code, image.tiles[second].code
        pair = f"two boxes of {one}" if one == other else f"boxes of {one} and {other}"
        message = f"{pair} {'lie on one tile' if same else 'lie one inside the other'}"
        yield _fault("duplicate_box" if same else "nested_box", message, image, int(second), dataset)


def _faces_apart(first: LabelledTile, second: LabelledTile) -> bool:
    if first.quad is None or second.quad is None:
        return False
    return quad_nesting(_corners(first.quad), _corners(second.quad)) < APART_SHARE


def _corners(quad: tuple[tuple[float, float], ...]) -> NDArray[np.float32]:
    return np.array(quad, np.float32)


def _too_many(image: LabelledImage, dataset: int) -> Iterator[Fault]:
    kinds = Counter(kind for tile in image.tiles if (kind := Tile.parse(tile.code).kind) is not None)
    for kind, count in sorted(kinds.items()):
        if count > OF_A_KIND:
            code = KIND_CODES[kind]
            message = f"{count} tiles of {code}: a wrong code, or tiles of two sets"
            yield Fault("five_of_a_kind", message, image.path, dataset, label=code)
