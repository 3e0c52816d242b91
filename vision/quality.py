"""Whether a photo is good enough to read: blur, glare and size of its faces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from engine.wording import quantity
from vision.reading import ReadWarning

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["find_quality_warnings", "saturated_share", "sharpness"]

BLURRED_BELOW: Final = 0.025
"""Median :func:`sharpness` of a photo's faces. Of 150 real photos none is under 0.09 (1 % quantile); blurred by a
Gaussian of 2 pixels at crop size (64 pixels across a face) 95 % of them are under 0.025, by 1 pixel under 1 %."""

GLARE_ABOVE: Final = 0.2
""":func:`saturated_share` of one face. Of 2,900 faces on real photos fewer than 1 % have more than 0.073."""

SMALL_BELOW_PX: Final = 20.0
"""Shorter side of a face on the photo: under a third of the reader's crop, so that strokes of characters merge."""

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
    if not len(crops_bgr):
        return np.empty(0, np.float32)
    inner = np.ascontiguousarray(crops_bgr[:, _BORDER_PX:-_BORDER_PX, _BORDER_PX:-_BORDER_PX])
    count, height, width = inner.shape[:3]
    # One call for all crops, stacked: what a pixel's grey is does not depend on its neighbours.
    stacked = cv2.cvtColor(inner.reshape(count * height, width, 3), cv2.COLOR_BGR2GRAY)
    grey = stacked.reshape(count, height, width).astype(np.float32)
    variance = grey.var(axis=(1, 2))
    detail = _laplacian(grey).var(axis=(1, 2)) / (variance + np.float32(_NOISE_VARIANCE))
    return np.where(variance < _BLANK_VARIANCE, np.float32(np.nan), detail).astype(np.float32)


def _laplacian(grey: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the (N, H, W) second differences of N grey pictures, mirrored at their edges as OpenCV does it."""
    around = np.pad(grey, ((0, 0), (1, 1), (1, 1)), mode="reflect")
    beside = around[:, 1:-1, :-2] + around[:, 1:-1, 2:] + around[:, :-2, 1:-1] + around[:, 2:, 1:-1]
    return np.asarray(beside - 4 * grey, np.float32)


def saturated_share(crops_bgr: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return the (N,) shares of each crop's pixels whose three channels are all at the camera's limit."""
    inner = crops_bgr[:, _BORDER_PX:-_BORDER_PX, _BORDER_PX:-_BORDER_PX]
    blue, green, red = (inner[..., channel] >= _SATURATED for channel in range(3))
    return np.asarray((blue & green & red).mean(axis=(1, 2)), np.float32)


def find_quality_warnings(
    crops_bgr: NDArray[np.uint8], short_sides_px: NDArray[np.float32], indices: NDArray[np.int64]
) -> list[ReadWarning]:
    """Return warnings about faces that are hard to read.

    Args:
        crops_bgr: (N, 80, 64, 3) face crops.
        short_sides_px: (N,) the faces' shorter sides on the photo.
        indices: (N,) the tiles' indices in the reading, named in the warnings.
    """
    warnings: list[ReadWarning] = []
    if len(crops_bgr) == 0:
        return warnings
    sharp = sharpness(crops_bgr)
    patterned = np.isfinite(sharp)
    if patterned.any() and float(np.median(sharp[patterned])) < BLURRED_BELOW:
        message = "the photo is blurred; hold the camera still, tap on the tiles to focus and take it again"
        warnings.append(ReadWarning("blurred", message, _chosen(indices, sharp < BLURRED_BELOW)))
    glare = _chosen(indices, saturated_share(crops_bgr) > GLARE_ABOVE)
    if glare:
        tiles = quantity(len(glare), "tile")
        message = f"light is mirrored on {tiles}; tilt the camera or move the lamp and take it again"
        warnings.append(ReadWarning("glare", message, glare))
    small = _chosen(indices, short_sides_px < SMALL_BELOW_PX)
    if small:
        tiles = quantity(len(small), "tile")
        message = f"{tiles} under {SMALL_BELOW_PX:.0f} pixels wide on the photo; go closer and take it again"
        warnings.append(ReadWarning("too_small", message, small))
    return warnings


def _chosen(indices: NDArray[np.int64], chosen: NDArray[np.bool_]) -> tuple[int, ...]:
    return tuple(sorted(int(index) for index in indices[chosen]))
