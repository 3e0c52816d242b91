"""What tiles lie on and what is around: cloth, felt, wood, mats, rooms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.synthesis.things.prints import stamp_ideograph

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.synthesis.camera import Camera

__all__ = [
    "SURFACES",
    "Layer",
    "paint_ground",
    "room_picture",
    "shaded",
    "smooth_noise",
    "surface_texture",
    "wood_texture",
]

SURFACES: Final = ("felt", "felt", "felt", "wood", "wood", "cloth", "plain", "mat", "pattern", "noise", "stone")
"""Kinds of table tops, as often as they are listed."""

FELT_BGR: Final = (
    (70, 170, 60), (60, 90, 20), (90, 110, 20), (50, 70, 15), (70, 50, 40), (120, 100, 40), (40, 40, 130),
    (60, 30, 70), (60, 60, 60), (130, 60, 30), (110, 130, 140), (35, 35, 35),
)  # fmt: skip
WOOD_BGR: Final = (
    (70, 110, 165), (120, 165, 205), (40, 70, 110), (150, 185, 215), (30, 45, 70), (90, 130, 170), (160, 170, 180),
)  # fmt: skip


def smooth_noise(rng: np.random.Generator, size_wh: tuple[int, int], cell_px: float) -> NDArray[np.float32]:
    """Return (H, W) noise of mean 0 and about unit spread whose blobs are about cell_px large."""
    width, height = size_wh
    small = rng.standard_normal((max(2, round(height / cell_px)), max(2, round(width / cell_px)))).astype(np.float32)
    return np.asarray(cv2.resize(small, size_wh, interpolation=cv2.INTER_CUBIC), np.float32)


def shaded(image_bgr: NDArray[np.uint8], shade_bgr: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Return a picture with its channels multiplied by factors, clipped to 255."""
    return np.asarray(cv2.multiply(image_bgr, np.array([*shade_bgr, 0.0])), np.uint8)


def wood_texture(
    rng: np.random.Generator, size_wh: tuple[int, int], colour_bgr: tuple[float, float, float] | None = None
) -> NDArray[np.uint8]:
    """Return planks with grain along x, of a colour where one is given."""
    width, height = size_wh
    base = np.array(colour_bgr or WOOD_BGR[rng.integers(len(WOOD_BGR))], np.float32) * rng.uniform(0.7, 1.15)
    stretch = rng.uniform(8, 40)
    grain = np.zeros((height, width), np.float32)
    for cell, weight in ((24, 0.5), (8, 0.35), (2.5, 0.3), (1.0, 0.2)):
        narrow = rng.standard_normal((max(2, round(height / cell)), max(2, round(width / cell / stretch))))
        grain += weight * np.asarray(cv2.resize(narrow.astype(np.float32), size_wh, interpolation=cv2.INTER_CUBIC))
    contrast = rng.uniform(0.03, 0.14)
    image = base * (1 + contrast * grain[:, :, None])
    if rng.random() < 0.4:
        step = int(rng.integers(height // 8, height // 2))
        for y in range(int(rng.integers(step)), height, step):
            image[y : y + max(1, height // 300)] *= 0.5
            image[y:] *= rng.uniform(0.93, 1.07)
    return np.asarray(np.clip(image, 0, 255), np.uint8)


def surface_texture(
    rng: np.random.Generator, kind: str, size_px: int = 640, colour_bgr: tuple[float, float, float] | None = None
) -> NDArray[np.uint8]:
    """Return a square texture of one kind of table top, of a colour where one is given."""
    size = size_px, size_px
    if kind == "wood":
        texture = wood_texture(rng, size, colour_bgr)
        return np.ascontiguousarray(np.rot90(texture)) if rng.random() < 0.3 else texture
    if kind in {"felt", "mat", "cloth"}:
        base = np.array(FELT_BGR[rng.integers(len(FELT_BGR))], np.float32) * rng.uniform(0.6, 1.25)
        base = base + rng.normal(0, 8, 3)
    elif kind in {"plain", "stone"}:
        base = np.full(3, rng.uniform(30, 235)) + rng.normal(0, 14, 3)
    else:
        base = rng.uniform(20, 230, 3)
    if colour_bgr is not None:
        base = np.array(colour_bgr, np.float32) * rng.uniform(0.8, 1.15)
    fine, coarse = {"felt": (0.06, 0.04), "mat": (0.05, 0.02), "cloth": (0.05, 0.06)}.get(kind, (0.015, 0.03))
    # Grain may repeat itself unseen, and drawing it is what costs.
    grain = np.tile(rng.standard_normal((size_px // 2 + 1, size_px // 2 + 1), np.float32), (2, 2))[:size_px, :size_px]
    shade = np.float32(1) + np.float32(fine * rng.uniform(0.2, 1.6)) * grain
    shade += np.float32(coarse) * smooth_noise(rng, size, 60)
    if kind == "cloth":
        y, x = np.mgrid[0:size_px, 0:size_px]
        period = rng.uniform(3, 9)
        shade += 0.05 * (np.sin(2 * np.pi * x / period) + np.sin(2 * np.pi * y / period)).astype(np.float32)
    if kind == "stone":
        shade += 0.08 * smooth_noise(rng, size, 14) + 0.08 * smooth_noise(rng, size, 5)
    image = np.clip(base.astype(np.float32) * shade[:, :, None], 0, 255)
    if kind == "noise":
        other = rng.uniform(0, 255, 3)
        weight = (smooth_noise(rng, size, rng.uniform(10, 120)) > rng.uniform(-0.5, 0.8)).astype(np.float32)
        image += (other - image) * weight[:, :, None] * rng.uniform(0.2, 1)
    texture = np.ascontiguousarray(image.astype(np.uint8))
    if kind == "mat":
        _print_mat(rng, texture)
    if kind == "pattern":
        _print_pattern(rng, texture)
    return texture


def _print_mat(rng: np.random.Generator, image: NDArray[np.uint8]) -> None:
    """Print frames, rings, letters and flourishes on a table mat."""
    size = image.shape[0]
    ink = tuple(float(c) for c in rng.uniform(0, 255, 3))
    for _ in range(int(rng.integers(1, 4))):
        margin = int(rng.uniform(0.05, 0.4) * size)
        cv2.rectangle(image, (margin, margin), (size - margin, size - margin), ink, max(1, size // 150), cv2.LINE_AA)
    for _ in range(int(rng.integers(1, 8))):
        x, y = (int(v) for v in rng.integers(0, size, 2))
        choice = rng.random()
        if choice < 0.2:
            letter = "NESWABKOXT"[rng.integers(10)]
            scale, thickness = rng.uniform(1, 5), int(rng.integers(2, 9))
            cv2.putText(image, letter, (x, y), int(rng.integers(0, 8)), scale, ink, thickness, cv2.LINE_AA)
        elif choice < 0.45:
            stamp_ideograph(rng, image, (x, y), rng.uniform(30, 160), float(rng.choice([0, 90, 180, 270])))
        elif choice < 0.7:
            cv2.circle(image, (x, y), int(rng.uniform(8, 90)), ink, int(rng.integers(2, 8)), cv2.LINE_AA)
        else:
            points = np.cumsum(rng.normal(0, 22, (14, 2)), axis=0) + np.array([x, y])
            cv2.polylines(
                image, [points.astype(np.int32)], isClosed=False, color=ink, thickness=5, lineType=cv2.LINE_AA
            )


def _print_pattern(rng: np.random.Generator, image: NDArray[np.uint8]) -> None:
    """Print stripes, checks, a grid of bricks or dots."""
    size = image.shape[0]
    ink = tuple(float(c) for c in np.clip(image.mean(axis=(0, 1)) + rng.normal(0, 70, 3), 0, 255))
    step = int(rng.integers(16, 110))
    choice = int(rng.integers(5))
    for i, a in enumerate(range(0, size, step)):
        if choice == 0:
            cv2.rectangle(image, (0, a), (size, a + step // 2), ink, -1)
        for j, b in enumerate(range(0, size, step)):
            if choice == 1 and (i + j) % 2:
                cv2.rectangle(image, (b, a), (b + step, a + step), ink, -1)
            elif choice == 2:
                x = b + (step // 2) * (i % 2)
                cv2.rectangle(image, (x, a), (x + step, a + step), ink, max(1, step // 16))
            elif choice == 3:
                cv2.circle(image, (b + step // 2, a + step // 2), step // 4, ink, -1, cv2.LINE_AA)
            elif choice == 4:
                gap = max(1, step // 10)
                cv2.rectangle(image, (b + gap, a + gap), (b + int(step * 0.72) - gap, a + step - gap), ink, -1)


def room_picture(rng: np.random.Generator, size_wh: tuple[int, int]) -> NDArray[np.uint8]:
    """Return a blurred room: what shows beyond the table."""
    width, height = 96, 72
    dark, light = np.sort(rng.uniform(10, 230, 2))
    ramp = np.linspace(dark, light, height)[:, None, None] * (1 + rng.normal(0, 0.08, 3))
    image = np.ascontiguousarray(np.repeat(np.clip(ramp, 0, 255), width, axis=1).astype(np.uint8))
    for _ in range(int(rng.integers(2, 14))):
        x, y = rng.integers(0, width), rng.integers(0, height)
        w, h = rng.integers(4, 50), rng.integers(4, 40)
        colour = tuple(float(c) for c in np.clip(rng.uniform(0, 255) + rng.normal(0, 30, 3), 0, 255))
        cv2.rectangle(image, (int(x - w), int(y - h)), (int(x + w), int(y + h)), colour, -1)
    sharp = np.asarray(cv2.resize(image, size_wh, interpolation=cv2.INTER_LINEAR), np.uint8)
    sigma = rng.uniform(0.003, 0.03) * max(size_wh)
    small = cv2.resize(sharp, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    blurred = cv2.GaussianBlur(small, (0, 0), max(sigma * 0.25, 0.5))
    return np.asarray(cv2.resize(blurred, size_wh, interpolation=cv2.INTER_LINEAR), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """A horizontal rectangle with a texture, mirrored again and again.

    Attributes:
        texture_bgr: Its picture.
        texel: Size of a texture pixel in tile heights.
        bounds: x1, y1, x2, y2 of the rectangle.
        height: Its z.
        brightness: Factor on the light that reaches it.
    """

    texture_bgr: NDArray[np.uint8]
    texel: float
    bounds: tuple[float, float, float, float]
    height: float = 0.0
    brightness: float = 1.0


def paint_ground(image_bgr: NDArray[np.uint8], camera: Camera, layer: Layer, shade_bgr: NDArray[np.float64]) -> None:
    """Paint a layer over a picture, in place.

    Args:
        image_bgr: The picture.
        camera: Its camera.
        layer: What to paint.
        shade_bgr: (3,) factors of light on it.
    """
    h, w = image_bgr.shape[:2]
    plane = camera.plane_matrix(layer.height)
    mask = _rectangle_mask(plane, layer.bounds, (w, h))
    if not mask.any():
        return
    ys, xs = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    x1, y1, x2, y2 = int(xs[0]), int(ys[0]), int(xs[-1]) + 1, int(ys[-1]) + 1
    shift = np.array([[1, 0, -x1], [0, 1, -y1], [0, 0, 1]], float)
    matrix = shift @ plane @ np.diag([layer.texel, -layer.texel, 1.0])
    lit = shaded(layer.texture_bgr, shade_bgr)
    ground = cv2.warpPerspective(
        lit, matrix, (x2 - x1, y2 - y1), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
    )
    cv2.copyTo(ground, mask[y1:y2, x1:x2], image_bgr[y1:y2, x1:x2])


def _rectangle_mask(
    plane: NDArray[np.float64], bounds: tuple[float, float, float, float], size_wh: tuple[int, int]
) -> NDArray[np.uint8]:
    """Return a mask (0 or 255) of where a rectangle on a plane shows, clipped in front of the lens."""
    x1, y1, x2, y2 = bounds
    homogeneous = np.array([[x1, y1, 1], [x2, y1, 1], [x2, y2, 1], [x1, y2, 1]], float) @ plane.T
    nearest = 0.05
    clipped: list[NDArray[np.float64]] = []
    for a, b in zip(homogeneous, np.roll(homogeneous, -1, axis=0), strict=True):
        if a[2] >= nearest:
            clipped.append(a)
        if (a[2] >= nearest) != (b[2] >= nearest):
            clipped.append(a + (b - a) * (nearest - a[2]) / (b[2] - a[2]))
    mask = np.zeros((size_wh[1], size_wh[0]), np.uint8)
    if clipped:
        points = np.array(clipped)
        pixels = np.clip(points[:, :2] / points[:, 2:], -1e6, 1e6)
        cv2.fillConvexPoly(mask, np.round(pixels).astype(np.int32), (255.0,))
    return mask
