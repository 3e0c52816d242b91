"""A second look at photos whose tiles come out too small or too large.

A detector sees the whole photo at a fixed size. When someone photographs the rack from afar its tiles are only a few
pixels there, and corners get rough and tiles get lost: it looks again at the part that holds the tiles, at a finer
scale; when the first look found nothing, at the whole photo. A few tiles that fill the photo are larger than those it
learnt: it looks again at coarser scales, also where it found next to nothing, since that is how they are missed. What
it takes for small tiles there, circles, say, and characters, it sees to be parts of one tile from farther.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.fitting import median
from vision.quads import NESTED_SHARE, box_areas, box_nestings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.detector import DetectorOptions, TileDetections, TileDetector

__all__ = ["SecondLookDetector", "SecondLookOptions"]

_WHOLE_TO_PART: Final = 2.0
"""A tile has at least so many times the area of a part that is taken for a tile."""


@dataclass(frozen=True, slots=True)
class SecondLookOptions:
    """When to look again, and how closely.

    Attributes:
        first_side_px: Long side of the first look.
        finer_side_px: Long side of the look at small tiles.
        coarser_sides_px: Long sides of the looks at large ones; in the last a tile that fills the photo is as large as
            those of a hand are in the first.
        small_tile_px: Look closer when the median tile's shorter box side is under this in the first look. On 40
            real photos an early finder found 99 % of tiles of 24 to 30 pixels, 92 % of 18 to 24, 69 % of 12 to 18.
        large_tile_px: Look from farther when it is over this. Of 24 rendered tiles of 160 to 240 pixels a finder found
            16 at 640 pixels and all at 320.
        few_tiles: Look from farther too when fewer than these were found.
        clear_from: Only detections of this confidence count for these decisions, and by how much they exceed it.
        margin: The closer look reaches this many median tile sides beyond the tiles found first, since the ends of
            rows may have been lost.
    """

    first_side_px: int = 640
    finer_side_px: int = 1280
    coarser_sides_px: tuple[int, ...] = (320, 128)
    small_tile_px: float = 24.0
    large_tile_px: float = 80.0
    few_tiles: int = 7
    clear_from: float = 0.35
    margin: float = 3.0


class SecondLookDetector:
    """Wraps a detector; is one itself. Stateless like it."""

    def __init__(self, detector: TileDetector, options: SecondLookOptions | None = None) -> None:
        """Take the detector that looks, and when it shall look again."""
        self._detector = detector
        self._options = options or SecondLookOptions()

    def detect(self, image_bgr: NDArray[np.uint8], options: DetectorOptions) -> TileDetections:
        """Return the tiles of the first look, or of another where that is the better one."""
        if options.long_side_px is not None:
            return self._detector.detect(image_bgr, options)
        own = self._options
        first = self._detector.detect(image_bgr, replace(options, long_side_px=own.first_side_px))
        height, width = image_bgr.shape[:2]
        boxes = first.boxes_xyxy[first.confidence >= own.clear_from]
        scale = own.first_side_px / max(width, height)
        shown_px = float(median((boxes[:, 2:] - boxes[:, :2]).min(axis=1))) * scale if len(boxes) else None
        looks = [first]
        if shown_px is None:
            if scale < 1:
                looks.append(self._detector.detect(image_bgr, replace(options, long_side_px=own.finer_side_px)))
        elif shown_px < own.small_tile_px:
            looks.append(self._look_closer(image_bgr, boxes, options))
        if shown_px is None or shown_px > own.large_tile_px or len(boxes) < own.few_tiles:
            farther = [replace(options, long_side_px=side) for side in own.coarser_sides_px]
            looks += [self._detector.detect(image_bgr, each) for each in farther]
        # It grows with every tile found and falls when tiles get lost; of equal looks the first is kept.
        return max(looks, key=lambda look: float(self._clearness(look, looks).sum()))

    def _clearness(self, look: TileDetections, looks: list[TileDetections]) -> NDArray[np.float32]:
        """Return by how much each tile of a look counts: nothing where another look sees it as part of a tile."""
        counts = np.maximum(look.confidence - np.float32(self._options.clear_from), 0)
        for other in looks:
            nested = box_nestings(look.boxes_xyxy, other.boxes_xyxy) > NESTED_SHARE
            larger = box_areas(other.boxes_xyxy) > _WHOLE_TO_PART * box_areas(look.boxes_xyxy)[:, None]
            clearer = other.confidence > look.confidence[:, None]
            counts[(nested & larger & clearer).any(axis=1)] = 0
        return np.asarray(counts, np.float32)

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


def _moved(detections: TileDetections, offset_xy: tuple[int, int]) -> TileDetections:
    offset = np.array(offset_xy, np.float32)
    boxes_xyxy = detections.boxes_xyxy + np.tile(offset, 2)
    return replace(detections, boxes_xyxy=boxes_xyxy, quads=detections.quads + offset)
