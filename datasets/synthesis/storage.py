"""Writing data sets so that a run killed at any moment can go on where it was."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = ["encode_jpeg", "write_atomically"]


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file completely or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        unfinished.write_bytes(data)
        unfinished.replace(path)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise


def encode_jpeg(image_bgr: NDArray[np.uint8], quality: int) -> bytes:
    """Return a picture as JPEG bytes.

    Raises:
        ValueError: The picture cannot be encoded.
    """
    done, data = cv2.imencode(".jpg", image_bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        message = f"a picture of shape {image_bgr.shape} cannot be written as JPEG; both sides must be 1..65500 pixels"
        raise ValueError(message)
    return np.asarray(data).tobytes()
