"""Western corner indices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from datasets.synthesis.faces.lettering import Lettering, sample_latin
from datasets.synthesis.faces.palette import Palette, chance, weighted

if TYPE_CHECKING:
    import numpy as np

    from datasets.synthesis.faces.pen import Colour, Pen

__all__ = ["IndexStyle", "draw_indices", "sample_indices"]


@dataclass(frozen=True, slots=True)
class IndexStyle:
    """How corner indices look.

    Attributes:
        corners: ``none``, ``left``, ``right``, ``both`` (upper left and, upside down, lower right).
        lettering: Of the digits and letters.
        height: In face heights.
        honours: Letters for 1z to 7z; a blank one leaves the corner empty.
        by_suit: Whether the index takes the suit's colour instead of one for all.
        colour: That one colour, BGR.
        inset: Distance of its middle from the edges in face heights.
    """

    corners: str
    lettering: Lettering
    height: float
    honours: tuple[str, ...]
    by_suit: bool
    colour: Colour
    inset: tuple[float, float]


def sample_indices(rng: np.random.Generator, palette: Palette) -> IndexStyle:
    """Draw a style of corner indices; half the sets have none."""
    white = weighted(rng, {"": 0.3, "P": 0.25, "B": 0.25, "WH": 0.1, "D": 0.1})
    green = weighted(rng, {"F": 0.75, "G": 0.15, "D": 0.1})
    red = weighted(rng, {"C": 0.75, "R": 0.15, "D": 0.1})
    colours = (palette.red, palette.ink, palette.black, palette.blue, palette.green)
    return IndexStyle(
        corners=weighted(rng, {"none": 0.5, "left": 0.3, "right": 0.06, "both": 0.14}),
        lettering=sample_latin(rng),
        height=float(rng.uniform(0.075, 0.135)),
        honours=("E", "S", "W", "N", white, green, red),
        by_suit=chance(rng, 0.45),
        colour=colours[int(rng.integers(len(colours)))],
        inset=(float(rng.uniform(0.075, 0.11)), float(rng.uniform(0.09, 0.12))),
    )


def draw_indices(pen: Pen, code: str, style: IndexStyle, palette: Palette, half_width: float) -> None:
    """Draw a suit tile's or an honour's indices on the face's own frame."""
    if style.corners == "none":
        return
    rank, suit = code[0], code[1]
    label = style.honours[int(rank) - 1] if suit == "z" else {"0": "5"}.get(rank, rank)
    if not label:
        return
    colour = style.colour
    if style.by_suit:
        by_code = {"5z": palette.blue, "6z": palette.green, "7z": palette.red}
        colour = by_code.get(code) or {"m": palette.red, "p": palette.blue, "s": palette.green}.get(suit, palette.ink)
    if rank == "0":
        colour = palette.red
    x, y = half_width - style.inset[0], 0.5 - style.inset[1]
    ways = {"left": ((-1, 0.0),), "right": ((1, 0.0),), "both": ((-1, 0.0), (-1, 180.0))}[style.corners]
    for side, turn in ways:
        corner = pen.at((0, 0), angle_deg=turn).at((side * x, -y))
        width = 0.0 if len(label) == 1 and label != "1" else 0.9 * style.height
        style.lettering.line_apart(corner, label, (0.0 if label == "1" else width, style.height), colour)
