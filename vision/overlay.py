"""The photo with its reading drawn into it, for a person to check at a glance.

Every tile is framed in the colour of its group; its code stands below it and its number in the reading order at its
upper left corner, so that the face stays visible. Loose tiles have thin frames and no numbers. A doubtful tile
differs in shape and colour: dashed vermilion frame, and a question mark behind its code. The legend under the photo
spells out the groups.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from engine.tile import UNREADABLE_CODE
from engine.wording import quantity
from vision.places import MIN_FONT_PX, Pen, Place, Taken, choose_pens, find_places, point
from vision.plates import DARK, WHITE, Colour, Label, draw_label, draw_strip, ink_on, plate_size_wh

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.reading import RackReading, ReadTile, TileGroup

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

_TINT: Final = 0.16

_CROWDED_SHARE: Final = 0.2
_CROWDED_INSIDE: Final = 0.6
"""Where a tile lies below, a code's height as a share of its face's, and how far its plate's middle is inside (1 is
wholly): with a plate half as wide as the face a tenth of the face is covered."""

_DASH_STROKES: Final = 4
_LEGEND_FONT_SHARE: Final = 1 / 48


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
        is_loose = [_is_loose(reading, tile.group) for tile in reading.tiles]
        pens = choose_pens(outlines, is_loose, max(canvas.shape[:2]))
        colours = [_group_colour(reading, tile.group) for tile in reading.tiles]
        _tint(
            canvas,
            [pair for pair, loose in zip(zip(outlines, colours, strict=True), is_loose, strict=True) if not loose],
        )
        # Doubtful frames come last, so that no neighbour's frame covers their dashes.
        for at in sorted(range(len(outlines)), key=lambda at: not reading.tiles[at].sure):
            sure = reading.tiles[at].sure
            _draw_frame(canvas, outlines[at], colours[at] if sure else _DOUBT, pens[at].stroke, dashed=not sure)
        places = find_places(outlines, reading, pens)
        numbered = [
            (place, tile) for place, tile in zip(places, reading.tiles, strict=True) if not is_loose[tile.index]
        ]
        badges = [_index_centre(place, tile) for place, tile in numbered]
        taken = Taken(outlines, badges)
        for place, tile, colour in zip(places, reading.tiles, colours, strict=True):
            _draw_code(canvas, place, taken, tile, colour)
        for (place, tile), centre in zip(numbered, badges, strict=True):
            draw_label(canvas, _index_label(tile, place.pen), point(centre))
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


def _is_loose(reading: RackReading, group: int) -> bool:
    return not 0 <= group < len(reading.groups) or reading.groups[group].kind == "loose"


def _group_colour(reading: RackReading, group: int) -> Colour:
    """Return a group's colour; loose tiles are grey and take none of the others."""
    if _is_loose(reading, group):
        return _LOOSE
    rank = sum(other.kind != "loose" for other in reading.groups[:group])
    return _GROUP_COLOURS[rank % len(_GROUP_COLOURS)]


def _tint(canvas: NDArray[np.uint8], coloured: Sequence[tuple[NDArray[np.float32], Colour]]) -> None:
    tinted = canvas.copy()
    for outline, colour in coloured:
        cv2.fillConvexPoly(tinted, np.round(outline).astype(np.int32), colour, cv2.LINE_AA)
    canvas[:] = cv2.addWeighted(tinted, _TINT, canvas, 1 - _TINT, 0)


def _draw_frame(
    canvas: NDArray[np.uint8], outline: NDArray[np.float32], colour: Colour, stroke: int, *, dashed: bool
) -> None:
    corners = np.round(outline).astype(np.int32)
    # The dark line around the bright one keeps it visible on any ground.
    cv2.polylines(canvas, [corners], isClosed=True, color=DARK, thickness=stroke + 2, lineType=cv2.LINE_AA)
    if not dashed:
        cv2.polylines(canvas, [corners], isClosed=True, color=colour, thickness=stroke, lineType=cv2.LINE_AA)
        return
    for start, end in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        dashes = max(1, round(float(np.linalg.norm(end - start)) / (2 * _DASH_STROKES * stroke)))
        for dash in range(dashes):
            a = start + (end - start) * ((dash + 0.15) / dashes)
            b = start + (end - start) * ((dash + 0.7) / dashes)
            cv2.line(canvas, _pixel(a), _pixel(b), colour, stroke, cv2.LINE_AA)


def _code_label(tile: ReadTile, colour: Colour, font_px: int) -> Label:
    if tile.sure:
        return Label(tile.code, font_px, colour, ink_on(colour))
    return Label(tile.code if tile.code == UNREADABLE_CODE else f"{tile.code}?", font_px, _DOUBT, WHITE)


def _draw_code(canvas: NDArray[np.uint8], place: Place, taken: Taken, tile: ReadTile, colour: Colour) -> None:
    """Write a tile's code below its face; small and on its lower edge where something is in the way."""
    label = _code_label(tile, colour, place.pen.code)
    size = np.array(plate_size_wh(label))
    centre = place.low + place.down * (float(np.abs(place.down) @ size) / 2 + place.pen.stroke)
    if taken.overlaps(centre, size, tile.index):
        label = replace(label, font_px=max(MIN_FONT_PX, min(label.font_px, round(_CROWDED_SHARE * place.extent))))
        size = np.array(plate_size_wh(label))
        centre = place.low - place.down * float(np.abs(place.down) @ size) / 2 * _CROWDED_INSIDE
    draw_label(canvas, label, point(centre))


def _index_label(tile: ReadTile, pen: Pen) -> Label:
    """Return the label with a tile's number, counted from one."""
    return Label(str(tile.index + 1), pen.index, DARK, WHITE)


def _index_centre(place: Place, tile: ReadTile) -> NDArray[np.float64]:
    """Return where a tile's number goes: at its upper left corner, most of it outside the face."""
    width, height = plate_size_wh(_index_label(tile, place.pen))
    right = np.array([place.down[1], -place.down[0]])
    centre: NDArray[np.float64] = place.upper_left - place.down * height * 0.4 + right * width * 0.25
    return centre


def _legend(reading: RackReading, width: int, long_side: int) -> NDArray[np.uint8]:
    """Return the strip below the photo: groups with their colours, and what doubt looks like."""
    font_px = max(MIN_FONT_PX, round(long_side * _LEGEND_FONT_SHARE))
    entries = [
        (_group_text(group), _group_colour(reading, at))
        for at, group in enumerate(reading.groups)
        if group.kind != "loose"
    ]
    loose = sum(len(group.tiles) for group in reading.groups if group.kind == "loose")
    if loose:
        entries.append((f"loose: {quantity(loose, 'tile')}", _LOOSE))
    doubtful = sum(not tile.sure for tile in reading.tiles)
    if doubtful:
        entries.append((f"{doubtful} to check", _DOUBT))
    if not reading.tiles:
        entries.append(("no tiles found", _DOUBT))
    return draw_strip(entries, width, font_px)


def _group_text(group: TileGroup) -> str:
    return f"set apart {group.text[1:]}" if group.text.startswith("+") else f"{group.kind} {group.text}"


def _pixel(point: NDArray[np.float32]) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))
