"""Layouts: each can be laid, its tiles do not run into each other, and the camera keeps to what it asks."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from datasets.synthesis.bodies import Body
from datasets.synthesis.deals import Wall
from datasets.synthesis.design import sample_design
from datasets.synthesis.layouts import LAYOUTS
from datasets.synthesis.ordering import TOLERANCE
from datasets.synthesis.scenes import LAYOUT_SHARES, sample_camera
from datasets.synthesis.shots import Shot
from datasets.synthesis.table import Table
from datasets.synthesis.tables import TABLES
from datasets.synthesis.textures import FaceTextures

pytestmark = pytest.mark.usefixtures("cjk_fonts")

ALL = LAYOUTS | TABLES


@pytest.fixture(scope="module")
def faces() -> FaceTextures:
    return FaceTextures(sample_design(np.random.default_rng(4)), 24)


def laid(name: str, seed: int, faces: FaceTextures) -> tuple[Table, Shot]:
    rng = np.random.default_rng(seed)
    table = Table(rng, faces)
    return table, ALL[name](table, Wall(rng))


def sunk(one: Body, other: Body) -> float:
    """Return how deep two boxes sink into each other: the least overlap over all separating axes."""
    axes = [*one.axes.T, *other.axes.T]
    axes += [np.cross(a, b) for a in one.axes.T for b in other.axes.T]
    depths = []
    for axis in axes:
        length = float(np.linalg.norm(axis))
        if length < 1e-6:
            continue
        a, b = (body.corners() @ (axis / length) for body in (one, other))
        depths.append(min(a.max(), b.max()) - max(a.min(), b.min()))
    return float(min(depths))


def test_every_layout_has_a_share_and_the_shares_are_all_there_is() -> None:
    assert set(LAYOUT_SHARES) == set(ALL)
    assert sum(LAYOUT_SHARES.values()) == pytest.approx(1)


@pytest.mark.parametrize("name", sorted(ALL))
def test_tiles_of_a_layout_do_not_run_into_each_other(name: str, faces: FaceTextures) -> None:
    table, _ = laid(name, 3, faces)
    assert (name == "nothing") == (not table.key)
    tiles = [table.bodies[k] for k in table.key][:60]
    for one, other in combinations(tiles, 2):
        if np.linalg.norm(one.centre - other.centre) < 1.5:
            assert sunk(one, other) < 10 * TOLERANCE, name


@pytest.mark.parametrize("name", sorted(TABLES))
def test_camera_keeps_to_what_the_layout_asks(name: str, faces: FaceTextures) -> None:
    for seed in range(3):
        table, shot = laid(name, seed, faces)
        points = np.concatenate([table.bodies[k].corners() for k in table.key])
        camera = sample_camera(np.random.default_rng(seed), points, shot, (640, 480))
        if shot.elevation_deg is not None:
            elevation = np.degrees(np.arcsin(-camera.rotation[2, 2]))
            assert shot.elevation_deg[0] - 0.1 <= elevation <= shot.elevation_deg[1] + 0.1
        if shot.tile_px is not None:
            height = camera.focal_px / np.median(camera.depth(points))
            # Stepping away keeps the middle's distance; the median's differs a little.
            assert 0.7 * shot.tile_px[0] <= height <= 1.3 * shot.tile_px[1]


def test_squeezed_faces_lie_flat_and_are_seen_from_low() -> None:
    faces = FaceTextures(sample_design(np.random.default_rng(4)), 24)
    table, shot = laid("squeezed", 0, faces)
    assert shot.elevation_deg is not None
    assert np.sin(np.radians(shot.elevation_deg[0])) < 1 / 3
    assert all(abs(table.bodies[k].axes[2, 2]) > 0.99 for k in table.key)


def test_a_stack_hides_parts_of_faces() -> None:
    faces = FaceTextures(sample_design(np.random.default_rng(4)), 24)
    heights = {round(float(laid("stacked", seed, faces)[0].bodies[-1].centre[2]), 2) for seed in range(6)}
    assert max(heights) > faces.design.thickness * faces.design.aspect
