"""Tiles laid on an imaginary table, and what a detector and a reader would say of a photo of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.detector import BACK, FACE
from vision.rectify import order_quads
from vision.viewpoint import HALF_TURN_CODES, QUARTER_TURN_CODES

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Camera", "Tile", "codes_of", "photograph", "row"]

FACE_WH = np.array([0.74, 1.0])
"""Width and height of a face; the unit of the table is a face's height."""

PITCH = 0.8
"""Distance of touching tiles: the body is a little wider than the face."""


@dataclass(frozen=True)
class Tile:
    """One tile: its centre (x to the player's right, y towards the player) and clockwise turn for the player."""

    code: str
    x: float
    y: float
    turn_deg: float = 0.0


@dataclass(frozen=True)
class Camera:
    """How the table is photographed, and what is lost on the way."""

    roll_deg: float = 0.0
    scale: float = 60.0
    shift: tuple[float, float] = (700.0, 500.0)
    perspective: float = 0.0
    foreshortening: float = 1.0
    jitter: float = 0.0
    has_quads: bool = True
    has_rotations: bool = True
    seed: int = 0


def codes_of(text: str) -> list[str]:
    """Return the codes of a run of notation: ``12m0x??``."""
    runs = re.findall(r"\?\?|[0-9]+[mpszfjx]", text)
    return [code for run in runs for code in ([run] if run == "??" else [rank + run[-1] for rank in run[:-1]])]


def row(
    text: str,
    *,
    at: tuple[float, float] = (0.0, 0.0),
    turned: tuple[int, ...] = (),
    size: float = 1.0,
    turn_deg: float = 0.0,
) -> list[Tile]:
    """Lay a row of touching tiles; each blank is a gap of a quarter tile, sideways tiles stand at the row's bottom.

    Only the shape of a text like ``123m 55z`` matters: a blank is a gap at that place.
    """
    tiles: list[Tile] = []
    x, y = at
    for part in re.split(r"( )", text):
        if part == " ":
            x += 0.25 * PITCH * size
        for code in codes_of(part):
            is_turned = len(tiles) in turned
            width = (1.06 if is_turned else PITCH) * size
            drop = 0.13 * size if is_turned else 0.0
            tiles.append(Tile(code, x + width / 2, y + drop, turn_deg + (270.0 if is_turned else 0.0)))
            x += width
    return tiles


def photograph(
    tiles: list[Tile], camera: Camera | None = None, sizes: dict[int, float] | None = None
) -> dict[str, object]:
    """Return the arguments of ``vision.layout.arrange`` for a photo of the tiles, in the order of the list."""
    camera = camera or Camera()
    rng = np.random.default_rng(camera.seed)
    quads = np.array([_corners(tile, (sizes or {}).get(n, 1.0)) for n, tile in enumerate(tiles)]).reshape(-1, 4, 2)
    ups = np.array([(-_turned(np.array([0.0, 1.0]), tile.turn_deg)) for tile in tiles]).reshape(-1, 2)
    centres = np.array([(tile.x, tile.y) for tile in tiles]).reshape(-1, 2)
    image_quads = _project(quads, camera)
    up = _project(centres + 0.01 * ups, camera) - _project(centres, camera)
    up_deg = np.degrees(np.arctan2(up[:, 0], -up[:, 1]))
    spread = camera.jitter * camera.scale
    image_quads = image_quads + rng.normal(0, spread, image_quads.shape)
    boxes = np.concatenate([image_quads.min(1), image_quads.max(1)], axis=1) + rng.normal(0, spread, (len(tiles), 4))
    ordered = order_quads(image_quads.astype(np.float32)).astype(np.float64)
    top = ordered[:, 1] - ordered[:, 0]
    zero_deg = np.degrees(np.arctan2(top[:, 1], top[:, 0])) if camera.has_quads else np.zeros(len(tiles))
    rotations = _rotations(np.round((up_deg - zero_deg) / 90).astype(int) % 4, [tile.code for tile in tiles])
    return {
        "boxes_xyxy": boxes,
        "quads": ordered if camera.has_quads else np.full_like(ordered, np.nan),
        "codes": [tile.code for tile in tiles],
        "rotation_probabilities": rotations if camera.has_rotations else np.full_like(rotations, np.nan),
        "kinds": np.array([BACK if tile.code == "0x" else FACE for tile in tiles], np.int64),
        "size_wh": (1400, 1000),
    }


def _turned(vector: NDArray[np.float64], turn_deg: float) -> NDArray[np.float64]:
    """Turn vectors clockwise on the screen (y points down)."""
    c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    return vector @ np.array([[c, s], [-s, c]])


def _corners(tile: Tile, size: float) -> NDArray[np.float64]:
    unit = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * FACE_WH * size
    return _turned(unit, tile.turn_deg) + np.array([tile.x, tile.y])


def _project(points: NDArray[np.float64], camera: Camera) -> NDArray[np.float64]:
    """Tilt the table away from the camera, then roll the camera counterclockwise by turning the picture clockwise."""
    nearness = 1 - camera.perspective * points[..., 1:]
    flat = np.concatenate([points[..., :1], points[..., 1:] * camera.foreshortening], axis=-1) / nearness
    return _turned(flat * camera.scale, camera.roll_deg) + np.array(camera.shift)


def _rotations(quarter: NDArray[np.int64], codes: list[str]) -> NDArray[np.float64]:
    """Return what a calibrated reader says: it cannot tell the halves of symmetrical faces."""
    chances = np.full((len(codes), 4), 0.02)
    chances[np.arange(len(codes)), quarter] = 0.94
    for n, code in enumerate(codes):
        if code in HALF_TURN_CODES:
            chances[n] = (chances[n] + np.roll(chances[n], 2)) / 2
        if code in QUARTER_TURN_CODES:
            chances[n] = 0.25
    return chances
