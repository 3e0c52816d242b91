"""A detector whose finds are looked at once more from close by: where their corners are, and whether they are tiles.

A detector that sees the whole photo at once takes sides of tiles, dice and keys for tiles, and doubts tiles that are
half covered or seen at a slant. So what it doubts is asked for too, and what is seen from close by decides with it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.detector import FACE
from vision.quads import face_quads, plausible_quads, suppress_duplicates

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.corners import CornerRefiner
    from vision.detector import DetectorOptions, TileDetections, TileDetector

__all__ = ["ASKED_FROM", "RefiningDetector", "confirmed"]

PASSES_FROM_BOX: Final = 3
"""How often corners are looked at where only a box was found. A face turned by 45 degrees covers half of its box, and
one pass from the box's corners stops half way: of 432 tiles so turned, 12 were off by more than .3 of their shorter
side after one pass, 6 after three."""

ASKED_FROM: Final = 0.03
"""Confidence from which on the detector's finds are looked at. On 192 rendered hands of designs never trained on
(seeds 31 and 33) 2,968 of 3,004 tiles were among them, at 640 pixels."""

ASKED_MAX_IOU: Final = 0.8
"""Of two finds that overlap less both are looked at: where tiles stand at a slant the detector may be surer of what
lies across two of them."""

ASKED_TIMES: Final = 2
"""So many times as many finds as there may be tiles are looked at."""

WEIGHTS: Final = (0.5, 0.84, 0.27)
"""Log-odds of a tile: so many times the detector's and the closer look's, and this much beside. The first two by
logistic regression on 5,057 finds in the same hands; the third is 1.4 higher than there, since what is left out nobody
sees: blank white dragons of a real set were doubted as much as sides of tiles."""

_SMALLEST: Final = 1e-4


class RefiningDetector:
    """Wraps a detector; is one itself. Stateless like it."""

    def __init__(self, detector: TileDetector, refiner: CornerRefiner) -> None:
        """Take the detector that finds tiles and what looks at them from close by."""
        self._detector = detector
        self._refiner = refiner

    def detect(self, image_bgr: NDArray[np.uint8], options: DetectorOptions) -> TileDetections:
        """Return what is a tile by both, with better corners where they are still those of the same tile."""
        if not self._refiner.tells_kinds:
            found, _ = self._refined(image_bgr, self._detector.detect(image_bgr, options))
            return found
        asked = replace(
            options,
            min_confidence=min(options.min_confidence, ASKED_FROM),
            max_iou=ASKED_MAX_IOU,
            max_tiles=ASKED_TIMES * options.max_tiles,
        )
        found, kind_logits = self._refined(image_bgr, self._detector.detect(image_bgr, asked))
        found = confirmed(found, kind_logits)
        found = found.of(np.flatnonzero(found.confidence >= options.min_confidence))
        kept = suppress_duplicates(found.boxes_xyxy, found.confidence, found.quads, options.max_iou, options.max_tiles)
        return found.of(kept)

    def _refined(
        self, image_bgr: NDArray[np.uint8], found: TileDetections
    ) -> tuple[TileDetections, NDArray[np.float32]]:
        """Return finds with better corners, from a box's after several looks, and their (N, 3) kind logits."""
        looks = self._refiner.look(image_bgr, face_quads(found))
        guessed = ~np.isfinite(found.quads).all(axis=(1, 2))
        for _ in range(PASSES_FROM_BOX - 1 if guessed.any() else 0):
            looks.quads[guessed] = self._refiner.refine(image_bgr, looks.quads[guessed])
        refined = plausible_quads(looks.quads, found.boxes_xyxy)
        better = np.isfinite(refined).all(axis=(1, 2), keepdims=True)
        quads = np.where(better, refined, found.quads).astype(np.float32)
        return replace(found, quads=quads), looks.kind_logits


def confirmed(found: TileDetections, kind_logits: NDArray[np.float32]) -> TileDetections:
    """Return finds with the confidence and the kind that they have by a closer look too.

    A back is what both take for one; where they differ the reader is to see it, since blank white dragons look alike.

    Args:
        found: N finds.
        kind_logits: (N, 3) of a face, a back and no tile; finds that were not looked at have NaN, and stay as they are.
    """
    seen = np.isfinite(kind_logits).all(axis=1)
    confidence = np.clip(found.confidence, _SMALLEST, 1 - _SMALLEST)
    face, back, nothing = np.where(seen, kind_logits.T, 0)
    own, closer, beside = WEIGHTS
    odds = own * np.log(confidence / (1 - confidence)) + closer * (np.logaddexp(face, back) - nothing) + beside
    return replace(
        found,
        confidence=np.where(seen, np.exp(-np.logaddexp(0, -odds)), found.confidence).astype(np.float32),
        kinds=np.where(~seen | (back > face), found.kinds, FACE).astype(np.int64),
    )
