"""Persons, animals and things of the bonus tiles and jokers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from datasets.synthesis.faces.shapes import arc, curve, leaf, polar, star

if TYPE_CHECKING:
    from collections.abc import Callable

    from datasets.synthesis.faces.pen import Colour
    from datasets.synthesis.faces.sketch import Sketch

__all__ = ["FIGURES", "FigurePaint", "crown", "jester"]

FigurePaint = tuple["Colour", "Colour", "Colour"]
"""Three colours, the main one first."""


def _robed(sketch: Sketch, paint: FigurePaint, rng: np.random.Generator) -> None:
    """Draw a person in a long robe with a hat and something in the hand."""
    robe, sash, skin = paint
    sway = rng.uniform(-0.04, 0.04)
    sketch.part(
        curve(
            [
                (-0.09, -0.16),
                (0.09, -0.16),
                (0.15, 0.1),
                (0.2 + sway, 0.4),
                (0.0, 0.43),
                (-0.2 + sway, 0.4),
                (-0.15, 0.1),
            ],
            closed=True,
        ),
        robe,
    )
    for x in (-0.08, 0.0, 0.09):
        sketch.mark(curve([(x * 0.5, 0.05), (x, 0.2), (x * 1.4 + sway, 0.38)]), robe)
    for side in (-1, 1):
        sleeve = curve(
            [(side * 0.07, -0.15), (side * 0.2, -0.05), (side * 0.26, 0.1), (side * 0.15, 0.14), (side * 0.08, 0.02)],
            closed=True,
        )
        sketch.part(sleeve, robe)
        sketch.dot((side * 0.2, 0.14), 0.028, skin)
    sketch.part([(-0.13, 0.05), (0.13, 0.05), (0.14, 0.1), (-0.14, 0.1)], sash)
    sketch.part(curve([(-0.08, -0.26), (0, -0.34), (0.08, -0.26), (0.05, -0.17), (-0.05, -0.17)], closed=True), skin)
    sketch.mark([(-0.03, -0.26), (-0.015, -0.26)], skin, 0.9)
    sketch.mark([(0.02, -0.26), (0.035, -0.26)], skin, 0.9)
    hat = int(rng.integers(3))
    if hat == 0:
        sketch.part([(-0.18, -0.29), (0.0, -0.44), (0.18, -0.29)], sash)
    elif hat == 1:
        sketch.part([(-0.09, -0.3), (-0.08, -0.4), (0.08, -0.4), (0.09, -0.3)], sash)
        sketch.line([(-0.2, -0.33), (0.2, -0.33)], sash, 1.6)
    else:
        sketch.part(curve([(-0.08, -0.3), (0.0, -0.37), (0.08, -0.3)], closed=True), sash)
        sketch.dot((0, -0.39), 0.035, sash)
    held = int(rng.integers(4))
    if held == 0:
        sketch.line(curve([(0.2, 0.2), (0.22, -0.2), (0.3, -0.42)]), sash, 1.2)
        sketch.line(curve([(0.3, -0.42), (0.33, -0.1), (0.32, 0.1)]), sash, 0.6)
    elif held == 1:
        sketch.part(np.concatenate([[(0.2, 0.12)], arc((0.2, 0.12), 0.19, -30, 70)]), sash)
    elif held == 2:
        sketch.line([(-0.2, 0.42), (-0.2, -0.36)], sash, 1.3)
    if rng.random() < 0.4:
        sketch.line(curve([(0, -0.19), (-0.01, -0.1), (0.01, -0.03)]), sash, (2.4, 0.6))


def _cat(sketch: Sketch, paint: FigurePaint, rng: np.random.Generator) -> None:
    fur, mark, eye = paint
    sketch.line(curve([(0.14, 0.34), (0.28, 0.26), (0.26, 0.06), (0.32, -0.04)]), fur, (3.2, 2.6, 1.8))
    sketch.part(
        curve([(-0.1, -0.06), (0.08, -0.04), (0.17, 0.16), (0.18, 0.38), (-0.17, 0.38), (-0.15, 0.14)], closed=True),
        fur,
    )
    for x in (-0.08, 0.02):
        sketch.mark([(x, 0.2), (x, 0.36)], fur)
    head = curve(
        [
            (-0.19, -0.36),
            (-0.1, -0.29),
            (0.02, -0.29),
            (0.12, -0.36),
            (0.13, -0.16),
            (0.03, -0.05),
            (-0.1, -0.05),
            (-0.2, -0.16),
        ],
        closed=True,
        steps=4,
    )
    sketch.part(head, fur)
    for x in (-0.1, 0.03):
        sketch.eye((x, -0.19), 0.025, eye)
    sketch.solid([(-0.055, -0.13), (-0.015, -0.13), (-0.035, -0.105)], mark)
    for side in (-1, 1):
        for dy in (-0.02, 0.01):
            sketch.line([(-0.035 + side * 0.08, -0.11), (-0.035 + side * 0.24, -0.12 + dy * 2)], mark, 0.5)
    sketch.line([(-0.1, 0.0), (0.06, 0.0)], mark, 1.0 + rng.random())


def _mouse(sketch: Sketch, paint: FigurePaint, rng: np.random.Generator) -> None:
    fur, mark, eye = paint
    sketch.line(curve([(0.18, 0.24), (0.32, 0.2), (0.24, 0.02), (0.34, -0.14)]), mark, (1.8, 0.8))
    sketch.part(
        curve([(-0.26, 0.1), (-0.12, -0.08), (0.08, -0.1), (0.22, 0.08), (0.2, 0.26), (-0.1, 0.29)], closed=True), fur
    )
    for x, y in ((-0.1, -0.08), (-0.02, -0.1)):
        sketch.part(arc((x, y), 0.07 + 0.01 * rng.random(), 0, 345), fur)
    sketch.eye((-0.15, 0.06), 0.024, eye)
    sketch.dot((-0.27, 0.1), 0.022, mark)
    for x in (-0.08, 0.08):
        sketch.line([(x, 0.27), (x - 0.05, 0.34)], mark)


def _rooster(sketch: Sketch, paint: FigurePaint, rng: np.random.Generator) -> None:
    body, comb, tail = paint
    for k in range(5):
        tip = np.array([0.12, 0.0]) + polar(rng.uniform(0.26, 0.34), 25 + 27 * k)
        sketch.part(leaf((0.06, 0.06), tip, 0.08, -0.25), tail if k % 2 else body)
    sketch.part(
        curve(
            [
                (-0.16, -0.28),
                (-0.08, -0.3),
                (-0.03, -0.16),
                (0.1, -0.02),
                (0.14, 0.12),
                (0.0, 0.24),
                (-0.15, 0.18),
                (-0.2, 0.02),
                (-0.16, -0.14),
            ],
            closed=True,
        ),
        body,
    )
    for k in range(3):
        sketch.dot((-0.16 + 0.05 * k, -0.31 - 0.02 * (k == 1)), 0.035, comb)
    sketch.solid([(-0.165, -0.25), (-0.25, -0.21), (-0.16, -0.2)], comb)
    sketch.part(leaf((-0.16, -0.2), (-0.17, -0.08), 0.05), comb)
    sketch.eye((-0.12, -0.24), 0.018, tail)
    sketch.part(leaf((-0.1, 0.0), (0.13, 0.12), 0.13, -0.1), tail)
    for x in (-0.08, 0.02):
        sketch.line([(x, 0.22), (x, 0.38)], comb, 1.2)
        for toe in (-0.06, 0.05):
            sketch.line([(x, 0.38), (x + toe, 0.41)], comb)


def _centipede(sketch: Sketch, paint: FigurePaint, rng: np.random.Generator) -> None:
    body, legs, eye = paint
    sway = rng.uniform(0.1, 0.18)
    path = curve([(-sway, -0.34), (sway, -0.2), (-sway, 0.0), (sway, 0.2), (-sway, 0.38)], steps=8)
    for k in range(2, len(path) - 2, 2):
        heading = path[k + 1] - path[k - 1]
        normal = np.array([-heading[1], heading[0]]) / max(np.hypot(*heading), 1e-9)
        sketch.line([path[k] - 0.12 * normal, path[k] + 0.12 * normal], legs, 0.8)
    for k in range(0, len(path), 3):
        sketch.part(arc(path[k], 0.055, 0, 345), body)
    sketch.eye(path[0], 0.025, eye)
    for side in (-30, 30):
        sketch.line([path[0], path[0] + polar(0.12, side)], legs, 0.8)


def _fish(sketch: Sketch, paint: FigurePaint, rng: np.random.Generator) -> None:
    body, fin, eye = paint
    fish = sketch.at((0, 0), angle_deg=rng.uniform(-25, 25))
    fish.part(curve([(0.14, 0.0), (0.34, -0.14), (0.28, 0.0), (0.34, 0.15)], closed=True), fin)
    fish.part(curve([(-0.1, -0.14), (0.04, -0.24), (0.14, -0.1)], closed=True), fin)
    fish.part(
        curve([(-0.3, 0.0), (-0.18, -0.13), (0.02, -0.13), (0.18, 0.0), (0.02, 0.13), (-0.18, 0.13)], closed=True), body
    )
    fish.eye((-0.2, -0.03), 0.026, eye)
    for x in (-0.09, 0.0, 0.08):
        for y in (-0.06, 0.0, 0.06):
            fish.mark(arc((x, y), 0.035, 200, 340), body, 0.7)
    for y in (0.3, 0.36):
        sketch.line(curve([(-0.26, y), (-0.1, y - 0.03), (0.06, y + 0.02), (0.26, y - 0.01)]), fin, 0.8)


def _pagoda(sketch: Sketch, paint: FigurePaint, rng: np.random.Generator) -> None:
    roof, wall, door = paint
    floors = int(rng.integers(2, 5))
    step = 0.66 / floors
    for k in range(floors):
        y, half = 0.38 - k * step, 0.24 - 0.16 * k / floors
        sketch.part(
            [(-0.7 * half, y), (0.7 * half, y), (0.6 * half, y - 0.6 * step), (-0.6 * half, y - 0.6 * step)], wall
        )
        sketch.mark([(0, y - 0.05 * step), (0, y - 0.4 * step)], wall, 2)
        eaves = curve(
            [
                (-1.25 * half, y - 0.62 * step),
                (-half, y - 0.55 * step),
                (0, y - 0.58 * step),
                (half, y - 0.55 * step),
                (1.25 * half, y - 0.62 * step),
            ],
            steps=5,
        )
        sketch.part(np.concatenate([eaves, [(0.5 * half, y - step), (-0.5 * half, y - step)]]), roof)
    sketch.line([(0, -0.28), (0, -0.42)], door, 1.4)


def _boat(sketch: Sketch, paint: FigurePaint, rng: np.random.Generator) -> None:
    hull, sail, water = paint
    sketch.line([(0.02, 0.2), (0.02, -0.38)], hull, 1.2)
    sketch.part(curve([(0.03, -0.36), (0.2, -0.2), (0.24, 0.1), (0.03, 0.13)], steps=5), sail)
    for y in (-0.2, -0.08, 0.03):
        sketch.mark([(0.04, y), (0.19, y + 0.01)], sail)
    sketch.part(
        curve(
            [(-0.3, 0.14), (-0.18, 0.2), (0.16, 0.2), (0.3, 0.12), (0.18, 0.31), (-0.18, 0.31)], closed=True, steps=5
        ),
        hull,
    )
    sketch.part(curve([(-0.18, 0.18), (-0.15, 0.06), (-0.04, 0.06), (-0.02, 0.18)], steps=5), hull)
    for k in range(3):
        x = rng.uniform(-0.05, 0.05)
        sketch.line(
            curve(
                [
                    (-0.3 + 0.05 * k, 0.36 + 0.035 * k),
                    (-0.1 + x, 0.34 + 0.035 * k),
                    (0.1 + x, 0.37 + 0.035 * k),
                    (0.28 - 0.05 * k, 0.35 + 0.035 * k),
                ]
            ),
            water,
            0.8,
        )


def _lantern(sketch: Sketch, paint: FigurePaint, rng: np.random.Generator) -> None:
    body, frame, tassel = paint
    sketch.line([(0, -0.42), (0, -0.28)], frame)
    shape = curve([(-0.1, -0.24), (0.1, -0.24), (0.23, -0.02), (0.1, 0.18), (-0.1, 0.18), (-0.23, -0.02)], closed=True)
    sketch.part(shape, body)
    for x in (-0.1, 0.0, 0.1):
        sketch.mark(curve([(x * 0.5, -0.22), (x * 1.3, -0.02), (x * 0.5, 0.16)]), body)
    for y in (-0.26, 0.2):
        sketch.part([(-0.11, y - 0.025), (0.11, y - 0.025), (0.11, y + 0.025), (-0.11, y + 0.025)], frame)
    for x in np.linspace(-0.06, 0.06, int(rng.integers(3, 6))):
        sketch.line([(x, 0.23), (1.5 * x, 0.42)], tassel, 0.8)


def _vase(sketch: Sketch, paint: FigurePaint, rng: np.random.Generator) -> None:
    body, leaves, blossom = paint
    for angle in (-42, -16, 14, 40):
        end = np.array([0, -0.02]) + polar(rng.uniform(0.3, 0.42), angle)
        sketch.line([(0, -0.02), end], leaves, 0.9)
        sketch.part(leaf(((np.array([0, -0.02]) + end) / 2), end + np.array([0.06, 0.03]), 0.06), leaves)
        sketch.dot(end, 0.05, blossom)
        sketch.dot(end, 0.018, None)
    sketch.part(
        curve(
            [
                (-0.08, -0.06),
                (0.08, -0.06),
                (0.05, 0.03),
                (0.17, 0.18),
                (0.1, 0.4),
                (-0.1, 0.4),
                (-0.17, 0.18),
                (-0.05, 0.03),
            ],
            closed=True,
            steps=6,
        ),
        body,
    )
    for y in (0.1, 0.3):
        sketch.mark([(-0.12, y), (0.12, y)], body, 0.9)
    sketch.mark(arc((0, 0.2), 0.05, 0, 350), body, 0.8)


def jester(sketch: Sketch, paint: FigurePaint, rng: np.random.Generator) -> None:
    """Draw a jester's head in a cap with bells."""
    cap, second, face = paint
    for k, (side, lift) in enumerate(((-1, 0.0), (1, 0.0), (0, -0.12))):
        tip = (side * 0.3 + 0.02, -0.16 + lift - 0.06 * (side == 0))
        horn = curve(
            [
                (side * 0.02 - 0.12, -0.05),
                (side * 0.14 - 0.04, -0.27 + lift),
                tip,
                (side * 0.12 + 0.06, -0.16),
                (side * 0.02 + 0.12, -0.05),
            ],
            steps=6,
        )
        sketch.part(horn, cap if k % 2 else second)
        sketch.dot(tip, 0.04, face)
    sketch.part(curve([(-0.15, -0.05), (0.15, -0.05), (0.14, 0.14), (0.0, 0.27), (-0.14, 0.14)], closed=True), face)
    for x in (-0.06, 0.06):
        sketch.mark([(x - 0.025, 0.04), (x + 0.025, 0.04)], face, 1.5)
    sketch.mark(arc((0, 0.09), 0.08, 110, 250), face, 1.2)
    for k in range(5):
        x = -0.2 + 0.1 * k
        sketch.part([(x - 0.06, 0.26), (x + 0.06, 0.26), (x, 0.4)], cap if (k + int(rng.integers(2))) % 2 else second)


def crown(sketch: Sketch, paint: FigurePaint, rng: np.random.Generator) -> None:
    """Draw a crown."""
    gold, jewel, band = paint
    sketch.part(
        [(-0.26, 0.2), (-0.3, -0.16), (-0.14, 0.02), (0.0, -0.24), (0.14, 0.02), (0.3, -0.16), (0.26, 0.2)], gold
    )
    for x, y in ((-0.3, -0.18), (0, -0.26), (0.3, -0.18)):
        sketch.dot((x, y), 0.04, jewel)
    sketch.part([(-0.27, 0.22), (0.27, 0.22), (0.27, 0.3), (-0.27, 0.3)], band)
    for x in np.linspace(-0.18, 0.18, int(rng.integers(3, 5))):
        sketch.dot((x, 0.26), 0.022, None)


def _sun(sketch: Sketch, paint: FigurePaint, rng: np.random.Generator) -> None:
    disc, rays, hills = paint
    count = int(rng.integers(8, 15))
    for k in range(count):
        sketch.part(leaf(polar(0.16, 360 * k / count), polar(0.3, 360 * k / count), 0.05), rays)
    sketch.part(arc((0, 0), 0.14, 0, 345), disc)
    sketch.part(curve([(-0.32, 0.42), (-0.18, 0.24), (-0.04, 0.38), (0.12, 0.26), (0.32, 0.42)], steps=6), hills)


def _butterfly(sketch: Sketch, paint: FigurePaint, rng: np.random.Generator) -> None:
    upper, lower, body = paint
    spread = rng.uniform(0.9, 1.1)
    for side in (-spread, spread):
        sketch.part(
            curve([(0, -0.02), (side * 0.1, -0.26), (side * 0.3, -0.3), (side * 0.27, -0.06)], closed=True), upper
        )
        sketch.part(curve([(0, 0.02), (side * 0.2, 0.02), (side * 0.24, 0.24), (side * 0.1, 0.28)], closed=True), lower)
        sketch.pen.ring((side * 0.2, -0.19), 0.05, 0.018, None if sketch.hatching.mode != "outline" else upper)
        sketch.line(curve([(0, -0.16), (side * 0.05, -0.3), (side * 0.14, -0.38)]), body, 0.8)
    sketch.part(leaf((0, -0.18), (0, 0.26), 0.06), body)


def _knight_star(sketch: Sketch, paint: FigurePaint, rng: np.random.Generator) -> None:
    main, second, _ = paint
    count = int(rng.integers(5, 9))
    sketch.part(star(count, 0.34, 0.15), main)
    sketch.part(star(count, 0.17, 0.08), second)


FIGURES: dict[str, Callable[[Sketch, FigurePaint, np.random.Generator], None]] = {
    "robed": _robed,
    "cat": _cat,
    "mouse": _mouse,
    "rooster": _rooster,
    "centipede": _centipede,
    "fish": _fish,
    "pagoda": _pagoda,
    "boat": _boat,
    "lantern": _lantern,
    "vase": _vase,
    "sun": _sun,
    "butterfly": _butterfly,
    "star": _knight_star,
    "jester": jester,
    "crown": crown,
}
