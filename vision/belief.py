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
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.detector import TileDetections

__all__ = ["DOUBTED_FROM", "believed", "clearly_found"]

DOUBTED_FROM: Final = 0.15
"""Detections of less confidence are not even shown to the reader."""

PLAIN_FROM: Final = 0.9
"""Probability of a face's likeliest code from which on the reader sees it plainly."""

WHITE_CLEAR_FROM: Final = 0.5
"""Confidence of finding from which on a white dragon is one. Of what the finder alone found with less and the reader
was sure of, 15 of 15 were no tiles on rendered hands of other designs (seed 31), mostly sides of tiles, as in photos of
games; but 70 of 70 were white dragons on the travel set, which neither had been trained on there."""

_WHITE_DRAGON: Final = "5z"

_DRAWN_CODES: Final = np.array([code not in {BACK_CODE, _WHITE_DRAGON} for code in CODES])
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


def clearly_found(detections: TileDetections, codes: Sequence[str]) -> NDArray[np.bool_]:
    """Return for each of N detections, read as these codes, whether it is a tile beyond doubt.

    A white dragon that the detector half believes in is more often a tile's side, whatever the reader says. It is kept,
    since those of some sets look just so, but somebody is to look at it.
    """
    white = np.array([code == _WHITE_DRAGON for code in codes], np.bool_)
    return np.asarray(~white | (detections.confidence >= WHITE_CLEAR_FROM), np.bool_)
