"""Flowers and plants of the bonus tiles."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from datasets.synthesis.faces.shapes import arc, curve, leaf, petal, polar

if TYPE_CHECKING:
    from collections.abc import Callable

    from datasets.synthesis.faces.pen import Colour
    from datasets.synthesis.faces.shapes import Point
    from datasets.synthesis.faces.sketch import Sketch

__all__ = ["PLANTS", "PlantPaint", "blossom"]

PlantPaint = tuple["Colour", "Colour", "Colour"]
"""Colours of flower, leaves and stem."""


def blossom(sketch: Sketch, centre: Point, radius: float, petals: int, paint: tuple[Colour, Colour]) -> None:
    """Draw an open flower seen from above, petals in the first colour, heart in the second."""
    flower = sketch.at(centre)
    for k in range(petals):
        angle = 360 * k / petals
        shape = petal(polar(0.18 * radius, angle), polar(radius, angle), 2.5 * radius * np.pi / (petals + 2), 0.08)
        flower.part(shape, paint[0])
        flower.mark([polar(0.4 * radius, angle), polar(0.7 * radius, angle)], paint[0], 0.6)
    flower.dot((0, 0), 0.27 * radius, None)
    flower.dot((0, 0), 0.18 * radius, paint[1])


def _bud(sketch: Sketch, centre: Point, size: float, angle: float, colour: Colour) -> None:
    base, tip = np.asarray(centre), np.asarray(centre) + polar(size, angle)
    sketch.part(petal(base, tip, 0.75 * size), colour)


def _plum(sketch: Sketch, paint: PlantPaint, rng: np.random.Generator) -> None:
    flower, green, stem = paint
    bend = rng.uniform(-0.05, 0.05)
    trunk = curve(
        [(0.22, 0.36), (0.05, 0.22), (0.1, 0.06), (-0.04 + bend, -0.06), (0.03, -0.2), (-0.03 + bend, -0.33)], steps=6
    )
    sketch.line(trunk, stem, (3.2, 2.6, 2.0, 1.6, 1.0))
    for start, end in (((0.08, 0.1), (0.25, -0.06)), ((-0.02, -0.06), (-0.22, -0.12)), ((0.06, 0.2), (-0.22, 0.24))):
        sketch.line([start, end], stem, (1.8, 0.9))
    size = rng.uniform(0.1, 0.135)
    places = [(-0.12, 0.13), (0.13, -0.05), (-0.17, -0.12), (0.03, -0.24)]
    for k in rng.permutation(len(places))[: int(rng.integers(2, 5))]:
        blossom(sketch, places[k], size * rng.uniform(0.75, 1.1), 5, (flower, stem))
    for x, y, angle in ((-0.24, 0.25, 250), (0.26, -0.08, 40), (-0.03, -0.34, -10), (-0.2, 0.0, 280)):
        _bud(sketch, (x, y), 0.06, angle, flower if rng.random() < 0.6 else green)


def _orchid(sketch: Sketch, paint: PlantPaint, rng: np.random.Generator) -> None:
    flower, green, stem = paint
    root = (rng.uniform(-0.06, 0.06), 0.34)
    for angle in np.linspace(-62, 62, int(rng.integers(6, 10))):
        length = rng.uniform(0.42, 0.68) * (1 - abs(angle) / 160)
        tip = np.asarray(root) + polar(length, angle)
        tip[1] += 0.12 * abs(angle) / 60
        sketch.part(leaf(root, tip, 0.05, -0.22 * np.sign(angle) + rng.uniform(-0.05, 0.05)), green)
    for _ in range(int(rng.integers(1, 4))):
        side = rng.choice([-1, 1])
        at = np.array([side * rng.uniform(0.06, 0.19), rng.uniform(-0.14, 0.16)])
        sketch.line(curve([root, (at + root) / 2 + (0.05 * side, 0), at]), stem, 0.9)
        for k in range(5):
            tip = at + polar(0.085, 72 * k + 20)
            sketch.part(leaf(at, tip, 0.05), flower)
        sketch.dot(at, 0.018, stem)


def _chrysanthemum(sketch: Sketch, paint: PlantPaint, rng: np.random.Generator) -> None:
    flower, green, stem = paint
    head = np.array([rng.uniform(-0.05, 0.05), rng.uniform(-0.1, 0.06)])
    sketch.line(curve([head, (0.03, 0.2), (-0.02, 0.38)]), stem, (1.4, 1.8))
    for x, y, angle in ((0.02, 0.2, 70), (0.01, 0.27, -70), (0.0, 0.34, 100), (0.02, 0.16, -55)):
        tip = np.array([x, y]) + polar(rng.uniform(0.18, 0.24), angle + rng.uniform(-12, 12))
        _lobed_leaf(sketch, (x, y), tip, green)
    count = int(rng.integers(9, 15))
    for radius, number in ((0.19, count), (0.13, count - 2), (0.075, 6)):
        for k in range(number):
            turn = 360 * (k + radius * 7) / number
            base, tip = head + polar(0.2 * radius, turn), head + polar(radius, turn)
            sketch.part(petal(base, tip, 4.6 * radius / number), flower)
    sketch.dot(head, 0.03, stem)
    if rng.random() < 0.5:
        sketch.line(curve([(0.02, 0.2), (0.15, 0.02), (0.2, -0.2)]), stem)
        _bud(sketch, (0.2, -0.2), 0.09, 15, flower)


def _lobed_leaf(sketch: Sketch, base: tuple[float, float], tip: Point, colour: Colour) -> None:
    start, end = np.asarray(base), np.asarray(tip)
    axis = end - start
    side = np.array([-axis[1], axis[0]])
    lobes = [(0.0, 0.03), (0.25, 0.3), (0.4, 0.16), (0.6, 0.34), (0.72, 0.16), (1.0, 0.0)]
    outline = [start + u * axis + v * side for u, v in lobes] + [start + u * axis - v * side for u, v in lobes[-2::-1]]
    sketch.part(np.array(outline), colour)
    sketch.mark([start + 0.15 * axis, start + 0.8 * axis], colour, 0.6)


def _bamboo(sketch: Sketch, paint: PlantPaint, rng: np.random.Generator) -> None:
    flower, green, stem = paint
    count = int(rng.integers(1, 4))
    colour = stem if rng.random() < 0.5 else green
    for k in range(count):
        x = (k - (count - 1) / 2) * 0.13 + rng.uniform(-0.03, 0.03)
        lean, top = rng.uniform(-0.07, 0.07), -0.38 + 0.12 * abs(k - 1)
        joints = np.linspace(0.38, top, 5)
        for low, high in pairwise(joints):
            xa, xb = x + lean * (0.38 - low), x + lean * (0.38 - high)
            w = 0.026 * (1.5 if count == 1 else 1.0)
            sketch.part(
                [(xa - w, low - 0.008), (xa + w, low - 0.008), (xb + w, high + 0.008), (xb - w, high + 0.008)], colour
            )
        for joint in joints[1:4]:
            node = np.array([x + lean * (0.38 - joint), joint])
            side = rng.choice([-1.0, 1.0])
            knot = node + np.array([side * 0.09, -0.05])
            sketch.line([node, knot], colour, 0.8)
            for angle in (65, 105, 145):
                tip = knot + polar(rng.uniform(0.13, 0.19), side * (angle + rng.uniform(-10, 10)))
                sketch.part(leaf(knot, tip, 0.05, 0.05), green)
    if rng.random() < 0.3:
        sketch.dot((0.2, -0.25), 0.04, flower)


def _lotus(sketch: Sketch, paint: PlantPaint, rng: np.random.Generator) -> None:
    flower, green, stem = paint
    sketch.line(curve([(0, 0.0), (0.04, 0.2), (-0.02, 0.4)]), stem, 1.4)
    for side, y in ((-1, 0.22), (1, 0.27)):
        rim = curve(
            [
                (0.0, y + 0.04),
                (side * 0.1, y - 0.05),
                (side * 0.28, y - 0.02),
                (side * 0.26, y + 0.06),
                (side * 0.12, y + 0.1),
            ],
            closed=True,
        )
        sketch.part(rim, green)
        for target in ((0.25, 0.0), (0.2, 0.06), (0.14, -0.03)):
            sketch.mark([(side * 0.06, y + 0.03), (side * target[0], y + target[1])], green, 0.6)
    heart = np.array([rng.uniform(-0.03, 0.03), 0.04])
    for angle, length, width in (
        (-68, 0.23, 0.09),
        (68, 0.23, 0.09),
        (-38, 0.27, 0.12),
        (38, 0.27, 0.12),
        (-15, 0.29, 0.13),
        (15, 0.29, 0.13),
        (0, 0.27, 0.14),
    ):
        sketch.part(leaf(heart, (heart + polar(length, angle)), width), flower)
    for k in range(3):
        y = 0.39 + 0.025 * k
        sketch.line(
            curve([(-0.22 + 0.04 * k, y), (-0.08, y - 0.02), (0.06, y + 0.01), (0.2 - 0.05 * k, y - 0.01)]), stem, 0.7
        )


def _peony(sketch: Sketch, paint: PlantPaint, rng: np.random.Generator) -> None:
    flower, green, stem = paint
    sketch.line(curve([(0.0, 0.05), (0.05, 0.22), (-0.04, 0.4)]), stem, 1.6)
    for x, y, angle in ((0.03, 0.2, 65), (0.02, 0.26, -65), (-0.02, 0.32, 95), (0.0, 0.12, -80), (0.0, 0.1, 85)):
        tip = np.array([x, y]) + polar(rng.uniform(0.2, 0.27), angle + rng.uniform(-10, 10))
        sketch.part(leaf((x, y), tip, 0.1, 0.12), green)
        sketch.mark([(x, y), (np.array([x, y]) + tip) / 2], green, 0.6)
    centre = np.array([0.0, -0.04])
    for radius, count, width in ((0.21, 7, 0.19), (0.15, 5, 0.16), (0.09, 4, 0.11)):
        for k in range(count):
            turn = 360 * k / count + radius * 400
            sketch.part(
                petal(
                    (centre + polar(0.15 * radius, turn)),
                    (centre + polar(radius, turn)),
                    width,
                    0.1,
                ),
                flower,
            )
    sketch.dot(centre, 0.028, stem)
    if rng.random() < 0.6:
        sketch.line(curve([(0.03, 0.2), (-0.14, 0.0), (-0.17, -0.24)]), stem)
        for angle in (-30, 0, 30):
            _bud(sketch, (-0.17, -0.22), 0.11, angle, flower)


def _fruit(sketch: Sketch, paint: PlantPaint, rng: np.random.Generator) -> None:
    """Draw peaches or pomegranates on a bough."""
    flower, green, stem = paint
    bough = curve([(-0.26, 0.34), (-0.12, 0.1), (0.06, -0.04), (0.12, -0.3)])
    sketch.line(bough, stem, (2.6, 1.8, 1.0))
    for x, y, angle in (
        (-0.1, 0.08, -60),
        (0.05, -0.05, 80),
        (0.1, -0.2, -50),
        (-0.18, 0.2, 60),
        (0.12, -0.3, 10),
        (-0.05, 0.02, 110),
    ):
        tip = np.array([x, y]) + polar(rng.uniform(0.15, 0.21), angle + rng.uniform(-15, 15))
        sketch.part(leaf((x, y), tip, 0.07, 0.12), green)
    crown = rng.random() < 0.5
    for x, y in ((0.1, 0.14), (-0.08, 0.26), (-0.12, -0.14))[: int(rng.integers(1, 4))]:
        fruit = curve(
            [
                (x, y - 0.12),
                (x + 0.1, y - 0.07),
                (x + 0.11, y + 0.05),
                (x, y + 0.12),
                (x - 0.11, y + 0.05),
                (x - 0.1, y - 0.07),
            ],
            closed=True,
        )
        sketch.part(fruit, flower)
        if crown:
            for k in (-1, 0, 1):
                sketch.part(leaf((x, y + 0.1), (x + 0.05 * k, y + 0.18), 0.035), flower)
            for dx, dy in ((0, 0), (0.04, 0.03), (-0.04, 0.03), (0.02, -0.04), (-0.03, -0.04)):
                sketch.dot((x + dx, y + dy), 0.014, None)
        else:
            sketch.mark(curve([(x, y - 0.1), (x + 0.03, y), (x, y + 0.08)]), flower)


def _narcissus(sketch: Sketch, paint: PlantPaint, rng: np.random.Generator) -> None:
    flower, green, stem = paint
    bulb = curve([(0, 0.24), (0.09, 0.3), (0.07, 0.38), (0, 0.4), (-0.07, 0.38), (-0.09, 0.3)], closed=True)
    for angle in (-40, -22, -8, 12, 26, 44):
        tip = np.array([0, 0.28]) + polar(rng.uniform(0.4, 0.6), angle)
        sketch.part(leaf((0, 0.28), tip, 0.065, rng.uniform(-0.12, 0.12)), green)
    sketch.part(bulb, stem)
    for x, y in ((-0.1, -0.16), (0.1, -0.22), (0.14, -0.02))[: int(rng.integers(1, 4))]:
        sketch.line([(0.0, 0.26), (x, y)], green, 0.9)
        for k in range(6):
            sketch.part(leaf((x, y), (np.array([x, y]) + polar(0.11, 60 * k)), 0.07), flower)
        sketch.dot((x, y), 0.04, None)
        sketch.pen.ring((x, y), 0.035, 0.012, stem)


def _maple(sketch: Sketch, paint: PlantPaint, rng: np.random.Generator) -> None:
    flower, _, stem = paint
    sketch.line(curve([(-0.24, 0.36), (-0.04, 0.14), (0.02, -0.08), (0.18, -0.32)]), stem, (2.4, 1.6, 0.9))
    for x, y, size in ((-0.1, -0.06, 0.17), (0.13, 0.12, 0.18), (0.1, -0.22, 0.14), (-0.14, 0.28, 0.13))[
        : int(rng.integers(2, 5))
    ]:
        turn = rng.uniform(-40, 40)
        outline = []
        for k, reach in enumerate((0.62, 0.9, 1.0, 0.9, 0.62)):
            angle = -110 + 55 * k + turn
            outline += [polar(0.38 * size, angle - 26), polar(reach * size, angle)]
        outline += [polar(0.38 * size, 136 + turn), polar(0.1 * size, 180 + turn)]
        sketch.part(np.array(outline) + np.array([x, y]), flower)
        for k in range(5):
            sketch.mark([(x, y), np.array([x, y]) + polar(0.6 * size, -110 + 55 * k + turn)], flower, 0.6)
        sketch.line([(x, y), np.array([x, y]) + polar(0.6 * size, 180 + turn)], stem, 0.8)


def _pine(sketch: Sketch, paint: PlantPaint, rng: np.random.Generator) -> None:
    _, green, stem = paint
    sketch.line(curve([(0.14, 0.38), (0.02, 0.2), (0.08, 0.0), (-0.06, -0.18)], steps=6), stem, (3.6, 2.6, 1.8))
    for x, y in ((-0.14, -0.2), (0.14, -0.08), (-0.14, 0.06), (0.02, -0.32), (0.2, 0.12))[: int(rng.integers(3, 6))]:
        sketch.line([(0.04, 0.1 * y + 0.05), (x, y)], stem, 1.2)
        fan = np.concatenate([[(x, y + 0.05)], arc((x, y + 0.05), 0.15, -80, 80)])
        if sketch.hatching.mode == "solid":
            sketch.part(fan, green)
        for angle in np.linspace(-75, 75, 9):
            needle = np.array([(x, y + 0.04), np.array([x, y + 0.05]) + polar(0.14, angle)])
            sketch.pen.stroke(needle, 0.6 * sketch.line_width, None if sketch.hatching.mode == "solid" else green)


def _grass(sketch: Sketch, paint: PlantPaint, rng: np.random.Generator) -> None:
    """Draw wild flowers on thin stems over a tuft of leaves."""
    flower, green, stem = paint
    for x, y, tilt in ((-0.15, -0.12, -12), (0.02, -0.26, 0), (0.16, -0.06, 14)):
        sketch.line(curve([(0, 0.36), (x * 0.4, 0.12), (x, y)]), green, 1.0)
        petals = int(rng.integers(5, 9))
        blossom(sketch.at((x, y), angle_deg=tilt), (0, 0), rng.uniform(0.08, 0.12), petals, (flower, stem))
    for angle in (-70, -45, -20, 18, 42, 72):
        tip = np.array([0, 0.38]) + polar(rng.uniform(0.18, 0.3), angle)
        sketch.part(leaf((0, 0.38), tip, 0.07, 0.1 * np.sign(angle)), green)


PLANTS: dict[str, Callable[[Sketch, PlantPaint, np.random.Generator], None]] = {
    "plum": _plum,
    "orchid": _orchid,
    "chrysanthemum": _chrysanthemum,
    "bamboo": _bamboo,
    "lotus": _lotus,
    "peony": _peony,
    "fruit": _fruit,
    "narcissus": _narcissus,
    "maple": _maple,
    "pine": _pine,
    "grass": _grass,
}
