"""What the models say about labelled tiles: one picture at a time, tile by tile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from engine.tile import CODES
from vision.cutting import cut_faces
from vision.detector import FACE, DetectorOptions, TileDetections
from vision.quads import box_ious, box_nestings, face_quads
from vision.rectify import boxes_to_quads

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.formats.record import BoxXyxy, LabelledImage
    from vision.detector import TileDetector
    from vision.image import UprightImage
    from vision.reader import TileReader

__all__ = ["Examination", "Models", "UnlabelledTile", "examine"]

SAME_TILE_IOU: Final = 0.4
"""A found tile is the labelled one when their boxes overlap this much; labels often include a tile's visible side."""

APART_NESTING: Final = 0.2
"""A found tile carries no label when less than this share of it lies in any labelled one, or the other way round."""


@dataclass(frozen=True, slots=True, eq=False)
class Models:
    """What is asked.

    Attributes:
        detector: Finds tiles.
        reader: Reads their faces.
        sure_threshold: Calibrated probability from which on the reader is sure.
    """

    detector: TileDetector
    reader: TileReader
    sure_threshold: float


@dataclass(frozen=True, slots=True)
class UnlabelledTile:
    """A tile that the models are sure of where no label is."""

    box_xyxy: BoxXyxy
    code: str
    confidence: float


@dataclass(frozen=True, slots=True, eq=False)
class Examination:
    """The models' answers about the N labels of a picture.

    Attributes:
        found: (N,) whether the detector finds a tile there too.
        probabilities: (N, 47) what the reader takes each face for.
        mirrored_probabilities: (N, 47) what it takes its mirror image for.
        crops_bgr: (N, 120, 96, 3) the faces as the reader saw them.
        unlabelled: Tiles elsewhere.
    """

    found: NDArray[np.bool_]
    probabilities: NDArray[np.float32]
    mirrored_probabilities: NDArray[np.float32]
    crops_bgr: NDArray[np.uint8]
    unlabelled: tuple[UnlabelledTile, ...]


def examine(image: UprightImage, labels: LabelledImage, models: Models) -> Examination:
    """Ask the models about every label of a picture.

    A face is cut by the corners that the detector finds where it finds a tile at the label, as in reading; else by the
    label's corners, or by its box.
    """
    found = _detect(image, models.detector)
    boxes = np.array([tile.box_xyxy for tile in labels.tiles], np.float32).reshape(-1, 4)
    ious = box_ious(boxes, found.boxes_xyxy)
    nearest = np.argmax(np.column_stack([ious, np.zeros(len(boxes), np.float32)]), axis=1)
    there = ious.max(axis=1, initial=0) >= SAME_TILE_IOU
    quads = _label_quads(labels)
    quads[there] = face_quads(found)[nearest[there]]
    crops, turns = cut_faces(image, quads)
    plain = models.reader.read_crops(crops, turns)
    # Mirrored, a face that was turned clockwise was turned the other way; only its code is looked at.
    mirrored = models.reader.read_crops(np.ascontiguousarray(crops[:, :, ::-1]), turns)
    return Examination(
        np.asarray(there, np.bool_),
        plain.code_probabilities,
        mirrored.code_probabilities,
        crops,
        _unlabelled(image, found, boxes, models),
    )


def _detect(image: UprightImage, detector: TileDetector) -> TileDetections:
    found = detector.detect(image.preview_bgr, DetectorOptions())
    factor = np.float32(1 / image.preview_scale)
    return TileDetections(found.boxes_xyxy * factor, found.confidence, found.kinds, found.quads * factor)


def _label_quads(labels: LabelledImage) -> NDArray[np.float32]:
    boxes = np.array([tile.box_xyxy for tile in labels.tiles], np.float32).reshape(-1, 4)
    quads = boxes_to_quads(boxes)
    for at, tile in enumerate(labels.tiles):
        if tile.quad is not None:
            quads[at] = tile.quad
    return quads


def _unlabelled(
    image: UprightImage, found: TileDetections, label_boxes: NDArray[np.float32], models: Models
) -> tuple[UnlabelledTile, ...]:
    apart = box_nestings(found.boxes_xyxy, label_boxes).max(axis=1, initial=0) < APART_NESTING
    shown = np.flatnonzero(apart & (found.kinds == FACE))
    crops, turns = cut_faces(image, face_quads(found)[shown])
    probabilities = models.reader.read_crops(crops, turns).code_probabilities
    return tuple(
        UnlabelledTile(_four(found.boxes_xyxy[at]), CODES[int(row.argmax())], float(row.max()))
        for at, row in zip(shown, probabilities, strict=True)
        if row.max() >= models.sure_threshold
    )


def _four(values: NDArray[np.float32]) -> BoxXyxy:
    left, top, right, bottom = values.tolist()
    return left, top, right, bottom
