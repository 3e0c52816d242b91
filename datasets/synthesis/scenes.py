"""Synthetic photos of tables with mahjong tiles, and the truth about them."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.synthesis.annotations import SceneTruth
from datasets.synthesis.camera import Camera, frame_points, sample_view
from datasets.synthesis.clutter import place_clutter, place_in_front, scatter_on_tiles
from datasets.synthesis.deals import Wall
from datasets.synthesis.faces.palette import weighted
from datasets.synthesis.fingers import paint_fingers
from datasets.synthesis.layouts import LAYOUTS
from datasets.synthesis.lighting import sample_light
from datasets.synthesis.photo import develop, sample_effects
from datasets.synthesis.ranges import DesignRange, sample_in_range
from datasets.synthesis.rendering import render, sample_ground
from datasets.synthesis.table import Table
from datasets.synthesis.tables import TABLES
from datasets.synthesis.textures import FaceTextures
from datasets.synthesis.truths import tile_truths

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.synthesis.art import ArtLibrary
    from datasets.synthesis.backdrops import Backdrops
    from datasets.synthesis.shots import Shot

__all__ = [
    "HAND_SHARES",
    "HAND_TILE_PX",
    "LAYOUT_SHARES",
    "SCENES_PER_DESIGN",
    "DesignShelf",
    "Scene",
    "design_number",
    "make_scene",
    "sample_camera",
]

SCENES_PER_DESIGN: Final = 16
"""Neighbouring scenes share a design, since drawing its faces costs more than a scene."""

LAYOUT_SHARES: Final = {
    "rack": 0.17, "row": 0.09, "two_rows": 0.05, "grid": 0.05, "melds": 0.03, "few": 0.04, "scatter": 0.04,
    "discards": 0.03, "game": 0.06, "nothing": 0.06, "railed": 0.09, "squeezed": 0.08, "steep": 0.04,
    "whole_table": 0.05, "tray": 0.04, "loose": 0.03, "stacked": 0.03, "heap": 0.02,
}  # fmt: skip
ASPECTS: Final = ((4, 3), (4, 3), (4, 3), (3, 4), (3, 4), (16, 9), (9, 16), (1, 1))
TILE_PX: Final = (12.0, 250.0)
"""Least and greatest height of a face in a 640-pixel picture."""


MEASURED_SCENES_PER_DESIGN: Final = 4
"""Scenes to measure on are few, so more sets are worth their drawing."""

BALANCED_SHARES: Final = {name: (0.3 if name in {"nothing", "few"} else 1.0) for name in LAYOUT_SHARES}
"""Scenes to measure on show every layout about as often."""

HAND_SHARES: Final = {"rack": 2.0, "row": 2.0, "two_rows": 1.0, "melds": 1.0, "grid": 1.0, "tray": 1.0}
"""What people photograph to have it read: their own hand, or a set laid out."""

HAND_TILE_PX: Final = (28.0, 250.0)
"""Least and greatest height of a tile in a 640-pixel picture of a hand: a row of 14 fills half of it at least."""


class DesignShelf:
    """Designs by number, the last few with their faces drawn.

    Attributes:
        designs: The range they are drawn from.
    """

    def __init__(
        self,
        seed: int,
        art: ArtLibrary | None = None,
        *,
        height_px: int = 224,
        keep: int = 4,
        designs: DesignRange = DesignRange.TRAINING,
    ) -> None:
        """Sample from this seed and range, half of the designs with ready-made art where there is any."""
        self._seed, self._art, self._height_px, self._keep = seed, art, height_px, keep
        self.designs = designs
        self._shelf: OrderedDict[int, FaceTextures] = OrderedDict()

    def take(self, number: int) -> FaceTextures:
        """Return the faces of a design."""
        if number not in self._shelf:
            rng = np.random.default_rng([self._seed, self.designs.stream, number])
            design = sample_in_range(rng, self.designs, art=self._art)
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


def make_scene(  # noqa: PLR0913 - each is a choice of its own, most with a default
    seed: int,
    index: int,
    shelf: DesignShelf,
    *,
    long_side_px: int = 640,
    backdrops: Backdrops | None = None,
    layout: str = "",
    hands: bool = False,
) -> Scene:
    """Make scene ``index`` of the data set with that seed; the same arguments give the same scene.

    Args:
        seed: Seed of the data set.
        index: Number of the scene.
        shelf: Where the designs come from (with the same seed).
        long_side_px: Long side of the picture.
        backdrops: Real pictures without tiles to use as well.
        layout: Name of the layout; empty draws one.
        hands: Only pictures as people take them of their own tiles, near enough to be read.
    """
    measures = shelf.designs.measures
    rng = np.random.default_rng([seed, shelf.designs.stream + 1 if measures else 0, index])
    number = design_number(index, shelf.designs)
    faces = shelf.take(number)
    backs = shelf.take(number - 1) if number and rng.random() < 0.15 else None
    table = Table(rng, faces, backs)
    layout = layout or weighted(rng, HAND_SHARES if hands else BALANCED_SHARES if measures else LAYOUT_SHARES)
    shot = (LAYOUTS | TABLES)[layout](table, Wall(rng, balanced=measures))
    if hands:
        shot = replace(shot, tile_px=HAND_TILE_PX)
    table.number_rows()
    size_wh = _picture_size(rng, long_side_px)
    points = _points_of_interest(table)
    camera = sample_camera(rng, points, shot, size_wh)
    if layout != "nothing" or backdrops is None or rng.random() < 0.4:
        _surround(table, points, crowded=layout == "nothing")
    supersampling = 1.5 if long_side_px <= 1000 else 1.0
    normal = np.array([0, -0.8, 0.6]) if shot.standing else np.array([0, 0, 1.0])
    light = sample_light(rng, normal, camera.position)
    big = camera.resized(supersampling)
    ground = sample_ground(rng, table.bodies, big, backdrops, shot.setting)
    canvas = render(table.bodies, big, light, ground, 1 / supersampling)
    tile_px = _tile_height(table, camera)
    if rng.random() < 0.12 and table.key:
        at = camera.project(table.bodies[int(rng.choice(table.key))].centre) * supersampling
        paint_fingers(canvas, rng, at, max(tile_px * supersampling * float(rng.uniform(0.5, 0.85)), 6))
    effects = sample_effects(rng, tile_px)
    image = develop(canvas.image_bgr, size_wh, effects, rng)
    truth = SceneTruth(
        image=f"images/{index:06d}.jpg", width=size_wh[0], height=size_wh[1], layout=layout, design=number,
        tiles=tuple(tile_truths(table.bodies, camera, canvas)),
    )  # fmt: skip
    return Scene(image, truth, effects.jpeg_quality)


def design_number(index: int, designs: DesignRange) -> int:
    """Return the number of the design that a scene shows."""
    return index // (MEASURED_SCENES_PER_DESIGN if designs.measures else SCENES_PER_DESIGN)


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


def sample_camera(
    rng: np.random.Generator, points: NDArray[np.float64], shot: Shot, size_wh: tuple[int, int]
) -> Camera:
    """Sample a camera as the layout asks, under which the tiles have a plausible size."""
    view = sample_view(rng, standing=shot.standing)
    if shot.elevation_deg is not None:
        view = replace(view, elevation_deg=float(rng.uniform(*shot.elevation_deg)))
    if shot.azimuth_deg is not None:
        view = replace(view, azimuth_deg=float(rng.normal(0, shot.azimuth_deg)))
    camera = frame_points(points, view, size_wh, rng)
    scale = max(size_wh) / 640
    height = camera.focal_px / float(np.median(camera.depth(points)))
    least, greatest = shot.tile_px or (TILE_PX[0] * 1.2, TILE_PX[1])
    if not least * scale <= height <= greatest * scale:
        # Step nearer or away along the line of sight; the framing then no longer holds, as in careless photos.
        factor = height / np.clip(height, least * scale, greatest * scale)
        middle = (points.min(axis=0) + points.max(axis=0)) / 2
        position = middle + (camera.position - middle) * factor
        position[2] = max(position[2], 1.0)
        camera = Camera(position, camera.rotation, camera.focal_px, camera.principal_px, size_wh)
    return camera


def _surround(table: Table, points: NDArray[np.float64], *, crowded: bool) -> None:
    """Put other things on the table."""
    rng = table.rng
    if rng.random() < 0.1:
        scatter_on_tiles(table, int(rng.integers(1, 4)))
    if rng.random() < 0.12:
        place_in_front(table, int(rng.integers(1, 3)))
    if not crowded and rng.random() > 0.55:
        return
    x1, y1, _ = points.min(axis=0) - 3
    x2, y2, _ = points.max(axis=0) + 4
    place_clutter(table, (float(x1), float(y1), float(x2), float(y2)), int(rng.integers(1, 10)) + (8 if crowded else 0))


def _tile_height(table: Table, camera: Camera) -> float:
    """Return the middle height of the key tiles in pixels of the final picture."""
    if not table.key:
        return 40.0
    depths = camera.depth(np.stack([table.bodies[k].centre for k in table.key]))
    return float(camera.focal_px / max(np.median(depths), 0.5))
