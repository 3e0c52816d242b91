from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from datasets.synthesis.crops import CODE_WEIGHTS, CropShard, make_shard, quad_rotation
from datasets.synthesis.production import Recipe, produce_crops
from datasets.synthesis.scenes import DesignShelf
from engine.tile import CODES
from vision.rectify import rectify

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("cjk_fonts")

UPRIGHT = np.array([[10, 10], [40, 10], [40, 50], [10, 50]], np.float32)


@pytest.fixture(scope="module")
def shard() -> CropShard:
    return make_shard(3, 0, DesignShelf(3, height_px=64), size=32)


def test_crops_have_the_reader_s_shape(shard: CropShard) -> None:
    assert shard.images.shape == (32, 120, 96, 3)
    assert shard.images.dtype == shard.codes.dtype == shard.rotations.dtype == np.uint8
    assert shard.codes.max() < len(CODES)
    turns = set(shard.rotations.tolist())
    assert turns <= {0, 1, 2, 3}
    assert len(turns) >= 3


def test_crops_show_something(shard: CropShard) -> None:
    assert np.median(shard.images.std(axis=(1, 2, 3))) > 20


def test_shard_depends_on_seed_and_number_only() -> None:
    again = make_shard(3, 0, DesignShelf(3, height_px=64), size=8)
    other = make_shard(3, 1, DesignShelf(3, height_px=64), size=8)
    third = make_shard(3, 1, DesignShelf(3, height_px=64), size=8)
    assert np.array_equal(third.images, other.images)
    assert np.array_equal(third.rotations, other.rotations)
    assert not np.array_equal(again.codes, other.codes)


def test_every_code_has_a_weight() -> None:
    assert set(CODE_WEIGHTS) == set(CODES)
    assert CODE_WEIGHTS["3f"] > CODE_WEIGHTS["3m"]


@pytest.mark.parametrize("turns_of_face", range(4))
def test_rotation_is_that_of_the_face_in_its_crop(turns_of_face: int) -> None:
    # A face whose top edge is red, turned clockwise by quarters.
    image = np.full((60, 60, 3), 200, np.uint8)
    edges = {0: np.s_[10:16, 10:40], 1: np.s_[10:50, 34:40], 2: np.s_[44:50, 10:40], 3: np.s_[10:50, 10:16]}
    image[edges[turns_of_face]] = (0, 0, 255)
    face = np.roll(UPRIGHT, -turns_of_face, axis=0)
    crops, turns = rectify(image, UPRIGHT[None])
    rotation = quad_rotation(face, UPRIGHT, int(turns[0]))
    upright = np.rot90(crops[0], rotation).astype(int)  # turned back anticlockwise
    redness = upright[:, :, 2] - upright[:, :, 0]
    assert redness[: len(redness) // 4].mean() > 3 * max(redness[len(redness) // 4 :].mean(), 1)


def test_rotation_counts_the_turn_to_portrait() -> None:
    lying = np.array([[10, 10], [50, 10], [50, 40], [10, 40]], np.float32)
    _, turns = rectify(np.zeros((60, 60, 3), np.uint8), lying[None])
    face = np.roll(lying, -1, axis=0)  # its top is the picture's right side: turned clockwise once
    assert (quad_rotation(face, lying, int(turns[0])) - int(turns[0])) % 4 == 1


def test_production_keeps_finished_shards(tmp_path: Path) -> None:
    recipe = Recipe(seed=1, shard_size=4)
    first, second = produce_crops(tmp_path, 5, recipe)
    before, content = first.stat().st_mtime_ns, second.read_bytes()
    second.unlink()
    assert produce_crops(tmp_path, 5, recipe) == [first, second]
    assert first.stat().st_mtime_ns == before
    assert second.read_bytes() == content
    with np.load(second) as shard:
        assert shard["images"].shape == (4, 120, 96, 3)
