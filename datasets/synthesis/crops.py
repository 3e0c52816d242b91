"""Training crops for the reader: one face each, cut out of a small rendered photo as the runtime would cut it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.synthesis.backgrounds import SURFACES, Layer, paint_ground, surface_texture
from datasets.synthesis.bodies import BACK_PANEL, FRONT_PANEL, Pose, TileTag
from datasets.synthesis.camera import Camera
from datasets.synthesis.canvas import Canvas
from datasets.synthesis.compositor import paint_bodies
from datasets.synthesis.lighting import sample_light
from datasets.synthesis.photo import develop, sample_effects
from datasets.synthesis.shadows import darken, shadow_map
from datasets.synthesis.storage import encode_jpeg
from datasets.synthesis.table import Block, Table
from engine.tile import CODES
from vision.rectify import CROP_SIZE_WH, boxes_to_quads, order_quads, rectify

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from datasets.synthesis.bodies import Body
    from datasets.synthesis.lighting import Light
    from datasets.synthesis.scenes import DesignShelf
    from datasets.synthesis.textures import FaceTextures

__all__ = [
    "CODE_WEIGHTS",
    "DESIGNS_PER_SHARD",
    "FACE_PX",
    "SHARD_SIZE",
    "CropShard",
    "make_crop",
    "make_shard",
    "quad_rotation",
]

SHARD_SIZE: Final = 4096
DESIGNS_PER_SHARD: Final = 20

LEAST_CROPS: Final = 4
"""A face whose class is asked for by name is shown so often in each design: many designs teach more than many views."""

FACE_PX: Final = (20.0, 260.0)
"""Least and greatest height of a face in the photo the crop is cut from."""

CAREFUL_FACE_PX: Final = (60.0, 190.0)
CAREFUL_SLANT_DEG: Final = 30.0
"""Least and greatest height, and the steepest slant, of a face that somebody photographs to have it learnt."""

BOX_SHARE: Final = 0.06
"""Share of crops cut by the axis-parallel box, as when the finder knows no corners."""

CARELESSNESS: Final = {0.012: 0.7, 0.03: 0.2, 0.055: 0.1}
"""How far corners lie beside the true ones, as a share of the face's size, and how often: four in five of the corners
looked at from close by lie within a twentieth of the shorter side."""

_HARDER: Final = {
    "1s": 2.0, "5z": 1.3, "6z": 1.7, "7z": 1.7, "0x": 0.7, "2z": 1.2, "3z": 1.2,
    **dict.fromkeys(("2m", "3m", "5m", "6m", "7m", "8m", "9m", "4s", "6s", "9s"), 1.2),
}  # fmt: skip
CODE_WEIGHTS: Final = {code: 2.6 if code[1] == "f" else _HARDER.get(code, 1.0) for code in CODES}
"""How often each code is drawn, relative to a plain tile: those with many pictures need more examples."""


@dataclass(frozen=True, slots=True, eq=False)
class CropShard:
    """Crops as parallel arrays.

    Attributes:
        images: (N, 120, 96, 3) uint8 BGR.
        codes: (N,) uint8, index in ``engine.tile.CODES``.
        rotations: (N,) uint8, clockwise quarter turns of the face within its crop.
    """

    images: NDArray[np.uint8]
    codes: NDArray[np.uint8]
    rotations: NDArray[np.uint8]


def make_shard(
    seed: int, number: int, shelf: DesignShelf, *, size: int = SHARD_SIZE, only: Sequence[str] = ()
) -> CropShard:
    """Make one shard; the same arguments give the same crops.

    Args:
        seed: Seed of the data set.
        number: Number of the shard.
        shelf: Where the designs come from (with the same seed).
        size: Number of crops.
        only: Codes to show, of many more designs; all when empty.
    """
    measures = shelf.designs.measures
    rng = np.random.default_rng([seed, shelf.designs.stream + 2 if measures else 2, number])
    weights = np.array([1.0 if measures else CODE_WEIGHTS[code] for code in CODES])
    if only:
        weights *= np.isin(CODES, only)
    codes = rng.choice(len(CODES), size, p=weights / weights.sum())
    grounds = [surface_texture(rng, str(rng.choice(SURFACES)), 192) for _ in range(min(48, max(2, size // 8)))]
    per_shard = -(-size // (LEAST_CROPS * len(only))) if only else DESIGNS_PER_SHARD
    designs = min(per_shard, max(1, size // 16))
    images = np.empty((size, *CROP_SIZE_WH[::-1], 3), np.uint8)
    rotations = np.empty(size, np.uint8)
    for position, code in enumerate(codes):
        faces = shelf.take(number * per_shard + position * designs // size)
        ground = grounds[int(rng.integers(len(grounds)))]
        images[position], rotations[position] = make_crop(rng, faces, CODES[code], ground)
    shuffled = rng.permutation(size)
    return CropShard(images[shuffled], codes[shuffled].astype(np.uint8), rotations[shuffled])


def make_crop(
    rng: np.random.Generator,
    faces: FaceTextures,
    code: str,
    ground_bgr: NDArray[np.uint8],
    *,
    careful: bool = False,
) -> tuple[NDArray[np.uint8], int]:
    """Return a (120, 96, 3) BGR crop of one face and the clockwise quarter turns of the face within it.

    Args:
        rng: Source of randomness.
        faces: The tile set.
        code: What the crop shows.
        ground_bgr: Texture of the table.
        careful: Whether somebody photographs the face to have it learnt: large, from above, not covered.
    """
    table = Table(rng, faces)
    standing = bool(rng.random() < 0.5)
    body = _lay_neighbourhood(table, code, standing=standing, careful=careful)
    panel = BACK_PANEL if code == "0x" else FRONT_PANEL
    height_px = float(np.exp(rng.uniform(*np.log(CAREFUL_FACE_PX if careful else FACE_PX))))
    slant_deg = float(rng.triangular(0, 8, CAREFUL_SLANT_DEG)) if careful else _slant_deg(rng)
    camera = _close_camera(rng, body, panel, height_px, slant_deg, standing=standing)
    supersampling = float(np.clip(90 / height_px, 1.0, 1.6))
    light = sample_light(rng, body.axes @ np.array([0, 0, 1.0 - 2 * panel]), camera.position)
    photo = _photograph(table, camera.resized(supersampling), light, ground_bgr)
    effects = sample_effects(rng, height_px)
    developed = develop(photo, camera.size_wh, effects, rng)
    jpeg = np.frombuffer(encode_jpeg(developed, effects.jpeg_quality), np.uint8)
    decoded = np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)
    quad = camera.project(body.panel_corners(panel))
    found = _found_quad(rng, quad)
    crops, turns = rectify(decoded, found[None])
    return crops[0], quad_rotation(quad, found, int(turns[0]))


def quad_rotation(face_quad: NDArray[np.floating], found_quad: NDArray[np.floating], turns: int) -> int:
    """Return how a face lies in the crop cut by a found quad, in clockwise quarter turns.

    Args:
        face_quad: (4, 2) true corners, the face's own top left first, clockwise as seen upright.
        found_quad: (4, 2) corners given to ``vision.rectify.rectify``, in any order.
        turns: What it answered for them.

    >>> upright = np.array([[0, 0], [3, 0], [3, 4], [0, 4]], float)
    >>> quad_rotation(np.roll(upright, -1, axis=0), upright, 0)
    1
    """
    corners = np.roll(order_quads(np.asarray(found_quad, np.float32)[None])[0], turns, axis=0)
    # A face turned clockwise by k quarters has its top left at the crop's corner k.
    misfit = [float(np.abs(np.roll(face_quad, k, axis=0) - corners).sum()) for k in range(4)]
    return int(np.argmin(misfit))


def _lay_neighbourhood(table: Table, code: str, *, standing: bool, careful: bool) -> Body:
    """Place the tile and, mostly, neighbours; return the tile."""
    rng = table.rng
    lean = float(rng.uniform(0, 30)) if standing and rng.random() < 0.5 else 0.0
    around = table.rng.random(4) < (0.68, 0.68, 0.3, 0.3)
    gap = float(rng.choice([0.003, 0.02, 0.1, 0.4]))
    pitch_x, pitch_y = table.aspect + gap, 1 + gap
    places = [(-pitch_x, 0.0), (pitch_x, 0.0), (0.0, pitch_y), (0.0, -pitch_y)]
    for (x, y), wanted in zip(places, around, strict=True):
        if wanted and not (standing and y):
            other = CODES[int(rng.integers(len(CODES) - 1))]
            tag = TileTag(other, 0, "loose", 0, 0)
            pose = Pose(
                standing=standing,
                lean_deg=lean,
                spin_deg=180.0 * (rng.random() < 0.1),
                yaw_deg=float(rng.normal(0, 60 * min(gap, 0.1))),
                flip=bool(rng.random() < (0.6 if code == "0x" else 0.03)),
            )
            table.tile(x, y + float(rng.normal(0, 0.02)), tag, pose)
    if standing and rng.random() < 0.35:
        # A ledge, a rail or another row in front of the foot.
        colour = np.clip(rng.uniform(20, 250) + rng.normal(0, 30, 3), 0, 255)
        ledge = Block((6, 0.4, float(rng.uniform(0.02, 0.12))), colour)
        table.block(0, -table.depth / 2 - float(rng.uniform(0.3, 1.2)), ledge)
    if not standing and rng.random() < 0.09 and not careful:
        _cover(table)
    pose = Pose(standing=standing, lean_deg=lean, flip=code == "0x")
    return table.tile(0, 0, TileTag(code, 0, "loose", 0, 0), pose)


def _cover(table: Table) -> None:
    """Lay a tile, face up or down, over a part of the face in the middle, never over half of it."""
    rng = table.rng
    angle = float(rng.uniform(0, 2 * np.pi))
    reach = float(rng.uniform(0.62, 1.0)) * (0.5 * (1 + table.aspect) / 2 + 0.35)
    tag = TileTag(CODES[int(rng.integers(len(CODES) - 1))], 1, "loose", 0, 0)
    pose = Pose(yaw_deg=float(rng.uniform(0, 360)), flip=bool(rng.random() < 0.5), z=table.depth + 2e-3)
    table.tile(reach * np.cos(angle), reach * np.sin(angle), tag, pose, key=False)


def _slant_deg(rng: np.random.Generator) -> float:
    """Sample the angle between line of sight and face normal; a fifth of the faces shrink to a half or less."""
    return float(rng.uniform(55, 74) if rng.random() < 0.2 else rng.triangular(0, 22, 68))


def _close_camera(  # noqa: PLR0913 - each is a choice of its own
    rng: np.random.Generator, body: Body, panel: int, height_px: float, slant_deg: float, *, standing: bool
) -> Camera:
    """Return a camera that sees a panel at about that height, its picture a little larger than the panel."""
    normal = body.axes[:, 2] * (1 if panel == FRONT_PANEL else -1)
    slant, turn = np.radians(slant_deg), rng.uniform(0, 2 * np.pi)
    if standing:
        turn = rng.normal(np.pi / 2, 0.7)  # from above, a little from the side
    first = body.axes[:, 0]
    second = np.cross(normal, first)
    second = second if second[2] >= 0 else -second
    towards = np.cos(slant) * normal + np.sin(slant) * (np.cos(turn) * first + np.sin(turn) * second)
    towards[2] = max(towards[2], 0.08)
    towards /= np.linalg.norm(towards)
    middle = body.panel_corners(panel).mean(axis=0)
    distance = float(np.exp(rng.uniform(np.log(5), np.log(45))))
    forward = -towards
    right = np.cross(forward, [0, 0, 1.0])
    right = right / np.linalg.norm(right) if np.linalg.norm(right) > 1e-3 else np.array([1.0, 0, 0])
    down = np.cross(forward, right)
    roll = np.radians(
        rng.choice([0, 90, 180, 270], p=[0.4, 0.2, 0.2, 0.2])
        + rng.normal(0, 9)
        + 30 * (rng.random() < 0.15) * rng.normal()
    )
    rotation = np.array(
        [np.cos(roll) * right + np.sin(roll) * down, np.cos(roll) * down - np.sin(roll) * right, forward]
    )
    focal = height_px * distance
    camera = Camera(middle + towards * distance, rotation, focal, np.zeros(2), (8, 8))
    quad = camera.project(body.panel_corners(panel))
    margin = 0.3 * height_px + 3
    low, high = quad.min(axis=0) - margin, quad.max(axis=0) + margin
    width, height = (int(v) for v in np.maximum(np.ceil(high - low), 8))
    return Camera(camera.position, rotation, focal, -low, (width, height))


def _photograph(table: Table, camera: Camera, light: Light, ground_bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the rendered picture."""
    rng = table.rng
    image = np.full((camera.size_wh[1], camera.size_wh[0], 3), rng.uniform(10, 220, 3), np.uint8)
    texel = float(np.linalg.norm(camera.position)) / camera.focal_px * float(rng.uniform(0.7, 2))
    paint_ground(image, camera, Layer(ground_bgr, texel, (-30, -30, 30, 30)), light.shade(np.array([0, 0, 1.0])))
    darken(image, shadow_map(camera.size_wh, camera, table.bodies, light))
    canvas = Canvas(image)
    paint_bodies(canvas, table.bodies, camera, light)
    return canvas.image_bgr


def _found_quad(rng: np.random.Generator, quad: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return the corners as an imperfect finder would give them."""
    low, high = quad.min(axis=0), quad.max(axis=0)
    size = high - low
    if rng.random() < BOX_SHARE:
        jitter = np.concatenate([low, high]) + rng.normal(0, 0.035, 4) * np.tile(size, 2)
        return np.asarray(boxes_to_quads(jitter[None].astype(np.float32))[0], np.float32)
    length = float(np.sqrt(max(cv2.contourArea(quad.astype(np.float32)), 1.0)))
    careless = float(rng.choice(list(CARELESSNESS), p=list(CARELESSNESS.values())))
    middle = quad.mean(axis=0)
    scaled = middle + (quad - middle) * (1 + rng.normal(0.01, 1.2 * careless))
    shifted = scaled + rng.normal(0, careless, 2) * length + rng.normal(0, careless, (4, 2)) * length
    return np.asarray(shifted, np.float32)
