"""Mean average precision at IoU 0.5, as detectors are compared by: of all 47 codes, with its interval over photos.

In partly labelled photos (most ``games_*`` groups carry boxes on the player's row only) a tile read away from every
labelled one is neither right nor wrong: it is left out. Tiles so much hidden that they may be found or missed are
treated the same way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from engine.tile import CODES
from models.training.matching import MATCH_IOU, doubtful
from models.training.metrics import Figure, figure_of, photo_weights
from vision.quads import box_ious

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from models.training.matching import MatchedPhoto
    from vision.reading import RackReading

__all__ = ["AveragePrecision", "average_precision", "average_precision_50"]

HIT_IOU: Final = 0.5


@dataclass(frozen=True, slots=True)
class AveragePrecision:
    """The mean over the classes that occur, and each such class's own value by its index in ``engine.tile.CODES``."""

    mean: Figure
    by_class: dict[int, float]


@dataclass(frozen=True, slots=True, eq=False)
class _Answers:
    """The read tiles of one class: picture, score and whether it hit a label; parallel arrays."""

    photos: NDArray[np.int64]
    scores: NDArray[np.float64]
    hits: NDArray[np.bool_]


def average_precision_50(results: Sequence[tuple[MatchedPhoto, RackReading]], seed: int = 0) -> AveragePrecision:
    """Return mAP50 over the classes that occur among the labels."""
    weights = photo_weights([matched.photo.photo for matched, _ in results], seed)
    answers = _collect(results)
    labels = np.stack([np.bincount(m.photo.codes, minlength=len(CODES)) for m, _ in results]).astype(np.float64)
    by_class, curves = {}, []
    for code in np.flatnonzero(labels.sum(axis=0)).tolist():
        found = answers[code]
        values = average_precision(found.scores, found.hits, weights @ labels[:, code], weights[:, found.photos])
        by_class[code] = float(values[0])
        curves.append(values)
    # A resample without any label of a class says nothing about that class.
    occurs = ~np.isnan(curves)
    means = np.where(occurs, curves, 0).sum(axis=0) / np.maximum(occurs.sum(axis=0), 1)
    return AveragePrecision(figure_of(means), by_class)


def average_precision(
    scores: NDArray[np.float64], hits: NDArray[np.bool_], totals: NDArray[np.float64], weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the areas under one class's interpolated precision-recall curves, one for each weighting.

    Args:
        scores: (N,) scores of the class's answers.
        hits: (N,) whether each is right.
        totals: (R,) number of labels under each weighting; none gives NaN.
        weights: (R, N) how often each answer counts.
    """
    order = np.argsort(-scores, kind="stable")
    counted = weights[:, order]
    true_positives = (counted * hits[order]).cumsum(axis=1)
    answered = counted.cumsum(axis=1)
    precision = np.divide(true_positives, answered, out=np.zeros_like(answered), where=answered > 0)
    envelope = np.maximum.accumulate(precision[:, ::-1], axis=1)[:, ::-1]
    gained = np.diff(true_positives, axis=1, prepend=0)
    areas: NDArray[np.float64] = (gained * envelope).sum(axis=1)
    return np.asarray(np.divide(areas, totals, out=np.full(len(totals), np.nan), where=totals > 0))


def _collect(results: Sequence[tuple[MatchedPhoto, RackReading]]) -> list[_Answers]:
    rows: list[list[tuple[int, float, bool]]] = [[] for _ in CODES]
    for at, (matched, reading) in enumerate(results):
        photo = matched.photo
        tiles = [tile for tile in reading.tiles if tile.code in CODES]
        boxes = np.array([tile.box for tile in tiles], np.float32).reshape(-1, 4)
        iou = box_ious(boxes, photo.boxes_xyxy)
        forgiven = doubtful(photo, boxes)
        if photo.partially_labelled:
            forgiven |= iou.max(axis=1, initial=0) < MATCH_IOU / 4
        taken: set[int] = set()
        for n in np.argsort([-tile.confidence for tile in tiles], kind="stable").tolist():
            code = CODES.index(tiles[n].code)
            same = np.flatnonzero((iou[n] >= HIT_IOU) & (photo.codes == code)).tolist()
            free = sorted((j for j in same if j not in taken), key=lambda j: -iou[n, j])
            if not free and forgiven[n]:
                continue
            taken.update(free[:1])
            rows[code].append((at, tiles[n].confidence, bool(free)))
    return [
        _Answers(
            np.array([row[0] for row in found], np.int64),
            np.array([row[1] for row in found], np.float64),
            np.array([row[2] for row in found], np.bool_),
        )
        for found in rows
    ]
