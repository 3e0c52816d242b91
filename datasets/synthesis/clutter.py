"""Things that are no tiles but could be taken for them, and tiles that show no face, on free spots of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.synthesis.things.counters import (
    lay_cards,
    lay_chip,
    lay_chips,
    lay_coins,
    lay_marker,
    lay_stick,
    lay_sticks,
)
from datasets.synthesis.things.dice import lay_dice, lay_die
from datasets.synthesis.things.faceless import lay_back, lay_backs, lay_blocks, lay_sides, lay_tiers, stand_away
from datasets.synthesis.things.household import (
    lay_caps,
    lay_dominoes,
    lay_keyboard,
    lay_page,
    lay_phone,
    lay_slab,
    stand_books,
    stand_box,
    stand_cup,
)
from datasets.synthesis.things.spots import Spot

if TYPE_CHECKING:
    from datasets.synthesis.table import Table

__all__ = ["place_clutter", "place_in_front", "scatter_on_tiles"]

GAMING: Final = (
    (1.3, lay_dice), (1.3, lay_dice), (1.3, lay_dice), (2.2, lay_sticks), (1.8, lay_chips), (1.5, lay_coins),
    (0.9, lay_marker), (1.6, lay_cards), (0.9, lay_blocks), (0.9, lay_blocks), (1.0, lay_sides), (1.0, lay_sides),
    (2.5, lay_backs), (4.0, lay_tiers), (4.0, lay_tiers), (3.0, stand_away),
)  # fmt: skip
"""Half the room each thing needs in tile heights, and how it is placed: what belongs to the game."""

HOUSEHOLD: Final = (
    (3.0, lay_page), (3.0, lay_keyboard), (1.2, lay_dominoes), (2.4, lay_phone), (1.6, lay_caps), (4.0, stand_books),
    (2.2, stand_box), (1.7, stand_cup), (1.5, lay_slab), (1.5, lay_slab),
)  # fmt: skip
"""The same for what does not."""


def place_clutter(table: Table, area: tuple[float, float, float, float], amount: int) -> None:
    """Put things that look a little like tiles on free spots of the table.

    Args:
        table: The table.
        area: x1, y1, x2, y2 to use.
        amount: How many are tried; those without room are left out.
    """
    rng = table.rng
    for _ in range(amount):
        things = GAMING if rng.random() < 0.6 else HOUSEHOLD
        room, place_thing = things[int(rng.integers(len(things)))]
        yaw = float(rng.choice([rng.normal(0, 8), rng.uniform(0, 360)]))
        place = table.free_place(area, (room, room), np.radians(yaw), tries=6)
        if place is not None:
            first = len(table.bodies)
            place_thing(table, Spot(*place, yaw))
            table.withdraw_clashing(first)


def place_in_front(table: Table, amount: int) -> None:
    """Put things close in front of what the photo is about, so that they hide parts of some faces from low cameras."""
    rng = table.rng
    if not table.key:
        return
    corners = np.concatenate([table.bodies[k].corners() for k in table.key])
    x1, y1, _ = corners.min(axis=0)
    x2 = float(corners[:, 0].max())
    for _ in range(amount):
        room, place_thing = GAMING[int(rng.integers(len(GAMING)))]
        first = len(table.bodies)
        spot = Spot(float(rng.uniform(x1, x2)), float(y1) - float(rng.uniform(0.1, 0.6)) - 0.5 * room, 0.0)
        place_thing(table, spot)
        table.withdraw_clashing(first)


def scatter_on_tiles(table: Table, amount: int) -> None:
    """Put a die, a counter, a stick or a face-down tile on top of tiles that lie flat, covering parts of faces."""
    rng = table.rng
    flat = [k for k in table.key if abs(table.bodies[k].axes[2, 2]) > 0.99]
    used: list[tuple[float, float]] = []
    for _ in range(amount if flat else 0):
        below = table.bodies[flat[int(rng.integers(len(flat)))]]
        x, y = (float(v) for v in below.centre[:2] + rng.normal(0, 0.35, 2))
        if any(np.hypot(x - other[0], y - other[1]) < 3.2 for other in used):
            continue
        used.append((x, y))
        spot = Spot(x, y, float(rng.uniform(0, 360)), table.top_over(x, y) + 1e-3)
        (lay_die, lay_chip, lay_stick, lay_back)[int(rng.integers(4))](table, spot)
