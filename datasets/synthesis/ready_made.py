"""Readers of ready-made faces: SVG files, parts of SVG sheets, photographed faces, tile glyphs of fonts.

Each gives a :class:`Layers` of one size, the paint and where it covers the ground, so that any of them can be laid
on any ground, recoloured and engraved like our own drawings.
"""

from __future__ import annotations

import gzip
import importlib.util
import io
import re
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont, features

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = ["LAYER_SIZE_WH", "Layers", "Piece", "can_render_svg", "read_piece"]

LAYER_SIZE_WH: Final = (213, 288)
"""Width and height of layers in pixels, the usual proportions of a face."""

SHEET_SCALE: Final = 3.2
"""Pixels per unit of an SVG sheet, about the layers' resolution for its faces of 89 to 99 units height."""

CONTENT_HEIGHT: Final = 0.86
"""Drawings that come without a face around them are fitted to this share of the face's height and width."""

ROUGH_SCALE: Final = 0.5

SVG: Final = "{http://www.w3.org/2000/svg}"
HREF: Final = "{http://www.w3.org/1999/xlink}href"

MIN_INK: Final = 0.012
"""A glyph with less ink than this share of the face has lost its drawing along with its frame."""

RED, GREEN, BLUE, BLACK = (30, 30, 200), (60, 130, 20), (190, 60, 20), (25, 25, 25)
"""Stand-in paints for one-colour glyphs; the design's paints replace them."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Where one ready-made face lies.

    Attributes:
        kind: ``svg``, ``part`` (an element of an SVG sheet), ``photo``, ``tile`` (one tile of a strip) or ``glyph``.
        path: File.
        key: Element's id, characters to type, or ``column`` of the raster sheet.
        code: Tile code.
    """

    kind: str
    path: Path
    key: str
    code: str


@dataclass(frozen=True, slots=True)
class Layers:
    """One face taken apart.

    Attributes:
        paint_bgr: (288, 213, 3) uint8.
        coverage: (288, 213) uint8, 0 bare ground, 255 painted.
        is_photo: The paint is that of the whole face relative to a white ground: it tints the ground it is laid on.
    """

    paint_bgr: NDArray[np.uint8]
    coverage: NDArray[np.uint8]
    is_photo: bool = False


def can_render_svg() -> bool:
    """Return whether CairoSVG, which belongs to the training environment, is installed."""
    return importlib.util.find_spec("cairosvg") is not None


@lru_cache(maxsize=800)
def read_piece(piece: Piece) -> Layers | None:
    """Return a piece's layers, or None where it holds no usable drawing.

    Raises:
        FileNotFoundError: The piece's file is gone.
    """
    if piece.kind == "svg":
        return _from_rgba(_fit(_render_svg(piece.path.read_bytes(), height_px=LAYER_SIZE_WH[1]), whole=True))
    if piece.kind == "part":
        return _read_part(piece)
    if piece.kind == "photo":
        image = cv2.imread(str(piece.path))
        return None if image is None else _from_photo(np.asarray(image, np.uint8))
    if piece.kind == "tile":
        return _read_tile(piece)
    return _read_glyph(piece)


def _render_svg(source: bytes, *, height_px: int | None = None, scale: float = 1.0) -> NDArray[np.uint8]:
    import cairosvg  # noqa: PLC0415 - only in the training environment

    png = cairosvg.svg2png(bytestring=source, output_height=height_px, scale=scale)
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGBA"))


def _fit(rgba: NDArray[np.uint8], *, whole: bool, unit_px: float = 0.0) -> NDArray[np.uint8]:
    """Return an RGBA drawing at the layers' size.

    Args:
        rgba: (H, W, 4) drawing.
        whole: The drawing is a whole face; otherwise it is cut to its ink, scaled by ``unit_px`` per face height and
            centred.
        unit_px: See above.
    """
    width, height = LAYER_SIZE_WH
    premultiplied = rgba.astype(np.float32)
    premultiplied[..., :3] *= premultiplied[..., 3:] / 255
    if whole:
        fitted = np.asarray(cv2.resize(premultiplied, LAYER_SIZE_WH, interpolation=cv2.INTER_AREA), np.float32)
    else:
        rows, columns = np.nonzero(rgba[..., 3] > 40)
        ink = premultiplied[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
        scale = min(height / unit_px, CONTENT_HEIGHT * height / ink.shape[0], CONTENT_HEIGHT * width / ink.shape[1])
        size = max(1, round(ink.shape[1] * scale)), max(1, round(ink.shape[0] * scale))
        ink = np.asarray(cv2.resize(ink, size, interpolation=cv2.INTER_AREA), np.float32)
        x, y = (width - size[0]) // 2, (height - size[1]) // 2
        fitted = np.pad(ink, ((y, height - y - size[1]), (x, width - x - size[0]), (0, 0)))
    fitted[..., :3] *= np.float32(255) / np.maximum(fitted[..., 3:], 1)
    return np.clip(fitted, 0, 255).astype(np.uint8)


def _from_rgba(rgba: NDArray[np.uint8]) -> Layers:
    """Take near white for bare ground."""
    lightness = rgba[..., :3].min(axis=2).astype(np.float32)
    painted = np.clip((238 - lightness) / 30, 0, 1)
    return Layers(np.ascontiguousarray(rgba[..., 2::-1]), (rgba[..., 3] * painted).astype(np.uint8))


@lru_cache(maxsize=8)
def _sheet_tree(path: Path) -> tuple[ET.Element, dict[ET.Element, ET.Element]]:
    source = gzip.decompress(path.read_bytes()) if path.suffix == ".svgz" else path.read_bytes()
    root = ET.fromstring(source)  # noqa: S314 - art named by the person who runs this
    return root, {child: parent for parent in root.iter() for child in parent}


def _read_part(piece: Piece) -> Layers | None:
    """Render one element of a sheet with all that it refers to, without the cell around it."""
    root, parents = _sheet_tree(piece.path)
    by_id = {identity: element for element in root.iter() if (identity := element.get("id"))}
    found = by_id.get(piece.key)
    if found is None:
        return None
    drawing = deepcopy(found)
    for child in list(drawing):
        drawn = by_id.get(child.get(HREF, "")[1:], child)
        if drawn.tag.endswith("}rect"):
            drawing.remove(child)
    needed = _references(drawing, by_id)
    above = parents[found]
    while above is not root:
        wrapper = ET.Element(SVG + "g", dict(above.attrib))
        wrapper.append(drawing)
        drawing, above = wrapper, parents[above]
    sheet = ET.Element(root.tag, dict(root.attrib))
    definitions = ET.SubElement(sheet, SVG + "defs")
    definitions.extend(by_id[identity] for identity in sorted(needed))
    sheet.append(drawing)
    # A small rendering of the whole sheet tells where the element lies; only that part is rendered large.
    rough = _render_svg(ET.tostring(sheet), scale=ROUGH_SCALE)[..., 3]
    rows, columns = np.nonzero(rough)
    if not len(rows):
        return None
    x1, y1 = columns.min() / ROUGH_SCALE - 3, rows.min() / ROUGH_SCALE - 3
    x2, y2 = columns.max() / ROUGH_SCALE + 5, rows.max() / ROUGH_SCALE + 5
    sheet.set("viewBox", f"{x1} {y1} {x2 - x1} {y2 - y1}")
    sheet.set("width", str(x2 - x1))
    sheet.set("height", str(y2 - y1))
    return _from_rgba(_fit(_render_svg(ET.tostring(sheet), scale=SHEET_SCALE), whole=False, unit_px=SHEET_SCALE * 92))


def _references(drawing: ET.Element, by_id: dict[str, ET.Element]) -> set[str]:
    """Return the ids that a drawing refers to, directly or through what it refers to."""
    needed: set[str] = set()
    waiting = [drawing]
    while waiting:
        text = ET.tostring(waiting.pop(), encoding="unicode")
        for identity in set(re.findall(r'(?:url\(|href=")#([^")]+)', text)) - needed:
            if identity in by_id:
                needed.add(identity)
                waiting.append(by_id[identity])
    return needed


def _from_photo(image_bgr: NDArray[np.uint8], inset: float = 0.05) -> Layers:
    """Divide a photographed face by its ground, which the light may shade smoothly."""
    height, width = image_bgr.shape[:2]
    dx, dy = round(inset * width), round(inset * height)
    face = cv2.resize(image_bgr[dy : height - dy, dx : width - dx], LAYER_SIZE_WH, interpolation=cv2.INTER_AREA)
    # The ground around each place is the brightest there, once grain is smoothed away.
    smooth = cv2.medianBlur(face, 5)
    size = LAYER_SIZE_WH[0] // 3
    ground = cv2.GaussianBlur(cv2.dilate(smooth, np.ones((size, size), np.uint8)), (0, 0), size / 2).astype(np.float32)
    through = 255 * face.astype(np.float32) / np.maximum(ground, 1)
    # Speckled grounds lie well under their brightest spots; bring the usual ground back to white.
    through = np.clip(through * (250 / np.percentile(through, 70, axis=(0, 1))), 0, 255)
    return Layers(through.astype(np.uint8), np.full(face.shape[:2], 255, np.uint8), is_photo=True)


def _read_tile(piece: Piece) -> Layers | None:
    """Cut one tile's face out of a raster or SVG strip of 43 tiles in the upper of two lines."""
    strip = _strip(piece.path)
    height, width = strip.shape[0] // 2, strip.shape[1] / 43
    left = int(piece.key) * width
    tile = strip[round(0.06 * height) : round(0.86 * height), round(left + 0.14 * width) : round(left + 0.94 * width)]
    return _from_photo(np.ascontiguousarray(tile), inset=0.0)


@lru_cache(maxsize=2)
def _strip(path: Path) -> NDArray[np.uint8]:
    if path.suffix == ".svg":
        return _render_svg(path.read_bytes(), height_px=440)[..., 2::-1]
    return np.asarray(Image.open(path).convert("RGB"))[..., ::-1]


def _read_glyph(piece: Piece) -> Layers | None:
    """Draw a tile glyph, take its frame away and colour its parts by the tile's kind."""
    layout = ImageFont.Layout.RAQM if features.check("raqm") else ImageFont.Layout.BASIC
    if len(piece.key) > 1 and layout == ImageFont.Layout.BASIC:
        return None
    font = ImageFont.truetype(str(piece.path), 420, layout_engine=layout)
    left, top, right, bottom = (round(edge) for edge in font.getbbox(piece.key, anchor="ls"))
    image = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(image).text((-left, -top), piece.key, fill=255, font=font, anchor="ls")
    mask = np.asarray(image)
    count, labels, stats, centres = cv2.connectedComponentsWithStats((mask > 127).astype(np.uint8))
    paint = np.zeros((*mask.shape, 3), np.uint8)
    kept = np.zeros(mask.shape, np.uint8)
    for k in range(1, count):
        if stats[k, cv2.CC_STAT_WIDTH] > 0.9 * mask.shape[1] or stats[k, cv2.CC_STAT_HEIGHT] > 0.9 * mask.shape[0]:
            continue
        x, y = centres[k][0] / mask.shape[1] - 0.5, centres[k][1] / mask.shape[0] - 0.5
        kept[labels == k] = 255
        paint[labels == k] = _part_colour(piece.code, float(x), float(y), k)
    if kept.mean() < 255 * MIN_INK:
        return None
    m = round(0.07 * mask.shape[1])
    rgba = np.dstack([paint[m:-m, m:-m, ::-1], kept[m:-m, m:-m]])
    fitted = _fit(rgba, whole=True)
    return Layers(np.ascontiguousarray(fitted[..., 2::-1]), np.ascontiguousarray(fitted[..., 3]))


def _part_colour(code: str, x: float, y: float, number: int) -> tuple[int, int, int]:
    """Return the usual paint of a part of a tile that lies at a place relative to the middle."""
    rank, suit = code[0], code[1]
    if rank == "0":
        return RED
    if suit == "m":
        return BLACK if y < -0.02 else RED
    if suit == "z":
        return {"5": BLUE, "6": GREEN, "7": RED}.get(rank, BLACK)
    third = 0.14
    if suit == "p":
        middle = {
            "3": abs(x) < third,
            "5": abs(x) < 0.1 and abs(y) < 0.1,
            "6": y > -third,
            "7": y > 0,
            "9": abs(y) < third,
        }
        return RED if middle.get(rank, False) else (BLUE if rank in "189" or (x + y > 0) else GREEN)
    if suit == "s":
        middle = {"5": abs(x) < 0.1 and abs(y) < 0.1, "7": y < -third, "9": abs(x) < 0.1}
        return RED if middle.get(rank, rank == "1" and number % 3 == 0) else GREEN
    corner = y < -0.22 and abs(x) > 0.06
    return (BLUE if rank in "1234" else RED) if corner else (RED, GREEN, GREEN)[number % 3]
