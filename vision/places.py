"""Where labels go on a photo and how large they are, so that faces stay visible."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.reading import RackReading

__all__ = ["MIN_FONT_PX", "Pen", "Place", "Taken", "choose_pens", "find_places", "point"]

MIN_FONT_PX: Final = 11
_STROKE_SHARE: Final = 0.045
_CODE_SHARE: Final = 0.42
_INDEX_SHARE: Final = 0.22
"""Stroke, code and index heights as shares of the median tile's shorter side."""

_LOOSE_SHARE: Final = 0.6
"""Strokes and codes of loose tiles against those of the hand: they are many, and only matter beside it."""

_ROW_VOTES: Final = 3
"""So many faces of a row that agree tell which way up it is."""

_MAX_FONT_SHARE: Final = 1 / 28
"""Codes are never higher than this share of the picture's long side, however close the tiles are."""


@dataclass(frozen=True, slots=True)
class Pen:
    """Sizes that follow from the picture and its tiles, in pixels."""

    stroke: int
    code: int
    index: int


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A face as the player sees it, in pixels: middle of its lower edge, direction out of it, upper left corner."""

    low: NDArray[np.float64]
    down: NDArray[np.float64]
    upper_left: NDArray[np.float64]
    extent: float
    pen: Pen


@dataclass(frozen=True, slots=True, eq=False)
class Taken:
    """What codes may not cover: the faces of other tiles, and the middles of numbers."""

    outlines: Sequence[NDArray[np.float32]]
    badges: Sequence[NDArray[np.float64]]

    def overlaps(self, centre: NDArray[np.float64], size_wh: NDArray[np.int64], own: int) -> bool:
        """Return whether a plate lies on another tile than its own, or on a number."""
        along = np.array([0.35 * size_wh[0], 0.0])
        points = [point(centre), point(centre - along), point(centre + along)]
        others = [outline for at, outline in enumerate(self.outlines) if at != own]
        on_tile = any(cv2.pointPolygonTest(o, point, measureDist=False) >= 0 for o in others for point in points)
        return on_tile or any(bool((np.abs(badge - centre) < size_wh * 0.6).all()) for badge in self.badges)


def find_places(outlines: Sequence[NDArray[np.float32]], reading: RackReading, pens: Sequence[Pen]) -> list[Place]:
    """Return each face as the player sees it."""
    return [_place(*each) for each in zip(outlines, _quarter_turns(reading), pens, strict=True)]


def choose_pens(outlines: Sequence[NDArray[np.float32]], is_loose: Sequence[bool], long_side_px: int) -> list[Pen]:
    """Return each tile's pen: by the usual size of the hand's tiles, or, thin and small, by that of loose ones."""
    sides = np.array([np.linalg.norm(np.roll(each, -1, axis=0) - each, axis=1).min() for each in outlines])
    loose = np.array(is_loose)
    pens = {
        kind: _pen(float(np.median(sides[loose == kind])), long_side_px, _LOOSE_SHARE if kind else 1.0)
        for kind in {*is_loose}
    }
    return [pens[kind] for kind in is_loose]


def _pen(side_px: float, long_side_px: int, share: float) -> Pen:
    return Pen(
        stroke=max(1 if share < 1 else 2, round(share * _STROKE_SHARE * side_px)),
        code=max(MIN_FONT_PX, round(share * min(_CODE_SHARE * side_px, _MAX_FONT_SHARE * long_side_px))),
        index=max(MIN_FONT_PX - 2, round(min(_INDEX_SHARE * side_px, _MAX_FONT_SHARE * long_side_px / 2))),
    )


def _quarter_turns(reading: RackReading) -> list[int]:
    """Return for each tile the quarter turn of its row, as most of its faces tell: bamboos look alike upside down."""
    everywhere = Counter(tile.rotation for tile in reading.tiles if tile.rotation is not None)
    usual = everywhere.most_common(1)[0][0] if everywhere else 0
    of_row: dict[int, Counter[int]] = {}
    for tile in reading.tiles:
        if tile.rotation is not None:
            of_row.setdefault(tile.row, Counter())[tile.rotation] += 1
    rows = {row: count.most_common(1)[0] for row, count in of_row.items()}
    # Few faces of a row may all be turned or lie about; then the photo's usual way up is better evidence.
    told = {row: turn for row, (turn, votes) in rows.items() if votes >= _ROW_VOTES}
    return [told.get(tile.row, usual) // 90 for tile in reading.tiles]


def _place(outline: NDArray[np.float32], turn: int, pen: Pen) -> Place:
    """Return where the player's lower edge of a face is.

    Args:
        outline: (4, 2) corners, clockwise.
        turn: Clockwise quarter turns of the player's up against the image's.
        pen: Sizes for this tile.
    """
    corners = outline.astype(np.float64)
    middles = (corners + np.roll(corners, -1, axis=0)) / 2
    offsets = middles - corners.mean(axis=0)
    away = np.array([(0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0)][turn])
    lengths = np.maximum(np.linalg.norm(offsets, axis=1), 1e-6)
    low = int((offsets @ away / lengths).argmax())
    high = (low + 2) % 4
    extent = float(np.linalg.norm(middles[low] - middles[high]))
    return Place(middles[low], offsets[low] / lengths[low], corners[high], extent, pen)


def point(xy: NDArray[np.float64]) -> tuple[float, float]:
    """Return a pixel position as OpenCV takes it."""
    return float(xy[0]), float(xy[1])
