"""The label formats by name; each is imported when it is first asked for.

A format is registered by its name here; its module has functions as :class:`Format` describes.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol, cast

from datasets.formats.errors import FormatError
from engine.errors import quote

if TYPE_CHECKING:
    from pathlib import Path

    from datasets.formats.class_map import ClassMap
    from datasets.formats.options import ReadOptions, WriteOptions
    from datasets.formats.record import LabelledDataset

__all__ = ["FORMAT_NAMES", "Format", "get_format", "whole_files_of"]

_MODULES: Final = {
    "yolo": "yolo",
    "coco": "coco",
    "voc": "voc",
    "label-studio": "label_studio",
    "cvat": "cvat",
    "jsonl": "jsonl",
}

FORMAT_NAMES: Final = tuple(_MODULES)
"""Every format, in the order in which they are listed."""


class Format(Protocol):
    """A label format: a module with a reader and a writer."""

    def classes_of(self, dataset: LabelledDataset) -> ClassMap | None:
        """Return the classes that a written data set has, None where the format takes every code as it is."""
        ...

    def write(self, dataset: LabelledDataset, out_dir: Path, options: WriteOptions = ...) -> list[Path]:
        """Write the labels into a folder, each file whole or not at all; return the files in a fixed order.

        Raises:
            FormatError: The format cannot hold this data set.
        """
        ...

    def read(self, path: Path, options: ReadOptions = ...) -> LabelledDataset:
        """Read a folder or file of labels.

        Raises:
            LabelFileError: A file is missing, damaged or says what cannot be; the message names file and line.
        """
        ...


def get_format(name: str) -> Format:
    """Return a format.

    Raises:
        FormatError: No format has that name.
    """
    if name not in _MODULES:
        message = f"there is no label format {quote(name)}; the formats are {', '.join(FORMAT_NAMES)}"
        raise FormatError(message)
    return cast("Format", import_module(f"datasets.formats.{_MODULES[name]}"))


def whole_files_of(name: str) -> tuple[str, ...]:
    """Return the files of a format's folder of which each holds all labels, where there are several: one is read.

    Raises:
        FormatError: No format has that name.
    """
    files: tuple[str, ...] = getattr(get_format(name), "WHOLE_FILES", ())
    return files
