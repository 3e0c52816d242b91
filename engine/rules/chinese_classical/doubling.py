"""Points and doubles to a score: the formula, and the table of it that is part of the rule sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

__all__ = ["DEFAULT_LIMIT", "MOST_DOUBLES", "TABLE_POINTS", "doubled", "doubling_table"]

DEFAULT_LIMIT: Final = 300

TABLE_POINTS: Final = (2, 4, 6, 8, *range(10, 52, 2), *range(52, 104, 4))
"""Points that the table has a row for: every count up to 50, every second up to 100; counts are even."""

MOST_DOUBLES: Final = 7
"""Doubles that the table has a column for; with eight, two points are over the usual limit."""


def doubled(points: int, doubles: int) -> int:
    """Return points times two for each double, not cut.

    >>> doubled(36, 3)
    288
    """
    return points << doubles


def doubling_table(
    limit: int = DEFAULT_LIMIT,
    points: Iterable[int] = TABLE_POINTS,
    most_doubles: int = MOST_DOUBLES,
) -> Mapping[int, tuple[int, ...]]:
    """Return scores by points and number of doubles, cut at the limit.

    Args:
        limit: The most a score can be.
        points: The points to have a row for.
        most_doubles: The largest number of doubles.

    Returns:
        For each count of points the scores with no, one, two, ... doubles.

    >>> doubling_table(points=(36,))[36]
    (36, 72, 144, 288, 300, 300, 300, 300)
    """
    columns = range(most_doubles + 1)
    return {count: tuple(min(doubled(count, doubles), limit) for doubles in columns) for count in points}
