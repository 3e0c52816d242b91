"""What a data set holds: counts by class, group, size and confidence."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from engine.tile import CODES, UNREADABLE_CODE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from datasets.formats.record import LabelledDataset, LabelledTile

__all__ = ["Statistics", "count_dataset"]

SIZE_BOUNDS_PX: Final = (16, 24, 32, 48, 64, 96, 128, 192)
"""Bounds of the counts by a box's shorter side; under 20 pixels faces are hard to read."""

CONFIDENCE_BOUNDS: Final = (0.3, 0.5, 0.7, 0.82, 0.9, 0.95, 0.99)

UNKNOWN: Final = "unknown"


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts of a data set.

    Attributes:
        pictures: How many pictures.
        photographs: How many photographs they are copies of.
        without_tiles: Pictures without a label.
        tiles: How many labels.
        by_source: Labels by who says so.
        by_code: Labels of every code, in class order; those that do not occur too.
        by_group: Pictures and labels of every group.
        by_size: Labels by the shorter side of their box in pixels.
        by_confidence: Labels by confidence.
        per_picture: Pictures by how many labels they carry.
    """

    pictures: int
    photographs: int
    without_tiles: int
    tiles: int
    by_source: Mapping[str, int]
    by_code: Mapping[str, int]
    by_group: Mapping[str, tuple[int, int]]
    by_size: Mapping[str, int]
    by_confidence: Mapping[str, int]
    per_picture: Mapping[int, int]

    @property
    def missing(self) -> tuple[str, ...]:
        """Codes that no label has."""
        return tuple(code for code, count in self.by_code.items() if not count and code != UNREADABLE_CODE)

    def document(self) -> dict[str, Any]:
        """Return the counts as a JSON object."""
        groups = {group: {"pictures": pictures, "tiles": tiles} for group, (pictures, tiles) in self.by_group.items()}
        return {
            "pictures": self.pictures,
            "photographs": self.photographs,
            "pictures_without_tiles": self.without_tiles,
            "tiles": self.tiles,
            "by_source": dict(self.by_source),
            "by_code": dict(self.by_code),
            "missing_codes": list(self.missing),
            "by_group": groups,
            "by_short_side_px": dict(self.by_size),
            "by_confidence": dict(self.by_confidence),
            "tiles_per_picture": {str(count): pictures for count, pictures in self.per_picture.items()},
        }


def count_dataset(dataset: LabelledDataset) -> Statistics:
    """Count what a data set holds; the pictures themselves are not opened."""
    tiles = [tile for image in dataset.images for tile in image.tiles]
    codes = Counter(tile.code for tile in tiles)
    groups: dict[str, tuple[int, int]] = {}
    for image in dataset.images:
        pictures, labels = groups.get(image.group or UNKNOWN, (0, 0))
        groups[image.group or UNKNOWN] = pictures + 1, labels + len(image.tiles)
    return Statistics(
        pictures=len(dataset.images),
        photographs=len({image.source_photo or image.path for image in dataset.images}),
        without_tiles=sum(not image.tiles for image in dataset.images),
        tiles=len(tiles),
        by_source=dict(sorted(Counter(tile.source for tile in tiles).items())),
        by_code={code: codes[code] for code in (*CODES, UNREADABLE_CODE)},
        by_group=dict(sorted(groups.items())),
        by_size=_binned((_short_side_px(tile) for tile in tiles), SIZE_BOUNDS_PX),
        by_confidence=_by_confidence(tiles),
        per_picture=dict(sorted(Counter(len(image.tiles) for image in dataset.images).items())),
    )


def _short_side_px(tile: LabelledTile) -> float:
    left, top, right, bottom = tile.box_xyxy
    return min(right - left, bottom - top)


def _by_confidence(tiles: Sequence[LabelledTile]) -> dict[str, int]:
    known = [tile.confidence for tile in tiles if tile.confidence is not None]
    counts = _binned(known, CONFIDENCE_BOUNDS)
    without = len(tiles) - len(known)
    return {**(counts if known else {}), **({"none": without} if without else {})}


def _binned(values: Iterable[float], bounds: Sequence[float]) -> dict[str, int]:
    """Return how many values lie between the bounds, by names such as ``<16``, ``16-24`` and ``192+``.

    >>> _binned([1, 5, 9], (2, 6))
    {'<2': 1, '2-6': 1, '6+': 1}
    """
    names = [f"<{bounds[0]:g}", *(f"{low:g}-{high:g}" for low, high in pairwise(bounds))]
    names.append(f"{bounds[-1]:g}+")
    counts = Counter(sum(value >= bound for bound in bounds) for value in values)
    return {name: counts[at] for at, name in enumerate(names)}
