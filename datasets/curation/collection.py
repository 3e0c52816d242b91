"""The folder of a collection: labelled photos with what training may not judge, and where each picture came from.

::

    manifest.csv, classes.txt, images/…, labels/…   as :mod:`datasets.photos` reads them
    ignored/…txt                                    boxes 'cx cy w h' of tiles that nobody confirmed
    collection.json                                 what it was made of

It is made in a folder beside and put in place when it is whole.
"""

from __future__ import annotations

import csv
import hashlib
import io
import shutil
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Final

from datasets.curation.errors import CurationError
from datasets.formats import manifest, yolo
from datasets.formats.files import read_text, write_bytes, write_json, write_text
from datasets.formats.record import LabelledDataset
from datasets.photos import ALL_LABELLED, IGNORED, PART_LABELLED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from datasets.formats.record import BoxXyxy, LabelledImage

__all__ = ["RECORD", "CollectionWriter", "Entry", "write_collection"]

RECORD: Final = "collection.json"

_OWN: Final = frozenset({RECORD, IGNORED, manifest.FILE_NAME, "images", "labels", "classes.txt", "data.yaml"})


@dataclass(frozen=True, slots=True)
class Entry:
    """One picture of a collection.

    Attributes:
        image: The picture as it is written, with the tiles that a person confirmed.
        ignored: Boxes of its other tiles.
        complete: Whether every tile is labelled, so that the rest is background.
        source: The data set it came from.
        original: Its path there.
        original_sha256: The hash of its file there.
        tiles_model: How many of its tiles only the model labelled.
    """

    image: LabelledImage
    ignored: tuple[BoxXyxy, ...]
    complete: bool
    source: str
    original: str
    original_sha256: str
    tiles_model: int


@dataclass(slots=True)
class CollectionWriter:
    """Writes a collection; see :func:`write_collection`."""

    folder: Path
    _hashes: dict[str, str] = field(default_factory=dict)

    def add_picture(self, path: str, content: bytes) -> None:
        """Write a picture, in the place of one with the same path."""
        write_bytes(self.folder / path, content)
        self._hashes[path] = hashlib.sha256(content).hexdigest()

    def finish(self, entries: Sequence[Entry], about: dict[str, Any]) -> None:
        """Write labels, manifest and record."""
        yolo.write(LabelledDataset(self.folder, tuple(entry.image for entry in entries)), self.folder)
        for entry in entries:
            if entry.ignored:
                name = PurePosixPath(entry.image.path).stem
                lines = (_relative(box, entry.image.size_wh) for box in entry.ignored)
                write_text(self.folder / IGNORED / f"{name}.txt", "".join(lines))
        listing = self.folder / manifest.FILE_NAME
        text = _with_provenance(read_text(listing), entries, self._hashes)
        write_text(listing, text)
        digest = hashlib.sha256(text.encode()).hexdigest()
        write_json(self.folder / RECORD, {"version": 1, **about, "manifest_sha256": digest})


@contextmanager
def write_collection(out: Path) -> Iterator[CollectionWriter]:
    """Make a collection; it is put in place, instead of a former one, when the body ends well.

    Raises:
        CurationError: The folder holds something that is no collection.
    """
    if out.exists() and not _may_replace(out):
        message = f"{out} holds something else than a collection; name a new folder"
        raise CurationError(message)
    part = out.with_name(f".{out.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    try:
        yield CollectionWriter(part)
        if out.exists():
            shutil.rmtree(out)
        part.replace(out)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _may_replace(out: Path) -> bool:
    if not out.is_dir():
        return False
    names = {path.name for path in out.iterdir()}
    return not names or (RECORD in names and names <= _OWN)


def _relative(box: BoxXyxy, size_wh: tuple[int, int]) -> str:
    (left, top, right, bottom), (width, height) = box, size_wh
    values = (left + right) / 2 / width, (top + bottom) / 2 / height, (right - left) / width, (bottom - top) / height
    return " ".join(f"{value:.6f}" for value in values) + "\n"


def _with_provenance(text: str, entries: Sequence[Entry], hashes: dict[str, str]) -> str:
    """Return a manifest with the columns that only a collection has."""
    rows = list(csv.DictReader(io.StringIO(text)))
    written = io.StringIO()
    more = ("labelled", "source", "original", "original_sha256", "tiles_human", "tiles_model")
    writer = csv.DictWriter(written, [*rows[0], *more], lineterminator="\n")
    writer.writeheader()
    for row, entry in zip(rows, entries, strict=True):
        added = {
            "sha256": hashes[entry.image.path],
            "labelled": ALL_LABELLED if entry.complete else PART_LABELLED,
            "source": entry.source,
            "original": entry.original,
            "original_sha256": entry.original_sha256,
            "tiles_human": len(entry.image.tiles),
            "tiles_model": entry.tiles_model,
        }
        writer.writerow(row | added)
    return written.getvalue()
