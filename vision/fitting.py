"""Middles of and lines through a dozen numbers.

A photo needs about forty of them. NumPy's own ``median`` and ``polyfit`` are made for large arrays: with a dozen
numbers nearly all of their time goes into checks and cases that do not occur here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["fit_line", "median"]


def median(values: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return the medians along the last axis, which is not empty and holds no NaN.

    >>> float(median(np.array([5.0, 1.0, 2.0]))), median(np.array([[1.0, 2.0, 9.0, 4.0]])).tolist()
    (2.0, [3.0])
    """
    ordered = np.sort(values, axis=-1)
    count = ordered.shape[-1]
    return np.asarray((ordered[..., (count - 1) // 2] + ordered[..., count // 2]) / 2, np.float64)


def fit_line(x: NDArray[np.float64], y: NDArray[np.float64]) -> tuple[float, float]:
    """Return slope and intercept of the line of least squares through N points, level where all x are the same.

    >>> fit_line(np.array([1.0, 2.0, 3.0]), np.array([3.0, 5.0, 7.0]))
    (2.0, 1.0)
    """
    middle = float(x.sum()) / len(x)
    off = x - middle
    slope = float(off @ y) / max(float(off @ off), 1e-9)
    return slope, float(y.sum()) / len(y) - slope * middle
