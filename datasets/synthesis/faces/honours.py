"""Winds and dragons: lettered, framed, or left blank; pictures of dragons are in :mod:`.dragons`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.synthesis.faces.lettering import Lettering, choose_variant, sample_ideographs, sample_latin
from datasets.synthesis.faces.palette import Palette, chance, weighted
from datasets.synthesis.faces.shapes import arc, star

if TYPE_CHECKING:
    from collections.abc import Callable

    from datasets.synthesis.faces.pen import Colour, Pen

__all__ = ["RARE_WHITES", "HonourStyle", "draw_lettered", "draw_white", "sample_honours"]

WHITE_KINDS: Final = {
    "blank": 0.2, "frame": 0.2, "double": 0.22, "cut": 0.1, "ornate": 0.1, "beads": 0.05, "dashed": 0.05,
    "lettered": 0.04, "framed_letter": 0.04,
}  # fmt: skip


RARE_WHITES: Final = ("brackets", "waves")
"""White dragons that only held-out designs show."""


@dataclass(frozen=True, slots=True)
class HonourStyle:
    """How winds and dragons look.

    Attributes:
        lettering: Of winds and dragons.
        latin: Of a lettered white dragon.
        words: Seven ideographs for 1z to 7z; the fifth is used by lettered white dragons only.
        size_wh: Width and height of an honour's inked box in face heights.
        wind_colour: BGR.
        white_kind: What the white dragon shows, a key of the drawings.
        white_colour: BGR.
        white_letters: Of a lettered white dragon.
        white_line: Width of its frame in face heights.
        pictorial: Whether 6z and 7z are pictures of dragons.
    """

    lettering: Lettering
    latin: Lettering
    words: str
    size_wh: tuple[float, float]
    wind_colour: Colour
    white_kind: str
    white_colour: Colour
    white_letters: str
    white_line: float
    pictorial: bool


def sample_honours(rng: np.random.Generator, palette: Palette, lettering: Lettering) -> HonourStyle:
    """Draw a style of winds and dragons; ``lettering`` is that of the characters, which most makers share."""
    own = lettering if chance(rng, 0.75) else sample_ideographs(rng)
    font = own.font
    east = choose_variant(rng, font, {"東": 0.95, "东": 0.05})
    green = choose_variant(rng, font, {"發": 0.86, "発": 0.04, "发": 0.1})
    wind = palette.ink if chance(rng, 0.8) else palette.blue
    if chance(rng, 0.05):
        wind = palette.green
    white = palette.blue if chance(rng, 0.72) else palette.ink
    if chance(rng, 0.08):
        white = palette.green if chance(rng, 0.6) else palette.red
    return HonourStyle(
        lettering=own,
        latin=sample_latin(rng),
        words=f"{east}南西北白{green}中",
        size_wh=(float(rng.uniform(0.44, 0.56)), float(rng.uniform(0.5, 0.74))),
        wind_colour=wind,
        white_kind=weighted(rng, WHITE_KINDS),
        white_colour=white,
        white_letters=weighted(rng, {"B": 0.3, "P": 0.25, "白": 0.3, "WH": 0.15}),
        white_line=float(rng.uniform(0.014, 0.034)),
        # Only their paints tell the dragons of a picture apart.
        pictorial=chance(rng, 0.16) and palette.red != palette.green,
    )


def draw_lettered(pen: Pen, rank: int, style: HonourStyle, palette: Palette) -> None:
    """Draw a wind, or the green or red dragon as an ideograph, on the content frame."""
    colour = {6: palette.green, 7: palette.red}.get(rank, style.wind_colour)
    width, height = style.size_wh
    letter = style.words[rank - 1]
    if letter == "中":
        width, height = width * 0.86, height * 1.08
    turned = pen.at((0, 0), angle_deg=style.lettering.slant_deg)
    turned.text(letter, style.lettering.font, (width, height), style.lettering.ink(colour, letter))


def draw_white(pen: Pen, style: HonourStyle, aspect: float) -> None:
    """Draw the white dragon on the face's own frame: nothing, a frame of many kinds, or letters."""
    half = 0.39 * aspect, 0.41
    frames: dict[str, Callable[[Pen, tuple[float, float], float, Colour], None]] = {
        "cut": _cut_frame, "ornate": _ornate_frame, "beads": _beaded_frame, "dashed": _dashed_frame,
        "brackets": _brackets, "waves": _waves,
    }  # fmt: skip
    line, colour, roundness = style.white_line, style.white_colour, 0.12 * (style.latin.seed % 3)
    if style.white_kind in frames:
        frames[style.white_kind](pen, half, line, colour)
    elif style.white_kind in {"frame", "framed_letter"}:
        _frame(pen, half, 1.6 * line, colour, roundness)
    elif style.white_kind == "double":
        _frame(pen, half, 1.3 * line, colour, roundness)
        _frame(pen, (half[0] - 2.6 * line, half[1] - 2.6 * line), 0.8 * line, colour, 0.0)
    if style.white_kind in {"lettered", "framed_letter"}:
        lettering = style.lettering if style.white_letters == "白" else style.latin
        shrink = 0.62 if style.white_kind == "framed_letter" else 1.0
        height = 0.52 if len(style.white_letters) == 1 else 0.34
        lettering.line(pen, style.white_letters, (0.44 * shrink, height * shrink), colour)


def _beaded_frame(pen: Pen, half: tuple[float, float], line: float, colour: Colour) -> None:
    for point in _border_points(half, 0.075):
        pen.disc(point, 0.016 + 0.5 * line, colour)
        pen.disc(point, 0.01, None)


def _dashed_frame(pen: Pen, half: tuple[float, float], line: float, colour: Colour) -> None:
    w, h = half
    for side in (-1, 1):
        for k in range(6):
            y = -h + (k + 0.5) * h / 3
            pen.stroke([(side * w, y - 0.05), (side * w, y + 0.05)], 2 * line, colour)
        for k in range(4):
            x = -w + (k + 0.5) * w / 2
            pen.stroke([(x - 0.04, side * h), (x + 0.04, side * h)], 2 * line, colour)


def _brackets(pen: Pen, half: tuple[float, float], line: float, colour: Colour) -> None:
    """Draw the four corners of a frame and a small lozenge in the middle."""
    w, h = half
    for sx in (-1, 1):
        for sy in (-1, 1):
            x, y = sx * w, sy * h
            pen.stroke([(x - sx * 0.16, y), (x, y), (x, y - sy * 0.2)], 2.2 * line, colour)
            pen.disc((x - sx * 0.07, y - sy * 0.07), 0.02, colour)
    pen.at((0, 0), 0.07).fill(star(4, 1.0, 0.4), colour)


def _waves(pen: Pen, half: tuple[float, float], line: float, colour: Colour) -> None:
    """Draw a wavy frame."""
    w, h = half
    t = np.linspace(0, 1, 60)
    for sign in (-1, 1):
        wave = 0.02 * np.sin(2 * np.pi * 7 * t)
        pen.stroke(np.stack([-w + 2 * w * t, sign * h + wave], axis=1), 1.5 * line, colour)
        pen.stroke(np.stack([sign * w + wave, -h + 2 * h * t], axis=1), 1.5 * line, colour)


def _frame(pen: Pen, half: tuple[float, float], line: float, colour: Colour, round_part: float) -> None:
    w, h = half
    for size, paint in ((0.0, colour), (line, None)):
        a, b = w - size, h - size
        radius = max(0.0, round_part * w * 2 - size)
        corners = [
            (a - radius, -b + radius, 0),
            (a - radius, b - radius, 90),
            (-a + radius, b - radius, 180),
            (-a + radius, -b + radius, 270),
        ]
        pen.fill([point for x, y, start in corners for point in arc((x, y), radius, start, start + 90)], paint)


def _cut_frame(pen: Pen, half: tuple[float, float], line: float, colour: Colour) -> None:
    """Draw a frame in a frame with diagonal braces in its corners."""
    w, h = half
    _frame(pen, (w, h), 1.8 * line, colour, 0.06)
    inset = 0.055
    _frame(pen, (w - inset, h - inset), 0.8 * line, colour, 0.0)
    for sx in (-1, 1):
        for sy in (-1, 1):
            x, y = sx * (w - inset), sy * (h - inset)
            pen.stroke([(x, y - sy * 0.09), (x - sx * 0.09, y)], 0.8 * line, colour)


def _ornate_frame(pen: Pen, half: tuple[float, float], line: float, colour: Colour) -> None:
    """Draw a frame with key-pattern corners and lozenges on its sides."""
    w, h = half
    _frame(pen, (w, h), line, colour, 0.0)
    inner_w, inner_h = w - 0.075, h - 0.075
    _frame(pen, (inner_w, inner_h), line, colour, 0.0)
    for x, y in _border_points((w - 0.037, h - 0.037), 0.095):
        pen.at((x, y), 0.03).fill(star(4, 1.0, 0.4), colour)
    for sx in (-1, 1):
        for sy in (-1, 1):
            x, y = sx * (inner_w - 0.02), sy * (inner_h - 0.02)
            key = [
                (x, y),
                (x - sx * 0.1, y),
                (x - sx * 0.1, y - sy * 0.07),
                (x - sx * 0.045, y - sy * 0.07),
                (x - sx * 0.045, y - sy * 0.035),
            ]
            pen.stroke(key, 0.9 * line, colour)


def _border_points(half: tuple[float, float], step: float) -> list[tuple[float, float]]:
    w, h = half
    across, down = max(2, round(2 * w / step)), max(2, round(2 * h / step))
    points = [(-w + 2 * w * k / across, side * h) for k in range(across + 1) for side in (-1, 1)]
    return points + [(side * w, -h + 2 * h * k / down) for k in range(1, down) for side in (-1, 1)]
