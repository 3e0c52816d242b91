"""Pictures as the networks take them: planes of red, green and blue in 0..1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["bgr_to_blob"]

_UNIT: Final = np.float32(1 / 255)


def bgr_to_blob(images_bgr: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return (N, H, W, 3) BGR pictures as a contiguous (N, 3, H, W) float32 RGB array in 0..1.

    >>> bgr_to_blob(np.array([[[[0, 51, 255]]]], np.uint8)).ravel().round(3)
    array([1. , 0.2, 0. ], dtype=float32)
    """
    count, height, width, channels = images_bgr.shape
    blob = np.empty((count, channels, height, width), np.float32)
    if count:
        # OpenCV takes channels apart several times faster than a transposed copy does; to it all are one tall picture.
        stacked = np.ascontiguousarray(images_bgr).reshape(count * height, width, channels)
        for plane, channel in zip(reversed(cv2.split(stacked)), range(channels), strict=True):
            np.multiply(plane.reshape(count, height, width), _UNIT, out=blob[:, channel])
    return blob
