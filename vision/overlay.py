"""The photo with its reading drawn into it, for a person to check at a glance.

Every tile is framed in the colour of its group and carries its code and its number in the reading order. A doubtful
tile differs in shape and colour: dashed vermilion frame, and a question mark behind its code. The legend under the
photo spells out the groups.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from engine.tile import UNREADABLE_CODE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.reading import RackReading, ReadTile

__all__ = ["LONG_SIDE_PX", "draw_overlay"]

LONG_SIDE_PX: Final = (1280, 2560)
"""Pictures are drawn at least and at most this large: labels need pixels, a phone's screen has no more."""

# The palette of Okabe and Ito, which people with any kind of colour vision can tell apart
# (https://jfly.uni-koeln.de/color/), as BGR. Vermilion is kept for doubt, grey for loose tiles.
_GROUP_COLOURS: Final = (
    (233, 180, 86),  # sky blue
    (66, 228, 240),  # yellow
    (167, 121, 204),  # reddish purple
    (115, 158, 0),  # bluish green
    (0, 159, 230),  # orange
    (178, 114, 0),  # blue
)
_DOUBT: Final = (0, 94, 213)
_LOOSE: Final = (190, 190, 190)
_DARK: Final = (25, 25, 25)
_WHITE: Final = (255, 255, 255)

_TINT: Final = 0.16
_STROKE_SHARE: Final = 0.045
_CODE_SHARE: Final = 0.46
_INDEX_SHARE: Final = 0.27
"""Stroke, code and index heights as shares of the median tile's shorter side."""

_DASH_STROKES: Final = 4
_MIN_FONT_PX: Final = 11
_MAX_FONT_SHARE: Final = 1 / 28
"""Codes are never higher than this share of the picture's long side, however close the tiles are."""

_LEGEND_FONT_SHARE: Final = 1 / 48
_LIGHT_FROM: Final = 140

_Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class _Pen:
    """Sizes that follow from the picture and its tiles, in pixels."""

    stroke: int
    code: int
    index: int


@dataclass(frozen=True, slots=True)
class _Label:
    """Text on a plate."""

    text: str
    font_px: int
    fill: _Colour
    ink: _Colour


def draw_overlay(
    image_bgr: NDArray[np.uint8], reading: RackReading, *, long_side_px: int | None = None, legend: bool = True
) -> NDArray[np.uint8]:
    """Return a copy of a photo with its reading drawn into it.

    Args:
        image_bgr: (H, W, 3) upright photo, at full resolution or reduced.
        reading: What was read from it.
        long_side_px: Long side of the photo in the result; by default the photo's own within :data:`LONG_SIDE_PX`.
        legend: Add a strip with the groups below the photo.

    Returns:
        (H', W', 3) BGR picture.
    """
    canvas = _resized(image_bgr, long_side_px)
    scale = canvas.shape[1] / reading.size_wh[0]
    outlines = [_outline(tile, scale) for tile in reading.tiles]
    if outlines:
        pen = _pen_for(outlines, max(canvas.shape[:2]))
        colours = [_colour_of(reading, tile) for tile in reading.tiles]
        _tint(canvas, outlines, colours)
        # Doubtful frames come last, so that no neighbour's frame covers their dashes.
        for at in sorted(range(len(outlines)), key=lambda at: not reading.tiles[at].sure):
            sure = reading.tiles[at].sure
            _draw_frame(canvas, outlines[at], colours[at] if sure else _DOUBT, pen.stroke, dashed=not sure)
        for at, tile in enumerate(reading.tiles):
            _draw_label(canvas, _code_label(tile, colours[at], pen), _code_place(at, outlines, pen))
            _draw_index(canvas, tile, outlines[at], pen)
    return np.vstack([canvas, _legend(reading, canvas.shape[1], max(canvas.shape[:2]))]) if legend else canvas


def _resized(image_bgr: NDArray[np.uint8], long_side_px: int | None) -> NDArray[np.uint8]:
    height, width = image_bgr.shape[:2]
    wanted = long_side_px or min(max(height, width, LONG_SIDE_PX[0]), LONG_SIDE_PX[1])
    factor = wanted / max(height, width)
    if factor == 1:
        return image_bgr.copy()
    size = max(1, round(width * factor)), max(1, round(height * factor))
    interpolation = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image_bgr, size, interpolation=interpolation), np.uint8)


def _outline(tile: ReadTile, scale: float) -> NDArray[np.float32]:
    """Return the (4, 2) corners to draw: the face's, or the box's where those are not known."""
    x1, y1, x2, y2 = tile.box
    corners = tile.quad or ((x1, y1), (x2, y1), (x2, y2), (x1, y2))
    return np.array(corners, np.float32) * np.float32(scale)


def _pen_for(outlines: Sequence[NDArray[np.float32]], long_side_px: int) -> _Pen:
    sides = [np.linalg.norm(np.roll(outline, -1, axis=0) - outline, axis=1).min() for outline in outlines]
    side = float(np.median(sides))
    return _Pen(
        stroke=max(2, round(_STROKE_SHARE * side)),
        code=max(_MIN_FONT_PX, round(min(_CODE_SHARE * side, _MAX_FONT_SHARE * long_side_px))),
        index=max(_MIN_FONT_PX - 2, round(min(_INDEX_SHARE * side, _MAX_FONT_SHARE * long_side_px / 2))),
    )


def _colour_of(reading: RackReading, tile: ReadTile) -> _Colour:
    return _group_colour(reading, tile.group)


def _group_colour(reading: RackReading, group: int) -> _Colour:
    """Return a group's colour; loose tiles are grey and take none of the others."""
    if not 0 <= group < len(reading.groups) or reading.groups[group].kind == "loose":
        return _LOOSE
    rank = sum(other.kind != "loose" for other in reading.groups[:group])
    return _GROUP_COLOURS[rank % len(_GROUP_COLOURS)]


def _tint(canvas: NDArray[np.uint8], outlines: Sequence[NDArray[np.float32]], colours: Sequence[_Colour]) -> None:
    tinted = canvas.copy()
    for outline, colour in zip(outlines, colours, strict=True):
        cv2.fillConvexPoly(tinted, np.round(outline).astype(np.int32), colour, cv2.LINE_AA)
    canvas[:] = cv2.addWeighted(tinted, _TINT, canvas, 1 - _TINT, 0)


def _draw_frame(
    canvas: NDArray[np.uint8], outline: NDArray[np.float32], colour: _Colour, stroke: int, *, dashed: bool
) -> None:
    corners = np.round(outline).astype(np.int32)
    # The dark line around the bright one keeps it visible on any ground.
    cv2.polylines(canvas, [corners], isClosed=True, color=_DARK, thickness=stroke + 2, lineType=cv2.LINE_AA)
    if not dashed:
        cv2.polylines(canvas, [corners], isClosed=True, color=colour, thickness=stroke, lineType=cv2.LINE_AA)
        return
    for start, end in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        dashes = max(1, round(float(np.linalg.norm(end - start)) / (2 * _DASH_STROKES * stroke)))
        for dash in range(dashes):
            a = start + (end - start) * ((dash + 0.15) / dashes)
            b = start + (end - start) * ((dash + 0.7) / dashes)
            cv2.line(canvas, _pixel(a), _pixel(b), colour, stroke, cv2.LINE_AA)


def _code_label(tile: ReadTile, colour: _Colour, pen: _Pen) -> _Label:
    if tile.sure:
        return _Label(tile.code, pen.code, colour, _ink_on(colour))
    return _Label(tile.code if tile.code == UNREADABLE_CODE else f"{tile.code}?", pen.code, _DOUBT, _WHITE)


def _code_place(at: int, outlines: Sequence[NDArray[np.float32]], pen: _Pen) -> tuple[float, float]:
    """Return where a tile's code goes: on its lower edge where there is room, inside where a tile follows."""
    middle, low = float(outlines[at][:, 0].mean()), float(outlines[at][:, 1].max())
    half = pen.code * 0.68
    crowded = any(cv2.pointPolygonTest(outline, (middle, low + half), measureDist=False) >= 0 for outline in outlines)
    return middle, low - half * 1.1 if crowded else low + half * 0.4


def _draw_index(canvas: NDArray[np.uint8], tile: ReadTile, outline: NDArray[np.float32], pen: _Pen) -> None:
    """Write the tile's number, counted from one, into its upper left corner."""
    corner = outline[outline.sum(axis=1).argmin()]
    centre = outline.mean(axis=0)
    x, y = (corner + (centre - corner) * 0.26).tolist()
    _draw_label(canvas, _Label(str(tile.index + 1), pen.index, _DARK, _WHITE), (x, y))


def _draw_label(canvas: NDArray[np.uint8], label: _Label, centre_xy: tuple[float, float]) -> None:
    """Write text on a rounded plate, kept inside the picture."""
    mask = _text_mask(label.text, label.font_px)
    pad_x, pad_y = max(2, label.font_px // 4), max(1, label.font_px // 6)
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


def _draw_plate(canvas: NDArray[np.uint8], box_xyxy: tuple[int, int, int, int], fill: _Colour) -> None:
    x1, y1, x2, y2 = box_xyxy
    radius = (y2 - y1) // 3
    corners = [
        (x1 + radius, y1 + radius),
        (x2 - radius, y1 + radius),
        (x1 + radius, y2 - radius),
        (x2 - radius, y2 - radius),
    ]
    for grown, colour in ((1, _DARK), (0, fill)):
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


def _legend(reading: RackReading, width: int, long_side: int) -> NDArray[np.uint8]:
    """Return the strip below the photo: groups with their colours, and what doubt looks like."""
    font_px = max(_MIN_FONT_PX, round(long_side * _LEGEND_FONT_SHARE))
    entries = [(f"{group.kind} {group.text}", _group_colour(reading, at)) for at, group in enumerate(reading.groups)]
    doubtful = sum(not tile.sure for tile in reading.tiles)
    if doubtful:
        entries.append((f"{doubtful} to check", _DOUBT))
    if not reading.tiles:
        entries.append(("no tiles found", _DOUBT))
    line_height = round(font_px * 1.9)
    lines: list[list[tuple[str, _Colour, int]]] = [[]]
    x = font_px
    for text, colour in entries:
        entry_width = round(ImageFont.load_default(font_px).getlength(text)) + round(font_px * 2.5)
        if lines[-1] and x + entry_width > width:
            lines.append([])
            x = font_px
        lines[-1].append((text, colour, x))
        x += entry_width
    strip = Image.new("RGB", (width, line_height * len(lines) + font_px // 2), _DARK)
    draw = ImageDraw.Draw(strip)
    font = ImageFont.load_default(font_px)
    for row, line in enumerate(lines):
        y = row * line_height + line_height / 2 + font_px / 4
        for text, colour, left in line:
            draw.rounded_rectangle(
                (left, y - font_px / 2, left + font_px, y + font_px / 2), font_px / 4, fill=colour[::-1]
            )
            draw.text((left + font_px * 1.4, y), text, fill=_WHITE, font=font, anchor="lm")
    return np.ascontiguousarray(np.asarray(strip)[..., ::-1])


def _ink_on(colour: _Colour) -> _Colour:
    blue, green, red = colour
    # Brightness as the eye weighs it, ITU-R BT.601.
    return _DARK if 0.114 * blue + 0.587 * green + 0.299 * red > _LIGHT_FROM else _WHITE


def _pixel(point: NDArray[np.float32]) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))
