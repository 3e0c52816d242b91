"""Real pictures without tiles, as rooms, as table tops and as photos that show no tiles at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = ["Backdrops"]

SUFFIXES: Final = frozenset({".jpg", ".jpeg", ".png", ".webp"})
MAX_SIDE_PX: Final = 1600
"""Larger pictures are reduced when they are read."""


@dataclass(frozen=True, slots=True)
class Backdrops:
    """Pictures of a folder, each read when it is needed.

    Attributes:
        paths: The pictures, in the order of their names.
    """

    paths: tuple[Path, ...]

    @classmethod
    def find(cls, folder: Path) -> Backdrops:
        """Return all pictures in a folder and below.

        Raises:
            FileNotFoundError: There are none.
        """
        paths = tuple(sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES))
        if not paths:
            message = f"{str(folder)!r} holds no pictures (.jpg, .png, .webp) to use as backgrounds"
            raise FileNotFoundError(message)
        return cls(paths)

    def sample(self, rng: np.random.Generator, size_wh: tuple[int, int]) -> NDArray[np.uint8]:
        """Return a random part of a random picture, perhaps mirrored, at the given size."""
        path = self.paths[int(rng.integers(len(self.paths)))]
        picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if picture is None:
            message = f"{path} is no readable picture; take it out of the folder of backgrounds"
            raise ValueError(message)
        scale = MAX_SIDE_PX / max(picture.shape[:2])
        if scale < 1:
            picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        height, width = picture.shape[:2]
        zoom = float(rng.uniform(0.35, 1.0)) * min(width / size_wh[0], height / size_wh[1])
        part_wh = max(2, int(size_wh[0] * zoom)), max(2, int(size_wh[1] * zoom))
        x, y = int(rng.integers(width - part_wh[0] + 1)), int(rng.integers(height - part_wh[1] + 1))
        part = picture[y : y + part_wh[1], x : x + part_wh[0]]
        if rng.random() < 0.5:
            part = part[:, ::-1]
        return np.ascontiguousarray(cv2.resize(part, size_wh, interpolation=cv2.INTER_LINEAR), np.uint8)
