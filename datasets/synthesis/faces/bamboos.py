"""Bamboos: layouts of two to nine sticks and the sticks' shapes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from datasets.synthesis.faces.palette import Palette, chance, weighted
from datasets.synthesis.faces.shapes import curve

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from datasets.synthesis.faces.pen import Colour, Pen

__all__ = ["RARE_STICKS", "BambooStyle", "draw_bamboos", "sample_bamboos", "stick_layout"]

Stick: TypeAlias = tuple[float, float, float, float]
"""Centre x and y, length in face heights, clockwise turn in degrees."""

STICK_KINDS: Final = {"knots": 0.3, "capsules": 0.3, "bones": 0.14, "beads": 0.1, "rods": 0.08, "hollow": 0.08}
RARE_STICKS: Final = ("blades", "ladder")
"""Sticks that only held-out designs show."""

SCHEMES: Final = {
    "green": ("gg", "ggg", "gggg", "ggrgg", "gggggg", "rgggggg", "gggggggg", "grggrggrg"),
    "blue_seven": ("gg", "ggg", "gggg", "ggrgg", "gggggg", "rgbggbg", "gggggggg", "grggrggrg"),
    "blue_top": ("gg", "bgg", "bgbg", "bgrgb", "bbbggg", "rbbbggg", "gggggggg", "rrrbbbggg"),
    "columns": ("bg", "bgg", "bggb", "ggrgg", "gggbbb", "rgbggbg", "ggggbbbb", "rbgrbgrbg"),
    "all_green": ("gg", "ggg", "gggg", "ggggg", "gggggg", "ggggggg", "gggggggg", "ggggggggg"),
    "dark": ("kk", "kkk", "kkkk", "kkrkk", "kkkkkk", "rkkkkkk", "kkkkkkkk", "krkkrkkrk"),
}
"""Colours for 2 to 9 in reading order: b blue, g green, r red, k near black green."""


@dataclass(frozen=True, slots=True)
class BambooStyle:
    """How bamboo sticks look.

    Attributes:
        kind: Of a stick, a key of the stick drawings.
        scheme: Eight strings of colour letters for 2 to 9.
        width: Of a stick as a share of its usual width.
        line: Width of carved lines as a share of the stick's width.
        eight: ``mw`` (M above W), ``wm`` or ``grid``.
        lean_deg: How far the inner sticks of the M lean.
        short: Length of the sticks as a share of the longest that fit.
    """

    kind: str
    scheme: tuple[str, ...]
    width: float
    line: float
    eight: str
    lean_deg: float
    short: float


def sample_bamboos(rng: np.random.Generator) -> BambooStyle:
    """Draw a style of bamboos."""
    scheme = weighted(
        rng, {"green": 0.4, "blue_seven": 0.3, "blue_top": 0.08, "columns": 0.08, "all_green": 0.06, "dark": 0.08}
    )
    return BambooStyle(
        kind=weighted(rng, STICK_KINDS),
        scheme=SCHEMES[scheme],
        width=float(rng.uniform(0.8, 1.15)),
        line=float(rng.uniform(0.1, 0.2)),
        eight=weighted(rng, {"mw": 0.5, "wm": 0.45, "grid": 0.05}),
        lean_deg=float(rng.uniform(38, 56)),
        short=float(rng.uniform(0.88, 1.0)) if chance(rng, 0.8) else 0.8,
    )


def stick_layout(rank: int, eight: str = "mw", lean_deg: float = 45.0) -> tuple[list[Stick], float]:
    """Return the sticks in reading order and their width, in a frame of face heights."""
    two, three = (-0.22, 0.22), (-0.29, 0.0, 0.29)
    wide = (-0.2, 0.0, 0.2)
    tall, low = 0.4, 0.265
    layouts: dict[int, tuple[list[Stick], float]] = {
        2: ([(0, y, tall, 0) for y in two], 0.135),
        3: ([(0, two[0], tall, 0), (-0.16, two[1], tall, 0), (0.16, two[1], tall, 0)], 0.13),
        4: ([(x, y, tall, 0) for y in two for x in (-0.15, 0.15)], 0.13),
        5: (
            [(x, two[0], tall, 0.0) for x in wide[::2]]
            + [(0.0, 0.0, tall, 0.0)]
            + [(x, two[1], tall, 0.0) for x in wide[::2]],
            0.125,
        ),
        6: ([(x, y, tall, 0) for y in two for x in wide], 0.125),
        7: ([(0, three[0], low, 0)] + [(x, y, low, 0) for y in three[1:] for x in wide], 0.115),
        9: ([(x, y, low, 0) for y in three for x in wide], 0.115),
    }
    if rank in layouts:
        return layouts[rank]
    if eight == "grid":
        return [(x, y, tall, 0) for y in two for x in (-0.225, -0.075, 0.075, 0.225)], 0.08
    sticks: list[Stick] = []
    for row, y in enumerate(two):
        up = (row == 0) == (eight == "mw")
        # Inner sticks meet in the middle: low for an M, high for a W.
        lean = -lean_deg if up else lean_deg
        shift = 0.01 if up else -0.01
        sticks += [
            (-0.235, y, tall, 0),
            (-0.09, y + shift, 0.27, lean),
            (0.09, y + shift, 0.27, -lean),
            (0.235, y, tall, 0),
        ]
    return sticks, 0.098


def draw_bamboos(pen: Pen, rank: int, style: BambooStyle, palette: Palette, red: Colour | None = None) -> None:
    """Draw a bamboo tile of 2 to 9 on the content frame; ``red`` paints every stick (a red five)."""
    dark = tuple(round(0.5 * channel) for channel in palette.green)
    paints = {"b": palette.blue, "g": palette.green, "r": palette.red, "k": (dark[0], dark[1], dark[2])}
    sticks, width = stick_layout(rank, style.eight, style.lean_deg)
    for (x, y, length, turn), letter in zip(sticks, style.scheme[rank - 2], strict=True):
        colour = red or paints[letter]
        draw_stick(pen.at((x, y), angle_deg=turn), (width * style.width, length * style.short), style, colour)


def draw_stick(pen: Pen, size_wh: tuple[float, float], style: BambooStyle, colour: Colour) -> None:
    """Draw one upright stick around the pen's origin."""
    # A stick's own frame: half its width and half its height are the units.
    w, h = size_wh[0] / 2, size_wh[1] / 2
    kinds: dict[str, Callable[[Pen, tuple[float, float], float, Colour], None]] = {
        "knots": _knots, "capsules": _capsules, "bones": _bones, "beads": _beads, "hollow": _hollow, "rods": _rods,
        "blades": _blades, "ladder": _ladder,
    }  # fmt: skip
    kinds[style.kind](pen, (w, h), style.line * size_wh[0], colour)


def _knots(pen: Pen, half: tuple[float, float], line: float, colour: Colour) -> None:
    w, h = half
    upper = [(0.0, -1.0), (0.75, -0.97), (0.95, -0.84), (0.5, -0.5), (0.95, -0.12)]
    pen.fill(_mirrored(upper + [(x, -y) for x, y in upper[::-1]], w, h), colour)
    for sign in (-1, 1):
        pen.stroke([(0, sign * 0.14 * h), (0, sign * 0.8 * h)], line, None)


def _capsules(pen: Pen, half: tuple[float, float], line: float, colour: Colour) -> None:
    w, h = half
    part = [(0.0, 0.04), (0.85, 0.08), (0.9, 0.22), (0.72, 0.5), (0.9, 0.8), (0.85, 0.95), (0.0, 1.0)]
    for sign in (-1, 1):
        pen.fill(_mirrored([(x, sign * y) for x, y in part], w, h), colour)
        pen.stroke([(0, sign * 0.24 * h), (0, sign * 0.8 * h)], line * 1.6, None)


def _bones(pen: Pen, half: tuple[float, float], line: float, colour: Colour) -> None:
    w, h = half
    upper = [(0.0, -1.0), (0.7, -1.0), (1.0, -0.9), (0.62, -0.76), (0.56, -0.4), (0.6, -0.18), (0.95, -0.06)]
    pen.fill(_mirrored(upper + [(x, -y) for x, y in upper[::-1]], w, h), colour)
    pen.stroke([(-0.6 * w, 0), (0.6 * w, 0)], line * 0.8, None)
    for sign in (-1, 1):
        pen.stroke([(0, sign * 0.2 * h), (0, sign * 0.74 * h)], line, None)
        pen.ring((0, sign * 0.88 * h), 0.4 * w, line * 0.8, None)


def _beads(pen: Pen, half: tuple[float, float], line: float, colour: Colour) -> None:
    w, h = half
    pen.stroke([(0, -0.9 * h), (0, 0.9 * h)], 0.7 * w, colour)
    for y in (-0.75 * h, -0.25 * h, 0.25 * h, 0.75 * h):
        pen.ellipse((0, y), (0.95 * w, 0.24 * h), colour)
        pen.stroke([(-0.4 * w, y), (0.4 * w, y)], line, None)


def _hollow(pen: Pen, half: tuple[float, float], line: float, colour: Colour) -> None:
    w, h = half
    wall = 1 - line / w
    for sign in (-1, 1):
        part = [(0.0, 0.03), (0.9, 0.06), (0.85, 0.5), (0.9, 0.96), (0.0, 1.0)]
        pen.fill(_mirrored([(x, sign * y) for x, y in part], w, h), colour)
        inner = [(0.0, 0.2), (0.6 * wall, 0.24), (0.57 * wall, 0.5), (0.6 * wall, 0.78), (0.0, 0.84)]
        pen.fill(_mirrored([(x, sign * y) for x, y in inner], w, h), None)


def _rods(pen: Pen, half: tuple[float, float], line: float, colour: Colour) -> None:
    w, h = half
    pen.fill([(-0.6 * w, -h), (0.6 * w, -h), (0.6 * w, h), (-0.6 * w, h)], colour)
    for y in (-0.96 * h, -0.33 * h, 0.33 * h, 0.96 * h):
        pen.stroke([(-0.75 * w, y), (0.75 * w, y)], 0.11 * h, colour)
        pen.stroke([(-0.7 * w, y + 0.09 * h), (0.7 * w, y + 0.09 * h)], line * 0.5, None)


def _mirrored(profile: list[tuple[float, float]], w: float, h: float) -> NDArray[np.float64]:
    right = curve([(x * w, y * h) for x, y in profile], steps=5)
    return np.concatenate([right, right[::-1] * (-1, 1)])


def _blades(pen: Pen, half: tuple[float, float], line: float, colour: Colour) -> None:
    w, h = half
    for sign in (-1, 1):
        pen.fill(_mirrored([(0.0, 0.02 * sign), (0.9, 0.45 * sign), (0.0, 1.0 * sign)], w, h), colour)
        pen.stroke([(0, sign * 0.2 * h), (0, sign * 0.75 * h)], 0.9 * line, None)
    pen.stroke([(-0.9 * w, 0), (0.9 * w, 0)], line, colour)


def _ladder(pen: Pen, half: tuple[float, float], line: float, colour: Colour) -> None:
    w, h = half
    for side in (-1, 1):
        pen.stroke([(side * 0.7 * w, -h), (side * 0.7 * w, h)], 1.5 * line, colour)
    for k in range(5):
        y = (-0.8 + 0.4 * k) * h
        pen.stroke([(-0.7 * w, y), (0.7 * w, y)], 1.3 * line, colour)
