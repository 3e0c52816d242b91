"""How much an exported reader doubts synthetic faces, so that training shows oftener what cannot be read yet.

Most synthetic faces are read by a reader that is trained on; a batch of such teaches little. The truth of synthetic
faces is never wrong, so that a doubted one is hard and not mislabelled; photographs are not chosen so. About half of
what a trained reader doubts is blurred beyond what anybody could read, and teaches nothing either: see
:func:`shows_detail`.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.synthesis.progress import track
from vision.onnx_model import create_session
from vision.onnx_reader import OnnxTileReader

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = ["EASY_WEIGHT", "Doubter", "shows_detail"]

EASY_WEIGHT: Final = 0.1
"""Weight of a face that is read without doubt; one whose code is not believed at all has this and 1."""

LEAST_DETAIL: Final = 6.0
"""Standard deviation of the details of a crop that can be read, in grey levels of 256."""

LEAST_DETAIL_SHARE: Final = 0.36
"""The same as a share of that of coarser shapes."""

_AT_ONCE: Final = 1024


class Doubter:
    """An exported reader, asked how much it doubts the true codes of faces.

    Args:
        reader: The ONNX file.
    """

    def __init__(self, reader: Path) -> None:
        """Open the reader.

        Raises:
            ModelError: The file is missing, damaged or no reader.
        """
        self._reader = OnnxTileReader(create_session(reader))
        self._name = sha256(reader.read_bytes()).hexdigest()[:12]

    def weights(self, crops_bgr: NDArray[np.uint8], codes: NDArray[np.integer]) -> NDArray[np.float32]:
        """Return how often to draw each of N crops: (N,) from ``EASY_WEIGHT`` to 1 more where details show.

        Args:
            crops_bgr: (N, 120, 96, 3) faces.
            codes: (N,) what they show.
        """
        weights = np.empty(len(crops_bgr), np.float32)
        starts = range(0, len(crops_bgr), _AT_ONCE)
        for start in track(starts, len(starts), "doubts"):
            part = slice(start, start + _AT_ONCE)
            readings = self._reader.read_crops(crops_bgr[part], np.zeros(len(codes[part]), np.int64), thorough=False)
            believed = readings.code_probabilities[np.arange(len(codes[part])), codes[part]]
            clear = np.array([shows_detail(crop) for crop in crops_bgr[part]])
            weights[part] = EASY_WEIGHT + clear * (1 - believed)
        return weights

    def weights_of_shard(
        self, shard: Path, crops_bgr: NDArray[np.uint8], codes: NDArray[np.integer]
    ) -> NDArray[np.float32]:
        """Return :meth:`weights` of a shard's crops, kept beside it for the next start."""
        kept = shard.with_name(f"{shard.stem}-doubts-{self._name}.npy")
        try:
            weights = np.asarray(np.load(kept), np.float32)
        except (OSError, ValueError, EOFError):
            weights = np.empty(0, np.float32)
        if len(weights) != len(codes):
            weights = self.weights(crops_bgr, codes)
            with kept.open("wb") as file:
                np.save(file, weights)
        return weights


def shows_detail(crop_bgr: NDArray[np.uint8]) -> bool:
    """Return whether a (120, 96, 3) crop shows anything finer than blots: strokes of some pixels, or edges."""
    height, width = crop_bgr.shape[:2]
    grey = cv2.cvtColor(crop_bgr, cv2.COLOR_BGR2GRAY).astype(np.float32)[
        height // 15 : -height // 15, width // 16 : -width // 16
    ]
    fine, middle, coarse = (cv2.GaussianBlur(grey, (0, 0), sigma) for sigma in (1, 3, 9))
    detail = float((fine - middle).std())
    return detail >= LEAST_DETAIL and detail >= LEAST_DETAIL_SHARE * float((fine - coarse).std())
