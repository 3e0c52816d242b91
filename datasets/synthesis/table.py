"""A table being laid: places tiles and things without letting them run into each other."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.synthesis.bodies import BACK_PANEL, FRONT_PANEL, Body, Pose, orientation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from datasets.synthesis.bodies import TileTag
    from datasets.synthesis.textures import FaceTextures, Mipmap

__all__ = ["FLAT", "Block", "Table"]

ROW_STEP: Final = 0.4
"""Tiles farther apart than this (tile heights, away from the player) are in different rows."""

Footprint = tuple[float, float, float, float, float]
"""x, y, half width, half depth and yaw in radians of a rectangle on the table."""

FLAT: Final = Pose()
"""Face up, as it was put down."""


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """A thing that is no tile.

    Attributes:
        size: Width, depth on the table and height.
        colour_bgr: (3,) colour, 0..255.
        chamfer: Width of its broken edges.
        corner_radius: Radius of the corners of its top.
        panels: Textures of some sides; 0 is the top, 4 the side towards the player.
        is_round: An upright cylinder; its width is its diameter.
    """

    size: tuple[float, float, float]
    colour_bgr: NDArray[np.float64]
    chamfer: float = 0.03
    corner_radius: float = 0.0
    panels: Mapping[int, Mipmap] = field(default_factory=dict)
    is_round: bool = False


class Table:
    """Bodies placed so far, and the tile set they are made of.

    Attributes:
        bodies: Everything placed, in order.
        key: Indices of the bodies that the photo is about.
        rng: Source of randomness.
        aspect: Width of a face (its height is 1).
        depth: Thickness of a tile.
    """

    def __init__(self, rng: np.random.Generator, faces: FaceTextures, backs: FaceTextures | None = None) -> None:
        """Start an empty table.

        Args:
            rng: Source of randomness.
            faces: The tile set.
            backs: Another set whose colours the backs of walls take; None for the same.
        """
        design = faces.design
        self.rng = rng
        self.bodies: list[Body] = []
        self.key: list[int] = []
        self.aspect = design.aspect
        self.depth = design.thickness * design.aspect
        self._faces = faces
        self._backs = backs or faces
        self._groups = 0
        self._taken: list[Footprint] = []

    def new_group(self) -> int:
        """Return the number of a new group."""
        self._groups += 1
        return self._groups - 1

    def tile(self, x: float, y: float, tag: TileTag, pose: Pose = FLAT, *, key: bool = True) -> Body:
        """Place a tile above (x, y); ``key`` says whether the photo is about it."""
        design = self._faces.design
        size = np.array([self.aspect, 1.0, self.depth])
        axes = orientation(pose)
        radius = design.corner_radius * self.aspect
        backs = self._faces if key or not pose.flip else self._backs
        body = Body(
            centre=_rest(x, y, pose.z, axes, size),
            axes=axes,
            size=size,
            colours_bgr=np.array([design.side_colours_bgr[0], backs.design.side_colours_bgr[1]], float),
            layer=design.front_share,
            chamfer=float(np.clip(radius * 0.45, 0.012, 0.06)),
            corner_radius=radius,
            gloss=design.gloss,
            panels={FRONT_PANEL: self._faces.face(tag.code), BACK_PANEL: backs.face("0x")},
            tag=tag,
        )
        self._add(body, key=key)
        return body

    def block(self, x: float, y: float, block: Block, pose: Pose = FLAT) -> Body:
        """Place a thing above (x, y)."""
        size = np.array(block.size, float)
        axes = orientation(pose)
        body = Body(
            centre=_rest(x, y, pose.z, axes, size),
            axes=axes,
            size=size,
            colours_bgr=np.stack([block.colour_bgr, block.colour_bgr]),
            chamfer=block.chamfer,
            corner_radius=block.size[0] / 2 if block.is_round else block.corner_radius,
            panels=block.panels,
            is_round=block.is_round,
        )
        self._add(body, key=False)
        return body

    def _add(self, body: Body, *, key: bool) -> None:
        if key:
            self.key.append(len(self.bodies))
        self.bodies.append(body)
        self._taken.append(body.footprint())

    def number_rows(self) -> None:
        """Number the rows of the tiles the photo is about by how far they lie from the player, 0 farthest."""
        members = [(k, tag) for k in self.key if (tag := self.bodies[k].tag) is not None and tag.row >= 0]
        members.sort(key=lambda member: -float(self.bodies[member[0]].centre[1]))
        row, last = -1, np.inf
        for k, tag in members:
            y = float(self.bodies[k].centre[1])
            row += last - y > ROW_STEP
            last = y
            self.bodies[k] = replace(self.bodies[k], tag=replace(tag, row=row))

    def turn(self, first: int, yaw_deg: float, centre: tuple[float, float]) -> None:
        """Turn everything placed since body number ``first`` anticlockwise about a point of the table."""
        cos, sin = np.cos(np.radians(yaw_deg)), np.sin(np.radians(yaw_deg))
        turned = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
        middle = np.array([*centre, 0.0])
        for index in range(first, len(self.bodies)):
            body = self.bodies[index]
            self.bodies[index] = replace(body, centre=turned @ (body.centre - middle) + middle, axes=turned @ body.axes)
            self._taken[index] = self.bodies[index].footprint()

    def withdraw_clashing(self, first: int) -> bool:
        """Take everything placed since body number ``first`` away if any of it touches what was there before."""
        old, new = self._taken[:first], self._taken[first:]
        clash = any(_overlap(mine, other) for mine in new for other in old)
        if clash:
            del self.bodies[first:], self._taken[first:]
            self.key = [index for index in self.key if index < first]
        return clash

    def is_free(self, x: float, y: float, half_width: float, half_depth: float, yaw: float = 0.0) -> bool:
        """Return whether a rectangle on the table (yaw in radians) touches nothing placed so far."""
        if not self._taken:
            return True
        taken = np.array(self._taken)
        near = np.hypot(taken[:, 0] - x, taken[:, 1] - y) < np.hypot(taken[:, 2], taken[:, 3]) + np.hypot(
            half_width, half_depth
        )
        return not any(_overlap((x, y, half_width, half_depth, yaw), self._taken[k]) for k in np.flatnonzero(near))

    def top_over(self, x: float, y: float, reach: float = 1.6) -> float:
        """Return the height of the highest body near a point of the table, 0 for the bare table."""
        near = [
            float(body.centre[2] + np.abs(body.axes[2]) @ body.size / 2)
            for body, taken in zip(self.bodies, self._taken, strict=True)
            if np.hypot(taken[0] - x, taken[1] - y) < reach + np.hypot(taken[2], taken[3])
        ]
        return max(near, default=0.0)

    def free_place(
        self, area: tuple[float, float, float, float], half_wh: tuple[float, float], yaw: float = 0.0, tries: int = 20
    ) -> tuple[float, float] | None:
        """Return a free spot in the area x1, y1, x2, y2 for a rectangle, or None when none was found."""
        for _ in range(tries):
            x, y = float(self.rng.uniform(area[0], area[2])), float(self.rng.uniform(area[1], area[3]))
            if self.is_free(x, y, *half_wh, yaw):
                return x, y
        return None


def _rest(x: float, y: float, z: float, axes: NDArray[np.float64], size: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the centre of a box of that orientation above (x, y) whose lowest corner has height z."""
    return np.array([x, y, z + float(np.abs(axes[2]) @ size) / 2])


def _overlap(first: Footprint, second: Footprint) -> bool:
    """Return whether two turned rectangles (x, y, half width, half depth, yaw) overlap."""
    x, y = second[0] - first[0], second[1] - first[1]
    if math.hypot(x, y) >= math.hypot(first[2], first[3]) + math.hypot(second[2], second[3]):
        return False
    # Along an axis of one rectangle, the other reaches as far as its turn between the two says.
    turn = second[4] - first[4]
    cos, sin = abs(math.cos(turn)), abs(math.sin(turn))
    for mine, other in ((first, second), (second, first)):
        c, s = math.cos(mine[4]), math.sin(mine[4])
        if abs(x * c + y * s) >= mine[2] + other[2] * cos + other[3] * sin:
            return False
        if abs(y * c - x * s) >= mine[3] + other[2] * sin + other[3] * cos:
            return False
    return True
