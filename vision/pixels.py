"""Encoded pixels to upright 8-bit BGR, whatever they are: grey, palette, CMYK, 16 bit, transparent."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.errors import UndecodableImageError

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image, ImageFile

__all__ = ["DECODER_ERRORS", "damage_message", "decode_jpeg", "load_bgr", "reduction_for", "turn_upright"]

_REDUCTIONS: Final = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
_ALPHA_MODES: Final = frozenset({"RGBA", "LA", "PA", "RGBa", "La"})

DECODER_ERRORS: Final = (
    OSError,
    SyntaxError,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    EOFError,
    RuntimeError,
    ArithmeticError,
    MemoryError,
    struct.error,
    zlib.error,
    cv2.error,
)
"""What decoders have been seen to raise on damaged bytes."""


def damage_message(reason: str) -> str:
    """Return what the person is told about an image that cannot be decoded."""
    # A decoder's own words may come in several lines.
    words = " ".join(reason.split())
    return f"the image is damaged or incomplete ({words}); send the original file or take the photo again"


def reduction_for(min_scale: float) -> int:
    """Return how many times smaller (1, 2, 4, 8) a JPEG may be decoded to keep at least a scale.

    >>> reduction_for(0.3)
    2
    """
    return max(reduction for reduction in _REDUCTIONS if reduction == 1 or reduction * min_scale <= 1)


def decode_jpeg(data: bytes, reduction: int, orientation: int) -> NDArray[np.uint8]:
    """Return a JPEG's pixels at a reduced size (1, 2, 4, 8 times), turned by its EXIF orientation.

    Raises:
        UndecodableImageError: The decoder gave up.
    """
    flags = _REDUCTIONS[reduction] | cv2.IMREAD_IGNORE_ORIENTATION
    try:
        image_bgr = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error as error:
        raise UndecodableImageError(damage_message(f"{error.err}")) from None
    if image_bgr is None:
        raise UndecodableImageError(damage_message("the JPEG decoder gave up"))
    return turn_upright(np.asarray(image_bgr, np.uint8), orientation)[1]


def load_bgr(header: ImageFile.ImageFile) -> NDArray[np.uint8]:
    """Decode through Pillow to BGR, whatever the pixels are.

    Raises:
        UndecodableImageError: The decoder gave up.
    """
    try:
        header.load()
        return _to_bgr(header)
    except DECODER_ERRORS as error:
        raise UndecodableImageError(damage_message(str(error) or type(error).__name__)) from None


def turn_upright(image_bgr: NDArray[np.uint8], orientation: int) -> tuple[tuple[int, int], NDArray[np.uint8]]:
    """Return size and pixels of an image turned by its EXIF orientation (EXIF 2.3, tag 274)."""
    turned = image_bgr
    if orientation in {5, 6, 7, 8}:
        turned = np.asarray(cv2.transpose(turned), np.uint8)
    # Flip codes of OpenCV: 1 left to right, 0 top to bottom, -1 both.
    flip = {2: 1, 3: -1, 4: 0, 6: 1, 7: -1, 8: 0}.get(orientation)
    if flip is not None:
        turned = np.asarray(cv2.flip(turned, flip), np.uint8)
    height, width = turned.shape[:2]
    return (width, height), np.ascontiguousarray(turned)


def _to_bgr(image: Image.Image) -> NDArray[np.uint8]:
    if image.mode.startswith("I"):
        # 16-bit grey; 257 maps 65535 to 255.
        grey = np.clip(np.asarray(image), 0, 65535) // 257
        return np.asarray(cv2.cvtColor(grey.astype(np.uint8), cv2.COLOR_GRAY2BGR), np.uint8)
    if image.mode in _ALPHA_MODES or "transparency" in image.info:
        rgba = np.asarray(image.convert("RGBA"))
        alpha = rgba[..., 3:].astype(np.uint16)
        # Transparent pixels show the paper behind them.
        rgb = ((rgba[..., :3] * alpha + 255 * (255 - alpha) + 127) // 255).astype(np.uint8)
    else:
        rgb = np.asarray(image if image.mode == "RGB" else image.convert("RGB"))
    return np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), np.uint8)
