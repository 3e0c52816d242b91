"""Readings as plain JSON values, in the form that programs outside rely on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vision.reading import RackReading, ReadTile

__all__ = ["reading_to_json"]

_PROBABILITY_DIGITS = 4
_PIXEL_DIGITS = 1
_MILLISECOND_DIGITS = 1


def reading_to_json(reading: RackReading) -> dict[str, Any]:
    """Return a reading as a dictionary of JSON values.

    Probabilities are rounded to four digits, pixels and milliseconds to one.
    """
    width, height = reading.size_wh
    return {
        # Readings are always of the upright image, whatever the file said about its orientation.
        "image": {"width": width, "height": height, "orientation_applied": True},
        "models": [{"role": model.role, "name": model.name, "sha256": model.sha256} for model in reading.models],
        "tiles": [_tile_to_json(tile) for tile in reading.tiles],
        "groups": [{"kind": group.kind, "tiles": list(group.tiles), "text": group.text} for group in reading.groups],
        "hand": reading.hand,
        "warnings": [
            {"code": warning.code, "message": warning.message, "tiles": list(warning.tiles)}
            for warning in reading.warnings
        ],
        "timing_ms": {stage: round(spent, _MILLISECOND_DIGITS) for stage, spent in reading.timing_ms.items()},
    }


def _tile_to_json(tile: ReadTile) -> dict[str, Any]:
    return {
        "code": tile.code,
        "confidence": round(tile.confidence, _PROBABILITY_DIGITS),
        "box": [round(value, _PIXEL_DIGITS) for value in tile.box],
        "quad": None
        if tile.quad is None
        else [[round(x, _PIXEL_DIGITS), round(y, _PIXEL_DIGITS)] for x, y in tile.quad],
        "rotation": tile.rotation,
        "alternatives": [
            {"code": other.code, "confidence": round(other.confidence, _PROBABILITY_DIGITS)}
            for other in tile.alternatives
        ],
        "row": tile.row,
        "index": tile.index,
        "group": tile.group,
        "sure": tile.sure,
    }
