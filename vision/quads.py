"""Geometry of boxes and quads: overlap, plausibility, suppression of duplicates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.rectify import NEXT_CORNER, boxes_to_quads, quad_sides, side_lengths

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.detector import TileDetections

__all__ = [
    "NESTED_SHARE",
    "box_areas",
    "box_ious",
    "box_ious_and_nestings",
    "box_nestings",
    "face_quads",
    "plausible_quads",
    "quad_areas",
    "quad_nesting",
    "short_sides",
    "suppress_duplicates",
]

MIN_AREA_SHARE: Final = 0.25
"""A face covers at least this share of its tile's box: a 1:3 face turned by 45 degrees covers 0.375, and less is only
left to a tile that shows much of its side."""

MAX_AREA_SHARE: Final = 1.3
MIN_SIDE_RATIO: Final = 0.2
"""Shorter by longer side of a face; 0.75 seen from above, under a third only at a grazing angle."""

MAX_OUTSIDE: Final = 0.35
"""A face's corner may lie this far outside the tile's box, as a share of the box's sides."""

DISTINCT_QUAD_OVERLAP: Final = 0.4
"""Boxes of slanting neighbours overlap while their faces do not: when less than this share of the smaller face lies in
the other, they are two tiles."""

SAME_BOX_IOU: Final = 0.72
"""Boxes that overlap this much are one tile whatever their quads say: at 45 degrees neighbours seen 3:1 reach 0.4."""

TOUCHING_IOU: Final = 0.15
SAME_QUAD_OVERLAP: Final = 0.6
"""Quads nested by more are those of one tile, where their boxes overlap by more than the first."""

NESTED_SHARE: Final = 0.8
"""A box of which this share lies in another is part of the same tile, such as the lower half of a tall face."""

_SMALLEST_AREA: Final = np.float32(1e-9)
"""Keeps shares of boxes without area finite."""

_BLOCK: Final = 48
"""So many detections are compared with all others at a time."""


def box_areas(boxes_xyxy: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the (N,) areas of (N, 4) boxes."""
    left, top, right, bottom = boxes_xyxy.T
    return np.asarray(np.maximum(right - left, 0) * np.maximum(bottom - top, 0), np.float32)


def box_ious(first_xyxy: NDArray[np.float32], second_xyxy: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the (N, M) overlaps (intersection over union) of (N, 4) with (M, 4) boxes.

    >>> boxes = np.array([[0, 0, 2, 2], [1, 0, 3, 2]], np.float32)
    >>> [round(float(iou), 2) for iou in box_ious(boxes[:1], boxes)[0]]
    [1.0, 0.33]
    """
    return box_ious_and_nestings(first_xyxy, second_xyxy)[0]


def box_nestings(first_xyxy: NDArray[np.float32], second_xyxy: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return for each of (N, 4) with each of (M, 4) boxes the share of the smaller that lies in the other, (N, M).

    >>> boxes = np.array([[0, 0, 4, 4], [1, 1, 2, 2], [3, 0, 5, 4]], np.float32)
    >>> box_nestings(boxes[:1], boxes).tolist()
    [[1.0, 1.0, 0.5]]
    """
    return box_ious_and_nestings(first_xyxy, second_xyxy)[1]


def box_ious_and_nestings(
    first_xyxy: NDArray[np.float32], second_xyxy: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return what :func:`box_ious` and :func:`box_nestings` do, without looking twice at what they share."""
    inside = _intersections(first_xyxy, second_xyxy)
    areas, others = box_areas(first_xyxy)[:, None], box_areas(second_xyxy)
    ious = inside / np.maximum(areas + others - inside, _SMALLEST_AREA)
    nestings = inside / np.maximum(np.minimum(areas, others), _SMALLEST_AREA)
    return np.asarray(ious, np.float32), np.asarray(nestings, np.float32)


def _intersections(first_xyxy: NDArray[np.float32], second_xyxy: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the (N, M) areas that boxes have in common."""
    left, top, right, bottom = first_xyxy.T[..., None]
    other_left, other_top, other_right, other_bottom = second_xyxy.T
    width = np.maximum(np.minimum(right, other_right) - np.maximum(left, other_left), 0)
    height = np.maximum(np.minimum(bottom, other_bottom) - np.maximum(top, other_top), 0)
    return np.asarray(width * height, np.float32)


def face_quads(detections: TileDetections) -> NDArray[np.float32]:
    """Return the (N, 4, 2) quads to cut faces by: the found corners, or the box's where none are known."""
    known = np.isfinite(detections.quads).all(axis=(1, 2), keepdims=True)
    return np.asarray(np.where(known, detections.quads, boxes_to_quads(detections.boxes_xyxy)), np.float32)


def quad_areas(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the (N,) signed areas of (N, 4, 2) quads; positive when clockwise on the screen."""
    following = quads[:, NEXT_CORNER]
    return np.asarray((quads[..., 0] * following[..., 1] - quads[..., 1] * following[..., 0]).sum(axis=1) / 2)


def quad_nesting(a: NDArray[np.float32], b: NDArray[np.float32]) -> float:
    """Return the share of the smaller of two convex (4, 2) quads that lies in the other."""
    inside = float(cv2.intersectConvexConvex(a, b)[0])
    return inside / max(float(np.abs(quad_areas(np.stack([a, b]))).min()), 1e-9)


def short_sides(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the (N,) lengths of the shorter pair of sides of (N, 4, 2) quads."""
    return np.asarray(_mean_sides(quads).min(axis=1), np.float32)


def _mean_sides(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the (N, 2) mean lengths of both pairs of opposite sides."""
    lengths = side_lengths(quads)
    return np.asarray((lengths[:, :2] + lengths[:, 2:]) / 2, np.float32)


def plausible_quads(quads: NDArray[np.float32], boxes_xyxy: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return (N, 4, 2) clockwise quads, those replaced by NaN that cannot be the faces of tiles in these boxes.

    A quad goes when it is not convex, when it is a sliver, when its area is far from its box's, or when it leaves
    its box too far.
    """
    edges = quad_sides(quads)
    after = edges[:, NEXT_CORNER]
    convex = (edges[..., 0] * after[..., 1] - edges[..., 1] * after[..., 0] > 0).all(axis=1)
    share = quad_areas(quads) / np.maximum(box_areas(boxes_xyxy), 1e-9)
    reach = MAX_OUTSIDE * (boxes_xyxy[:, 2:] - boxes_xyxy[:, :2])
    inside = (quads >= (boxes_xyxy[:, :2] - reach)[:, None]) & (quads <= (boxes_xyxy[:, 2:] + reach)[:, None])
    pairs = _mean_sides(quads)
    solid = pairs.min(axis=1) >= MIN_SIDE_RATIO * pairs.max(axis=1)
    good = convex & solid & (share >= MIN_AREA_SHARE) & (share <= MAX_AREA_SHARE) & inside.all(axis=(1, 2))
    return np.where(good[:, None, None], quads, np.float32(np.nan))


def suppress_duplicates(
    boxes_xyxy: NDArray[np.float32],
    confidence: NDArray[np.float32],
    quads: NDArray[np.float32],
    max_iou: float,
    max_count: int,
) -> NDArray[np.int64]:
    """Return the indices to keep, most confident first, so that no tile is kept twice.

    A detection goes when its box overlaps a kept, more confident one by more than ``max_iou`` or is nested with it -
    unless both have quads that hardly overlap, and the boxes are not plainly the same. It goes too when its quad is a
    kept one's, even if the boxes overlap little: boxes of half a tile can have the corners of all of it.

    Args:
        boxes_xyxy: (N, 4) boxes.
        confidence: (N,) confidences.
        quads: (N, 4, 2) quads, NaN where unknown.
        max_iou: Largest overlap of two boxes that may both stay.
        max_count: Keep at most this many.
    """
    waiting = np.argsort(-confidence, kind="stable")
    known = np.asarray(np.isfinite(quads).all(axis=(1, 2)))
    kept: list[int] = []
    while len(waiting) and len(kept) < max_count:
        # A block at a time: most of the others go with the first one.
        block = waiting[:_BLOCK]
        overlap, nesting = box_ious_and_nestings(boxes_xyxy[block], boxes_xyxy[waiting])
        duplicate = (overlap > max_iou) | (nesting > NESTED_SHARE)
        both_known = known[waiting] & known[block, None]
        doubtful = duplicate & (overlap < SAME_BOX_IOU) & both_known
        touching = ~duplicate & (overlap > TOUCHING_IOU) & both_known
        left = np.ones(len(waiting), np.bool_)
        for n, best in enumerate(block.tolist()):
            if left[n] and len(kept) < max_count:
                kept.append(best)
                for at in np.flatnonzero((doubtful[n] | touching[n]) & left):
                    limit = DISTINCT_QUAD_OVERLAP if doubtful[n, at] else SAME_QUAD_OVERLAP
                    duplicate[n, at] = quad_nesting(quads[best], quads[waiting[at]]) > limit
                left &= ~duplicate[n]
        waiting = waiting[_BLOCK:][left[_BLOCK:]]
    return np.array(kept, np.int64)
