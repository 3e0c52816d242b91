"""Things that are no tiles but could be taken for them, and hands in front of the tiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.synthesis.bodies import Pose
from datasets.synthesis.table import Block
from datasets.synthesis.textures import Mipmap

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.synthesis.canvas import Canvas
    from datasets.synthesis.table import Table

__all__ = ["paint_fingers", "place_clutter"]

FONTS: Final = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)
LETTERS: Final = "ABCDEFGHKMNPRSTUVWXYZ0123456789"


def _colour(rng: np.random.Generator, low: float = 0, high: float = 255) -> NDArray[np.float64]:
    return np.asarray(np.clip(rng.uniform(low, high) + rng.normal(0, 45, 3), 0, 255))


def _ink(colour: NDArray[np.float64]) -> tuple[float, ...]:
    return tuple(float(c) for c in colour)


def _word(rng: np.random.Generator, length: int) -> str:
    return "".join(LETTERS[k] for k in rng.integers(0, len(LETTERS), length))


def _plain(colour: NDArray[np.float64], width: int, height: int) -> NDArray[np.uint8]:
    return np.full((height, width, 3), colour, np.uint8)


def _text_page(rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return a printed page: lines of text, perhaps a picture and a heading."""
    page = _plain(_colour(rng, 190, 255), 180, 250)
    ink = _ink(_colour(rng, 0, 90))
    y = 16
    while y < 240:
        scale = float(rng.choice([0.28, 0.35, 0.7], p=[0.6, 0.3, 0.1]))
        cv2.putText(page, _word(rng, int(rng.integers(6, 34))), (10, y), FONTS[0], scale, ink, 1, cv2.LINE_AA)
        y += int(12 + 24 * scale)
    if rng.random() < 0.5:
        x1, y1 = rng.integers(0, 120), rng.integers(0, 180)
        cv2.rectangle(page, (int(x1), int(y1)), (int(x1) + 60, int(y1) + 70), _ink(_colour(rng)), -1)
    return page


def _keyboard(rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return rows of keys with letters."""
    body, key = (_colour(rng, 10, 230) for _ in range(2))
    columns, rows = int(rng.integers(4, 15)), int(rng.integers(3, 6))
    board = _plain(body, columns * 30 + 6, rows * 30 + 6)
    ink = _ink(np.where(key.mean() > 128, 20.0, 235.0) * np.ones(3))
    for row in range(rows):
        for column in range(columns):
            x, y = 6 + column * 30, 6 + row * 30
            cv2.rectangle(board, (x, y), (x + 24, y + 24), _ink(key), -1)
            cv2.putText(board, _word(rng, 1), (x + 6, y + 17), FONTS[0], 0.45, ink, 1, cv2.LINE_AA)
    return board


def _playing_card(rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return a playing card with corner letters and pips."""
    card = _plain(np.full(3, rng.uniform(225, 255)), 126, 176)
    ink = (40.0, 30.0, 190.0) if rng.random() < 0.5 else (30.0, 30.0, 30.0)
    letter = "A23456789JQK"[int(rng.integers(12))]
    cv2.putText(card, letter, (6, 30), FONTS[2], 1, ink, 2, cv2.LINE_AA)
    cv2.putText(card, letter, (98, 168), FONTS[2], 1, ink, 2, cv2.LINE_AA)
    for _ in range(int(rng.integers(1, 9))):
        x, y = int(rng.choice([40, 63, 86])), int(rng.choice([45, 70, 95, 120, 140]))
        points = np.array([[x, y - 12], [x + 9, y], [x, y + 12], [x - 9, y]])
        cv2.fillConvexPoly(card, points, ink, cv2.LINE_AA)
    return card


def _domino(rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return a domino."""
    light = rng.random() < 0.6
    base, ink = (np.full(3, 235.0), (20.0, 20.0, 20.0)) if light else (np.full(3, 30.0), (235.0, 235.0, 235.0))
    stone = _plain(base, 80, 160)
    cv2.line(stone, (8, 80), (72, 80), ink, 2)
    for top in (0, 80):
        for _ in range(int(rng.integers(0, 7))):
            cv2.circle(
                stone, (int(rng.choice([20, 40, 60])), top + int(rng.choice([20, 40, 60]))), 7, ink, -1, cv2.LINE_AA
            )
    return stone


def _spine(rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return a book's spine with a title along it."""
    base = _colour(rng, 10, 250)
    spine = _plain(base, 220, 44)
    ink = _ink(np.where(base.mean() > 128, 20.0, 235.0) * np.ones(3))
    cv2.putText(
        spine, _word(rng, int(rng.integers(4, 12))), (12, 30), FONTS[int(rng.integers(4))], 0.8, ink, 2, cv2.LINE_AA
    )
    if rng.random() < 0.5:
        cv2.rectangle(spine, (195, 4), (214, 40), _ink(_colour(rng)), -1)
    return np.ascontiguousarray(np.rot90(spine, -1))


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where a thing goes: position and yaw in degrees."""

    x: float
    y: float
    yaw_deg: float

    def along(self, distance: float) -> _Spot:
        """Return the spot further along its own x axis."""
        yaw = np.radians(self.yaw_deg)
        return _Spot(self.x + distance * float(np.cos(yaw)), self.y + distance * float(np.sin(yaw)), self.yaw_deg)


def _flat(table: Table, spot: _Spot, size: tuple[float, float, float], top: NDArray[np.uint8]) -> None:
    """Lay something flat with a picture on top."""
    side = top.reshape(-1, 3).mean(axis=0) * 0.8
    block = Block(size, side, chamfer=0.01, corner_radius=0.05, panels={0: Mipmap(top)})
    table.block(spot.x, spot.y, block, Pose(yaw_deg=spot.yaw_deg))


def _lay_page(table: Table, spot: _Spot) -> None:
    _flat(table, spot, (4, 5.5, 0.04), _text_page(table.rng))


def _lay_keyboard(table: Table, spot: _Spot) -> None:
    board = _keyboard(table.rng)
    scale = float(table.rng.uniform(0.45, 0.75)) / 30
    _flat(table, spot, (board.shape[1] * scale, board.shape[0] * scale, 0.2), board)


def _lay_cards(table: Table, spot: _Spot) -> None:
    for step in range(int(table.rng.integers(1, 5))):
        _flat(table, spot.along(step * 0.5), (1.7, 2.4, 0.01 + 0.01 * step), _playing_card(table.rng))


def _lay_dominoes(table: Table, spot: _Spot) -> None:
    for step in range(int(table.rng.integers(1, 4))):
        _flat(table, spot.along(step * 0.75), (0.7, 1.4, 0.25), _domino(table.rng))


def _lay_phone(table: Table, spot: _Spot) -> None:
    rng = table.rng
    _flat(table, spot, (2.2, 4.2, 0.25), _keyboard(rng) if rng.random() < 0.5 else _plain(_colour(rng, 0, 90), 80, 160))


def _lay_die(table: Table, spot: _Spot) -> None:
    """Lay a die, an eraser, a small box."""
    rng = table.rng
    side = float(rng.uniform(0.3, 1.2))
    size = (side, side * float(rng.choice([1, 1.4, 2])), side * float(rng.uniform(0.4, 1)))
    table.block(spot.x, spot.y, Block(size, _colour(rng, 60, 255), chamfer=0.06), Pose(yaw_deg=spot.yaw_deg))


def _stand_books(table: Table, spot: _Spot) -> None:
    """Stand books side by side, their spines towards the player."""
    rng = table.rng
    at = spot.x - 2
    height = float(rng.uniform(2, 6))
    for _ in range(int(rng.integers(3, 16))):
        width = float(rng.uniform(0.25, 1.1))
        size = (width, 3.0, height * float(rng.uniform(0.75, 1.05)))
        book = Block(size, _colour(rng, 10, 250), chamfer=0.02, panels={4: Mipmap(_spine(rng))})
        table.block(at + width / 2, spot.y, book)
        at += width + 0.01


def _lay_slab(table: Table, spot: _Spot) -> None:
    """Lay a blank slab as thick as tiles but of other proportions: a rack's end, an empty tray."""
    rng = table.rng
    size = (float(rng.uniform(0.6, 7)), float(rng.uniform(0.3, 2)), float(rng.uniform(0.1, 0.8)))
    table.block(spot.x, spot.y, Block(size, _colour(rng, 20, 250), chamfer=0.05), Pose(yaw_deg=spot.yaw_deg))


THINGS: Final = (
    (3.0, _lay_page), (4.0, _lay_keyboard), (1.6, _lay_cards), (1.2, _lay_dominoes), (1.5, _lay_phone),
    (0.8, _lay_die), (4.0, _stand_books), (1.5, _lay_slab), (1.5, _lay_slab),
)  # fmt: skip
"""Half the room each thing needs in tile heights, and how it is placed."""


def place_clutter(table: Table, area: tuple[float, float, float, float], amount: int) -> None:
    """Put things that look a little like tiles on free spots of the table.

    Args:
        table: The table.
        area: x1, y1, x2, y2 to use.
        amount: How many are tried; those without room are left out.
    """
    rng = table.rng
    for _ in range(amount):
        room, place_thing = THINGS[int(rng.integers(len(THINGS)))]
        yaw = float(rng.choice([rng.normal(0, 8), rng.uniform(0, 360)]))
        place = table.free_place(area, (room, room), np.radians(yaw), tries=6)
        if place is not None:
            place_thing(table, _Spot(*place, yaw))


SKIN_BGR: Final = ((150, 180, 225), (120, 155, 210), (90, 125, 180), (60, 90, 140), (45, 65, 100))


def paint_fingers(canvas: Canvas, rng: np.random.Generator, target_px: NDArray[np.float64], width_px: float) -> None:
    """Paint one to four fingers that reach from the border over a point of the picture.

    Args:
        canvas: The picture; the covered panels are unmarked.
        rng: Source of randomness.
        target_px: (2,) where the first finger tip ends.
        width_px: Width of a finger.
    """
    image = canvas.image_bgr
    height, width = image.shape[:2]
    skin = np.array(SKIN_BGR[rng.integers(len(SKIN_BGR))], float) * rng.uniform(0.75, 1.1)
    angle = float(rng.normal(np.pi / 2, 0.7))
    direction = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-direction[1], direction[0]])
    for finger in range(int(rng.integers(1, 5))):
        tip = target_px + across * finger * width_px * 1.08 + direction * rng.normal(0, 0.5) * width_px
        joint = tip + direction * width_px * 2.2 + across * rng.normal(0, 0.25) * width_px
        end = joint + direction * (height + width) * 0.6 + across * rng.normal(0, 1.5) * width_px
        bones = np.round(np.array([tip, joint, end]) * 16).astype(np.int32)
        for share, brightness in ((1.0, 0.72), (0.86, 0.88), (0.62, 1.0), (0.3, 1.06)):
            shift = np.round(across * (1 - share) * width_px * -0.18 * 16).astype(np.int32)
            cv2.polylines(
                image, [bones + shift], isClosed=False, color=_ink(np.clip(skin * brightness, 0, 255)),
                thickness=max(1, round(width_px * share)), lineType=cv2.LINE_AA, shift=4,
            )  # fmt: skip
        nail = tuple(float(v) for v in tip + direction * width_px * 0.05)
        axes = (width_px * 0.6, width_px * 0.5)
        cv2.ellipse(
            image, (nail, axes, float(np.degrees(angle))), _ink(np.clip(skin * 1.12 + 12, 0, 255)), -1, cv2.LINE_AA
        )
        small = np.round(np.array([tip, joint, end]) * canvas.id_scale).astype(np.int32)
        cv2.polylines(
            canvas.ids, [small], isClosed=False, color=(0.0,), thickness=max(1, round(width_px * canvas.id_scale))
        )
