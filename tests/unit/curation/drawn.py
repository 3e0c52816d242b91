"""Drawn pictures with labels, and models that answer what they are told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.curation.examination import Models
from datasets.formats.record import LabelledDataset, LabelledImage, LabelledTile, LabelSource
from engine.tile import CODES
from vision.detector import DetectorOptions, TileDetections
from vision.reader import FaceReadings
from vision.rectify import boxes_to_quads

SIZE_WH = (640, 400)


def draw_picture(seed: int, size_wh: tuple[int, int] = SIZE_WH) -> NDArray[np.uint8]:
    """Return a picture of smooth blotches that no other seed gives."""
    coarse = np.random.default_rng(seed).integers(0, 256, (7, 9, 3), np.uint8)
    return np.asarray(cv2.resize(coarse, size_wh, interpolation=cv2.INTER_LINEAR), np.uint8)


def row_of(codes: Sequence[str], source: LabelSource = "human") -> tuple[LabelledTile, ...]:
    """Return tiles side by side."""
    return tuple(
        LabelledTile(code, (20.0 + 42 * n, 100.0, 60.0 + 42 * n, 156.0), source=source) for n, code in enumerate(codes)
    )


@dataclass
class Maker:
    """Makes data sets below a folder."""

    folder: Path

    def save(self, root: Path, path: str, image_bgr: NDArray[np.uint8]) -> None:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        assert cv2.imwrite(str(root / path), image_bgr)

    def __call__(self, name: str = "photos", **pictures: tuple[int, Sequence[str]]) -> LabelledDataset:
        """Return a data set of pictures, each with the seed it is drawn by and the codes of a row in it."""
        images = []
        for stem, (seed, codes) in pictures.items():
            path = f"{stem}.png"
            self.save(self.folder / name, path, draw_picture(seed))
            images.append(LabelledImage(path, *SIZE_WH, tiles=row_of(codes)))
        return LabelledDataset(self.folder / name, tuple(images))


@dataclass
class ScriptedModels:
    """Finds the tiles of a row at the usual places; says of each face what it is told, first come, first served.

    Attributes:
        found: How many tiles the detector finds.
        said: For each label what is read there and how surely; faces beyond read as ``1m``.
        mirrored: The same for mirrored faces; by default as ``said``.
    """

    found: int
    said: list[tuple[str, float]]
    mirrored: list[tuple[str, float]] | None = None
    calls: int = field(default=0)

    def detect(self, image_bgr: NDArray[np.uint8], options: DetectorOptions) -> TileDetections:
        assert options.max_tiles > 0
        self.calls = 0
        boxes = np.array([tile.box_xyxy for tile in row_of(["1m"] * self.found)], np.float32).reshape(-1, 4)
        scale = np.float32(image_bgr.shape[1] / SIZE_WH[0])
        kinds, sure = np.zeros(self.found, np.int64), np.full(self.found, 0.9, np.float32)
        return TileDetections(boxes * scale, sure, kinds, boxes_to_quads(boxes) * scale)

    def read_crops(
        self, crops_bgr: NDArray[np.uint8], turns: NDArray[np.int64], *, thorough: bool = True
    ) -> FaceReadings:
        """Answer about a picture's labels, then about their mirror images, then about what carries no label."""
        del thorough
        assert crops_bgr.shape == (len(turns), 120, 96, 3)
        script = [self.said, self.said if self.mirrored is None else self.mirrored, []][min(self.calls, 2)]
        self.calls += 1
        rows = [script[n] if n < len(script) else ("1m", 0.9) for n in range(len(turns))]
        codes = np.empty((len(turns), len(CODES)), np.float32)
        for n, (code, confidence) in enumerate(rows):
            codes[n] = (1 - confidence) / (len(CODES) - 1)
            codes[n, CODES.index(code)] = confidence
        return FaceReadings(codes, np.full((len(turns), 4), 0.25, np.float32))

    @property
    def models(self) -> Models:
        return Models(self, self, 0.8)
