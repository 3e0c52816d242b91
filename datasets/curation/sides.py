"""On which side of a split a picture is, and which copies of one picture are on different sides."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from datasets.curation.faults import Fault
from datasets.curation.likeness import Pair, find_pairs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from datasets.curation.likeness import Likeness
    from datasets.formats.record import LabelledImage

__all__ = ["SIDES", "Seen", "find_copies", "side_of"]

SIDES: Final = {
    "train": "train",
    "val": "validation",
    "valid": "validation",
    "validation": "validation",
    "test": "test",
    "test_rooms": "test_rooms",
}
"""Folders that data sets keep the sides of a split in."""

Seen = tuple[int, "LabelledImage", "Likeness"]
"""A picture that was looked at: the number of its data set, its labels, and what it is compared by."""


def side_of(path: str, dataset: int, datasets: int) -> str | None:
    """Return a name for the side of the split that a picture is on, None where nothing tells.

    Of several data sets each is a side of its own; in one alone the folders tell.

    >>> side_of("images/valid/a.jpg", 0, 1), side_of("a.jpg", 0, 1), side_of("a.jpg", 1, 2)
    ('validation', None, 'data set 2')
    """
    if datasets > 1:
        return f"data set {dataset + 1}"
    folders = PurePosixPath(path).parts[:-1]
    return next((SIDES[folder] for folder in folders if folder in SIDES), None)


def find_copies(seen: Sequence[Seen], datasets: int) -> Iterator[Fault]:
    """Yield the pictures that are copies of an earlier one, each with the one it is most like.

    Copies that are known as such, by the name of their photograph, are no fault on one side of a split.
    """
    pairs = find_pairs([likeness for _, _, likeness in seen])
    for pair in _worst([*pairs, *_of_one_photograph(seen)], seen, datasets):
        (first_set, first, _), (second_set, second, _) = seen[pair.first], seen[pair.second]
        how = f"is {'identical to' if first.sha256 is not None and first.sha256 == second.sha256 else 'a copy of'}"
        if pair.mirrored:
            yield Fault(
                "mirrored_copy", f"is the mirror image of {first.path}", second.path, second_set, other=first.path
            )
        elif _crosses(pair, seen, datasets):
            sides = side_of(first.path, first_set, datasets), side_of(second.path, second_set, datasets)
            message = f"{how} {first.path}, and they are on two sides: {sides[0]}, {sides[1]}"
            yield Fault("duplicate_across_splits", message, second.path, second_set, other=first.path)
        elif second.source_photo is None or first.source_photo != second.source_photo:
            yield Fault("duplicate_picture", f"{how} {first.path}", second.path, second_set, other=first.path)


def _worst(pairs: Iterable[Pair], seen: Sequence[Seen], datasets: int) -> list[Pair]:
    """Return for each picture one pair: across sides before within one, then the closest."""
    chosen: dict[int, Pair] = {}
    for pair in sorted(pairs, key=lambda pair: (not _crosses(pair, seen, datasets), pair.distance, pair.first)):
        chosen.setdefault(pair.second, pair)
    return [chosen[second] for second in sorted(chosen)]


def _crosses(pair: Pair, seen: Sequence[Seen], datasets: int) -> bool:
    first, second = (side_of(seen[at][1].path, seen[at][0], datasets) for at in (pair.first, pair.second))
    return first is not None and second is not None and first != second


def _of_one_photograph(seen: Sequence[Seen]) -> Iterator[Pair]:
    """Yield pairs that say themselves that they are of one photograph, however different they look."""
    firsts: dict[str, int] = {}
    for at, (_, image, _) in enumerate(seen):
        if image.source_photo is not None:
            first = firsts.setdefault(image.source_photo, at)
            if first != at:
                yield Pair(first, at, 1.0, mirrored=False)
