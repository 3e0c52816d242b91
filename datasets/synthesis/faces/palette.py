"""The pigments of one tile set."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

    from datasets.synthesis.faces.pen import Colour

__all__ = ["Palette", "chance", "hsv_to_bgr", "pick", "sample_palette", "weighted"]


@dataclass(frozen=True, slots=True)
class Palette:
    """Paint colours, BGR.

    Attributes:
        red: Of 7z, the lower character, the middle of circles.
        green: Of 6z and most bamboos.
        blue: Of circles, often of numerals and winds.
        black: The darkest paint, near black.
        ink: What numerals and winds are painted with: black, blue or green.
        accent: A rare fourth or fifth paint for flowers: yellow, orange, pink, purple or turquoise.
    """

    red: Colour
    green: Colour
    blue: Colour
    black: Colour
    ink: Colour
    accent: Colour


def hsv_to_bgr(hue_deg: float, saturation: float, value: float) -> Colour:
    """Return a colour of hue in degrees and saturation and value in 0..1.

    >>> hsv_to_bgr(0, 1, 1)
    (0, 0, 255)
    """
    red, green, blue = colorsys.hsv_to_rgb((hue_deg % 360) / 360, min(1.0, saturation), min(1.0, value))
    return round(255 * blue), round(255 * green), round(255 * red)


def chance(rng: np.random.Generator, probability: float) -> bool:
    """Return True with the probability."""
    return bool(rng.random() < probability)


def pick(rng: np.random.Generator, *options: str) -> str:
    """Return one of the options, each as likely."""
    return options[int(rng.integers(len(options)))]


def weighted(rng: np.random.Generator, options: dict[str, float]) -> str:
    """Return one of the options by weight."""
    total = sum(options.values())
    return str(rng.choice(list(options), p=[weight / total for weight in options.values()]))


def sample_palette(rng: np.random.Generator) -> Palette:
    """Draw the paints of a set: one maker's red, green, blue and black, or only two paints for everything."""
    kind = weighted(rng, {"full": 0.78, "two": 0.17, "one": 0.02, "bright": 0.03})
    if kind in {"two", "one"}:
        return _sparing(rng, red_too=kind == "two")
    if kind == "bright":
        return _bright(rng)
    depth = rng.uniform(-0.12, 0.08)
    red = hsv_to_bgr(rng.uniform(-12, 12), rng.uniform(0.72, 0.98), rng.uniform(0.55, 0.88) + depth)
    green = hsv_to_bgr(rng.uniform(125, 178), rng.uniform(0.6, 1.0), rng.uniform(0.24, 0.58) + depth)
    blue = hsv_to_bgr(rng.uniform(208, 248), rng.uniform(0.6, 0.98), rng.uniform(0.3, 0.78) + depth)
    black = hsv_to_bgr(rng.uniform(0, 360), rng.uniform(0.0, 0.35), rng.uniform(0.06, 0.22))
    ink = {"black": black, "blue": blue, "green": green}[weighted(rng, {"black": 0.46, "blue": 0.46, "green": 0.08})]
    hue = float(rng.choice([42.0, 25.0, 335.0, 285.0, 185.0, 52.0]))
    accent = hsv_to_bgr(hue + rng.uniform(-8, 8), rng.uniform(0.55, 0.95), rng.uniform(0.65, 0.95))
    return Palette(red, green, blue, black, ink, accent)


def _sparing(rng: np.random.Generator, *, red_too: bool) -> Palette:
    """Draw the paints of a maker who uses two: near black, blue or green for most, and a red, bright or dark."""
    hue = weighted(rng, {"220": 0.6, "150": 0.15, "0": 0.25})
    grey = hue == "0"
    dark = hsv_to_bgr(
        float(hue) + rng.uniform(-14, 18), rng.uniform(0.0, 0.25) if grey else rng.uniform(0.35, 0.85),
        rng.uniform(0.1, 0.3) if grey else rng.uniform(0.2, 0.48),
    )  # fmt: skip
    red = hsv_to_bgr(rng.uniform(-20, 8), rng.uniform(0.5, 0.95), rng.uniform(0.36, 0.8)) if red_too else dark
    return Palette(red=red, green=dark, blue=dark, black=dark, ink=dark, accent=red)


def _bright(rng: np.random.Generator) -> Palette:
    """Draw the paints of a toy or souvenir set: any hues, strong."""
    red, green, blue = (
        hsv_to_bgr(hue + rng.uniform(-20, 20), rng.uniform(0.75, 1.0), rng.uniform(0.6, 0.95))
        for hue in (350, 140, 215)
    )
    black = hsv_to_bgr(rng.uniform(0, 360), rng.uniform(0.0, 0.6), rng.uniform(0.1, 0.35))
    accent = hsv_to_bgr(rng.uniform(0, 360), rng.uniform(0.7, 1.0), rng.uniform(0.7, 1.0))
    return Palette(red, green, blue, black, black if chance(rng, 0.5) else blue, accent)
