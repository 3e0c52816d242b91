"""Whether a photo is good enough to read: blur, glare and size of its faces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from engine.wording import quantity
from vision.fitting import median
from vision.reading import ReadWarning
from vision.scaling import scale_all

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MEASURED_AT_WH", "FaceQuality", "find_quality_warnings", "saturated_share", "sharpness"]

BLURRED_BELOW: Final = 0.025
"""Median :func:`sharpness` of a photo's faces. Of 150 real photos none is under 0.09 (1 % quantile); blurred by a
Gaussian of 2 pixels at 64 pixels across a face 95 % of them are under 0.025, by 1 pixel under 1 %."""

GLARE_ABOVE: Final = 0.2
""":func:`saturated_share` of one face. Of 2,900 faces on real photos fewer than 1 % have more than 0.073."""

SMALL_BELOW_PX: Final = 20.0
"""Shorter side of a face on the photo: a fifth of the reader's crop, so that strokes of characters merge."""

MEASURED_AT_WH: Final = (64, 80)
"""Faces are measured at this width and height, which the limits of quality and of blankness were found for."""

_SATURATED: Final = 250
_BORDER_PX: Final = 6
"""The crop's border shows the tile's edge, which is sharp on the blankest tile."""

_BLANK_VARIANCE: Final = 100.0
"""Grey levels squared; a face with less contrast is blank and cannot tell whether the photo is sharp."""

_NOISE_VARIANCE: Final = 25.0
"""Grey levels squared; keeps the ratio of a pale face from being that of its noise."""


def sharpness(crops_bgr: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return how much of each crop's contrast is fine detail: variance of its Laplacian over its own variance.

    Args:
        crops_bgr: (N, 80, 64, 3) face crops.

    Returns:
        (N,) values, about 0.4 for a sharp face, under 0.025 for a blurred one, NaN for a blank one.
    """
    # One small picture after the other stays in the processor's cache.
    measured = [_contrast_and_detail(crop) for crop in _inner(crops_bgr)]
    variance, detail = np.array(measured, np.float32).reshape(-1, 2).T
    return np.where(variance < _BLANK_VARIANCE, np.float32(np.nan), detail / (variance + np.float32(_NOISE_VARIANCE)))


def _contrast_and_detail(picture_bgr: NDArray[np.uint8]) -> tuple[float, float]:
    """Return the variances of a picture's grey and of its Laplacian."""
    grey = cv2.cvtColor(picture_bgr, cv2.COLOR_BGR2GRAY)
    return _variance(grey), _variance(cv2.Laplacian(grey, cv2.CV_16S))


def _variance(values: NDArray[Any]) -> float:
    """Return the variance of an array of whole numbers, by their sums, which are exact."""
    return float(cv2.norm(values, cv2.NORM_L2SQR)) / values.size - float(cv2.mean(values)[0]) ** 2


def saturated_share(crops_bgr: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return the (N,) shares of each crop's pixels whose three channels are all at the camera's limit."""
    inner = _inner(crops_bgr)
    lowest, highest = np.full(3, _SATURATED, np.float64), np.full(3, 255.0)
    counts = [cv2.countNonZero(cv2.inRange(crop, lowest, highest)) for crop in inner]
    return np.array(counts, np.float32) / np.float32(inner.shape[1] * inner.shape[2])


def _inner(crops_bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return crops without their borders."""
    return crops_bgr[:, _BORDER_PX:-_BORDER_PX, _BORDER_PX:-_BORDER_PX]


@dataclass(frozen=True, slots=True, eq=False)
class FaceQuality:
    """How well N faces show, as parallel arrays.

    Attributes:
        sharpness: (N,) see :func:`sharpness`.
        saturated_share: (N,) see :func:`saturated_share`.
        short_side_px: (N,) the faces' shorter sides on the photo.
    """

    sharpness: NDArray[np.float32]
    saturated_share: NDArray[np.float32]
    short_side_px: NDArray[np.float32]

    @classmethod
    def measure(cls, crops_bgr: NDArray[np.uint8], short_side_px: NDArray[np.float32]) -> FaceQuality:
        """Return the quality of (N, 120, 96, 3) face crops."""
        crops_bgr = scale_all(crops_bgr, MEASURED_AT_WH)
        return cls(sharpness(crops_bgr), saturated_share(crops_bgr), short_side_px)

    def __len__(self) -> int:
        """Return the number of faces."""
        return len(self.short_side_px)

    def of(self, faces: NDArray[np.int64]) -> FaceQuality:
        """Return the quality of some of the faces, given by their indices."""
        return FaceQuality(self.sharpness[faces], self.saturated_share[faces], self.short_side_px[faces])


def find_quality_warnings(quality: FaceQuality, indices: NDArray[np.int64]) -> list[ReadWarning]:
    """Return warnings about faces that are hard to read.

    Args:
        quality: Of N faces.
        indices: (N,) the tiles' indices in the reading, named in the warnings.
    """
    warnings: list[ReadWarning] = []
    if len(quality) == 0:
        return warnings
    sharp = quality.sharpness
    patterned = np.isfinite(sharp)
    if patterned.any() and float(median(sharp[patterned])) < BLURRED_BELOW:
        message = "the photo is blurred; hold the camera still, tap on the tiles to focus and take it again"
        warnings.append(ReadWarning("blurred", message, _chosen(indices, sharp < BLURRED_BELOW)))
    glare = _chosen(indices, quality.saturated_share > GLARE_ABOVE)
    if glare:
        tiles = quantity(len(glare), "tile")
        message = f"light is mirrored on {tiles}; tilt the camera or move the lamp and take it again"
        warnings.append(ReadWarning("glare", message, glare))
    small = _chosen(indices, quality.short_side_px < SMALL_BELOW_PX)
    if small:
        tiles = quantity(len(small), "tile")
        message = f"{tiles} under {SMALL_BELOW_PX:.0f} pixels wide on the photo; go closer and take it again"
        warnings.append(ReadWarning("too_small", message, small))
    return warnings


def _chosen(indices: NDArray[np.int64], chosen: NDArray[np.bool_]) -> tuple[int, ...]:
    return tuple(sorted(int(index) for index in indices[chosen]))
