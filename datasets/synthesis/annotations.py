"""The truth about a synthetic picture, and its JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

__all__ = ["SceneTruth", "TileTruth"]

Point = tuple[float, float]
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class TileTruth:
    """One tile that shows its face or its back.

    Attributes:
        code: Tile code; ``0x`` for a back.
        kind: ``face`` or ``back``.
        quad: The shown side's four corners in pixels, its own top left first, clockwise as seen upright; they may
            lie outside the picture.
        box: x1, y1, x2, y2: the quad's extent, clipped to the picture.
        visible_box: Extent of the pixels that really show it.
        visible: Fraction (0..1) of the quad that shows, not hidden and not cut off.
        truncated: Whether the quad reaches beyond the picture.
        rotation: Clockwise turn of the side's up direction against the picture's up: 0, 90, 180 or 270.
        rotation_deg: The same, exact, in [0, 360).
        group: Number of its group.
        group_kind: ``concealed``, ``meld``, ``bonus``, ``indicator``, ``loose`` or ``wall``.
        row: Row, 0 farthest from the player; -1 for none.
        order: Position in its group from the player's left.
    """

    code: str
    kind: str
    quad: tuple[Point, Point, Point, Point]
    box: Box
    visible_box: Box
    visible: float
    truncated: bool
    rotation: int
    rotation_deg: float
    group: int
    group_kind: str
    row: int
    order: int


@dataclass(frozen=True, slots=True)
class SceneTruth:
    """A picture and its tiles.

    Attributes:
        image: Path of the picture relative to the folder of the data set.
        width: Pixels.
        height: Pixels.
        layout: Name of the layout.
        design: Number of the tile-set design: the same number, the same design.
        tiles: Every tile of which something shows.
    """

    image: str
    width: int
    height: int
    layout: str
    design: int
    tiles: tuple[TileTruth, ...]

    def to_json(self) -> str:
        """Return one line of JSON."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> SceneTruth:
        """Read what :meth:`to_json` wrote.

        Raises:
            ValueError: The text is no such JSON.
        """
        try:
            fields: dict[str, Any] = json.loads(text)
            tiles = tuple(_tile(tile) for tile in fields.pop("tiles"))
            return cls(**fields, tiles=tiles)
        except (TypeError, KeyError, AttributeError, json.JSONDecodeError) as error:
            message = f"no scene truth: {text[:80]!r} ({error}); make the data set again into an empty folder"
            raise ValueError(message) from error


def _tile(fields: dict[str, Any]) -> TileTruth:
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()
    }
    values["quad"] = tuple((float(x), float(y)) for x, y in fields["quad"])
    return TileTruth(**values)
