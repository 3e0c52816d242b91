"""JSON Lines: one picture a line with everything the record knows, the only format that loses nothing.

A folder of labels holds ``labels.jsonl``. Keys are those of a reading's JSON where there are such. Boxes and corners
are pixels of the upright picture.
"""

from __future__ import annotations

import json
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final, cast

from datasets.formats.errors import LabelFileError, RecordError
from datasets.formats.files import Place, write_lines
from datasets.formats.gathering import gather
from datasets.formats.options import READ_DEFAULTS, WRITE_DEFAULTS
from datasets.formats.record import LabelledImage, LabelledTile
from datasets.formats.selection import select_tiles
from engine.errors import quote
from vision.reading import ReadWarning, TileGroup

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from datasets.formats.options import ReadOptions, WriteOptions
    from datasets.formats.record import LabelledDataset

__all__ = [
    "FILE_NAME",
    "classes_of",
    "groups_from_json",
    "image_from_json",
    "image_to_json",
    "image_to_line",
    "iterate_images",
    "read",
    "tile_from_json",
    "tile_to_json",
    "warnings_from_json",
    "write",
]

FILE_NAME: Final = "labels.jsonl"

_TILE_KEYS: Final = frozenset({"code", "box", *(field.name for field in fields(LabelledTile))} - {"box_xyxy"})
_IMAGE_KEYS: Final = frozenset(field.name for field in fields(LabelledImage))


def classes_of(_dataset: LabelledDataset) -> None:
    """Return that every code stays as it is."""


def write(dataset: LabelledDataset, out_dir: Path, options: WriteOptions = WRITE_DEFAULTS) -> list[Path]:
    """Write ``labels.jsonl``."""
    images = (select_tiles(image, None, options) for image in dataset.images)
    return [write_lines(out_dir / FILE_NAME, (image_to_line(image) for image in images))]


def read(path: Path, options: ReadOptions = READ_DEFAULTS) -> LabelledDataset:
    """Read a JSON Lines file, or ``labels.jsonl`` of a folder.

    Raises:
        LabelFileError: The file is missing, or a line is no picture with labels.
    """
    file = path / FILE_NAME if path.is_dir() else path
    return gather(iterate_images(file, options), Place(file, options), file.parent)


def iterate_images(file: Path, options: ReadOptions = READ_DEFAULTS) -> Iterator[LabelledImage]:
    """Yield the pictures of a JSON Lines file one by one, for data sets larger than memory.

    Raises:
        LabelFileError: The file is missing, or a line is no picture with labels.
    """
    try:
        lines = file.open(encoding="utf-8")
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        raise LabelFileError(message, file) from None
    with lines:
        number = 0
        try:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield from _parse_line(line, file, number, options)
        except UnicodeDecodeError:
            message = "is no text in UTF-8; is it a damaged or another file?"
            raise LabelFileError(message, file, number + 1) from None


def _parse_line(line: str, file: Path, number: int, options: ReadOptions) -> Iterator[LabelledImage]:
    try:
        yield image_from_json(json.loads(line))
    except json.JSONDecodeError as error:
        message = f"is no JSON: {error.msg} (column {error.colno}); was the line cut off?"
        Place(file, options, number).report(message)
    except RecordError as error:
        Place(file, options, number).report(error.message)


def image_to_line(image: LabelledImage) -> str:
    """Return a picture's line, with its line end."""
    return json.dumps(image_to_json(image), ensure_ascii=False, allow_nan=False, separators=(",", ":")) + "\n"


def image_to_json(image: LabelledImage) -> dict[str, Any]:
    """Return a picture with its labels as JSON values; :func:`image_from_json` gives the same picture back."""
    return {
        "path": image.path,
        "width": image.width,
        "height": image.height,
        "orientation": image.orientation,
        "sha256": image.sha256,
        "tiles": [tile_to_json(tile) for tile in image.tiles],
        "groups": [{"kind": group.kind, "tiles": list(group.tiles), "text": group.text} for group in image.groups],
        "hand": image.hand,
        "warnings": [
            {"code": warning.code, "message": warning.message, "tiles": list(warning.tiles)}
            for warning in image.warnings
        ],
        "group": image.group,
        "source_photo": image.source_photo,
        "provenance": image.provenance,
    }


def tile_to_json(tile: LabelledTile) -> dict[str, Any]:
    """Return a tile as JSON values; :func:`tile_from_json` gives the same tile back."""
    return {
        "code": tile.code,
        "confidence": tile.confidence,
        "box": list(tile.box_xyxy),
        "quad": None if tile.quad is None else [list(point) for point in tile.quad],
        "rotation": tile.rotation,
        "alternatives": [{"code": code, "confidence": confidence} for code, confidence in tile.alternatives],
        "row": tile.row,
        "index": tile.index,
        "group": tile.group,
        "sure": tile.sure,
        "source": tile.source,
    }


def image_from_json(value: object) -> LabelledImage:
    """Return the picture of JSON values; keys that are missing have their defaults.

    Raises:
        RecordError: The values are no picture with labels, or have a key that no picture has.
    """
    image = _object(value, _IMAGE_KEYS, ("path", "width", "height"), "a picture")
    try:
        return LabelledImage(
            **image
            | {
                "tiles": tuple(tile_from_json(tile) for tile in image.get("tiles", ())),
                "groups": groups_from_json(image.get("groups", ())),
                "warnings": warnings_from_json(image.get("warnings", ())),
            }
        )
    except TypeError as error:
        message = f"a value of the picture is of the wrong kind: {error}"
        raise RecordError(message) from None


def groups_from_json(value: Any) -> tuple[TileGroup, ...]:  # noqa: ANN401 - JSON is anything
    """Return the groups of a picture's JSON.

    Raises:
        RecordError: They are no groups.
    """
    try:
        return tuple(TileGroup(group["kind"], tuple(group["tiles"]), group["text"]) for group in value)
    except (KeyError, TypeError) as error:
        message = f"a group is of the wrong kind: {_reason(error)}"
        raise RecordError(message) from None


def warnings_from_json(value: Any) -> tuple[ReadWarning, ...]:  # noqa: ANN401 - JSON is anything
    """Return the warnings of a picture's JSON.

    Raises:
        RecordError: They are no warnings.
    """
    try:
        return tuple(ReadWarning(warning["code"], warning["message"], tuple(warning["tiles"])) for warning in value)
    except (KeyError, TypeError) as error:
        message = f"a warning is of the wrong kind: {_reason(error)}"
        raise RecordError(message) from None


def tile_from_json(value: object) -> LabelledTile:
    """Return the tile of JSON values; keys that are missing have their defaults.

    Raises:
        RecordError: The values are no tile, or have a key that no tile has.
    """
    tile = _object(value, _TILE_KEYS, ("code", "box"), "a tile")
    try:
        quad = tile.get("quad")
        return LabelledTile(
            **{key: content for key, content in tile.items() if key != "box"}
            | {
                "box_xyxy": tuple(tile["box"]),
                "quad": None if quad is None else tuple(tuple(point) for point in quad),
                "alternatives": tuple((other["code"], other["confidence"]) for other in tile.get("alternatives", ())),
            }
        )
    except (KeyError, TypeError) as error:
        message = f"a value of the tile is of the wrong kind: {_reason(error)}"
        raise RecordError(message) from None


def _object(value: object, known: frozenset[str], required: tuple[str, ...], what: str) -> dict[str, Any]:
    if not isinstance(value, dict) or not all(key in value for key in required):
        message = f"{quote(value)} is not {what}; it has to be an object with {', '.join(required)}"
        raise RecordError(message)
    if not known.issuperset(value):
        message = f"{what} has no {quote(min(set(value) - known))}; it has {', '.join(sorted(known))}"
        raise RecordError(message)
    return cast("dict[str, Any]", value)


def _reason(error: Exception) -> str:
    return f"{error} is missing" if isinstance(error, KeyError) else str(error)
