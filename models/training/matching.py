"""Held against the labels: which tile of a reading answers which labelled box, and which rows came out exactly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from engine.tile import BACK_CODE, CODES
from vision.quads import box_ious, box_nestings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.photos import LabelledPhoto
    from vision.detector import TileDetections
    from vision.reading import RackReading

__all__ = ["MATCH_IOU", "MatchedPhoto", "doubtful", "label_rows", "match_photo", "nearest_detections"]

MATCH_IOU: Final = 0.4
"""A read tile answers a labelled one when their boxes overlap this much; labels often include a tile's visible side."""

ROW_GAP_WIDTHS: Final = 0.7
"""Neighbours of one row are less than this many tile widths apart."""

ROW_OVERLAP: Final = 0.5
"""Neighbours of one row overlap by this share of the lower one's height, so that tilted rows hold together."""


DOUBTFUL_NESTING: Final = 0.5
"""A read tile of which this share lies in a hardly visible one, or the other way round, may be that one."""


@dataclass(frozen=True, slots=True, eq=False)
class MatchedPhoto:
    """One photo's labels with what was read there.

    Attributes:
        photo: The labelled photo.
        answers: (N,) index of the read tile for each label, -1 where none was found.
        right: (N,) whether a tile was found and its code is right.
        confidence: (N,) calibrated probability of the answer, 0 where none was found.
        sure: (N,) whether the answer was called sure.
        answered_codes: (N,) index into ``engine.tile.CODES``, -1 for none or unreadable.
        rows: (N,) number of the labelled row.
        exact_rows: For each row, whether every tile is right, nothing else was read inside it, and the order holds.
        there: (M,) for each read tile, whether it answers a label.
        judged: (M,) for each read tile, whether the labels say if it is there. They do not for tiles away from the
            labels of a partly labelled photo, for hardly visible ones, and for backs where no back is labelled.
    """

    photo: LabelledPhoto
    answers: NDArray[np.int64]
    right: NDArray[np.bool_]
    confidence: NDArray[np.float64]
    sure: NDArray[np.bool_]
    answered_codes: NDArray[np.int64]
    rows: NDArray[np.int64]
    exact_rows: NDArray[np.bool_]
    there: NDArray[np.bool_]
    judged: NDArray[np.bool_]


def match_photo(photo: LabelledPhoto, reading: RackReading, *, ordered: bool = True) -> MatchedPhoto:
    """Compare a reading with the labels of its photo.

    Args:
        photo: The labels.
        reading: What was read.
        ordered: Whether the reading's tiles stand in reading order; if not, no row is held against it for its order.
    """
    boxes = np.array([tile.box for tile in reading.tiles], np.float32).reshape(-1, 4)
    answers = _assign(box_ious(photo.boxes_xyxy, boxes))
    found = answers >= 0
    tiles = [reading.tiles[n] if n >= 0 else None for n in answers]
    codes = np.array([CODES.index(t.code) if t is not None and t.code in CODES else -1 for t in tiles], np.int64)
    right = found & (codes == photo.codes)
    rows = label_rows(photo.boxes_xyxy)
    unseen = doubtful(photo, boxes)
    extra = np.setdiff1d(np.flatnonzero(~unseen), answers)
    centres = (boxes[extra, :2] + boxes[extra, 2:]) / np.float32(2)
    exact = [
        bool(right[rows == row].all())
        and not _any_inside(centres, photo.boxes_xyxy[rows == row])
        and (not ordered or _in_order(photo.boxes_xyxy[rows == row], answers[rows == row]))
        for row in range(rows.max(initial=-1) + 1)
    ]
    return MatchedPhoto(
        photo=photo,
        answers=answers,
        right=right,
        confidence=np.array([t.confidence if t is not None else 0.0 for t in tiles], np.float64),
        sure=np.array([t is not None and t.sure for t in tiles], np.bool_),
        answered_codes=codes,
        rows=rows,
        exact_rows=np.array(exact, np.bool_),
        there=np.isin(np.arange(len(boxes)), answers),
        judged=_judged(photo, reading, boxes, unseen, answers),
    )


def doubtful(photo: LabelledPhoto, boxes_xyxy: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Return for each of (N, 4) boxes whether it may be one of the photo's hardly visible tiles."""
    if not len(boxes_xyxy) or not len(photo.doubtful_boxes_xyxy):
        return np.zeros(len(boxes_xyxy), np.bool_)
    nesting = box_nestings(boxes_xyxy, photo.doubtful_boxes_xyxy)
    return np.asarray(nesting.max(axis=1) >= DOUBTFUL_NESTING, np.bool_)


def _judged(
    photo: LabelledPhoto,
    reading: RackReading,
    boxes_xyxy: NDArray[np.float32],
    unseen: NDArray[np.bool_],
    answers: NDArray[np.int64],
) -> NDArray[np.bool_]:
    """Return for each read tile whether the labels say if it is there."""
    judged = ~unseen
    if photo.partially_labelled:
        judged &= box_ious(boxes_xyxy, photo.boxes_xyxy).max(axis=1, initial=0) >= MATCH_IOU / 4
    if CODES.index(BACK_CODE) not in photo.codes:
        judged &= np.array([tile.code != BACK_CODE for tile in reading.tiles], np.bool_)
    judged[answers[answers >= 0]] = True
    return judged


def nearest_detections(photo: LabelledPhoto, detections: TileDetections) -> NDArray[np.int64]:
    """Return for each of N labels the detection that overlaps it most, -1 where none overlaps it enough."""
    iou = box_ious(photo.boxes_xyxy, detections.boxes_xyxy)
    if not len(detections):
        return np.full(len(iou), -1, np.int64)
    return np.where(iou.max(axis=1) >= MATCH_IOU, iou.argmax(axis=1), -1).astype(np.int64)


def label_rows(boxes_xyxy: NDArray[np.float32]) -> NDArray[np.int64]:
    """Return the row number of each labelled box: neighbours side by side, chained.

    Where fewer rows run down the picture than across it, the picture lies on its side.
    """
    boxes = np.asarray(boxes_xyxy, np.float32).reshape(-1, 4)
    return min(_chain(boxes), _chain(boxes[:, [1, 0, 3, 2]]), key=lambda rows: int(rows.max(initial=-1)))


def _chain(boxes_xyxy: NDArray[np.float32]) -> NDArray[np.int64]:
    rows = np.arange(len(boxes_xyxy))
    width = np.median(boxes_xyxy[:, 2] - boxes_xyxy[:, 0]) if len(boxes_xyxy) else 0.0
    for i, first in enumerate(boxes_xyxy):
        for j, second in enumerate(boxes_xyxy[:i]):
            gap = max(first[0], second[0]) - min(first[2], second[2])
            overlap = min(first[3], second[3]) - max(first[1], second[1])
            lower = min(first[3] - first[1], second[3] - second[1])
            if gap < ROW_GAP_WIDTHS * width and overlap > ROW_OVERLAP * lower:
                rows[rows == rows[i]] = rows[j]
    return np.unique(rows, return_inverse=True)[1].astype(np.int64)


def _assign(iou: NDArray[np.float32]) -> NDArray[np.int64]:
    """Give every label the tile that overlaps it most, each tile once, best pairs first."""
    answers = np.full(iou.shape[0], -1, np.int64)
    taken: set[int] = set()
    for flat in np.argsort(-iou, axis=None, kind="stable"):
        label, tile = divmod(int(flat), iou.shape[1])
        if iou[label, tile] < MATCH_IOU:
            break
        if answers[label] < 0 and tile not in taken:
            answers[label] = tile
            taken.add(tile)
    return answers


def _any_inside(points: NDArray[np.float32], boxes_xyxy: NDArray[np.float32]) -> bool:
    corners = boxes_xyxy[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 2)
    hull = cv2.convexHull(corners)
    return any(cv2.pointPolygonTest(hull, (float(x), float(y)), measureDist=False) > 0 for x, y in points)


def _in_order(boxes_xyxy: NDArray[np.float32], answers: NDArray[np.int64]) -> bool:
    """Return whether tiles along the row are read one after the other, from whichever end."""
    centres = (boxes_xyxy[:, :2] + boxes_xyxy[:, 2:]) / 2
    axis = int(np.ptp(centres[:, 1]) > np.ptp(centres[:, 0]))
    steps = np.diff(answers[np.argsort(centres[:, axis])])
    return bool((steps > 0).all() or (steps < 0).all())
