"""Fingers in front of the tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.synthesis.things.spots import ink

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.synthesis.canvas import Canvas

__all__ = ["paint_fingers"]

SKIN_BGR: Final = ((150, 180, 225), (120, 155, 210), (90, 125, 180), (60, 90, 140), (45, 65, 100))


def paint_fingers(canvas: Canvas, rng: np.random.Generator, target_px: NDArray[np.float64], width_px: float) -> None:
    """Paint one to four fingers that reach from the border over a point of the picture.

    Args:
        canvas: The picture; the covered panels are unmarked.
        rng: Source of randomness.
        target_px: (2,) where the first finger tip ends.
        width_px: Width of a finger.
    """
    image = canvas.image_bgr
    height, width = image.shape[:2]
    skin = np.array(SKIN_BGR[rng.integers(len(SKIN_BGR))], float) * rng.uniform(0.75, 1.1)
    angle = float(rng.normal(np.pi / 2, 0.7))
    direction = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-direction[1], direction[0]])
    for finger in range(int(rng.integers(1, 5))):
        tip = target_px + across * finger * width_px * 1.08 + direction * rng.normal(0, 0.5) * width_px
        joint = tip + direction * width_px * 2.2 + across * rng.normal(0, 0.25) * width_px
        end = joint + direction * (height + width) * 0.6 + across * rng.normal(0, 1.5) * width_px
        bones = np.round(np.array([tip, joint, end]) * 16).astype(np.int32)
        for share, brightness in ((1.0, 0.72), (0.86, 0.88), (0.62, 1.0), (0.3, 1.06)):
            shift = np.round(across * (1 - share) * width_px * -0.18 * 16).astype(np.int32)
            cv2.polylines(
                image, [bones + shift], isClosed=False, color=ink(np.clip(skin * brightness, 0, 255)),
                thickness=max(1, round(width_px * share)), lineType=cv2.LINE_AA, shift=4,
            )  # fmt: skip
        nail = tuple(float(v) for v in tip + direction * width_px * 0.05)
        axes = (width_px * 0.6, width_px * 0.5)
        cv2.ellipse(
            image, (nail, axes, float(np.degrees(angle))), ink(np.clip(skin * 1.12 + 12, 0, 255)), -1, cv2.LINE_AA
        )
        small = np.round(np.array([tip, joint, end]) * canvas.id_scale).astype(np.int32)
        cv2.polylines(
            canvas.ids, [small], isClosed=False, color=(0.0,), thickness=max(1, round(width_px * canvas.id_scale))
        )
