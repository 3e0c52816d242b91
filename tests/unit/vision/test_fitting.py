"""Medians and lines are those of NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from vision.fitting import fit_line, median


@pytest.mark.parametrize("shape", [(1,), (2,), (7,), (10,), (3, 1), (5, 6), (4, 7)])
def test_medians_are_numpys(shape: tuple[int, ...]) -> None:
    values = np.random.default_rng(len(shape)).normal(size=shape)
    assert np.array_equal(median(values), np.median(values, axis=-1))


@pytest.mark.parametrize("count", [2, 3, 14])
@pytest.mark.parametrize("offset", [0.0, 5000.0])
def test_lines_are_numpys(count: int, offset: float) -> None:
    rng = np.random.default_rng(count)
    x, y = offset + rng.uniform(0, 800, count), rng.uniform(20, 60, count)
    slope, intercept = fit_line(x, y)
    assert np.allclose(slope * x + intercept, np.polyval(np.polyfit(x, y, 1), x))


def test_points_above_one_another_give_a_level_line() -> None:
    assert fit_line(np.full(4, 7.0), np.array([1.0, 2.0, 3.0, 6.0])) == (0.0, 3.0)
