"""Boxes between our pixels and what files hold."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from datasets.formats.errors import BoxOutsideError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from datasets.formats.files import Place
    from datasets.formats.record import BoxXyxy

__all__ = ["OUTSIDE_TOLERANCE_PX", "PIXEL_DIGITS", "check_box", "clip_box", "same_box", "xywh_of"]

PIXEL_DIGITS: Final = 2
"""Pixels are read to a hundredth: what relative numbers and sums of floats add beyond is noise."""

OUTSIDE_TOLERANCE_PX: Final = 1.0
"""A box may reach this far out of the picture: what rounding and 1-based pixels of other programs explain."""

SAME_PX: Final = 0.011
"""Two boxes whose sides differ by no more are the same one, written and read again."""


def clip_box(box: BoxXyxy, size_wh: tuple[int, int]) -> BoxXyxy | None:
    """Return the part of a box that lies in the picture, None where there is none.

    >>> clip_box((-5, 10, 30, 400), (100, 90))
    (0.0, 10.0, 30.0, 90.0)
    """
    width, height = size_wh
    left, top = max(box[0], 0.0), max(box[1], 0.0)
    right, bottom = min(box[2], float(width)), min(box[3], float(height))
    return (float(left), float(top), float(right), float(bottom)) if left < right and top < bottom else None


def xywh_of(box: BoxXyxy) -> tuple[float, float, float, float]:
    """Return left, top, width and height, to a hundredth of a pixel.

    >>> xywh_of((10, 20.25, 50.1, 80))
    (10, 20.25, 40.1, 59.75)
    """
    left, top, right, bottom = (round(value, PIXEL_DIGITS) for value in box)
    return left, top, round(right - left, PIXEL_DIGITS), round(bottom - top, PIXEL_DIGITS)


def same_box(first: BoxXyxy, second: BoxXyxy) -> bool:
    """Return whether two boxes are one, but for rounding."""
    return all(abs(a - b) <= SAME_PX for a, b in zip(first, second, strict=True))


def check_box(box: Sequence[float], size_wh: tuple[int, int], written: str, place: Place) -> BoxXyxy:
    """Return a box as read from a file, to a hundredth of a pixel; report if it reaches out of the picture.

    Args:
        box: Left, top, right, bottom in pixels.
        size_wh: Width and height of the picture.
        written: What stands in the file, for the message.
        place: Where it stands.

    Raises:
        LabelFileError: The box is no box, or it is not in the picture and nobody else is told.
    """
    left, top, right, bottom = (round(value, PIXEL_DIGITS) if math.isfinite(value) else math.nan for value in box)
    # Written so that what is no number fails too.
    if not (left < right and top < bottom):
        message = f"{written} is no box: it needs a width and a height"
        raise place.fault(message)
    width, height = size_wh
    outside = max(-left, -top, right - width, bottom - height)
    if outside > OUTSIDE_TOLERANCE_PX:
        message = f"{written} reaches {outside:.0f} pixels out of the picture of {width} x {height} pixels"
        place.report(message, BoxOutsideError)
    return left, top, right, bottom
