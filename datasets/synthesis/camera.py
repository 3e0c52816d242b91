"""A pinhole camera looking at the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["NEAREST_DEPTH", "Camera", "View", "frame_points", "sample_view"]

NEAREST_DEPTH = 0.3
"""Points nearer to the lens than this many tile heights are not drawn."""


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A pinhole camera: position, world-to-camera rotation, focal length and principal point in pixels.

    Attributes:
        position: (3,) in the world frame.
        rotation: (3, 3), rows are the camera's right, down and forward directions.
        focal_px: Focal length.
        principal_px: (2,) image position of the optical axis.
        size_wh: Image size.
    """

    position: NDArray[np.float64]
    rotation: NDArray[np.float64]
    focal_px: float
    principal_px: NDArray[np.float64]
    size_wh: tuple[int, int]

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return (..., 2) pixels of (..., 3) world points; those behind the lens are clamped to its front."""
        seen = (points - self.position) @ self.rotation.T
        depth = np.maximum(seen[..., 2:], 1e-3)
        return np.asarray(seen[..., :2] / depth * self.focal_px + self.principal_px)

    def depth(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return how far points lie in front of the lens."""
        return np.asarray((points - self.position) @ self.rotation[2])

    def resized(self, factor: float) -> Camera:
        """Return the camera of the same picture at another size."""
        width, height = (max(8, round(side * factor)) for side in self.size_wh)
        exact = np.array([width, height]) / self.size_wh
        return Camera(
            self.position, self.rotation, self.focal_px * float(exact[0]), self.principal_px * exact, (width, height)
        )

    def plane_matrix(self, height: float = 0.0) -> NDArray[np.float64]:
        """Return the (3, 3) map from (x, y, 1) on the plane z = height to homogeneous pixels."""
        intrinsics = np.array(
            [[self.focal_px, 0, self.principal_px[0]], [0, self.focal_px, self.principal_px[1]], [0, 0, 1]]
        )
        columns = np.column_stack(
            [self.rotation[:, 0], self.rotation[:, 1], self.rotation @ (np.array([0, 0, height]) - self.position)]
        )
        return np.asarray(intrinsics @ columns)


@dataclass(frozen=True, slots=True)
class View:
    """How the photographer holds the camera.

    Attributes:
        elevation_deg: Height of the camera over the table as seen from the target, 90 straight down.
        azimuth_deg: Direction from the target to the camera, 0 on the player's side, positive to the right.
        roll_deg: Clockwise turn of the camera about its axis.
        field_deg: Field of view along the long side.
        fill: Fraction of the picture the framed points take.
    """

    elevation_deg: float
    azimuth_deg: float
    roll_deg: float
    field_deg: float
    fill: float


def sample_view(rng: np.random.Generator, *, standing: bool) -> View:
    """Sample a view: mostly held level at arm's length, but every roll and slant occurs.

    Args:
        rng: Source of randomness.
        standing: Whether the tiles of interest stand, which only views from the player's side show.
    """
    if standing:
        elevation = float(rng.triangular(8, 32, 68))
        azimuth = float(rng.normal(0, 14) if rng.random() < 0.8 else rng.uniform(-60, 60))
    else:
        elevation = float(rng.triangular(50, 90, 90.1) if rng.random() < 0.45 else rng.triangular(18, 48, 85))
        azimuth = float(rng.normal(0, 18) if rng.random() < 0.6 else rng.uniform(-180, 180))
    choice = rng.random()
    if choice < 0.62:
        roll = float(rng.normal(0, 4))
    elif choice < 0.8:
        roll = float(rng.normal(0, 18))
    elif choice < 0.9:
        roll = float(rng.choice([90, 180, 270]) + rng.normal(0, 5))
    else:
        roll = float(rng.uniform(0, 360))
    field = float(rng.uniform(55, 76) if rng.random() < 0.7 else rng.uniform(28, 55))
    fill = float(
        rng.choice(
            [rng.uniform(0.72, 0.98), rng.uniform(0.45, 0.8), rng.uniform(0.2, 0.5), rng.uniform(1.0, 1.35)],
            p=[0.55, 0.25, 0.12, 0.08],
        )
    )
    return View(elevation, azimuth, roll, field, fill)


def frame_points(points: NDArray[np.float64], view: View, size_wh: tuple[int, int], rng: np.random.Generator) -> Camera:
    """Return the camera of that view, as near as it takes for the points to fill the wanted part of the picture.

    Args:
        points: (N, 3) world points to frame.
        view: Direction, roll, field and fill.
        size_wh: Image size in pixels.
        rng: Chooses where in the picture the points lie.
    """
    elevation, azimuth, roll = np.radians([view.elevation_deg, view.azimuth_deg, view.roll_deg])
    towards = np.array([np.sin(azimuth) * np.cos(elevation), -np.cos(azimuth) * np.cos(elevation), np.sin(elevation)])
    right = np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
    forward = -towards
    down = np.cross(forward, right)
    # A camera rolled clockwise sees the world turned anticlockwise.
    rotation = np.array(
        [np.cos(roll) * right + np.sin(roll) * down, np.cos(roll) * down - np.sin(roll) * right, forward]
    )
    size = np.array(size_wh, float)
    focal = max(size_wh) / 2 / np.tan(np.radians(view.field_deg) / 2)
    target = (points.min(axis=0) + points.max(axis=0)) / 2
    low, high = 0.5, 400.0
    for _ in range(24):
        distance = np.sqrt(low * high)
        camera = Camera(target + towards * distance, rotation, float(focal), size / 2, size_wh)
        if camera.depth(points).min() < NEAREST_DEPTH + 1.0:
            low = distance
            continue
        extent = np.ptp(camera.project(points), axis=0)
        low, high = (distance, high) if (extent / size).max() > view.fill else (low, distance)
    camera = Camera(target + towards * high, rotation, float(focal), size / 2, size_wh)
    seen = camera.project(points)
    slack = (size - np.ptp(seen, axis=0)) / 2
    place = size / 2 + np.abs(slack) * np.clip(rng.normal(0, 0.33, 2), -0.95, 0.95)
    shift = place - (seen.min(axis=0) + seen.max(axis=0)) / 2
    return Camera(camera.position, rotation, float(focal), size / 2 + shift, size_wh)
