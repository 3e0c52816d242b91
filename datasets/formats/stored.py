"""What we know beyond a format's own fields, kept in a corner of its JSON under the key ``tilesight``.

Other programs ignore the key, and many hand it back untouched. What a person changed meanwhile in the format's own
fields counts; what was stored beside it stays where it still holds.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from datasets.formats.boxes import clip_box, same_box
from datasets.formats.errors import RecordError
from datasets.formats.jsonl import (
    groups_from_json,
    image_from_json,
    image_to_json,
    tile_from_json,
    tile_to_json,
    warnings_from_json,
)
from datasets.formats.selection import rearrange

if TYPE_CHECKING:
    from collections.abc import Sequence

    from datasets.formats.record import BoxXyxy, LabelledImage, LabelledTile

__all__ = ["KEY", "code_of_stored", "restore_image", "restore_tile", "store_image", "store_tile"]

KEY: Final = "tilesight"

_PLACE: Final = "place"
"""Where a tile stood among the picture's tiles: groups and warnings name it by that."""


def store_tile(tile: LabelledTile, place: int) -> dict[str, Any]:
    """Return what is kept of a tile that stands at a place among the picture's tiles."""
    return {_PLACE: place, **tile_to_json(tile)}


def store_image(image: LabelledImage) -> dict[str, Any]:
    """Return what is kept of a picture; its tiles have places of their own."""
    return {key: value for key, value in image_to_json(image).items() if key != "tiles"}


def code_of_stored(kept: object) -> object:
    """Return the code that a stored tile had: it tells codes apart that share a name."""
    return kept.get("code") if isinstance(kept, dict) else None


def restore_tile(
    kept: object, code: str, box: BoxXyxy, size_wh: tuple[int, int]
) -> tuple[int | None, LabelledTile] | None:
    """Return a tile with what was kept of it, and its former place; None where nothing usable was kept.

    Args:
        kept: What :func:`store_tile` gave, if it is still there.
        code: The code that the format's own fields say.
        box: Their box.
        size_wh: Width and height of the picture.
    """
    if not isinstance(kept, dict):
        return None
    try:
        tile = tile_from_json({key: value for key, value in kept.items() if key != _PLACE})
    except RecordError:
        return None
    if code != tile.code:
        # The probabilities were those of another code.
        tile = replace(tile, code=code, confidence=None, alternatives=(), sure=None)
    if not same_box(box, clip_box(tile.box_xyxy, size_wh) or tile.box_xyxy):
        tile = replace(tile, box_xyxy=box, quad=None)
    place = kept.get(_PLACE)
    return place if isinstance(place, int) else None, tile


def restore_image(
    kept: object, tiles: Sequence[tuple[int | None, LabelledTile]], fallback: LabelledImage
) -> LabelledImage:
    """Return a picture with what was kept of it, or the fallback with these tiles where nothing usable was.

    Args:
        kept: What :func:`store_image` gave, if it is still there.
        tiles: The picture's tiles now, each with its former place, None for one that is new.
        fallback: The picture as the format's own fields tell it.
    """
    if isinstance(kept, dict):
        try:
            image = image_from_json({**kept, "groups": [], "warnings": []})
            groups, warnings = groups_from_json(kept.get("groups", ())), warnings_from_json(kept.get("warnings", ()))
            if image.size_wh == fallback.size_wh:
                return rearrange(image, groups, warnings, tiles)
        except RecordError:
            pass
    return replace(fallback, tiles=tuple(replace(tile, group=None) for _, tile in tiles))
