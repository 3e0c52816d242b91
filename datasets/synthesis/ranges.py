"""Ranges of designs that share no set: one to train on, two to measure sets never seen.

Unseen designs are drawn like those trained on, by a random stream of their own: other sets of the same world. A design
belongs to the held-out range when it has what no training design may have: lettering of a reserved font, a reserved
ready-made set, a drawing kept for this range, or a reserved combination of features. Every single feature but those
occurs in training too, so that training loses little.
"""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final
from zlib import crc32

import numpy as np

from datasets.synthesis.design import sample_design
from datasets.synthesis.faces.bamboos import RARE_STICKS
from datasets.synthesis.faces.characters import FORMAL
from datasets.synthesis.faces.honours import RARE_WHITES
from datasets.synthesis.faces.palette import chance, pick
from datasets.synthesis.faces.pips import RARE_PIPS
from datasets.synthesis.faces.rare_birds import RARE_BIRDS
from datasets.synthesis.fonts import FontsMissingError, ideograph_fonts

if TYPE_CHECKING:
    from datasets.synthesis.art import ArtLibrary
    from datasets.synthesis.design import TileSetDesign

__all__ = ["RESERVED_ART", "RESERVED_FAMILIES", "DesignRange", "is_held_out", "reserved_traits", "sample_in_range"]

RESERVED_FAMILIES: Final = frozenset(
    {"cwTeXKai", "cwTeXFangSong", "MotoyaLMaru", "AR PL KaitiM GB", "URW Bookman", "Z003"}
)
"""Font families that no training design is lettered with: brush, printed and round ones, two Western."""

RESERVED_ART: Final = frozenset({"art:I.MahjongCAN", "art:kde-classic", "art:gnome-postmodern"})
"""Ready-made sets that no training design shows."""

RESERVED_ONE_IN: Final = 7
"""One in so many combinations of features is reserved."""

LEAST_TRAITS: Final = 2
"""A held-out design has at least so many reserved traits before its rare drawings."""

RARE_SHARE: Final = 0.5
"""Share of held-out designs that show each of the drawings kept for them."""

FORMAL_SHARE: Final = 0.15
"""Share of training designs whose characters are counted in formal numerals, beside those drawn with them: rare at
tables, they are nine further drawings to learn."""

TRIES: Final = 2000
HELD_OUT_TRIES: Final = 200

MORE: Final = "install fonts-arphic-ukai and fonts-dejavu-core"


class DesignRange(StrEnum):
    """Where designs are drawn from."""

    TRAINING = "training"
    UNSEEN = "unseen"
    HELD_OUT = "held-out"

    @property
    def measures(self) -> bool:
        """Whether the range is only measured on: every class and layout then comes about as often."""
        return self is not DesignRange.TRAINING

    @property
    def stream(self) -> int:
        """Number that keeps this range's random stream of designs apart from the others'."""
        return {DesignRange.TRAINING: 1, DesignRange.HELD_OUT: 3, DesignRange.UNSEEN: 6}[self]


def reserved_traits(design: TileSetDesign) -> list[str]:
    """Return what a design has that training designs never have."""
    letterings = (
        design.characters.lettering, design.honours.lettering, design.bonus.lettering, design.joker.lettering,
        design.indices.lettering, design.bonus.latin, design.joker.latin, design.honours.latin,
    )  # fmt: skip
    families = {
        f"font:{lettering.font.family}" for lettering in letterings if lettering.font.family in RESERVED_FAMILIES
    }
    combinations = (
        f"circles:{design.circles.kind}:{design.circles.great_kind}:{design.circles.scheme[6]}",
        f"bamboos:{design.bamboos.kind}:{design.bamboos.eight}:{design.bamboos.scheme[5]}",
        f"bird:{design.bird.kind}:{design.bird.hatching.mode}:{design.bird.flip}",
        f"white:{design.honours.white_kind}:{design.indices.corners}",
        f"bonus:{design.bonus.pictures[0]}:{design.bonus.pictures[5]}:{design.bonus.label}",
    )
    reserved = [trait for trait in combinations if crc32(trait.encode()) % RESERVED_ONE_IN == 0]
    rare = {
        design.circles.kind: RARE_PIPS, design.bamboos.kind: RARE_STICKS, design.bird.kind: tuple(RARE_BIRDS),
        design.honours.white_kind: RARE_WHITES,
    }  # fmt: skip
    drawn = [f"drawing:{kind}" for kind, kinds in rare.items() if kind in kinds]
    art = [design.source] if design.source in RESERVED_ART else []
    return sorted(families) + reserved + drawn + art


def is_held_out(design: TileSetDesign) -> bool:
    """Return whether a design may not be trained on."""
    return bool(reserved_traits(design))


def sample_in_range(
    rng: np.random.Generator, designs: DesignRange = DesignRange.TRAINING, *, art: ArtLibrary | None = None
) -> TileSetDesign:
    """Draw a tile set of one range; the same state gives the same design on a machine with the same fonts and art.

    Args:
        rng: Source of chance.
        designs: The range.
        art: Ready-made drawings to use for about half of the sets, of which each range uses its own.

    Raises:
        FontsMissingError: The machine has no font with the letters; the message names packages.
    """
    if designs is DesignRange.HELD_OUT:
        return _sample_held_out(rng, None if art is None else art.only(lambda source: source in RESERVED_ART))
    usable = None if art is None else art.only(lambda source: source not in RESERVED_ART)
    for _ in range(TRIES):
        design = sample_design(rng, art=usable)
        if not is_held_out(design):
            return _with_formal_numerals(design) if designs is DesignRange.TRAINING else design
    message = f"no design for training in {TRIES} tries: this machine has only fonts kept for held-out designs; {MORE}"
    raise FontsMissingError(message)


def _sample_held_out(rng: np.random.Generator, art: ArtLibrary | None) -> TileSetDesign:
    """Draw the first design with enough that is reserved, a font among it, or the best of many."""
    # A machine without any of the reserved fonts measures by drawings and combinations alone.
    lettered = any(face.family in RESERVED_FAMILIES for face in ideograph_fonts())

    def merit(design: TileSetDesign) -> tuple[bool, int]:
        traits = reserved_traits(design)
        return not lettered or any(trait.startswith("font:") for trait in traits), min(len(traits), LEAST_TRAITS)

    best = sample_design(rng, art=art)
    for _ in range(HELD_OUT_TRIES):
        if merit(best) == (True, LEAST_TRAITS):
            break
        best = max(best, sample_design(rng, art=art), key=merit)
    return _with_rare_drawings(best)


def _with_formal_numerals(design: TileSetDesign) -> TileSetDesign:
    """Exchange some designs' numerals for formal ones."""
    characters = design.characters
    if not chance(np.random.default_rng([design.seed, 2]), FORMAL_SHARE) or not characters.lettering.font.covers(
        FORMAL
    ):
        return design
    return replace(design, characters=replace(characters, numerals=FORMAL))


def _with_rare_drawings(design: TileSetDesign) -> TileSetDesign:
    """Exchange some of a design's drawings for those kept for held-out designs."""
    rng = np.random.default_rng([design.seed, 1])
    circles, bamboos, bird, honours = design.circles, design.bamboos, design.bird, design.honours
    if chance(rng, RARE_SHARE):
        circles = replace(circles, kind=pick(rng, *RARE_PIPS))
    if chance(rng, RARE_SHARE):
        bamboos = replace(bamboos, kind=pick(rng, *RARE_STICKS))
    if chance(rng, RARE_SHARE):
        bird = replace(bird, kind=pick(rng, *RARE_BIRDS))
    if chance(rng, RARE_SHARE / 2):
        honours = replace(honours, white_kind=pick(rng, *RARE_WHITES))
    return replace(design, circles=circles, bamboos=bamboos, bird=bird, honours=honours)
