"""Clutter: things are placed apart, round ones are drawn round, and none of them is labelled as a face."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.synthesis.bodies import TileTag
from datasets.synthesis.camera import View, frame_points
from datasets.synthesis.canvas import Canvas
from datasets.synthesis.clutter import GAMING, HOUSEHOLD, place_clutter, scatter_on_tiles
from datasets.synthesis.compositor import paint_bodies
from datasets.synthesis.design import sample_design
from datasets.synthesis.lighting import Light
from datasets.synthesis.table import Table
from datasets.synthesis.textures import FaceTextures
from datasets.synthesis.things.dice import DIE_ORDERS
from datasets.synthesis.things.spots import Spot, lay_round
from datasets.synthesis.truths import tile_truths

pytestmark = pytest.mark.usefixtures("cjk_fonts")

LIGHT = Light(np.array([0, 0, 1.0]), np.full(3, 0.3), np.full(3, 0.7), 0.1, 0.4)
FROM_ABOVE = View(89, 0, 0, 40, 0.9)
SQUARE = np.array([[-1.0, -1, 0], [1, 1, 0]])


@pytest.fixture(scope="module")
def faces() -> FaceTextures:
    return FaceTextures(sample_design(np.random.default_rng(4)), 48)


def paint(table: Table, points: np.ndarray, size_wh: tuple[int, int] = (200, 200)) -> tuple[Canvas, list[object]]:
    camera = frame_points(points, FROM_ABOVE, size_wh, np.random.default_rng(0))
    canvas = Canvas(np.zeros((size_wh[1], size_wh[0], 3), np.uint8))
    paint_bodies(canvas, table.bodies, camera, LIGHT)
    return canvas, list(tile_truths(table.bodies, camera, canvas))


@pytest.mark.parametrize("kind", [*GAMING, *HOUSEHOLD], ids=lambda kind: kind[1].__name__)
def test_every_thing_can_be_laid_and_keeps_to_its_room(kind: tuple[float, object], faces: FaceTextures) -> None:
    room, lay = kind
    for seed in range(4):
        table = Table(np.random.default_rng(seed), faces)
        lay(table, Spot(3, 2, 20.0))  # type: ignore[operator]
        assert table.bodies
        assert not table.key, "clutter is never what a photo is about"
        low = min(float(body.corners()[:, 2].min()) for body in table.bodies)
        assert low == pytest.approx(0, abs=1e-6)
        assert all(np.hypot(*(body.centre[:2] - [3, 2])) < 6 * room + 6 for body in table.bodies)


def test_things_and_tiles_do_not_run_into_each_other(faces: FaceTextures) -> None:
    table = Table(np.random.default_rng(2), faces)
    for k in range(5):
        table.tile(k * 0.8, 0, TileTag("1m", 0, "loose", 0, k))
    place_clutter(table, (-6, -6, 8, 6), 30)
    tiles = table.bodies[:5]
    for thing in table.bodies[5:]:
        for tile in tiles:
            gap = np.abs(thing.centre[:2] - tile.centre[:2]).max()
            assert gap > 0.3, "a thing stands in a tile"


def test_a_cylinder_is_painted_round(faces: FaceTextures) -> None:
    table = Table(np.random.default_rng(0), faces)
    lay_round(table, Spot(0, 0), (2.0, 0.05), np.full(3, 250.0), None)
    canvas, truths = paint(table, SQUARE)
    share = (canvas.image_bgr.max(axis=2) > 100).sum() / 180**2
    assert share == pytest.approx(np.pi / 4, abs=0.06)
    assert truths == []


def test_what_lies_on_a_tile_hides_its_part_of_the_face(faces: FaceTextures) -> None:
    table = Table(np.random.default_rng(1), faces)
    table.tile(0, 0, TileTag("9p", 0, "loose", 0, 0))
    whole = paint(table, SQUARE)[1][0].visible  # type: ignore[attr-defined]
    lay_round(table, Spot(0, 0.3, z=table.top_over(0, 0) + 1e-3), (0.6, 0.1), np.full(3, 90.0), None)
    covered = paint(table, SQUARE)[1][0].visible  # type: ignore[attr-defined]
    assert whole > 0.95
    assert 0.3 < covered < 0.9


def test_on_top_of_standing_tiles_nothing_is_put(faces: FaceTextures) -> None:
    table = Table(np.random.default_rng(1), faces)
    scatter_on_tiles(table, 3)
    assert table.bodies == []


def test_opposite_sides_of_a_die_add_up_to_seven() -> None:
    for order in DIE_ORDERS:
        assert sorted(order) == [1, 2, 3, 4, 5, 6]
        assert {order[0] + order[1], order[2] + order[3], order[4] + order[5]} == {7}
