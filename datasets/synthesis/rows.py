"""What people lay in line: rows, melds, hands, walls, discards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.synthesis.bodies import Pose, TileTag
from datasets.synthesis.deals import arrange
from datasets.synthesis.table import FLAT

if TYPE_CHECKING:
    from datasets.synthesis.deals import Wall
    from datasets.synthesis.table import Table

__all__ = ["GAP", "RowStyle", "lay_discards", "lay_hand", "lay_melds", "lay_row", "lay_wall", "sample_looseness"]

GAP: Final = 0.004
"""Least distance between neighbours in tile heights, so that no two boxes touch."""


@dataclass(frozen=True, slots=True)
class RowStyle:
    """How a row lies.

    Attributes:
        kind: Group kind of its tiles.
        row: Its number, 0 farthest from the player, -1 for none.
        pose: Pose of its tiles before their small accidents.
        loose: Spread of gaps in tile heights.
        turned: Position of a tile turned by a quarter, if any.
        backs: Positions of tiles that show their backs.
        upside_down: Share of tiles that stand on their heads.
        key: Whether the photo is about them.
    """

    kind: str = "concealed"
    row: int = 0
    pose: Pose = FLAT
    loose: float = 0.02
    turned: int | None = None
    backs: tuple[int, ...] = ()
    upside_down: float = 0.03
    key: bool = True


def sample_looseness(rng: np.random.Generator) -> float:
    """Sample how tidily someone lays tiles: the spread of gaps in tile heights."""
    return float(rng.choice([0.002, 0.01, 0.03, 0.12], p=[0.35, 0.35, 0.2, 0.1]))


def lay_row(table: Table, codes: list[str], start: tuple[float, float], style: RowStyle) -> float:
    """Place a row from the left and return where it ends.

    Args:
        table: The table.
        codes: Tiles from the player's left.
        start: x of the left end, y of the middle across the row.
        style: How they lie.
    """
    rng, group = table.rng, table.new_group()
    x, y = start
    slip = 0.0
    for order, code in enumerate(codes):
        sideways = order == style.turned
        spin = float(rng.choice([90, 270])) if sideways else 180.0 * (rng.random() < style.upside_down)
        width = 1.0 if sideways else table.aspect
        # A turned tile lies with its long side along the row's front edge.
        shift = (table.aspect - 1) / 2 if sideways and not style.pose.standing else 0.0
        slip = 0.7 * slip + float(rng.normal(0, style.loose * 0.3))
        jitter = float(np.clip(rng.normal(0, 18 * style.loose), -3, 3))
        room = width / 2 + abs(np.radians(jitter)) * 0.6
        x += room + GAP + abs(float(rng.normal(0, style.loose)))
        pose = replace(style.pose, spin_deg=spin, yaw_deg=style.pose.yaw_deg + jitter, flip=order in style.backs)
        table.tile(x, y + slip + shift, TileTag(code, group, style.kind, style.row, order), pose, key=style.key)
        x += room
    return x


def lay_melds(table: Table, wall: Wall, start: tuple[float, float], count: int, *, key: bool = True) -> float:
    """Place exposed melds and concealed kongs from the left and return where they end."""
    rng = table.rng
    x, y = start
    style = RowStyle(kind="meld", loose=sample_looseness(rng) * 0.5, key=key)
    for _ in range(count):
        choice = rng.random()
        if choice < 0.15:
            backs = (0, 3) if rng.random() < 0.7 else (1, 2)
            x = lay_row(table, wall.draw_set(4), (x, y), replace(style, backs=backs))
        else:
            codes = wall.draw_set(4 if choice < 0.3 else 3)
            turned = int(rng.integers(len(codes))) if rng.random() < 0.6 else None
            x = lay_row(table, codes, (x, y), replace(style, turned=turned))
        x += float(rng.choice([rng.uniform(0.0, 0.1), rng.uniform(0.15, 1.0)]))
    return x


def lay_hand(table: Table, wall: Wall, pose: Pose) -> None:
    """Place a hand and, sometimes, a drawn tile, melds beside it or in front, bonus tiles apart."""
    rng = table.rng
    melds = int(rng.choice([0, 1, 2, 3, 4], p=[0.6, 0.16, 0.12, 0.08, 0.04]))
    count = int(rng.choice([13, 14], p=[0.45, 0.55])) - 3 * melds if rng.random() < 0.88 else int(rng.integers(2, 19))
    codes = arrange(rng, wall.draw_hand(max(count, 1)))
    style = RowStyle(pose=pose, loose=sample_looseness(rng) * (0.5 if pose.standing else 1.0))
    drawn = [codes.pop()] if len(codes) > 3 and rng.random() < 0.3 else []
    cut = int(rng.integers(1, len(codes))) if len(codes) > 4 and rng.random() < 0.15 else len(codes)
    x = lay_row(table, codes[:cut], (0, 0), style)
    if codes[cut:]:
        x = lay_row(table, codes[cut:], (x + float(rng.uniform(0.2, 1.5)), 0), style)
    if drawn:
        turned = 0 if not pose.standing and rng.random() < 0.3 else None
        x = lay_row(table, drawn, (x + float(rng.uniform(0.12, 0.5)), 0), replace(style, turned=turned))
    if melds and rng.random() < 0.6:
        lay_melds(table, wall, (x + float(rng.uniform(0.25, 1.5)), float(rng.uniform(-0.3, 0.1))), melds)
    elif melds:
        lay_melds(table, wall, (float(rng.uniform(0, 3)), float(rng.uniform(1.7, 3.0))), melds)
    if rng.random() < 0.25:
        _lay_bonus(table, wall)


def _lay_bonus(table: Table, wall: Wall) -> None:
    """Place bonus tiles left of the hand or beyond it."""
    rng = table.rng
    bonus = wall.draw_bonus(int(rng.integers(1, 5)))
    style = RowStyle(kind="bonus")
    if rng.random() < 0.5:
        left = -float(rng.uniform(0.5, 1.3)) - len(bonus) * (table.aspect + 0.03)
        lay_row(table, bonus, (left, float(rng.uniform(-0.2, 0.4))), style)
    else:
        lay_row(table, bonus, (float(rng.uniform(0, 6)), float(rng.uniform(3.2, 4.4))), style)


def lay_discards(table: Table, wall: Wall, start: tuple[float, float], count: int, *, key: bool) -> None:
    """Place discards in rows of six towards the player, perhaps one of them turned."""
    rng = table.rng
    style = RowStyle(kind="loose", loose=sample_looseness(rng) * 0.4, key=key)
    turned_at = int(rng.integers(count)) if rng.random() < 0.6 else -1
    for row, first in enumerate(range(0, count, 6)):
        codes = wall.draw(min(6, count - first))
        turned = turned_at - first if first <= turned_at < first + 6 else None
        place = start[0], start[1] - row * 1.03
        lay_row(table, codes, place, replace(style, row=row, turned=turned))


def lay_wall(table: Table, wall: Wall, start: tuple[float, float], count: int) -> None:
    """Place face-down tiles one or two high, or a row of tiles that show the player their backs, if there is room."""
    rng = table.rng
    x, y = start
    half_length = count * (table.aspect + GAP) / 2
    if not table.is_free(x + half_length, y, half_length + 0.1, 0.6):
        return
    turned_away = rng.random() < 0.3
    group = table.new_group()
    for level in range(1 if turned_away else int(rng.integers(1, 3))):
        pose = Pose(standing=True, yaw_deg=180) if turned_away else Pose(flip=True, z=level * (table.depth + 1e-3))
        shift = float(rng.normal(0, 0.02))
        shown = int(rng.integers(count)) if not turned_away and rng.random() < 0.2 else -1
        for order in range(count):
            at = x + (order + 0.5) * (table.aspect + GAP) + shift
            tag = TileTag(wall.draw()[0], group, "indicator" if order == shown else "wall", -1, order)
            table.tile(at, y, tag, replace(pose, flip=False) if order == shown else pose, key=False)
