"""What cameras and light do to a picture: the photometric augmentation of every training picture and crop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["degrade"]


def degrade(image_bgr: NDArray[np.uint8], rng: np.random.Generator, strength: float = 1.0) -> NDArray[np.uint8]:
    """Return the picture as another camera under another light might have taken it.

    Args:
        image_bgr: (H, W, 3) picture; left unchanged.
        rng: Source of randomness.
        strength: 0 leaves the picture as it is, 1 is the range of phone photos.
    """
    image = _relight(image_bgr, rng, strength)
    if rng.random() < 0.25 * strength:
        image = _blur(image, rng)
    if rng.random() < 0.3 * strength:
        noise = rng.normal(0, rng.uniform(2, 12), (*image.shape[:2], 1 if rng.random() < 0.5 else 3))
        image = np.clip(image + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.2 * strength:
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 85))])
        image = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return image


def _relight(image_bgr: NDArray[np.uint8], rng: np.random.Generator, strength: float) -> NDArray[np.uint8]:
    """Change exposure, contrast, white balance and gamma through one table a channel, then saturation."""
    levels = np.linspace(0, 1, 256)
    gamma = np.exp(rng.normal(0, 0.25 * strength))
    contrast = np.exp(rng.normal(0, 0.2 * strength))
    tables = []
    for _ in range(3):
        gain = np.exp(rng.normal(0, 0.08 * strength))
        curve = (levels**gamma - 0.5) * contrast * gain + 0.5 + rng.normal(0, 0.02 * strength)
        tables.append(np.clip(curve * 255, 0, 255))
    shift = rng.normal(0, 18 * strength)
    table = np.clip(np.stack(tables, axis=1) + shift, 0, 255).astype(np.uint8).reshape(1, 256, 3)
    image = cv2.LUT(image_bgr, table)
    if rng.random() < 0.5 * strength:
        grey = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        share = rng.uniform(0.4, 1.4)
        image = cv2.addWeighted(image, share, grey, 1 - share, 0)
    return np.asarray(image, np.uint8)


def _blur(image_bgr: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Blur by defocus or by a moving camera."""
    if rng.random() < 0.5:
        return np.asarray(cv2.GaussianBlur(image_bgr, (0, 0), rng.uniform(0.5, 1.6)), np.uint8)
    length = int(rng.integers(2, 6))
    kernel = np.zeros((length * 2 + 1, length * 2 + 1), np.float32)
    angle = rng.uniform(0, np.pi)
    reach = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    start, end = (np.round(length + sign * reach).astype(int) for sign in (-1, 1))
    cv2.line(kernel, (int(start[0]), int(start[1])), (int(end[0]), int(end[1])), 1.0)
    return np.asarray(cv2.filter2D(image_bgr, -1, kernel / kernel.sum()), np.uint8)
