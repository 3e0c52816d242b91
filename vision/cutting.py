"""Faces cut out of a photo from pixels as fine as the reader can use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from vision.quads import short_sides
from vision.rectify import CROP_SIZE_WH, rectify

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.image import UprightImage

__all__ = ["CROP_OVERSAMPLING", "cut_faces"]

CROP_OVERSAMPLING: Final = 1.0
"""Photo pixels per crop pixel for which a photo is decoded again at a higher resolution: more would cost a photo of 12
megapixels, whose tiles are some 250 pixels wide, the decoding of all of them."""


def cut_faces(image: UprightImage, quads: NDArray[np.float32]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Cut faces out of a photo; see :func:`vision.rectify.rectify`.

    Args:
        image: The photo.
        quads: (N, 4, 2) corners in pixels of the full-resolution photo.

    Returns:
        (N, 120, 96, 3) BGR crops and the (N,) clockwise quarter turns that brought each upright.

    Raises:
        UndecodableImageError: The photo has to be decoded again, and the decoder gave up.
    """
    if not len(quads):
        return np.empty((0, *CROP_SIZE_WH[::-1], 3), np.uint8), np.empty(0, np.int64)
    smallest_px = max(float(short_sides(quads).min()), 1.0)
    image_bgr, scale = image.bgr(min(1.0, CROP_OVERSAMPLING * CROP_SIZE_WH[0] / smallest_px))
    return rectify(image_bgr, (quads * np.float32(scale)).astype(np.float32))
