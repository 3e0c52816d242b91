"""Where a thing goes, how it is laid down, and what it is coloured with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from datasets.synthesis.bodies import Pose
from datasets.synthesis.table import Block
from datasets.synthesis.textures import Mipmap

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.synthesis.table import Table

__all__ = ["Spot", "ink", "lay_flat", "lay_round", "plain", "sample_colour", "sample_vivid"]


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a thing goes.

    Attributes:
        x: In tile heights, to the player's right.
        y: Away from the player.
        yaw_deg: Anticlockwise turn.
        z: Height of what it lies on.
    """

    x: float
    y: float
    yaw_deg: float = 0.0
    z: float = 0.0

    def along(self, distance: float, across: float = 0.0) -> Spot:
        """Return the spot further along its own x axis and, if wanted, its own y axis."""
        cos, sin = float(np.cos(np.radians(self.yaw_deg))), float(np.sin(np.radians(self.yaw_deg)))
        x, y = self.x + distance * cos - across * sin, self.y + distance * sin + across * cos
        return Spot(x, y, self.yaw_deg, self.z)


def sample_colour(rng: np.random.Generator, low: float = 0, high: float = 255) -> NDArray[np.float64]:
    """Return a (3,) colour around a grey between the bounds."""
    return np.asarray(np.clip(rng.uniform(low, high) + rng.normal(0, 45, 3), 0, 255))


def sample_vivid(rng: np.random.Generator) -> NDArray[np.float64]:
    """Return a (3,) colour as plastics have it: red, blue, green, yellow, black, white, or anything."""
    named = ((40, 35, 190), (160, 70, 30), (60, 130, 30), (60, 205, 235), (30, 30, 30), (240, 240, 240), (200, 90, 160))
    if rng.random() < 0.25:
        return np.asarray(rng.uniform(10, 245, 3))
    return np.asarray(np.clip(np.array(named[rng.integers(len(named))]) + rng.normal(0, 18, 3), 0, 255))


def ink(colour: NDArray[np.float64]) -> tuple[float, ...]:
    """Return a colour as OpenCV's drawing functions want it."""
    return tuple(float(c) for c in colour)


def plain(colour: NDArray[np.float64], width: int, height: int) -> NDArray[np.uint8]:
    """Return a picture of one colour."""
    return np.full((height, width, 3), colour, np.uint8)


def lay_flat(table: Table, spot: Spot, size: tuple[float, float, float], top: NDArray[np.uint8]) -> None:
    """Lay something flat with a picture on top."""
    side = top.reshape(-1, 3).mean(axis=0) * 0.8
    block = Block(size, side, chamfer=0.01, corner_radius=0.05, panels={0: Mipmap(top)})
    table.block(spot.x, spot.y, block, Pose(yaw_deg=spot.yaw_deg, z=spot.z))


def lay_round(
    table: Table, spot: Spot, size_dh: tuple[float, float], colour: NDArray[np.float64], top: NDArray[np.uint8] | None
) -> None:
    """Stand an upright cylinder.

    Args:
        table: Where.
        spot: Its middle.
        size_dh: Diameter and height in tile heights.
        colour: (3,) of its side, and of its top where it has no picture.
        top: Picture of its top, or None.
    """
    across, height = size_dh
    panels = {} if top is None else {0: Mipmap(top)}
    block = Block((across, across, height), colour, chamfer=0.0, panels=panels, is_round=True)
    table.block(spot.x, spot.y, block, Pose(yaw_deg=spot.yaw_deg, z=spot.z))
