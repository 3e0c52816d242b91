"""Data sets written in one format or several, with counts of what a format does not get."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from datasets.formats.pictures import place_pictures
from datasets.formats.registry import get_format
from datasets.formats.selection import count_dropped

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from datasets.formats.options import WriteOptions
    from datasets.formats.record import LabelledDataset
    from datasets.formats.selection import DroppedTiles

__all__ = ["Written", "write_dataset"]

WITHOUT_PICTURES: Final = frozenset({"jsonl", "label-studio"})
"""Formats that keep no pictures of their own: theirs are put where the labels say they lie."""


@dataclass(frozen=True, slots=True)
class Written:
    """A data set in one format.

    Attributes:
        form: The format's name.
        folder: Where it lies.
        files: How many files were written.
        tiles: How many labels it got.
        dropped: Which it did not get, and why.
    """

    form: str
    folder: Path
    files: int
    tiles: int
    dropped: DroppedTiles

    def document(self) -> dict[str, Any]:
        """Return this as a JSON object."""
        dropped = {
            "without_class": dict(self.dropped.without_class),
            "unsure": self.dropped.unsure,
            "outside": self.dropped.outside,
        }
        return {
            "format": self.form,
            "folder": str(self.folder),
            "files": self.files,
            "tiles": self.tiles,
            "dropped": dropped,
        }


def write_dataset(
    dataset: LabelledDataset, out_dir: Path, formats: Sequence[str], options: WriteOptions
) -> list[Written]:
    """Write a data set: into the folder itself in one format, into a folder each in several.

    Raises:
        FormatError: There is no such format, or it cannot hold this data set, or a picture is missing.
        OSError: A file cannot be written.
    """
    return [
        _write(dataset, out_dir if len(formats) == 1 else out_dir / form, form, options)
        for form in dict.fromkeys(formats)
    ]


def _write(dataset: LabelledDataset, folder: Path, form: str, options: WriteOptions) -> Written:
    writer = get_format(form)
    files = writer.write(dataset, folder, options)
    if form in WITHOUT_PICTURES:
        places = {image.path: folder / image.path for image in dataset.images}
        files = [*files, *place_pictures(dataset, places, options.pictures)]
    dropped = count_dropped(dataset, writer, options)
    tiles = sum(len(image.tiles) for image in dataset.images) - dropped.total
    return Written(form, folder, len(files), tiles, dropped)
