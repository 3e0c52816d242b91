"""``manifest.csv``: what a picture is, beside formats whose label files have no room for it.

The columns ``file photo group copy width height`` are those of :mod:`datasets.photos`, so that what is written with our
codes is a folder of labelled photos; ``path orientation sha256 provenance`` are the record's.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from datasets.formats.errors import RecordError
from datasets.formats.files import Place, read_text, write_text
from datasets.formats.record import LabelledImage

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from datasets.formats.options import ReadOptions
    from datasets.formats.record import LabelledDataset

__all__ = ["FILE_NAME", "iterate_manifest", "write_manifest"]

FILE_NAME: Final = "manifest.csv"

_COLUMNS: Final = (
    "file", "photo", "group", "copy", "width", "height", "path", "orientation", "sha256", "provenance",
)  # fmt: skip


def write_manifest(dataset: LabelledDataset, files: Mapping[str, str], out_dir: Path) -> Path:
    """Write the manifest.

    Args:
        dataset: The data set.
        files: For each picture's path the file that the format has it under.
        out_dir: Where to.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    copies: Counter[str] = Counter()
    for image in dataset.images:
        # Without a known source every picture is a photograph of its own.
        photo = image.source_photo or PurePosixPath(image.path).with_suffix("").as_posix()
        row = (
            files[image.path], photo, image.group or "", copies[photo], image.width, image.height,
            image.path, image.orientation, image.sha256 or "", image.provenance or "",
        )  # fmt: skip
        writer.writerow(row)
        copies[photo] += 1
    return write_text(out_dir / FILE_NAME, text.getvalue())


def iterate_manifest(path: Path, options: ReadOptions) -> Iterator[tuple[str, LabelledImage]]:
    """Yield the pictures of a manifest without their labels, each with the file that the format has it under.

    Raises:
        LabelFileError: The manifest cannot be read, or a row is no picture and nobody else is told.
    """
    rows = csv.DictReader(io.StringIO(read_text(path)))
    for row in rows:
        place = Place(path, options, rows.line_num)
        try:
            picture = row["file"], _image(row)
        except (KeyError, TypeError, ValueError) as error:
            reason = error.message if isinstance(error, RecordError) else repr(error)
            place.report(f"is no picture: {reason}; a row needs at least file, width and height")
        else:
            yield picture


def _image(row: Mapping[str, str]) -> LabelledImage:
    image = LabelledImage(
        path=row.get("path") or row["file"],
        width=int(row["width"]),
        height=int(row["height"]),
        orientation=int(row.get("orientation") or 1),
        sha256=row.get("sha256") or None,
        group=row.get("group") or None,
        source_photo=row.get("photo") or None,
        provenance=row.get("provenance") or None,
    )
    itself = PurePosixPath(image.path).with_suffix("").as_posix()
    return replace(image, source_photo=None) if image.source_photo == itself else image
