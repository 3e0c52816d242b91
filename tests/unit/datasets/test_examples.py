from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from datasets.synthesis.annotations import SceneTruth
from datasets.synthesis.examples import EXAMPLES, MAX_BYTES, Example, render_example

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("cjk_fonts")

REPOSITORY_EXAMPLES = "examples"


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_example_shows_fourteen_whole_upright_tiles_in_order(example: Example) -> None:
    image, truth = render_example(example, (480, 360))
    assert image.shape == (360, 480, 3)
    tiles = sorted((tile for tile in truth.tiles if tile.kind == "face"), key=lambda tile: tile.box[0])
    assert tuple(tile.code for tile in tiles) == example.codes
    assert len(tiles) == 14
    assert all(tile.rotation == 0 and not tile.truncated for tile in tiles)
    assert min(tile.visible for tile in tiles) > 0.85


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_committed_example_belongs_to_its_hand(example: Example, request: pytest.FixtureRequest) -> None:
    folder: Path = request.config.rootpath / REPOSITORY_EXAMPLES
    truth_path, photo_path = folder / f"{example.name}.json", folder / f"{example.name}.jpg"
    if not truth_path.is_file():
        pytest.skip("examples are not rendered yet: python -m datasets.synthesis example --out examples")
    assert photo_path.stat().st_size <= MAX_BYTES
    truth = SceneTruth.from_json(json.dumps(json.loads(truth_path.read_text(encoding="utf-8"))))
    assert sorted(tile.code for tile in truth.tiles) == sorted(example.codes)
