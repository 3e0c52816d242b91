"""Training pictures for the finder: photographs and synthetic scenes, randomly moved, turned and degraded."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from engine.tile import BACK_CODE, CODES
from models.training.degradation import degrade
from vision.detector import BACK, FACE
from vision.rectify import boxes_to_quads, order_quads

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from datasets.photos import LabelledPhoto

__all__ = ["PLAIN_CODES", "FinderBatch", "FinderImage", "FinderSampler", "image_of_photo"]

MIN_VISIBLE_SHARE: Final = 0.45
"""Tiles cut by the border to less than this share of their box are no longer asked for, nor called background."""

MIN_SIDE_PX: Final = 7.0
"""Tiles narrower than this in the training picture are too small to be asked for."""

LABELLED_MARGIN: Final = 0.35
"""In a partly labelled photo the row's surroundings up to this many tile heights count as background."""


ZOOMS: Final = (0.7, 3.0)
"""Pictures are shown at so many times the size at which they fit: whole ones, and close-ups of a few tiles."""

CLOSE_UP_FROM: Final = 1.7
"""From this zoom on the view is centred near a tile, since most others would show the table alone."""

PLAIN_CODES: Final = (CODES.index(BACK_CODE), CODES.index("5z"))
"""Tiles with little or nothing on them."""


@dataclass(frozen=True, slots=True, eq=False)
class FinderImage:
    """One picture with its tiles.

    Attributes:
        path: The picture file.
        boxes_xyxy: (N, 4) float32, pixels.
        quads: (N, 4, 2) float32 face corners, NaN where only the box is known.
        kinds: (N,) int64, ``vision.detector.FACE`` or ``BACK``.
        doubtful_boxes_xyxy: (K, 4) float32, tiles so much hidden that they may be found or missed.
        partially_labelled: Whether tiles away from the labelled ones may carry no box.
        backs_labelled: Whether backs carry a box; where they do not, nobody knows that there are none.
        has_plain_tiles: Whether it shows a back or a white dragon, which are rare and hardest to find.
    """

    path: Path
    boxes_xyxy: NDArray[np.float32]
    quads: NDArray[np.float32]
    kinds: NDArray[np.int64]
    doubtful_boxes_xyxy: NDArray[np.float32]
    partially_labelled: bool
    backs_labelled: bool = True
    has_plain_tiles: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class FinderBatch:
    """B square training pictures of side S.

    Attributes:
        images: (B, 3, S, S) uint8 RGB.
        image_index: (M,) which picture each tile is in.
        kinds: (M,) class of each tile.
        boxes_xywh: (M, 4) float32, centre and size relative to S.
        keypoints: (M, 4, 3) float32 corners relative to S, third column 1 where known.
        ignored: (B, S/8, S/8) bool, cells in which nothing found is held against the finder.
        backs_labelled: (B,) bool, whether backs carry a box in the picture.
    """

    images: NDArray[np.uint8]
    image_index: NDArray[np.int64]
    kinds: NDArray[np.int64]
    boxes_xywh: NDArray[np.float32]
    keypoints: NDArray[np.float32]
    ignored: NDArray[np.bool_]
    backs_labelled: NDArray[np.bool_]


def image_of_photo(photo: LabelledPhoto) -> FinderImage:
    """Return a labelled photograph as a training picture, corners unknown."""
    kinds = np.where(photo.codes == CODES.index(BACK_CODE), BACK, FACE).astype(np.int64)
    return FinderImage(
        path=photo.image_path,
        boxes_xyxy=photo.boxes_xyxy,
        quads=np.full((len(photo.codes), 4, 2), np.nan, np.float32),
        kinds=kinds,
        doubtful_boxes_xyxy=photo.doubtful_boxes_xyxy,
        partially_labelled=photo.partially_labelled,
        backs_labelled=bool((kinds == BACK).any()),
        has_plain_tiles=bool(np.isin(photo.codes, PLAIN_CODES).any()),
    )


class FinderSampler:
    """Draws training batches from pools of pictures.

    Args:
        pools: Pools of pictures with the share of the batch each gets.
        rng: Source of all randomness.
    """

    def __init__(self, pools: Sequence[tuple[Sequence[FinderImage], float]], rng: np.random.Generator) -> None:
        """Keep the pools; nothing is read yet."""
        self._pools = [(images, share) for images, share in pools if len(images)]
        if not self._pools:
            message = "no training pictures: give --photos and/or --scenes with at least one picture"
            raise ValueError(message)
        self._shares = np.array([share for _, share in self._pools])
        self._shares /= self._shares.sum()
        self._rng = rng

    def draw(self, batch_size: int, side_px: int) -> FinderBatch:
        """Return the next batch of square pictures of the given side (a multiple of 32)."""
        images = np.empty((batch_size, 3, side_px, side_px), np.uint8)
        ignored = np.zeros((batch_size, side_px // 8, side_px // 8), np.bool_)
        backs_labelled = np.empty(batch_size, np.bool_)
        index, kinds, boxes, keypoints = [], [], [], []
        for n in range(batch_size):
            pool, _ = self._pools[self._rng.choice(len(self._pools), p=self._shares)]
            sample = pool[int(self._rng.integers(len(pool)))]
            image, tile_boxes, tile_quads, keep, ignored[n] = self._move(sample, side_px)
            images[n] = cv2.cvtColor(degrade(image, self._rng), cv2.COLOR_BGR2RGB).transpose(2, 0, 1)
            backs_labelled[n] = sample.backs_labelled
            index.append(np.full(keep.sum(), n, np.int64))
            kinds.append(sample.kinds[keep])
            boxes.append(tile_boxes[keep] / side_px)
            keypoints.append(_keypoints(tile_quads[keep], side_px))
        corners = np.concatenate(boxes).astype(np.float32)
        centre, size = (corners[:, :2] + corners[:, 2:]) / 2, corners[:, 2:] - corners[:, :2]
        return FinderBatch(
            images=images,
            image_index=np.concatenate(index),
            kinds=np.concatenate(kinds),
            boxes_xywh=np.concatenate([centre, size], axis=1),
            keypoints=np.concatenate(keypoints),
            ignored=ignored,
            backs_labelled=backs_labelled,
        )

    def _move(
        self, sample: FinderImage, side_px: int
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_]]:
        image = _load_image(sample.path)
        matrix = self._random_matrix(sample, image.shape[1], image.shape[0], side_px)
        fill = [int(value) for value in self._rng.integers(0, 256, 3)]
        moved = cv2.warpAffine(image, matrix, (side_px, side_px), flags=cv2.INTER_AREA, borderValue=fill)
        quads = _transform(np.nan_to_num(sample.quads), matrix)
        quads[np.isnan(sample.quads)] = np.nan
        boxes = _boxes_after(sample, quads, matrix)
        clipped = np.clip(boxes, 0, side_px)
        area = np.prod(boxes[:, 2:] - boxes[:, :2], axis=1)
        size = clipped[:, 2:] - clipped[:, :2]
        visible = np.prod(size, axis=1) / np.maximum(area, 1e-6)
        keep = (visible >= MIN_VISIBLE_SHARE) & (size.min(axis=1, initial=side_px) >= MIN_SIDE_PX)
        ignored = np.zeros((side_px // 8, side_px // 8), np.bool_)
        if sample.partially_labelled and len(boxes):
            ignored[:] = True
            margin = LABELLED_MARGIN * float(np.median(boxes[:, 3] - boxes[:, 1]))
            _fill_boxes(ignored, boxes + np.array([-margin, -margin, margin, margin], np.float32), value=False)
        _fill_boxes(ignored, clipped[~keep & (visible > 0)], value=True)
        doubtful = _transform(boxes_to_quads(sample.doubtful_boxes_xyxy), matrix)
        _fill_boxes(ignored, np.concatenate([doubtful.min(axis=1), doubtful.max(axis=1)], axis=1), value=True)
        return np.asarray(moved, np.uint8), clipped.astype(np.float32), quads, np.asarray(keep, np.bool_), ignored

    def _random_matrix(self, sample: FinderImage, width: int, height: int, side_px: int) -> NDArray[np.float32]:
        """Draw the map from picture to training square.

        Axis-parallel boxes survive only quarter turns and slight tilts, so pictures without corners get no more.
        """
        rng = self._rng
        exact = bool(np.isnan(sample.quads).any())
        turns = rng.choice(4, p=[0.7, 0.1, 0.1, 0.1])
        tilt = rng.normal(0, 2.5) if exact else rng.normal(0, 12)
        fit = side_px / max(width, height)
        zoom = float(np.exp(rng.uniform(*np.log(ZOOMS))))
        scale = fit * zoom
        centre = np.array([width, height]) * (0.5 + rng.uniform(-1, 1, 2) * max(0.05, (1 - 0.85 / zoom) / 2))
        if zoom > CLOSE_UP_FROM and len(sample.boxes_xyxy):
            x1, y1, x2, y2 = sample.boxes_xyxy[int(rng.integers(len(sample.boxes_xyxy)))]
            centre = np.array([x1 + x2, y1 + y2]) / 2 + rng.uniform(-0.5, 0.5, 2) * side_px / scale
        angle = np.deg2rad(90 * turns + tilt)
        stretch = np.exp(rng.normal(0, 0.13))
        linear = scale * np.array([[np.cos(angle) * stretch, -np.sin(angle)], [np.sin(angle) * stretch, np.cos(angle)]])
        offset = side_px / 2 - linear @ centre
        return np.column_stack([linear, offset]).astype(np.float32)


@lru_cache(maxsize=1500)
def _load_image(path: Path) -> NDArray[np.uint8]:
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image is None:
        message = f"{path} cannot be read as a picture; remove it or restore it"
        raise ValueError(message)
    return np.asarray(image, np.uint8)


def _transform(points: NDArray[np.float32], matrix: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(points @ matrix[:, :2].T + matrix[:, 2], np.float32)


def _boxes_after(sample: FinderImage, quads: NDArray[np.float32], matrix: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the boxes around known corners, else around the box moved without its growth through a slight tilt."""
    x1, y1, x2, y2 = sample.boxes_xyxy.T
    centre = _transform(np.stack([(x1 + x2) / 2, (y1 + y2) / 2], axis=1), matrix)
    turn = np.abs(matrix[:, :2]) >= np.abs(matrix[:, :2]).max(axis=1, keepdims=True)
    half = np.stack([x2 - x1, y2 - y1], axis=1) / 2 @ (np.abs(matrix[:, :2]) * turn).T
    boxes = np.concatenate([centre - half, centre + half], axis=1)
    known = ~np.isnan(quads).any(axis=(1, 2))
    boxes[known] = np.concatenate([quads[known].min(axis=1), quads[known].max(axis=1)], axis=1)
    return np.asarray(boxes, np.float32)


def _keypoints(quads: NDArray[np.float32], side_px: int) -> NDArray[np.float32]:
    known = ~np.isnan(quads).any(axis=(1, 2))
    keypoints = np.zeros((len(quads), 4, 3), np.float32)
    keypoints[known, :, :2] = order_quads(quads[known]) / side_px
    keypoints[known, :, 2] = 1
    return keypoints


def _fill_boxes(cells: NDArray[np.bool_], boxes_xyxy: NDArray[np.float32], *, value: bool) -> None:
    for x1, y1, x2, y2 in np.clip(boxes_xyxy / 8, 0, len(cells)):
        cells[int(np.floor(y1)) : int(np.ceil(y2)), int(np.floor(x1)) : int(np.ceil(x2))] = value
