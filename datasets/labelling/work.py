"""The work on one photo, the same for every engine: read the file, hash it, have it read, make its record."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from datasets.formats.errors import RecordError
from datasets.formats.jsonl import image_from_json, image_to_json
from datasets.formats.pictures import check_is_file
from datasets.formats.record import LabelledImage, LabelledTile
from datasets.labelling.engine import Fault, PhotoOutcome
from vision.detector import BACK
from vision.errors import ImageError, ModelError
from vision.image import decode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from datasets.labelling.engine import LabelReader, PhotoTask
    from vision.detector import TileDetections
    from vision.image import UprightImage
    from vision.reading import ModelReference, RackReading, ReadTile

__all__ = [
    "FinderNote",
    "PhotoLabeller",
    "PhotoLabels",
    "labelled_tile",
    "labels_from_json",
    "labels_to_json",
    "provenance_of",
]

_PIXEL_DIGITS: Final = 1
_PROBABILITY_DIGITS: Final = 4
"""As in a reading's JSON."""

_SHA_DIGITS: Final = 12
"""Enough of a model's hash to know it by."""


@dataclass(frozen=True, slots=True)
class FinderNote:
    """What the finder said about a tile: its confidence (0..1), and whether it took it for a back."""

    confidence: float
    is_back: bool


@dataclass(frozen=True, slots=True)
class PhotoLabels:
    """The labels of a photo, and what the finder thought of each of its tiles.

    Attributes:
        image: The record.
        finder: One note for each tile of the record; empty where nothing is known.
    """

    image: LabelledImage
    finder: tuple[FinderNote, ...] = ()


class PhotoLabeller:
    """Labels photos with a reader. One worker has one."""

    def __init__(self, reader: LabelReader) -> None:
        """Take the opened reader."""
        self._reader = reader

    def __call__(self, task: PhotoTask) -> PhotoOutcome:
        """Return what came of a photo. What is wrong with the photo is part of the outcome."""
        path = Path(task.file)
        digest, size, mtime_ns = None, 0, 0
        try:
            # Looked at before it is read: a file that changes meanwhile counts as changed the next time.
            status = check_is_file(path)
            size, mtime_ns = status.st_size, status.st_mtime_ns
            limits = self._reader.limits
            # Decoding a path refuses a file over the limit without reading it.
            data = path.read_bytes() if size <= limits.max_bytes else path
            digest = hashlib.sha256(data).hexdigest() if isinstance(data, bytes) else None
            if digest is not None and digest == task.known_sha256:
                return PhotoOutcome(task.path, digest, size, mtime_ns)
            labels = self._label(task.path, digest, decode(data, limits))
        except ModelError:
            raise
        except Exception as error:  # noqa: BLE001 - one photo, be it a defect that it brings to light, must not end the job
            return PhotoOutcome(task.path, digest, size, mtime_ns, fault=_fault_of(error))
        text = json.dumps(labels_to_json(labels), ensure_ascii=True, allow_nan=False, separators=(",", ":"))
        return PhotoOutcome(task.path, digest, size, mtime_ns, labels=text)

    def _label(self, path: str, digest: str | None, image: UprightImage) -> PhotoLabels:
        reading, found = self._reader.read(image)
        width, height = reading.size_wh
        record = LabelledImage(
            path=path,
            width=width,
            height=height,
            tiles=tuple(labelled_tile(tile) for tile in reading.tiles),
            orientation=image.orientation,
            sha256=digest,
            groups=reading.groups,
            hand=reading.hand,
            warnings=(*image.notes, *(w for w in reading.warnings if w not in image.notes)),
            provenance=provenance_of(reading.models),
        )
        return PhotoLabels(record, _finder_notes(reading, found))


def provenance_of(models: Sequence[ModelReference]) -> str:
    """Return where labels of these models come from.

    >>> from vision.reading import ModelReference
    >>> provenance_of([ModelReference("reader", "a reader", "ab" * 32)])
    'model reader abababababab'
    """
    return "model " + ", ".join(f"{model.role} {model.sha256[:_SHA_DIGITS]}" for model in models)


def labels_to_json(labels: PhotoLabels) -> dict[str, Any]:
    """Return a photo's labels as JSON values; :func:`labels_from_json` gives the same labels back."""
    notes = [[note.confidence, note.is_back] for note in labels.finder]
    return {"image": image_to_json(labels.image), "finder": notes}


def labels_from_json(value: dict[str, Any]) -> PhotoLabels:
    """Return the labels of JSON values.

    Raises:
        RecordError: The values are no labels of a photo.
    """
    notes = tuple(FinderNote(float(confidence), bool(is_back)) for confidence, is_back in value["finder"])
    return PhotoLabels(image_from_json(value["image"]), notes)


def _fault_of(error: Exception) -> Fault:
    if isinstance(error, ImageError | RecordError):
        return Fault(error.code, error.message)
    if isinstance(error, OSError):
        message = f"the file cannot be read ({error.strerror or error}); check that it is there and may be opened"
        return Fault("file_unusable", message)
    message = f"this is a defect of tilesight, please report it: {type(error).__name__}: {error}"
    return Fault("internal_error", message)


def labelled_tile(tile: ReadTile) -> LabelledTile:
    """Return a tile of a reading as a label, rounded as in a reading's JSON."""
    left, top, right, bottom = [round(value, _PIXEL_DIGITS) for value in tile.box]
    quad = tile.quad and tuple([(round(x, _PIXEL_DIGITS), round(y, _PIXEL_DIGITS)) for x, y in tile.quad])
    return LabelledTile(
        code=tile.code,
        box_xyxy=(left, top, right, bottom),
        quad=quad,  # type: ignore[arg-type]  # as many corners as before
        rotation=tile.rotation,
        confidence=round(tile.confidence, _PROBABILITY_DIGITS),
        sure=tile.sure,
        alternatives=tuple((other.code, round(other.confidence, _PROBABILITY_DIGITS)) for other in tile.alternatives),
        row=tile.row,
        index=tile.index,
        group=tile.group,
    )


def _finder_notes(reading: RackReading, found: TileDetections | None) -> tuple[FinderNote, ...]:
    """Return what the finder said about each tile of a reading: tiles keep the boxes they were found with."""
    if found is None:
        return ()
    notes = {
        tuple(box): FinderNote(round(confidence, _PROBABILITY_DIGITS), kind == BACK)
        for box, confidence, kind in zip(
            found.boxes_xyxy.tolist(), found.confidence.tolist(), found.kinds.tolist(), strict=True
        )
    }
    return tuple(notes.get(tuple(tile.box), FinderNote(1.0, is_back=False)) for tile in reading.tiles)
