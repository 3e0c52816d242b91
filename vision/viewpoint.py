"""From which side the player looks at the tiles: the roll between the photo's up and the player's up.

Tiles lie on a lattice: sides of faces and directions to neighbours agree modulo a quarter turn. The lattice angle
leaves four candidates for the player's up; they are weighed by the faces' own up directions, by the direction in which
tiles stand side by side, by the portrait shape of faces and, weakest, by the photo's own up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from engine.tile import BACK_CODE, UNREADABLE_CODE
from vision.fitting import median
from vision.shapes import TileShapes, face_up_deg, frame_sizes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["HALF_TURN_CODES", "Viewpoint", "find_viewpoint"]

HALF_TURN_CODES: Final = frozenset(
    ("1p", "2p", "3p", "4p", "5p", "8p", "9p", "2s", "4s", "5s", "6s", "8s", "9s", "5z", "0p", "0s")
)
"""Faces that look the same, or nearly so, after half a turn: they say nothing about which way is up."""

QUARTER_TURN_CODES: Final = frozenset(("1p", "5z", BACK_CODE, UNREADABLE_CODE))
"""Faces that say nothing about the axis either."""

VOTE_WEIGHT: Final = 3.0
"""Weight of the faces' up directions (mean cosine, -1..1): unanimous faces outvote everything else together."""

AXIS_WEIGHT: Final = 1.0
"""Weight of the faces' axis (mean cosine of twice the angle): holds when half the faces are upside down."""

CHAIN_TILES: Final = 4.0
"""Number of neighbour pairs after which side-by-side tiles say 63 % of what a long row says."""

SHAPE_WEIGHT: Final = 2.0
"""Weight of ln(height / width) of the median face; a real face has about 0.3 unless foreshortened."""

SHAPE_LIMIT: Final = 0.6
"""Cap of the shape's say: a long row seen flat from the front shows faces wider than high."""

PHOTO_UP_WEIGHT: Final = 0.15
"""Weight of the photo's own up (cosine): decides only where nothing else does."""

NEIGHBOUR_REACH: Final = 1.35
"""A neighbour counts up to this multiple of a tile's nearest distance."""

NEIGHBOUR_SIZES: Final = 1.8
"""Tiles farther apart than this many tile sizes are no neighbours: scattered tiles have no row direction."""

KERNEL_DEG: Final = 4.0
"""Width of the angle kernel: about the scatter of neighbour directions under 5 % box jitter."""

_TURNED_BY_HALF: Final = (2, 3, 0, 1)


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """How the player's frame lies in the image.

    Attributes:
        roll_deg: Clockwise turn of the player's up against the image's up, -180..180.
        pivot_xy: The image point around which the frame is turned.
    """

    roll_deg: float
    pivot_xy: tuple[float, float] = (0.0, 0.0)

    def to_player(self, points_xy: NDArray[np.float64]) -> NDArray[np.float64]:
        """Turn (..., 2) image points into the player's frame: x to the player's right, y towards the player.

        >>> Viewpoint(90.0).to_player(np.array([[0.0, 1.0]])).round(6).tolist()
        [[1.0, 0.0]]
        """
        roll = np.radians(self.roll_deg)
        turn = np.array([[np.cos(roll), -np.sin(roll)], [np.sin(roll), np.cos(roll)]])
        return np.asarray((points_xy - np.asarray(self.pivot_xy)) @ turn + np.asarray(self.pivot_xy), np.float64)


def find_viewpoint(
    shapes: TileShapes,
    codes: Sequence[str],
    rotation_probabilities: NDArray[np.float64],
    pivot_xy: tuple[float, float] = (0.0, 0.0),
) -> Viewpoint:
    """Return the player's viewpoint.

    Args:
        shapes: N tiles as they show in the image.
        codes: N tile codes.
        rotation_probabilities: (N, 4) clockwise quarter turns of the face against the image, NaN where unknown.
        pivot_xy: The point around which the frame is turned, usually the image's centre.
    """
    if not len(shapes.boxes_xyxy):
        return Viewpoint(0.0, pivot_xy)
    axis_deg, lead = _lattice(shapes)
    candidates = axis_deg + 90.0 * np.arange(4)
    angles, weights = _votes(shapes, codes, rotation_probabilities)
    difference = np.radians(candidates[:, None, None] - angles[None])
    total = max(weights.sum(), 1e-9)
    score = VOTE_WEIGHT * (weights * np.cos(difference)).sum((1, 2)) / total
    score += AXIS_WEIGHT * (weights * np.cos(2 * difference)).sum((1, 2)) / total
    # A frame turned by a quarter has rows for columns and heights for widths.
    score += (lead + _shape_score(shapes, axis_deg)) * np.array([1.0, -1.0, 1.0, -1.0])
    score += PHOTO_UP_WEIGHT * np.cos(np.radians(candidates))
    # A row exactly on its side reads left to right after the smaller turn clockwise: ties must not hang on noise.
    score += 1e-6 * np.sin(np.radians(candidates))
    roll = float(candidates[score.argmax()])
    return Viewpoint((roll + 180.0) % 360.0 - 180.0, pivot_xy)


def _lattice(shapes: TileShapes) -> tuple[float, float]:
    """Return the row axis in degrees, and how clearly (-1..1) it leads over the axis at right angles to it."""
    pair_deg, pair_weight = _neighbour_directions(shapes.boxes_xyxy)
    side = shapes.sides.reshape(-1, 2)
    side_deg = np.degrees(np.arctan2(side[:, 1], side[:, 0]))
    if not len(pair_deg) and not len(side_deg):
        return 0.0, 0.0
    grid = np.arange(0.0, 180.0, 0.5)
    quarter = len(grid) // 2
    chain = _kernel(grid, pair_deg, 180.0) @ pair_weight
    cross = np.concatenate([chain[quarter:], chain[:quarter]])
    # Sides repeat after a quarter turn. Each face has four: a quarter for each keeps one face equal to one neighbour.
    square = 0.25 * _kernel(grid[:quarter], side_deg, 90.0).sum(1)
    density = chain + 0.5 * cross + np.concatenate([square, square])
    peak = int(density.argmax())
    lead = (chain[peak] - cross[peak]) / max(chain[peak] + cross[peak], 1e-9)
    lead *= 1.0 - np.exp(-pair_weight.sum() / CHAIN_TILES)
    angles, periods = np.concatenate([pair_deg, side_deg]), 90.0
    weights = np.concatenate([pair_weight, np.full(len(side_deg), 0.25)])
    off = (angles - grid[peak] + periods / 2) % periods - periods / 2
    weights = weights * np.exp(-0.5 * (off / KERNEL_DEG) ** 2)
    return float(grid[peak] + (weights * off).sum() / max(weights.sum(), 1e-9)), float(lead)


def _neighbour_directions(boxes_xyxy: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the directions (degrees) of pairs of tiles standing side by side and their weights."""
    centres = (boxes_xyxy[:, :2] + boxes_xyxy[:, 2:]) / 2
    size = np.sqrt(_box_areas(boxes_xyxy))
    offset = centres[None] - centres[:, None]
    distance = np.hypot(offset[..., 0], offset[..., 1])
    np.fill_diagonal(distance, np.inf)
    reach = np.minimum(NEIGHBOUR_REACH * distance.min(1, initial=np.inf), NEIGHBOUR_SIZES * size)
    near = (distance <= reach[:, None]) | (distance <= reach[None])
    near &= np.maximum(size[:, None], size[None]) <= 1.5 * np.minimum(size[:, None], size[None])
    first, second = np.nonzero(near)
    once = first < second
    first, second = first[once], second[once]
    pairs = offset[first, second]
    area = np.minimum(size[first], size[second]) ** 2
    # Near tiles are the player's: large pictures of tiles say more than a neighbour's far row.
    return np.degrees(np.arctan2(pairs[:, 1], pairs[:, 0])), area / max(size.max(initial=0.0) ** 2, 1e-9)


def _kernel(grid: NDArray[np.float64], angles_deg: NDArray[np.float64], period: float) -> NDArray[np.float64]:
    """Return (G, A) kernel values of angles on a grid that lies within 0 and the period, modulo which angles count."""
    off = np.abs(grid[:, None] - angles_deg % period)
    off = np.minimum(off, period - off)
    return np.asarray(np.exp(off * off * (-0.5 / KERNEL_DEG**2)), np.float64)


def _box_areas(boxes_xyxy: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray((boxes_xyxy[:, 2] - boxes_xyxy[:, 0]) * (boxes_xyxy[:, 3] - boxes_xyxy[:, 1]), np.float64)


def _votes(
    shapes: TileShapes, codes: Sequence[str], rotation_probabilities: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return (N, 4) up angles and their weights; symmetrical faces say nothing unless all are symmetrical."""
    chances = np.where(np.isnan(rotation_probabilities), 0.25, rotation_probabilities)
    half = np.array([code in HALF_TURN_CODES for code in codes])
    silent = np.array([code in QUARTER_TURN_CODES for code in codes])
    if (half | silent).all():
        half[:] = False
        silent = np.array([code in {BACK_CODE, UNREADABLE_CODE} for code in codes])
    chances = np.where(half[:, None], (chances + chances[:, _TURNED_BY_HALF]) / 2, chances)
    area = _box_areas(shapes.boxes_xyxy)
    weights = np.where(silent, 0.0, area / max(area.max(), 1e-9))
    return face_up_deg(shapes), weights[:, None] * chances


def _shape_score(shapes: TileShapes, roll_deg: float) -> float:
    """Return what the portrait shape of faces says for a candidate; the opposite for one at right angles to it."""
    width, height, measured = frame_sizes(shapes, roll_deg)
    if not measured.any():
        return 0.0
    portrait = SHAPE_WEIGHT * float(median(np.log(height[measured] / width[measured])))
    return min(max(portrait, -SHAPE_LIMIT), SHAPE_LIMIT)
