"""Data sets written in one format or several, with counts of what a format does not get."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from datasets.formats.names import names_in
from datasets.formats.pictures import place_pictures
from datasets.formats.registry import get_format
from datasets.formats.selection import count_dropped

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
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
        pictures: How many pictures it got.
        tiles: How many labels it got.
        dropped: Which it did not get of these pictures, and why.
        renamed: Pictures that got another name in it, since two would have shared one.
        problems: Which pictures it cannot hold, and what to do.
    """

    form: str
    folder: Path
    files: int
    pictures: int
    tiles: int
    dropped: DroppedTiles
    renamed: Mapping[str, str]
    problems: tuple[str, ...]

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
            "pictures": self.pictures,
            "tiles": self.tiles,
            "dropped": dropped,
            "renamed": dict(self.renamed),
            "problems": list(self.problems),
        }


def write_dataset(
    dataset: LabelledDataset, out_dir: Path, formats: Sequence[str], options: WriteOptions
) -> list[Written]:
    """Write a data set: into the folder itself in one format, into a folder each in several.

    Pictures that a format cannot hold are left out of it and told.

    Raises:
        FormatError: There is no such format, or a picture that is to come along is missing.
        OSError: A file cannot be written.
    """
    return [
        _write(dataset, out_dir if len(formats) == 1 else out_dir / form, form, options)
        for form in dict.fromkeys(formats)
    ]


def _write(dataset: LabelledDataset, folder: Path, form: str, options: WriteOptions) -> Written:
    writer = get_format(form)
    names = names_in(form, dataset.paths, options.pictures)
    dataset = dataset.without(names.refused)
    files = writer.write(dataset, folder, options)
    if form in WITHOUT_PICTURES:
        places = {path: folder / path for path in dataset.paths}
        files = [*files, *place_pictures(dataset, places, options.pictures)]
    dropped = count_dropped(dataset, writer, options)
    tiles = sum(len(image.tiles) for image in dataset.images) - dropped.total
    problems = tuple(names.complaints())
    return Written(form, folder, len(files), len(dataset.paths), tiles, dropped, names.own, problems)
