"""The sheet that faces are painted on and the pen that paints in any affine frame of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from datasets.synthesis.faces.shapes import stroke_outline

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from datasets.synthesis.faces.shapes import Point, Points
    from datasets.synthesis.fonts import FontFace

__all__ = ["Colour", "Ink", "Pen", "new_sheet"]

Colour: TypeAlias = tuple[int, int, int]
"""Blue, green, red, 0..255."""

SUBPIXEL_BITS = 4
EM_ASCENT = 0.88
"""An ideograph's square reaches this part of its side above the baseline (Adobe's CJK metrics)."""


@dataclass(frozen=True, slots=True)
class Ink:
    """How lettering is cut.

    Attributes:
        colour: BGR, or None to carve letters out of paint already there.
        weight: Stroke thickening (positive) or thinning in parts of the letter's height, about -0.02..0.05.
        hand: Size of a smooth random distortion in parts of the letter's height: 0 printed, 0.03 hand-cut.
        seed: Of that distortion.
        outline: Leave only the letters' contour, this thick in parts of the letter's height; 0 fills them.
    """

    colour: Colour | None
    weight: float = 0.0
    hand: float = 0.0
    seed: int = 0
    outline: float = 0.0


@dataclass(frozen=True, slots=True)
class Pen:
    """Paints on a sheet in its own frame of reference.

    Attributes:
        sheet: (H, W, 4) uint8, BGR paint and coverage (0 bare ground, 255 painted); painted in place.
        matrix: (2, 3) from the pen's frame to sheet pixels. The frame of a whole face has its origin in the
            face's centre, y down, and the face's height as its unit.
    """

    sheet: NDArray[np.uint8]
    matrix: NDArray[np.float64]

    def at(
        self,
        xy: Point,
        scale: float = 1.0,
        angle_deg: float = 0.0,
        *,
        flip: bool = False,
        stretch: float = 1.0,
    ) -> Pen:
        """Return a pen whose frame is moved, then turned clockwise, scaled and optionally mirrored left to right.

        Args:
            xy: New origin in this frame.
            scale: Size of the new unit in this frame.
            angle_deg: Clockwise turn.
            flip: Mirror left to right.
            stretch: Extra factor on x.
        """
        c, s = np.cos(np.deg2rad(angle_deg)) * scale, np.sin(np.deg2rad(angle_deg)) * scale
        kx = -stretch if flip else stretch
        local = np.array([[c * kx, -s, xy[0]], [s * kx, c, xy[1]], [0.0, 0.0, 1.0]])
        return replace(self, matrix=self.matrix @ local)

    @property
    def unit_px(self) -> float:
        """Length of the frame's unit in sheet pixels."""
        return float(np.sqrt(abs(np.linalg.det(self.matrix[:, :2]))))

    def fill(self, points: Points, colour: Colour | None) -> None:
        """Fill a polygon; colour None carves it out of the paint."""
        cv2.fillPoly(self.sheet, [self._pixels(points)], _rgba(colour), cv2.LINE_8, SUBPIXEL_BITS)

    def stroke(self, path: Points, width: float | Sequence[float], colour: Colour | None) -> None:
        """Draw a round-ended stroke along a path, of one width or of widths spread evenly along it."""
        line = np.asarray(path, np.float64)
        self.fill(stroke_outline(line, width), colour)
        ends = np.atleast_1d(np.asarray(width, np.float64))
        self.disc(line[0], float(ends[0]) / 2, colour)
        self.disc(line[-1], float(ends[-1]) / 2, colour)

    def contour(self, points: Points, width: float, colour: Colour | None) -> None:
        """Draw the closed contour of a polygon."""
        thickness = max(1, round(width * self.unit_px))
        cv2.polylines(self.sheet, [self._pixels(points)], True, _rgba(colour), thickness, cv2.LINE_8, SUBPIXEL_BITS)  # noqa: FBT003 - OpenCV's signature

    def disc(self, centre: Point, radius: float, colour: Colour | None) -> None:
        """Fill a circle."""
        self.ellipse(centre, (radius, radius), colour)

    def ring(self, centre: Point, radius: float, width: float, colour: Colour | None) -> None:
        """Draw a circle line whose outer edge has the radius."""
        angles = np.linspace(0, 2 * np.pi, 49)
        circle = np.stack([np.cos(angles), np.sin(angles)], axis=1)
        centre_xy = np.asarray(centre, np.float64)
        self.fill(np.concatenate([centre_xy + circle * radius, centre_xy + circle[::-1] * (radius - width)]), colour)

    def ellipse(self, centre: Point, radii: Sequence[float], colour: Colour | None, angle_deg: float = 0.0) -> None:
        """Fill an ellipse turned clockwise by an angle."""
        angles = np.linspace(0, 2 * np.pi, 41)[:-1]
        c, s = np.cos(np.deg2rad(angle_deg)), np.sin(np.deg2rad(angle_deg))
        points = np.stack([radii[0] * np.cos(angles), radii[1] * np.sin(angles)], axis=1)
        self.fill(np.asarray(centre, np.float64) + points @ np.array([[c, s], [-s, c]]), colour)

    def text(self, letters: str, font: FontFace, size_wh: Sequence[float], ink: Ink) -> None:
        """Letter a line centred on the frame's origin, stretched so that its ink fills a box.

        Args:
            letters: What to write.
            font: Which font.
            size_wh: Width and height of the inked box. A width of 0 keeps the letters' own proportions.
            ink: Colour and cut.
        """
        mask = _line_mask(letters, font, _mask_px(size_wh[1] * self.unit_px))
        self._stamp(mask, size_wh, ink)

    def ideograph(self, letter: str, font: FontFace, size_wh: Sequence[float], ink: Ink) -> None:
        """Write one ideograph with its whole square, not only its ink, filling a box centred on the origin."""
        mask = _em_mask(letter, font, _mask_px(size_wh[1] * self.unit_px))
        self._stamp(mask, size_wh, ink)

    def _stamp(self, mask: NDArray[np.uint8], size_wh: Sequence[float], ink: Ink) -> None:
        pad = max(4, mask.shape[0] // 8)
        inked = _cut(np.pad(mask, pad), mask.shape[0], ink)
        height, width = mask.shape
        sy = size_wh[1] / height
        sx = size_wh[0] / width if size_wh[0] > 0 else sy
        local = np.array([[sx, 0, -sx * (width / 2 + pad)], [0, sy, -sy * (height / 2 + pad)], [0, 0, 1]])
        rows, columns = self.sheet.shape[:2]
        stamped = cv2.warpAffine(inked, self.matrix @ local, (columns, rows), flags=cv2.INTER_AREA)
        self.sheet[stamped > 127] = _rgba(ink.colour)

    def _pixels(self, points: Points) -> NDArray[np.int32]:
        placed = np.asarray(points, np.float64) @ self.matrix[:, :2].T + self.matrix[:, 2]
        return np.round(placed * (1 << SUBPIXEL_BITS)).astype(np.int32)


def new_sheet(width_px: int, height_px: int) -> Pen:
    """Return a pen on a bare sheet, its frame centred and the sheet's height its unit."""
    matrix = np.array([[height_px, 0, width_px / 2 - 0.5], [0, height_px, height_px / 2 - 0.5], [0, 0, 1]], np.float64)
    return Pen(np.zeros((height_px, width_px, 4), np.uint8), matrix[:2])


def _rgba(colour: Colour | None) -> tuple[int, int, int, int]:
    return (0, 0, 0, 0) if colour is None else (*colour, 255)


def _mask_px(height_px: float) -> int:
    """Return a mask height of few different values, so that glyph masks are shared between tiles."""
    return int(np.clip(16 * np.ceil(height_px / 16), 32, 512))


@lru_cache(maxsize=2048)
def _load_font(path: str, index: int, size_px: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size_px, index=index, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1024)
def _line_mask(letters: str, font: FontFace, height_px: int) -> NDArray[np.uint8]:
    size_px = round(height_px * 1.3)
    face = _load_font(str(font.path), font.index, size_px)
    left, top, right, bottom = face.getbbox(letters, anchor="ls")
    image = Image.new("L", (max(1, round(right - left)), max(1, round(bottom - top))))
    ImageDraw.Draw(image).text((-left, -top), letters, fill=255, font=face, anchor="ls")
    return np.asarray(image)


@lru_cache(maxsize=1024)
def _em_mask(letter: str, font: FontFace, height_px: int) -> NDArray[np.uint8]:
    face = _load_font(str(font.path), font.index, height_px)
    image = Image.new("L", (height_px, height_px))
    advance = face.getlength(letter)
    ImageDraw.Draw(image).text(
        ((height_px - advance) / 2, EM_ASCENT * height_px), letter, fill=255, font=face, anchor="ls"
    )
    return np.asarray(image)


def _cut(mask: NDArray[np.uint8], height_px: int, ink: Ink) -> NDArray[np.uint8]:
    """Return a letter mask distorted by hand, thickened or thinned, or reduced to its contour."""
    if ink.hand > 0:
        mask = _distort(mask, ink.hand * height_px, ink.seed)
    radius = ink.weight * height_px
    if abs(radius) >= 0.4:
        size = 2 * max(1, round(abs(radius))) + 1
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
        mask = np.asarray(cv2.dilate(mask, kernel) if radius > 0 else cv2.erode(mask, kernel), np.uint8)
    if ink.outline > 0:
        size = 2 * max(1, round(ink.outline * height_px)) + 1
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
        mask = np.asarray(cv2.subtract(mask, cv2.erode(mask, kernel)), np.uint8)
    return mask


def _distort(mask: NDArray[np.uint8], amplitude_px: float, seed: int) -> NDArray[np.uint8]:
    rng = np.random.default_rng(seed)
    rows, columns = mask.shape
    shift = [
        cv2.resize(rng.normal(0, amplitude_px, (5, 5)), (columns, rows), interpolation=cv2.INTER_CUBIC) for _ in "xy"
    ]
    x, y = np.meshgrid(np.arange(columns, dtype=np.float32), np.arange(rows, dtype=np.float32))
    return np.asarray(
        cv2.remap(mask, (x + shift[0]).astype(np.float32), (y + shift[1]).astype(np.float32), cv2.INTER_LINEAR),
        np.uint8,
    )
