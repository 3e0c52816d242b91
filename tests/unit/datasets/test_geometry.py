from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from datasets.photos import load_photos
from datasets.splits import assign_splits
from datasets.synthesis.backdrops import Backdrops
from datasets.synthesis.bodies import (
    BACK_PANEL,
    FRONT_PANEL,
    PANEL_AXES,
    PANEL_NORMALS,
    Body,
    Pose,
    TileTag,
    orientation,
)
from datasets.synthesis.camera import View, frame_points
from datasets.synthesis.deals import Wall, arrange
from datasets.synthesis.ordering import painting_order
from datasets.synthesis.scenes import DesignShelf
from datasets.synthesis.storage import encode_jpeg
from datasets.synthesis.table import Block, Table

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from datasets.synthesis.camera import Camera

pytestmark = pytest.mark.usefixtures("cjk_fonts")

SIZE = np.array([0.75, 1.0, 0.5])


def body(x: float, y: float, pose: Pose | None = None) -> Body:
    return Body(np.array([x, y, 0.5]), orientation(pose or Pose()), SIZE, np.full((2, 3), 200.0))


def camera(view: View, points: NDArray[np.float64]) -> Camera:
    return frame_points(points, view, (640, 480), np.random.default_rng(0))


def test_panels_look_outwards() -> None:
    # The body frame is left-handed (v points down), so the check is made in the world.
    axes = orientation(Pose(standing=True, yaw_deg=20))
    for (right, down), normal in zip(PANEL_AXES, PANEL_NORMALS, strict=True):
        assert np.allclose(-np.cross(axes @ right, axes @ down), axes @ normal)


@pytest.mark.parametrize(
    "pose", [Pose(), Pose(standing=True), Pose(standing=True, lean_deg=20, yaw_deg=30), Pose(flip=True)]
)
def test_axes_stay_orthonormal_and_unmirrored(pose: Pose) -> None:
    axes = orientation(pose)
    assert np.allclose(axes.T @ axes, np.eye(3))
    assert np.linalg.det(axes) == pytest.approx(np.linalg.det(orientation(Pose())))


def test_leaning_tile_looks_up_at_the_player() -> None:
    normal = orientation(Pose(standing=True, lean_deg=30))[:, 2]
    assert np.allclose(normal, [0, -np.cos(np.radians(30)), np.sin(np.radians(30))])


def test_spin_is_clockwise_as_seen() -> None:
    quarter = body(0, 0, Pose(spin_deg=90)).panel_corners(FRONT_PANEL)
    # The face's own top left now lies where an upright one of that outline has its top right.
    assert quarter[0][0] > 0
    assert quarter[0][1] > 0


def test_flipped_tile_shows_its_back() -> None:
    corners = body(0, 0, Pose(flip=True)).panel_corners(BACK_PANEL)
    assert (corners[:, 2] > 0.5).all()


def test_framing_fills_the_wanted_part() -> None:
    points = np.concatenate([body(x, 0).corners() for x in range(14)])
    view = View(elevation_deg=40, azimuth_deg=10, roll_deg=3, field_deg=65, fill=0.8)
    seen = camera(view, points).project(points)
    assert (np.ptp(seen, axis=0) / [640, 480]).max() == pytest.approx(0.8, abs=0.02)
    assert (seen > 0).all()


def test_camera_rolled_clockwise_sees_the_world_turned_anticlockwise() -> None:
    points = body(0, 0).panel_corners(FRONT_PANEL)
    seen = camera(View(89.9, 0, 90, 60, 0.5), points).project(points)
    up = seen[0] + seen[1] - seen[2] - seen[3]
    assert up[0] < -10 * abs(up[1])


def test_nearer_boxes_are_painted_later() -> None:
    bodies = [body(0, 0), body(0, 2), body(0, 4)]
    everywhere = np.tile([0.0, 0.0, 100.0, 100.0], (3, 1))
    assert painting_order(bodies, np.array([0, -10.0, 8]), everywhere) == [2, 1, 0]
    assert painting_order(bodies, np.array([0, 14.0, 8]), everywhere) == [0, 1, 2]


def test_stacked_boxes_hide_by_height_and_not_by_distance() -> None:
    low, high = body(0, 0), Body(np.array([0.3, 0.3, 1.2]), orientation(Pose()), SIZE, np.full((2, 3), 200.0))
    everywhere = np.tile([0.0, 0.0, 100.0, 100.0], (2, 1))
    assert painting_order([high, low], np.array([0, 0, 20.0]), everywhere) == [1, 0]


@pytest.mark.parametrize("seed", range(12))
def test_wall_never_gives_five_of_a_kind(seed: int) -> None:
    rng = np.random.default_rng(seed)
    wall = Wall(rng)
    drawn = wall.draw_hand(14) + wall.draw_set() + wall.draw_set(4) + wall.draw_bonus(3) + wall.draw(40)
    plain = [code.replace("0", "5") for code in drawn if code != "1j"]
    assert max(plain.count(code) for code in plain) <= 4
    bonus = [code for code in drawn if code[1] == "f"]
    assert len(bonus) == len(set(bonus))


def test_arranging_keeps_the_tiles() -> None:
    codes = ["1z", "0p", "9s", "1f", "5p", "1m"]
    for seed in range(8):
        assert sorted(arrange(np.random.default_rng(seed), list(codes))) == sorted(codes)


def table() -> Table:
    return Table(np.random.default_rng(0), DesignShelf(0, height_px=16).take(0))


def test_turning_moves_what_was_placed_later_only() -> None:
    laid = table()
    laid.block(0, 0, Block((1, 1, 1), np.zeros(3)))
    laid.block(3, 0, Block((2, 1, 1), np.zeros(3)))
    laid.turn(1, 90, (1, 0))
    assert np.allclose(laid.bodies[0].centre, [0, 0, 0.5])
    assert np.allclose(laid.bodies[1].centre, [1, 2, 0.5])
    assert not laid.is_free(1, 2.9, 0.05, 0.05)
    assert laid.is_free(1.9, 2, 0.05, 0.05)


def test_clashing_things_are_withdrawn() -> None:
    laid = table()
    laid.block(0, 0, Block((1, 1, 1), np.zeros(3)))
    laid.block(0.8, 0, Block((1, 1, 1), np.zeros(3)), Pose(yaw_deg=45))
    assert laid.withdraw_clashing(1)
    assert len(laid.bodies) == 1
    laid.block(1.3, 0, Block((1, 1, 1), np.zeros(3)), Pose(yaw_deg=45))
    assert not laid.withdraw_clashing(1)
    assert len(laid.bodies) == 2


def test_backdrops_come_from_readable_pictures_only(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="holds no pictures"):
        Backdrops.find(tmp_path)
    (tmp_path / "a.png").write_bytes(encode_jpeg(np.full((50, 80, 3), 90, np.uint8), 90))
    part = Backdrops.find(tmp_path).sample(np.random.default_rng(0), (64, 64))
    assert part.shape == (64, 64, 3)
    assert abs(float(part.mean()) - 90) < 3
    (tmp_path / "a.png").write_bytes(b"no picture")
    with pytest.raises(ValueError, match="no readable picture"):
        Backdrops.find(tmp_path).sample(np.random.default_rng(0), (64, 64))


def test_cut_outs_of_photos_keep_away_from_every_tile(shared_dir: Path) -> None:
    backdrops = Backdrops.of_machine(shared_dir)
    assert backdrops is not None
    photos = {photo.image_path: photo for photo in load_photos(shared_dir / "data" / "photos")}
    splits = assign_splits(photos.values())
    assert len(backdrops.cut_outs) > 100
    for part in backdrops.cut_outs:
        photo = photos[part.path]
        assert splits[photo.photo] == "train"
        assert not photo.partially_labelled
        assert part.box is not None
        x1, y1, x2, y2 = part.box
        boxes = photo.boxes_xyxy
        apart = (boxes[:, 0] >= x2) | (boxes[:, 2] <= x1) | (boxes[:, 1] >= y2) | (boxes[:, 3] <= y1)
        assert apart.all(), part
    fewer = Backdrops.of_machine(shared_dir, ["travel_set"])
    assert fewer is not None
    assert not any(part.path.name.startswith("travel_set") for part in fewer.cut_outs)


def test_rows_are_numbered_from_the_far_side() -> None:
    laid = table()
    for x, y in ((0, 0), (1, 0.1), (0, 2), (1, 1.9)):
        laid.tile(x, y, TileTag("1m", 0, "concealed", 5, 0))
    laid.tile(0, 4, TileTag("1m", 0, "loose", -1, 0))
    laid.number_rows()
    assert [body.tag.row for body in laid.bodies if body.tag] == [1, 1, 0, 0, -1]
