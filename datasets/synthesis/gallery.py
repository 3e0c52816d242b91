"""Contact sheets for the documentation: what each layout looks like, and the faces of designs of both ranges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.synthesis.design import render_face
from datasets.synthesis.ranges import DesignRange, sample_in_range
from datasets.synthesis.scenes import LAYOUT_SHARES, DesignShelf, make_scene
from datasets.synthesis.sheets import contact_sheet
from datasets.synthesis.storage import encode_jpeg, write_atomically

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from datasets.synthesis.design import TileSetDesign

__all__ = ["face_sheet", "layout_sheet", "write_gallery"]

SHOWN: Final = (
    "2m",
    "5m",
    "1p",
    "7p",
    "1s",
    "8s",
    "3z",
    "5z",
    "6z",
    "7z",
    "0p",
    "1f",
    "2f",
    "4f",
    "5f",
    "8f",
    "1j",
    "0x",
)
FACE_PX: Final = 52
GAP_PX: Final = 4
QUALITY: Final = 74
DESIGNS: Final = 7


def layout_sheet(seed: int, names: Sequence[str], *, cell_px: int = 200) -> NDArray[np.uint8]:
    """Return one scene of each layout, of several designs."""
    shelf = DesignShelf(seed, height_px=112)
    pictures = [
        (make_scene(seed, 16 * (k // 3) + k, shelf, long_side_px=400, layout=name).image_bgr, name)
        for k, name in enumerate(names)
    ]
    return contact_sheet(pictures, columns=6, cell_px=cell_px)


def face_sheet(designs: Sequence[TileSetDesign], codes: Sequence[str] = SHOWN) -> NDArray[np.uint8]:
    """Return the faces of designs, a line each."""
    step = round(0.88 * FACE_PX) + GAP_PX
    size = len(designs) * (FACE_PX + GAP_PX) + GAP_PX, len(codes) * step + GAP_PX, 3
    sheet = np.full(size, 60, np.uint8)
    for row, design in enumerate(designs):
        for column, code in enumerate(codes):
            face = render_face(design, code, FACE_PX)
            y, x = GAP_PX + row * (FACE_PX + GAP_PX), GAP_PX + column * step
            sheet[y : y + FACE_PX, x : x + face.shape[1]] = face
    return sheet


def write_gallery(out: Path, seed: int) -> list[Path]:
    """Write ``synthesis-layouts.jpg``, ``-training.jpg`` and ``-held-out.jpg``; return their paths."""
    sheets = {"layouts": layout_sheet(seed, tuple(LAYOUT_SHARES))}
    for designs in DesignRange:
        sets = [sample_in_range(np.random.default_rng([seed, k]), designs) for k in range(DESIGNS)]
        sheets[str(designs)] = face_sheet(sets)
    paths = []
    for name, sheet in sheets.items():
        paths.append(out / f"synthesis-{name}.jpg")
        write_atomically(paths[-1], encode_jpeg(sheet, QUALITY))
    return paths
