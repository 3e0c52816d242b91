"""From bodies, camera and light to a picture: table and room, shadows, then the bodies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.synthesis.backgrounds import SURFACES, Layer, paint_ground, room_picture, surface_texture, wood_texture
from datasets.synthesis.canvas import Canvas
from datasets.synthesis.compositor import paint_bodies
from datasets.synthesis.shadows import darken, shadow_map

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from datasets.synthesis.backdrops import Backdrops
    from datasets.synthesis.bodies import Body
    from datasets.synthesis.camera import Camera
    from datasets.synthesis.lighting import Light
    from datasets.synthesis.shots import Setting

__all__ = ["Ground", "render", "sample_ground"]


ROOM_SHARE: Final = 0.6
FLOOR_SHARE: Final = 0.4
TOP_SHARE: Final = 0.3
"""Shares of rooms, of floors and of table tops that are real pictures where there are any."""


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """What the bodies stand on and what is around.

    Attributes:
        room_bgr: Picture of the room behind everything, the size of the canvas.
        layers: Floor, border, table top: from the bottom up.
    """

    room_bgr: NDArray[np.uint8]
    layers: tuple[Layer, ...]


def sample_ground(
    rng: np.random.Generator,
    bodies: Sequence[Body],
    camera: Camera,
    backdrops: Backdrops | None = None,
    setting: Setting | None = None,
) -> Ground:
    """Sample a table around the bodies, mostly with a floor below, sometimes with a border.

    Args:
        rng: Source of randomness.
        bodies: What stands on it.
        camera: The camera of the canvas, which decides how fine the textures are.
        backdrops: Real pictures for some rooms and table tops.
        setting: What the layout asks of the table top.
    """
    room = _sample_room(rng, camera.size_wh, backdrops)
    if not bodies:
        return Ground(room, ())
    centres = np.stack([body.centre for body in bodies])
    low, high = centres.min(axis=0) - 1.5, centres.max(axis=0) + 1.5
    texel = float(np.median(camera.depth(centres)) / camera.focal_px) * float(rng.uniform(0.7, 1.4))
    layers: list[Layer] = []
    bounded = setting is not None and setting.bounds is not None
    if bounded or rng.random() < 0.6:
        floor = _sample_floor(rng, backdrops)
        layers.append(Layer(floor, texel, (-90, -60, 90, 120), height=-20.0, brightness=0.6))
    margin = rng.uniform([0.3, 0.3, 0.3, 0.3], [14, 7, 14, 18])
    bounds = (
        float(low[0] - margin[0]), float(low[1] - margin[1]), float(high[0] + margin[2]), float(high[1] + margin[3])
    )  # fmt: skip
    if setting is not None:
        bounds = setting.bounds or bounds
        texture = surface_texture(rng, setting.surface, colour_bgr=setting.colour_bgr)
    elif backdrops is not None and rng.random() < TOP_SHARE:
        texture = backdrops.sample(rng, (640, 640))
    else:
        texture = surface_texture(rng, str(rng.choice(SURFACES)))
    if not bounded and rng.random() < 0.3:
        # A wooden or plastic border around the cloth.
        border = float(rng.uniform(0.5, 2.5))
        outer = (bounds[0] - border, bounds[1] - border, bounds[2] + border, bounds[3] + border)
        edge = wood_texture(rng, (512, 512)) if rng.random() < 0.7 else surface_texture(rng, "plain", 256)
        layers.append(Layer(edge, texel, outer))
    layers.append(Layer(texture, texel, bounds))
    return Ground(room, tuple(layers))


def _sample_floor(rng: np.random.Generator, backdrops: Backdrops | None) -> NDArray[np.uint8]:
    """Return a floor: boards, stone, or a real picture."""
    if backdrops is not None and rng.random() < FLOOR_SHARE:
        return backdrops.sample(rng, (1024, 1024))
    floor = wood_texture(rng, (512, 512)) if rng.random() < 0.5 else surface_texture(rng, "stone", 512)
    return np.asarray(cv2.resize(floor, (1024, 1024), interpolation=cv2.INTER_LINEAR), np.uint8)


def _sample_room(rng: np.random.Generator, size_wh: tuple[int, int], backdrops: Backdrops | None) -> NDArray[np.uint8]:
    """Return what shows beyond the table."""
    if backdrops is not None and rng.random() < ROOM_SHARE:
        return backdrops.sample(rng, size_wh)
    return room_picture(rng, size_wh)


def render(bodies: Sequence[Body], camera: Camera, light: Light, ground: Ground, id_scale: float) -> Canvas:
    """Return the picture of bodies on a table.

    Args:
        bodies: Everything that stands on the table.
        camera: The camera of the picture.
        light: The light.
        ground: Table and room.
        id_scale: Size of the map of visible panels relative to the picture.
    """
    image = ground.room_bgr.copy()
    shade = light.shade(np.array([0, 0, 1.0]))
    for layer in ground.layers:
        paint_ground(image, camera, layer, shade * layer.brightness)
    if bodies:
        darken(image, shadow_map(camera.size_wh, camera, bodies, light))
    canvas = Canvas(image, id_scale)
    paint_bodies(canvas, bodies, camera, light)
    return canvas
