"""A second look at photos whose tiles come out too small or too large.

A detector sees the whole photo at a fixed size. When someone photographs the rack from afar its tiles are only a few
pixels there, and corners get rough and tiles get lost: it looks again at the part that holds the tiles, at a finer
scale; when the first look found nothing, at the whole photo. A few tiles that fill the photo are larger than those it
learnt: it misses them, or takes their circles and characters for small tiles, without conviction. So where the first
look leaves doubt it looks again at coarser scales, and where from afar it sees large tiles more clearly, these count.
And where tiles are neither small nor large but dim, slanted or half covered, a look from nearer finds others than the
first. Whatever the looks found counts together: of each tile what was seen most clearly.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.detector import joined
from vision.fitting import median
from vision.quads import suppress_duplicates

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.detector import DetectorOptions, TileDetections, TileDetector

__all__ = ["CONFIRMED", "SecondLookDetector", "SecondLookOptions"]

SAME_IOU: Final = 0.35
"""Where several looks count, one of two finds goes that overlap more than this, unless their quads are those of two
tiles: from afar boxes are rougher than in one look."""


@dataclass(frozen=True, slots=True)
class SecondLookOptions:
    """When to look again, and how closely.

    Attributes:
        first_side_px: Long side of the first look.
        finer_side_px: Long side of the look at small tiles.
        farther_side_px: Long side of the look from afar: tiles that fill the photo are as large there as those of a
            hand are in the first.
        farthest_side_px: Long side of the look at a single tile that does: from afar its corners come out rough.
        coarser_side_px: Long side of the look at large tiles between the two.
        small_tile_px: Look closer when the median tile's shorter box side is under this in the first look. On 40
            real photos an early finder found 99 % of tiles of 24 to 30 pixels, 92 % of 18 to 24, 69 % of 12 to 18.
        large_tile_px: Tiles are large from this side on, in pixels of the first look. Of 24 rendered tiles of 160 to
            240 pixels a finder found 16 at 640 pixels and all at 320.
        huge_tile_px: Tiles are so large from this side on that the look from farthest counts, where it finds as many.
        convinced_from: Look from afar when the mean confidence of what was found is under this. In 60 photos of a set
            never trained on it was over 0.76 in 57, in 100 close-ups of one to six of its tiles under 0.72 in 95.
        nearer_side_px: Long side of the look that adds what the first one missed.
        doubtful_below: Look from nearer when the mean confidence of what was found is under this; 0 for never.
        clear_from: Only detections of this confidence count for these decisions.
        margin: The closer look reaches this many median tile sides beyond the tiles found first, since the ends of
            rows may have been lost.
    """

    first_side_px: int = 640
    finer_side_px: int = 1280
    farther_side_px: int = 160
    farthest_side_px: int = 96
    coarser_side_px: int = 320
    small_tile_px: float = 24.0
    large_tile_px: float = 80.0
    huge_tile_px: float = 320.0
    convinced_from: float = 0.75
    nearer_side_px: int = 1024
    doubtful_below: float = 0.0
    clear_from: float = 0.35
    margin: float = 3.0


CONFIRMED: Final = SecondLookOptions(convinced_from=0.95, doubtful_below=0.985)
"""Of a detector whose finds are confirmed from close by: only then can all of what is seen from nearer be believed.
That look was made at 78 of 192 rendered hands of designs never trained on, and at 5 of 100 photos of a set."""


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """What one look found.

    Attributes:
        found: All of it.
        boxes_xyxy: (N, 4) the clear ones.
        shown_px: Median of their shorter sides in pixels of the first look, 0 where there are none.
        conviction: Their mean confidence, 0 where there are none.
    """

    found: TileDetections
    boxes_xyxy: NDArray[np.float32]
    shown_px: float
    conviction: float

    @classmethod
    def of(cls, found: TileDetections, clear_from: float, scale: float) -> _Look:
        clear = found.confidence >= clear_from
        boxes = found.boxes_xyxy[clear]
        if not len(boxes):
            return cls(found, boxes, 0.0, 0.0)
        shown = float(median((boxes[:, 2:] - boxes[:, :2]).min(axis=1))) * scale
        return cls(found, boxes, shown, float(found.confidence[clear].mean()))


class SecondLookDetector:
    """Wraps a detector; is one itself. Stateless like it."""

    def __init__(self, detector: TileDetector, options: SecondLookOptions | None = None) -> None:
        """Take the detector that looks, and when it shall look again."""
        self._detector = detector
        self._options = options or SecondLookOptions()

    def detect(self, image_bgr: NDArray[np.uint8], options: DetectorOptions) -> TileDetections:
        """Return the tiles of the first look and of those that its doubts ask for."""
        if options.long_side_px is not None:
            return self._detector.detect(image_bgr, options)
        own = self._options
        height, width = image_bgr.shape[:2]
        scale = own.first_side_px / max(width, height)

        def look(side_px: int) -> _Look:
            found = self._detector.detect(image_bgr, replace(options, long_side_px=side_px))
            return _Look.of(found, own.clear_from, scale)

        first = look(own.first_side_px)
        looks = [first.found]
        if not len(first.boxes_xyxy):
            if scale < 1:
                looks.append(look(own.finer_side_px).found)
        elif first.shown_px < own.small_tile_px:
            looks.append(self._look_closer(image_bgr, first.boxes_xyxy, options))
        may_be_large = first.shown_px > own.large_tile_px or not len(first.boxes_xyxy)
        if may_be_large or first.conviction < own.convinced_from:
            farther = look(own.farther_side_px)
            if farther.shown_px > own.huge_tile_px:
                farthest = look(own.farthest_side_px)
                farther = farthest if len(farthest.boxes_xyxy) >= len(farther.boxes_xyxy) else farther
            may_be_large |= farther.shown_px > own.large_tile_px
            if may_be_large:
                looks = self._from_afar(looks, first, look(own.coarser_side_px), farther)
        if first.conviction < own.doubtful_below and not may_be_large and max(width, height) >= own.nearer_side_px:
            looks.append(look(own.nearer_side_px).found)
        return looks[0] if len(looks) == 1 else _together(looks, options)

    def _from_afar(
        self, looks: list[TileDetections], first: _Look, coarser: _Look, farther: _Look
    ) -> list[TileDetections]:
        """Return the looks that count where tiles are large: those that saw them with conviction."""
        if farther.shown_px <= self._options.large_tile_px:
            return [*looks, coarser.found]
        # What was seen with less conviction from nearer are parts of what is seen from afar.
        if first.conviction < farther.conviction:
            looks = []
        if coarser.conviction >= farther.conviction:
            looks = [*looks, coarser.found]
        return [*looks, farther.found]

    def _look_closer(
        self, image_bgr: NDArray[np.uint8], boxes_xyxy: NDArray[np.float32], options: DetectorOptions
    ) -> TileDetections:
        """Look again at the part of the photo around the (N, 4) boxes found."""
        height, width = image_bgr.shape[:2]
        reach = self._options.margin * float(median((boxes_xyxy[:, 2:] - boxes_xyxy[:, :2]).max(axis=1)))
        x1, y1 = np.maximum(boxes_xyxy[:, :2].min(axis=0) - reach, 0).astype(int)
        x2, y2 = np.minimum(np.ceil(boxes_xyxy[:, 2:].max(axis=0) + reach), [width, height]).astype(int)
        closer = replace(options, long_side_px=self._options.finer_side_px)
        return _moved(self._detector.detect(image_bgr[y1:y2, x1:x2], closer), (int(x1), int(y1)))


def _together(looks: list[TileDetections], options: DetectorOptions) -> TileDetections:
    """Return what several looks found: each tile once, as the look has it that saw it most clearly."""
    found = joined(looks)
    max_iou = min(options.max_iou, SAME_IOU)
    return found.of(suppress_duplicates(found.boxes_xyxy, found.confidence, found.quads, max_iou, options.max_tiles))


def _moved(detections: TileDetections, offset_xy: tuple[int, int]) -> TileDetections:
    offset = np.array(offset_xy, np.float32)
    boxes_xyxy = detections.boxes_xyxy + np.tile(offset, 2)
    return replace(detections, boxes_xyxy=boxes_xyxy, quads=detections.quads + offset)
