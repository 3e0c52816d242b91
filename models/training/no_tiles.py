"""Places of a scene that hold no tile, for networks that must tell them from tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from models.training.matching import doubtful
from vision.quads import box_ious, face_quads, quad_areas

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.photos import LabelledPhoto
    from vision.detector import TileDetections

__all__ = ["places_between", "places_without_tile"]

MAX_SHARED: Final = 0.3
"""A place that shares more than this (intersection over union) with a tile may be taken for that tile."""

SHIFTS: Final = (0.45, 1.6)
"""Places are moved away from tiles by so many of their sides."""

SHIFTED: Final = 0.5
"""How many of them there are for each tile."""


def places_without_tile(photo: LabelledPhoto, detections: TileDetections) -> NDArray[np.float32]:
    """Return the (K, 4, 2) quads of what a finder took for tiles where there are none.

    Tiles so much hidden that the labels leave them open, and backs of walls, are none of these.
    """
    if not len(detections):
        return np.empty((0, 4, 2), np.float32)
    wrong = box_ious(detections.boxes_xyxy, photo.boxes_xyxy).max(axis=1, initial=0) < MAX_SHARED
    wrong &= ~doubtful(photo, detections.boxes_xyxy)
    return np.asarray(face_quads(detections)[wrong], np.float32)


def places_between(photo: LabelledPhoto, rng: np.random.Generator) -> NDArray[np.float32]:
    """Return (K, 4, 2) quads as large as tiles that lie across several, or beside them.

    A finder believes in them least where tiles stand at a slant, and that is where nothing else would teach the
    difference.
    """
    quads = np.asarray(photo.quads, np.float32)
    chosen = quads[rng.random(len(quads)) < SHIFTED]
    if not len(chosen):
        return chosen
    sides = chosen[:, [1, 2]] - chosen[:, [0, 1]]
    along = np.eye(2)[rng.integers(2, size=len(chosen))] + rng.normal(0, 0.1, (len(chosen), 2))
    by = np.exp(rng.uniform(np.log(SHIFTS[0]), np.log(SHIFTS[1]), len(chosen))) * rng.choice([-1, 1], len(chosen))
    moved = np.asarray(chosen + ((along * by[:, None])[:, :, None] * sides).sum(axis=1)[:, None], np.float32)
    boxes = np.concatenate([moved.min(axis=1), moved.max(axis=1)], axis=1)
    width, height = photo.size_wh
    middle = moved.mean(axis=1)
    inside = ((middle > 0) & (middle < [width, height])).all(axis=1) & ~doubtful(photo, boxes)
    empty = [max(_shared(each, tile) for tile in quads) < MAX_SHARED for each in moved]
    return np.asarray(moved[inside & np.array(empty, np.bool_)], np.float32)


def _shared(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Return the intersection over union of two convex quads."""
    inside = float(cv2.intersectConvexConvex(one, other)[0])
    first, second = np.abs(quad_areas(np.stack([one, other])))
    return inside / max(float(first + second) - inside, 1e-9)
