"""What lens, sensor, phone and messenger do to a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from datasets.synthesis.backgrounds import smooth_noise

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["PhotoEffects", "develop", "sample_effects"]


@dataclass(frozen=True, slots=True)
class PhotoEffects:
    """Strengths of the effects; blur is in pixels of a picture whose tiles are ``tile_px`` high.

    Attributes:
        defocus_px: Radius of the blur disk.
        motion_px: Length of the motion blur.
        motion_deg: Its direction.
        unevenness: Strength of soft light and dark areas, 0..1.
        vignette: Darkening of the corners, 0..1; negative brightens them.
        shadow: Darkness of a cast shadow's edge crossing the picture, 0..1.
        cast_bgr: Factors of a colour cast.
        gamma: Tone curve; above 1 darkens.
        contrast: Around mid grey.
        saturation: 1 leaves colours as they are.
        noise: Standard deviation in grey levels.
        sharpen: Strength of the phone's sharpening.
        glare: Strength of light spots, 0..1.
        jpeg_quality: Quality of the last compression.
        resaved: Whether it was compressed smaller before.
    """

    defocus_px: float = 0.0
    motion_px: float = 0.0
    motion_deg: float = 0.0
    unevenness: float = 0.0
    vignette: float = 0.0
    shadow: float = 0.0
    cast_bgr: tuple[float, float, float] = (1.0, 1.0, 1.0)
    gamma: float = 1.0
    contrast: float = 1.0
    saturation: float = 1.0
    noise: float = 0.0
    sharpen: float = 0.0
    glare: float = 0.0
    jpeg_quality: int = 92
    resaved: bool = False


def sample_effects(rng: np.random.Generator, tile_px: float) -> PhotoEffects:
    """Sample effects that leave most tiles of that height (pixels) readable."""
    severity = float(rng.choice([0.3, 0.7, 1.2], p=[0.45, 0.37, 0.18]))
    blur = tile_px / 40 * severity
    warm = rng.normal(0, 0.07 * severity)
    cast = np.array([1 - warm, 1 + rng.normal(0, 0.02), 1 + warm])
    if rng.random() < 0.03:
        cast = rng.uniform(0.45, 1.3, 3)
    dark = rng.random() < 0.06
    return PhotoEffects(
        defocus_px=float(rng.gamma(1.2, 0.45) * blur) if rng.random() < 0.6 else 0.0,
        motion_px=float(rng.gamma(1.3, 1.1) * blur) if rng.random() < 0.22 else 0.0,
        motion_deg=float(rng.uniform(0, 180)),
        unevenness=float(abs(rng.normal(0, 0.16 * severity))),
        vignette=float(rng.normal(0.05, 0.14 * severity)),
        shadow=float(rng.uniform(0.15, 0.6)) if rng.random() < 0.2 else 0.0,
        cast_bgr=tuple(float(c) for c in cast),  # type: ignore[arg-type]
        gamma=float(np.exp(rng.normal(-0.03, 0.17 * severity)) * (1.6 if dark else 1.0)),
        contrast=float(np.exp(rng.normal(0.03, 0.12 * severity))),
        saturation=float(np.exp(rng.normal(0, 0.2 * severity))),
        noise=float(rng.gamma(1.2, 2.2) * severity + (6 if dark else 0)),
        sharpen=float(rng.uniform(0.2, 1.2)) if rng.random() < 0.35 else 0.0,
        glare=float(rng.uniform(0.1, 0.7)) if rng.random() < 0.07 else 0.0,
        jpeg_quality=int(rng.integers(40, 96)),
        resaved=bool(rng.random() < 0.12),
    )


def develop(
    image_bgr: NDArray[np.uint8], size_wh: tuple[int, int], effects: PhotoEffects, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """Return the picture as the phone would save it, scaled to a size, before its last JPEG compression.

    Args:
        image_bgr: (H, W, 3) rendered picture, same size or larger.
        size_wh: Size of the photo; blur is in its pixels.
        effects: What to do.
        rng: Source of noise.
    """
    image = image_bgr
    if image.shape[1::-1] != size_wh:
        image = np.asarray(cv2.resize(image, size_wh, interpolation=cv2.INTER_AREA), np.uint8)
    image = _blurred(image, effects)
    light = _light_field(size_wh, effects, rng)
    exposed = np.asarray(cv2.multiply(image, light, dtype=cv2.CV_32F), np.float32)
    if effects.glare:
        exposed += _spots(size_wh, effects.glare, rng)
    if effects.noise:
        amount = effects.noise * (0.6 + 0.4 * float(rng.random()))
        grain = rng.standard_normal((size_wh[1], size_wh[0], 1), np.float32) * (0.8 * amount)
        colour_size = max(2, size_wh[0] // 2), max(2, size_wh[1] // 2)
        coloured = rng.standard_normal((colour_size[1], colour_size[0], 3), np.float32) * (0.6 * amount)
        exposed += grain + np.asarray(cv2.resize(coloured, size_wh, interpolation=cv2.INTER_LINEAR), np.float32)
    toned = cv2.LUT(np.asarray(np.clip(exposed, 0, 255), np.uint8), _tone_curve(effects))
    if abs(effects.saturation - 1) > 0.02:
        toned = _saturated(np.asarray(toned, np.uint8), effects.saturation)
    if effects.sharpen:
        soft = cv2.GaussianBlur(toned, (0, 0), 1.2)
        toned = cv2.addWeighted(toned, 1 + effects.sharpen, soft, -effects.sharpen, 0)
    result = np.asarray(toned, np.uint8)
    return _resaved(result, rng) if effects.resaved else result


def _blurred(image: NDArray[np.uint8], effects: PhotoEffects) -> NDArray[np.uint8]:
    blurred = image
    radius = effects.defocus_px
    if radius > 0.3:
        if radius < 2:
            blurred = np.asarray(cv2.GaussianBlur(blurred, (0, 0), radius * 0.6), np.uint8)
        else:
            size = 2 * int(np.ceil(radius)) + 1
            y, x = np.mgrid[0:size, 0:size] - size // 2
            disk = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1).astype(np.float32)
            blurred = np.asarray(cv2.filter2D(blurred, -1, disk / disk.sum()), np.uint8)
    length = effects.motion_px
    if length > 1:
        size = 2 * int(np.ceil(length / 2)) + 1
        kernel = np.zeros((size, size), np.float32)
        reach = np.array([np.cos(np.radians(effects.motion_deg)), np.sin(np.radians(effects.motion_deg))]) * length / 2
        start, end = np.round((size // 2 - reach) * 16).astype(int), np.round((size // 2 + reach) * 16).astype(int)
        cv2.line(kernel, tuple(int(v) for v in start), tuple(int(v) for v in end), (1.0,), 1, cv2.LINE_AA, 4)
        if kernel.sum() > 0:
            blurred = np.asarray(cv2.filter2D(blurred, -1, kernel / kernel.sum()), np.uint8)
    return blurred


def _light_field(size_wh: tuple[int, int], effects: PhotoEffects, rng: np.random.Generator) -> NDArray[np.float32]:
    """Return (H, W, 3) factors: soft unevenness, vignette, one shadow edge, colour cast."""
    width, height = max(4, size_wh[0] // 8), max(4, size_wh[1] // 8)
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    field = np.exp(effects.unevenness * smooth_noise(rng, (width, height), max(width, height) / 2.5))
    slope = rng.normal(0, effects.unevenness * 0.7, 2)
    field = field * np.exp(slope[0] * x + slope[1] * y)
    field = field * (1 - effects.vignette * (x**2 + y**2) / 2)
    if effects.shadow:
        angle, offset = rng.uniform(0, 2 * np.pi), rng.uniform(-0.6, 0.6)
        bend = rng.normal(0, 0.4)
        side = x * np.cos(angle) + y * np.sin(angle) + bend * (x * np.sin(angle) - y * np.cos(angle)) ** 2 - offset
        edge = 1 / (1 + np.exp(-np.clip(side * rng.choice([6, 25, 80]), -30, 30)))
        field = field * (1 - effects.shadow * edge)
    coloured = field[:, :, None].astype(np.float32) * np.array(effects.cast_bgr, np.float32)
    return np.asarray(cv2.resize(coloured, size_wh, interpolation=cv2.INTER_LINEAR), np.float32)


def _spots(size_wh: tuple[int, int], strength: float, rng: np.random.Generator) -> NDArray[np.float32]:
    """Return (H, W, 3) added light of lens flare and reflections."""
    width, height = max(4, size_wh[0] // 4), max(4, size_wh[1] // 4)
    spots = np.zeros((height, width, 3), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        centre = int(rng.integers(width)), int(rng.integers(height))
        axes = tuple(int(v) for v in np.maximum(rng.uniform(0.01, 0.09, 2) * max(width, height), 1))
        level = tuple(float(v) for v in strength * 255 * rng.uniform(0.5, 1) * (1 + rng.normal(0, 0.05, 3)))
        cv2.ellipse(spots, centre, axes, float(rng.uniform(0, 180)), 0, 360, level, -1)
    soft = cv2.GaussianBlur(spots, (0, 0), float(rng.uniform(0.01, 0.05)) * max(width, height))
    return np.asarray(cv2.resize(soft, size_wh, interpolation=cv2.INTER_LINEAR), np.float32)


def _tone_curve(effects: PhotoEffects) -> NDArray[np.uint8]:
    levels = np.arange(256) / 255
    curve = (levels**effects.gamma - 0.5) * effects.contrast + 0.5
    return np.asarray(np.clip(curve * 255 + 0.5, 0, 255), np.uint8)


def _saturated(image: NDArray[np.uint8], saturation: float) -> NDArray[np.uint8]:
    grey = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    return np.asarray(cv2.addWeighted(image, saturation, grey, 1 - saturation, 0), np.uint8)


def _resaved(image: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Shrink, compress and enlarge, as when a picture passes through a messenger."""
    factor = float(rng.uniform(0.55, 0.95))
    small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    done, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 90))])
    if not done:
        return image
    back = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return np.asarray(cv2.resize(back, (image.shape[1], image.shape[0]), interpolation=cv2.INTER_LINEAR), np.uint8)
