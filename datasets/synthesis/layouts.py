"""How tiles lie in a photo: racks, rows, grids, melds, scattered tiles, whole games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.synthesis.bodies import Pose, TileTag
from datasets.synthesis.deals import Wall, arrange
from datasets.synthesis.planks import Plank, sample_plank
from datasets.synthesis.rows import (
    GAP,
    RowStyle,
    lay_discards,
    lay_hand,
    lay_melds,
    lay_row,
    lay_wall,
    sample_looseness,
)
from datasets.synthesis.shots import Shot
from datasets.synthesis.table import Block

if TYPE_CHECKING:
    from collections.abc import Callable

    from datasets.synthesis.table import Table

__all__ = ["LAYOUTS", "Scatter", "scatter_tiles"]

RACKS: Final = {"felt": 0.3, "ledge": 0.2, "bench": 0.13, "tray": 0.12, "rail": 0.15, "wall": 0.1}
"""What a hand stands on or behind, and how often."""


def rack(table: Table, wall: Wall) -> Shot:
    """A hand standing on a rack, a tray or the bare cloth."""
    rng = table.rng
    lean = float(rng.choice([0.0, rng.uniform(0, 12), rng.uniform(12, 38)], p=[0.4, 0.35, 0.25]))
    kind = str(rng.choice(list(RACKS), p=list(RACKS.values())))
    z = float(rng.uniform(0.05, 0.4)) if kind in {"ledge", "bench"} else 0.02 if kind == "tray" else 0.0
    lay_hand(table, wall, Pose(standing=True, lean_deg=lean, z=z))
    xs = [body.centre[0] for body in table.bodies]
    span = float(min(xs) - rng.uniform(0.6, 3)), float(max(xs) + rng.uniform(0.6, 3))
    _build_rack(table, sample_plank(rng, span), kind, lean, z)
    if kind == "wall":
        lay_wall(table, wall, (span[0], float(rng.uniform(1.6, 3.0))), int(rng.integers(8, 19)))
    return Shot(standing=True)


def _build_rack(table: Table, plank: Plank, kind: str, lean_deg: float, z: float) -> None:
    """Place the pieces of a rack around tiles that stand at y = 0."""
    rng = table.rng
    reach = np.sin(np.radians(lean_deg))
    front = -(0.5 * reach + table.depth / 2 + 0.03)
    behind = reach + table.depth / 2 + 0.03
    if kind in {"ledge", "bench"}:
        plank.lay(table, (front - 0.25, behind + float(rng.uniform(0.05, 0.8))), z - GAP)
    if kind == "ledge":
        plank.lay(
            table, (front - 0.25 - float(rng.uniform(0.05, 0.25)), front - 0.26), z + float(rng.uniform(0.03, 0.16))
        )
    if kind == "tray":
        plank.lay(table, (front - float(rng.uniform(1.5, 4)), behind + 0.3), z - GAP)
        plank.lay(table, (front - 0.4, front - 0.2), float(rng.uniform(0.05, 0.2)), z)
    if kind == "rail":
        near = front - float(rng.uniform(0.05, 1.5))
        plank.lay(table, (near - float(rng.uniform(0.8, 3)), near), float(rng.uniform(0.1, 0.7)))


def row(table: Table, wall: Wall) -> Shot:
    """A hand lying face up in a row."""
    lay_hand(table, wall, Pose())
    return Shot()


def two_rows(table: Table, wall: Wall) -> Shot:
    """Two or three rows close together, standing in tiers or lying."""
    rng = table.rng
    rows = int(rng.choice([2, 3], p=[0.8, 0.2]))
    standing = bool(rng.random() < 0.3)
    pitch = float(rng.uniform(table.depth + 0.1, 1.6)) if standing else float(rng.uniform(1.02, 1.8))
    step = float(rng.choice([0.0, 0.5, 1.0])) if standing else 0.0
    loose = sample_looseness(rng)
    for number in range(rows):
        codes = arrange(rng, wall.draw_hand(int(rng.integers(4, 15))))
        y, z = (rows - 1 - number) * pitch, (rows - 1 - number) * step
        style = RowStyle(row=number, pose=Pose(standing=standing, z=z), loose=loose)
        end = lay_row(table, codes, (float(rng.normal(0, 0.4)), y), style)
        if z > 0:
            tier = Block((end + 1, table.depth + 0.05, z - GAP), np.full(3, rng.uniform(40, 200)))
            table.block(end / 2, y, tier)
    return Shot(standing=standing)


def grid(table: Table, wall: Wall) -> Shot:
    """A grid of tiles, some turned."""
    rng = table.rng
    columns, rows = int(rng.integers(2, 10)), int(rng.integers(2, 6))
    gap_x, gap_y = (float(gap) for gap in rng.choice([0.01, 0.05, 0.3, 0.8], 2))
    upside_down = 0.3 if rng.random() < 0.3 else 0.0
    quarter = float(rng.choice([0, 90])) if rng.random() < 0.3 else 0.0
    width, height = (table.aspect, 1.0) if quarter == 0 else (1.0, table.aspect)
    codes = wall.draw(columns * rows)
    if rng.random() < 0.3:
        codes = sorted(codes, key=lambda code: (code[1], code[0]))
    for r in range(rows):
        group = table.new_group()
        for c in range(columns):
            pose = Pose(
                spin_deg=quarter + 180.0 * (rng.random() < upside_down),
                yaw_deg=float(np.clip(rng.normal(0, 8 * min(gap_x, gap_y)), -6, 6)),
            )
            x, y = c * (width + gap_x + GAP), (rows - 1 - r) * (height + gap_y + GAP)
            table.tile(x, y, TileTag(codes[r * columns + c], group, "loose", r, c), pose)
    return Shot()


def melds(table: Table, wall: Wall) -> Shot:
    """Exposed melds only, in one or two rows."""
    rng = table.rng
    lay_melds(table, wall, (0, 0), int(rng.integers(1, 5)))
    if rng.random() < 0.3:
        lay_melds(table, wall, (0, 1.5), int(rng.integers(1, 4)))
    return Shot()


@dataclass(frozen=True, slots=True)
class Scatter:
    """Thrown tiles.

    Attributes:
        count: How many are tried; those without room are left out.
        spread: Half the side of the square they lie in.
        centre: Its middle.
        key: Whether the photo is about them.
    """

    count: int
    spread: float
    centre: tuple[float, float] = (0.0, 0.0)
    key: bool = True


def scatter_tiles(table: Table, wall: Wall, how: Scatter) -> None:
    """Throw tiles at any angle, some face down, some on their sides."""
    rng, group = table.rng, table.new_group()
    face_down = float(rng.choice([0.0, 0.1, 0.5]))
    on_side = float(rng.choice([0.0, 0.08]))
    aligned = rng.random() < 0.3
    x, y = how.centre
    area = (x - how.spread, y - how.spread, x + how.spread, y + how.spread)
    for order, code in enumerate(wall.draw(how.count)):
        yaw = float(rng.normal(0, 12) + rng.choice([0, 90, 180, 270])) if aligned else float(rng.uniform(0, 360))
        side = bool(rng.random() < on_side)
        half_width, half_depth = (0.5, table.depth / 2) if side else (table.aspect / 2, 0.5)
        place = table.free_place(area, (half_width + GAP, half_depth + GAP), np.radians(yaw))
        if place is not None:
            pose = Pose(standing=side, spin_deg=90.0 if side else 0.0, yaw_deg=yaw, flip=bool(rng.random() < face_down))
            table.tile(*place, TileTag(code, group, "loose", -1, order), pose, key=how.key)


def few(table: Table, wall: Wall) -> Shot:
    """One to five tiles close up."""
    scatter_tiles(table, wall, Scatter(int(table.rng.integers(1, 6)), spread=1.6))
    return Shot()


def scatter(table: Table, wall: Wall) -> Shot:
    """Tiles thrown about."""
    count = int(table.rng.integers(6, 60))
    scatter_tiles(table, wall, Scatter(count, spread=0.5 + 0.75 * float(np.sqrt(count))))
    return Shot()


def discards(table: Table, wall: Wall) -> Shot:
    """One player's discards in rows of six, perhaps a wall in front."""
    rng = table.rng
    lay_discards(table, wall, (0, 0), int(rng.integers(6, 25)), key=True)
    if rng.random() < 0.4:
        lay_wall(table, wall, (-2, -4.5), int(rng.integers(5, 18)))
    return Shot()


def game(table: Table, wall: Wall) -> Shot:
    """The player's row in front, a whole game behind it."""
    rng = table.rng
    standing = bool(rng.random() < 0.6)
    lean = float(rng.choice([0, 8, 20])) if standing else 0.0
    lay_hand(table, wall, Pose(standing=standing, lean_deg=lean))
    far = float(rng.uniform(6, 11))
    middle = 6.5 * table.aspect
    if rng.random() < 0.6:
        scatter_tiles(table, wall, Scatter(int(rng.integers(8, 50)), 2.9, (middle, far - 2.2), key=False))
    else:
        lay_discards(table, wall, (middle - 2, far - 2.2), int(rng.integers(6, 18)), key=False)
    if rng.random() < 0.7:
        lay_wall(table, wall, (float(rng.uniform(-2, 3)), far + 1.6), int(rng.integers(8, 18)))
    if rng.random() < 0.5:
        lay_wall(table, wall, (float(rng.uniform(-2, 3)), float(rng.uniform(1.9, 2.5))), int(rng.integers(5, 16)))
    for side in (-90, 90, 180):
        if rng.random() < 0.4:
            _neighbour(table, wall, side, (middle, far - 2.2))
    return Shot(standing=standing)


def _neighbour(table: Table, wall: Wall, side_deg: float, centre: tuple[float, float]) -> None:
    """Place another player's row, a rail or melds on one side of the table's middle."""
    rng = table.rng
    first = len(table.bodies)
    start = centre[0] - float(rng.uniform(3, 6)), centre[1] - float(rng.uniform(6.0, 8.5))
    choice = rng.random()
    if choice < 0.35:
        lay_melds(table, wall, start, int(rng.integers(1, 4)), key=False)
    elif choice < 0.7:
        codes = wall.draw(int(rng.integers(4, 14)))
        lay_row(table, codes, start, RowStyle(kind="loose", row=-1, pose=Pose(standing=True), key=False))
    else:
        plank = sample_plank(rng, (start[0] - 2, start[0] + 14))
        plank.lay(table, (start[1] - 1, start[1]), float(rng.uniform(0.2, 0.8)))
    table.turn(first, side_deg, centre)
    table.withdraw_clashing(first)


def nothing(table: Table, wall: Wall) -> Shot:
    """No hand at all: an empty table for clutter, perhaps with tiles that show no face."""
    del table, wall
    return Shot()


LAYOUTS: Final[dict[str, Callable[[Table, Wall], Shot]]] = {
    "rack": rack,
    "row": row,
    "two_rows": two_rows,
    "grid": grid,
    "melds": melds,
    "few": few,
    "scatter": scatter,
    "discards": discards,
    "game": game,
    "nothing": nothing,
}
"""Layouts by name; each returns what it asks of the photo."""
