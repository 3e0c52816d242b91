"""How a set's ideographs and Latin letters are cut: fonts, weight, the carver's hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from datasets.synthesis.faces.palette import chance, weighted
from datasets.synthesis.faces.pen import Ink
from datasets.synthesis.fonts import ideograph_fonts, latin_fonts

if TYPE_CHECKING:
    import numpy as np

    from datasets.synthesis.faces.pen import Colour, Pen
    from datasets.synthesis.fonts import FontFace

__all__ = ["Lettering", "choose_variant", "sample_ideographs", "sample_latin"]


HALO: Final = 0.09
"""Width of the bare ground around letters set over a picture, in letter heights."""


@dataclass(frozen=True, slots=True)
class Lettering:
    """One style of letters.

    Attributes:
        font: Font of the letters.
        weight: Thickening in parts of the letter's height.
        hand: Irregularity of the carver's hand, in parts of the letter's height.
        width: Stretch of the letters from left to right.
        slant_deg: Clockwise turn of every letter, as brush writing climbs to the right.
        seed: Of the irregularities.
    """

    font: FontFace
    weight: float
    hand: float
    width: float
    slant_deg: float
    seed: int

    def ink(self, colour: Colour | None, letter: str = "", outline: float = 0.0) -> Ink:
        """Return the ink for a letter; each letter has its own irregularities, the same on every tile."""
        return Ink(colour, self.weight, self.hand, self.seed + sum(map(ord, letter)), outline)

    def ideograph(self, pen: Pen, letter: str, size_wh: tuple[float, float], colour: Colour | None) -> None:
        """Write one ideograph in its square, centred on the pen's origin."""
        width, height = size_wh
        pen.at((0, 0), angle_deg=self.slant_deg).ideograph(
            letter, self.font, (width * self.width, height), self.ink(colour, letter)
        )

    def ideograph_apart(self, pen: Pen, letter: str, size_wh: tuple[float, float], colour: Colour) -> None:
        """Write one ideograph with bare ground left around its strokes, legible over a picture."""
        halo = replace(self, weight=self.weight + HALO)
        halo.ideograph(pen, letter, size_wh, None)
        self.ideograph(pen, letter, size_wh, colour)

    def line_apart(self, pen: Pen, letters: str, size_wh: tuple[float, float], colour: Colour) -> None:
        """Write letters with bare ground left around their strokes, legible over a picture."""
        halo = replace(self, weight=self.weight + HALO)
        halo.line(pen, letters, size_wh, None)
        self.line(pen, letters, size_wh, colour)

    def line(self, pen: Pen, letters: str, size_wh: tuple[float, float], colour: Colour | None) -> None:
        """Write letters so that their ink fills a box centred on the pen's origin."""
        pen.text(letters, self.font, size_wh, self.ink(colour, letters))


def choose_variant(rng: np.random.Generator, font: FontFace, variants: dict[str, float]) -> str:
    """Return one of several ways to write a word that the font can write, by weight."""
    possible = {letters: weight for letters, weight in variants.items() if font.covers(letters)}
    return weighted(rng, possible or variants)


@lru_cache(maxsize=1)
def _grouped() -> dict[str, tuple[FontFace, ...]]:
    """Return the machine's ideograph fonts by the look of their strokes."""
    groups: dict[str, list[FontFace]] = {}
    for font in ideograph_fonts():
        if font.is_brush:
            kind = "brush"
        elif "thin" in font.style.lower() or "mono" in font.family.lower():
            continue
        elif any(part in font.family.lower() for part in ("serif", "min", "song", "sung", "fang")):
            kind = "serif"
        else:
            kind = "sans"
        groups.setdefault(kind, []).append(font)
    return {kind: tuple(fonts) for kind, fonts in groups.items()}


def sample_ideographs(rng: np.random.Generator) -> Lettering:
    """Draw a style of ideographs: brush fonts most, then bold printed ones."""
    groups = _grouped()
    shares = {kind: {"brush": 0.6, "serif": 0.22, "sans": 0.18}[kind] for kind in groups}
    fonts = groups[weighted(rng, shares)]
    # A family with many weights and regional cuts must not crowd out the one-file families.
    families = sorted({font.family.removesuffix(" JP")[:14] for font in fonts})
    family = families[int(rng.integers(len(families)))]
    members = [font for font in fonts if font.family.startswith(family)]
    font = members[int(rng.integers(len(members)))]
    heavy = font.is_bold or "black" in font.style.lower()
    weight = rng.uniform(-0.014, 0.004) if heavy else rng.uniform(0.006, 0.036)
    cut = rng.random()
    if cut < 0.14:
        # A wide graver, or paint run over the edges: counters close up.
        weight += rng.uniform(0.012, 0.03)
    elif cut < 0.26:
        # Thin modern lettering.
        weight = rng.uniform(-0.012, 0.004)
    return Lettering(
        font=font,
        weight=float(weight),
        hand=float(rng.uniform(0.008, 0.03)) if chance(rng, 0.7) else 0.0,
        width=float(rng.uniform(0.9, 1.2)),
        slant_deg=float(rng.normal(-1.0, 2.5)) if font.is_brush else 0.0,
        seed=int(rng.integers(1 << 30)),
    )


def sample_latin(rng: np.random.Generator) -> Lettering:
    """Draw a style of Latin capitals and digits."""
    western = latin_fonts()
    families = sorted({font.family for font in western})
    family = families[int(rng.integers(len(families)))]
    members = [font for font in western if font.family == family]
    font = members[int(rng.integers(len(members)))]
    weight = rng.uniform(-0.01, 0.02) if font.is_bold else rng.uniform(0.0, 0.04)
    hand = float(rng.uniform(0.0, 0.02))
    return Lettering(font, float(weight), hand, float(rng.uniform(0.85, 1.15)), 0.0, int(rng.integers(1 << 30)))
