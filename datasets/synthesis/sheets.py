"""Contact sheets: many pictures on one, with the truth drawn in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from engine.tile import CODES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from datasets.synthesis.annotations import SceneTruth
    from datasets.synthesis.crops import CropShard

__all__ = ["contact_sheet", "crop_sheet", "draw_truth", "scene_sheet"]

FACE_BGR: Final = (60.0, 220.0, 40.0)
BACK_BGR: Final = (220.0, 60.0, 220.0)
HIDDEN_BGR: Final = (0.0, 150.0, 255.0)
TEXT_BGR: Final = (0.0, 230.0, 255.0)


def draw_truth(image_bgr: NDArray[np.uint8], truth: SceneTruth) -> NDArray[np.uint8]:
    """Return a copy with every tile's quad, a dot at its own top left and its code; half hidden ones in orange."""
    drawn = image_bgr.copy()
    for tile in truth.tiles:
        quad = np.array(tile.quad)
        colour = HIDDEN_BGR if tile.visible < 0.5 else FACE_BGR if tile.kind == "face" else BACK_BGR
        cv2.polylines(
            drawn,
            [np.round(quad * 16).astype(np.int32)],
            isClosed=True,
            color=colour,
            thickness=1,
            lineType=cv2.LINE_AA,
            shift=4,
        )
        cv2.circle(drawn, tuple(int(v) for v in np.round(quad[0] * 16)), 32, (0.0, 0.0, 255.0), -1, cv2.LINE_AA, 4)
        middle = quad.mean(axis=0)
        at = round(float(middle[0])) - 7, round(float(middle[1])) + 4
        cv2.putText(drawn, tile.code, at, cv2.FONT_HERSHEY_SIMPLEX, 0.35, (0.0, 0.0, 255.0), 1, cv2.LINE_AA)
    return drawn


def contact_sheet(
    pictures: Iterable[tuple[NDArray[np.uint8], str]], *, columns: int, cell_px: int
) -> NDArray[np.uint8]:
    """Return pictures with captions in cells of a grid."""
    cells = []
    for picture, caption in pictures:
        scale = cell_px / max(picture.shape[:2])
        shrunk = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        cell = np.zeros((cell_px, cell_px, 3), np.uint8)
        cell[: shrunk.shape[0], : shrunk.shape[1]] = shrunk[:cell_px, :cell_px]
        cv2.putText(cell, caption, (4, cell_px - 5), cv2.FONT_HERSHEY_SIMPLEX, 0.4, TEXT_BGR, 1, cv2.LINE_AA)
        cells.append(cell)
    while len(cells) % columns:
        cells.append(np.zeros((cell_px, cell_px, 3), np.uint8))
    rows = [np.hstack(cells[start : start + columns]) for start in range(0, len(cells), columns)]
    return np.vstack(rows)


def scene_sheet(out: Path, truths: Sequence[SceneTruth]) -> NDArray[np.uint8]:
    """Return a sheet of scenes of a folder with their truth drawn in."""
    pictures = []
    for truth in truths:
        image = cv2.imread(str(out / truth.image))
        if image is not None:
            pictures.append((draw_truth(np.asarray(image, np.uint8), truth), f"{truth.image[-10:-4]} {truth.layout}"))
    return contact_sheet(pictures, columns=4, cell_px=480)


def crop_sheet(shard: CropShard, count: int = 160) -> NDArray[np.uint8]:
    """Return a sheet of crops with code and quarter turns."""
    captions = [f"{CODES[code]} {turns}" for code, turns in zip(shard.codes[:count], shard.rotations, strict=False)]
    return contact_sheet(zip(shard.images, captions, strict=False), columns=16, cell_px=96)
