"""What people keep score with: point sticks, chips, coins, wind markers, and decks of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.synthesis.bodies import Pose
from datasets.synthesis.table import Block
from datasets.synthesis.textures import Mipmap
from datasets.synthesis.things.prints import lettered_plate, playing_card
from datasets.synthesis.things.spots import Spot, ink, lay_flat, lay_round, plain, sample_vivid

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.synthesis.table import Table

__all__ = ["lay_cards", "lay_chip", "lay_chips", "lay_coins", "lay_marker", "lay_stick", "lay_sticks"]

STICK_DOTS: Final = ((1, 1), (5, 1), (2, 4), (1, 5), (2, 2))
"""Rows and columns of dots on a point stick."""


IVORY: Final = np.array([225.0, 238.0, 242.0])


def lay_stick(table: Table, spot: Spot) -> None:
    """Lay a single point stick."""
    lay_flat(table, spot, (float(table.rng.uniform(1.9, 3.0)), 0.22, 0.09), _stick(table.rng, IVORY))


def lay_sticks(table: Table, spot: Spot) -> None:
    """Lay point sticks side by side or crossed."""
    rng = table.rng
    size = float(rng.uniform(1.9, 3.0)), float(rng.uniform(0.16, 0.28)), 0.09
    neat = rng.random() < 0.6
    colour = np.clip(IVORY + rng.normal(0, 8, 3), 0, 255)
    if rng.random() < 0.2:
        colour = sample_vivid(rng)
    for step in range(int(rng.integers(1, 9))):
        place = spot.along(0, step * (size[1] + 0.02)) if neat else spot.along(rng.normal(0, 0.5), rng.normal(0, 0.8))
        yaw = spot.yaw_deg + float(rng.normal(0, 1 if neat else 40))
        if not neat and not table.is_free(place.x, place.y, size[0] / 2, size[1] / 2, np.radians(yaw)):
            continue
        lay_flat(table, Spot(place.x, place.y, yaw, spot.z), size, _stick(rng, colour))


def _stick(rng: np.random.Generator, colour: NDArray[np.float64]) -> NDArray[np.uint8]:
    stick = plain(colour, 240, 22)
    paint = ((40.0, 30.0, 200.0), (30.0, 30.0, 30.0), (180.0, 80.0, 30.0))[rng.integers(3)]
    rows, columns = STICK_DOTS[rng.integers(len(STICK_DOTS))]
    radius = 6 if rows == columns == 1 else 2
    for row in range(rows):
        for column in range(columns):
            x, y = 120 + round((column - (columns - 1) / 2) * 9), 11 + round((row - (rows - 1) / 2) * 7)
            cv2.circle(stick, (x, y), radius, paint, -1, cv2.LINE_AA)
    return stick


def lay_chip(table: Table, spot: Spot) -> None:
    """Lay a single counter."""
    colour = sample_vivid(table.rng)
    lay_round(table, spot, (float(table.rng.uniform(0.5, 1.3)), 0.08), colour * 0.9, _chip(table.rng, colour))


def lay_chips(table: Table, spot: Spot) -> None:
    """Lay round plastic counters, scattered or stacked."""
    rng = table.rng
    across, height = float(rng.uniform(0.5, 1.3)), float(rng.uniform(0.05, 0.13))
    stacked = rng.random() < 0.3
    z = spot.z
    for _ in range(int(rng.integers(1, 12))):
        colour = sample_vivid(rng)
        top = _chip(rng, colour)
        if stacked:
            lay_round(table, Spot(spot.x, spot.y, float(rng.uniform(0, 90)), z), (across, height), colour * 0.9, top)
            z += height + 0.002
            continue
        free = table.free_place((spot.x - 2, spot.y - 1, spot.x + 2, spot.y + 1), (across / 2, across / 2), tries=5)
        if free is not None:
            lay_round(table, Spot(*free, float(rng.uniform(0, 90)), z), (across, height), colour * 0.9, top)


def _chip(rng: np.random.Generator, colour: NDArray[np.float64]) -> NDArray[np.uint8]:
    chip = plain(colour, 80, 80)
    light = ink(np.clip(colour * 1.25 + 15, 0, 255))
    kind = rng.random()
    if kind < 0.4:
        cv2.circle(chip, (40, 40), 30, light, 3, cv2.LINE_AA)
    elif kind < 0.6:
        for angle in range(0, 360, 45):
            cv2.ellipse(chip, (40, 40), (36, 36), 0, angle, angle + 16, (240.0, 240.0, 240.0), 8, cv2.LINE_AA)
        cv2.circle(chip, (40, 40), 22, light, -1, cv2.LINE_AA)
    if kind > 0.5:
        value = ("1", "5", "10", "25", "50", "100")[rng.integers(6)]
        dark = (30.0, 30.0, 30.0) if colour.mean() > 120 else (240.0, 240.0, 240.0)
        cv2.putText(chip, value, (40 - 9 * len(value), 49), 0, 0.8, dark, 2, cv2.LINE_AA)
    return chip


def lay_coins(table: Table, spot: Spot) -> None:
    """Lay coins."""
    rng = table.rng
    for _ in range(int(rng.integers(1, 7))):
        across = float(rng.uniform(0.45, 0.85))
        metal = np.array([[190, 200, 205], [95, 150, 190], [110, 180, 205]][rng.integers(3)], float)
        top = plain(metal * rng.uniform(0.75, 1.1), 64, 64)
        cv2.circle(top, (32, 32), 29, ink(metal * 0.6), 2, cv2.LINE_AA)
        cv2.putText(top, str(rng.integers(1, 51)), (18, 42), 2, 0.9, ink(metal * 0.55), 2, cv2.LINE_AA)
        free = table.free_place((spot.x - 1.5, spot.y - 1, spot.x + 1.5, spot.y + 1), (across / 2, across / 2), tries=5)
        if free is not None:
            lay_round(table, Spot(*free, float(rng.uniform(0, 360)), spot.z), (across, 0.06), metal * 0.7, top)


def lay_marker(table: Table, spot: Spot) -> None:
    """Lay a wind or dealer marker: a lettered plate, square or round, or a lettered cube."""
    rng = table.rng
    base = sample_vivid(rng)
    plate = lettered_plate(rng, base, (96, 96))
    side = float(rng.uniform(0.5, 1.5))
    kind = rng.random()
    if kind < 0.4:
        lay_round(table, spot, (side, float(rng.uniform(0.1, 0.5))), base * 0.9, plate)
    elif kind < 0.75:
        lay_flat(table, spot, (side, side * float(rng.choice([1.0, 0.5, 1.6])), float(rng.uniform(0.08, 0.4))), plate)
    else:
        panels = {0: Mipmap(plate)} | {k: Mipmap(lettered_plate(rng, base, (96, 96))) for k in (2, 3, 4, 5)}
        block = Block((side, side, side), base, chamfer=0.1 * side, corner_radius=0.1 * side, panels=panels)
        table.block(spot.x, spot.y, block, Pose(yaw_deg=spot.yaw_deg, z=spot.z))


def lay_cards(table: Table, spot: Spot) -> None:
    """Lay playing cards in a fan."""
    for step in range(int(table.rng.integers(1, 5))):
        lay_flat(table, spot.along(step * 0.5), (1.7, 2.4, 0.01 + 0.01 * step), playing_card(table.rng))
