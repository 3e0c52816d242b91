"""Face quads to upright portrait crops: the one piece of geometry that training and inference share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

import cv2
import numpy as np

from vision.scaling import scale_to

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "CROP_SIZE_WH",
    "NEXT_CORNER",
    "boxes_to_quads",
    "order_quads",
    "portrait_turns",
    "quad_sides",
    "rectify",
    "side_lengths",
]

CROP_SIZE_WH: Final = (96, 120)
"""Width and height in pixels of a reader crop; every face is stretched to these proportions. The character in the
corner of a bonus tile, a tenth of the face high, is twelve pixels high there; at 64x80 it was eight."""

MARGIN: Final = 0.06
"""The crop reaches this fraction of the quad's sides beyond the quad, since found corners are never exact."""

NEXT_CORNER: Final = (1, 2, 3, 0)
"""Which corner of a quad follows on each."""


_Float = TypeVar("_Float", np.float32, np.float64)


def boxes_to_quads(boxes_xyxy: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the (N, 4, 2) corners of (N, 4) boxes: top left, top right, bottom right, bottom left.

    >>> boxes_to_quads(np.array([[0, 0, 2, 4]], np.float32))[0].tolist()
    [[0.0, 0.0], [2.0, 0.0], [2.0, 4.0], [0.0, 4.0]]
    """
    x1, y1, x2, y2 = np.asarray(boxes_xyxy, np.float32).reshape(-1, 4).T
    corners = [np.stack(corner, axis=1) for corner in ((x1, y1), (x2, y1), (x2, y2), (x1, y2))]
    return np.stack(corners, axis=1)


def order_quads(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return (N, 4, 2) quads clockwise in the image, starting with the corner of smallest x + y."""
    quads = np.asarray(quads, np.float32).reshape(-1, 4, 2)
    each = np.arange(len(quads))[:, None]
    centred = quads - quads.mean(axis=1, keepdims=True)
    # With y pointing down a growing angle runs clockwise on the screen.
    clockwise = quads[each, np.arctan2(centred[..., 1], centred[..., 0]).argsort(axis=1)]
    start = (clockwise[..., 0] + clockwise[..., 1]).argmin(axis=1)
    return np.asarray(clockwise[each, (start[:, None] + np.arange(4)) % 4], np.float32)


def quad_sides(quads: NDArray[_Float]) -> NDArray[_Float]:
    """Return the (N, 4, 2) ways from each corner of (N, 4, 2) quads to the next."""
    return np.asarray(quads[:, NEXT_CORNER] - quads)


def side_lengths(quads: NDArray[_Float]) -> NDArray[_Float]:
    """Return the (N, 4) lengths of the sides of (N, 4, 2) quads."""
    sides = quad_sides(quads)
    return np.asarray(np.hypot(sides[..., 0], sides[..., 1]))


def portrait_turns(quads: NDArray[np.float32]) -> NDArray[np.int64]:
    """Return how many clockwise quarter turns (0 or 1) bring each ordered quad's long side upright."""
    length = side_lengths(quads)
    return np.asarray(length[:, 0] + length[:, 2] > length[:, 1] + length[:, 3], np.int64)


def rectify(image_bgr: NDArray[np.uint8], quads: NDArray[np.float32]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Cut faces out of an image as upright portrait crops.

    Args:
        image_bgr: (H, W, 3) image.
        quads: (N, 4, 2) face corners in its pixels, in any order.

    Returns:
        (N, 120, 96, 3) BGR crops, and (N,) the clockwise quarter turns by which each region was turned: a face
        that shows rotation r (clockwise quarter turns) in its crop has rotation ``(r - turns) % 4`` in the image.
    """
    quads = order_quads(quads)
    turns = portrait_turns(quads)
    width, height = CROP_SIZE_WH
    crops = np.empty((len(quads), height, width, 3), np.uint8)
    dx, dy = MARGIN * width / (1 + 2 * MARGIN), MARGIN * height / (1 + 2 * MARGIN)
    target = np.array([[dx, dy], [width - dx, dy], [width - dx, height - dy], [dx, height - dy]], np.float32)
    corners = quads[np.arange(len(quads))[:, None], (np.arange(4) - turns[:, None]) % 4]
    regions = _regions_around(corners, (image_bgr.shape[1], image_bgr.shape[0]))
    scales = 1.5 * width / np.maximum(side_lengths(corners)[:, 0], 1.0)
    for n, (face, region, scale) in enumerate(zip(corners, regions.tolist(), scales.tolist(), strict=True)):
        x1, y1, x2, y2 = region
        patch = image_bgr[y1:y2, x1:x2]
        if scale < 1:
            # Scaled down first, so that the warp does not alias.
            size = max(1, round(patch.shape[1] * scale)), max(1, round(patch.shape[0] * scale))
            patch = scale_to(patch, size)
        source = ((face - np.array([x1, y1], np.float32)) * np.float32(min(scale, 1.0))).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(source, target)
        _warp(patch, matrix, crops[n])
    return crops, turns


def _warp(patch_bgr: NDArray[np.uint8], matrix: NDArray[Any], crop_bgr: NDArray[np.uint8]) -> None:
    """Draw a crop as a perspective transformation of a patch."""
    # Of four channels OpenCV warps the same pixels in half the time that it needs for three.
    patch = cv2.cvtColor(patch_bgr, cv2.COLOR_BGR2BGRA)
    warped = cv2.warpPerspective(patch, matrix, CROP_SIZE_WH, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cv2.cvtColor(warped, cv2.COLOR_BGRA2BGR, dst=crop_bgr)


def _regions_around(corners: NDArray[np.float32], size_wh: tuple[int, int]) -> NDArray[np.int64]:
    """Return the (N, 4) parts of an image around (N, 4, 2) quads, with some slack, as x1, y1, x2, y2."""
    low, high = corners.min(axis=1), corners.max(axis=1)
    slack = 0.15 * (high - low) + 2
    size = np.array(size_wh)
    first = np.clip(np.floor(low - slack), 0, size - 1).astype(np.int64)
    last = np.clip(np.ceil(high + slack), first + 1, size).astype(np.int64)
    return np.concatenate([first, last], axis=1)
