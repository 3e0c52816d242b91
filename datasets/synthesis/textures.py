"""Textures of panels, and the faces of a design drawn once and kept at several sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from datasets.synthesis.design import render_face

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.synthesis.design import TileSetDesign

__all__ = ["FaceTextures", "Mipmap"]

SMALLEST_LEVEL_PX = 12


class Mipmap:
    """A picture at its own size and at halves of it, so that shrinking it does not alias."""

    def __init__(self, image_bgr: NDArray[np.uint8]) -> None:
        """Keep the picture; smaller levels are made on demand."""
        self._levels: list[NDArray[np.uint8]] = [image_bgr]

    def level(self, height_px: float) -> NDArray[np.uint8]:
        """Return the smallest level that is at least as high as wanted (or the picture itself)."""
        level = 0
        height = self._levels[0].shape[0]
        while height / 2 >= max(height_px, SMALLEST_LEVEL_PX):
            height //= 2
            level += 1
        while len(self._levels) <= level:
            last = self._levels[-1]
            half = max(1, last.shape[1] // 2), max(1, last.shape[0] // 2)
            self._levels.append(np.asarray(cv2.resize(last, half, interpolation=cv2.INTER_AREA), np.uint8))
        return self._levels[level]


class FaceTextures:
    """The faces of one design, each drawn when first asked for."""

    def __init__(self, design: TileSetDesign, height_px: int = 224) -> None:
        """Remember the design and the height its faces are drawn at."""
        self.design = design
        self._height_px = height_px
        self._faces: dict[str, Mipmap] = {}

    def face(self, code: str) -> Mipmap:
        """Return the texture of a face, or of the back for ``0x``."""
        if code not in self._faces:
            self._faces[code] = Mipmap(render_face(self.design, code, self._height_px))
        return self._faces[code]
