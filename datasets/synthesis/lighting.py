"""Light on the scene: one lamp or window, and the room around it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Glare", "Light", "sample_light"]


@dataclass(frozen=True, slots=True, eq=False)
class Glare:
    """The mirror image of a lamp on polished faces.

    Attributes:
        lamp: (3,) position of the lamp in the world.
        radius: Size of the reflection in tile heights.
        strength_bgr: (3,) added light, 0..255, on a surface of gloss 1.
    """

    lamp: NDArray[np.float64]
    radius: float
    strength_bgr: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """A distant lamp and an ambient sky.

    Attributes:
        direction: (3,) unit vector towards the lamp.
        lamp_bgr: (3,) strength of the lamp.
        ambient_bgr: (3,) strength of the surroundings.
        softness: Blur of shadows in tile heights.
        shadow: How much of the light a shadow takes away, 0..1.
        glare: Reflection of a lamp on polished faces, if any.
    """

    direction: NDArray[np.float64]
    lamp_bgr: NDArray[np.float64]
    ambient_bgr: NDArray[np.float64]
    softness: float
    shadow: float
    glare: Glare | None = None

    def shade(self, normals: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return (..., 3) factors by which surfaces of (..., 3) normals reflect their colour."""
        lambert = np.maximum(normals @ self.direction, 0)[..., None]
        # Surfaces that look down see the table instead of the ceiling.
        sky = (0.72 + 0.28 * normals[..., 2])[..., None]
        return np.asarray(self.lamp_bgr * lambert + self.ambient_bgr * sky)

    def scaled(self, factor: float) -> Light:
        """Return the same light, brighter by a factor."""
        return replace(self, lamp_bgr=self.lamp_bgr * factor, ambient_bgr=self.ambient_bgr * factor)


def sample_light(rng: np.random.Generator, key_normal: NDArray[np.float64], eye: NDArray[np.float64]) -> Light:
    """Sample a light that exposes surfaces of one normal about right, as a phone's metering does.

    Args:
        rng: Source of randomness.
        key_normal: (3,) normal of the faces of interest.
        eye: (3,) position of the camera; a lamp that faces reflect hangs on its other side.
    """
    height = rng.uniform(0.45, 1.0)
    angle = rng.uniform(0, 2 * np.pi)
    flat = np.sqrt(max(0.0, 1 - height**2))
    direction = np.array([np.cos(angle) * flat, np.sin(angle) * flat, height])
    direct = float(rng.triangular(0.05, 0.25, 0.75))
    tint = 1 + rng.normal(0, 0.03, 3)
    light = Light(
        direction=direction,
        lamp_bgr=direct * tint,
        ambient_bgr=np.full(3, 1 - direct),
        softness=float(rng.choice([rng.uniform(0.02, 0.1), rng.uniform(0.1, 0.5)])),
        shadow=float(0.2 + 0.6 * direct),
        glare=_sample_glare(rng, eye),
    )
    reached = float(light.shade(key_normal).mean())
    return light.scaled(float(rng.normal(1.02, 0.09)) / max(reached, 0.15))


def _sample_glare(rng: np.random.Generator, eye: NDArray[np.float64]) -> Glare | None:
    """Sample a lamp that polished faces may reflect, or None for matt light."""
    if rng.random() > 0.45:
        return None
    lamp = np.array([*rng.normal(0, 9, 2), rng.uniform(8, 30)]) - [eye[0], eye[1], 0]
    strength = rng.uniform(20, 190) * (1 + rng.normal(0, 0.04, 3))
    return Glare(lamp, float(rng.uniform(0.4, 3)), strength)
