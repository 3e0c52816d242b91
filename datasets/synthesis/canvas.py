"""A picture in the making that remembers which tile every pixel shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Canvas", "panel_id"]

SHIFT: Final = 4
"""Fractional bits of polygon coordinates."""


class Canvas:
    """A picture in the making, and which panel every pixel shows.

    Attributes:
        image_bgr: (H, W, 3) picture.
        ids: (h, w) uint16, 0 where no tile's front or back shows, else :func:`panel_id`; ``id_scale`` times as large.
        id_scale: Size of ``ids`` relative to the picture.
    """

    def __init__(self, image_bgr: NDArray[np.uint8], id_scale: float = 1.0) -> None:
        """Start from a background."""
        self.image_bgr = image_bgr
        self.id_scale = id_scale
        height, width = image_bgr.shape[:2]
        self.ids: NDArray[np.uint16] = np.zeros((round(height * id_scale), round(width * id_scale)), np.uint16)

    def fill(self, polygon: NDArray[np.float64], colour_bgr: NDArray[np.float64]) -> None:
        """Fill a convex polygon in the picture."""
        # OpenCV itself limits colours to 0..255.
        cv2.fillConvexPoly(self.image_bgr, _fixed(polygon), colour_bgr.tolist(), cv2.LINE_AA, SHIFT)

    def mark(self, polygon: NDArray[np.float64], identity: int) -> None:
        """Say that a convex polygon shows a panel (or, with 0, nothing of interest)."""
        cv2.fillConvexPoly(self.ids, _fixed(polygon * self.id_scale), (float(identity),), cv2.LINE_8, SHIFT)

    def blend(self, picture: NDArray[np.uint8], corner_xy: tuple[int, int], outline: NDArray[np.float64]) -> None:
        """Paint a picture at a place as far as it lies in a convex outline (pixels of the canvas)."""
        x, y = corner_xy
        height, width = picture.shape[:2]
        mask = np.zeros((height, width), np.uint8)
        cv2.fillConvexPoly(mask, _fixed(outline - np.array([x, y])), (255.0,), cv2.LINE_AA, SHIFT)
        weight = mask[:, :, None].astype(np.float32) * (1 / 255)
        target = self.image_bgr[y : y + height, x : x + width]
        target[:] = (target + (picture.astype(np.float32) - target) * weight + 0.5).astype(np.uint8)


def panel_id(body_index: int, panel: int) -> int:
    """Return the number that marks a body's front or back on the canvas."""
    return 1 + 2 * body_index + panel


def _fixed(polygon: NDArray[np.float64]) -> NDArray[np.int32]:
    """Return polygon coordinates in fixed point, kept within what OpenCV draws."""
    return (polygon.clip(-8000, 16000) * (1 << SHIFT)).round().astype(np.int32)
