"""Faces that a reader doubts are drawn oftener, and what it thinks of them is kept for the next start."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from engine.tile import CODES
from models.training.doubts import EASY_WEIGHT, Doubter
from models.training.reader_data import SyntheticFaces
from vision.errors import ModelMissingError
from vision.onnx_model import create_session
from vision.onnx_reader import OnnxTileReader

if TYPE_CHECKING:
    from pathlib import Path

COUNT = 40


@pytest.fixture(scope="module")
def reader_file(request: pytest.FixtureRequest) -> Path:
    """The shipped reader."""
    path: Path = request.config.rootpath / "models" / "weights" / "reader.onnx"
    return path


@pytest.fixture(scope="module")
def crops() -> np.ndarray:
    """Noise, which no reader is sure of."""
    return np.random.default_rng(3).integers(0, 256, (COUNT, 120, 96, 3)).astype(np.uint8)


def shard(folder: Path, images: np.ndarray, codes: np.ndarray) -> Path:
    path = folder / "crops-00000.npz"
    np.savez(path, images=images, codes=codes.astype(np.uint8), rotations=np.zeros(len(codes), np.uint8))
    return path


def test_a_face_weighs_the_more_the_less_its_code_is_believed(reader_file: Path, crops: np.ndarray) -> None:
    reader = OnnxTileReader(create_session(reader_file))
    believed = reader.read_crops(crops, np.zeros(COUNT, np.int64), thorough=False).code_probabilities
    for codes in (believed.argmax(axis=1), believed.argmin(axis=1)):
        weights = Doubter(reader_file).weights(crops, codes)
        assert weights == pytest.approx(EASY_WEIGHT + 1 - believed[np.arange(COUNT), codes], abs=1e-4)
    assert weights.min() > EASY_WEIGHT + 0.9, "codes that nobody believes"


def test_weights_of_a_shard_are_kept_until_it_changes(
    reader_file: Path, crops: np.ndarray, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    weigh = Doubter.weights

    def count(self: Doubter, images: np.ndarray, codes: np.ndarray) -> np.ndarray:
        asked.append(len(codes))
        return weigh(self, images, codes)

    monkeypatch.setattr(Doubter, "weights", count)
    codes = np.arange(COUNT) % len(CODES)
    path = shard(tmp_path, crops, codes)
    first = Doubter(reader_file).weights_of_shard(path, crops, codes)
    again = Doubter(reader_file).weights_of_shard(path, crops, codes)
    assert asked == [COUNT]
    assert np.array_equal(first, again)
    Doubter(reader_file).weights_of_shard(path, crops[:9], codes[:9])
    assert asked == [COUNT, 9], "a shard of another size was made anew"
    (kept,) = tmp_path.glob("*.npy")
    kept.write_bytes(kept.read_bytes()[:40])
    Doubter(reader_file).weights_of_shard(path, crops, codes)
    assert asked == [COUNT, 9, COUNT], "what was kept is damaged"


class Biased(Doubter):
    """Doubts nothing but red dragons."""

    def __init__(self) -> None:
        """Open no reader."""

    def weights_of_shard(self, shard: Path, crops_bgr: np.ndarray, codes: np.ndarray) -> np.ndarray:
        assert shard.is_file()
        assert len(crops_bgr) == len(codes)
        return np.where(codes == CODES.index("7z"), 1.1, EASY_WEIGHT).astype(np.float32)


def test_doubted_faces_are_drawn_oftener(tmp_path: Path) -> None:
    codes = np.arange(470) % len(CODES)
    shard(tmp_path, np.zeros((470, 120, 96, 3), np.uint8), codes)
    red = CODES.index("7z")
    for doubter, least, most in ((None, 0.005, 0.05), (Biased(), 0.12, 0.26)):
        drawn = SyntheticFaces([tmp_path], doubter).draw(600, np.random.default_rng(4)).codes
        assert least < (drawn == red).mean() < most, doubter
        assert len(set(drawn.tolist())) > 40


def test_a_missing_reader_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelMissingError, match=r"gone\.onnx"):
        Doubter(tmp_path / "gone.onnx")
