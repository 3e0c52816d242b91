"""A reader that is given its embedding as a third answer answers codes and rotations bit for bit as before."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="needs the training environment (make training-env)")
onnxruntime = pytest.importorskip("onnxruntime")

WEIGHTS = Path(__file__).parents[3] / "models" / "weights"


def answers(model: onnx.ModelProto, crops: np.ndarray) -> list[np.ndarray]:
    session = onnxruntime.InferenceSession(model.SerializeToString())
    return session.run(["code_logits", "rotation_logits", "embedding"], {"crops": crops})


def test_answers_stay_bit_for_bit() -> None:
    from models.training.adaptation_fit import Projection  # noqa: PLC0415 - only where onnx is
    from models.training.embedding import add_embedding_output  # noqa: PLC0415 - only where onnx is

    path = WEIGHTS / "reader.onnx"
    crops = np.random.default_rng(3).random((9, 3, 120, 96), dtype=np.float32)
    session = onnxruntime.InferenceSession(path)
    codes, rotations = session.run(["code_logits", "rotation_logits"], {"crops": crops})
    plain = answers(add_embedding_output(onnx.load(path)), crops)
    rng = np.random.default_rng(4)
    projection = Projection(rng.normal(size=384).astype(np.float32), rng.normal(size=(384, 5)).astype(np.float32))
    projected = answers(add_embedding_output(onnx.load(path), projection), crops)
    for found in (plain, projected):
        assert np.array_equal(codes, found[0])
        assert np.array_equal(rotations, found[1])
    assert plain[2].shape == (9, 384)
    assert np.allclose(projected[2], (plain[2] - projection.mean) @ projection.matrix, atol=1e-3)


def test_a_new_embedding_takes_the_place_of_an_old_one() -> None:
    from models.training.adaptation_fit import Projection  # noqa: PLC0415 - only where onnx is
    from models.training.embedding import add_embedding_output  # noqa: PLC0415 - only where onnx is

    once = add_embedding_output(onnx.load(WEIGHTS / "reader.onnx")).SerializeToString()
    other = Projection(np.zeros(384, np.float32), np.ones((384, 2), np.float32))
    changed = add_embedding_output(onnx.load_from_string(once), other)
    assert add_embedding_output(changed).SerializeToString() == once


def test_another_model_is_refused() -> None:
    from models.training.embedding import EmbeddingError, add_embedding_output  # noqa: PLC0415 - only where onnx is

    with pytest.raises(EmbeddingError, match="code_logits"):
        add_embedding_output(onnx.load(WEIGHTS / "finder.onnx"))
