"""Fitting an image into the size a detector wants, and finding the way back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.scaling import scale_to

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["STRIDE_PX", "Letterbox", "letterbox"]

STRIDE_PX: Final = 32
"""Both sides of a letterboxed image are multiples of this, the coarsest step of the detector's grid."""

PADDING_GREY: Final = 114
"""The grey around the image, as in the detector's training."""


@dataclass(frozen=True, slots=True, eq=False)
class Letterbox:
    """An image scaled and padded for the detector.

    Attributes:
        image_bgr: (H, W, 3) uint8, both sides multiples of :data:`STRIDE_PX`; the image itself where it fits.
        scale_xy: Letterboxed pixels per image pixel along x and y (they differ by rounding only).
        offset_xy: Where the image's top left corner lies, in letterboxed pixels.
    """

    image_bgr: NDArray[np.uint8]
    scale_xy: tuple[float, float]
    offset_xy: tuple[int, int]

    def to_image(self, points_xy: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return (..., 2) points in letterboxed pixels as points in pixels of the image."""
        return np.asarray((points_xy - np.array(self.offset_xy, np.float32)) / np.array(self.scale_xy, np.float32))


def letterbox(image_bgr: NDArray[np.uint8], long_side_px: int) -> Letterbox:
    """Scale an image to a long side and pad it evenly with grey, to no more than the next multiples of the stride.

    Args:
        image_bgr: (H, W, 3) image.
        long_side_px: The scaled image's long side; rounded up to a multiple of :data:`STRIDE_PX`.

    >>> letterbox(np.zeros((300, 400, 3), np.uint8), 640).image_bgr.shape
    (480, 640, 3)
    """
    height, width = image_bgr.shape[:2]
    long_side_px = _stride_up(long_side_px)
    scale = long_side_px / max(height, width)
    size_wh = max(1, round(width * scale)), max(1, round(height * scale))
    scaled = scale_to(image_bgr, size_wh)
    across, down = (_stride_up(side) - side for side in size_wh)
    left, top = across // 2, down // 2
    if across or down:
        grey = (PADDING_GREY,) * 3
        padded = cv2.copyMakeBorder(scaled, top, down - top, left, across - left, cv2.BORDER_CONSTANT, value=grey)
        scaled = np.asarray(padded, np.uint8)
    return Letterbox(scaled, (size_wh[0] / width, size_wh[1] / height), (left, top))


def _stride_up(side_px: int) -> int:
    return -(-side_px // STRIDE_PX) * STRIDE_PX
