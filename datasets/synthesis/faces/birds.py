"""The bird of the one of bamboos: peacocks, sparrows, cranes, phoenixes, each bent and coloured by the set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from datasets.synthesis.faces.palette import Palette, chance, weighted
from datasets.synthesis.faces.rare_birds import RARE_BIRDS
from datasets.synthesis.faces.shapes import arc, curve, leaf, petal, polar
from datasets.synthesis.faces.sketch import Hatching, Sketch, sample_hatching

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from datasets.synthesis.faces.pen import Colour, Pen

__all__ = ["BirdStyle", "draw_bird", "sample_bird"]


@dataclass(frozen=True, slots=True)
class BirdStyle:
    """How the bird looks.

    Attributes:
        kind: A key of the bird drawings.
        hatching: Way of engraving.
        flip: Facing right instead of left.
        turn_deg: Clockwise turn of the whole picture.
        scale: Size against the usual.
        stretch: Extra width.
        plumage: Colours of body, wing, tail and crest.
        feathers: Count of tail feathers or rays.
        sweep: How far the tail swings, -1..1.
    """

    kind: str
    hatching: Hatching
    flip: bool
    turn_deg: float
    scale: float
    stretch: float
    plumage: tuple[Colour, Colour, Colour, Colour]
    feathers: int
    sweep: float


def sample_bird(rng: np.random.Generator, palette: Palette) -> BirdStyle:
    """Draw a bird."""
    green, blue, red = palette.green, palette.blue, palette.red
    plumages = [
        (green, blue, red, red),
        (blue, green, red, red),
        (green, green, green, red),
        (green, red, green, blue),
        (blue, red, green, red),
        (green, red, blue, blue),
        (palette.ink, green, green, red),
        (green, green, red, red),
    ]
    return BirdStyle(
        kind=weighted(
            rng,
            {
                "fan": 0.19,
                "trailing": 0.18,
                "perched": 0.17,
                "sparrow": 0.1,
                "crane": 0.08,
                "phoenix": 0.13,
                "flying": 0.15,
            },
        ),
        hatching=sample_hatching(rng),
        flip=chance(rng, 0.4),
        turn_deg=float(rng.normal(0, 6)),
        scale=float(rng.uniform(0.88, 1.04)),
        stretch=float(rng.uniform(0.88, 1.12)),
        plumage=plumages[int(rng.integers(len(plumages)))],
        feathers=int(rng.integers(3, 7)),
        sweep=float(rng.uniform(-1, 1)),
    )


def draw_bird(pen: Pen, style: BirdStyle) -> None:
    """Draw the bird on the content frame."""
    framed = pen.at((0, 0), style.scale, style.turn_deg, flip=style.flip, stretch=style.stretch)
    birds: dict[str, Callable[[Sketch, BirdStyle], None]] = {
        "fan": _fan_peacock,
        "trailing": _trailing_peacock,
        "perched": _perched,
        "sparrow": _sparrow,
        "crane": _crane,
        "phoenix": _phoenix,
        "flying": _flying,
    }
    birds |= RARE_BIRDS
    birds[style.kind](Sketch(framed, style.hatching), style)


def _fan(sketch: Sketch, style: BirdStyle, root: NDArray[np.float64], rays: int) -> None:
    """Draw a spread tail with eyes, and the wings before it."""
    body, wing, tail, crest = style.plumage
    for k in range(rays):
        angle = -112 + 224 * k / (rays - 1)
        tip = root + polar(0.46 - 0.06 * abs(angle) / 112, angle) * (0.68, 1.0)
        sketch.line([root, tip], tail, (1.6, 0.5))
    fan = root + np.array([polar(0.35, angle) for angle in np.linspace(-110, 110, 30)]) * (0.8, 1)
    sketch.pen.fill(np.concatenate([fan, [root]]), tail)
    for radius, count in ((0.29, 9), (0.19, 6)):
        for k in range(count):
            spot = root + polar(radius, -88 + 176 * k / (count - 1)) * (0.8, 1.0)
            sketch.dot(spot, 0.034, None)
            sketch.dot(spot, 0.017, crest if (k + style.feathers) % 2 else body)
    for side in (-1, 1):
        for k in range(3):
            tip = np.array([side * (0.3 - 0.04 * k), 0.16 + 0.075 * k])
            sketch.part(leaf((side * 0.03, 0.13 + 0.04 * k), tip, 0.075, side * 0.16), wing)


def _fan_peacock(sketch: Sketch, style: BirdStyle) -> None:
    """Draw a peacock from the front, its tail spread behind it."""
    body, _, _, crest = style.plumage
    rays = 11 + 2 * style.feathers
    root = np.array([0.0, 0.1])
    _fan(sketch, style, root, rays)
    trunk = curve(
        [
            (-0.1, -0.12),
            (-0.055, -0.15),
            (-0.02, -0.1),
            (-0.01, 0.0),
            (0.08, 0.09),
            (0.1, 0.2),
            (0.02, 0.31),
            (-0.07, 0.26),
            (-0.095, 0.14),
            (-0.065, 0.02),
            (-0.075, -0.06),
        ],
        closed=True,
    )
    sketch.part(trunk, body)
    sketch.solid([(-0.09, -0.13), (-0.15, -0.08), (-0.075, -0.09)], crest)
    sketch.eye((-0.055, -0.105), 0.018, body)
    for angle in (-24, 0, 24):
        tip = np.array([-0.05, -0.15]) + polar(0.08, angle)
        sketch.line([(-0.05, -0.14), tip], crest, 0.7)
        sketch.dot(tip, 0.014, crest)
    for row in range(3):
        y = 0.1 + 0.055 * row
        for x in (-0.04, 0.02, 0.06)[: 2 + row % 2]:
            sketch.mark(arc((x, y), 0.026, 100, 260), body, 0.7)
    for side in (-0.04, 0.03):
        sketch.line([(side, 0.3), (side - 0.005, 0.4)], crest)
        for toe in (-0.045, 0.0, 0.04):
            sketch.line([(side - 0.005, 0.39), (side + toe, 0.43)], crest, 0.8)


def _trailing_peacock(sketch: Sketch, style: BirdStyle) -> None:
    """Draw a peacock from the side, its long tail with eyes hanging down behind."""
    body, wing, tail, crest = style.plumage
    swing = 0.04 * style.sweep
    train = curve(
        [
            (0.0, -0.1),
            (0.12, -0.02),
            (0.2, 0.14),
            (0.25 + swing, 0.32),
            (0.2 + swing, 0.46),
            (0.05 + swing, 0.44),
            (-0.03, 0.28),
            (-0.05, 0.1),
        ],
        closed=True,
    )
    sketch.part(train, tail)
    for row, (y, count) in enumerate([(0.12, 2), (0.22, 3), (0.32, 3), (0.41, 3)]):
        for k in range(count):
            x = 0.02 + 0.045 * row + swing * y * 2 + 0.075 * (k - 0.5)
            x = min(x, 0.17 + 0.14 * y)
            if style.hatching.mode != "outline":
                sketch.dot((x, y), 0.031, None)
            sketch.pen.ring((x, y), 0.026, 0.009, crest)
            sketch.dot((x, y), 0.012, body)
    sketch.line([(-0.11, 0.16), (-0.12, 0.32)], crest)
    sketch.line([(-0.05, 0.17), (-0.055, 0.32)], crest)
    for x in (-0.12, -0.055):
        for toe in (-0.05, 0.0, 0.035):
            sketch.line([(x, 0.31), (x + toe, 0.355)], crest, 0.8)
    trunk = curve(
        [
            (-0.2, -0.34),
            (-0.14, -0.38),
            (-0.1, -0.33),
            (-0.1, -0.22),
            (0.0, -0.12),
            (0.08, 0.0),
            (0.05, 0.13),
            (-0.06, 0.19),
            (-0.16, 0.13),
            (-0.19, -0.02),
            (-0.16, -0.16),
            (-0.17, -0.27),
        ],
        closed=True,
    )
    sketch.part(trunk, body)
    sketch.solid([(-0.185, -0.345), (-0.27, -0.3), (-0.18, -0.305)], crest)
    sketch.eye((-0.145, -0.335), 0.02, body)
    for angle in (-20, 5, 30):
        tip = np.array([-0.13, -0.37]) + polar(0.085, angle)
        sketch.line([(-0.13, -0.36), tip], crest, 0.7)
        sketch.dot(tip, 0.016, crest)
    _wing(sketch, (-0.1, -0.06), (0.13, 0.16), 0.15, wing)
    for y in (-0.24, -0.18, -0.12):
        sketch.mark(arc((-0.135, y), 0.03, 110, 250), body, 0.7)


def _wing(sketch: Sketch, root: tuple[float, float], tip: tuple[float, float], width: float, colour: Colour) -> None:
    """Draw a folded wing with its feathers carved in."""
    sketch.part(leaf(root, tip, width, -0.1), colour)
    start, end = np.asarray(root), np.asarray(tip)
    side = np.array([-(end - start)[1], (end - start)[0]])
    for k in range(3):
        offset = side * (0.16 - 0.16 * k) - side * 0.1
        sketch.mark([start + 0.3 * (end - start) + offset, start + 0.85 * (end - start) + 0.4 * offset], colour, 0.8)


def _perched(sketch: Sketch, style: BirdStyle) -> None:
    """Draw a bird with crest and long tail feathers on a perch."""
    body, wing, tail, crest = style.plumage
    sketch.line(
        curve([(-0.27, 0.17), (-0.1, 0.2), (0.12, 0.17), (0.27, 0.21)]),
        crest if style.feathers % 2 else body,
        (1.4, 2.2, 1.2),
    )
    for k in range(style.feathers):
        spread = (k / max(style.feathers - 1, 1) - 0.5) * 2
        tip = (0.12 + 0.09 * spread + 0.05 * style.sweep, 0.45 - 0.03 * abs(spread))
        sketch.part(leaf((0.02, 0.05), tip, 0.075, 0.08 * spread), tail if k % 2 else wing)
        sketch.mark([(0.03 + 0.04 * spread, 0.2), (0.1 + 0.075 * spread, 0.38)], tail, 0.6)
    for x in (-0.09, -0.03):
        sketch.line([(x, 0.1), (x - 0.005, 0.19)], crest)
    trunk = curve(
        [
            (-0.2, -0.27),
            (-0.13, -0.33),
            (-0.05, -0.29),
            (-0.02, -0.2),
            (0.07, -0.08),
            (0.08, 0.06),
            (-0.01, 0.15),
            (-0.12, 0.12),
            (-0.19, 0.0),
            (-0.2, -0.14),
        ],
        closed=True,
    )
    sketch.part(trunk, body)
    sketch.solid([(-0.195, -0.275), (-0.285, -0.235), (-0.19, -0.215)], crest)
    sketch.eye((-0.135, -0.265), 0.024, body)
    for k in range(3):
        sketch.part(leaf((-0.09, -0.31), (0.02 + 0.05 * k, -0.41 + 0.06 * k), 0.04, -0.15), crest)
    _wing(sketch, (-0.1, -0.13), (0.14, 0.14), 0.15, wing)
    for x, y in ((-0.15, -0.12), (-0.16, -0.05), (-0.13, 0.02), (-0.11, -0.1)):
        sketch.mark(arc((x, y), 0.025, 90, 250), body, 0.7)


def _sparrow(sketch: Sketch, style: BirdStyle) -> None:
    """Draw a round small bird on a twig with leaves."""
    body, wing, tail, crest = style.plumage
    twig = curve([(-0.32, 0.34), (-0.12, 0.27), (0.08, 0.28), (0.3, 0.16)])
    sketch.line(twig, wing, (2.4, 1.6, 1.0))
    for k, (x, y, angle) in enumerate(
        [(-0.22, 0.31, 200), (0.16, 0.25, 120), (0.2, 0.22, 20), (-0.1, 0.28, 170), (0.27, 0.18, 75)]
    ):
        tip = np.array([x, y]) + polar(0.13, angle + 12 * style.sweep)
        sketch.part(leaf((x, y), tip, 0.065, 0.1), wing if k % 2 else tail)
    sketch.part(curve([(0.06, 0.0), (0.3, -0.1), (0.33, -0.02), (0.12, 0.13)], closed=True), tail)
    sketch.mark([(0.12, 0.04), (0.29, -0.05)], tail)
    trunk = curve(
        [
            (-0.22, -0.17),
            (-0.17, -0.28),
            (-0.05, -0.29),
            (0.02, -0.2),
            (0.12, -0.06),
            (0.13, 0.08),
            (0.02, 0.19),
            (-0.13, 0.18),
            (-0.22, 0.06),
            (-0.21, -0.06),
        ],
        closed=True,
    )
    sketch.part(trunk, body)
    sketch.solid([(-0.215, -0.2), (-0.31, -0.16), (-0.21, -0.13)], crest)
    sketch.eye((-0.13, -0.2), 0.026, body)
    _wing(sketch, (-0.06, -0.08), (0.2, 0.09), 0.16, wing)
    for x in (-0.08, 0.0):
        sketch.line([(x, 0.17), (x - 0.01, 0.27)], crest)
    for x, y in ((-0.15, 0.0), (-0.12, 0.07), (-0.07, 0.12), (-0.17, -0.07)):
        sketch.mark(arc((x, y), 0.025, 90, 250), body, 0.7)


def _crane(sketch: Sketch, style: BirdStyle) -> None:
    """Draw a crane on long legs with an S of a neck."""
    body, wing, tail, crest = style.plumage
    for k in range(style.feathers):
        tip = (0.24 + 0.03 * (k % 2), 0.0 + 0.06 * k)
        sketch.part(leaf((0.06, -0.02), tip, 0.07, 0.22), tail)
    sketch.line([(-0.02, 0.12), (-0.03, 0.28), (-0.02, 0.44)], wing, 1.1)
    sketch.line([(-0.02, 0.44), (-0.1, 0.46)], wing)
    sketch.line([(-0.02, 0.44), (0.05, 0.46)], wing)
    sketch.line([(0.03, 0.11), (0.07, 0.26), (-0.01, 0.33)], wing, 1.1)
    trunk = curve(
        [(-0.16, -0.04), (-0.08, -0.12), (0.06, -0.1), (0.17, 0.0), (0.14, 0.09), (0.0, 0.14), (-0.12, 0.09)],
        closed=True,
    )
    sketch.part(trunk, body)
    neck = curve([(-0.12, 0.0), (-0.2, -0.1), (-0.12, -0.2), (-0.06, -0.29), (-0.11, -0.37), (-0.17, -0.36)])
    sketch.line(neck, body, (5.5, 3.4, 2.6, 2.4, 2.8, 2.6))
    sketch.solid([(-0.16, -0.385), (-0.31, -0.33), (-0.165, -0.335)], wing)
    sketch.part(curve([(-0.17, -0.39), (-0.12, -0.43), (-0.07, -0.39), (-0.12, -0.385)], closed=True), crest)
    sketch.eye((-0.14, -0.365), 0.014, wing)
    _wing(sketch, (-0.08, -0.06), (0.2, 0.05), 0.13, wing)
    for k in range(3):
        x = -0.27 + 0.2 * k + 0.03 * style.sweep
        sketch.line(curve([(x, 0.47), (x + 0.02, 0.4), (x + 0.06, 0.34)]), tail, (1.6, 0.5))


def _phoenix(sketch: Sketch, style: BirdStyle) -> None:
    """Draw a flying phoenix: spread wings, curling tail feathers."""
    body, wing, tail, crest = style.plumage
    for k in range(3):
        side = k - 1
        path = curve(
            [
                (0.03, 0.05),
                (0.08 + 0.07 * side, 0.18),
                (0.0 + 0.13 * side + 0.04 * style.sweep, 0.3),
                (0.1 + 0.12 * side, 0.4),
                (0.19 + 0.08 * side, 0.36),
                (0.16 + 0.08 * side, 0.31),
            ]
        )
        sketch.line(path, (tail, crest, tail)[k], (3.2, 2.4, 1.8, 1.4, 1.0))
        for t in (0.35, 0.5, 0.65):
            point = path[int(t * len(path))]
            sketch.line([point, point + polar(0.055, 200 + 60 * side)], (tail, crest, tail)[k], (1.0, 0.5))
    for side, spread in ((-1, 1.0), (1, 1.0)):
        for k in range(4 + style.feathers // 2):
            angle = side * (28 + 18 * k)
            length = (0.36 - 0.03 * k) * spread
            end = np.array([side * 0.04, -0.07]) + polar(length, angle) * (0.85, 1)
            sketch.part(leaf((side * 0.03, -0.02 + 0.01 * k), end, 0.078, 0.1 * side), wing if k % 2 else body)
    trunk = curve(
        [
            (-0.1, -0.31),
            (-0.05, -0.34),
            (-0.015, -0.28),
            (0.0, -0.16),
            (0.07, -0.04),
            (0.06, 0.08),
            (0.01, 0.15),
            (-0.05, 0.07),
            (-0.07, -0.06),
            (-0.045, -0.18),
            (-0.075, -0.26),
        ],
        closed=True,
    )
    sketch.part(trunk, body)
    sketch.solid([(-0.09, -0.32), (-0.18, -0.27), (-0.08, -0.275)], crest)
    sketch.eye((-0.055, -0.3), 0.016, body)
    for k in range(3):
        tip = np.array([-0.03, -0.33]) + polar(0.11, -10 + 35 * k)
        sketch.line(
            curve([(-0.04, -0.33), (np.array([-0.04, -0.33]) + tip) / 2 + (0.0, -0.012), tip]), crest, (1.0, 0.6)
        )
        sketch.part(petal((tip - polar(0.02, 0)), (tip + polar(0.018, 0)), 0.03), crest)
    for y in (-0.12, -0.06, 0.0, 0.06):
        sketch.mark(arc((0.0, y), 0.03, 110, 250), body, 0.7)


def _flying(sketch: Sketch, style: BirdStyle) -> None:
    """Draw a bird diving to the left, wings raised, its forked tail in streamers."""
    body, wing, tail, crest = style.plumage
    for k in range(style.feathers):
        spread = k / max(style.feathers - 1, 1) - 0.5
        tip = np.array([0.24 + 0.1 * spread, 0.42 - 0.2 * abs(spread) - 0.1 * spread])
        sketch.part(leaf((0.06, 0.1), tip, 0.06, 0.35 * spread + 0.1 * style.sweep), tail if k % 2 else crest)
    for k in range(5):
        tip = np.array([0.04, -0.06]) + polar(0.38 - 0.04 * k, 12 + 21 * k) * (0.85, 1)
        sketch.part(leaf((-0.02, -0.05 + 0.02 * k), tip, 0.08, -0.12), wing if k % 2 else body)
    for k in range(4):
        tip = np.array([-0.08, 0.02]) + polar(0.3 - 0.03 * k, -118 - 20 * k) * (0.9, 1)
        sketch.part(leaf((-0.07, 0.0 + 0.015 * k), tip, 0.07, 0.12), wing if k % 2 else tail)
    upper = [(-0.25, -0.25), (-0.17, -0.31), (-0.09, -0.25), (-0.03, -0.12), (0.08, 0.02), (0.11, 0.15)]
    trunk = curve([*upper, (0.0, 0.11), (-0.1, 0.02), (-0.15, -0.1), (-0.2, -0.18)], closed=True)
    sketch.part(trunk, body)
    sketch.solid([(-0.24, -0.27), (-0.33, -0.2), (-0.22, -0.205)], crest)
    sketch.eye((-0.175, -0.245), 0.02, body)
    for turn in (-30, 0, 30):
        sketch.line([(-0.16, -0.29), np.array([-0.16, -0.29]) + polar(0.1, turn)], crest, (1.2, 0.6))
    for x, y in ((-0.08, -0.13), (-0.04, -0.06), (0.0, 0.01)):
        sketch.mark(arc((x, y), 0.03, 120, 260), body, 0.7)
