"""Flowers as makers engrave them by the thousand: a winding stem of a few deep strokes, stroke leaves, one rosette."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from datasets.synthesis.faces.shapes import along, arc, curve, leaf, petal, polar

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from datasets.synthesis.faces.pen import Colour
    from datasets.synthesis.faces.sketch import Sketch

__all__ = ["VINES"]

Paint = tuple["Colour", "Colour", "Colour"]
"""Colours of flower, leaves and stem."""


def _rosette(
    sketch: Sketch, centre: NDArray[np.float64], radius: float, paint: Paint, rng: np.random.Generator
) -> None:
    """Draw an open flower in one of the engravers' ways."""
    flower, _, stem = paint
    petals = int(rng.integers(4, 8))
    turn = float(rng.uniform(0, 90))
    way = int(rng.integers(5))
    at = sketch.at(centre)
    width = float(rng.uniform(1.0, 1.9))
    for k in range(petals):
        angle = turn + 360 * k / petals
        if way == 0:
            # Petals as open loops.
            loop = petal(polar(0.25 * radius, angle), polar(radius, angle), 2.6 * radius * np.pi / (petals + 2))
            at.pen.fill(loop, None)
            at.line(np.concatenate([loop, loop[:1]]), flower, width)
        elif way == 1:
            at.solid(
                petal(polar(0.2 * radius, angle), polar(radius, angle), 2.3 * radius * np.pi / (petals + 2), 0.1),
                flower,
            )
        elif way == 2:
            at.line(arc(polar(0.6 * radius, angle), 0.42 * radius, angle - 110, angle + 110), flower, width)
        elif way == 3:
            at.part(
                petal(polar(0.1 * radius, angle), polar(radius, angle), 2.2 * radius * np.pi / (petals + 2)), flower
            )
        else:
            at.line([polar(0.25 * radius, angle), polar(radius, angle)], flower, (0.8, 2.6 * width))
    heart = int(rng.integers(4))
    if heart == 0:
        at.dot((0, 0), 0.3 * radius, None)
        at.dot((0, 0), 0.2 * radius, stem)
    elif heart == 1:
        at.dot((0, 0), 0.36 * radius, None)
        at.pen.ring((0, 0), 0.36 * radius, 1.2 * at.line_width, flower)
    elif heart == 2:
        for shift in (-0.35, 0.0, 0.35):
            at.line([(shift * radius, -0.4 * radius), (shift * radius, 0.4 * radius)], flower, 0.9)
            at.line([(-0.4 * radius, shift * radius), (0.4 * radius, shift * radius)], flower, 0.9)


def _stroke_leaf(
    sketch: Sketch, base: NDArray[np.float64], reach: tuple[float, float], colour: Colour, rng: np.random.Generator
) -> None:
    """Draw a leaf of an angle and a length as one swelling stroke, or as a small loop."""
    angle, length = reach
    tip = base + polar(length, angle)
    bend = (base + tip) / 2 + polar(length * float(rng.uniform(0.1, 0.3)), angle + 90)
    path = curve([base, bend, tip])
    if rng.random() < 0.25:
        sketch.line(
            np.concatenate([path, curve([tip, (base + tip) / 2 - polar(0.2 * length, angle + 90), base])]), colour, 1.1
        )
    else:
        sketch.line(path, colour, (0.8, float(rng.uniform(2.0, 3.4)), 0.6))


def _sprig(sketch: Sketch, paint: Paint, rng: np.random.Generator) -> None:
    """Draw a winding stem with stroke leaves, a rosette low on it and blades at its foot."""
    _, green, _ = paint
    side = 1.0 if rng.random() < 0.5 else -1.0
    sway = float(rng.uniform(0.06, 0.2))
    knots = [
        (0.0, 0.36),
        (-0.4 * side * sway, 0.2),
        (side * sway, 0.0),
        (-0.7 * side * sway, -0.18),
        (side * sway * 0.6, -0.36),
    ]
    stem = curve(np.array(knots) + rng.normal(0, 0.015, (5, 2)))
    heavy = float(rng.uniform(1.0, 1.7))
    sketch.line(stem, green, (1.6 * heavy, 1.6 * heavy, 1.2 * heavy, 0.9))
    count = int(rng.integers(4, 9))
    for k in range(count):
        place, heading = along(stem, 0.12 + 0.82 * k / count)
        turn = heading + (55 if k % 2 else -55) + float(rng.normal(0, 14))
        _stroke_leaf(sketch, place, (turn, float(rng.uniform(0.09, 0.19))), green, rng)
    for _ in range(int(rng.integers(2, 6))):
        foot = np.array([float(rng.normal(0, 0.03)), 0.33])
        angle = float(rng.uniform(40, 110)) * (1 if rng.random() < 0.5 else -1)
        _stroke_leaf(sketch, foot, (angle, float(rng.uniform(0.12, 0.26))), green, rng)
    flower_at = np.array([float(rng.normal(0, 0.05)), float(rng.uniform(0.0, 0.2))])
    radius = float(rng.uniform(0.1, 0.17))
    sketch.dot(flower_at, radius * 0.9, None)
    _rosette(sketch, flower_at, radius, paint, rng)
    if rng.random() < 0.35:
        place, _ = along(stem, 0.9)
        _rosette(sketch, place, radius * 0.5, paint, rng)


def _wreath(sketch: Sketch, paint: Paint, rng: np.random.Generator) -> None:
    """Draw a flower in the middle with curling leaves like loops above and below."""
    _, green, stem = paint
    for sign in (-1, 1):
        for _ in range(int(rng.integers(2, 5))):
            angle = float(rng.uniform(15, 75)) * sign
            upper = rng.random() < 0.6
            start = np.array([0.0, -0.05 if upper else 0.12])
            end = start + polar(float(rng.uniform(0.2, 0.32)), angle if upper else 180 - angle)
            curl = end + polar(0.07, angle + 120 * sign)
            sketch.line(
                curve([start, (start + end) / 2 + polar(0.05, angle + 90), end, curl]), green, (1.0, 1.8, 1.6, 0.8)
            )
            if rng.random() < 0.5:
                loop = leaf(end, end + polar(0.11, angle), 0.06)
                sketch.line(np.concatenate([loop, loop[:1]]), green, 1.1)
    if rng.random() < 0.6:
        sketch.line(curve([(-0.2, 0.36), (0.0, 0.3), (0.2, 0.36)]), stem, (0.6, 2.2, 0.6))
    centre = np.array([0.0, float(rng.uniform(-0.02, 0.12))])
    radius = float(rng.uniform(0.12, 0.18))
    sketch.dot(centre, 0.8 * radius, None)
    _rosette(sketch, centre, radius, paint, rng)


def _blades(sketch: Sketch, paint: Paint, rng: np.random.Generator) -> None:
    """Draw an orchid: long blades sweeping from one foot, a small blossom among them."""
    flower, green, _ = paint
    foot = np.array([float(rng.uniform(-0.08, 0.08)), 0.34])
    for _ in range(int(rng.integers(4, 9))):
        angle = float(rng.uniform(-70, 70))
        length = float(rng.uniform(0.3, 0.68)) * (1 - abs(angle) / 200)
        tip = foot + polar(length, angle)
        droop = tip + polar(0.1, angle * 1.9)
        middle = foot + polar(0.55 * length, angle * 0.55)
        sketch.line(curve([foot, middle, tip, droop]), green, (1.0, float(rng.uniform(1.8, 3.0)), 1.6, 0.5))
    place = foot + np.array([float(rng.uniform(-0.14, 0.14)), -float(rng.uniform(0.06, 0.3))])
    sketch.line([foot, place], green, 0.9)
    for angle in rng.uniform(-110, 110, int(rng.integers(3, 6))):
        sketch.line([place, place + polar(float(rng.uniform(0.06, 0.1)), float(angle))], flower, (1.0, 2.6, 1.0))
    sketch.dot(place, 0.02, flower)


def _canes(sketch: Sketch, paint: Paint, rng: np.random.Generator) -> None:
    """Draw bamboo: jointed canes and leaves hanging in threes."""
    flower, green, stem = paint
    for k in range(int(rng.integers(1, 4))):
        x = (0.0, -0.13, 0.12)[k] + float(rng.normal(0, 0.02))
        lean = float(rng.normal(0, 0.06))
        foot, top = np.array([x, 0.37]), np.array([x + lean, -float(rng.uniform(0.1, 0.38))])
        joints = int(rng.integers(3, 6))
        for j in range(joints):
            a, b = foot + (top - foot) * j / joints, foot + (top - foot) * (j + 0.9) / joints
            sketch.line([a, b], stem, float(rng.uniform(1.6, 3.0)))
        for j in range(int(rng.integers(2, 5))):
            node = foot + (top - foot) * float(rng.uniform(0.25, 1.0))
            side = 1 if (j + k) % 2 else -1
            end = node + polar(0.08, 60 * side)
            sketch.line([node, end], green, 0.9)
            for turn in (90, 130, 165):
                tip = end + polar(float(rng.uniform(0.1, 0.17)), (turn + float(rng.normal(0, 10))) * side)
                sketch.line([end, tip], green, (0.8, float(rng.uniform(2.0, 3.0)), 0.5))
    if rng.random() < 0.3:
        for x, y in ((-0.1, -0.16), (0.16, -0.2), (0.12, -0.1)):
            sketch.dot((x, y), 0.025, flower)


def _branch(sketch: Sketch, paint: Paint, rng: np.random.Generator) -> None:
    """Draw a gnarled plum branch with blossoms and buds."""
    flower, _, stem = paint
    side = 1.0 if rng.random() < 0.5 else -1.0
    knots = [
        (0.2 * side, 0.36),
        (0.02 * side, 0.24),
        (0.1 * side, 0.08),
        (-0.1 * side, -0.06),
        (0.02 * side, -0.2),
        (-0.06 * side, -0.36),
    ]
    trunk = curve(np.array(knots) + rng.normal(0, 0.02, (6, 2)), steps=5)
    sketch.line(trunk, stem, (3.4, 2.4, 2.2, 1.6, 0.8))
    for _ in range(int(rng.integers(3, 7))):
        place, heading = along(trunk, float(rng.uniform(0.15, 0.95)))
        tip = place + polar(
            float(rng.uniform(0.1, 0.22)), heading + float(rng.choice([-1, 1])) * float(rng.uniform(35, 80))
        )
        sketch.line([place, tip], stem, (1.4, 0.7))
        sketch.dot(tip, float(rng.uniform(0.015, 0.03)), flower)
    for _ in range(int(rng.integers(1, 5))):
        place, _ = along(trunk, float(rng.uniform(0.2, 1.0)))
        centre = place + rng.normal(0, 0.05, 2)
        radius = float(rng.uniform(0.06, 0.13))
        sketch.dot(centre, 0.8 * radius, None)
        _rosette(sketch, centre, radius, paint, rng)


def _mum(sketch: Sketch, paint: Paint, rng: np.random.Generator) -> None:
    """Draw a chrysanthemum: rings of short petals on a leafy stem."""
    flower, green, stem = paint
    lean = float(rng.normal(0, 0.06))
    centre = np.array([lean, -float(rng.uniform(0.0, 0.14))])
    path = curve([(0.0, 0.37), (-lean, 0.2), centre])
    sketch.line(path, stem, (1.8, 1.2))
    for k in range(int(rng.integers(3, 7))):
        place, heading = along(path, float(rng.uniform(0.05, 0.75)))
        _stroke_leaf(sketch, place, (heading + (70 if k % 2 else -70), float(rng.uniform(0.12, 0.24))), green, rng)
    radius = float(rng.uniform(0.15, 0.23))
    sketch.dot(centre, radius, None)
    rings = int(rng.choice([1, 2, 3], p=[0.2, 0.4, 0.4]))
    for ring in range(rings):
        outer, count = radius * (1 - ring / (rings + 0.6)), int(rng.integers(8, 16)) - 2 * ring
        for k in range(count):
            angle = 360 * (k + 0.5 * ring) / count
            sketch.line([centre + polar(0.62 * outer, angle), centre + polar(outer, angle)], flower, (0.9, 2.0, 0.9))
    sketch.dot(centre, 0.18 * radius, flower if rng.random() < 0.5 else stem)


VINES: dict[str, Callable[[Sketch, Paint, np.random.Generator], None]] = {
    "sprig": _sprig,
    "wreath": _wreath,
    "blades": _blades,
    "canes": _canes,
    "branch": _branch,
    "mum": _mum,
}
