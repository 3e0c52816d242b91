"""Pictures made smaller or larger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["scale_all", "scale_to"]

AVERAGED_BELOW: Final = 0.5
"""Pictures that shrink to less than this are averaged."""


def scale_to(image_bgr: NDArray[np.uint8], size_wh: tuple[int, int]) -> NDArray[np.uint8]:
    """Return an (H, W, 3) picture at another size, or itself where it has that size.

    Averaging keeps thin strokes that linear interpolation, which weighs two by two pixels, would step over. Down to
    half the size it steps over none, and it takes a sixth of the time; the finder's training scales by it too.

    >>> scale_to(np.zeros((4, 6, 3), np.uint8), (3, 2)).shape
    (2, 3, 3)
    """
    height, width = image_bgr.shape[:2]
    if size_wh == (width, height):
        return image_bgr
    factor = max(size_wh) / max(width, height)
    interpolation = cv2.INTER_AREA if factor < AVERAGED_BELOW else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image_bgr, size_wh, interpolation=interpolation), np.uint8)


def scale_all(images_bgr: NDArray[np.uint8], size_wh: tuple[int, int]) -> NDArray[np.uint8]:
    """Return (N, H, W, 3) pictures at another size, or themselves where they have that size; see :func:`scale_to`."""
    width, height = size_wh
    if images_bgr.shape[1:3] == (height, width):
        return images_bgr
    scaled = np.empty((len(images_bgr), height, width, 3), np.uint8)
    for image, target in zip(images_bgr, scaled, strict=True):
        target[:] = scale_to(image, size_wh)
    return scaled
