"""Circles (dots): layouts of one to nine pips and the pips' many rings and petals."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from datasets.synthesis.faces.palette import Palette, chance, weighted
from datasets.synthesis.faces.pips import PIPS, Pip
from datasets.synthesis.faces.shapes import petal, polar

if TYPE_CHECKING:
    import numpy as np

    from datasets.synthesis.faces.pen import Colour, Pen

__all__ = ["CircleStyle", "draw_circles", "layout", "sample_circles", "spread_layout"]

PIP_KINDS: Final = {
    "rings": 0.3, "carved_rings": 0.2, "wheel": 0.12, "flower": 0.1, "coin": 0.05, "bullseye": 0.13,
    "solid": 0.04, "ring": 0.06,
}  # fmt: skip
GREAT_KINDS: Final = {"sunflower": 0.35, "wheel": 0.25, "rings": 0.2, "chrysanthemum": 0.2}

SCHEMES: Final = {
    "classic": ("g", "gb", "brg", "bggb", "bgrgb", "ggrrrr", "gggrrrr", "bbbbbbbb", "gggrrrbbb"),
    "hong_kong": ("g", "bg", "brg", "bggb", "bgrgb", "ggrrrr", "gggrrrr", "bbbbbbbb", "bbbrrrggg"),
    "riichi": ("b", "gb", "brg", "bggb", "bgrgb", "ggrrrr", "gggrrrr", "bbbbbbbb", "gggrrrbbb"),
    "two_tone": ("b", "bb", "brb", "bbbb", "bbrbb", "bbrrrr", "bbbrrrr", "bbbbbbbb", "bbbrrrbbb"),
    "green_red": ("g", "gg", "grg", "gggg", "ggrgg", "ggrrrr", "gggrrrr", "gggggggg", "gggrrrggg"),
    "black_red": ("k", "kk", "krk", "kkkk", "kkrkk", "kkrrrr", "kkkrrrr", "kkkkkkkk", "kkkrrrkkk"),
}
"""Colours per rank in reading order: b blue, g green, r red, k ink."""

EVEN_RANK: Final = 6
THREE_ABREAST: Final = (3, 7, 9)
CLOSE_COLUMNS: Final = (7, 8)


@dataclass(frozen=True, slots=True)
class CircleStyle:
    """How circles look.

    Attributes:
        kind: Of a pip, a key of the pip drawings.
        great_kind: Of the single great circle.
        scheme: Nine strings of colour letters.
        size: Pip radius as a share of the largest that fits.
        great_radius: Of the single circle, in face heights.
        petals: Number of petals or spokes in a pip.
        line: Width of carved lines as a share of the radius.
        heart: Whether pips have a red middle where they are not red.
        steep: Slope of the diagonal of three in 3 and 7.
        spread: How far apart pips stand across and along the face, against the middle way: makers put the pairs of
            4, 6, 7 and 8 anywhere from touching to the face's edges.
        even_six: Whether the three pairs of 6 stand evenly instead of one apart from two.
    """

    kind: str
    great_kind: str
    scheme: tuple[str, ...]
    size: float
    great_radius: float
    petals: int
    line: float
    heart: bool
    steep: float
    spread: tuple[float, float] = (1.0, 1.0)
    even_six: bool = False


def sample_circles(rng: np.random.Generator) -> CircleStyle:
    """Draw a style of circles."""
    names = weighted(
        rng,
        {"classic": 0.3, "hong_kong": 0.2, "riichi": 0.14, "two_tone": 0.2, "green_red": 0.08, "black_red": 0.08},
    )
    return CircleStyle(
        kind=weighted(rng, PIP_KINDS),
        great_kind=weighted(rng, GREAT_KINDS),
        scheme=SCHEMES[names],
        size=float(rng.uniform(0.82, 1.0)),
        great_radius=float(rng.uniform(0.24, 0.32)),
        petals=int(rng.choice([4, 5, 6, 6, 8, 8, 10, 12, 14])),
        line=float(rng.uniform(0.1, 0.19)),
        heart=chance(rng, 0.35),
        steep=float(rng.uniform(0.75, 1.0)),
        spread=(float(rng.uniform(0.72, 1.12)), float(rng.uniform(0.86, 1.1))),
        even_six=chance(rng, 0.25),
    )


def layout(rank: int, steep: float = 1.0) -> tuple[list[tuple[float, float]], float]:
    """Return the pips' places in reading order and the largest radius, in a frame of face heights."""
    corners = [(-0.165, -0.26), (0.165, -0.26), (-0.165, 0.26), (0.165, 0.26)]
    diagonal = [(-0.215, -0.26 - 0.1 * steep), (0.0, -0.26), (0.215, -0.26 + 0.1 * steep)]
    layouts: dict[int, tuple[list[tuple[float, float]], float]] = {
        1: ([(0.0, 0.0)], 0.3),
        2: ([(0.0, -0.21), (0.0, 0.21)], 0.16),
        3: ([(-0.2 * steep, -0.3), (0.0, 0.0), (0.2 * steep, 0.3)], 0.125),
        4: (corners, 0.13),
        5: ([*corners[:2], (0.0, 0.0), *corners[2:]], 0.118),
        6: ([(x, y) for y in (-0.3, 0.06, 0.3) for x in (-0.125, 0.125)], 0.118),
        7: (diagonal + [(x, y) for y in (0.09, 0.32) for x in (-0.118, 0.118)], 0.112),
        8: ([(x, y) for y in (-0.33, -0.11, 0.11, 0.33) for x in (-0.118, 0.118)], 0.108),
        9: ([(x, y) for y in (-0.28, 0.0, 0.28) for x in (-0.215, 0.0, 0.215)], 0.106),
    }
    return layouts[rank]


def spread_layout(rank: int, style: CircleStyle) -> tuple[list[tuple[float, float]], float]:
    """Return a rank's places as this maker spreads them, and the largest radius at which no two pips overlap."""
    places, radius = layout(rank, style.steep)
    if rank == EVEN_RANK and style.even_six:
        places = [(x, y) for y in (-0.29, 0.0, 0.29) for x in (-0.135, 0.135)]
    across, along = style.spread
    # Three abreast leave no room to move in, and columns of four none to move together.
    across = min(across, 1.05) if rank in THREE_ABREAST else across
    along = max(along, 0.97) if rank in CLOSE_COLUMNS else along
    places = [(x * across, y * along) for x, y in places]
    nearest = min((math.dist(a, b) for n, a in enumerate(places) for b in places[:n]), default=math.inf)
    return places, min(radius, nearest / 2)


def draw_circles(pen: Pen, rank: int, style: CircleStyle, palette: Palette, red: Colour | None = None) -> None:
    """Draw a circle tile on the content frame; ``red`` paints every pip (a red five)."""
    paints = {"b": palette.blue, "g": palette.green, "r": palette.red, "k": palette.ink}
    places, radius = spread_layout(rank, style)
    letters = style.scheme[rank - 1]
    for place, letter in zip(places, letters, strict=True):
        colour = red or paints[letter]
        if rank == 1:
            draw_great(pen.at(place, style.great_radius), style, colour, palette)
            continue
        heart = palette.red if style.heart and letter != "r" else colour
        pip = Pip(style.petals, style.line, colour, red or heart)
        PIPS[style.kind](pen.at(place, radius * style.size), pip)


def draw_great(pen: Pen, style: CircleStyle, colour: Colour, palette: Palette) -> None:
    """Draw the single great circle with radius 1 around the pen's origin."""
    count = style.petals * 2
    if style.great_kind == "sunflower":
        for k in range(count):
            angle = 360 * k / count
            shape = petal(polar(0.6, angle), polar(1.12, angle), 4.6 / count)
            pen.fill(shape, colour)
            pen.fill(petal(polar(0.72, angle), polar(0.98, angle), 2.0 / count), None)
        pen.disc((0, 0), 0.56, palette.red)
        pen.ring((0, 0), 0.46, 0.07, None)
        pen.disc((0, 0), 0.2, None)
        pen.disc((0, 0), 0.12, palette.red)
    elif style.great_kind == "wheel":
        pen.ring((0, 0), 1.05, 0.12, colour)
        pen.disc((0, 0), 0.86, colour)
        for k in range(2 * count):
            angle = 180 * k / count
            pen.fill(petal(polar(0.52, angle), polar(0.8, angle), 3.0 / count / 2), None)
        pen.disc((0, 0), 0.46, None)
        for k in range(style.petals):
            angle = 360 * k / style.petals
            pen.fill(petal(polar(0.08, angle), polar(0.4, angle), 1.9 / style.petals), palette.red)
        pen.disc((0, 0), 0.1, colour)
    elif style.great_kind == "rings":
        pen.ring((0, 0), 1.05, 0.16, colour)
        pen.ring((0, 0), 0.78, 0.07, palette.green)
        pen.ring((0, 0), 0.64, 0.12, palette.red)
        pen.ring((0, 0), 0.42, 0.06, colour)
        pen.disc((0, 0), 0.24, palette.red)
    else:
        pen.ring((0, 0), 1.08, 0.09, colour)
        for ring, (inner, outer) in enumerate([(0.62, 0.94), (0.34, 0.66)]):
            paint = (colour, palette.green)[ring]
            for k in range(count):
                angle = 360 * (k + ring / 2) / count
                pen.fill(petal(polar(inner, angle), polar(outer, angle), 4.4 * outer / count), paint)
                pen.stroke([polar(inner, angle), polar(outer - 0.1, angle)], 0.03, None)
        pen.disc((0, 0), 0.34, palette.red)
        pen.ring((0, 0), 0.24, 0.05, None)
