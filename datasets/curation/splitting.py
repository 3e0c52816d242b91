"""A data set split into train, val and test: by source photograph and group, near-identical pictures on one side.

As in :mod:`datasets.splits` the side is drawn by a hash of a cluster's name, so that pictures which are added later
move no other from the side it is on, and two people who split the same data get the same.
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Final, Literal

from datasets.curation.errors import CurationError
from datasets.curation.likeness import MIN_HAND, find_pairs
from datasets.curation.sides import SIDES
from datasets.curation.staging import Staging
from datasets.formats.record import LabelledDataset
from datasets.splits import SAME_HAND_SHARE, hand_overlap

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from pathlib import Path

    from datasets.curation.likeness import Likeness
    from datasets.formats.record import LabelledImage

__all__ = ["SPLITS", "Part", "SplitOptions", "SplitResult", "assign_parts", "split_dataset"]

SPLITS: Final = ("train", "val", "test")
"""Folders of the sides, as YOLO trainers call them."""

Together = Literal["photo", "group"]


@dataclass(frozen=True, slots=True)
class SplitOptions:
    """How to split.

    Attributes:
        ratios: Shares of train, val and test; only their proportions count.
        seed: Another seed draws another split.
        hold_out: Groups that go into test as a whole.
        together: What stays on one side: the copies of a photograph, or whole groups.
    """

    ratios: tuple[float, float, float] = (80, 10, 10)
    seed: int = 0
    hold_out: Collection[str] = ()
    together: Together = "photo"


@dataclass(frozen=True, slots=True)
class Part:
    """Where one picture goes: its side, the cluster it stays together with, whether its whole group is held out."""

    side: str
    cluster: str
    held_out: bool


@dataclass(frozen=True, slots=True)
class SplitResult:
    """A data set split.

    Attributes:
        dataset: The data set, its pictures in folders of their sides; its root is the staging folder.
        parts: Where each picture went, in the order of the pictures.
        old_paths: What their paths were.
    """

    dataset: LabelledDataset
    parts: tuple[Part, ...]
    old_paths: tuple[str, ...]

    def document(self) -> dict[str, Any]:
        """Return pictures, tiles and clusters of each side as a JSON object."""
        sides: dict[str, Any] = {}
        for side in SPLITS:
            chosen = [at for at, part in enumerate(self.parts) if part.side == side]
            sides[side] = {
                "pictures": len(chosen),
                "tiles": sum(len(self.dataset.images[at].tiles) for at in chosen),
                "clusters": len({self.parts[at].cluster for at in chosen}),
                "held_out": sum(self.parts[at].held_out for at in chosen),
            }
        return sides

    def csv(self) -> str:
        """Return where each picture went, as a table."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(("path", "was", "split", "cluster", "group", "held_out"))
        for image, part, old in zip(self.dataset.images, self.parts, self.old_paths, strict=True):
            row = image.path, old, part.side, part.cluster, image.group or "", "yes" if part.held_out else "no"
            writer.writerow(row)
        return text.getvalue()


def split_dataset(
    dataset: LabelledDataset, likenesses: Sequence[Likeness | None], options: SplitOptions, staging: Path
) -> SplitResult:
    """Split a data set.

    Args:
        dataset: What to split.
        likenesses: What its pictures are compared by, None for those nobody looked at.
        options: How.
        staging: An empty folder, in which links to the pictures are made under their new paths.

    Raises:
        CurationError: A group to hold out does not exist, or the shares are none.
    """
    parts = assign_parts(dataset.images, likenesses, options)
    links = Staging(staging)
    images = [
        replace(image, path=links.add(dataset.root / image.path, f"images/{part.side}/{_without_side(image.path)}"))
        for image, part in zip(dataset.images, parts, strict=True)
    ]
    moved = LabelledDataset(staging, tuple(images), dataset.classes)
    return SplitResult(moved, tuple(parts), tuple(image.path for image in dataset.images))


def assign_parts(
    images: Sequence[LabelledImage], likenesses: Sequence[Likeness | None], options: SplitOptions
) -> list[Part]:
    """Return where each picture goes; see :func:`split_dataset`."""
    groups = {image.group for image in images if image.group is not None}
    if unknown := sorted(set(options.hold_out) - groups):
        known = f"the groups are {', '.join(sorted(groups))}" if groups else "its pictures tell no group"
        message = f"no picture is of the group {', '.join(unknown)}; {known}"
        raise CurationError(message)
    if min(options.ratios) < 0 or sum(options.ratios) <= 0:
        message = f"the shares {':'.join(f'{share:g}' for share in options.ratios)} are none; give them as 80:10:10"
        raise CurationError(message)
    clusters = _cluster(images, likenesses, options.together)
    members: dict[int, list[int]] = defaultdict(list)
    for at, cluster in enumerate(clusters):
        members[cluster].append(at)
    parts: dict[int, Part] = {}
    for chosen in members.values():
        name = min(_name(images[at], options.together) for at in chosen)
        # A cluster that reaches into a group that is held out is held out with it.
        held_out = any(images[at].group in options.hold_out for at in chosen)
        part = Part("test" if held_out else _draw(name, options), name, held_out)
        parts.update(dict.fromkeys(chosen, part))
    return [parts[at] for at in range(len(images))]


def _name(image: LabelledImage, together: Together) -> str:
    if together == "group" and image.group is not None:
        return image.group
    return image.source_photo or _without_side(image.path)


def _draw(name: str, options: SplitOptions) -> str:
    digest = hashlib.sha256(f"{options.seed}/{name}".encode()).digest()
    at = int.from_bytes(digest[:8]) / 2**64 * sum(options.ratios)
    train, val, _ = options.ratios
    return "train" if at < train else "val" if at < train + val else "test"


def _cluster(images: Sequence[LabelledImage], likenesses: Sequence[Likeness | None], together: Together) -> list[int]:
    """Return for each picture the first one of its cluster."""
    leaders = list(range(len(images)))

    def leader(at: int) -> int:
        while leaders[at] != at:
            leaders[at] = leaders[leaders[at]]
            at = leaders[at]
        return at

    for first, second in _ties(images, likenesses, together):
        one, other = sorted((leader(first), leader(second)))
        leaders[other] = one
    return [leader(at) for at in range(len(images))]


def _ties(
    images: Sequence[LabelledImage], likenesses: Sequence[Likeness | None], together: Together
) -> Iterator[tuple[int, int]]:
    """Yield pairs of pictures that have to stay together."""
    firsts: dict[str, int] = {}
    for at, image in enumerate(images):
        first = firsts.setdefault(_name(image, together), at)
        if first != at:
            yield first, at
        if image.source_photo is not None:
            first = firsts.setdefault(f"photo {image.source_photo}", at)
            yield first, at
    looked_at = [(at, likeness) for at, likeness in enumerate(likenesses) if likeness is not None]
    for pair in find_pairs([likeness for _, likeness in looked_at]):
        yield looked_at[pair.first][0], looked_at[pair.second][0]
    yield from _same_hands(images)


def _same_hands(images: Sequence[LabelledImage]) -> Iterator[tuple[int, int]]:
    """Yield pairs that show the same hand in one group: the hand shot twice, or with one tile changed."""
    by_group: dict[str | None, list[tuple[int, Counter[str]]]] = defaultdict(list)
    for at, image in enumerate(images):
        hand = Counter(tile.code for tile in image.tiles)
        if hand.total() < MIN_HAND:
            continue
        others = by_group[image.group]
        yield from ((other, at) for other, their in others if hand_overlap(hand, their) >= SAME_HAND_SHARE)
        others.append((at, hand))


def _without_side(path: str) -> str:
    """Return a path without the folders of pictures and of an earlier split.

    >>> _without_side("images/train/a/b.jpg"), _without_side("valid/images/b.jpg")
    ('a/b.jpg', 'b.jpg')
    """
    *folders, name = PurePosixPath(path).parts
    return "/".join([*(folder for folder in folders if folder not in SIDES and folder != "images"), name])
