"""Training crops for the corner network: faces of synthetic scenes, where their true corners are known.

And places without a tile, which the finder took for one or which lie beside one: no corners are asked for there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from engine.tile import BACK_CODE, CODES
from models.training.degradation import degrade
from models.training.finder_data import PLAIN_CODES
from models.training.matching import nearest_detections
from models.training.no_tiles import places_between, places_without_tile
from models.training.scenes import load_labelled_scenes
from vision.corners import CORNER_CROP_PX, KIND_NAMES, UNIT_CORNERS, FaceFrames
from vision.detector import BACK, FACE, DetectorOptions
from vision.quads import face_quads
from vision.rectify import boxes_to_quads, order_quads, side_lengths
from vision.refining_detector import ASKED_FROM

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from datasets.photos import LabelledPhoto
    from vision.detector import TileDetector

__all__ = ["NO_TILE", "CornerBatch", "CornerFaces", "nearest_order"]

LOOKS_PX: Final = (384, 1024)
"""Long sides between which the finder looks at each scene: at coarse ones its corners are as rough as in far photos."""

LOOKS: Final = 2

BELIEVED_FROM: Final = 0.15
"""Detections of this confidence are tiles that a reading may be made of: their corners are to be mended."""

NO_TILE_SHARE: Final = 0.35
"""Share of draws that show a place without a tile."""

NO_TILE: Final = KIND_NAMES.index("no tile")
"""Kind of such a place, after :data:`vision.detector.FACE` and ``BACK``."""

MARGIN: Final = 1.0
"""Faces are kept with so many times their size around them."""

PATCH_FACE_PX: Final = 72.0
"""Faces whose shorter side is longer than this are scaled down to it."""

SMALLEST_FACE_PX: Final = 12.0

FOUND_SHARE: Final = 0.6
"""Share of draws that begin with corners that the finder gave; the others with the true ones made wrong at random."""

BOX_SHARE: Final = 0.15
"""Share of the others that begin with the upright box."""

SURE_ERROR: Final = 0.1
HARD_ERROR: Final = 0.6
"""A face is drawn as often as the finder's corners are wrong there, in shorter sides of the face: as if by the first
where they are right, and by no more than the second besides. Faces half covered by a finger or by the row in front are
one in twenty, and they are those that corners get lost on."""

PLAIN_WEIGHT: Final = 0.5
"""Backs and white dragons are drawn more often by this: they are as rare, and have little by which they differ from
each other and from sides of tiles. Without it the blank white dragons of a real set were taken for backs and sides."""

MAX_OFFSET: Final = 1.2
"""Where a corner is off by more half sides than this, another tile was meant."""


@dataclass(frozen=True, slots=True, eq=False)
class CornerBatch:
    """B crops.

    Attributes:
        images: (B, 64, 64, 3) uint8 BGR.
        offsets: (B, 4, 2) float32, of the corners in half sides; NaN where there is no tile.
        kinds: (B,) int64, ``FACE``, ``BACK`` or :data:`NO_TILE`.
    """

    images: NDArray[np.uint8]
    offsets: NDArray[np.float32]
    kinds: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class _Patch:
    """A face, or a place without one, and its surroundings.

    Attributes:
        image_bgr: What is seen.
        quad: Its true corners in the patch's pixels; of a place without a tile, those that were believed.
        found: The corners the finder gave.
        kind: ``FACE``, ``BACK`` or :data:`NO_TILE`.
        plain: Whether it is a back or a white dragon.
    """

    image_bgr: NDArray[np.uint8]
    quad: NDArray[np.float32]
    found: tuple[NDArray[np.float32], ...]
    kind: int
    plain: bool = False

    def weight(self) -> float:
        """Return how often to draw it, see :data:`HARD_ERROR` and :data:`PLAIN_WEIGHT`."""
        errors = [float(np.abs(nearest_order(each, self.quad) - self.quad).max()) for each in self.found]
        error = min(max(errors) / _shorter_side(self.quad), HARD_ERROR) if errors else HARD_ERROR
        return SURE_ERROR + error + PLAIN_WEIGHT * self.plain


class CornerFaces:
    """Faces of synthetic scenes, held as small patches.

    Args:
        folders: Scenes as ``python -m datasets.synthesis scenes`` wrote them.
        detector: A finder whose errors are to be mended.
        seed: Decides at which sizes the finder looks.
    """

    def __init__(self, folders: Sequence[Path], detector: TileDetector, seed: int = 0) -> None:
        """Cut all patches."""
        rng = np.random.default_rng(seed)
        photos = [photo for folder in folders for photo in load_labelled_scenes(folder, walls=True)]
        patches = [patch for photo in photos for patch in _patches(photo, detector, rng)]
        self._patches = [patch for patch in patches if patch.kind != NO_TILE]
        self._no_tiles = [patch for patch in patches if patch.kind == NO_TILE]
        if not self._patches:
            message = "no faces to train on: give --scenes with at least one scene that shows a tile"
            raise ValueError(message)
        weights = np.array([patch.weight() for patch in self._patches])
        self._chances = np.cumsum(weights / weights.sum())

    def __len__(self) -> int:
        """Return the number of faces."""
        return len(self._patches)

    def draw(self, count: int, rng: np.random.Generator) -> CornerBatch:
        """Return faces cut by wrong corners, and places without a tile, under further light."""
        images = np.empty((count, CORNER_CROP_PX, CORNER_CROP_PX, 3), np.uint8)
        offsets = np.empty((count, 4, 2), np.float32)
        kinds = np.empty(count, np.int64)
        drawn = 0
        while drawn < count:
            patch = self._draw_patch(rng)
            if (sample := _sample(patch, rng)) is not None:
                images[drawn], offsets[drawn] = sample
                kinds[drawn] = patch.kind
                drawn += 1
        return CornerBatch(images, offsets, kinds)

    def _draw_patch(self, rng: np.random.Generator) -> _Patch:
        if self._no_tiles and rng.random() < NO_TILE_SHARE:
            return self._no_tiles[int(rng.integers(len(self._no_tiles)))]
        place = int(np.searchsorted(self._chances, rng.random(), side="right"))
        return self._patches[min(place, len(self._patches) - 1)]


def nearest_order(quad: NDArray[np.float32], like: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a (4, 2) quad beginning with the corner that brings all nearest to those of another."""
    return min((np.roll(quad, turn, axis=0) for turn in range(4)), key=lambda each: float(np.abs(each - like).sum()))


def _patches(photo: LabelledPhoto, detector: TileDetector, rng: np.random.Generator) -> Iterable[_Patch]:
    if photo.quads is None:
        message = f"{photo.image_path} has no corners in its labels; train on synthetic scenes"
        raise ValueError(message)
    image = np.asarray(cv2.imread(str(photo.image_path), cv2.IMREAD_COLOR), np.uint8)
    found: list[list[NDArray[np.float32]]] = [[] for _ in photo.codes]
    no_tiles = [places_between(photo, rng)]
    for side_px in np.exp(rng.uniform(np.log(LOOKS_PX[0]), np.log(LOOKS_PX[1]), LOOKS)):
        detections = detector.detect(image, DetectorOptions(long_side_px=int(side_px), min_confidence=ASKED_FROM))
        no_tiles.append(places_without_tile(photo, detections))
        detections = detections.of(np.flatnonzero(detections.confidence >= BELIEVED_FROM))
        quads = face_quads(detections)
        for quads_of_tile, answer in zip(found, nearest_detections(photo, detections), strict=True):
            if answer >= 0:
                quads_of_tile.append(quads[answer])
    for quad, quads_of_tile, code in zip(order_quads(photo.quads), found, photo.codes, strict=True):
        patch = _cut(image, quad, quads_of_tile, BACK if code == CODES.index(BACK_CODE) else FACE)
        yield replace(patch, plain=code in PLAIN_CODES)
    for quad in np.concatenate(no_tiles):
        yield _cut(image, quad, [quad], NO_TILE)


def _cut(
    image_bgr: NDArray[np.uint8], quad: NDArray[np.float32], found: list[NDArray[np.float32]], kind: int
) -> _Patch:
    height, width = image_bgr.shape[:2]
    low, high = quad.min(axis=0), quad.max(axis=0)
    margin = MARGIN * (high - low) + 4
    x1, y1 = np.clip(np.floor(low - margin), 0, [width - 1, height - 1]).astype(int)
    x2, y2 = np.clip(np.ceil(high + margin), [x1 + 1, y1 + 1], [width, height]).astype(int)
    scale = min(1.0, PATCH_FACE_PX / _shorter_side(quad))
    size = max(1, round((x2 - x1) * scale)), max(1, round((y2 - y1) * scale))
    patch = cv2.resize(image_bgr[y1:y2, x1:x2], size, interpolation=cv2.INTER_AREA)
    origin = np.array([x1, y1], np.float32)
    moved = [np.asarray((corners - origin) * np.float32(scale), np.float32) for corners in (quad, *found)]
    return _Patch(np.asarray(patch, np.uint8), moved[0], tuple(moved[1:]), kind)


def _sample(patch: _Patch, rng: np.random.Generator) -> tuple[NDArray[np.uint8], NDArray[np.float32]] | None:
    """Return a crop and the offsets of its corners, or None where the corners drawn are another tile's."""
    image, quad = patch.image_bgr, patch.quad
    if patch.found and rng.random() < FOUND_SHARE:
        believed = _jitter(patch.found[int(rng.integers(len(patch.found)))], rng, 0.3)
    elif patch.kind != NO_TILE and rng.random() < BOX_SHARE:
        believed = _jitter(boxes_to_quads(np.concatenate([quad.min(axis=0), quad.max(axis=0)])[None])[0], rng, 0.5)
    else:
        believed = _jitter(quad, rng, 0.3 if patch.kind == NO_TILE else 1.0)
    side = _shorter_side(quad)
    scale = float(np.exp(rng.uniform(np.log(min(SMALLEST_FACE_PX, side)), np.log(side)))) / side
    if rng.random() < 0.5 and scale < 1:
        size = max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale))
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
        factor = np.array(size, np.float32) / np.array(patch.image_bgr.shape[1::-1], np.float32)
        quad, believed = np.asarray(quad * factor, np.float32), np.asarray(believed * factor, np.float32)
    believed = np.roll(order_quads(believed[None])[0], int(rng.integers(4)), axis=0)
    if rng.random() < 0.5:  # mirrored: the corners in the other order
        believed = believed[::-1].copy()
        quad = quad[::-1].copy()
    frame = FaceFrames.of(believed[None])
    if not frame.sound()[0]:
        return None
    crop = degrade(frame.cut(image)[0], rng, strength=0.7)
    if patch.kind == NO_TILE:
        return crop, np.full((4, 2), np.nan, np.float32)
    target = frame.to_frame(nearest_order(quad, believed)[None])[0]
    offsets = target - UNIT_CORNERS
    if np.abs(offsets).max() > MAX_OFFSET:
        return None
    return crop, offsets


def _jitter(quad: NDArray[np.float32], rng: np.random.Generator, strength: float) -> NDArray[np.float32]:
    """Return a quad shifted, scaled, turned and with each corner moved."""
    centre = quad.mean(axis=0)
    sides = float(np.sqrt(max(cv2.contourArea(quad.astype(np.float32)), 1.0)))
    angle = np.deg2rad(rng.normal(0, 7 * strength))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    scale = np.exp(rng.normal(0, 0.11 * strength, 2))
    moved = (quad - centre) * scale @ turn.T + centre + rng.normal(0, 0.08 * strength, 2) * sides
    return np.asarray(moved + rng.normal(0, 0.06 * strength, (4, 2)) * sides, np.float32)


def _shorter_side(quad: NDArray[np.float32]) -> float:
    lengths = side_lengths(quad[None])[0]
    return max(float(min(lengths[0] + lengths[2], lengths[1] + lengths[3])) / 2, 1.0)
