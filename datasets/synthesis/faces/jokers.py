"""Jokers: lettered along, down or across, big initials, pictures, or the Chinese words for a wild tile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from datasets.synthesis.faces.dragons import DragonStyle, draw_dragon, sample_dragon
from datasets.synthesis.faces.figures import FIGURES
from datasets.synthesis.faces.lettering import Lettering, choose_variant, sample_ideographs, sample_latin
from datasets.synthesis.faces.palette import Palette, chance, weighted
from datasets.synthesis.faces.shapes import polar, star
from datasets.synthesis.faces.sketch import Hatching, Sketch, sample_hatching

if TYPE_CHECKING:
    from collections.abc import Callable

    from datasets.synthesis.faces.pen import Colour, Pen

__all__ = ["JokerStyle", "draw_joker", "sample_joker"]


@dataclass(frozen=True, slots=True)
class JokerStyle:
    """How the joker looks.

    Attributes:
        kind: ``across``, ``down``, ``slanted``, ``initial``, ``picture`` (lettered below it), ``twice`` (word on top
            and, upside down, at the bottom), ``star``, ``ideographs``.
        lettering: Of ideographs.
        latin: Of the word.
        word: JOKER or another spelling.
        ideographs: 百搭 and the like.
        hatching: Way of engraving the picture.
        picture: A key of the figure drawings, or ``dragon``.
        dragon: Its style, should it be a dragon.
        colours: Word, picture's main, second and third colour.
        rainbow: Whether each letter has its own colour.
        seed: Of the picture's own variations.
    """

    kind: str
    lettering: Lettering
    latin: Lettering
    word: str
    ideographs: str
    hatching: Hatching
    picture: str
    dragon: DragonStyle
    colours: tuple[Colour, Colour, Colour, Colour]
    rainbow: bool
    seed: int


def sample_joker(rng: np.random.Generator, palette: Palette, lettering: Lettering) -> JokerStyle:
    """Draw a joker; ``lettering`` is that of the set's ideographs."""
    own = lettering if chance(rng, 0.6) else sample_ideographs(rng)
    paints = [palette.red, palette.green, palette.blue, palette.ink, palette.accent]
    order = rng.permutation(len(paints))
    kinds = {
        "across": 0.1, "down": 0.12, "slanted": 0.1, "initial": 0.07, "picture": 0.32, "twice": 0.12, "star": 0.05,
        "ideographs": 0.12,
    }  # fmt: skip
    pictures = {
        "jester": 0.42, "crown": 0.08, "dragon": 0.12, "star": 0.08, "robed": 0.1, "lantern": 0.04, "fish": 0.04,
        "cat": 0.06, "butterfly": 0.06,
    }  # fmt: skip
    return JokerStyle(
        kind=weighted(rng, kinds),
        lettering=own,
        latin=sample_latin(rng),
        word=weighted(rng, {"JOKER": 0.92, "BIG JOKER": 0.02, "Joker": 0.06}),
        ideographs=choose_variant(rng, own.font, {"百搭": 0.7, "財神": 0.12, "飛": 0.1, "聽用": 0.08}),
        hatching=sample_hatching(rng),
        picture=weighted(rng, pictures),
        dragon=sample_dragon(rng),
        colours=(paints[order[0]], paints[order[1]], paints[order[2]], paints[order[3]]),
        rainbow=chance(rng, 0.25),
        seed=int(rng.integers(1 << 30)),
    )


def draw_joker(pen: Pen, style: JokerStyle) -> None:
    """Draw the joker on the content frame."""
    kinds: dict[str, Callable[[Pen, JokerStyle], None]] = {
        "across": _across, "down": _down, "slanted": _slanted, "initial": _initial, "picture": _captioned,
        "twice": _twice, "star": _starred, "ideographs": _ideographs,
    }  # fmt: skip
    kinds[style.kind](pen, style)


def _across(pen: Pen, style: JokerStyle) -> None:
    _word(pen, style, (0.58, 0.2))
    for y in (-0.24, 0.24):
        pen.stroke([(-0.28, y), (0.28, y)], 0.018, style.colours[1])


def _down(pen: Pen, style: JokerStyle) -> None:
    for k, letter in enumerate("JOKER"):
        _letter(pen.at((0, (k - 2) * 0.178)), style, k, letter, 0.145)
    if style.seed % 2:
        for side in (-1, 1):
            pen.stroke([(side * 0.22, -0.4), (side * 0.22, 0.4)], 0.016, style.colours[1])


def _slanted(pen: Pen, style: JokerStyle) -> None:
    angle = -38.0 - style.seed % 24
    _word(pen.at((0, 0), angle_deg=angle), style, (0.74, 0.19))
    for side in (-1, 1):
        pen.at(polar(side * 0.24, angle), 0.075).fill(star(5, 1.0, 0.45), style.colours[2])


def _initial(pen: Pen, style: JokerStyle) -> None:
    style.latin.line(pen.at((0, -0.06)), "J", (0.0, 0.56), style.colours[0])
    _word(pen.at((0, 0.36)), style, (0.5, 0.1))


def _captioned(pen: Pen, style: JokerStyle) -> None:
    low = style.seed % 3 > 0
    _word(pen.at((0, 0.4 if low else -0.4)), style, (0.56, 0.11))
    _picture(pen.at((0, -0.06 if low else 0.06), 0.86), style)


def _twice(pen: Pen, style: JokerStyle) -> None:
    _word(pen.at((0, -0.37)), style, (0.54, 0.12))
    _word(pen.at((0, 0.37), angle_deg=180), style, (0.54, 0.12))
    _picture(pen.at((0, 0), 0.62), style)


def _starred(pen: Pen, style: JokerStyle) -> None:
    pen.at((0, -0.05), 0.36).fill(star(5 + style.seed % 4, 1.0, 0.45), style.colours[1])
    _word(pen.at((0, 0.38)), style, (0.54, 0.11))


def _ideographs(pen: Pen, style: JokerStyle) -> None:
    count = len(style.ideographs)
    height = 0.42 if count > 1 else 0.62
    for k, letter in enumerate(style.ideographs):
        place = pen.at((0, (k - (count - 1) / 2) * 0.44))
        style.lettering.ideograph(place, letter, (height * 1.1, height), style.colours[min(k, 1)])


def _letter(pen: Pen, style: JokerStyle, k: int, letter: str, height: float) -> None:
    colour = style.colours[k % 4 if style.rainbow else 0]
    style.latin.line(pen, letter, (0.0, height), colour)


def _word(pen: Pen, style: JokerStyle, size_wh: tuple[float, float]) -> None:
    if not style.rainbow:
        style.latin.line(pen, style.word, size_wh, style.colours[0])
        return
    for k, letter in enumerate("JOKER"):
        step = size_wh[0] / 5
        place = pen.at(((k - 2) * step, 0))
        style.latin.line(place, letter, (0.84 * step, size_wh[1]), style.colours[k % 4])


def _picture(pen: Pen, style: JokerStyle) -> None:
    if style.picture == "dragon":
        draw_dragon(pen, style.dragon, style.colours[1], style.colours[2])
        return
    rng = np.random.default_rng(style.seed)
    FIGURES[style.picture](Sketch(pen, style.hatching), style.colours[1:], rng)
