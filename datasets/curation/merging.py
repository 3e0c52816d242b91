"""Several data sets made one: names never collide, class lists are united, copies are dropped and listed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from datasets.curation.errors import CurationError
from datasets.curation.pictures import leave_out_missing
from datasets.curation.staging import Staging, hash_of_picture
from datasets.formats.class_map import ClassMap
from datasets.formats.record import LabelledDataset

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from datasets.formats.record import LabelledImage

__all__ = ["Dropped", "Merged", "merge_datasets", "unite_classes"]


@dataclass(frozen=True, slots=True)
class Dropped:
    """A picture that is another one's copy, byte by byte.

    Attributes:
        picture: Its path in its own data set.
        dataset: The number of that data set.
        kept: The path, in the merged data set, of the picture that was kept.
        same_labels: Whether both carried the same codes on the same boxes.
    """

    picture: str
    dataset: int
    kept: str
    same_labels: bool

    def document(self) -> dict[str, Any]:
        """Return this as a JSON object."""
        return {
            "picture": self.picture,
            "dataset": self.dataset,
            "kept": self.kept,
            "same_labels": self.same_labels,
        }


@dataclass(frozen=True, slots=True)
class Merged:
    """A merged data set.

    Attributes:
        dataset: The data set; its root is the staging folder.
        dropped: Copies that were left out.
        renamed: New path of each picture that could not keep its own, by data set and old path.
        missing: Pictures that are not there, each with the number of its data set; they were left out.
    """

    dataset: LabelledDataset
    dropped: tuple[Dropped, ...]
    renamed: dict[tuple[int, str], str]
    missing: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class _Entry:
    number: int
    file: Path
    image: LabelledImage


def merge_datasets(datasets: Sequence[LabelledDataset], staging: Path) -> Merged:
    """Make one data set of several.

    Of pictures that are the same file the one that a person labelled is kept, else the first. A picture keeps its path;
    where another picture has it already, the beginning of the file's hash is added to its name. Pictures that are not
    there are left out and told.

    Args:
        datasets: The data sets, in order of precedence.
        staging: An empty folder, in which links to the pictures are made under their new paths.

    Raises:
        CurationError: A picture cannot be read, all of a data set are missing, or class lists contradict each other.
    """
    classes = unite_classes([dataset.classes for dataset in datasets])
    found = [leave_out_missing(dataset) for dataset in datasets]
    missing = tuple((number, path) for number, (_, paths) in enumerate(found) for path in paths)
    kept: dict[str | None, _Entry] = {}
    left_out: list[_Entry] = []
    for entry in _entries([dataset for dataset, _ in found]):
        other = kept.setdefault(entry.image.sha256, entry)
        if other is entry:
            continue
        better = _labelled_by_person(entry.image) and not _labelled_by_person(other.image)
        kept[entry.image.sha256] = entry if better else other
        left_out.append(other if better else entry)
    links = Staging(staging)
    images = {key: replace(entry.image, path=links.add(entry.file, entry.image.path)) for key, entry in kept.items()}
    dropped = [_dropped(entry, images[entry.image.sha256]) for entry in left_out]
    renamed = {
        (entry.number, entry.image.path): images[key].path
        for key, entry in kept.items()
        if images[key].path != entry.image.path
    }
    return Merged(LabelledDataset(staging, tuple(images.values()), classes), tuple(dropped), renamed, missing)


def unite_classes(maps: Sequence[ClassMap]) -> ClassMap:
    """Return the class list of several: the classes of the first, then what each further one adds.

    Raises:
        CurationError: A code has different names.

    >>> unite_classes([ClassMap((("1m", "crack 1"),)), ClassMap((("1z", "east"), ("1m", "crack 1")))]).names
    ('crack 1', 'east')
    """
    entries: dict[str, str] = {}
    for number, classes in enumerate(maps, start=1):
        for code, name in classes.entries:
            known = entries.setdefault(code, name)
            if known != name:
                message = (
                    f"data set {number} calls {code} {name!r}, an earlier one {known!r}; "
                    "give one class map for the result with --classes"
                )
                raise CurationError(message)
    return ClassMap(tuple(entries.items()))


def _entries(datasets: Sequence[LabelledDataset]) -> Iterator[_Entry]:
    for number, dataset in enumerate(datasets):
        for image in dataset.images:
            file = dataset.root / image.path
            yield _Entry(number, file, replace(image, sha256=hash_of_picture(file)))


def _dropped(entry: _Entry, kept: LabelledImage) -> Dropped:
    return Dropped(entry.image.path, entry.number, kept.path, _facts(entry.image) == _facts(kept))


def _labelled_by_person(image: LabelledImage) -> bool:
    return any(tile.source == "human" for tile in image.tiles)


def _facts(image: LabelledImage) -> list[tuple[str, tuple[float, ...]]]:
    return sorted((tile.code, tuple(round(value) for value in tile.box_xyxy)) for tile in image.tiles)
