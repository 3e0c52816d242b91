"""Synthetic scenes as training pictures of the finder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.synthesis.production import read_truths
from models.training.finder_data import FinderImage
from vision.detector import BACK, FACE

if TYPE_CHECKING:
    from pathlib import Path

    from datasets.synthesis.annotations import SceneTruth

__all__ = ["load_scenes"]

MIN_VISIBLE: Final = 0.5
"""Tiles of which less shows are neither asked for nor held against the finder."""


def load_scenes(folder: Path) -> list[FinderImage]:
    """Return the complete scenes of a folder that ``python -m datasets.synthesis scenes`` wrote."""
    return [_to_image(folder, truth) for truth in read_truths(folder / "annotations.jsonl")]


def _to_image(folder: Path, truth: SceneTruth) -> FinderImage:
    clear = [tile for tile in truth.tiles if tile.visible >= MIN_VISIBLE]
    doubtful = [tile for tile in truth.tiles if tile.visible < MIN_VISIBLE]
    quads = np.array([tile.quad for tile in clear], np.float32).reshape(-1, 4, 2)
    return FinderImage(
        path=folder / truth.image,
        boxes_xyxy=np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1),
        quads=quads,
        kinds=np.array([BACK if tile.kind == "back" else FACE for tile in clear], np.int64),
        doubtful_boxes_xyxy=np.array([tile.box for tile in doubtful], np.float32).reshape(-1, 4),
        partially_labelled=False,
    )
