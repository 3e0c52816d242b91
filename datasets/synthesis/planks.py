"""Long pieces of wood or plastic: racks, rails, trays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from datasets.synthesis.backgrounds import wood_texture
from datasets.synthesis.bodies import Pose
from datasets.synthesis.table import Block
from datasets.synthesis.textures import Mipmap

if TYPE_CHECKING:
    from datasets.synthesis.table import Table

__all__ = ["Plank", "sample_plank"]


@dataclass(frozen=True, slots=True, eq=False)
class Plank:
    """Long pieces of one rack: all of one material and length.

    Attributes:
        span: x of both ends.
        colour_bgr: (3,) colour.
        texture: Wood grain, or None for plastic.
    """

    span: tuple[float, float]
    colour_bgr: np.ndarray[tuple[int, ...], np.dtype[np.float64]]
    texture: Mipmap | None

    def lay(self, table: Table, ys: tuple[float, float], height: float, z: float = 0.0) -> None:
        """Place a plank between two y, unless it would be too thin to see."""
        if height < 0.01:
            return
        panels = {} if self.texture is None else dict.fromkeys((0, 4, 5), self.texture)
        size = self.span[1] - self.span[0], ys[1] - ys[0], height
        block = Block(size, self.colour_bgr, chamfer=0.04, panels=panels)
        table.block((self.span[0] + self.span[1]) / 2, (ys[0] + ys[1]) / 2, block, Pose(z=z))


def sample_plank(rng: np.random.Generator, span: tuple[float, float]) -> Plank:
    """Draw what the pieces of a rack are made of: wood or plastic."""
    if rng.random() < 0.55:
        texture = wood_texture(rng, (512, 64))
        return Plank(span, texture.mean(axis=(0, 1)), Mipmap(texture))
    return Plank(span, np.clip(rng.uniform(30, 245) + rng.normal(0, 25, 3), 0, 255), None)
