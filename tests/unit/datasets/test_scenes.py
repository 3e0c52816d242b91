from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from datasets.synthesis.annotations import SceneTruth, TileTruth
from datasets.synthesis.production import ProductionError, Recipe, produce_scenes, read_truths
from datasets.synthesis.scenes import DesignShelf, Scene, make_scene
from engine.tile import CODES

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("cjk_fonts")

SEED = 5
SIZE = 240
COUNT = 7


@pytest.fixture(scope="module")
def scenes() -> list[Scene]:
    shelf = DesignShelf(SEED, height_px=64)
    return [make_scene(SEED, index, shelf, long_side_px=SIZE) for index in range(COUNT)]


@pytest.fixture(scope="module")
def tiles(scenes: list[Scene]) -> list[tuple[SceneTruth, TileTruth]]:
    return [(scene.truth, tile) for scene in scenes for tile in scene.truth.tiles]


def test_scene_depends_on_seed_and_index_only(scenes: list[Scene]) -> None:
    fewest = min(range(COUNT), key=lambda index: len(scenes[index].truth.tiles))
    alone = make_scene(SEED, fewest, DesignShelf(SEED, height_px=64), long_side_px=SIZE)
    assert alone.truth == scenes[fewest].truth
    assert np.array_equal(alone.image_bgr, scenes[fewest].image_bgr)
    assert alone.truth != scenes[fewest - 1].truth


def test_picture_has_the_size_of_its_truth(scenes: list[Scene]) -> None:
    for scene in scenes:
        assert scene.image_bgr.shape == (scene.truth.height, scene.truth.width, 3)
        assert max(scene.truth.width, scene.truth.height) == SIZE
        assert 40 <= scene.jpeg_quality <= 95


def test_codes_and_kinds_are_valid(tiles: list[tuple[SceneTruth, TileTruth]]) -> None:
    assert len(tiles) > 60
    for _, tile in tiles:
        assert tile.code in CODES
        assert (tile.code == "0x") == (tile.kind == "back")
        assert tile.group_kind in {"concealed", "meld", "bonus", "indicator", "loose", "wall"}


def test_box_is_the_extent_of_the_quad_within_the_picture(tiles: list[tuple[SceneTruth, TileTruth]]) -> None:
    for truth, tile in tiles:
        quad = np.array(tile.quad)
        expected = np.clip([*quad.min(axis=0), *quad.max(axis=0)], 0, [truth.width, truth.height] * 2)
        assert np.allclose(tile.box, expected, atol=0.02)
        inside = (quad >= -0.01).all() and (quad <= np.array([truth.width, truth.height]) + 0.01).all()
        assert tile.truncated != inside


def test_visible_box_lies_in_the_box(tiles: list[tuple[SceneTruth, TileTruth]]) -> None:
    for _, tile in tiles:
        x1, y1, x2, y2 = tile.visible_box
        assert x1 < x2
        assert y1 < y2
        assert x1 >= tile.box[0] - 2
        assert y1 >= tile.box[1] - 2
        assert x2 <= tile.box[2] + 2
        assert y2 <= tile.box[3] + 2
        assert 0.05 <= tile.visible <= 1


def test_quad_runs_clockwise_from_the_face_s_own_top_left(tiles: list[tuple[SceneTruth, TileTruth]]) -> None:
    for _, tile in tiles:
        quad = np.array(tile.quad)
        rolled = np.roll(quad, -1, axis=0)
        assert (quad[:, 0] * rolled[:, 1] - quad[:, 1] * rolled[:, 0]).sum() > 0  # clockwise with y down
        up = quad[0] + quad[1] - quad[2] - quad[3]
        turn = np.degrees(np.arctan2(up[0], -up[1])) % 360
        assert abs((turn - tile.rotation + 180) % 360 - 180) <= 45.5


def test_unhidden_faces_show_almost_whole(tiles: list[tuple[SceneTruth, TileTruth]]) -> None:
    whole = [tile.visible for _, tile in tiles if not tile.truncated and tile.kind == "face"]
    assert np.median(whole) > 0.93


def test_truth_survives_json(scenes: list[Scene]) -> None:
    for scene in scenes:
        assert SceneTruth.from_json(scene.truth.to_json()) == scene.truth


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"tiles": [{"code": "1m"}]}'])
def test_damaged_truth_is_told(text: str) -> None:
    with pytest.raises(ValueError, match="no scene truth"):
        SceneTruth.from_json(text)


def test_production_goes_on_where_it_was_killed(tmp_path: Path) -> None:
    recipe = Recipe(seed=SEED, long_side_px=160)
    annotations = produce_scenes(tmp_path, 2, recipe)
    first = annotations.read_text()
    pictures = {path.name: path.read_bytes() for path in (tmp_path / "images").iterdir()}
    kept = tmp_path / "truth" / "000000.json"
    (tmp_path / "truth" / "000001.json").unlink()
    (tmp_path / "images" / "000001.jpg").write_bytes(b"half a pict")
    annotations.unlink()
    before = kept.stat().st_mtime_ns
    produce_scenes(tmp_path, 2, recipe)
    assert annotations.read_text() == first
    assert {path.name: path.read_bytes() for path in (tmp_path / "images").iterdir()} == pictures
    assert kept.stat().st_mtime_ns == before
    assert [truth.image for truth in read_truths(annotations)] == [f"images/{k:06d}.jpg" for k in range(2)]


def test_two_data_sets_do_not_mix(tmp_path: Path) -> None:
    produce_scenes(tmp_path, 0, Recipe(seed=1))
    with pytest.raises(ProductionError, match="another data set"):
        produce_scenes(tmp_path, 0, Recipe(seed=2))
