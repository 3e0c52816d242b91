"""Synthetic photos of tables with mahjong tiles, and the truth about them."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.synthesis.annotations import SceneTruth, TileTruth
from datasets.synthesis.backgrounds import SURFACES, paint_ground, room_picture, surface_texture, wood_texture
from datasets.synthesis.bodies import BACK_PANEL, FRONT_PANEL
from datasets.synthesis.camera import Camera, frame_points, sample_view
from datasets.synthesis.clutter import paint_fingers, place_clutter
from datasets.synthesis.compositor import Canvas, Glare, paint_bodies, panel_id
from datasets.synthesis.deals import Wall
from datasets.synthesis.design import sample_design
from datasets.synthesis.layouts import LAYOUTS, lay
from datasets.synthesis.lighting import Light, sample_light
from datasets.synthesis.photo import PhotoEffects, develop, sample_effects
from datasets.synthesis.table import Table
from datasets.synthesis.textures import FaceTextures, Mipmap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from datasets.synthesis.art import ArtLibrary
    from datasets.synthesis.bodies import Body

__all__ = [
    "LAYOUT_SHARES",
    "SCENES_PER_DESIGN",
    "DesignShelf",
    "Scene",
    "make_scene",
    "paint_shadows",
    "render",
    "sample_glare",
    "tile_truths",
]

SCENES_PER_DESIGN: Final = 16
"""Neighbouring scenes share a design, since drawing its faces costs more than a scene."""

LAYOUT_SHARES: Final = {
    "rack": 0.29, "row": 0.16, "two_rows": 0.08, "grid": 0.08, "melds": 0.05, "few": 0.05, "scatter": 0.08,
    "discards": 0.05, "game": 0.1, "nothing": 0.06,
}  # fmt: skip
ASPECTS: Final = ((4, 3), (4, 3), (4, 3), (3, 4), (3, 4), (16, 9), (9, 16), (1, 1))
TILE_PX: Final = (12.0, 250.0)
"""Least and greatest height of a face in a 640-pixel picture."""

MIN_VISIBLE: Final = 0.05
"""A tile of which a smaller fraction shows is left out of the truth."""

MIN_FACING: Final = 0.1
"""Least cosine between a side's normal and the direction to the camera for the side to count as seen."""


class DesignShelf:
    """Designs by number, the last few with their faces drawn."""

    def __init__(self, seed: int, art: ArtLibrary | None = None, *, height_px: int = 224, keep: int = 4) -> None:
        """Sample from this seed, half of the designs with ready-made art where there is any."""
        self._seed, self._art, self._height_px, self._keep = seed, art, height_px, keep
        self._shelf: OrderedDict[int, FaceTextures] = OrderedDict()

    def take(self, number: int) -> FaceTextures:
        """Return the faces of a design."""
        if number not in self._shelf:
            rng = np.random.default_rng([self._seed, 1, number])
            design = sample_design(rng, art=self._art)
            self._shelf[number] = FaceTextures(design, self._height_px)
        self._shelf.move_to_end(number)
        while len(self._shelf) > self._keep:
            self._shelf.popitem(last=False)
        return self._shelf[number]


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A finished picture, its truth and how strongly it is to be compressed."""

    image_bgr: NDArray[np.uint8]
    truth: SceneTruth
    jpeg_quality: int


def make_scene(seed: int, index: int, shelf: DesignShelf, *, long_side_px: int = 640) -> Scene:
    """Make scene ``index`` of the data set with that seed; the same arguments give the same scene.

    Args:
        seed: Seed of the data set.
        index: Number of the scene.
        shelf: Where the designs come from (with the same seed).
        long_side_px: Long side of the picture.
    """
    rng = np.random.default_rng([seed, 0, index])
    number = index // SCENES_PER_DESIGN
    faces = shelf.take(number)
    backs = shelf.take(number - 1) if number and rng.random() < 0.15 else None
    table = Table(rng, faces, backs)
    laid = lay(table, Wall(rng), str(rng.choice(list(LAYOUT_SHARES), p=list(LAYOUT_SHARES.values()))))
    size_wh = _picture_size(rng, long_side_px)
    points = _points_of_interest(table)
    camera = _camera(rng, points, standing=laid.standing, size_wh=size_wh)
    _surround(table, points, crowded=laid.name == "nothing")
    supersampling = 1.5 if long_side_px <= 1000 else 1.0
    normal = np.array([0, -0.8, 0.6]) if laid.standing else np.array([0, 0, 1.0])
    light = sample_light(rng, normal)
    canvas = render(table.bodies, camera, light, rng, size_wh=size_wh, supersampling=supersampling)
    tile_px = _tile_height(table, camera)
    if rng.random() < 0.12 and table.key:
        at = camera.project(table.bodies[int(rng.choice(table.key))].centre) * supersampling
        paint_fingers(canvas, rng, at, max(tile_px * supersampling * float(rng.uniform(0.5, 0.85)), 6))
    effects = sample_effects(rng, tile_px)
    image = develop(canvas.image_bgr, size_wh, effects, rng)
    truth = SceneTruth(
        image=f"images/{index:06d}.jpg", width=size_wh[0], height=size_wh[1], layout=laid.name, design=number,
        tiles=tuple(tile_truths(table.bodies, camera, canvas)),
    )  # fmt: skip
    return Scene(image, truth, effects.jpeg_quality)


def _picture_size(rng: np.random.Generator, long_side_px: int) -> tuple[int, int]:
    w, h = ASPECTS[rng.integers(len(ASPECTS))]
    scale = long_side_px / max(w, h)
    return round(w * scale), round(h * scale)


def _points_of_interest(table: Table) -> NDArray[np.float64]:
    """Return the corners of what the photo is about."""
    if not table.key:
        spread = float(table.rng.uniform(2, 8))
        return np.array([[-spread, -spread, 0], [spread, spread, 0], [spread, -spread, 0], [-spread, spread, 0]])
    return np.concatenate([table.bodies[k].corners() for k in table.key])


def _camera(
    rng: np.random.Generator, points: NDArray[np.float64], *, standing: bool, size_wh: tuple[int, int]
) -> Camera:
    """Sample a camera under which the tiles have a plausible size."""
    view = sample_view(rng, standing=standing)
    camera = frame_points(points, view, size_wh, rng)
    scale = max(size_wh) / 640
    height = camera.focal_px / float(np.median(camera.depth(points)))
    least, greatest = TILE_PX[0] * scale * 1.2, TILE_PX[1] * scale
    if not least <= height <= greatest:
        # Step nearer or away along the line of sight; the framing then no longer holds, as in careless photos.
        factor = height / np.clip(height, least, greatest)
        middle = (points.min(axis=0) + points.max(axis=0)) / 2
        position = middle + (camera.position - middle) * factor
        position[2] = max(position[2], 1.0)
        camera = Camera(position, camera.rotation, camera.focal_px, camera.principal_px, size_wh)
    return camera


def _surround(table: Table, points: NDArray[np.float64], *, crowded: bool) -> None:
    """Put other things on the table."""
    rng = table.rng
    if not crowded and rng.random() > 0.35:
        return
    x1, y1, _ = points.min(axis=0) - 3
    x2, y2, _ = points.max(axis=0) + 4
    place_clutter(table, (float(x1), float(y1), float(x2), float(y2)), int(rng.integers(1, 9)) + (8 if crowded else 0))


def _tile_height(table: Table, camera: Camera) -> float:
    """Return the middle height of the key tiles in pixels of the final picture."""
    if not table.key:
        return 40.0
    depths = camera.depth(np.stack([table.bodies[k].centre for k in table.key]))
    return float(camera.focal_px / max(np.median(depths), 0.5))


def render(
    bodies: Sequence[Body],
    camera: Camera,
    light: Light,
    rng: np.random.Generator,
    *,
    size_wh: tuple[int, int],
    supersampling: float = 1.5,
) -> Canvas:
    """Return the picture of bodies on a sampled table, ``supersampling`` times the given size."""
    big_wh = round(size_wh[0] * supersampling), round(size_wh[1] * supersampling)
    factors = np.array(big_wh) / size_wh
    big = Camera(camera.position, camera.rotation, camera.focal_px * float(factors[0]), camera.principal_px * factors, big_wh)
    image = room_picture(rng, big_wh)
    _paint_table(image, big, bodies, light, rng)
    paint_shadows(image, big, bodies, light)
    canvas = Canvas(image, 1 / supersampling)
    paint_bodies(canvas, bodies, big, light, sample_glare(rng, camera))
    return canvas


def sample_glare(rng: np.random.Generator, camera: Camera) -> Glare | None:
    if rng.random() > 0.45:
        return None
    lamp = np.array([*rng.normal(0, 9, 2), rng.uniform(8, 30)]) - [camera.position[0], camera.position[1], 0]
    strength = rng.uniform(20, 190) * (1 + rng.normal(0, 0.04, 3))
    return Glare(lamp, float(rng.uniform(0.4, 3)), strength)


def _paint_table(
    image: NDArray[np.uint8], camera: Camera, bodies: Sequence[Body], light: Light, rng: np.random.Generator
) -> None:
    """Paint floor and table top."""
    centres = np.stack([body.centre for body in bodies]) if bodies else np.zeros((1, 3))
    low, high = centres.min(axis=0) - 1.5, centres.max(axis=0) + 1.5
    texel = float(np.median(camera.depth(centres)) / camera.focal_px) * float(rng.uniform(0.7, 1.4))
    shade = light.shade(np.array([0, 0, 1.0]))
    if rng.random() < 0.6:
        floor = wood_texture(rng, (512, 512)) if rng.random() < 0.5 else surface_texture(rng, "stone", 512)
        paint_ground(
            image, camera, floor, texel=texel * 2.5, bounds=(-90, -60, 90, 120), height=-20.0, shade_bgr=shade * 0.6
        )
    margin = rng.uniform([0.3, 0.3, 0.3, 0.3], [14, 7, 14, 18])
    bounds = (low[0] - margin[0], low[1] - margin[1], high[0] + margin[2], high[1] + margin[3])
    texture = surface_texture(rng, str(rng.choice(SURFACES)))
    if rng.random() < 0.3:
        # A wooden or plastic border around the cloth.
        border = float(rng.uniform(0.5, 2.5))
        outer = (bounds[0] - border, bounds[1] - border, bounds[2] + border, bounds[3] + border)
        edge = wood_texture(rng, (512, 512)) if rng.random() < 0.7 else surface_texture(rng, "plain", 256)
        paint_ground(image, camera, edge, texel=texel, bounds=outer, shade_bgr=shade)
    paint_ground(image, camera, texture, texel=texel, bounds=bounds, shade_bgr=shade)


def paint_shadows(image: NDArray[np.uint8], camera: Camera, bodies: Sequence[Body], light: Light) -> None:
    """Darken the table under and beside bodies."""
    if not bodies:
        return
    height, width = image.shape[:2]
    factor = 0.25
    small_wh = max(1, round(width * factor)), max(1, round(height * factor))
    cast, contact = (np.zeros((small_wh[1], small_wh[0]), np.uint8) for _ in range(2))
    corners = np.stack([body.corners() for body in bodies])
    usable = camera.depth(corners).min(axis=1) > 0.5
    lifted = np.maximum(corners[..., 2:], 0)
    thrown = corners - lifted * light.direction / max(float(light.direction[2]), 0.2)
    thrown[..., 2] = 0
    under = corners.copy()
    under[..., 2] = 0
    for mask, points in ((cast, thrown), (contact, under)):
        seen = camera.depth(points).min(axis=1) > 0.5
        for polygon in camera.project(points[usable & seen]) * factor:
            hull = cv2.convexHull(np.clip(polygon, -4000, 8000).astype(np.float32))
            cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), (255.0,))
    unit = camera.focal_px / max(float(np.median(camera.depth(corners.mean(axis=1)))), 0.5) * factor
    cast_soft = cv2.GaussianBlur(cast, (0, 0), max(light.softness * unit, 0.6))
    contact_soft = cv2.GaussianBlur(contact, (0, 0), max(0.1 * unit, 0.6))
    dark = np.maximum(cast_soft * light.shadow, contact_soft * 0.42)
    remaining = cv2.resize((255 - dark).astype(np.uint8), (width, height), interpolation=cv2.INTER_LINEAR)
    image[:] = cv2.multiply(image, cv2.cvtColor(remaining, cv2.COLOR_GRAY2BGR), scale=1 / 255)


def tile_truths(bodies: Sequence[Body], camera: Camera, canvas: Canvas) -> list[TileTruth]:
    """Return what the picture shows of every tile, from the panels marked on the canvas."""
    truths = []
    width, height = camera.size_wh
    ratio = np.array([width / canvas.ids.shape[1], height / canvas.ids.shape[0]])
    shown = _extents(canvas.ids)
    for index, body in enumerate(bodies):
        for panel in (FRONT_PANEL, BACK_PANEL):
            extent = shown.get(panel_id(index, panel))
            if body.tag is None or extent is None or _facing(body, panel, camera) < MIN_FACING:
                continue
            count, (x1, y1, x2, y2) = extent
            quad = camera.project(body.panel_corners(panel))
            area = float(cv2.contourArea(quad.astype(np.float32)))
            visible = min(1.0, count * float(ratio.prod()) / max(area, 1.0))
            if visible < MIN_VISIBLE:
                continue
            low, high = quad.min(axis=0), quad.max(axis=0)
            clipped_low, clipped_high = np.clip(low, 0, camera.size_wh), np.clip(high, 0, camera.size_wh)
            up = (quad[0] + quad[1] - quad[2] - quad[3]) / 2
            turn = float(np.degrees(np.arctan2(up[0], -up[1])) % 360)
            code = "0x" if panel == BACK_PANEL else body.tag.code
            truths.append(
                TileTruth(
                    code=code,
                    kind="back" if panel == BACK_PANEL else "face",
                    quad=tuple((round(float(x), 2), round(float(y), 2)) for x, y in quad),  # type: ignore[arg-type]
                    box=_rounded(*clipped_low, *clipped_high),
                    visible_box=_rounded(*(np.array([x1, y1]) * ratio), *(np.array([x2, y2]) * ratio)),
                    visible=round(visible, 3),
                    truncated=bool((low < 0).any() or (high > camera.size_wh).any()),
                    rotation=round(turn / 90) % 4 * 90,
                    rotation_deg=round(turn, 1),
                    group=body.tag.group,
                    group_kind=body.tag.group_kind,
                    row=body.tag.row,
                    order=body.tag.order,
                )
            )
    return truths


def _rounded(x1: float, y1: float, x2: float, y2: float) -> tuple[float, float, float, float]:
    return round(float(x1), 2), round(float(y1), 2), round(float(x2), 2), round(float(y2), 2)


def _facing(body: Body, panel: int, camera: Camera) -> float:
    """Return the cosine between a panel's normal and the direction to the camera."""
    normal = body.axes[:, 2] * (1 if panel == FRONT_PANEL else -1)
    towards = camera.position - body.panel_corners(panel).mean(axis=0)
    return float(normal @ towards / np.linalg.norm(towards))


def _extents(ids: NDArray[np.uint16]) -> dict[int, tuple[int, tuple[int, int, int, int]]]:
    """Return pixel count and x1, y1, x2, y2 (exclusive) of every number in the map but 0."""
    ys, xs = np.nonzero(ids)
    if len(ys) == 0:
        return {}
    values = ids[ys, xs]
    order = np.argsort(values, kind="stable")
    values, xs, ys = values[order], xs[order], ys[order]
    numbers, starts = np.unique(values, return_index=True)
    x1, x2 = np.minimum.reduceat(xs, starts), np.maximum.reduceat(xs, starts) + 1
    y1, y2 = np.minimum.reduceat(ys, starts), np.maximum.reduceat(ys, starts) + 1
    counts = np.diff([*starts, len(values)])
    return {
        int(n): (int(c), (int(a), int(b), int(d), int(e)))
        for n, c, a, b, d, e in zip(numbers, counts, x1, y1, x2, y2, strict=True)
    }
