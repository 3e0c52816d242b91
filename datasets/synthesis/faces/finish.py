"""From a painted sheet to a face: ivory ground, engraved paint with its shadows, wear."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from datasets.synthesis.faces.palette import chance

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.synthesis.faces.pen import Colour

__all__ = ["Finish", "lay_on_ground", "reduce_sheet", "sample_finish"]


@dataclass(frozen=True, slots=True)
class Finish:
    """What time and tools did to a face.

    Attributes:
        depth: Contrast of the engraving's shadow and light, 0 printed, 0.3 deep.
        light_deg: Where the light comes from, clockwise from above.
        wear: Share of the paint rubbed off in worn places, 0..0.6.
        opacity: Of the paint, 0.75..1.
        pooling: How much darker paint lies at the bottom of wide grooves, 0..0.25.
        mottle: Strength of the ground's cloudiness in levels.
        rim: Strength of the dark rim around engraved paint, 0..0.3.
        seed: Of wear and cloudiness.
        fade: Share of grey in the paint, 0..0.8: old sets keep grey grooves where colours were.
        spread: How far paint runs over its edges (positive) or fails to fill the groove, in face heights.
    """

    depth: float
    light_deg: float
    wear: float
    opacity: float
    pooling: float
    mottle: float
    rim: float
    seed: int
    fade: float = 0.0
    spread: float = 0.0


def sample_finish(rng: np.random.Generator) -> Finish:
    """Draw a finish: mostly engraved and clean, some worn, some printed flat."""
    printed = chance(rng, 0.2)
    return Finish(
        depth=0.0 if printed else float(rng.uniform(0.05, 0.3)),
        light_deg=float(rng.normal(-30, 30)),
        wear=float(rng.uniform(0.1, 0.55)) if chance(rng, 0.25) else 0.0,
        opacity=float(rng.uniform(0.86, 1.0)),
        pooling=float(rng.uniform(0.0, 0.22)),
        mottle=float(rng.uniform(0.3, 2.2)),
        rim=0.0 if printed else float(rng.uniform(0.0, 0.3)),
        seed=int(rng.integers(1 << 30)),
        fade=float(rng.uniform(0.25, 0.8)) if chance(rng, 0.09) else 0.0,
        spread=float(rng.uniform(-0.003, 0.007)) if chance(rng, 0.3) else 0.0,
    )


def reduce_sheet(sheet: NDArray[np.uint8], size_wh: tuple[int, int]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Average a sheet down and return (H, W, 3) paint and (H, W) coverage in 0..1."""
    # Bare pixels of a sheet are all zero, so that averaging it weighs paint by coverage as it is.
    small = np.asarray(cv2.resize(sheet, size_wh, interpolation=cv2.INTER_AREA), np.float32)
    coverage = small[..., 3] / np.float32(255)
    paint = small[..., :3] / np.maximum(coverage, np.float32(0.01))[..., None]
    return np.minimum(paint, np.float32(255)), coverage


def lay_on_ground(
    paint: NDArray[np.float32], coverage: NDArray[np.float32], ground: Colour, finish: Finish, salt: int
) -> NDArray[np.uint8]:
    """Return the finished face.

    Args:
        paint: (H, W, 3) BGR levels.
        coverage: (H, W) in 0..1.
        ground: Colour of the bare face.
        finish: How it is finished.
        salt: Makes the wear and cloudiness of each tile its own.
    """
    height, width = coverage.shape
    rng = np.random.default_rng((finish.seed, salt))
    cloud = _noise(rng, (height, width), 4) * finish.mottle + rng.normal(0, 0.8, (height, width)).astype(np.float32)
    base = np.asarray(ground, np.float32) + cloud[..., None]
    coverage = _spread(np.clip(coverage, 0, 1), finish.spread * height)
    # A photographed face is paint all over, its ground too; nothing of it fades.
    if finish.fade > 0 and coverage.mean() < 0.98:
        grey = paint.mean(axis=2, keepdims=True) * 0.6 + 50
        paint = paint * (1 - finish.fade) + grey * finish.fade
    line_px = max(1.0, height / 160)
    soft = cv2.GaussianBlur(coverage, (0, 0), 1.3 * line_px)
    alpha = coverage * finish.opacity
    if finish.wear > 0:
        # Paint goes first where fingers rub and at the grooves' edges, and in patches.
        patches = np.clip(1.2 * _noise(rng, (height, width), 14) + 0.5 * _noise(rng, (height, width), 40) + 0.1, 0, 1)
        alpha = alpha * (1 - finish.wear * patches * np.clip(1.6 - soft, 0.4, 1))
    shaded = paint * (1 - finish.pooling * (soft - 0.5))[..., None]
    face = base * (1 - alpha[..., None]) + shaded * alpha[..., None]
    if finish.depth > 0 or finish.rim > 0:
        angle = np.deg2rad(finish.light_deg)
        dx, dy = np.sin(angle) * line_px, -np.cos(angle) * line_px
        shift = np.array([[1, 0, -dx], [0, 1, -dy]], np.float32)
        groove = cv2.GaussianBlur(coverage, (0, 0), 0.7 * line_px)
        moved = cv2.warpAffine(groove, shift, (width, height), borderMode=cv2.BORDER_REPLICATE)
        # The wall on the light's side lies in shadow, the opposite wall catches the light.
        relief = groove - moved
        face += (finish.depth * 190 * -np.clip(relief, 0, 1) + finish.depth * 110 * np.clip(-relief, 0, 1))[..., None]
        rim = np.clip(soft - coverage, 0, 1)
        face *= (1 - finish.rim * rim)[..., None]
    return np.asarray(np.clip(face, 0, 255), np.uint8)


def _spread(coverage: NDArray[np.float32], distance_px: float) -> NDArray[np.float32]:
    """Widen or narrow painted areas by a part of a pixel or more."""
    if abs(distance_px) < 0.2:
        return coverage
    # A blur followed by a moved threshold shifts an edge by less than a pixel as well.
    sigma = max(0.8, abs(distance_px))
    soft = cv2.GaussianBlur(coverage, (0, 0), sigma)
    # A blurred edge climbs by 0.4 / sigma a pixel; steepened to 1 again, an offset moves it by as many pixels.
    moved = np.clip((soft - 0.5) * 2.5 * sigma + 0.5 + distance_px, 0, 1)
    return np.asarray(np.maximum(coverage, moved) if distance_px > 0 else np.minimum(coverage, moved), np.float32)


def _noise(rng: np.random.Generator, shape_hw: tuple[int, int], cells: int) -> NDArray[np.float32]:
    height, width = shape_hw
    coarse = rng.normal(0, 1, (cells, max(2, round(cells * width / height)))).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)
