"""Formats written from the store into the output folder, each whole or not at all, over nobody's edits.

A format is written beside its place first; then it is remembered what is about to be moved, then it is moved. Whoever
is killed in between finds the rest moved at the next start. What a person made of our files is taken over into the
store before anything is written (:mod:`datasets.labelling.edits`); files whose edits cannot be read stay as they are.
"""

from __future__ import annotations

import shutil
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from datasets.formats.errors import RecordError
from datasets.formats.lazy_images import LazyImages
from datasets.formats.names import PICTURE_FOLDERS, names_in
from datasets.formats.record import LabelledDataset
from datasets.formats.registry import get_format
from datasets.labelling.published import FileStamp, Publication, Published, label_files

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from datasets.formats.class_map import ClassMap
    from datasets.formats.options import WriteOptions
    from datasets.formats.record import LabelledImage
    from datasets.labelling.layout import Layout
    from datasets.labelling.store import Store

__all__ = ["Publisher", "Written", "dataset_of"]


def dataset_of(store: Store, root: Path, offsets: Mapping[str, int], classes: ClassMap) -> LabelledDataset:
    """Return pictures of a store as a data set, read one by one when they are asked for."""
    paths = sorted(offsets)

    def read(at: int) -> LabelledImage:
        labels = store.read_at(offsets[paths[at]])
        if labels is None:
            message = f"the journal has no labels of {paths[at]}"
            raise RecordError(message)
        return labels.image

    return LabelledDataset(root, LazyImages(paths, read), classes)


@dataclass(frozen=True, slots=True)
class Written:
    """What came of writing a format.

    Attributes:
        files: How many label files it has.
        edited: Those of ours that a person edited, left as they are: their labels are not taken over yet.
        foreign: Files of these names that were there before and are not ours, left as they are.
    """

    files: int
    edited: tuple[Path, ...]
    foreign: tuple[Path, ...]


class Publisher:
    """Writes formats into an output folder."""

    def __init__(self, layout: Layout, published: Published) -> None:
        """Take the folder and what was written there before; finish what was being moved when a process ended."""
        self._layout = layout
        self._published = published
        for form in list(published.pending):
            self._move(form)

    def publish(
        self, form: str, dataset: LabelledDataset, offsets: Mapping[str, int], options: WriteOptions
    ) -> Written:
        """Write a format.

        Args:
            form: Its name.
            dataset: What to write.
            offsets: Where in the journal each picture's labels stand.
            options: How to write it.

        Raises:
            FormatError: The format cannot hold this data set.
            OSError: The disk is full, say; what was there before is still there.
        """
        staging = self._layout.staging(form)
        shutil.rmtree(staging, ignore_errors=True)
        try:
            staging.mkdir()
            get_format(form).write(dataset, staging, options)
            files = {name: FileStamp.of(staging / name) for name in label_files(staging)}
            self._published.pending[form] = Publication(dict(offsets), files, dataset.classes, options)
            self._published.save()
        except BaseException:
            self._published.pending.pop(form, None)
            shutil.rmtree(staging, ignore_errors=True)
            raise
        return self._move(form)

    def _move(self, form: str) -> Written:
        """Move a format's files into place, take away those that it has no longer, and remember that it is done."""
        new, old = self._published.pending[form], self._published.formats.get(form)
        staging, place = self._layout.staging(form), self._layout.place(form)
        edited: list[Path] = []
        foreign: list[Path] = []
        moved = set[str]()
        for source in sorted(path for path in staging.rglob("*") if path.is_symlink() or path.is_file()):
            name = source.relative_to(staging).as_posix()
            target = place / name
            is_label = name in new.files
            moved.add(name)
            if is_label and _is_edited(target, name, (new, old)):
                (edited if old and name in old.files else foreign).append(target)
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            source.replace(target)
        for name in sorted(set(old.files if old else ()) - set(new.files) - moved):
            if not _is_edited(place / name, name, (old,)):
                _remove(place / name, place)
        for former in _former_names(form, old, new) - moved if old else ():
            _remove(place / former, place)
        shutil.rmtree(staging, ignore_errors=True)
        # The stamp of a file that was left alone is that of ours: it stays an edited one.
        self._published.formats[form] = new
        del self._published.pending[form]
        self._published.save()
        return Written(len(new.files), tuple(edited), tuple(foreign))


def _former_names(form: str, old: Publication, new: Publication) -> set[str]:
    """Return where pictures came along that have come along under another name now: without labels, they mean nothing.

    Of a photo that has gone the copy stays; it may be the last one.
    """
    folder = PICTURE_FOLDERS.get(form)
    if folder is None or "none" in {old.options.pictures, new.options.pictures}:
        return set()
    before, now = (names_in(form, one.offsets, one.options.pictures).files for one in (old, new))
    return {f"{folder}/{name}" for path, name in before.items() if now.get(path, name) != name}


def _is_edited(path: Path, name: str, publications: Sequence[Publication | None]) -> bool:
    """Return whether a file is there that none of the publications wrote."""
    if not path.is_file():
        return False
    stamps = [publication.files[name] for publication in publications if publication and name in publication.files]
    return not any(stamp.holds_for(path) for stamp in stamps)


def _remove(path: Path, upto: Path) -> None:
    """Remove a file and the folders that it leaves empty."""
    with suppress(OSError):
        path.unlink()
        for folder in path.parents:
            if folder == upto:
                return
            folder.rmdir()
