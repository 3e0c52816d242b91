"""Pictures of dragons, as American sets and some souvenir sets show green and red dragons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from datasets.synthesis.faces.palette import chance
from datasets.synthesis.faces.shapes import along, arc, curve, leaf, polar
from datasets.synthesis.faces.sketch import Hatching, Sketch, sample_hatching

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.synthesis.faces.pen import Colour, Pen

__all__ = ["DragonStyle", "draw_dragon", "sample_dragon"]


@dataclass(frozen=True, slots=True)
class DragonStyle:
    """How pictures of dragons look.

    Attributes:
        hatching: Way of engraving.
        spine: (N, 2) points of the body from the neck to the tail's tip.
        girth: Of the body in face heights.
        flip: Facing right.
        spikes: Number of spikes along the back.
        scales: Whether scales are carved.
        pearl: Whether a flaming pearl floats before it.
    """

    hatching: Hatching
    spine: tuple[tuple[float, float], ...]
    girth: float
    flip: bool
    spikes: int
    scales: bool
    pearl: bool


SPINES = (
    (
        (-0.08, -0.24),
        (0.14, -0.2),
        (0.2, -0.04),
        (-0.02, 0.02),
        (-0.2, 0.12),
        (-0.08, 0.27),
        (0.14, 0.26),
        (0.24, 0.38),
    ),
    (
        (-0.06, -0.26),
        (0.1, -0.3),
        (0.23, -0.16),
        (0.06, 0.0),
        (-0.14, 0.08),
        (-0.02, 0.22),
        (0.2, 0.2),
        (0.22, 0.36),
        (0.02, 0.42),
    ),
    ((-0.1, -0.2), (0.04, -0.34), (0.2, -0.22), (0.12, 0.0), (0.18, 0.2), (0.02, 0.34), (-0.16, 0.22), (-0.22, 0.34)),
    (
        (-0.08, -0.22),
        (0.1, -0.14),
        (0.02, 0.02),
        (-0.16, 0.08),
        (-0.12, 0.24),
        (0.08, 0.22),
        (0.2, 0.1),
        (0.26, 0.26),
        (0.16, 0.4),
    ),
)
"""Ways a dragon coils on a tile."""


def sample_dragon(rng: np.random.Generator) -> DragonStyle:
    """Draw a picture of a dragon."""
    spine = np.asarray(SPINES[int(rng.integers(len(SPINES)))])
    spine = spine + rng.normal(0, 0.014, spine.shape)
    return DragonStyle(
        hatching=sample_hatching(rng),
        spine=tuple((float(x), float(y)) for x, y in spine),
        girth=float(rng.uniform(0.085, 0.125)),
        flip=chance(rng, 0.5),
        spikes=int(rng.integers(10, 18)),
        scales=chance(rng, 0.75),
        pearl=chance(rng, 0.4),
    )


def draw_dragon(pen: Pen, style: DragonStyle, colour: Colour, accent: Colour) -> None:
    """Draw a dragon on the content frame; ``accent`` is for tongue, pearl and mane."""
    sketch = Sketch(pen.at((0, 0), flip=style.flip), style.hatching)
    spine = curve(style.spine, steps=10)
    girth = style.girth
    _legs(sketch, spine, girth, colour)
    for k in range(style.spikes):
        place, heading = along(spine, 0.06 + 0.88 * k / style.spikes)
        size = girth * (1.05 - 0.5 * k / style.spikes)
        side = polar(1, heading + 90)
        back = polar(0.35 * size, heading)
        sketch.solid(
            [place + side * size * 0.3 - back, place + side * size * 0.3 + back, place + side * size * 0.95 + back],
            colour,
        )
    widths = (0.75, 1.0, 1.05, 0.95, 0.75, 0.5, 0.25, 0.08)
    t = np.linspace(0, 1, len(spine))
    half = 0.5 * girth * np.interp(t, np.linspace(0, 1, len(widths)), widths)
    tangent = np.gradient(spine, axis=0)
    tangent /= np.maximum(np.linalg.norm(tangent, axis=1, keepdims=True), 1e-9)
    normal = np.stack([-tangent[:, 1], tangent[:, 0]], axis=1) * half[:, None]
    sketch.part(np.concatenate([spine + normal, (spine - normal)[::-1]]), colour)
    if style.scales:
        for k in range(1, 22):
            place, heading = along(spine, k / 25)
            reach = girth * np.interp(k / 25, np.linspace(0, 1, len(widths)), widths)
            sketch.mark(arc(place, 0.42 * float(reach), heading - 75, heading + 75), colour, 0.7)
    tail, _ = along(spine, 0.985)
    for turn in (-40, 0, 40):
        _, heading = along(spine, 0.97)
        sketch.part(leaf(tail, (tail + polar(0.085, heading + turn)), 0.04), colour)
    _head(sketch.at(spine[0], 1.5 * girth / 0.15 * 0.15), colour, accent)
    if style.pearl:
        sketch.dot((-0.26, 0.02), 0.036, accent)
        for turn in (-30, 10, 50):
            sketch.line([(-0.26, 0.0), np.array([-0.26, 0.0]) + polar(0.085, turn)], accent, (1.0, 0.4))


def _legs(sketch: Sketch, spine: NDArray[np.float64], girth: float, colour: Colour) -> None:
    for fraction, side in ((0.2, 1), (0.3, -1), (0.58, 1), (0.7, -1)):
        place, heading = along(spine, fraction)
        knee = place + polar(1.15 * girth, heading + side * 90 - 20)
        foot = knee + polar(0.85 * girth, heading + side * 40 + 160 * (side < 0))
        sketch.line([place, knee, foot], colour, (3.4, 2.6, 1.6))
        _, out = along(np.array([knee, foot]), 0.5)
        for toe in (-45, 0, 45):
            sketch.line([foot, foot + polar(0.45 * girth, out + toe)], colour, (1.3, 0.4))


def _head(sketch: Sketch, colour: Colour, accent: Colour) -> None:
    """Draw a head facing left with open jaws, horns, mane and whiskers, its neck at the origin."""
    for turn, length in ((35, 1.1), (60, 1.2), (85, 1.15), (112, 1.0), (140, 0.9)):
        sketch.part(leaf((0.05, 0.0), polar(length * 0.8, turn), 0.28, 0.15), accent if turn in {60, 112} else colour)
    for dx in (0.0, 0.22):
        sketch.line(curve([(-0.15 + dx, -0.35), (0.05 + dx, -0.75), (0.4 + dx, -0.85)]), colour, (1.8, 0.6))
    sketch.line(curve([(-0.45, 0.16), (-0.75, 0.2), (-0.95, 0.08)]), accent, (1.4, 0.6))
    upper = curve(
        [
            (0.3, -0.1),
            (0.15, -0.4),
            (-0.2, -0.45),
            (-0.5, -0.25),
            (-0.85, -0.32),
            (-1.0, -0.12),
            (-0.85, 0.03),
            (-0.45, 0.04),
            (0.0, 0.2),
        ],
        closed=True,
        steps=5,
    )
    lower = curve(
        [(0.2, 0.0), (-0.25, 0.14), (-0.6, 0.3), (-0.72, 0.42), (-0.4, 0.46), (0.0, 0.38), (0.25, 0.25)],
        closed=True,
        steps=5,
    )
    sketch.part(lower, colour)
    sketch.part(upper, colour)
    sketch.eye((-0.25, -0.22), 0.13, colour)
    sketch.mark(arc((-0.86, -0.16), 0.07, 0, 300), colour, 0.7)
    for start, middle, end in (((-0.9, -0.02), (-1.15, 0.1), (-1.05, 0.4)), ((-0.8, 0.0), (-1.0, 0.3), (-0.85, 0.6))):
        sketch.line(curve([start, middle, end]), colour, (0.9, 0.5))
