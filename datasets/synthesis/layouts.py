"""How tiles lie: rows, racks, grids, melds, walls, discards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.synthesis.backgrounds import wood_texture
from datasets.synthesis.bodies import TileTag
from datasets.synthesis.deals import Wall, arrange
from datasets.synthesis.textures import Mipmap

if TYPE_CHECKING:
    from collections.abc import Callable

    from datasets.synthesis.table import Table

__all__ = ["LAYOUTS", "Laid", "lay"]

GAP: Final = 0.004
"""Least distance between neighbours in tile heights, so that no two boxes touch."""


@dataclass(frozen=True, slots=True)
class Laid:
    """What was laid: its name and whether the tiles of interest stand."""

    name: str
    standing: bool


def lay(table: Table, wall: Wall, name: str) -> Laid:
    """Lay one of :data:`LAYOUTS` on the table."""
    return Laid(name, standing=LAYOUTS[name](table, wall))


def _row(
    table: Table,
    codes: list[str],
    x: float,
    y: float,
    *,
    kind: str,
    row: int,
    standing: bool = False,
    lean_deg: float = 0.0,
    z: float = 0.0,
    loose: float = 0.02,
    turned: int | None = None,
    backs: tuple[int, ...] = (),
    key: bool = True,
) -> float:
    """Place a row from x to the right; return where it ends.

    Args:
        table: The table.
        codes: Tiles from the left.
        x: Left end.
        y: Middle of the tiles across the row.
        kind: Group kind.
        row: Row number.
        standing: Whether they stand.
        lean_deg: How far they lean back.
        z: Height of what they stand on.
        loose: Spread of gaps in tile heights.
        turned: Position of a tile turned by a quarter.
        backs: Positions of tiles lying face down.
        key: Whether the photo is about them.
    """
    rng, group = table.rng, table.new_group()
    slip = 0.0
    for order, code in enumerate(codes):
        sideways = order == turned
        spin = float(rng.choice([90, 270])) if sideways else 180.0 * (rng.random() < 0.03)
        width = 1.0 if sideways else table.aspect
        shift = (table.aspect - 1) / 2 if sideways else 0.0
        slip = 0.7 * slip + float(rng.normal(0, loose * 0.3))
        jitter = float(np.clip(rng.normal(0, 18 * loose), -3, 3))
        x += width / 2 + GAP + abs(np.radians(jitter)) * 0.6 + abs(float(rng.normal(0, loose)))
        table.tile(
            x, y + slip + (0 if standing else shift), TileTag(code, group, kind, row, order),
            z=z, standing=standing, spin_deg=spin, lean_deg=lean_deg, yaw_deg=jitter, flip=order in backs, key=key,
        )  # fmt: skip
        x += width / 2 + abs(np.radians(jitter)) * 0.6
    return x


def _looseness(table: Table) -> float:
    """Sample how tidily someone lays tiles."""
    return float(table.rng.choice([0.002, 0.01, 0.03, 0.12], p=[0.35, 0.35, 0.2, 0.1]))


def _melds(table: Table, wall: Wall, x: float, y: float, count: int, *, row: int) -> float:
    """Place exposed melds and concealed kongs from x to the right; return where they end."""
    rng = table.rng
    loose = _looseness(table) * 0.5
    for _ in range(count):
        choice = rng.random()
        if choice < 0.15:
            backs = (0, 3) if rng.random() < 0.7 else (1, 2)
            codes = wall.draw_set(4)
            x = _row(table, codes, x, y, kind="meld", row=row, loose=loose, backs=backs)
        else:
            codes = wall.draw_set(4 if choice < 0.3 else 3)
            turned = int(rng.integers(len(codes))) if rng.random() < 0.6 else None
            x = _row(table, codes, x, y, kind="meld", row=row, loose=loose, turned=turned)
        x += float(rng.choice([rng.uniform(0.0, 0.1), rng.uniform(0.15, 1.0)]))
    return x


def _hand_with_extras(table: Table, wall: Wall, *, standing: bool, lean_deg: float, z: float) -> None:
    """Place a hand and, sometimes, melds beside it, bonus tiles apart and a drawn tile."""
    rng = table.rng
    melds = int(rng.choice([0, 1, 2, 3, 4], p=[0.6, 0.16, 0.12, 0.08, 0.04]))
    count = int(rng.choice([13, 14], p=[0.45, 0.55])) - 3 * melds if rng.random() < 0.88 else int(rng.integers(2, 19))
    codes = arrange(rng, wall.draw_hand(max(count, 1)))
    loose = _looseness(table) * (0.5 if standing else 1.0)
    drawn = [codes.pop()] if len(codes) > 3 and rng.random() < 0.3 else []
    cut = int(rng.integers(1, len(codes))) if len(codes) > 4 and rng.random() < 0.15 else len(codes)
    x = _row(table, codes[:cut], 0, 0, kind="concealed", row=0, standing=standing, lean_deg=lean_deg, z=z, loose=loose)
    if codes[cut:]:
        x += float(rng.uniform(0.2, 1.5))
        x = _row(
            table, codes[cut:], x, 0, kind="concealed", row=0, standing=standing, lean_deg=lean_deg, z=z, loose=loose
        )
    if drawn:
        x += float(rng.uniform(0.12, 0.5))
        turned = 0 if not standing and rng.random() < 0.3 else None
        x = _row(table, drawn, x, 0, kind="concealed", row=0, standing=standing, lean_deg=lean_deg, z=z, turned=turned)
    if melds:
        beside = rng.random() < 0.6
        offset = float(rng.uniform(-0.3, 0.1)) if standing else 0.0
        if beside:
            _melds(table, wall, x + float(rng.uniform(0.25, 1.5)), offset, melds, row=0)
        else:
            _melds(table, wall, float(rng.uniform(0, 3)), float(rng.uniform(1.7, 3.0)), melds, row=0)
    if rng.random() < 0.25:
        bonus = wall.draw_bonus(int(rng.integers(1, 5)))
        left = -float(rng.uniform(0.4, 1.2)) - len(bonus) * table.aspect
        if rng.random() < 0.5:
            _row(table, bonus, left - 0.1, float(rng.uniform(-0.2, 0.4)), kind="bonus", row=0)
        else:
            _row(table, bonus, float(rng.uniform(0, 6)), float(rng.uniform(3.2, 4.4)), kind="bonus", row=0)


def rack(table: Table, wall: Wall) -> bool:
    """A hand standing on a rack, a tray or the bare cloth."""
    rng = table.rng
    lean = float(rng.choice([0.0, rng.uniform(0, 12), rng.uniform(12, 38)], p=[0.4, 0.35, 0.25]))
    kind = rng.choice(["felt", "ledge", "bench", "tray", "rail", "wall_behind"], p=[0.3, 0.2, 0.13, 0.12, 0.15, 0.1])
    z = float(rng.uniform(0.05, 0.4)) if kind in {"ledge", "bench"} else 0.02 if kind == "tray" else 0.0
    _hand_with_extras(table, wall, standing=True, lean_deg=lean, z=z)
    xs = [body.centre[0] for body in table.bodies]
    left, right = min(xs) - rng.uniform(0.6, 3), max(xs) + rng.uniform(0.6, 3)
    middle, length = (left + right) / 2, right - left
    wood = rng.random() < 0.55
    texture = Mipmap(wood_texture(rng, (512, 64)))
    colour = (
        texture.level(1).mean(axis=(0, 1)) if wood else np.clip(rng.uniform(30, 245) + rng.normal(0, 25, 3), 0, 255)
    )
    panels = dict.fromkeys((0, 4, 5), texture) if wood else {}
    half = table.depth / 2 + 0.03
    tall = np.sin(np.radians(lean)) + half

    def plank(y1: float, y2: float, height: float, at: float = 0.0) -> None:
        # The tiles' own boxes stand where the plank ends, so nothing sinks in.
        if height > 0.01:
            table.box(middle, (y1 + y2) / 2, (length, y2 - y1, height), colour, z=at, panels=panels, chamfer=0.04)

    back = 0.5 * np.sin(np.radians(lean)) + half
    if kind in {"ledge", "bench"}:
        plank(-back - 0.25, tall + rng.uniform(0.05, 0.8), z - 0.004)
        if kind == "ledge":
            ledge = float(rng.uniform(0.03, 0.16))
            plank(-back - 0.25 - rng.uniform(0.05, 0.25), -back - 0.06 - rng.normal(0, 0.01) ** 2, ledge + z)
    elif kind == "tray":
        plank(-back - rng.uniform(1.5, 4), tall + 0.3, z - 0.004)
        plank(-back - 0.4, -back - 0.2, float(rng.uniform(0.05, 0.2)), z)
    elif kind == "rail":
        gap = float(rng.uniform(0.05, 1.5))
        plank(-back - gap - rng.uniform(0.8, 3), -back - gap, float(rng.uniform(0.1, 0.7)))
    elif kind == "wall_behind":
        _wall_of_backs(table, wall, left, float(rng.uniform(1.6, 3.0)), int(rng.integers(8, 19)))
    return True


def row(table: Table, wall: Wall) -> bool:
    """A hand lying face up in a row."""
    _hand_with_extras(table, wall, standing=False, lean_deg=0, z=0.0)
    return False


def two_rows(table: Table, wall: Wall) -> bool:
    """Two or three rows close together, standing in tiers or lying."""
    rng = table.rng
    rows = int(rng.choice([2, 3], p=[0.8, 0.2]))
    standing = rng.random() < 0.3
    pitch = float(rng.uniform(table.depth + 0.1, 1.6)) if standing else float(rng.uniform(1.02, 1.8))
    z_step = float(rng.choice([0.0, 0.5, 1.0])) if standing else 0.0
    loose = _looseness(table)
    for number in range(rows):
        codes = arrange(rng, wall.draw_hand(int(rng.integers(4, 15))))
        y = (rows - 1 - number) * pitch
        z = (rows - 1 - number) * z_step
        end = _row(
            table, codes, float(rng.normal(0, 0.4)), y,
            kind="concealed", row=number, standing=standing, loose=loose, z=z,
        )  # fmt: skip
        if z > 0:
            table.box(end / 2, y, (end + 1, table.depth + 0.05, z - 0.004), np.full(3, rng.uniform(40, 200)))
    return standing


def grid(table: Table, wall: Wall) -> bool:
    """A grid of tiles, some turned."""
    rng = table.rng
    columns, rows = int(rng.integers(2, 10)), int(rng.integers(2, 6))
    gap_x, gap_y = rng.choice([0.01, 0.05, 0.3, 0.8], 2)
    turn = rng.random() < 0.3
    quarter = float(rng.choice([0, 90])) if rng.random() < 0.3 else 0.0
    width, height = (table.aspect, 1.0) if quarter == 0 else (1.0, table.aspect)
    standard = rng.random() < 0.3
    codes = wall.draw(columns * rows)
    if standard:
        codes = sorted(codes, key=lambda code: (code[1], code[0]))
    for r in range(rows):
        group = table.new_group()
        for c in range(columns):
            spin = quarter + (180.0 if turn and rng.random() < 0.3 else 0.0)
            table.tile(
                c * (width + gap_x + GAP), (rows - 1 - r) * (height + gap_y + GAP),
                TileTag(codes[r * columns + c], group, "loose", r, c), spin_deg=spin,
                yaw_deg=float(np.clip(rng.normal(0, 8 * min(gap_x, gap_y)), -6, 6)),
            )  # fmt: skip
    return False


def melds(table: Table, wall: Wall) -> bool:
    """Exposed melds only, in one or two rows."""
    rng = table.rng
    _melds(table, wall, 0, 0, int(rng.integers(1, 5)), row=0)
    if rng.random() < 0.3:
        _melds(table, wall, 0, 1.5, int(rng.integers(1, 4)), row=0)
    return False


def few(table: Table, wall: Wall) -> bool:
    """One to five tiles close up."""
    scatter_tiles(table, wall, int(table.rng.integers(1, 6)), spread=1.6, key=True)
    return False


def scatter(table: Table, wall: Wall) -> bool:
    """Tiles thrown about at any angle, some face down, some on their sides."""
    count = int(table.rng.integers(6, 60))
    scatter_tiles(table, wall, count, spread=0.5 + 0.75 * np.sqrt(count), key=True)
    return False


def scatter_tiles(
    table: Table,
    wall: Wall,
    count: int,
    *,
    spread: float,
    key: bool,
    centre: tuple[float, float] = (0.0, 0.0),
    down: float | None = None,
) -> None:
    """Throw tiles around a centre; ``down`` is the share that lies face down."""
    rng, group = table.rng, table.new_group()
    face_down = float(rng.choice([0.0, 0.1, 0.5])) if down is None else down
    aligned = rng.random() < 0.3
    on_side = float(rng.choice([0.0, 0.08]))
    for order, code in enumerate(wall.draw(count)):
        yaw = float(rng.normal(0, 12) + rng.choice([0, 90, 180, 270])) if aligned else float(rng.uniform(0, 360))
        side = rng.random() < on_side
        half = (0.5, table.depth / 2) if side else (table.aspect / 2, 0.5)
        area = (centre[0] - spread, centre[1] - spread, centre[0] + spread, centre[1] + spread)
        place = table.free_place(area, (half[0] + GAP, half[1] + GAP), np.radians(yaw))
        if place is None:
            continue
        table.tile(
            *place, TileTag(code, group, "loose", -1, order), standing=side, spin_deg=90.0 if side else 0.0,
            yaw_deg=yaw, flip=bool(rng.random() < face_down), key=key,
        )  # fmt: skip


def discards(table: Table, wall: Wall) -> bool:
    """Discards of one or several players in rows of six."""
    rng = table.rng
    _pond(table, wall, 0.0, 0.0, int(rng.integers(6, 25)), key=True)
    if rng.random() < 0.4:
        _wall_of_backs(table, wall, -2, -4.5, int(rng.integers(5, 18)))
    return False


def _pond(table: Table, wall: Wall, x0: float, y0: float, count: int, *, key: bool) -> None:
    rng = table.rng
    loose = _looseness(table) * 0.4
    turned_at = int(rng.integers(count)) if rng.random() < 0.6 else -1
    for start in range(0, count, 6):
        codes = wall.draw(min(6, count - start))
        turned = turned_at - start if start <= turned_at < start + 6 else None
        _row(table, codes, x0, y0 - start / 6 * 1.03, kind="loose", row=start // 6, loose=loose, turned=turned, key=key)


def _wall_of_backs(table: Table, wall: Wall, x: float, y: float, count: int, *, standing: bool | None = None) -> None:
    """Place a two-high wall of face-down tiles, or a row of tiles that show the player their backs."""
    rng = table.rng
    turned_away = rng.random() < 0.3 if standing is None else standing
    group = table.new_group()
    if not table.is_free(x + count * table.aspect / 2, y, count * table.aspect / 2 + 0.4, 0.7):
        return
    levels = 1 if turned_away else int(rng.integers(1, 3))
    for level in range(levels):
        shift = float(rng.normal(0, 0.02))
        for order in range(count):
            tag = TileTag(wall.draw()[0], group, "wall", -1, order)
            at = x + (order + 0.5) * (table.aspect + GAP) + shift
            if turned_away:
                table.tile(at, y, tag, standing=True, yaw_deg=180, key=False)
            else:
                table.tile(at, y, tag, z=level * (table.depth + 1e-3), flip=True, key=False)


def game(table: Table, wall: Wall) -> bool:
    """The player's row in front, a whole game behind it."""
    rng = table.rng
    standing = rng.random() < 0.6
    _hand_with_extras(table, wall, standing=standing, lean_deg=float(rng.choice([0, 8, 20])), z=0.0)
    far = float(rng.uniform(6, 11))
    width = 13 * table.aspect
    if rng.random() < 0.6:
        scatter_tiles(table, wall, int(rng.integers(8, 50)), spread=2.9, key=False, centre=(width / 2, far - 2.2))
    else:
        _pond(table, wall, width / 2 - 2, far - 2.2, int(rng.integers(6, 18)), key=False)
    if rng.random() < 0.7:
        _wall_of_backs(table, wall, float(rng.uniform(-2, 3)), far + 1.6, int(rng.integers(8, 18)))
    if rng.random() < 0.5:
        _wall_of_backs(table, wall, float(rng.uniform(-2, 3)), float(rng.uniform(1.9, 2.5)), int(rng.integers(5, 16)))
    if rng.random() < 0.5:
        _row(
            table,
            wall.draw(int(rng.integers(3, 14))),
            float(rng.uniform(-3, 3)),
            far + 3.2,
            kind="loose",
            row=-1,
            key=False,
        )
    return standing


def nothing(table: Table, wall: Wall) -> bool:  # noqa: ARG001 - all layouts are called alike
    """No tiles at all."""
    return False


LAYOUTS: Final[dict[str, Callable[[Table, Wall], bool]]] = {
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
"""Layouts by name; each returns whether its tiles of interest stand."""
