"""Cups, caps, phones, boxes, books, papers: what else stands on the tables where people play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from datasets.synthesis.bodies import Pose
from datasets.synthesis.table import Block
from datasets.synthesis.textures import Mipmap
from datasets.synthesis.things.prints import domino, keyboard, printed_box, screen, spine, text_page
from datasets.synthesis.things.spots import Spot, ink, lay_flat, lay_round, plain, sample_colour, sample_vivid

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.synthesis.table import Table

__all__ = [
    "lay_caps", "lay_dominoes", "lay_keyboard", "lay_page", "lay_phone", "lay_slab", "stand_books", "stand_box",
    "stand_cup",
]  # fmt: skip


def lay_page(table: Table, spot: Spot) -> None:
    """Lay a printed page."""
    lay_flat(table, spot, (4, 5.5, 0.04), text_page(table.rng))


def lay_keyboard(table: Table, spot: Spot) -> None:
    """Lay a keyboard, a calculator, a remote control."""
    board = keyboard(table.rng)
    scale = float(table.rng.uniform(0.3, 0.75)) / 30
    lay_flat(table, spot, (board.shape[1] * scale, board.shape[0] * scale, 0.2), board)


def lay_dominoes(table: Table, spot: Spot) -> None:
    """Lay dominoes in a row."""
    for step in range(int(table.rng.integers(1, 4))):
        lay_flat(table, spot.along(step * 0.75), (0.7, 1.4, 0.25), domino(table.rng))


def lay_phone(table: Table, spot: Spot) -> None:
    """Lay a phone."""
    size = float(table.rng.uniform(1.8, 2.6))
    lay_flat(table, spot, (size, 2.05 * size, 0.25), screen(table.rng))


def lay_caps(table: Table, spot: Spot) -> None:
    """Lay bottle caps and lids."""
    rng = table.rng
    for _ in range(int(rng.integers(1, 4))):
        across, colour = float(rng.uniform(0.6, 1.2)), sample_vivid(rng)
        top = plain(colour, 64, 64)
        cv2.circle(top, (32, 32), 24, ink(colour * 0.8), 2, cv2.LINE_AA)
        if rng.random() < 0.5:
            cv2.circle(top, (32, 32), 16, ink(sample_vivid(rng)), -1, cv2.LINE_AA)
        free = table.free_place((spot.x - 1.5, spot.y - 1.5, spot.x + 1.5, spot.y + 1.5), (across / 2,) * 2, tries=5)
        if free is not None:
            lay_round(table, Spot(*free, z=spot.z), (across, float(rng.uniform(0.2, 0.5))), colour * 0.85, top)


def stand_cup(table: Table, spot: Spot) -> None:
    """Stand a cup, a glass, a bowl, a can or a bottle, seen into from above."""
    rng = table.rng
    across = float(rng.uniform(1.3, 3.2))
    height = across * float(rng.choice([0.35, 0.9, 1.3, 2.0]))
    colour = np.full(3, rng.uniform(200, 250)) if rng.random() < 0.4 else sample_vivid(rng)
    lay_round(table, spot, (across, height), colour, _cup_top(rng, colour))


def _cup_top(rng: np.random.Generator, colour: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Return a rim with shade and a drink in it."""
    top = plain(colour, 96, 96)
    wall = int(rng.integers(3, 9))
    cv2.circle(top, (48, 48), 48 - wall, ink(colour * 0.6), -1, cv2.LINE_AA)
    drink = np.array([[30, 60, 110], [20, 30, 45], [120, 150, 170], [225, 235, 240]][rng.integers(4)], float)
    cv2.circle(top, (48 + int(rng.integers(-3, 4)), 50), 42 - wall, ink(drink), -1, cv2.LINE_AA)
    return top


def stand_books(table: Table, spot: Spot) -> None:
    """Stand books side by side, their spines towards the player, or lay a pile of them."""
    rng = table.rng
    if rng.random() < 0.4:
        z = spot.z
        for _ in range(int(rng.integers(1, 6))):
            size = float(rng.uniform(3.5, 6)), float(rng.uniform(2.5, 4.5)), float(rng.uniform(0.25, 1.0))
            back = np.ascontiguousarray(np.rot90(spine(rng)))
            cover = Mipmap(printed_box(rng, (160, 120)))
            block = Block(size, sample_colour(rng, 30, 240), chamfer=0.02, panels={0: cover, 4: Mipmap(back)})
            table.block(spot.x, spot.y, block, Pose(yaw_deg=spot.yaw_deg + float(rng.normal(0, 6)), z=z))
            z += size[2] + 0.005
        return
    at = spot.x - 2
    height = float(rng.uniform(2, 6))
    for _ in range(int(rng.integers(3, 16))):
        width = float(rng.uniform(0.25, 1.1))
        size = (width, 3.0, height * float(rng.uniform(0.75, 1.05)))
        book = Block(size, sample_colour(rng, 10, 250), chamfer=0.02, panels={4: Mipmap(spine(rng))})
        table.block(at + width / 2, spot.y, book)
        at += width + 0.01


def stand_box(table: Table, spot: Spot) -> None:
    """Stand a package with printed sides: cigarettes, tissues, a tile case, a tin."""
    rng = table.rng
    size = (float(rng.uniform(0.8, 4)), float(rng.uniform(0.6, 3)), float(rng.uniform(0.2, 2.2)))
    px = 60
    top = printed_box(rng, (max(24, round(size[0] * px)), max(24, round(size[1] * px))))
    front = printed_box(rng, (max(24, round(size[0] * px)), max(24, round(size[2] * px))))
    colour = top.reshape(-1, 3).mean(axis=0)
    block = Block(size, colour, chamfer=0.03, panels={0: Mipmap(top), 4: Mipmap(front)})
    table.block(spot.x, spot.y, block, Pose(yaw_deg=spot.yaw_deg, z=spot.z))


def lay_slab(table: Table, spot: Spot) -> None:
    """Lay a blank slab as thick as tiles but of other proportions: a rack's end, an empty tray, an eraser."""
    rng = table.rng
    size = (float(rng.uniform(0.6, 7)), float(rng.uniform(0.3, 2)), float(rng.uniform(0.1, 0.8)))
    block = Block(size, sample_colour(rng, 20, 250), chamfer=0.05)
    table.block(spot.x, spot.y, block, Pose(yaw_deg=spot.yaw_deg, z=spot.z))
