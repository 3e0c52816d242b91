"""Text drawn on photos: labels on rounded plates, and the strip of entries below a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["DARK", "WHITE", "Colour", "Label", "draw_label", "draw_strip", "ink_on", "plate_size_wh"]

Colour = tuple[int, int, int]
"""Blue, green, red, 0..255."""

DARK: Final = (25, 25, 25)
WHITE: Final = (255, 255, 255)

_LIGHT_FROM: Final = 140


@dataclass(frozen=True, slots=True)
class Label:
    """Text on a plate."""

    text: str
    font_px: int
    fill: Colour
    ink: Colour


def ink_on(fill: Colour) -> Colour:
    """Return the ink that can be read on a plate."""
    blue, green, red = fill
    # Brightness as the eye weighs it, ITU-R BT.601.
    return DARK if 0.114 * blue + 0.587 * green + 0.299 * red > _LIGHT_FROM else WHITE


def plate_size_wh(label: Label) -> tuple[int, int]:
    """Return the width and height of a label's plate in pixels."""
    height, width = _text_mask(label.text, label.font_px).shape
    pad_x, pad_y = _padding(label.font_px)
    return width + 2 * pad_x, height + 2 * pad_y


def _padding(font_px: int) -> tuple[int, int]:
    return max(2, font_px // 4), max(1, font_px // 6)


def draw_label(canvas: NDArray[np.uint8], label: Label, centre_xy: tuple[float, float]) -> None:
    """Write text on a rounded plate, kept inside the picture."""
    mask = _text_mask(label.text, label.font_px)
    pad_x, pad_y = _padding(label.font_px)
    width, height = mask.shape[1] + 2 * pad_x, mask.shape[0] + 2 * pad_y
    picture_height, picture_width = canvas.shape[:2]
    if width >= picture_width or height >= picture_height:
        return
    x = int(np.clip(centre_xy[0] - width / 2, 0, picture_width - width))
    y = int(np.clip(centre_xy[1] - height / 2, 0, picture_height - height))
    _draw_plate(canvas, (x, y, x + width - 1, y + height - 1), label.fill)
    area = canvas[y + pad_y : y + pad_y + mask.shape[0], x + pad_x : x + pad_x + mask.shape[1]]
    ink = np.array(label.ink, np.float32) * mask[..., None]
    area[:] = np.round(area * (1 - mask[..., None]) + ink).astype(np.uint8)


def _draw_plate(canvas: NDArray[np.uint8], box_xyxy: tuple[int, int, int, int], fill: Colour) -> None:
    x1, y1, x2, y2 = box_xyxy
    radius = (y2 - y1) // 3
    corners = [
        (x1 + radius, y1 + radius),
        (x2 - radius, y1 + radius),
        (x1 + radius, y2 - radius),
        (x2 - radius, y2 - radius),
    ]
    for grown, colour in ((1, DARK), (0, fill)):
        cv2.rectangle(canvas, (x1 + radius, y1 - grown), (x2 - radius, y2 + grown), colour, -1)
        cv2.rectangle(canvas, (x1 - grown, y1 + radius), (x2 + grown, y2 - radius), colour, -1)
        for corner in corners:
            cv2.circle(canvas, corner, radius + grown, colour, -1, cv2.LINE_AA)


def _text_mask(text: str, font_px: int) -> NDArray[np.float32]:
    """Return the (H, W) coverage 0..1 of a line of text; all texts of one size have the same height."""
    font = ImageFont.load_default(font_px)
    left, _, right, _ = font.getbbox(text)
    _, top, _, bottom = font.getbbox("0fp?")
    picture = Image.new("L", (max(1, round(right - left)), max(1, round(bottom - top))))
    ImageDraw.Draw(picture).text((-left, -top), text, fill=255, font=font)
    return np.asarray(picture, np.float32) / np.float32(255)


def draw_strip(entries: Sequence[tuple[str, Colour]], width: int, font_px: int) -> NDArray[np.uint8]:
    """Return a (H, width, 3) strip of entries, each behind a patch of its colour, in as many lines as it takes."""
    line_height = round(font_px * 1.9)
    lines: list[list[tuple[str, Colour, int]]] = [[]]
    x = font_px
    for text, colour in entries:
        entry_width = round(ImageFont.load_default(font_px).getlength(text)) + round(font_px * 2.5)
        if lines[-1] and x + entry_width > width:
            lines.append([])
            x = font_px
        lines[-1].append((text, colour, x))
        x += entry_width
    strip = Image.new("RGB", (width, line_height * len(lines) + font_px // 2), DARK)
    draw = ImageDraw.Draw(strip)
    font = ImageFont.load_default(font_px)
    for row, line in enumerate(lines):
        y = row * line_height + line_height / 2 + font_px / 4
        for text, colour, left in line:
            draw.rounded_rectangle(
                (left, y - font_px / 2, left + font_px, y + font_px / 2), font_px / 4, fill=colour[::-1]
            )
            draw.text((left + font_px * 1.4, y), text, fill=WHITE, font=font, anchor="lm")
    return np.ascontiguousarray(np.asarray(strip)[..., ::-1])
