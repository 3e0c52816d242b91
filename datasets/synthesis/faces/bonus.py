"""Bonus tiles: four flowers and four seasons, each a picture with a number, an ideograph or a word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.synthesis.faces.figures import FIGURES
from datasets.synthesis.faces.lettering import Lettering, choose_variant, sample_ideographs, sample_latin
from datasets.synthesis.faces.palette import Palette, chance, pick, weighted
from datasets.synthesis.faces.plants import PLANTS
from datasets.synthesis.faces.roles import ROLES
from datasets.synthesis.faces.sketch import Hatching, Sketch, sample_hatching
from datasets.synthesis.faces.vines import VINES

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
ENGRAVED: Final = ("branch", "blades", "mum", "canes")
"""The four flowers in engravers' strokes."""

SPRIGS: Final = ("sprig", "sprig", "sprig", "wreath", "wreath", "branch", "mum")
"""What the same hands make of seasons: the label tells them apart more than the plant."""

GROUPS: Final[dict[str, tuple[tuple[str, ...], str]]] = {
    "people": (("robed", "robed", "robed", "robed"), ""),
    "callings": (("fisher", "woodcutter", "farmer", "scholar"), "漁樵耕讀"),
    "arts": (("zither", "chess", "book", "painting"), "琴棋書畫"),
    "hunters": (("cat", "mouse", "rooster", "centipede"), ""),
    "animals": (("hare", "deer", "crab", "dragonfly"), ""),
    "beasts": (("butterfly", "fish", "rooster", "cat"), ""),
    "sights": (("pagoda", "boat", "lantern", "vase"), ""),
    "days": (("sun", "boat", "pagoda", "lantern"), ""),
}
"""Other groups of four and the ideographs they may carry."""

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
        season_corners: The same as ``corners`` for seasons, which many makers mirror.
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
    season_corners: tuple[int, int]


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
    pictures, written = _sample_pictures(rng, own)
    tiny = chance(rng, 0.4)
    corners = (side, -side)
    return BonusStyle(
        lettering=own,
        latin=sample_latin(rng),
        hatching=sample_hatching(rng),
        label=weighted(rng, {"both": 0.54, "ideograph": 0.18, "numbers": 0.18, "big": 0.05, "word": 0.05}),
        names=f"{written or f'梅{orchid}菊竹'}春夏秋冬",
        pictures=pictures,
        paints=tuple(paints),
        label_colours=pairs[int(rng.choice(6, p=[0.34, 0.16, 0.16, 0.16, 0.1, 0.08]))],
        corners=corners,
        label_height=float(rng.uniform(0.1, 0.15) if tiny else rng.uniform(0.15, 0.24)),
        low=chance(rng, 0.06),
        picture_scale=float(rng.uniform(0.98, 1.14) if tiny else rng.uniform(0.84, 1.04)),
        seed=int(rng.integers(1 << 30)),
        season_corners=(-side, side) if chance(rng, 0.45) else corners,
    )


def _sample_pictures(rng: np.random.Generator, lettering: Lettering) -> tuple[tuple[str, ...], str]:
    """Draw the eight pictures, and the ideographs of the first four where they are not the flowers' own."""
    kind = weighted(
        rng, {"engraved": 0.42, "plants": 0.26, "figures_first": 0.14, "figures_second": 0.1, "mixed": 0.08}
    )
    plants = tuple(sorted(PLANTS))
    seasons: tuple[str, ...] = SEASON_PLANTS[int(rng.integers(len(SEASON_PLANTS)))]
    if chance(rng, 0.5):
        seasons = tuple(pick(rng, *SPRIGS) for _ in range(4))
    group, written = GROUPS[pick(rng, *GROUPS)]
    if not lettering.font.covers(written):
        written = ""
    if kind == "engraved":
        flowers = ENGRAVED if chance(rng, 0.7) else tuple(pick(rng, *SPRIGS) for _ in range(4))
        return flowers + (tuple(pick(rng, *SPRIGS) for _ in range(4)) if chance(rng, 0.8) else seasons), ""
    if kind == "plants":
        return FLOWERS + (seasons if chance(rng, 0.6) else tuple(pick(rng, *plants) for _ in range(4))), ""
    if kind == "figures_first":
        return group + seasons, written
    if kind == "figures_second":
        return (FLOWERS if chance(rng, 0.5) else ENGRAVED) + group, ""
    return group + GROUPS[pick(rng, *GROUPS)][0], written


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
        _number(pen, style, rank, colour, half_width)
        return
    if picture:
        _picture(pen, rank, style)
    height, up = style.label_height, 1 if style.low else -1
    corners = style.season_corners if season else style.corners
    if style.label == "word":
        word = WORDS[rank - 1]
        style.latin.line_apart(
            pen.at((0, 0.42)), word, (min(0.3 * half_width / 0.37 * 2, 0.085 * len(word)), 0.085), colour
        )
        _number(pen, style, rank, colour, half_width)
        return
    if style.label in {"both", "ideograph"}:
        x, y = corners[1] * (half_width - 0.06 - height / 2), up * (0.44 - height / 2)
        style.lettering.ideograph_apart(pen.at((x, y)), letter, (height, height), colour)
    if style.label == "both":
        _number(pen, style, rank, colour, half_width)
    if style.label == "numbers" and not season:
        _number(pen, style, rank, colour, half_width)
    if style.label == "numbers" and season:
        x, y = corners[0] * (half_width - 0.06 - height / 2), up * (0.44 - height / 2)
        style.lettering.ideograph_apart(pen.at((x, y)), NUMERALS[number], (height, height), colour)


def _picture(pen: Pen, rank: int, style: BonusStyle) -> None:
    rng = np.random.default_rng(style.seed + rank)
    shift = -0.05 if style.low else 0.05
    sketch = Sketch(pen, style.hatching).at((0, shift), style.picture_scale * 0.98, flip=bool(rng.random() < 0.5))
    name, paint = style.pictures[rank - 1], style.paints[rank - 1]
    (PLANTS | VINES | ROLES | FIGURES)[name](sketch, paint, rng)


def _number(pen: Pen, style: BonusStyle, rank: int, colour: Colour, half_width: float) -> None:
    height = 0.8 * style.label_height
    side = (style.season_corners if rank > 4 else style.corners)[0]
    x = side * (half_width - 0.07 - height / 3)
    y = (1 if style.low else -1) * (0.44 - height / 2)
    style.latin.line_apart(pen.at((x, y)), str((rank - 1) % 4 + 1), (0.0, height), colour)
