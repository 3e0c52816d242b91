"""Which tiles of a data set a format takes, and what was left out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from datasets.formats.boxes import clip_box

if TYPE_CHECKING:
    from collections.abc import Mapping

    from datasets.formats.class_map import ClassMap
    from datasets.formats.options import WriteOptions
    from datasets.formats.record import LabelledDataset, LabelledImage, LabelledTile
    from datasets.formats.registry import Format

__all__ = ["DroppedTiles", "count_dropped", "select_tiles"]


@dataclass(frozen=True, slots=True)
class DroppedTiles:
    """How many tiles of a data set a format does not get, and why.

    Attributes:
        without_class: For each code that has no class, how many tiles.
        unsure: Tiles under the smallest confidence.
        outside: Tiles of which nothing lies in the picture.
    """

    without_class: Mapping[str, int]
    unsure: int
    outside: int

    @property
    def total(self) -> int:
        """All of them."""
        return sum(self.without_class.values()) + self.unsure + self.outside


def select_tiles(image: LabelledImage, classes: ClassMap | None, options: WriteOptions) -> LabelledImage:
    """Return a picture with only the tiles that are to be written; groups and warnings follow.

    Args:
        image: The picture.
        classes: The classes of the format, None where it takes every tile wherever it lies.
        options: How sure the model has to be.
    """
    kept = [n for n, tile in enumerate(image.tiles) if _reason(tile, image, classes, options) is None]
    if len(kept) == len(image.tiles):
        return image
    new_place = {old: new for new, old in enumerate(kept)}
    regrouped = [
        (number, replace(group, tiles=tuple(new_place[n] for n in group.tiles if n in new_place)))
        for number, group in enumerate(image.groups)
    ]
    groups = [(number, group) for number, group in regrouped if group.tiles]
    new_group = {old: new for new, (old, _) in enumerate(groups)} if image.groups else None
    return replace(
        image,
        tiles=tuple(_regroup(image.tiles[n], new_group) for n in kept),
        groups=tuple(group for _, group in groups),
        warnings=tuple(
            replace(warning, tiles=tuple(new_place[n] for n in warning.tiles if n in new_place))
            for warning in image.warnings
        ),
    )


def count_dropped(dataset: LabelledDataset, form: Format, options: WriteOptions) -> DroppedTiles:
    """Return what a format (see :func:`datasets.formats.registry.get_format`) does not get of a data set."""
    reasons: Counter[str] = Counter()
    classes = form.classes_of(dataset)
    for image in dataset.images:
        for tile in image.tiles:
            reason = _reason(tile, image, classes, options)
            if reason is not None:
                reasons[reason] += 1
    unsure, outside = reasons.pop("unsure", 0), reasons.pop("outside", 0)
    return DroppedTiles(dict(sorted(reasons.items())), unsure, outside)


def _reason(tile: LabelledTile, image: LabelledImage, classes: ClassMap | None, options: WriteOptions) -> str | None:
    """Return why a tile is left out: its code, ``unsure`` or ``outside``."""
    if tile.source == "model" and tile.confidence is not None and tile.confidence < options.min_confidence:
        return "unsure"
    if classes is None:
        return None
    if classes.name_of(tile.code) is None:
        return tile.code
    return "outside" if clip_box(tile.box_xyxy, image.size_wh) is None else None


def _regroup(tile: LabelledTile, new_group: Mapping[int, int] | None) -> LabelledTile:
    if new_group is None or tile.group is None:
        return tile
    return replace(tile, group=new_group.get(tile.group))
