"""Which of the detector's doubtful answers are tiles: those on which the reader sees a face plainly.

A detector that is half sure of a tile, because it lies dark, is half covered or stands at the edge of the picture, is
half sure of dice, coins and other things with faces too. The reader tells them apart: it was taught to call no code
likely where no tile's face is. Of what has nothing on it, a back or a white dragon, it can say nothing: a tile's white
side looks just like one. There the detector decides alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from engine.tile import BACK_CODE, CODES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.detector import TileDetections

__all__ = ["DOUBTED_FROM", "believed"]

DOUBTED_FROM: Final = 0.15
"""Detections of less confidence are not even shown to the reader."""

PLAIN_FROM: Final = 0.9
"""Probability of a face's likeliest code from which on the reader sees it plainly."""

_DRAWN_CODES: Final = np.array([code not in {BACK_CODE, "5z"} for code in CODES])
"""Codes that are told by what is on the face."""


def believed(
    detections: TileDetections, code_probabilities: NDArray[np.float32], min_confidence: float
) -> NDArray[np.bool_]:
    """Return for each of N detections whether it is taken for a tile.

    Args:
        detections: What the detector found, down to :data:`DOUBTED_FROM`.
        code_probabilities: (N, 47) what the reader takes each for.
        min_confidence: Detections of that confidence are tiles whatever the reader says.
    """
    seen = code_probabilities[:, _DRAWN_CODES].max(axis=1, initial=0) >= PLAIN_FROM
    return np.asarray((detections.confidence >= min_confidence) | seen, np.bool_)
