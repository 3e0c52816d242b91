"""Real photographs kept out of training, read by the models they were kept from: the floor under what was measured.

The figures themselves are written by ``make cards`` into the model cards.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from models.training.evaluate import evaluate_photos, open_reader
from models.training.measured_photos import select_photos
from models.training.metrics import figures_of

if TYPE_CHECKING:
    from models.training.metrics import Figure

pytestmark = pytest.mark.slow

FIGURES = Path(__file__).resolve().parents[2] / "models" / "cards" / "figures"

LEFT_OUT = Path(__file__).resolve().parents[2] / "models" / "training" / "left_out"

# Just under what `make evaluate` and `make evaluate-left-out` printed; see models/cards.
FLOORS = {
    "test": {"tiles found": 0.99, "tiles right": 0.99, "rows exact": 0.965, "sure precision": 0.997},
    "left_out_rooms": {"tiles found": 0.965, "tiles right": 0.925, "rows exact": 0.8, "sure precision": 0.99},
}


@pytest.fixture(scope="module", params=sorted(FLOORS))
def split(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def figures(split: str, shared_dir: Path) -> dict[str, Figure]:
    # The shipped models saw the rooms at last; weights trained without them did not.
    rooms = split == "left_out_rooms"
    photos = select_photos(shared_dir / "data" / "photos", ["test_rooms" if rooms else split])
    assert len(photos) >= (20 if rooms else 40)
    files = {"finder": LEFT_OUT / "finder.onnx", "reader": LEFT_OUT / "reader.onnx"} if rooms else {}
    reader = open_reader(files, threads=2)
    return figures_of([matched for matched, _ in evaluate_photos(reader, photos)])


def test_photos_kept_out_of_training_are_read(split: str, figures: dict[str, Figure]) -> None:
    fallen = {
        name: (figures[name].value, floor) for name, floor in FLOORS[split].items() if figures[name].value < floor
    }
    assert not fallen


def test_the_model_cards_say_what_is_measured(split: str, figures: dict[str, Figure]) -> None:
    written = json.loads((FIGURES / f"{split}.json").read_text(encoding="utf-8"))["figures"]
    for name, figure in figures.items():
        # Processors round differently; a tile or two may tip over.
        assert figure.value == pytest.approx(written[name]["value"], abs=0.01), name
