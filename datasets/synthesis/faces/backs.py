"""Tile backs: plain, grained bamboo, patterned, lettered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from datasets.synthesis.faces.palette import chance, hsv_to_bgr, weighted
from datasets.synthesis.faces.shapes import arc, star

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.synthesis.faces.lettering import Lettering
    from datasets.synthesis.faces.pen import Colour, Pen

__all__ = ["BackStyle", "draw_back", "grain", "sample_back"]


@dataclass(frozen=True, slots=True)
class BackStyle:
    """How backs look.

    Attributes:
        kind: ``plain``, ``bamboo``, ``lattice``, ``scales``, ``stars``, ``framed``, ``emblem``, ``stripes``.
        colour: Of the ground, BGR.
        paint: Of the pattern, BGR.
        step: Of the pattern in face heights.
        line: Width of its lines in face heights.
        letter: Of an emblem.
    """

    kind: str
    colour: Colour
    paint: Colour
    step: float
    line: float
    letter: str


def sample_back(rng: np.random.Generator) -> BackStyle:
    """Draw a back."""
    kinds = {"plain": 0.62, "bamboo": 0.12, "lattice": 0.06, "scales": 0.04, "stars": 0.03, "framed": 0.05}
    kind = weighted(rng, kinds | {"emblem": 0.04, "stripes": 0.04})
    hue = float(rng.choice([145.0, 160.0, 210.0, 225.0, 240.0, 45.0, 28.0, 5.0, 320.0, 275.0, 190.0]))
    colour = hsv_to_bgr(hue + rng.uniform(-8, 8), rng.uniform(0.35, 0.95), rng.uniform(0.35, 0.92))
    if kind == "bamboo":
        colour = hsv_to_bgr(rng.uniform(25, 42), rng.uniform(0.35, 0.65), rng.uniform(0.5, 0.85))
    elif chance(rng, 0.18):
        colour = hsv_to_bgr(rng.uniform(20, 60), rng.uniform(0.0, 0.25), float(rng.choice([0.12, 0.25, 0.85, 0.93])))
    shade = rng.uniform(0.45, 0.75) if chance(rng, 0.5) else rng.uniform(1.25, 1.6)
    paint = tuple(int(np.clip(channel * shade + 12, 0, 255)) for channel in colour)
    return BackStyle(
        kind=kind,
        colour=colour,
        paint=(paint[0], paint[1], paint[2]),
        step=float(rng.uniform(0.08, 0.16)),
        line=float(rng.uniform(0.01, 0.02)),
        letter=weighted(rng, {"雀": 0.3, "發": 0.3, "中": 0.2, "龍": 0.2}),
    )


def draw_back(pen: Pen, style: BackStyle, lettering: Lettering, half_width: float) -> None:
    """Draw the pattern of a back on the face's own frame; the ground is laid by the finish."""
    patterns = {"lattice": _lattice, "scales": _scales, "stars": _stars, "stripes": _stripes}
    if style.kind in patterns:
        patterns[style.kind](pen, style)
    elif style.kind in {"framed", "emblem"}:
        for inset in (0.06, 0.06 + 2.5 * style.line):
            w, h = half_width - inset, 0.5 - inset
            pen.contour([(-w, -h), (w, -h), (w, h), (-w, h)], style.line, style.paint)
    if style.kind == "emblem":
        letter = style.letter if lettering.font.covers(style.letter) else "中"
        lettering.ideograph(pen, letter, (0.42, 0.42), style.paint)


def _lattice(pen: Pen, style: BackStyle) -> None:
    for k in np.arange(-1.5, 1.5, style.step):
        pen.stroke([(k - 1, -1), (k + 1, 1)], style.line, style.paint)
        pen.stroke([(k + 1, -1), (k - 1, 1)], style.line, style.paint)


def _scales(pen: Pen, style: BackStyle) -> None:
    step = style.step
    for row, y in enumerate(np.arange(-0.6, 0.6, step / 2)):
        for x in np.arange(-0.6, 0.6, step) + (row % 2) * step / 2:
            pen.stroke(arc((x, y), step / 2, 90, 270), style.line, style.paint)


def _stars(pen: Pen, style: BackStyle) -> None:
    step = style.step
    for row, y in enumerate(np.arange(-0.45, 0.46, step)):
        for x in np.arange(-0.4, 0.41, step) + (row % 2) * step / 2:
            pen.at((x, y), 0.32 * step).fill(star(4, 1.0, 0.35), style.paint)


def _stripes(pen: Pen, style: BackStyle) -> None:
    for x in np.arange(-0.5, 0.5, style.step):
        pen.fill([(x, -0.6), (x + style.step / 2, -0.6), (x + style.step / 2, 0.6), (x, 0.6)], style.paint)


def grain(shape_hw: tuple[int, int], rng: np.random.Generator) -> NDArray[np.float32]:
    """Return bamboo grain running down as a field of about -1..1."""
    height, width = shape_hw
    fibres = rng.normal(0, 1, (max(2, height // 48), width)).astype(np.float32)
    field = np.zeros((height, width), np.float32)
    rows = np.linspace(0, len(fibres) - 1, height)
    low = np.minimum(rows.astype(int), len(fibres) - 2)
    part = (rows - low)[:, None].astype(np.float32)
    field += fibres[low] * (1 - part) + fibres[low + 1] * part
    return field * np.float32(0.6)
