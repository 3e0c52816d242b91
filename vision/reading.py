"""What a photo of a rack says: tiles in reading order, groups, the hand and warnings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = [
    "Alternative",
    "GroupKind",
    "ModelReference",
    "Point",
    "RackReading",
    "ReadTile",
    "ReadWarning",
    "Rotation",
    "TileGroup",
]

GroupKind = Literal["concealed", "meld", "bonus", "indicator", "loose"]
Rotation = Literal[0, 90, 180, 270]
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another code the tile may have, with its calibrated probability."""

    code: str
    confidence: float


@dataclass(frozen=True, slots=True)
class ReadTile:
    """One tile of a photo.

    Attributes:
        code: Tile code, ``??`` when the face could not be read.
        confidence: Calibrated probability (0..1) that the code is right.
        box: x1, y1, x2, y2 in pixels of the upright image.
        quad: The four corners of the face, clockwise from the image's top left, or None when only the box is known.
        rotation: Clockwise turn of the face's up direction against the image's up, or None when unknown.
        alternatives: Other codes, most likely first.
        row: Row from the player's view, 0 at the top (farthest from the player).
        index: Position in the reading order of the whole photo.
        group: Index into the reading's groups.
        sure: Whether the confidence reaches the documented threshold, and a white dragon was found beyond doubt.
    """

    code: str
    confidence: float
    box: tuple[float, float, float, float]
    quad: tuple[Point, Point, Point, Point] | None
    rotation: Rotation | None
    alternatives: tuple[Alternative, ...]
    row: int
    index: int
    group: int
    sure: bool


@dataclass(frozen=True, slots=True)
class TileGroup:
    """Tiles that belong together; ``tiles`` are indices into the reading's tiles, ``text`` is their notation."""

    kind: GroupKind
    tiles: tuple[int, ...]
    text: str


@dataclass(frozen=True, slots=True)
class ReadWarning:
    """Something the person should know; ``tiles`` are indices into the reading's tiles."""

    code: str
    message: str
    tiles: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelReference:
    """A model that took part, by role (``finder``, ``reader``), name and sha256."""

    role: str
    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class RackReading:
    """Everything read from one photo.

    Attributes:
        size_wh: Width and height of the upright image in pixels.
        models: The models that took part.
        tiles: Tiles in reading order.
        groups: Groups in reading order.
        hand: The hand in text notation; an unreadable tile is ``??`` there too, one face down ``0x``.
        warnings: What the person should know.
        timing_ms: Milliseconds per stage: decode, detect, read, layout.
    """

    size_wh: tuple[int, int]
    models: tuple[ModelReference, ...]
    tiles: tuple[ReadTile, ...]
    groups: tuple[TileGroup, ...]
    hand: str
    warnings: tuple[ReadWarning, ...]
    timing_ms: dict[str, float]
