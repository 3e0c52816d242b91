"""Training crops for the reader: photographed faces cut anew each time, synthetic faces, things that are no face."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from engine.tile import CODES
from models.training.degradation import degrade
from models.training.matching import nearest_detections
from vision.detector import DetectorOptions
from vision.rectify import CROP_SIZE_WH, boxes_to_quads, rectify

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from datasets.photos import LabelledPhoto
    from models.training.doubts import Doubter
    from vision.detector import TileDetector

__all__ = ["NO_FACE", "UNKNOWN_ROTATION", "PhotoFaces", "ReaderBatch", "ReaderSampler", "SyntheticFaces"]

NO_FACE: Final = 255
"""Code label of a crop that shows no face: every code is to be equally unlikely."""

UNKNOWN_ROTATION: Final = 255
"""Rotation label of a face whose turn was not labelled."""

PATCH_MARGIN: Final = 0.3
"""Faces are kept with this share of their size around them, so that quads can be jittered and tilted."""

BOX_SHARE: Final = 0.3
"""Share of draws cut by the labelled box although the finder's corners are known."""

RARE_CODES: Final = {CODES.index(code): 2.0 for code in ("1s", "5z", "6z", "7z", *(f"{n}f" for n in range(1, 9)))}
"""How much oftener these are drawn than their number alone says: their designs differ most between sets."""


@dataclass(frozen=True, slots=True, eq=False)
class ReaderBatch:
    """B crops: images (B, 120, 96, 3) uint8 BGR, codes and rotations (B,) int64 with their unknown labels."""

    images: NDArray[np.uint8]
    codes: NDArray[np.int64]
    rotations: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class _Patch:
    """A face with its surroundings: its labelled quad and, where known, the finder's, in the patch's pixels."""

    image_bgr: NDArray[np.uint8]
    quad: NDArray[np.float32]
    found_quad: NDArray[np.float32] | None

    @classmethod
    def cut(
        cls, image_bgr: NDArray[np.uint8], quad: NDArray[np.float32], found_quad: NDArray[np.float32] | None = None
    ) -> _Patch:
        """Copy the surroundings of a face out of its photo."""
        height, width = image_bgr.shape[:2]
        corners = quad if found_quad is None else np.concatenate([quad, found_quad])
        margin = PATCH_MARGIN * np.ptp(quad, axis=0) + 2
        x1, y1 = np.clip(np.floor(corners.min(axis=0) - margin), 0, [width - 1, height - 1]).astype(int)
        x2, y2 = np.clip(np.ceil(corners.max(axis=0) + margin), [x1 + 1, y1 + 1], [width, height]).astype(int)
        origin = np.array([x1, y1], np.float32)
        moved = None if found_quad is None else np.asarray(found_quad - origin, np.float32)
        return cls(image_bgr[y1:y2, x1:x2].copy(), np.asarray(quad - origin, np.float32), moved)

    def crop(self) -> NDArray[np.uint8]:
        """Return the (120, 96, 3) face as it is cut at run time."""
        crops, _ = rectify(self.image_bgr, (self.quad if self.found_quad is None else self.found_quad)[None])
        return np.asarray(crops[0], np.uint8)


class PhotoFaces:
    """Faces of labelled photographs or scenes, held as small patches.

    Args:
        photos: The photographs.
        detector: A finder whose corners are used where it has some, as they are at run time; else the labelled
            corners, or boxes where none are labelled.
        no_face_share: Share of draws that show a place of a fully labelled photo where no face is.
        doubter: For scenes, whose truth is never wrong: shows oftener what this reader doubts.
    """

    def __init__(
        self,
        photos: Iterable[LabelledPhoto],
        detector: TileDetector | None = None,
        no_face_share: float = 0.06,
        doubter: Doubter | None = None,
    ) -> None:
        """Cut all patches."""
        self._patches: list[_Patch] = []
        self._empty: list[_Patch] = []
        codes: list[int] = []
        rng = np.random.default_rng(0)
        for photo in photos:
            image = np.asarray(cv2.imread(str(photo.image_path), cv2.IMREAD_COLOR), np.uint8)
            quads = boxes_to_quads(photo.boxes_xyxy) if photo.quads is None else photo.quads
            found = _found_quads(photo, image, detector) if detector else np.full_like(quads, np.nan)
            for quad, found_quad, code in zip(quads, found, photo.codes, strict=True):
                self._patches.append(_Patch.cut(image, quad, None if np.isnan(found_quad).any() else found_quad))
                codes.append(int(code))
            if not photo.partially_labelled:
                self._empty.extend(_Patch.cut(image, boxes_to_quads(box)[0]) for box in _empty_boxes(photo, rng))
        self._codes = np.array(codes, np.int64)
        counts = np.bincount(self._codes, minlength=len(CODES))
        # Between equal codes and equal faces: the square root of the count.
        weights = np.array([RARE_CODES.get(code, 1.0) / np.sqrt(max(counts[code], 1)) for code in self._codes])
        if doubter:
            weights *= doubter.weights(np.stack([patch.crop() for patch in self._patches]), self._codes)
        self._weights = weights / weights.sum()
        self._no_face_share = no_face_share if self._empty else 0.0

    def __len__(self) -> int:
        """Return the number of faces."""
        return len(self._codes)

    def draw(self, count: int, rng: np.random.Generator) -> ReaderBatch:
        """Return freshly jittered crops."""
        images = np.empty((count, CROP_SIZE_WH[1], CROP_SIZE_WH[0], 3), np.uint8)
        codes = np.full(count, NO_FACE, np.int64)
        chosen = rng.choice(len(self._codes), count, p=self._weights)
        for n, face in enumerate(chosen):
            if rng.random() < self._no_face_share:
                patch = self._empty[rng.integers(len(self._empty))]
            else:
                patch = self._patches[face]
                codes[n] = self._codes[face]
            quad = patch.quad if patch.found_quad is None or rng.random() < BOX_SHARE else patch.found_quad
            crops, _ = rectify(patch.image_bgr, _jitter(quad, rng)[None])
            image = crops[0]
            if rng.random() < 0.5:
                image = image[::-1, ::-1]
            if rng.random() < 0.06:  # a foreshortened face whose long side was taken for its short one
                image = cv2.resize(cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE), CROP_SIZE_WH)
            images[n] = degrade(np.ascontiguousarray(image), rng)
        return ReaderBatch(images, codes, np.full(count, UNKNOWN_ROTATION, np.int64))


class SyntheticFaces:
    """Synthetic crops as ``python -m datasets.synthesis crops`` wrote them.

    Args:
        folders: Where they are.
        doubter: Shows oftener what this reader doubts; without it, all alike.
    """

    def __init__(self, folders: Sequence[Path], doubter: Doubter | None = None) -> None:
        """Load all complete shards."""
        paths = [path for folder in folders for path in sorted(folder.glob("crops-*.npz"))]
        shards = [dict(np.load(path)) for path in paths]
        if not shards:
            message = (
                f"no crops-*.npz in {', '.join(map(str, folders))}; make some with: python -m datasets.synthesis crops"
            )
            raise ValueError(message)
        self._images = np.concatenate([shard["images"] for shard in shards])
        self._codes = np.concatenate([shard["codes"] for shard in shards]).astype(np.int64)
        self._rotations = np.concatenate([shard["rotations"] for shard in shards]).astype(np.int64)
        self._weights = None
        if doubter:
            weights = np.concatenate(
                [
                    doubter.weights_of_shard(path, shard["images"], shard["codes"])
                    for path, shard in zip(paths, shards, strict=True)
                ]
            ).astype(np.float64)
            self._weights = weights / weights.sum()

    def __len__(self) -> int:
        """Return the number of faces."""
        return len(self._codes)

    def draw(self, count: int, rng: np.random.Generator) -> ReaderBatch:
        """Return crops under further light; half of them turned by 180 degrees."""
        chosen = rng.choice(len(self._codes), count, p=self._weights)
        turned = rng.random(count) < 0.5
        images = np.empty((count, *self._images.shape[1:]), np.uint8)
        for n, face in enumerate(chosen):
            image = self._images[face][::-1, ::-1] if turned[n] else self._images[face]
            images[n] = degrade(np.ascontiguousarray(image), rng, strength=0.6)
        rotations = (self._rotations[chosen] + 2 * turned) % 4
        return ReaderBatch(images, self._codes[chosen], rotations)


class ReaderSampler:
    """Mixes sources by their shares."""

    def __init__(self, sources: Sequence[tuple[PhotoFaces | SyntheticFaces, float]], rng: np.random.Generator) -> None:
        """Keep the sources; shares are normalised."""
        total = sum(share for _, share in sources)
        self._sources = [(source, share / total) for source, share in sources]
        self._rng = rng

    def draw(self, count: int) -> ReaderBatch:
        """Return the next batch."""
        sizes = self._rng.multinomial(count, [share for _, share in self._sources])
        batches = [source.draw(int(n), self._rng) for (source, _), n in zip(self._sources, sizes, strict=True) if n]
        return ReaderBatch(
            np.concatenate([batch.images for batch in batches]),
            np.concatenate([batch.codes for batch in batches]),
            np.concatenate([batch.rotations for batch in batches]),
        )


def _found_quads(photo: LabelledPhoto, image_bgr: NDArray[np.uint8], detector: TileDetector) -> NDArray[np.float32]:
    """Return the (N, 4, 2) corners that a finder gives for each labelled tile, NaN where it misses it."""
    found = detector.detect(image_bgr, DetectorOptions())
    quads = np.full((len(photo.codes), 4, 2), np.nan, np.float32)
    answers = nearest_detections(photo, found)
    quads[answers >= 0] = found.quads[answers[answers >= 0]]
    return quads


def _jitter(quad: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """Return a quad as an imperfect finder would: shifted, scaled, slightly tilted and skewed."""
    size = np.ptp(quad, axis=0)
    centre = quad.mean(axis=0)
    angle = np.deg2rad(rng.normal(0, 3.5))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    scale = np.exp(rng.normal(0, 0.05, 2))
    moved = (quad - centre) * scale @ turn.T + centre + rng.normal(0, 0.035, 2) * size
    return np.asarray(moved + rng.normal(0, 0.015, (4, 2)) * size, np.float32)


def _empty_boxes(photo: LabelledPhoto, rng: np.random.Generator, count: int = 6) -> list[NDArray[np.float32]]:
    """Return face-sized boxes that touch no tile, labelled or doubtful."""
    tiles = np.concatenate([photo.boxes_xyxy, photo.doubtful_boxes_xyxy])
    if not len(photo.boxes_xyxy):
        return []
    width, height = photo.size_wh
    found = []
    for _ in range(count):
        like = photo.boxes_xyxy[rng.integers(len(photo.boxes_xyxy))]
        size = (like[2:] - like[:2]) * np.exp(rng.normal(0, 0.3))
        if (size >= [width, height]).any():
            continue
        corner = rng.uniform([0, 0], np.array([width, height]) - size)
        box = np.concatenate([corner, corner + size]).astype(np.float32)
        overlap = np.minimum(tiles[:, 2:], box[2:]) - np.maximum(tiles[:, :2], box[:2])
        if not (overlap > 0).all(axis=1).any():
            found.append(box)
    return found
