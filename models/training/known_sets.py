"""Faces of physical sets as a reader sees them, to fit how it is adapted and to measure what that gains.

A set is what one person would photograph: the faces of one design, synthetic or real, with their codes.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.synthesis.art import ArtLibrary
from datasets.synthesis.backgrounds import SURFACES, surface_texture
from datasets.synthesis.crops import make_crop
from datasets.synthesis.production import CROP_TEXTURE_PX
from datasets.synthesis.ranges import DesignRange
from datasets.synthesis.scenes import DesignShelf
from datasets.synthesis.storage import write_atomically
from engine.tile import BACK_CODE, CODES
from vision.rectify import CROP_SIZE_WH

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from vision.reader import TileReader

__all__ = ["KnownSet", "SetCrops", "look_at", "synthetic_sets"]

SHEET_FACES: Final = 2
OTHER_FACES: Final = 6
"""Faces of every kind that are drawn for a synthetic set."""

GROUNDS: Final = 8
STREAM: Final = 77
"""Keeps the random stream apart from those of training crops."""


@dataclass(frozen=True, slots=True, eq=False)
class SetCrops:
    """Crops of one set.

    Attributes:
        name: The set.
        images: (N, 120, 96, 3) uint8 BGR.
        codes: (N,) int64 index into ``engine.tile.CODES``.
        sheet: (N,) whether the face was photographed to learn it.
    """

    name: str
    images: NDArray[np.uint8]
    codes: NDArray[np.int64]
    sheet: NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class KnownSet:
    """What a reader sees in the crops of one set.

    Attributes:
        name: The set.
        codes: (N,) int64, what is true.
        probabilities: (N, 47) what the reader thinks.
        embeddings: (N, 4, D) after 0 to 3 clockwise quarter turns of the crop.
        sheet: (N,) whether the face was photographed to learn it.
    """

    name: str
    codes: NDArray[np.int64]
    probabilities: NDArray[np.float32]
    embeddings: NDArray[np.float32]
    sheet: NDArray[np.bool_]


def look_at(crops: SetCrops, reader: TileReader) -> KnownSet:
    """Return what a reader sees.

    Raises:
        ValueError: It tells no embedding.
    """
    no_turns = np.zeros(len(crops.images), np.int64)
    aside = [cv2.resize(cv2.rotate(crop, cv2.ROTATE_90_CLOCKWISE), CROP_SIZE_WH) for crop in crops.images]
    upright = reader.read_crops(crops.images, no_turns)
    sideways = reader.read_crops(np.asarray(np.stack(aside), np.uint8), no_turns)
    if upright.embeddings is None or sideways.embeddings is None:
        message = "the reader tells no embedding; add it with: python -m models.training.embedding"
        raise ValueError(message)
    views = upright.embeddings[:, 0], sideways.embeddings[:, 0], upright.embeddings[:, 1], sideways.embeddings[:, 1]
    return KnownSet(crops.name, crops.codes, upright.code_probabilities, np.stack(views, axis=1), crops.sheet)


def synthetic_sets(folder: Path, count: int, seed: int, shared: Path | None) -> Iterator[SetCrops]:
    """Yield designs that are held out from training, drawn where they do not lie in the folder yet.

    Args:
        folder: Keeps them, a file a set.
        count: Number of sets.
        seed: Another seed, other sets.
        shared: Folder of shared data whose reserved tile art makes half of the designs, if any.
    """
    art = None if shared is None else ArtLibrary.find(shared)
    shelf = DesignShelf(seed, art, height_px=CROP_TEXTURE_PX, designs=DesignRange.HELD_OUT)
    for number in range(count):
        path = folder / f"syn-{seed}-{number:03d}.npz"
        if not path.is_file():
            drawn = _draw_set(shelf, seed, number)
            buffer = io.BytesIO()
            np.savez(buffer, images=drawn.images, codes=drawn.codes, sheet=drawn.sheet)
            write_atomically(path, buffer.getvalue())
        with np.load(path) as kept:
            yield SetCrops(path.stem, kept["images"], kept["codes"].astype(np.int64), kept["sheet"])


def _draw_set(shelf: DesignShelf, seed: int, number: int) -> SetCrops:
    """Draw every kind of a design: some faces photographed with care, as for a sheet, the rest as photos show them."""
    rng = np.random.default_rng([seed, STREAM, number])
    grounds = [surface_texture(rng, str(rng.choice(SURFACES)), 192) for _ in range(GROUNDS)]
    faces = shelf.take(number)
    images, codes, sheet = [], [], []
    for index, code in enumerate(CODES):
        if code == BACK_CODE:
            continue
        for n in range(SHEET_FACES + OTHER_FACES):
            ground = grounds[int(rng.integers(GROUNDS))]
            images.append(make_crop(rng, faces, code, ground, careful=n < SHEET_FACES)[0])
            codes.append(index)
            sheet.append(n < SHEET_FACES)
    return SetCrops(f"syn-{seed}-{number:03d}", np.stack(images), np.array(codes, np.int64), np.array(sheet, np.bool_))
