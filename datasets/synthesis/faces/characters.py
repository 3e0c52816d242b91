"""Characters (craks): a numeral above the word for ten thousand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from datasets.synthesis.faces.lettering import Lettering, choose_variant, sample_ideographs
from datasets.synthesis.faces.palette import Palette, chance

if TYPE_CHECKING:
    import numpy as np

    from datasets.synthesis.faces.pen import Colour, Pen

__all__ = ["FORMAL", "CharacterStyle", "draw_characters", "sample_characters"]

PLAIN: Final = "一二三四五六七八九"
FORMAL: Final = "壹貳叁肆伍陸柒捌玖"
"""Numerals 1 to 9 as they are written on cheques."""


@dataclass(frozen=True, slots=True)
class CharacterStyle:
    """How characters look.

    Attributes:
        lettering: Of both ideographs.
        numerals: Nine ideographs for 1 to 9.
        word: The ideograph below, 萬 or 万.
        numeral_wh: Size of the numeral's square, in face heights.
        word_wh: Size of the word's square.
        gap: Distance between the two squares; negative where they interlock.
        numeral_colour: BGR.
        word_colour: BGR.
    """

    lettering: Lettering
    numerals: str
    word: str
    numeral_wh: tuple[float, float]
    word_wh: tuple[float, float]
    gap: float
    numeral_colour: Colour
    word_colour: Colour


def sample_characters(rng: np.random.Generator, palette: Palette) -> CharacterStyle:
    """Draw a style of characters."""
    lettering = sample_ideographs(rng)
    font = lettering.font
    if chance(rng, 0.04) and font.covers(FORMAL):
        numerals = FORMAL
    else:
        five = choose_variant(rng, font, {"五": 0.45, "伍": 0.55})
        numerals = PLAIN.replace("五", five)
    word = choose_variant(rng, font, {"萬": 0.88, "万": 0.12})
    size = rng.uniform(0.4, 0.5)
    height = float(size * rng.uniform(0.82, 1.0))
    word_size = rng.uniform(0.42, 0.52)
    word_colour = palette.red
    if chance(rng, 0.1):
        word_colour = palette.green if chance(rng, 0.4) else palette.ink
    return CharacterStyle(
        lettering=lettering,
        numerals=numerals,
        word=word,
        numeral_wh=(float(size * rng.uniform(1.0, 1.2)), height),
        word_wh=(float(word_size * rng.uniform(0.95, 1.15)), float(word_size * rng.uniform(0.9, 1.0))),
        gap=float(rng.uniform(-0.05, 0.0)),
        numeral_colour=palette.ink if chance(rng, 0.94) else palette.red,
        word_colour=word_colour,
    )


def draw_characters(pen: Pen, rank: int, style: CharacterStyle, red: Colour | None = None) -> None:
    """Draw a character tile on the content frame; ``red`` paints both ideographs (a red five)."""
    total = style.numeral_wh[1] + style.word_wh[1] + style.gap
    top = -total / 2
    numeral_y = top + style.numeral_wh[1] / 2
    word_y = top + total - style.word_wh[1] / 2
    word_pen = pen.at((0, word_y))
    style.lettering.ideograph(word_pen, style.word, style.word_wh, red or style.word_colour)
    numeral_pen = pen.at((0, numeral_y))
    style.lettering.ideograph(numeral_pen, style.numerals[rank - 1], style.numeral_wh, red or style.numeral_colour)
