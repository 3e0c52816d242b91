"""Figures over matched photos, with intervals that resample whole photos."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from models.training.matching import MatchedPhoto

__all__ = ["Figure", "expected_calibration_error", "figures_of", "mean_average_precision"]

RESAMPLES: Final = 1000
CALIBRATION_BINS: Final = 10


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with the bounds of its 95 % bootstrap interval over photos."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        """Return the figure as printed in reports."""
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"


def figures_of(matched: Sequence[MatchedPhoto], seed: int = 0) -> dict[str, Figure]:
    """Return every figure of a set of photos; NaN where nothing answers it."""
    measures: dict[str, Callable[[Sequence[MatchedPhoto]], float]] = {
        "tiles found": lambda photos: _share([p.answers >= 0 for p in photos]),
        "tiles right": lambda photos: _share([p.right for p in photos]),
        "codes right of found": lambda photos: _share([p.right[p.answers >= 0] for p in photos]),
        "rows exact": lambda photos: _share([p.exact_rows for p in photos]),
        "photos exact": lambda photos: _share([np.array([p.exact_rows.all()]) for p in photos]),
        "sure coverage": lambda photos: _share([p.sure for p in photos]),
        "sure precision": lambda photos: _share([p.right[p.sure] for p in photos]),
        "calibration error": expected_calibration_error,
    }
    rng = np.random.default_rng(seed)
    samples = [[matched[i] for i in rng.integers(len(matched), size=len(matched))] for _ in range(RESAMPLES)]
    figures = {}
    for name, measure in measures.items():
        low, high = np.nanpercentile([measure(sample) for sample in samples], [2.5, 97.5])
        figures[name] = Figure(measure(matched), float(low), float(high))
    return figures


def expected_calibration_error(matched: Sequence[MatchedPhoto]) -> float:
    """Return the mean gap between confidence and being right over ten equal bins, found tiles only."""
    found = [p.answers >= 0 for p in matched]
    confidence = np.concatenate([p.confidence[f] for p, f in zip(matched, found, strict=True)])
    right = np.concatenate([p.right[f] for p, f in zip(matched, found, strict=True)])
    if not len(right):
        return float("nan")
    bins = np.minimum((confidence * CALIBRATION_BINS).astype(int), CALIBRATION_BINS - 1)
    gaps = [
        abs(confidence[bins == b].sum() - right[bins == b].sum()) for b in range(CALIBRATION_BINS) if (bins == b).any()
    ]
    return float(sum(gaps) / len(right))


def mean_average_precision(
    scores: Sequence[NDArray[np.float64]],
    hits: Sequence[NDArray[np.bool_]],
    totals: Sequence[int],
) -> float:
    """Return the mean over classes of the area under the interpolated precision-recall curve.

    Args:
        scores: For each class, the scores of its detections.
        hits: For each class, whether each of these detections is right.
        totals: For each class, how many labels there are; classes without any are left out.
    """
    averages = []
    for score, hit, total in zip(scores, hits, totals, strict=True):
        if total == 0:
            continue
        ordered = hit[np.argsort(-score, kind="stable")]
        true_positives = np.cumsum(ordered)
        recall = np.concatenate([[0.0], true_positives / total])
        precision = true_positives / np.arange(1, len(ordered) + 1)
        envelope = np.maximum.accumulate(precision[::-1])[::-1]
        averages.append(float((np.diff(recall) * envelope).sum()))
    return float(np.mean(averages)) if averages else float("nan")


def _share(parts: Sequence[NDArray[np.bool_]]) -> float:
    values = np.concatenate(parts)
    return float(values.mean()) if len(values) else float("nan")
