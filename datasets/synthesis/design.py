"""Tile-set designs: a seeded sample of everything that makes one maker's set, and the faces it gives."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.synthesis.faces.backs import BackStyle, draw_back, grain, sample_back
from datasets.synthesis.faces.bamboos import BambooStyle, draw_bamboos, sample_bamboos
from datasets.synthesis.faces.birds import BirdStyle, draw_bird, sample_bird
from datasets.synthesis.faces.bonus import BonusStyle, draw_bonus, sample_bonus
from datasets.synthesis.faces.characters import CharacterStyle, draw_characters, sample_characters
from datasets.synthesis.faces.circles import CircleStyle, draw_circles, sample_circles
from datasets.synthesis.faces.dragons import DragonStyle, draw_dragon, sample_dragon
from datasets.synthesis.faces.finish import Finish, lay_on_ground, reduce_sheet, sample_finish
from datasets.synthesis.faces.honours import HonourStyle, draw_lettered, draw_white, sample_honours
from datasets.synthesis.faces.indices import IndexStyle, draw_indices, sample_indices
from datasets.synthesis.faces.jokers import JokerStyle, draw_joker, sample_joker
from datasets.synthesis.faces.palette import Palette, chance, hsv_to_bgr, sample_palette, weighted
from datasets.synthesis.faces.pen import Colour, Pen, new_sheet
from engine.tile import CODES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.synthesis.art import ArtLibrary, ArtSet

__all__ = ["SAME_COLOUR", "RedFiveStyle", "TileSetDesign", "render_face", "sample_design"]

ASPECTS: Final = ((0.70, 0.80), (0.70, 0.80), (0.70, 0.80), (0.62, 0.70), (0.62, 0.86))
"""Ranges of width by height, each as likely: usual tiles, tall narrow ones, anything."""
USUAL_ASPECT: Final = 0.74
"""Width by height of the face that the drawings are made for; others are stretched a little."""

WHITE: Final = 5
"""Rank of the white dragon among the honours; green and red follow."""

SAME_COLOUR: Final = 40
"""A back whose channels all differ by less from the face's ground looks like a bare face under most lights."""

RED_FIVES: Final = ("0m", "0p", "0s")

SHEET_PX: Final = 480
"""Sheets are painted at least this high, then averaged down."""


@dataclass(frozen=True, slots=True)
class RedFiveStyle:
    """How red fives differ from fives.

    Attributes:
        kind: ``red`` (all red), ``dotted`` (all red with a dot or two) or ``marked`` (red with a star).
        colour: Their red, often brighter than the set's, BGR.
    """

    kind: str
    colour: Colour


@dataclass(frozen=True, slots=True)
class TileSetDesign:
    """Everything that makes one maker's set.

    Attributes:
        seed: What the sample was drawn from, for records.
        source: ``procedural``, ``art:<name>`` or ``faces:<name>``.
        aspect: Width by height of the face.
        face_colour_bgr: Bare ground of the face.
        side_colours_bgr: Front layer and back layer as seen from the side.
        back_colour_bgr: Ground of the back.
        corner_radius: Of the face's corners as a share of its width.
        thickness: Depth of the tile as a share of its width.
        front_share: Share of the depth that is the front layer.
        gloss: 0 matt to 1 polished.
        content_scale: Size of drawings against the usual.
        content_shift: Their shift in face heights.
        palette: Paints.
        characters: Style of characters.
        circles: Style of circles.
        bamboos: Style of bamboos.
        bird: Style of the one of bamboos.
        honours: Style of winds and dragons.
        dragon: Style of pictorial dragons.
        bonus: Style of bonus tiles.
        joker: Style of the joker.
        back: Style of the back.
        indices: Style of corner indices.
        red_fives: Style of red fives.
        finish: Engraving and wear.
        art: Ready-made drawings that replace ours code by code, or None.
        recolour: Hue turn in degrees, saturation factor and value factor for ready-made drawings.
        reweight: Thickening of ready-made drawings in face heights.
    """

    seed: int
    source: str
    aspect: float
    face_colour_bgr: Colour
    side_colours_bgr: tuple[Colour, Colour]
    back_colour_bgr: Colour
    corner_radius: float
    thickness: float
    front_share: float
    gloss: float
    content_scale: float
    content_shift: tuple[float, float]
    palette: Palette
    characters: CharacterStyle
    circles: CircleStyle
    bamboos: BambooStyle
    bird: BirdStyle
    honours: HonourStyle
    dragon: DragonStyle
    bonus: BonusStyle
    joker: JokerStyle
    back: BackStyle
    indices: IndexStyle
    red_fives: RedFiveStyle
    finish: Finish
    art: ArtSet | None = None
    recolour: tuple[float, float, float] = (0.0, 1.0, 1.0)
    reweight: float = 0.0


def sample_design(rng: np.random.Generator, *, art: ArtLibrary | None = None) -> TileSetDesign:
    """Draw a tile set.

    Args:
        rng: Source of chance; the same state gives the same design on a machine with the same fonts.
        art: Ready-made drawings to use for about half of the sets; None makes every set from our own drawings.

    Raises:
        FontsMissingError: The machine has no font with the letters; the message names packages.
    """
    seed = int(rng.integers(1 << 62))
    rng = np.random.default_rng(seed)
    palette = sample_palette(rng)
    characters = sample_characters(rng, palette)
    back = sample_back(rng)
    face = _sample_ground(rng)
    side = _second_layer(rng, back.colour)
    chosen = art.sample_set(rng) if art is not None else None
    return TileSetDesign(
        seed=seed,
        source="procedural" if chosen is None else chosen.source,
        aspect=float(rng.uniform(*ASPECTS[int(rng.integers(len(ASPECTS)))])),
        face_colour_bgr=face,
        side_colours_bgr=(face, side),
        back_colour_bgr=back.colour,
        corner_radius=float(rng.uniform(0.06, 0.16)),
        thickness=float(rng.uniform(0.55, 0.85) if chance(rng, 0.8) else rng.uniform(0.4, 1.0)),
        front_share=float(rng.uniform(0.35, 0.85) if chance(rng, 0.85) else 1.0),
        gloss=float(rng.uniform(0.1, 0.9)),
        content_scale=float(rng.uniform(0.9, 1.06)),
        content_shift=(float(rng.normal(0, 0.008)), float(rng.normal(0, 0.01))),
        palette=palette,
        characters=characters,
        circles=sample_circles(rng),
        bamboos=sample_bamboos(rng),
        bird=sample_bird(rng, palette),
        honours=_told_from_backs(sample_honours(rng, palette, characters.lettering), back, face),
        dragon=sample_dragon(rng),
        bonus=sample_bonus(rng, palette, characters.lettering),
        joker=sample_joker(rng, palette, characters.lettering),
        back=back,
        indices=sample_indices(rng, palette),
        red_fives=_sample_red_fives(rng, palette, characters),
        finish=sample_finish(rng),
        art=chosen,
        recolour=(float(rng.normal(0, 9)), float(rng.uniform(0.7, 1.1)), float(rng.uniform(0.75, 1.15))),
        reweight=float(rng.uniform(-0.003, 0.008)),
    )


def render_face(design: TileSetDesign, code: str, height_px: int) -> NDArray[np.uint8]:
    """Draw one face of a set.

    Args:
        design: The set.
        code: Any of :data:`engine.tile.CODES`; ``0x`` gives the back.
        height_px: Height of the picture.

    Returns:
        (H, W, 3) BGR face, upright, ground and engraving included, without the tile's rounded edge.

    Raises:
        ValueError: The code is not a tile code or the height is under 8 pixels.
    """
    if code not in CODES:
        message = f"{code!r} is no tile code to draw; codes look like '5m', '1z', '0p', '2f', '1j' or '0x'"
        raise ValueError(message)
    if height_px < 8:
        message = f"a face of {height_px} pixels height cannot be drawn; ask for 8 or more"
        raise ValueError(message)
    size_wh = max(6, round(height_px * design.aspect)), height_px
    salt = CODES.index(code)
    ready = design.art.layers(code, size_wh, design) if design.art is not None else None
    if ready is None:
        factor = max(1, -(-SHEET_PX // height_px)) if height_px < SHEET_PX else 2
        pen = new_sheet(size_wh[0] * factor, height_px * factor)
        _draw(pen, design, code)
        paint, coverage = reduce_sheet(pen.sheet, size_wh)
    else:
        paint, coverage = _indexed(design, code, ready)
    ground = design.back_colour_bgr if code == "0x" else design.face_colour_bgr
    # Faded red fives would be fives.
    finish = replace(design.finish, fade=0.0) if code in RED_FIVES else design.finish
    face = lay_on_ground(paint, coverage, ground, finish, salt)
    if code == "0x" and design.back.kind == "bamboo":
        field = grain((height_px, size_wh[0]), np.random.default_rng(design.finish.seed))
        face = np.clip(face + 9 * field[..., None], 0, 255).astype(np.uint8)
    return face


def _indexed(
    design: TileSetDesign, code: str, ready: tuple[NDArray[np.float32], NDArray[np.float32]]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Add the design's corner indices to a ready-made drawing that has none."""
    if design.art is None or design.art.indexed or code[1] not in "mpsz" or design.indices.corners == "none":
        return ready
    paint, coverage = ready
    size_wh = coverage.shape[1], coverage.shape[0]
    factor = max(2, -(-SHEET_PX // size_wh[1]))
    pen = new_sheet(size_wh[0] * factor, size_wh[1] * factor)
    draw_indices(pen, code, design.indices, design.palette, design.aspect / 2)
    index_paint, index_coverage = reduce_sheet(pen.sheet, size_wh)
    share = index_coverage[..., None]
    return paint * (1 - share) + index_paint * share, np.maximum(coverage, index_coverage)


def _draw(pen: Pen, design: TileSetDesign, code: str) -> None:
    """Paint one face on a bare sheet."""
    suit = code[1]
    half_width = design.aspect / 2
    if suit in "mps":
        _draw_suit(_content(pen, design), design, code)
        if code[0] == "0":
            _mark_red_five(pen, design, half_width)
    elif suit == "z":
        _draw_honour(pen, design, int(code[0]))
    elif suit == "f":
        draw_bonus(pen, int(code[0]), design.bonus, half_width)
    elif suit == "j":
        draw_joker(
            pen.at(design.content_shift, design.content_scale, stretch=design.aspect / USUAL_ASPECT), design.joker
        )
    else:
        draw_back(pen, design.back, design.honours.lettering, half_width)
    if suit in "mpsz":
        draw_indices(pen, code, design.indices, design.palette, half_width)


def _content(pen: Pen, design: TileSetDesign) -> Pen:
    """Return the frame of a face's drawing, smaller and moved aside where an index stands in the corner."""
    scale, (x, y) = design.content_scale, design.content_shift
    if design.indices.corners != "none":
        scale *= 0.92
    if design.indices.corners == "left":
        x += 0.015
    return pen.at((x, y), scale, stretch=design.aspect / USUAL_ASPECT)


def _draw_suit(content: Pen, design: TileSetDesign, code: str) -> None:
    rank, suit = int(code[0]), code[1]
    red = design.red_fives.colour if rank == 0 else None
    rank = rank or 5
    if suit == "m":
        draw_characters(content, rank, design.characters, red)
    elif suit == "p":
        draw_circles(content, rank, design.circles, design.palette, red)
    elif rank == 1:
        draw_bird(content, design.bird)
    else:
        draw_bamboos(content, rank, design.bamboos, design.palette, red)


def _draw_honour(pen: Pen, design: TileSetDesign, rank: int) -> None:
    green, red = design.palette.green, design.palette.red
    if rank == WHITE:
        draw_white(pen, design.honours, design.aspect)
    elif rank > WHITE and design.honours.pictorial:
        pair = (red, green) if rank > WHITE + 1 else (green, red)
        draw_dragon(_content(pen, design), design.dragon, *pair)
    else:
        draw_lettered(_content(pen, design), rank, design.honours, design.palette)


def _mark_red_five(pen: Pen, design: TileSetDesign, half_width: float) -> None:
    colour = design.red_fives.colour
    if design.red_fives.kind == "dotted":
        pen.disc((-half_width + 0.11, -0.06), 0.03, colour)
    elif design.red_fives.kind == "marked":
        pen.disc((half_width - 0.09, -0.4), 0.032, colour)


def _sample_ground(rng: np.random.Generator) -> Colour:
    """Draw the colour of faces: white, ivory, cream, bone, jade, rarely a dark or coloured one."""
    kind = weighted(rng, {"white": 0.4, "ivory": 0.34, "cream": 0.18, "bone": 0.06, "tinted": 0.02})
    if kind == "white":
        return hsv_to_bgr(rng.uniform(20, 240), rng.uniform(0.0, 0.05), rng.uniform(0.9, 0.98))
    if kind == "ivory":
        return hsv_to_bgr(rng.uniform(36, 56), rng.uniform(0.05, 0.16), rng.uniform(0.88, 0.97))
    if kind == "cream":
        return hsv_to_bgr(rng.uniform(34, 54), rng.uniform(0.14, 0.32), rng.uniform(0.86, 0.97))
    if kind == "bone":
        return hsv_to_bgr(rng.uniform(30, 44), rng.uniform(0.14, 0.3), rng.uniform(0.72, 0.88))
    return hsv_to_bgr(rng.uniform(0, 360), rng.uniform(0.08, 0.22), rng.uniform(0.8, 0.95))


def _told_from_backs(honours: HonourStyle, back: BackStyle, face_bgr: Colour) -> HonourStyle:
    """Frame the white dragon where a blank one would look like the back: nobody could tell the two apart."""
    near = max(abs(a - b) for a, b in zip(back.colour, face_bgr, strict=True)) < SAME_COLOUR
    if honours.white_kind == "blank" and back.kind in {"plain", "bamboo"} and near:
        return replace(honours, white_kind="frame")
    return honours


def _second_layer(rng: np.random.Generator, back: Colour) -> Colour:
    """Draw the colour of the tile's lower layer: the back's, a little off."""
    shade = rng.uniform(0.85, 1.1)
    layer = tuple(int(np.clip(channel * shade, 0, 255)) for channel in back)
    return layer[0], layer[1], layer[2]


def _sample_red_fives(rng: np.random.Generator, palette: Palette, characters: CharacterStyle) -> RedFiveStyle:
    colour = palette.red
    dull = palette.red[2] < 1.6 * max(palette.red[:2]) or palette.red[2] < 130
    if dull or chance(rng, 0.5):
        colour = hsv_to_bgr(rng.uniform(-8, 14), rng.uniform(0.8, 1.0), rng.uniform(0.75, 0.95))
    kind = weighted(rng, {"red": 0.6, "dotted": 0.28, "marked": 0.12})
    if characters.numeral_colour == characters.word_colour == palette.red:
        # A five that is all red anyway needs a mark to be told from the red five.
        kind = "dotted"
    return RedFiveStyle(kind, colour)
