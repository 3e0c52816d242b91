"""A detector whose corners are looked at once more; see :mod:`vision.corners`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.quads import face_quads, plausible_quads
from vision.rectify import order_quads

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.corners import CornerRefiner
    from vision.detector import DetectorOptions, TileDetections, TileDetector

__all__ = ["RefiningDetector"]


class RefiningDetector:
    """Wraps a detector; is one itself. Stateless like it."""

    def __init__(self, detector: TileDetector, refiner: CornerRefiner) -> None:
        """Take the detector that finds tiles and what looks at their corners."""
        self._detector = detector
        self._refiner = refiner

    def detect(self, image_bgr: NDArray[np.uint8], options: DetectorOptions) -> TileDetections:
        """Return the tiles found, with better corners where they are still those of the same tile."""
        found = self._detector.detect(image_bgr, options)
        if not len(found):
            return found
        refined = plausible_quads(self._refiner.refine(image_bgr, face_quads(found)), found.boxes_xyxy)
        better = np.isfinite(refined).all(axis=(1, 2), keepdims=True)
        return replace(found, quads=np.where(better, order_quads(refined), found.quads).astype(np.float32))
