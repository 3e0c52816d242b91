"""A detector that remembers: for those who want to know, beside the reading, what was found at first."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.detector import DetectorOptions, TileDetections, TileDetector

__all__ = ["NotingDetector"]


class NotingDetector:
    """Wraps a detector and keeps what it found last; is one itself. For one thread at a time.

    Attributes:
        found: What was found in the last image, None before the first.
    """

    def __init__(self, detector: TileDetector) -> None:
        """Take the detector."""
        self._detector = detector
        self.found: TileDetections | None = None

    def detect(self, image_bgr: NDArray[np.uint8], options: DetectorOptions) -> TileDetections:
        """Return what the detector finds."""
        self.found = self._detector.detect(image_bgr, options)
        return self.found
