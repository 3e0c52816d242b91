"""Tiles that show no face: turned away, lying on their sides, in walls seen from the side, and blocks like them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.synthesis.bodies import Pose, TileTag
from datasets.synthesis.table import Block
from datasets.synthesis.things.spots import Spot, sample_colour, sample_vivid
from engine.tile import CODES

if TYPE_CHECKING:
    from datasets.synthesis.table import Table

__all__ = ["lay_back", "lay_backs", "lay_blocks", "lay_sides", "lay_tiers", "stand_away"]

GAP: Final = 0.004
FACES: Final = CODES[:-1]
"""What their faces are where a camera sees them after all."""


def lay_sides(table: Table, spot: Spot) -> None:
    """Lay tiles on their long or short edges, faces hidden against each other: only white sides and backs show."""
    rng, group = table.rng, table.new_group()
    upright = rng.random() < 0.4
    for order in range(int(rng.integers(1, 9))):
        place = spot.along(0, order * (table.depth + GAP))
        pose = Pose(
            standing=True, spin_deg=0.0 if upright else 90.0, yaw_deg=spot.yaw_deg + 180 + float(rng.normal(0, 0.8)),
            z=spot.z,
        )  # fmt: skip
        table.tile(
            place.x, place.y, TileTag(FACES[rng.integers(len(FACES))], group, "wall", -1, order), pose, key=False
        )


def lay_tiers(table: Table, spot: Spot) -> None:
    """Lay a wall one to three tiles high at any angle, broken here and there, so that its two-layered sides show."""
    rng, group = table.rng, table.new_group()
    width = table.aspect + GAP
    turned = rng.random() < 0.2
    width = 1 + GAP if turned else width
    order = 0
    heights = int(rng.choice([1, 2, 3], p=[0.25, 0.65, 0.1]))
    gap_at = int(rng.integers(2, 30))
    for level in range(heights):
        shift = float(rng.normal(0, 0.03))
        for k in range(int(rng.integers(4, 19))):
            if k == gap_at and level == heights - 1:
                continue
            place = spot.along(k * width + shift, float(rng.normal(0, 0.012)))
            pose = Pose(
                flip=True, spin_deg=90.0 * turned, yaw_deg=spot.yaw_deg + float(rng.normal(0, 0.6)),
                z=spot.z + level * (table.depth + 1e-3),
            )  # fmt: skip
            table.tile(
                place.x, place.y, TileTag(FACES[rng.integers(len(FACES))], group, "wall", -1, order), pose, key=False
            )
            order += 1


def stand_away(table: Table, spot: Spot) -> None:
    """Stand a row of tiles that show their backs or edges to the camera: another player's hand."""
    rng, group = table.rng, table.new_group()
    for order in range(int(rng.integers(3, 15))):
        place = spot.along(order * (table.aspect + GAP))
        lean = float(rng.choice([0, 0, 8]))
        pose = Pose(standing=True, lean_deg=lean, yaw_deg=spot.yaw_deg + 180, z=spot.z)
        table.tile(
            place.x, place.y, TileTag(FACES[rng.integers(len(FACES))], group, "wall", -1, order), pose, key=False
        )


def lay_back(table: Table, spot: Spot) -> None:
    """Lay a single tile face down."""
    tag = TileTag(FACES[table.rng.integers(len(FACES))], table.new_group(), "wall", -1, 0)
    table.tile(spot.x, spot.y, tag, Pose(flip=True, yaw_deg=spot.yaw_deg, z=spot.z), key=False)


def lay_backs(table: Table, spot: Spot) -> None:
    """Push face-down tiles together without order, some on edge, some on top of others."""
    rng, group = table.rng, table.new_group()
    reach = float(rng.uniform(1.2, 3))
    area = (spot.x - reach, spot.y - reach, spot.x + reach, spot.y + reach)
    for order in range(int(rng.integers(3, 22))):
        yaw = float(rng.uniform(0, 360))
        on_edge = rng.random() < 0.2
        half = (0.5, table.depth / 2) if on_edge else (table.aspect / 2, 0.5)
        place = table.free_place(area, (half[0] + GAP, half[1] + GAP), np.radians(yaw), tries=6)
        if place is None:
            continue
        pose = Pose(standing=on_edge, spin_deg=90.0 * on_edge, yaw_deg=yaw, flip=True, z=spot.z)
        table.tile(*place, TileTag(FACES[rng.integers(len(FACES))], group, "wall", -1, order), pose, key=False)


def lay_blocks(table: Table, spot: Spot) -> None:
    """Lay blocks of about a tile's size but with no face and not a face's proportions, alone or in a line."""
    rng = table.rng
    light = rng.random() < 0.5
    colour = np.clip(np.array([225.0, 238, 242]) + rng.normal(0, 10, 3), 0, 255) if light else sample_vivid(rng)
    if rng.random() < 0.2:
        colour = sample_colour(rng, 20, 250)
    long_side = float(rng.uniform(0.5, 1.3))
    # A white block of a tile's proportions would be a blank white dragon.
    short_side = long_side * float(
        rng.choice([rng.uniform(0.2, 0.5), rng.uniform(0.92, 1.0)]) if light else rng.uniform(0.3, 1)
    )
    size = (short_side, long_side, float(rng.uniform(0.2, 0.7)))
    for step in range(int(rng.choice([1, 1, 2, 4, 7]))):
        place = spot.along(step * (size[0] + float(rng.choice([0.01, 0.2]))))
        block = Block(size, colour, chamfer=float(rng.uniform(0.02, 0.08)), corner_radius=float(rng.uniform(0, 0.1)))
        table.block(place.x, place.y, block, Pose(yaw_deg=spot.yaw_deg, z=spot.z))
