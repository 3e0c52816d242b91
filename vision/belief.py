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
from vision.quads import face_quads, quad_areas

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.detector import TileDetections

__all__ = ["CLEAR_FROM", "DOUBTED_FROM", "LARGEST_PLAIN", "PLAIN_FROM", "believed", "clearly_found"]

DOUBTED_FROM: Final = 0.15
"""Detections of less confidence are not even shown to the reader."""

PLAIN_FROM: Final = 0.9
"""Probability of a face's likeliest code from which on the reader sees it plainly."""

CLEAR_FROM: Final = {BACK_CODE: 0.9, "5z": 0.6}
"""Confidence of finding from which on a tile that shows nothing is one beyond doubt. On 192 rendered hands of other
designs (seeds 31 and 33) 30 of 30 backs found with more were backs, and 15 of 35 found with less; of white dragons 54
of 68 and none of 34. Of 137 blank white dragons of a set never trained on 18 were found with less."""

LARGEST_PLAIN: Final = 1.7
"""What shows nothing that can be read is no tile where it is so many times as large as the largest face that can. A
photo of a rack has tiles of about a size; panels, floors, arms and shirts have not."""

ENOUGH_FACES: Final = 3
"""So many faces tell how large tiles are."""

_DRAWN_CODES: Final = np.array([code not in CLEAR_FROM for code in CODES])
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
    there = (detections.confidence >= min_confidence) | seen
    if np.count_nonzero(seen) >= ENOUGH_FACES:
        sizes = np.sqrt(np.abs(quad_areas(face_quads(detections))))
        there &= seen | (sizes <= LARGEST_PLAIN * sizes[seen].max())
    return np.asarray(there, np.bool_)


def clearly_found(detections: TileDetections, codes: Sequence[str]) -> NDArray[np.bool_]:
    """Return for each of N detections, read as these codes, whether it is a tile beyond doubt.

    A back or a white dragon that the detector does not wholly believe in is more often a tile's side or a part of the
    table, whatever the reader says. It is kept, since those of some sets look just so, but somebody is to look at it.
    """
    least = np.array([CLEAR_FROM.get(code, 0.0) for code in codes], np.float32)
    return np.asarray(detections.confidence >= least, np.bool_)
