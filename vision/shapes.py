"""How tiles show in the image: boxes, and the faces of those whose corners are known, measured once for all who ask."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.rectify import order_quads, quad_sides, side_lengths

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["TileShapes", "face_up_deg", "frame_sizes"]

NOMINAL_ASPECT: Final = 0.75
"""Face width / height assumed where the photo cannot show it (boxes of tiles lying at 45 degrees)."""

MIN_SPLIT: Final = 0.6
"""Boxes tell width from height where cos(2 x roll) is above this: the error of both grows with its inverse."""

_QUARTER_TURNS_DEG: Final = np.array([0.0, 90.0, 180.0, 270.0])
_QUARTER_TURNS_DEG.flags.writeable = False


@dataclass(frozen=True, slots=True, eq=False)
class TileShapes:
    """N tiles, K of them with known corners.

    Attributes:
        boxes_xyxy: (N, 4) boxes in pixels of the upright image.
        known: (N,) whether the corners of the tile's face are known.
        corners: (K, 4, 2) corners of the known faces, clockwise, from the one nearest to the image's top left.
        sides: (K, 4, 2) from each corner to the next.
        lengths: (K, 2) mean lengths of the first and third side, and of the second and fourth.
    """

    boxes_xyxy: NDArray[np.float64]
    known: NDArray[np.bool_]
    corners: NDArray[np.float64]
    sides: NDArray[np.float64]
    lengths: NDArray[np.float64]

    @classmethod
    def measure(cls, boxes_xyxy: NDArray[np.float64], quads: NDArray[np.float64]) -> TileShapes:
        """Return the shapes of tiles.

        Args:
            boxes_xyxy: (N, 4) boxes in pixels of the upright image.
            quads: (N, 4, 2) face corners in any order, NaN where unknown.
        """
        known = np.asarray(~np.isnan(quads).any(axis=(1, 2)))
        corners = order_quads(quads[known].astype(np.float32)).astype(np.float64)
        lengths = side_lengths(corners)
        return cls(boxes_xyxy, known, corners, quad_sides(corners), (lengths[:, :2] + lengths[:, 2:]) / 2)


def face_up_deg(shapes: TileShapes) -> NDArray[np.float64]:
    """Return (N, 4) clockwise angles of the face's up direction for each of the four quarter turns.

    A quarter turn is counted from the upper side of the quad, which is how faces are cut out for the reader; where
    only the box is known it is counted from the image's up.
    """
    rolls = np.zeros(len(shapes.known))
    # The lower side runs back.
    upper = shapes.sides[:, 0] - shapes.sides[:, 2]
    rolls[shapes.known] = np.degrees(np.arctan2(upper[:, 1], upper[:, 0]))
    return np.asarray(rolls[:, None] + _QUARTER_TURNS_DEG, np.float64)


def frame_sizes(
    shapes: TileShapes, roll_deg: float
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]:
    """Return face widths and heights (N,) along and across a direction, and where they are measured, not assumed."""
    roll = math.radians(roll_deg)
    width, height, measured = _sizes_of_boxes(shapes.boxes_xyxy, abs(math.cos(roll)), abs(math.sin(roll)))
    upper = shapes.sides[:, 0] - shapes.sides[:, 2]
    forward = upper @ np.array([math.cos(roll), math.sin(roll)])
    aside = upper @ np.array([-math.sin(roll), math.cos(roll)])
    along = np.abs(forward) >= np.abs(aside)
    first, second = shapes.lengths.T
    width[shapes.known], height[shapes.known] = np.where(along, first, second), np.where(along, second, first)
    return np.maximum(width, 1e-6), np.maximum(height, 1e-6), measured | shapes.known


def _sizes_of_boxes(
    boxes_xyxy: NDArray[np.float64], cos: float, sin: float
) -> tuple[NDArray[np.float64], NDArray[np.float64], bool]:
    """Return what boxes alone tell of (N,) widths and heights, and whether that is measured.

    A w x h rectangle turned by r fills a box of (w c + h s) x (w s + h c); near 45 degrees only w + h can be told.
    """
    box_w, box_h = boxes_xyxy[:, 2] - boxes_xyxy[:, 0], boxes_xyxy[:, 3] - boxes_xyxy[:, 1]
    total = (box_w + box_h) / (cos + sin)
    split = cos * cos - sin * sin
    if abs(split) <= MIN_SPLIT:
        return total * NOMINAL_ASPECT / (1 + NOMINAL_ASPECT), total / (1 + NOMINAL_ASPECT), False
    width = np.minimum(np.maximum((box_w * cos - box_h * sin) / split, 0.25 * total), 0.75 * total)
    return width, total - width, True
