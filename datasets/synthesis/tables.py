"""Layouts as real tables show them: rails and trays, low cameras, whole games from afar, travel sets, heaps."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.synthesis.bodies import Pose, TileTag
from datasets.synthesis.deals import arrange
from datasets.synthesis.layouts import Scatter, scatter_tiles
from datasets.synthesis.planks import Plank, sample_plank
from datasets.synthesis.rows import GAP, RowStyle, lay_discards, lay_hand, lay_melds, lay_row, sample_looseness
from datasets.synthesis.shots import Setting, Shot
from datasets.synthesis.table import Block
from datasets.synthesis.things.dice import lay_dice
from datasets.synthesis.things.faceless import lay_tiers, stand_away
from datasets.synthesis.things.spots import Spot, lay_round, sample_vivid

if TYPE_CHECKING:
    from collections.abc import Callable

    from datasets.synthesis.deals import Wall
    from datasets.synthesis.table import Table

__all__ = ["TABLES"]

FELTS_BGR: Final = (
    (60, 170, 70), (70, 190, 60), (50, 95, 25), (45, 70, 20), (120, 120, 40), (110, 90, 30), (70, 55, 45), (45, 40, 35),
    (120, 60, 30), (60, 40, 110), (40, 40, 40),
)  # fmt: skip
"""Felts and cloths people play on: bright green, bottle green, teal, navy, grey, blue, wine."""


def _felt(rng: np.random.Generator, bounds: tuple[float, float, float, float] | None = None) -> Setting:
    blue, green, red = FELTS_BGR[rng.integers(len(FELTS_BGR))]
    return Setting(str(rng.choice(["felt", "felt", "cloth", "mat"])), (blue, green, red), bounds)


def _span(table: Table) -> tuple[float, float, float, float]:
    """Return x1, y1, x2, y2 of all tiles placed."""
    corners = np.concatenate([body.corners() for body in table.bodies])
    low, high = corners.min(axis=0), corners.max(axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def _lay_beyond(table: Table, wall: Wall, y: float, x1: float, x2: float) -> None:
    """Lay what the other players have: walls, a heap or discards in the middle, someone's row."""
    rng = table.rng
    middle = (x1 + x2) / 2
    for _ in range(int(rng.integers(0, 4))):
        first = len(table.bodies)
        x = float(rng.uniform(x1 - 2, middle))
        yaw = float(rng.choice([rng.normal(0, 4), rng.normal(0, 25), 90 + rng.normal(0, 5)]))
        lay_tiers(table, Spot(x, y + float(rng.uniform(1.0, 8)), yaw))
        table.withdraw_clashing(first)
    choice = rng.random()
    if choice < 0.5:
        scatter_tiles(table, wall, Scatter(int(rng.integers(6, 45)), 3.2, (middle, y + 5.0), key=False))
    elif choice < 0.75:
        first = len(table.bodies)
        lay_discards(table, wall, (middle - 2, y + 4.0), int(rng.integers(5, 15)), key=False)
        table.withdraw_clashing(first)
    if rng.random() < 0.35:
        first = len(table.bodies)
        stand_away(table, Spot(x1 + float(rng.uniform(0, 3)), y + float(rng.uniform(8, 10)), float(rng.normal(0, 3))))
        table.withdraw_clashing(first)


def _lay_rail(table: Table, edge: float) -> float:
    """Place a rail or a tray with lips along the player's edge of the table, and return where the floor begins."""
    rng = table.rng
    x1, _, x2, _ = _span(table)
    span = x1 - float(rng.choice([rng.uniform(0.3, 1.5), 12.0])), x2 + float(rng.choice([rng.uniform(0.3, 1.5), 12.0]))
    plank = sample_plank(rng, span)
    if rng.random() < 0.4:
        plank = Plank(span, np.clip(np.array([222.0, 232, 238]) + rng.normal(0, 12, 3), 0, 255), None)
    depth, height = float(rng.uniform(0.8, 3.2)), float(rng.choice([0.04, 0.12, 0.3, 0.55]))
    plank.lay(table, (edge - depth, edge), height)
    if rng.random() < 0.5 and depth > 1.2:
        lip = float(rng.uniform(0.08, 0.2))
        for near, far in ((edge - depth, edge - depth + lip), (edge - lip, edge)):
            plank.lay(table, (near, far), float(rng.uniform(0.05, 0.14)), height + 1e-3)
    if rng.random() < 0.4:
        # The rail of the table's side, left or right.
        side = span[0] if rng.random() < 0.5 else span[1]
        block = Block((depth, 24.0, height), plank.colour_bgr, chamfer=0.04)
        table.block(side + (depth / 2 + 0.01) * (-1 if side == span[0] else 1), edge - depth + 12, block)
    return edge - depth


def railed(table: Table, wall: Wall) -> Shot:
    """A hand lying or standing along the wooden or plastic rail of a felt table, the floor below."""
    rng = table.rng
    standing = bool(rng.random() < 0.25)
    lay_hand(table, wall, Pose(standing=standing))
    x1, y1, x2, y2 = _span(table)
    if rng.random() < 0.65:
        _lay_beyond(table, wall, y2 + 0.6, x1, x2)
    near = _lay_rail(table, y1 - float(rng.choice([0.01, 0.1, rng.uniform(0.1, 1.5)])))
    bounds = (x1 - 14, near, x2 + 14, y2 + float(rng.uniform(7, 16)))
    elevation = (18.0, 60.0) if standing else (24.0, 72.0)
    return Shot(standing, elevation, 12.0, setting=_felt(rng, bounds))


def squeezed(table: Table, wall: Wall) -> Shot:
    """Rows lying flat under a camera so low that faces shrink to a third of their height."""
    rng = table.rng
    lay_hand(table, wall, Pose())
    if rng.random() < 0.35:
        codes = arrange(rng, wall.draw_hand(int(rng.integers(3, 14))))
        x1, _, _, y2 = _span(table)
        lay_row(
            table, codes, (x1 + float(rng.uniform(0, 3)), y2 + float(rng.uniform(0.55, 1.2))), RowStyle(kind="loose")
        )
    x1, y1, x2, y2 = _span(table)
    if rng.random() < 0.6:
        _lay_beyond(table, wall, y2 + 0.6, x1, x2)
    setting = None
    if rng.random() < 0.5:
        near = _lay_rail(table, y1 - float(rng.uniform(0.01, 0.8)))
        setting = _felt(rng, (x1 - 14, near, x2 + 14, y2 + 12))
    return Shot(elevation_deg=(14.0, 36.0), azimuth_deg=16.0, setting=setting)


def steep(table: Table, wall: Wall) -> Shot:
    """A standing hand seen from high above, its faces squeezed and its top edges wide."""
    rng = table.rng
    lean = float(rng.choice([0.0, 6.0, 20.0]))
    lay_hand(table, wall, Pose(standing=True, lean_deg=lean))
    if rng.random() < 0.5:
        _lay_rail(table, -table.depth / 2 - float(rng.uniform(0.25, 1.0)))
    x1, _, x2, y2 = _span(table)
    if rng.random() < 0.5:
        _lay_beyond(table, wall, y2 + 0.5, x1, x2)
    return Shot(standing=True, elevation_deg=(48.0, 72.0), azimuth_deg=12.0, setting=_felt(rng))


def whole_table(table: Table, wall: Wall) -> Shot:
    """Four players' tiles, walls and discards in one picture: tiles are small."""
    rng = table.rng
    half = float(rng.uniform(7.5, 10))
    for side in (0, 90, 180, 270):
        first = len(table.bodies)
        _lay_seat(table, wall, half, is_own=side == 0)
        table.turn(first, side, (0, 0))
        table.withdraw_clashing(first)
    if rng.random() < 0.45:
        scatter_tiles(table, wall, Scatter(int(rng.integers(10, 70)), 3.0))
    elif rng.random() < 0.5:
        _lay_console(table)
    if rng.random() < 0.6:
        plank = sample_plank(rng, (-half - 2.2, half + 2.2))
        for side in (0, 90, 180, 270):
            first = len(table.bodies)
            plank.lay(table, (-half - 2.2, -half - 1.2), 0.3)
            table.turn(first, side, (0, 0))
    edge = half + 2.2
    elevation = (22.0, 55.0) if rng.random() < 0.7 else (55.0, 88.0)
    return Shot(elevation_deg=elevation, tile_px=(12.0, 30.0), setting=_felt(rng, (-edge, -edge, edge, edge)))


def _lay_seat(table: Table, wall: Wall, half: float, *, is_own: bool) -> None:
    """Lay one player's hand, wall, melds and discards on the side next to the camera."""
    rng = table.rng
    standing = rng.random() < 0.6
    start = -6.5 * table.aspect + float(rng.normal(0, 0.5))
    codes = arrange(rng, wall.draw_hand(int(rng.integers(4, 15))))
    pose = Pose(standing=bool(standing), lean_deg=float(rng.choice([0.0, 8.0])) if standing else 0.0)
    kind = "concealed" if is_own else "loose"
    end = lay_row(table, codes, (start, -half), RowStyle(kind=kind, pose=pose, row=0 if is_own else -1))
    if rng.random() < 0.4:
        lay_melds(table, wall, (end + 0.4, -half), int(rng.integers(1, 3)))
    if rng.random() < 0.75:
        lay_tiers(table, Spot(-half * 0.7, -half + float(rng.uniform(1.4, 2.0)), float(rng.normal(0, 1.5))))
    if rng.random() < 0.5:
        lay_discards(table, wall, (-2.2, -2.4), int(rng.integers(1, 16)), key=True)


def _lay_console(table: Table) -> None:
    """Place the middle of an automatic table: a plate with buttons and a dome over dice."""
    rng = table.rng
    side = float(rng.uniform(2.0, 3.6))
    block = Block((side, side, 0.15), np.full(3, rng.uniform(15, 90)), chamfer=0.05)
    if table.is_free(0, 0, side / 2, side / 2):
        table.block(0, 0, block)
        lay_round(table, Spot(0, 0, z=0.151), (0.45 * side, 0.25), sample_vivid(rng), None)
        for x, y in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            lay_round(table, Spot(0.36 * side * x, 0.36 * side * y, z=0.151), (0.3, 0.06), sample_vivid(rng), None)
    else:
        lay_dice(table, Spot(0, 0))


def tray(table: Table, wall: Wall) -> Shot:
    """Small tiles pushed together in a tray with walls, or the same without a tray, on wood."""
    rng = table.rng
    columns, rows = int(rng.integers(4, 12)), int(rng.integers(1, 5))
    step_x, step_y = table.aspect + float(rng.choice([GAP, 0.01, 0.02])), 1 + float(rng.choice([GAP, 0.015]))
    upside_down = float(rng.choice([0.0, 0.04, 0.3]))
    codes = wall.draw(columns * rows)
    # Spare blank tiles fill the tray of a set whose white dragon is blank.
    for r in range(rows):
        group = table.new_group()
        for c in range(columns):
            if rng.random() < 0.04:
                continue
            spin = 180.0 * (rng.random() < upside_down)
            pose = Pose(spin_deg=spin, yaw_deg=float(rng.normal(0, 0.5)), flip=bool(rng.random() < 0.02))
            x, y = c * step_x + float(rng.normal(0, 0.004)), (rows - 1 - r) * step_y
            table.tile(x, y, TileTag(codes[r * columns + c], group, "loose", r, c), pose)
    if rng.random() < 0.65:
        _build_tray(table)
    grey = float(rng.uniform(120, 190))
    colour = (grey, grey * 1.02, grey * 1.05) if rng.random() < 0.6 else None
    return Shot(elevation_deg=(45.0, 90.0), setting=Setting("wood", colour))


def _build_tray(table: Table) -> None:
    """Put four walls close around what lies there."""
    rng = table.rng
    x1, y1, x2, y2 = _span(table)
    margin, lip = float(rng.uniform(0.02, 0.3)), float(rng.uniform(0.08, 0.3))
    height = table.depth * float(rng.uniform(0.4, 1.3))
    colour = np.full(3, rng.uniform(12, 50)) if rng.random() < 0.7 else sample_vivid(rng)
    x1, y1, x2, y2 = x1 - margin, y1 - margin, x2 + margin, y2 + margin
    for size, x, y in (
        ((x2 - x1 + 2 * lip, lip), (x1 + x2) / 2, y1 - lip / 2),
        ((x2 - x1 + 2 * lip, lip), (x1 + x2) / 2, y2 + lip / 2),
        ((lip, y2 - y1), x1 - lip / 2, (y1 + y2) / 2),
        ((lip, y2 - y1), x2 + lip / 2, (y1 + y2) / 2),
    ):
        table.block(x, y, Block((*size, height), colour, chamfer=0.03))


def loose(table: Table, wall: Wall) -> Shot:
    """Tiles set down well apart, in rough lines or anywhere, mostly on wood."""
    rng = table.rng
    columns, rows = int(rng.integers(1, 7)), int(rng.integers(1, 4))
    pitch = float(rng.uniform(1.3, 3.0))
    standing = rng.random() < 0.12
    group = table.new_group()
    for order, code in enumerate(wall.draw(columns * rows)):
        x, y = order % columns * pitch, order // columns * pitch
        yaw = float(rng.normal(0, 9) + rng.choice([0, 0, 0, 90, 180, 270]))
        pose = Pose(standing=bool(standing), yaw_deg=float(rng.normal(0, 9)) if standing else yaw)
        x, y = x + float(rng.normal(0, 0.08)) * pitch, y + float(rng.normal(0, 0.08)) * pitch
        if table.is_free(x, y, 0.55, 0.55, np.radians(yaw)):
            table.tile(x, y, TileTag(code, group, "loose", -1, order), pose)
    return Shot(bool(standing), setting=Setting(str(rng.choice(["wood", "wood", "cloth", "plain"]))))


def stacked(table: Table, wall: Wall) -> Shot:
    """Rows on top of each other: a row on a lower one, covering half of it, all of it or only its far part."""
    rng = table.rng
    count = int(rng.integers(3, 14))
    pose, loose_by = Pose(), sample_looseness(rng) * 0.5
    lay_row(table, arrange(rng, wall.draw_hand(count)), (0, 0), RowStyle(row=1, pose=pose, loose=loose_by))
    above = replace(pose, z=table.depth + 2e-3)
    kind = rng.random()
    if kind < 0.4:
        # A second row farther away stands on a hidden one: two tiers, nothing covered.
        lay_row(
            table, wall.draw(count), (0, 1.03), RowStyle(kind="wall", row=-1, pose=replace(pose, flip=True), key=False)
        )
        lay_row(table, arrange(rng, wall.draw_hand(count)), (0, 1.03), RowStyle(row=0, pose=above, loose=loose_by))
    else:
        upper = int(rng.integers(1, count + 1))
        start = float(rng.uniform(0, (count - upper + 1) * table.aspect)), float(rng.uniform(0.3, 0.75))
        lay_row(table, arrange(rng, wall.draw_hand(upper)), start, RowStyle(kind="loose", row=-1, pose=above))
    return Shot(elevation_deg=(30.0, 82.0), azimuth_deg=22.0, setting=_felt(rng) if rng.random() < 0.6 else None)


def heap(table: Table, wall: Wall) -> Shot:
    """Tiles washed into a heap, some lying on others, face up, face down and on edge."""
    rng = table.rng
    count = int(rng.integers(10, 70))
    spread = 0.4 + 0.42 * float(np.sqrt(count))
    scatter_tiles(table, wall, Scatter(count, spread))
    group = table.new_group()
    placed: list[tuple[float, float]] = []
    for order, code in enumerate(wall.draw(count // 5)):
        x, y = (float(v) for v in rng.uniform(-spread, spread, 2))
        if any(np.hypot(x - a, y - b) < 1.3 for a, b in placed):
            continue
        placed.append((x, y))
        pose = Pose(yaw_deg=float(rng.uniform(0, 360)), flip=bool(rng.random() < 0.3), z=table.top_over(x, y) + 2e-3)
        table.tile(x, y, TileTag(code, group, "loose", -1, order), pose)
    return Shot(elevation_deg=(24.0, 85.0), setting=_felt(rng))


TABLES: Final[dict[str, Callable[[Table, Wall], Shot]]] = {
    "railed": railed,
    "squeezed": squeezed,
    "steep": steep,
    "whole_table": whole_table,
    "tray": tray,
    "loose": loose,
    "stacked": stacked,
    "heap": heap,
}
"""Layouts by name; each returns what it asks of the photo."""
