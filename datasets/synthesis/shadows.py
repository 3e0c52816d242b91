"""Shadows that bodies throw on horizontal surfaces: the table, the top of a rack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from datasets.synthesis.bodies import Body
    from datasets.synthesis.camera import Camera
    from datasets.synthesis.lighting import Light

__all__ = ["darken", "shadow_map"]

REDUCTION: Final = 0.25
"""Shadows are soft, so they are drawn at a quarter of the picture's size."""

CONTACT: Final = 0.42
"""How much of the light is missing where a body touches the surface."""

CONTACT_REACH: Final = 0.1
"""Blur of that darkness in tile heights."""

LOWEST_LAMP: Final = 0.2
"""Shadows of lamps lower than this (sine of the height) get no longer."""


def shadow_map(
    size_wh: tuple[int, int], camera: Camera, bodies: Sequence[Body], light: Light, height: float = 0.0
) -> NDArray[np.uint8]:
    """Return a reduced map of the light (0..255) that reaches a horizontal plane.

    Args:
        size_wh: Size of the picture.
        camera: Its camera.
        bodies: What throws shadows.
        light: Where the light comes from.
        height: z of the plane; what is below throws no shadow on it.
    """
    small_wh = max(1, round(size_wh[0] * REDUCTION)), max(1, round(size_wh[1] * REDUCTION))
    cast, contact = (np.zeros((small_wh[1], small_wh[0]), np.uint8) for _ in range(2))
    corners = np.stack([body.hull() for body in bodies])
    lifted = np.maximum(corners[..., 2:] - height, 0)
    thrown = corners - lifted * light.direction / max(float(light.direction[2]), LOWEST_LAMP)
    under = corners.copy()
    for mask, points in ((cast, thrown), (contact, under)):
        points[..., 2] = height
        seen = camera.depth(points).min(axis=1) > 0.5
        for polygon in camera.project(points[seen]) * REDUCTION:
            hull = cv2.convexHull(np.clip(polygon, -4000, 8000).astype(np.float32))
            cv2.fillConvexPoly(mask, np.round(np.asarray(hull)).astype(np.int32), (255.0,))
    unit = camera.focal_px / max(float(np.median(camera.depth(corners.mean(axis=1)))), 0.5) * REDUCTION
    cast_soft = cv2.GaussianBlur(cast, (0, 0), max(light.softness * unit, 0.6))
    contact_soft = cv2.GaussianBlur(contact, (0, 0), max(CONTACT_REACH * unit, 0.6))
    dark = np.maximum(np.asarray(cast_soft) * light.shadow, np.asarray(contact_soft) * CONTACT)
    return np.asarray(255 - dark, np.uint8)


def darken(
    image_bgr: NDArray[np.uint8], light_map: NDArray[np.uint8], within: NDArray[np.float64] | None = None
) -> None:
    """Darken a picture in place.

    Args:
        image_bgr: The picture.
        light_map: What :func:`shadow_map` returned for it.
        within: (N, 2) convex polygon outside which nothing changes; None for everywhere.
    """
    size_wh = image_bgr.shape[1], image_bgr.shape[0]
    remaining = cv2.resize(light_map, size_wh, interpolation=cv2.INTER_LINEAR)
    if within is None:
        image_bgr[:] = cv2.multiply(image_bgr, cv2.cvtColor(remaining, cv2.COLOR_GRAY2BGR), scale=1 / 255)
        return
    mask = np.zeros((size_wh[1], size_wh[0]), np.uint8)
    cv2.fillConvexPoly(mask, np.round(np.clip(within, -8000, 16000)).astype(np.int32), (255.0,))
    x1, y1, width, height = cv2.boundingRect(mask)
    part = slice(y1, y1 + height), slice(x1, x1 + width)
    if width and height:
        kept = np.where(mask[part] > 0, np.asarray(remaining)[part], 255).astype(np.uint8)
        image_bgr[part] = cv2.multiply(image_bgr[part], cv2.cvtColor(kept, cv2.COLOR_GRAY2BGR), scale=1 / 255)
