"""Finding tiles: the protocol every tile detector follows, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["BACK", "FACE", "DetectorOptions", "TileDetections", "TileDetector", "joined"]

FACE: Final = 0
"""Kind of a detection that shows a tile's face."""

BACK: Final = 1
"""Kind of a detection that shows a tile's back."""


@dataclass(frozen=True, slots=True)
class DetectorOptions:
    """What a caller may choose for one call.

    Attributes:
        min_confidence: Detections under this confidence (0..1) are dropped.
        max_iou: Of two detections overlapping more than this (intersection over union) the weaker is dropped.
        max_tiles: At most this many detections are kept, the most confident first.
        long_side_px: Look at the image scaled to this long side; the detector's own size when None.
    """

    min_confidence: float = 0.35
    max_iou: float = 0.6
    max_tiles: int = 200
    long_side_px: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class TileDetections:
    """Tiles found in one image, as parallel arrays of length N.

    Attributes:
        boxes_xyxy: (N, 4) float32, pixels of the image given to the detector.
        confidence: (N,) float32 in 0..1.
        kinds: (N,) int64, :data:`FACE` or :data:`BACK`.
        quads: (N, 4, 2) float32, the corners of the face, clockwise in the image starting with the one nearest
            to the image's top left (smallest x + y); NaN where the detector knows only the box.
    """

    boxes_xyxy: NDArray[np.float32]
    confidence: NDArray[np.float32]
    kinds: NDArray[np.int64]
    quads: NDArray[np.float32] = field()

    def __post_init__(self) -> None:
        """Check that the arrays belong together."""
        n = len(self.boxes_xyxy)
        expected = {"boxes_xyxy": (n, 4), "confidence": (n,), "kinds": (n,), "quads": (n, 4, 2)}
        for name, shape in expected.items():
            actual = getattr(self, name).shape
            if actual != shape:
                message = f"{name} has shape {actual}, expected {shape}"
                raise ValueError(message)

    def __len__(self) -> int:
        """Return the number of tiles."""
        return len(self.boxes_xyxy)

    def of(self, chosen: NDArray[np.int64]) -> TileDetections:
        """Return some of the tiles, given by their indices."""
        return TileDetections(self.boxes_xyxy[chosen], self.confidence[chosen], self.kinds[chosen], self.quads[chosen])


def joined(parts: Sequence[TileDetections]) -> TileDetections:
    """Return the detections of one or more looks at the same image as one."""
    boxes_xyxy, confidence, kinds, quads = (
        np.concatenate([getattr(part, name) for part in parts])
        for name in ("boxes_xyxy", "confidence", "kinds", "quads")
    )
    return TileDetections(boxes_xyxy, confidence, kinds, quads)


class TileDetector(Protocol):
    """Anything that finds tiles in an image. Stateless: options are arguments."""

    def detect(self, image_bgr: NDArray[np.uint8], options: DetectorOptions) -> TileDetections:
        """Return the tiles in an upright (H, W, 3) BGR image, boxes in its pixels."""
        ...
