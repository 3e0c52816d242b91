"""Plane shapes that the face drawings are made of: smooth curves, leaves, petals, tapered strokes.

All points are (N, 2) float arrays; y points down and one unit is what the caller says it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["Point", "Points", "along", "arc", "curve", "leaf", "petal", "polar", "star", "stroke_outline"]

Point: TypeAlias = "Sequence[float] | NDArray[np.float64]"
"""x and y."""

Points: TypeAlias = "NDArray[np.float64] | Sequence[Point]"
"""(N, 2) points."""


def curve(points: Points, *, closed: bool = False, steps: int = 10) -> NDArray[np.float64]:
    """Return a Catmull-Rom spline through points, sampled ``steps`` times between neighbours.

    >>> curve([[0, 0], [1, 0]], steps=2).tolist()
    [[0.0, 0.0], [0.5, 0.0], [1.0, 0.0]]
    """
    knots = np.asarray(points, np.float64)
    if closed:
        knots = np.concatenate([knots[-1:], knots, knots[:2]])
    else:
        knots = np.concatenate([2 * knots[:1] - knots[1:2], knots, 2 * knots[-1:] - knots[-2:-1]])
    t = (np.arange(steps) / steps)[None, :, None]
    p0, p1, p2, p3 = (knots[i : len(knots) - 3 + i, None, :] for i in range(4))
    spline = 0.5 * (
        2 * p1 + (p2 - p0) * t + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t**2 + (3 * p1 - p0 - 3 * p2 + p3) * t**3
    )
    samples = spline.reshape(-1, 2)
    return samples if closed else np.concatenate([samples, knots[-2:-1]])


def polar(radius: float, angle_deg: float) -> NDArray[np.float64]:
    """Return the point at a distance from the origin, 0 degrees pointing up and angles running clockwise.

    >>> polar(1, 90).round(6).tolist()
    [1.0, -0.0]
    """
    angle = np.deg2rad(angle_deg)
    return np.array([radius * np.sin(angle), -radius * np.cos(angle)])


def arc(centre: Point, radius: float, from_deg: float, to_deg: float) -> NDArray[np.float64]:
    """Return points on a circular arc, angles as in :func:`polar`."""
    angles = np.deg2rad(np.linspace(from_deg, to_deg, 24))
    return np.asarray(centre) + radius * np.stack([np.sin(angles), -np.cos(angles)], axis=1)


def stroke_outline(path: Points, widths: float | Sequence[float]) -> NDArray[np.float64]:
    """Return the outline of a stroke along a path.

    Args:
        path: (N, 2) points.
        widths: Full width, or widths spread evenly over the path's samples (first to last).
    """
    line = np.asarray(path, np.float64)
    given = np.atleast_1d(np.asarray(widths, np.float64))
    half = 0.5 * np.interp(np.linspace(0, 1, len(line)), np.linspace(0, 1, len(given)), given)[:, None]
    tangent = np.gradient(line, axis=0)
    tangent /= np.maximum(np.linalg.norm(tangent, axis=1, keepdims=True), 1e-9)
    normal = np.stack([-tangent[:, 1], tangent[:, 0]], axis=1)
    return np.concatenate([line + half * normal, (line - half * normal)[::-1]])


def leaf(base: Point, tip: Point, width: float, bend: float = 0.0) -> NDArray[np.float64]:
    """Return a pointed leaf from base to tip; ``bend`` bows its midrib sideways by that part of its length."""
    start, end = np.asarray(base, np.float64), np.asarray(tip, np.float64)
    t = np.linspace(0, 1, 18)[:, None]
    side = np.array([-(end - start)[1], (end - start)[0]])
    rib = start + (end - start) * t + side * bend * 4 * t * (1 - t)
    profile = width * np.sin(np.pi * t[:, 0] ** 0.8) ** 0.9
    return stroke_outline(rib, profile.tolist())


def petal(base: Point, tip: Point, width: float, notch: float = 0.0) -> NDArray[np.float64]:
    """Return a round petal, widest towards its tip; ``notch`` (0..0.3) dents the tip."""
    start, end = np.asarray(base, np.float64), np.asarray(tip, np.float64)
    axis = end - start
    side = np.array([-axis[1], axis[0]]) / max(float(np.hypot(*axis)), 1e-9)
    left = [(0.0, 0.0), (0.35, 0.32), (0.72, 0.5), (0.95, 0.3), (1.0 - notch, 0.0)]
    outline = [start + axis * u + side * width * v for u, v in left]
    outline += [start + axis * u - side * width * v for u, v in left[-2:0:-1]]
    return curve(outline, closed=True, steps=5)


def star(points: int, outer: float, inner: float) -> NDArray[np.float64]:
    """Return a star around the origin, one ray up."""
    return np.array([polar(outer if k % 2 == 0 else inner, 180 * k / points) for k in range(2 * points)])


def along(path: NDArray[np.float64], fraction: float) -> tuple[NDArray[np.float64], float]:
    """Return the point at a fraction of a path's length and the heading there in degrees (0 up, clockwise)."""
    steps = np.linalg.norm(np.diff(path, axis=0), axis=1)
    distance = np.concatenate([[0.0], np.cumsum(steps)])
    where = fraction * distance[-1]
    k = int(np.clip(np.searchsorted(distance, where) - 1, 0, len(path) - 2))
    part = (where - distance[k]) / max(steps[k], 1e-9)
    direction = path[k + 1] - path[k]
    return path[k] + part * direction, float(np.rad2deg(np.arctan2(direction[0], -direction[1])))
