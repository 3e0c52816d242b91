"""Synthetic scenes as training pictures of the finder, and as labelled photos to measure on."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.photos import DatasetError, LabelledPhoto
from datasets.synthesis.production import read_truths
from engine.tile import CODES
from models.training.finder_data import PLAIN_CODES, FinderImage
from vision.detector import BACK, FACE

if TYPE_CHECKING:
    from pathlib import Path

    from datasets.synthesis.annotations import SceneTruth, TileTruth

__all__ = ["load_labelled_scenes", "load_scenes"]

MIN_VISIBLE: Final = 0.5
"""Tiles of which less shows are neither asked for nor held against the finder."""


def load_scenes(folder: Path, *, by_code: bool = False) -> list[FinderImage]:
    """Return the complete scenes of a folder that ``python -m datasets.synthesis scenes`` wrote.

    Args:
        folder: The folder.
        by_code: Whether the tiles' kinds are to be indices into ``engine.tile.CODES`` instead of face and back.

    Raises:
        DatasetError: The folder holds no scenes, or a line of its annotations cannot be read.
    """
    return [_to_image(folder, truth, by_code=by_code) for truth in _read_scenes(folder)]


def load_labelled_scenes(folder: Path, *, walls: bool = False) -> list[LabelledPhoto]:
    """Return the complete scenes of a folder as labelled photos: the group is the layout, the photo the design.

    Backs of walls and of other players' tiles are neither asked for nor held against a reading, as in photographs,
    where nobody labels them: a hand has none of them. Those that lie in the player's rows and melds are asked for.

    Args:
        folder: The folder.
        walls: Whether the backs of walls are labelled all the same.

    Raises:
        DatasetError: The folder holds no scenes, or a line of its annotations cannot be read.
    """
    return [_to_photo(folder, truth, walls=walls) for truth in _read_scenes(folder)]


def _read_scenes(folder: Path) -> list[SceneTruth]:
    path = folder / "annotations.jsonl"
    if not path.is_file():
        message = f"{path} is missing; make scenes there with: python -m datasets.synthesis scenes --out {folder}"
        raise DatasetError(message)
    scenes = []
    try:
        for scene in read_truths(path):
            if unknown := sorted({tile.code for tile in scene.tiles} - set(CODES)):
                message = f"{unknown[0]!r} in {scene.image} is not a tile code"
                raise DatasetError(message)
            scenes.append(scene)
    except (ValueError, json.JSONDecodeError) as error:
        message = f"{path}:{len(scenes) + 1}: {error}"
        raise DatasetError(message) from None
    if not scenes:
        message = f"{path} lists no scenes; make some with: python -m datasets.synthesis scenes --out {folder}"
        raise DatasetError(message)
    return scenes


def _split_by_visibility(truth: SceneTruth) -> tuple[list[TileTruth], list[TileTruth]]:
    clear = [tile for tile in truth.tiles if tile.visible >= MIN_VISIBLE]
    return clear, [tile for tile in truth.tiles if tile.visible < MIN_VISIBLE]


def _is_of_a_wall(tile: TileTruth) -> bool:
    return tile.kind == "back" and tile.group_kind == "wall"


def _to_image(folder: Path, truth: SceneTruth, *, by_code: bool) -> FinderImage:
    clear, hidden = _split_by_visibility(truth)
    quads = np.array([tile.quad for tile in clear], np.float32).reshape(-1, 4, 2)
    kinds = [CODES.index(tile.code) if by_code else BACK if tile.kind == "back" else FACE for tile in clear]
    return FinderImage(
        path=folder / truth.image,
        boxes_xyxy=np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1),
        quads=quads,
        kinds=np.array(kinds, np.int64),
        doubtful_boxes_xyxy=_boxes(hidden),
        partially_labelled=False,
        has_plain_tiles=any(CODES.index(tile.code) in PLAIN_CODES for tile in clear),
    )


def _to_photo(folder: Path, truth: SceneTruth, *, walls: bool) -> LabelledPhoto:
    clear, hidden = _split_by_visibility(truth)
    if not walls:
        hidden += [tile for tile in clear if _is_of_a_wall(tile)]
        clear = [tile for tile in clear if not _is_of_a_wall(tile)]
    return LabelledPhoto(
        image_path=folder / truth.image,
        photo=f"design {truth.design}",
        group=truth.layout,
        copy=0,
        size_wh=(truth.width, truth.height),
        boxes_xyxy=_boxes(clear),
        codes=np.array([CODES.index(tile.code) for tile in clear], np.int64),
        partially_labelled=False,
        doubtful_boxes_xyxy=_boxes(hidden),
        quads=np.array([tile.quad for tile in clear], np.float32).reshape(-1, 4, 2),
    )


def _boxes(tiles: list[TileTruth]) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    return np.array([tile.box for tile in tiles], np.float32).reshape(-1, 4)
