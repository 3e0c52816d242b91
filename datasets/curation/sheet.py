"""A picture sheet of doubted tiles: each face with what is labelled, what was read and where it lies."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.plates import DARK, WHITE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from datasets.curation.checking import Face
    from datasets.curation.faults import Fault

__all__ = ["draw_sheet", "write_sheet"]

COLUMNS: Final = 8
FACE_WH: Final = (128, 160)
CELL_WH: Final = (172, 230)
FONT_PX: Final = 18
SMALL_FONT_PX: Final = 11
NAME_LENGTH: Final = 27

# Okabe and Ito's vermilion and sky blue, as RGB.
_DOUBT: Final = (213, 94, 0)
_HINT: Final = (86, 180, 233)


def write_sheet(faces: Sequence[Face], path: Path) -> None:
    """Write the sheet as a picture; nothing where there are no faces.

    Raises:
        ValueError: The name ends in no picture format.
        OSError: The picture cannot be written.
    """
    if not faces:
        return
    done, content = cv2.imencode(path.suffix, draw_sheet(faces))
    if not done:
        message = f"the sheet cannot be written as {path.suffix}"
        raise ValueError(message)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.tobytes())


def draw_sheet(faces: Sequence[Face]) -> NDArray[np.uint8]:
    """Return the (H, W, 3) BGR sheet of at least one face, surest first."""
    columns = min(COLUMNS, len(faces))
    rows = -(-len(faces) // columns)
    sheet = Image.new("RGB", (columns * CELL_WH[0], rows * CELL_WH[1]), DARK)
    draw = ImageDraw.Draw(sheet)
    for at, (fault, face_bgr) in enumerate(faces):
        left, top = at % columns * CELL_WH[0], at // columns * CELL_WH[1]
        _draw_cell(sheet, draw, (left, top), fault, face_bgr)
    return np.ascontiguousarray(np.asarray(sheet)[..., ::-1])


def _draw_cell(
    sheet: Image.Image, draw: ImageDraw.ImageDraw, at_xy: tuple[int, int], fault: Fault, face_bgr: NDArray[np.uint8]
) -> None:
    face = Image.fromarray(np.ascontiguousarray(face_bgr[..., ::-1])).resize(FACE_WH, Image.Resampling.BICUBIC)
    middle, top = at_xy[0] + CELL_WH[0] // 2, at_xy[1] + 6
    sheet.paste(face, (middle - FACE_WH[0] // 2, top))
    head, colour = _head(fault)
    large, small = ImageFont.load_default(FONT_PX), ImageFont.load_default(SMALL_FONT_PX)
    draw.text((middle, top + FACE_WH[1] + 16), head, fill=colour, font=large, anchor="mm")
    name = PurePosixPath(fault.picture).name
    shown = name if len(name) <= NAME_LENGTH else f"...{name[3 - NAME_LENGTH :]}"
    draw.text((middle, top + FACE_WH[1] + 36), shown, fill=WHITE, font=small, anchor="mm")
    draw.text((middle, top + FACE_WH[1] + 49), f"tile {fault.tile}", fill=WHITE, font=small, anchor="mm")


def _head(fault: Fault) -> tuple[str, tuple[int, int, int]]:
    confidence = f"{fault.confidence:.2f}" if fault.confidence is not None else ""
    if fault.code == "disagreement":
        return f"{fault.label} > {fault.suggestion}  {confidence}", _DOUBT
    return f"{fault.label}: {'mirrored?' if fault.code == 'mirrored_tile' else 'no tile?'}", _HINT
