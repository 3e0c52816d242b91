"""Bonus tiles: four flowers and four seasons, each a picture with a number, an ideograph or a word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.synthesis.faces.figures import FIGURES
from datasets.synthesis.faces.lettering import Lettering, choose_variant, sample_ideographs, sample_latin
from datasets.synthesis.faces.palette import Palette, chance, pick, weighted
from datasets.synthesis.faces.plants import PLANTS, draw_plant
from datasets.synthesis.faces.sketch import Hatching, Sketch, sample_hatching

if TYPE_CHECKING:
    from datasets.synthesis.faces.pen import Colour, Pen

__all__ = ["BonusStyle", "draw_bonus", "sample_bonus"]

FLOWERS: Final = ("plum", "orchid", "chrysanthemum", "bamboo")
SEASON_PLANTS: Final = (
    ("peony", "lotus", "maple", "pine"),
    ("grass", "lotus", "chrysanthemum", "plum"),
    ("fruit", "peony", "fruit", "narcissus"),
    ("peony", "grass", "fruit", "narcissus"),
)
GROUPS: Final = (
    ("robed", "robed", "robed", "robed"),
    ("cat", "mouse", "rooster", "centipede"),
    ("pagoda", "boat", "lantern", "vase"),
    ("butterfly", "fish", "rooster", "cat"),
    ("sun", "boat", "pagoda", "lantern"),
)
WORDS: Final = ("PLUM", "ORCHID", "MUM", "BAMBOO", "SPRING", "SUMMER", "AUTUMN", "WINTER")
NUMERALS: Final = "一二三四"


@dataclass(frozen=True, slots=True)
class BonusStyle:
    """How bonus tiles look.

    Attributes:
        lettering: Of ideographs.
        latin: Of numbers and words.
        hatching: Way of engraving.
        label: What tells the tiles apart: ``both`` (number and ideograph), ``ideograph``, ``numbers`` (flowers
            Arabic, seasons in ideographs), ``big`` (the ideograph fills the tile), ``word`` (Western words).
        names: Eight ideographs.
        pictures: Eight keys of the plant and figure drawings.
        paints: Eight triples of colours: flower, leaves, stem (or a figure's three).
        label_colours: Of flowers' and seasons' labels.
        corners: Where the number and the ideograph stand: x sides (-1, 1) of number and ideograph.
        label_height: Height of the ideograph in face heights.
        low: Whether labels stand at the bottom.
        picture_scale: Size of the picture against the usual.
        seed: Of the drawings' own variations.
    """

    lettering: Lettering
    latin: Lettering
    hatching: Hatching
    label: str
    names: str
    pictures: tuple[str, ...]
    paints: tuple[tuple[Colour, Colour, Colour], ...]
    label_colours: tuple[Colour, Colour]
    corners: tuple[int, int]
    label_height: float
    low: bool
    picture_scale: float
    seed: int


def sample_bonus(rng: np.random.Generator, palette: Palette, lettering: Lettering) -> BonusStyle:
    """Draw a style of bonus tiles; ``lettering`` is that of the characters, which half the makers share."""
    own = lettering if chance(rng, 0.5) else sample_ideographs(rng)
    orchid = choose_variant(rng, own.font, {"蘭": 0.8, "兰": 0.2})
    flower = palette.red if chance(rng, 0.75) else palette.accent
    stems = (palette.blue, palette.ink, palette.green)
    paints = []
    for k in range(8):
        own_flower = flower if chance(rng, 0.8) else palette.accent
        leaves = palette.green if chance(rng, 0.85) else palette.blue
        if chance(rng, 0.08):
            leaves = own_flower
        paints.append((own_flower, leaves, stems[int(rng.integers(3))] if k % 2 else palette.green))
    if chance(rng, 0.1):
        paints = [(palette.ink, palette.ink, palette.red)] * 4 + [(palette.red, palette.red, palette.ink)] * 4
    blue_red = (palette.blue, palette.red)
    same = [(palette.red, palette.red), (palette.black, palette.black)]
    pairs = [blue_red, blue_red[::-1], same[0], (palette.ink, palette.red), (palette.green, palette.red), same[1]]
    side = 1 if chance(rng, 0.5) else -1
    return BonusStyle(
        lettering=own,
        latin=sample_latin(rng),
        hatching=sample_hatching(rng),
        label=weighted(rng, {"both": 0.52, "ideograph": 0.2, "numbers": 0.14, "big": 0.07, "word": 0.07}),
        names=f"梅{orchid}菊竹春夏秋冬",
        pictures=_sample_pictures(rng),
        paints=tuple(paints),
        label_colours=pairs[int(rng.choice(6, p=[0.34, 0.16, 0.16, 0.16, 0.1, 0.08]))],
        corners=(side, -side),
        label_height=float(rng.uniform(0.15, 0.24)),
        low=chance(rng, 0.06),
        picture_scale=float(rng.uniform(0.86, 1.0)),
        seed=int(rng.integers(1 << 30)),
    )


def _sample_pictures(rng: np.random.Generator) -> tuple[str, ...]:
    kind = weighted(rng, {"plants": 0.72, "figures_first": 0.1, "figures_second": 0.1, "mixed": 0.08})
    plants = tuple(sorted(PLANTS))
    seasons = SEASON_PLANTS[int(rng.integers(len(SEASON_PLANTS)))]
    group = GROUPS[int(rng.integers(len(GROUPS)))]
    if kind == "plants":
        return FLOWERS + (seasons if chance(rng, 0.6) else tuple(pick(rng, *plants) for _ in range(4)))
    if kind == "figures_first":
        return group + seasons
    if kind == "figures_second":
        return FLOWERS + group
    return group + GROUPS[int(rng.integers(len(GROUPS)))]


def draw_bonus(pen: Pen, rank: int, style: BonusStyle, half_width: float, picture: bool = True) -> None:  # noqa: FBT001, FBT002 - read at the one call
    """Draw a bonus tile (1-4 flowers, 5-8 seasons).

    Args:
        pen: In the face's own frame.
        rank: 1 to 8.
        style: How.
        half_width: Of the face in face heights.
        picture: False leaves the picture out, for a picture from elsewhere.
    """
    number, season = (rank - 1) % 4, rank > 4
    colour = style.label_colours[int(season)]
    letter = style.names[rank - 1]
    if style.label == "big":
        style.lettering.line(pen.at((0, 0.04)), letter, (0.46, 0.56), colour)
        _number(pen, style, number, colour, half_width)
        return
    if picture:
        _picture(pen, rank, style)
    height, up = style.label_height, 1 if style.low else -1
    if style.label == "word":
        word = WORDS[rank - 1]
        style.latin.line_apart(
            pen.at((0, 0.42)), word, (min(0.3 * half_width / 0.37 * 2, 0.085 * len(word)), 0.085), colour
        )
        _number(pen, style, number, colour, half_width)
        return
    if style.label in {"both", "ideograph"}:
        x, y = style.corners[1] * (half_width - 0.06 - height / 2), up * (0.44 - height / 2)
        style.lettering.ideograph_apart(pen.at((x, y)), letter, (height, height), colour)
    if style.label == "both":
        _number(pen, style, number, colour, half_width)
    if style.label == "numbers" and not season:
        _number(pen, style, number, colour, half_width)
    if style.label == "numbers" and season:
        x, y = style.corners[0] * (half_width - 0.06 - height / 2), up * (0.44 - height / 2)
        style.lettering.ideograph_apart(pen.at((x, y)), NUMERALS[number], (height, height), colour)


def _picture(pen: Pen, rank: int, style: BonusStyle) -> None:
    rng = np.random.default_rng(style.seed + rank)
    shift = -0.05 if style.low else 0.05
    sketch = Sketch(pen, style.hatching).at((0, shift), style.picture_scale * 0.98, flip=bool(rng.random() < 0.5))
    name, paint = style.pictures[rank - 1], style.paints[rank - 1]
    if name in PLANTS:
        draw_plant(sketch, name, paint, rng)
    else:
        FIGURES[name](sketch, paint, rng)


def _number(pen: Pen, style: BonusStyle, number: int, colour: Colour, half_width: float) -> None:
    height = 0.8 * style.label_height
    x = style.corners[0] * (half_width - 0.07 - height / 3)
    y = (1 if style.low else -1) * (0.44 - height / 2)
    style.latin.line_apart(pen.at((x, y)), str(number + 1), (0.0, height), colour)
