"""Files that a person edited, read among our own, so that one that cannot be read keeps no other from being taken over.

Labels of one picture may stand in several files (class names in one, boxes in another). So edited files are not read
alone: those that can be read take the places of ours, and the whole folder is read.
"""

from __future__ import annotations

import shutil
from contextlib import suppress
from typing import TYPE_CHECKING

from datasets.formats.errors import LabelError, LabelFileError
from datasets.formats.options import ReadOptions
from datasets.formats.registry import get_format

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from datasets.formats.class_map import ClassMap
    from datasets.formats.record import LabelledImage

__all__ = ["EditedFiles"]


class EditedFiles:
    """The files of a format that a person edited."""

    def __init__(self, form: str, place: Path, ours: Path, classes: ClassMap, root: Path) -> None:
        """Take the folders.

        Args:
            form: The format's name.
            place: Where the edited files lie.
            ours: The same files as they were written; edited ones are put among them.
            classes: What the files call our codes.
            root: The folder under which the pictures lie.
        """
        self._form = form
        self._place = place
        self._ours = ours
        self._kept = ours.with_name(f"{ours.name}.kept")
        self._classes = classes
        self._root = root

    def read_ours(self) -> Sequence[LabelledImage]:
        """Return the pictures as the files said when they were written."""
        return get_format(self._form).read(self._ours, ReadOptions(classes=self._classes, root=self._root)).images

    def read(self, names: Sequence[str]) -> tuple[tuple[str, ...], Sequence[LabelledImage], tuple[str, ...]]:
        """Read edited files, as many as can be read together.

        Args:
            names: The files, by their paths in the format's folder.

        Returns:
            The files that were read, all pictures with what they say, and what is wrong with the others.
        """
        try:
            return self._read(names)
        finally:
            shutil.rmtree(self._kept, ignore_errors=True)

    def _read(self, names: Sequence[str]) -> tuple[tuple[str, ...], Sequence[LabelledImage], tuple[str, ...]]:
        self._put(names)
        left, told = list(names), list[str]()
        while True:
            images, faults = self._read_all()
            if not faults or not left:
                return tuple(left), images, tuple(told)
            bad = [name for name in left if any(self._is_of(error, name) for error in faults)]
            if not bad:
                return self._read_one_by_one(left, told)
            told += [self._told(error) for error in faults if any(self._is_of(error, name) for name in bad)]
            self._take_back(bad)
            left = [name for name in left if name not in bad]

    def _read_one_by_one(
        self, names: Sequence[str], told: Sequence[str]
    ) -> tuple[tuple[str, ...], Sequence[LabelledImage], tuple[str, ...]]:
        """Read files of which one says what does not go with the others: two are of one picture, say."""
        told, readable = list(told), []
        self._take_back(names)
        for name in names:
            self._put([name])
            _, faults = self._read_all()
            if faults:
                told += [f"{self._place / name}: {self._told(error)}" for error in faults]
                self._take_back([name])
            else:
                readable.append(name)
        return tuple(readable), self.read_ours(), tuple(told)

    def _told(self, error: LabelError) -> str:
        """Return what is wrong, with the file that the person knows."""
        return error.message.replace(str(self._ours), str(self._place))

    def _read_all(self) -> tuple[Sequence[LabelledImage], list[LabelError]]:
        faults: list[LabelError] = []
        options = ReadOptions(classes=self._classes, root=self._root, on_fault=faults.append)
        try:
            return get_format(self._form).read(self._ours, options).images, faults
        except LabelError as error:
            return (), [*faults, error]

    def _is_of(self, error: LabelError, name: str) -> bool:
        """Return whether a fault is one of a file, or of a member of an archive."""
        file = self._ours / name
        return isinstance(error, LabelFileError) and (error.path == file or file in error.path.parents)

    def _put(self, names: Sequence[str]) -> None:
        for name in names:
            (self._kept / name).parent.mkdir(parents=True, exist_ok=True)
            (self._ours / name).parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileNotFoundError):
                (self._ours / name).replace(self._kept / name)
            shutil.copyfile(self._place / name, self._ours / name)

    def _take_back(self, names: Sequence[str]) -> None:
        for name in names:
            (self._ours / name).unlink()
            with suppress(FileNotFoundError):
                (self._kept / name).replace(self._ours / name)
