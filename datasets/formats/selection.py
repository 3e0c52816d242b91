"""Which tiles of a data set a format takes, and what was left out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from datasets.formats.boxes import clip_box

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from datasets.formats.class_map import ClassMap
    from datasets.formats.options import WriteOptions
    from datasets.formats.record import LabelledDataset, LabelledImage, LabelledTile
    from datasets.formats.registry import Format
    from vision.reading import ReadWarning, TileGroup

__all__ = ["DroppedTiles", "count_dropped", "rearrange", "select_tiles"]


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
    kept = [(n, tile) for n, tile in enumerate(image.tiles) if _reason(tile, image, classes, options) is None]
    if len(kept) == len(image.tiles):
        return image
    return rearrange(image, image.groups, image.warnings, kept)


def rearrange(
    image: LabelledImage,
    groups: Sequence[TileGroup],
    warnings: Sequence[ReadWarning],
    tiles: Sequence[tuple[int | None, LabelledTile]],
) -> LabelledImage:
    """Return a picture with other tiles, and with its groups and warnings naming them by their new places.

    Args:
        image: The picture.
        groups: Its groups, naming tiles by their old places; one that loses all its tiles goes.
        warnings: Its warnings, likewise; they stay.
        tiles: The new tiles, each with its old place, None for one that is new.
    """
    new_place = {old: new for new, (old, _) in enumerate(tiles) if old is not None}

    def moved(places: Iterable[int]) -> tuple[int, ...]:
        return tuple(new_place[old] for old in places if old in new_place)

    staying = [(number, replace(group, tiles=moved(group.tiles))) for number, group in enumerate(groups)]
    staying = [(number, group) for number, group in staying if group.tiles]
    new_group = {old: new for new, (old, _) in enumerate(staying)}
    return replace(
        image,
        tiles=tuple(
            # Without groups the numbers that tiles have stand for themselves.
            replace(tile, group=new_group.get(tile.group)) if groups and tile.group is not None else tile
            for _, tile in tiles
        ),
        groups=tuple(group for _, group in staying),
        warnings=tuple(replace(warning, tiles=moved(warning.tiles)) for warning in warnings),
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
