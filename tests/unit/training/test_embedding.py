"""A reader that is given its embedding as a third answer answers codes and rotations bit for bit as before."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="needs the training environment (make training-env)")
onnxruntime = pytest.importorskip("onnxruntime")

WEIGHTS = Path(__file__).parents[3] / "models" / "weights"


def without_embedding(model: onnx.ModelProto) -> onnx.ModelProto:
    """Return a reader as older exports are."""
    kept = [output for output in model.graph.output if output.name != "embedding"]
    del model.graph.output[:]
    model.graph.output.extend(kept)
    return model


def test_answers_stay_bit_for_bit() -> None:
    from models.training.embedding import add_embedding_output  # noqa: PLC0415 - only where onnx is

    old = without_embedding(onnx.load(WEIGHTS / "reader.onnx"))
    before = onnxruntime.InferenceSession(old.SerializeToString())
    after = onnxruntime.InferenceSession(add_embedding_output(old).SerializeToString())
    assert [output.name for output in after.get_outputs()] == ["code_logits", "rotation_logits", "embedding"]
    crops = np.random.default_rng(3).random((9, 3, 80, 64), dtype=np.float32)
    codes, rotations = before.run(["code_logits", "rotation_logits"], {"crops": crops})
    found_codes, found_rotations, embedding = after.run(None, {"crops": crops})
    assert np.array_equal(codes, found_codes)
    assert np.array_equal(rotations, found_rotations)
    assert embedding.shape == (9, 384)
    assert embedding.std(axis=0).max() > 0


def test_adding_twice_changes_nothing() -> None:
    from models.training.embedding import add_embedding_output  # noqa: PLC0415 - only where onnx is

    once = add_embedding_output(onnx.load(WEIGHTS / "reader.onnx")).SerializeToString()
    assert add_embedding_output(onnx.load_from_string(once)).SerializeToString() == once


def test_another_model_is_refused() -> None:
    from models.training.embedding import EmbeddingError, add_embedding_output  # noqa: PLC0415 - only where onnx is

    with pytest.raises(EmbeddingError, match="code_logits"):
        add_embedding_output(onnx.load(WEIGHTS / "finder.onnx"))
