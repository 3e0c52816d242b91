"""Figures over matched photos, with intervals that resample whole photos.

Every figure is computed for many weightings of the same photos at once: row 0 counts each photo once and gives the
figure, the other rows count each as often as a resample drew it and give its interval.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from models.training.matching import MatchedPhoto

__all__ = [
    "Figure",
    "coverage_figures",
    "expected_calibration_error",
    "figure_of",
    "figures_of",
    "photo_weights",
    "share_figure",
]

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


def photo_weights(names: Sequence[str], seed: int = 0, resamples: int = RESAMPLES) -> NDArray[np.float64]:
    """Return (1 + resamples, P) numbers of times each picture counts: once, then as the resamples drew it.

    Args:
        names: What is resampled, for each of P pictures; pictures of one name (scenes of one design) go together.
        seed: Of the resampling.
        resamples: How many.
    """
    units = list(dict.fromkeys(names))
    places = np.array([units.index(name) for name in names], np.int64)
    rng = np.random.default_rng(seed)
    drawn = [np.bincount(rng.integers(len(units), size=len(units)), minlength=len(units)) for _ in range(resamples)]
    return np.stack([np.ones(len(units)), *drawn])[:, places] if units else np.ones((1 + resamples, 0))


def figure_of(values: NDArray[np.float64]) -> Figure:
    """Return a figure and its interval from its values under :func:`photo_weights`; NaN where nothing answers it."""
    with warnings.catch_warnings():
        # Nothing to measure in any resample is no fault: the figure is NaN.
        warnings.filterwarnings("ignore", "All-NaN slice", RuntimeWarning)
        low, high = np.nanpercentile(values[1:], [2.5, 97.5])
    return Figure(float(values[0]), float(low), float(high))


def share_figure(weights: NDArray[np.float64], parts: Sequence[NDArray[np.bool_]]) -> Figure:
    """Return the share of true values among all photos' values."""
    hits = np.array([part.sum() for part in parts], np.float64)
    totals = np.array([len(part) for part in parts], np.float64)
    return figure_of(_ratio(weights @ hits, weights @ totals))


def figures_of(matched: Sequence[MatchedPhoto], seed: int = 0) -> dict[str, Figure]:
    """Return every figure of a set of photos; NaN where nothing answers it."""
    weights = photo_weights([p.photo.photo for p in matched], seed)
    parts = {
        "tiles found": [p.answers >= 0 for p in matched],
        "tiles right": [p.right for p in matched],
        "codes right of found": [p.right[p.answers >= 0] for p in matched],
        "rows exact": [p.exact_rows for p in matched],
        "photos exact": [np.array([p.exact_rows.all()]) for p in matched],
        "read tiles that are there": [p.there[p.judged] for p in matched],
        "sure coverage": [p.sure for p in matched],
        "sure precision": [p.right[p.sure] for p in matched],
    }
    figures = {name: share_figure(weights, part) for name, part in parts.items()}
    return {**figures, "calibration error": figure_of(_calibration_errors(matched, weights))}


def expected_calibration_error(matched: Sequence[MatchedPhoto]) -> float:
    """Return the mean gap between confidence and being right over ten equal bins, found tiles only."""
    return float(_calibration_errors(matched, np.ones((1, len(matched))))[0])


def coverage_figures(matched: Sequence[MatchedPhoto], coverages: Sequence[float], seed: int = 0) -> dict[float, Figure]:
    """Return the share of right ones among the most confident tiles, for shares of all labelled tiles.

    A tile that was missed has no confidence and comes last. Tiles of equal confidence share what is right among them,
    so that a program that gives no confidences gets a flat curve.
    """
    weights = photo_weights([p.photo.photo for p in matched], seed)
    photo = np.repeat(np.arange(len(matched)), [len(p.right) for p in matched])
    if not len(photo):
        return {coverage: Figure(*[float("nan")] * 3) for coverage in coverages}
    confidence = np.concatenate([np.where(p.answers >= 0, p.confidence, -1.0) for p in matched])
    right = np.concatenate([p.right for p in matched])
    order = np.argsort(-confidence, kind="stable")
    ends = np.flatnonzero(np.append(np.diff(confidence[order]) != 0, True))
    each = weights[:, photo[order]]
    count, hits = each.cumsum(axis=1)[:, ends], (each * right[order]).cumsum(axis=1)[:, ends]
    values = np.empty((len(coverages), len(weights)))
    for at in range(len(weights)):
        wanted = np.array(coverages) * count[at, -1]
        so_far = np.interp(wanted, np.append(0.0, count[at]), np.append(0.0, hits[at]))
        values[:, at] = _ratio(so_far, wanted)
    return {coverage: figure_of(row) for coverage, row in zip(coverages, values, strict=True)}


def _calibration_errors(matched: Sequence[MatchedPhoto], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    gaps, counts = np.zeros((2, len(matched), CALIBRATION_BINS))
    for n, photo in enumerate(matched):
        found = photo.answers >= 0
        confidence, right = photo.confidence[found], photo.right[found]
        bins = np.minimum((confidence * CALIBRATION_BINS).astype(int), CALIBRATION_BINS - 1)
        gaps[n] = np.bincount(bins, confidence - right, CALIBRATION_BINS)
        counts[n] = np.bincount(bins, minlength=CALIBRATION_BINS)
    return _ratio(np.abs(weights @ gaps).sum(axis=1), (weights @ counts).sum(axis=1))


def _ratio(part: NDArray[np.float64], whole: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.divide(part, whole, out=np.full(np.shape(part), np.nan), where=whole > 0))
