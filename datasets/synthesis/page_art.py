"""The tile pictures and icons of the phone page: ``python -m datasets.synthesis.page_art --out api/static``.

One clear design of our own, chosen to be told apart at 32 pixels width: even ground, no wear, thick strokes, the
usual Western index in the corner. All faces lie in one picture (a sprite) in the order of the tile codes.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
from PIL import Image

from datasets.synthesis.design import RedFiveStyle, TileSetDesign, render_face, sample_design
from datasets.synthesis.faces import bamboos, circles
from datasets.synthesis.faces.backs import BackStyle
from datasets.synthesis.faces.finish import Finish, reduce_sheet
from datasets.synthesis.faces.lettering import Lettering
from datasets.synthesis.faces.palette import Palette
from datasets.synthesis.faces.pen import new_sheet
from datasets.synthesis.faces.shapes import star
from datasets.synthesis.faces.sketch import Hatching
from datasets.synthesis.fonts import FontsMissingError, find_fonts
from datasets.synthesis.storage import write_atomically
from engine.tile import CODES, UNREADABLE_CODE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from datasets.synthesis.fonts import FontFace

__all__ = ["page_design", "render_icon", "render_sprite", "sprite_manifest"]

COLUMNS: Final = 8
CELLS: Final = (*CODES, UNREADABLE_CODE)
"""What the sprite shows, row by row."""

FACE_WH: Final = (48, 64)
"""Size of a face in the sprite for plain screens; the sprite for dense ones has twice as much."""

QUALITY: Final = 74
"""Of WebP: lower blurs thin strokes, higher makes the page heavier."""

SEED: Final = 20
"""Of what is left to chance: how flowers and seasons branch."""

IDEOGRAPH_FAMILIES: Final = ("AR PL UKai TW", "LXGW WenKai", "cwTeXKai")
LATIN_FAMILIES: Final = ("DejaVu Sans", "Liberation Sans")
LETTERS: Final = "一二三四五六七八九萬東南西北發中梅蘭菊竹春夏秋冬"

RED: Final = (28, 20, 196)
GREEN: Final = (48, 104, 0)
BLUE: Final = (160, 58, 18)
BLACK: Final = (24, 20, 20)
ORANGE: Final = (0, 110, 215)
GROUND: Final = (240, 250, 253)
GREY: Final = (120, 112, 108)
CLOTH: Final = (74, 104, 22)
"""Colours, blue first."""


def page_design() -> TileSetDesign:
    """Return the design of the page's tiles.

    Raises:
        FontsMissingError: None of the fonts it is lettered with is installed; the message names packages.
    """
    lettering = Lettering(_font(IDEOGRAPH_FAMILIES, LETTERS), 0.032, 0.0, 1.06, 0.0, SEED)
    latin = Lettering(_font(LATIN_FAMILIES, "0123456789JOKER"), 0.0, 0.0, 1.0, 0.0, SEED)
    palette = Palette(red=RED, green=GREEN, blue=BLUE, black=BLACK, ink=BLACK, accent=ORANGE)
    solid = Hatching("solid", line=0.02, gap=0.014)
    base = sample_design(np.random.default_rng(SEED))
    return replace(
        base,
        aspect=FACE_WH[0] / FACE_WH[1],
        face_colour_bgr=GROUND,
        back_colour_bgr=CLOTH,
        # The corner with the index stays free.
        content_scale=1.02,
        content_shift=(0.012, 0.024),
        palette=palette,
        characters=replace(
            base.characters,
            lettering=lettering,
            numerals="一二三四五六七八九",
            word="萬",
            numeral_wh=(0.5, 0.43),
            word_wh=(0.5, 0.45),
            gap=-0.02,
            numeral_colour=BLACK,
            word_colour=RED,
        ),
        circles=circles.CircleStyle(
            kind="bullseye",
            great_kind="rings",
            scheme=circles.SCHEMES["hong_kong"],
            size=1.0,
            great_radius=0.3,
            petals=8,
            line=0.2,
            heart=False,
            steep=0.9,
            # The first pip of 3 and 7 keeps clear of the index.
            spread=(0.86, 0.97),
        ),
        bamboos=bamboos.BambooStyle(
            kind="bones", scheme=bamboos.SCHEMES["green"], width=1.1, line=0.16, eight="mw", lean_deg=45.0, short=0.98
        ),
        bird=replace(
            base.bird,
            kind="fan",
            hatching=solid,
            flip=False,
            turn_deg=0.0,
            scale=0.98,
            stretch=1.0,
            plumage=(GREEN, BLUE, GREEN, RED),
            feathers=5,
            sweep=0.0,
        ),
        honours=replace(
            base.honours,
            lettering=lettering,
            latin=replace(latin, seed=0),
            words="東南西北白發中",
            size_wh=(0.56, 0.62),
            wind_colour=BLACK,
            white_kind="double",
            white_colour=BLUE,
            white_line=0.036,
            pictorial=False,
        ),
        bonus=replace(
            base.bonus,
            lettering=lettering,
            latin=latin,
            hatching=solid,
            label="both",
            names="梅蘭菊竹春夏秋冬",
            pictures=("plum", "orchid", "chrysanthemum", "bamboo", "peony", "lotus", "maple", "pine"),
            paints=((RED, GREEN, BLACK),) * 3 + ((GREEN, GREEN, GREEN),) + ((ORANGE, GREEN, BLACK),) * 4,
            label_colours=(BLUE, RED),
            corners=(-1, 1),
            season_corners=(-1, 1),
            label_height=0.25,
            low=False,
            picture_scale=0.9,
            seed=SEED,
        ),
        joker=replace(
            base.joker,
            kind="initial",
            lettering=lettering,
            latin=latin,
            word="JOKER",
            colours=(RED, BLUE, GREEN, BLACK),
            rainbow=False,
        ),
        back=BackStyle(kind="framed", colour=CLOTH, paint=(130, 165, 70), step=0.12, line=0.03, letter=""),
        indices=replace(
            base.indices,
            corners="left",
            lettering=latin,
            height=0.14,
            honours=("E", "S", "W", "N", "", "F", "C"),
            by_suit=False,
            colour=BLACK,
            inset=(0.1, 0.105),
        ),
        red_fives=RedFiveStyle("red", RED),
        finish=Finish(depth=0.0, light_deg=0.0, wear=0.0, opacity=1.0, pooling=0.0, mottle=0.0, rim=0.0, seed=SEED),
        art=None,
    )


def render_sprite(design: TileSetDesign, face_wh: tuple[int, int]) -> NDArray[np.uint8]:
    """Return all faces of :data:`CELLS` in rows of :data:`COLUMNS`, (H, W, 3) BGR."""
    width, height = face_wh
    rows = -(-len(CELLS) // COLUMNS)
    sprite_bgr = np.empty((rows * height, COLUMNS * width, 3), np.uint8)
    sprite_bgr[:] = design.face_colour_bgr
    for place, code in enumerate(CELLS):
        top, left = place // COLUMNS * height, place % COLUMNS * width
        sprite_bgr[top : top + height, left : left + width] = _render_cell(design, code, face_wh)
    return sprite_bgr


def sprite_manifest() -> dict[str, object]:
    """Return where each face lies: cells are counted row by row from the upper left corner."""
    return {
        "columns": COLUMNS,
        "rows": -(-len(CELLS) // COLUMNS),
        "width": FACE_WH[0],
        "height": FACE_WH[1],
        "codes": list(CELLS),
    }


def render_icon(design: TileSetDesign, size_px: int, *, tile_share: float, rounded: bool) -> NDArray[np.uint8]:
    """Return the page's icon, (H, W, 4) BGRA: the red dragon lying on green cloth.

    Args:
        design: Of the tile.
        size_px: Side of the icon.
        tile_share: Height of the tile as a share of the side.
        rounded: Whether the cloth's corners are round; systems that cut icons themselves want them square.
    """
    scale = 4
    side = size_px * scale
    height = round(tile_share * side)
    # The page's tiles carry an index for players; a sign is better without.
    plain = replace(design, indices=replace(design.indices, corners="none"))
    face_bgr = render_face(plain, "7z", height)
    icon = np.zeros((side, side, 4), np.uint8)
    _fill_rounded(icon, (0, 0, side, side), 0.2 * side if rounded else 0.0, (*CLOTH, 255))
    top, left = (side - height) // 2, (side - face_bgr.shape[1]) // 2
    box = (left, top, left + face_bgr.shape[1], top + height)
    edge = round(0.05 * height)
    _fill_rounded(icon, (box[0], box[1] + edge, box[2], box[3] + edge), 0.1 * height, (150, 178, 190, 255))
    mask = np.zeros((side, side, 4), np.uint8)
    _fill_rounded(mask, box, 0.1 * height, (255, 255, 255, 255))
    inside = mask[box[1] : box[3], box[0] : box[2], 3] > 0
    icon[box[1] : box[3], box[0] : box[2], :3][inside] = face_bgr[inside]
    return np.asarray(cv2.resize(icon, (size_px, size_px), interpolation=cv2.INTER_AREA), np.uint8)


def _render_cell(design: TileSetDesign, code: str, face_wh: tuple[int, int]) -> NDArray[np.uint8]:
    width, height = face_wh
    if code == UNREADABLE_CODE:
        blank = replace(design, honours=replace(design.honours, white_kind="blank"))
        face_bgr = render_face(blank, "5z", height)
        return _paint_over(face_bgr, design, "?")
    face_bgr = render_face(design, code, height)
    if face_bgr.shape[:2] != (height, width):
        message = f"a face of {face_bgr.shape[1]} by {face_bgr.shape[0]} pixels does not fill its cell of {face_wh}"
        raise ValueError(message)
    # Red fives are told by a star besides their colour: many people see red and green alike.
    return _paint_over(face_bgr, design, "*") if code[0] == "0" and code[1] in "mps" else face_bgr


def _paint_over(face_bgr: NDArray[np.uint8], design: TileSetDesign, sign: str) -> NDArray[np.uint8]:
    height, width = face_bgr.shape[:2]
    pen = new_sheet(width * 8, height * 8)
    if sign == "?":
        design.joker.latin.line(pen, "?", (0.0, 0.5), GREY)
    else:
        corner = pen.at((design.aspect / 2 - 0.115, -0.385))
        corner.disc((0, 0), 0.115, GROUND)
        corner.disc((0, 0), 0.1, RED)
        corner.at((0, 0.004), 0.088).fill(star(5, 1.0, 0.45), GROUND)
    paint, coverage = reduce_sheet(pen.sheet, (width, height))
    share = coverage[..., None]
    return np.asarray(np.clip(face_bgr * (1 - share) + paint * share, 0, 255), np.uint8)


def _fill_rounded(
    image: NDArray[np.uint8], box_xyxy: tuple[int, int, int, int], radius: float, colour: tuple[int, int, int, int]
) -> None:
    left, top, right, bottom = box_xyxy
    r = round(radius)
    cv2.rectangle(image, (left + r, top), (right - r - 1, bottom - 1), colour, cv2.FILLED)
    cv2.rectangle(image, (left, top + r), (right - 1, bottom - r - 1), colour, cv2.FILLED)
    for x in (left + r, right - r - 1):
        for y in (top + r, bottom - r - 1):
            cv2.circle(image, (x, y), r, colour, cv2.FILLED)


def _font(families: Sequence[str], letters: str) -> FontFace:
    fonts = find_fonts(letters)
    for family in families:
        named = [font for font in fonts if font.family == family]
        if named:
            return min(named, key=lambda font: (not font.is_bold, font.style != "Bold", str(font.path), font.index))
    message = f"none of the fonts {', '.join(families)} is installed; install fonts-arphic-ukai and fonts-dejavu-core"
    raise FontsMissingError(message)


def _webp(image_bgr: NDArray[np.uint8]) -> bytes:
    data = io.BytesIO()
    Image.fromarray(image_bgr[..., ::-1]).save(data, "WEBP", quality=QUALITY, method=6)
    return data.getvalue()


def _png(image_bgra: NDArray[np.uint8]) -> bytes:
    data = io.BytesIO()
    Image.fromarray(image_bgra[..., [2, 1, 0, 3]]).quantize(96).save(data, "PNG", optimize=True)
    return data.getvalue()


def main(arguments: list[str] | None = None) -> int:
    """Write the sprite, its manifest and the icons; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m datasets.synthesis.page_art", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder of the page's files")
    out: Path = parser.parse_args(arguments).out
    try:
        design = page_design()
    except FontsMissingError as error:
        sys.stderr.write(f"{error}\n")
        return 3
    for suffix, factor in (("", 1), ("@2x", 2)):
        sprite_bgr = render_sprite(design, (FACE_WH[0] * factor, FACE_WH[1] * factor))
        write_atomically(out / "tiles" / f"tiles{suffix}.webp", _webp(sprite_bgr))
    text = json.dumps(sprite_manifest(), indent=2, ensure_ascii=False)
    comment = "// Where each face lies in tiles.webp and tiles@2x.webp, row by row. Made by `make tile-art`."
    script = f"{comment}\nexport const SPRITE = {text};\n"
    write_atomically(out / "tiles" / "sprite.js", script.encode())
    for name, size_px, tile_share, rounded in (
        ("icon-192.png", 192, 0.76, True),
        ("icon-512.png", 512, 0.76, True),
        ("icon-maskable-512.png", 512, 0.58, False),
        ("apple-touch-icon.png", 180, 0.7, False),
    ):
        icon = render_icon(design, size_px, tile_share=tile_share, rounded=rounded)
        write_atomically(out / "icons" / name, _png(icon))
    return 0


if __name__ == "__main__":
    sys.exit(main())
