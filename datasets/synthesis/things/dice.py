"""Dice: small bright cubes with pips, which finders like to take for circles tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.synthesis.bodies import Pose
from datasets.synthesis.table import Block
from datasets.synthesis.textures import Mipmap
from datasets.synthesis.things.spots import Spot, ink, sample_vivid

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.synthesis.table import Table

__all__ = ["lay_dice", "lay_die"]

PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
WHITE: Final = np.array([238.0, 244.0, 246.0])
PIP_INKS: Final = ((25, 25, 25), (40, 30, 190), (180, 70, 30), (25, 25, 25))
FACE_PX: Final = 96

DIE_ORDERS: Final = ((1, 6, 2, 5, 3, 4), (6, 1, 3, 4, 5, 2), (5, 2, 1, 6, 4, 3), (4, 3, 6, 1, 2, 5), (2, 5, 4, 3, 6, 1))
"""Pips on front, back, right, left, bottom and top as a die may fall; opposite sides add up to seven."""


def lay_dice(table: Table, spot: Spot) -> None:
    """Throw dice of one kind: mostly two or three, sometimes a handful or a neat row."""
    rng = table.rng
    side = float(rng.choice([rng.uniform(0.3, 0.6), rng.uniform(0.6, 0.95)], p=[0.8, 0.2]))
    sides = _sample_sides(rng)
    in_row = rng.random() < 0.25
    count = int(rng.choice([1, 2, 3, 4, 6, 8], p=[0.15, 0.4, 0.2, 0.1, 0.1, 0.05]))
    for step in range(count):
        if in_row:
            place = spot.along(step * (side + 0.01) - count * side / 2)
            yaw = spot.yaw_deg
        else:
            reach = side * (0.6 + 0.55 * np.sqrt(count))
            free = table.free_place(
                (spot.x - reach, spot.y - reach, spot.x + reach, spot.y + reach), (side * 0.7, side * 0.7), tries=8
            )
            if free is None:
                continue
            place, yaw = Spot(*free, z=spot.z), float(rng.uniform(0, 360))
        _put(table, Spot(place.x, place.y, yaw, place.z), side, sides)


def lay_die(table: Table, spot: Spot) -> None:
    """Put down a single die."""
    _put(table, spot, float(table.rng.uniform(0.3, 0.6)), _sample_sides(table.rng))


def _put(table: Table, spot: Spot, side: float, sides: dict[int, NDArray[np.uint8]]) -> None:
    order = DIE_ORDERS[table.rng.integers(len(DIE_ORDERS))]
    base = sides[1][2, 2].astype(float)
    panels = {panel: Mipmap(sides[pips]) for panel, pips in enumerate(order)}
    block = Block((side, side, side), base, chamfer=0.12 * side, corner_radius=0.22 * side, panels=panels)
    table.block(spot.x, spot.y, block, Pose(yaw_deg=spot.yaw_deg, z=spot.z))


def _sample_sides(rng: np.random.Generator) -> dict[int, NDArray[np.uint8]]:
    """Return the six sides of a kind of dice: white, ivory or coloured; the one, the four or all pips may be red."""
    base = WHITE - np.array([rng.uniform(0, 40), rng.uniform(0, 14), 0])
    colour: tuple[float, ...] = PIP_INKS[rng.integers(len(PIP_INKS))]
    if rng.random() < 0.25:
        base = sample_vivid(rng)
        colour = (245.0, 245.0, 245.0) if base.mean() < 150 else (25.0, 25.0, 25.0)
    red: tuple[float, ...] = (45.0, 35.0, 200.0)
    reds = {1, 4} if rng.random() < 0.5 and base.mean() > 150 else set[int]()
    radius, spread = rng.uniform(0.075, 0.115), rng.uniform(0.22, 0.28)
    one = rng.uniform(1.2, 2.0) if rng.random() < 0.5 else 1.0
    sides = {}
    for pips, places in PIPS.items():
        side = np.full((FACE_PX, FACE_PX, 3), base, np.uint8)
        for x, y in places:
            centre = round(FACE_PX * (0.5 + spread * x)), round(FACE_PX * (0.5 + spread * y))
            size = round(FACE_PX * radius * (one if pips == 1 else 1.0))
            cv2.circle(side, centre, size, red if pips in reds else ink(np.asarray(colour)), -1, cv2.LINE_AA)
        sides[pips] = side
    return sides
