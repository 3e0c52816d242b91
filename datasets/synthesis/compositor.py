"""Painting all bodies of a scene over its background."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.synthesis.bodies import FRONT_PANEL
from datasets.synthesis.camera import NEAREST_DEPTH
from datasets.synthesis.ordering import painting_order
from datasets.synthesis.painter import BodyPainter
from datasets.synthesis.shadows import darken, shadow_map

if TYPE_CHECKING:
    from collections.abc import Sequence

    from datasets.synthesis.bodies import Body
    from datasets.synthesis.camera import Camera
    from datasets.synthesis.canvas import Canvas
    from datasets.synthesis.lighting import Light

__all__ = ["paint_bodies"]

RESTING: Final = 0.006
"""A body whose lowest corner is this near to a top (tile heights) stands on it."""


def paint_bodies(canvas: Canvas, bodies: Sequence[Body], camera: Camera, light: Light) -> None:
    """Paint bodies from the back to the front; those too near to the lens or out of the picture are left out."""
    if not bodies:
        return
    corners = np.stack([body.corners() for body in bodies])
    pixels = camera.project(corners)
    low, high = pixels.min(axis=1), pixels.max(axis=1)
    in_front = camera.depth(corners).min(axis=1) > NEAREST_DEPTH
    width, height = camera.size_wh
    in_picture = (high > 0).all(axis=1) & (low < [width, height]).all(axis=1)
    kept = np.flatnonzero(in_front & in_picture)
    outlines = np.concatenate([low, high], axis=1)[kept]
    for place in painting_order([bodies[int(k)] for k in kept], camera.position, outlines):
        index = int(kept[place])
        painter = BodyPainter(canvas, bodies[index], index, camera, light)
        painter.paint()
        if bodies[index].tag is None and painter.visible[FRONT_PANEL]:
            _shade_top(canvas, bodies[index], bodies, camera, light)


def _shade_top(canvas: Canvas, block: Body, bodies: Sequence[Body], camera: Camera, light: Light) -> None:
    """Let bodies that stand on a block throw their shadows on its top."""
    top = block.panel_corners(FRONT_PANEL)
    height = float(top[:, 2].max())
    low, high = top.min(axis=0), top.max(axis=0)
    standing = [
        body
        for body in bodies
        if body is not block
        and abs(float(body.corners()[:, 2].min()) - height) < RESTING
        and (low[:2] <= body.centre[:2]).all()
        and (body.centre[:2] <= high[:2]).all()
    ]
    if standing:
        light_map = shadow_map(camera.size_wh, camera, standing, light, height)
        darken(canvas.image_bgr, light_map, camera.project(top))
