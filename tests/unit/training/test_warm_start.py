"""A training can begin with the weights of an export and computes the same at first."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs the training environment (make training-env)")
onnxruntime = pytest.importorskip("onnxruntime")

WEIGHTS = Path(__file__).parents[3] / "models" / "weights"


def build(role: str) -> torch.nn.Module:
    from models.training.corner_net import CornerNet  # noqa: PLC0415 - only where torch is
    from models.training.finder import build_finder  # noqa: PLC0415 - only where torch is
    from models.training.reader_net import ReaderNet  # noqa: PLC0415 - only where torch is

    return {"reader": ReaderNet, "corners": CornerNet, "finder": build_finder}[role]()


SHAPES = [("reader", (8, 3, 120, 96)), ("corners", (8, 3, 64, 64)), ("finder", (2, 3, 96, 128))]


@pytest.mark.parametrize(("role", "shape"), SHAPES)
def test_network_computes_what_the_export_computes(role: str, shape: tuple[int, ...]) -> None:
    from models.training.warm_start import start_from_onnx  # noqa: PLC0415 - only where torch is

    torch.manual_seed(1)
    batch = torch.rand(shape)
    model = build(role)
    start_from_onnx(model, WEIGHTS / f"{role}.onnx", batch)
    session = onnxruntime.InferenceSession(WEIGHTS / f"{role}.onnx")
    expected = session.run(None, {session.get_inputs()[0].name: batch[:1].numpy()})[0]
    with torch.no_grad():
        answers = model.eval()(batch[:1])[0].numpy()
    assert np.abs(answers - expected).max() < 1e-3 * np.abs(expected).max()


def test_layers_that_older_exports_lack_begin_untrained(tmp_path: Path) -> None:
    """The corner network's second answer is cut off, as before there was one."""
    onnx = pytest.importorskip("onnx")
    onnxslim = pytest.importorskip("onnxslim")
    from models.training.corner_net import KIND_LAYERS  # noqa: PLC0415 - only where torch is
    from models.training.warm_start import WarmStartError, start_from_onnx  # noqa: PLC0415 - only where torch is

    older = onnx.load(WEIGHTS / "corners.onnx")
    del older.graph.output[1:]
    path = tmp_path / "older.onnx"
    onnx.save(onnxslim.slim(older), path)
    batch = torch.rand(4, 3, 64, 64)
    with pytest.raises(WarmStartError, match="another network"):
        start_from_onnx(build("corners"), path, batch)
    model = build("corners")
    untrained = model.kinds.weight.detach().clone()
    start_from_onnx(model, path, batch, may_lack=KIND_LAYERS)
    expected = onnxruntime.InferenceSession(path).run(None, {"surroundings": batch.numpy()})[0]
    with torch.no_grad():
        offsets = model.eval()(batch)[0].numpy()
    assert np.abs(offsets - expected).max() < 1e-3
    assert torch.equal(model.kinds.weight, untrained)


def test_another_networks_export_is_refused() -> None:
    from models.training.warm_start import WarmStartError, start_from_onnx  # noqa: PLC0415 - only where torch is

    with pytest.raises(WarmStartError, match="another network"):
        start_from_onnx(build("reader"), WEIGHTS / "finder.onnx", torch.rand(2, 3, 120, 96))


@pytest.mark.parametrize("role", ["reader", "finder"])
def test_frozen_modules_are_not_trained_and_the_others_are(role: str) -> None:
    from models.training.warm_start import freeze_first  # noqa: PLC0415 - only where torch is

    model = build(role)
    modules = model.features if role == "reader" else model.model
    freeze_first(modules, 2)
    trained = [[p.requires_grad for p in module.parameters()] for module in modules]
    assert not any(flag for flags in trained[:2] for flag in flags)
    assert all(any(flags) for flags in trained[2:] if flags)


@pytest.mark.parametrize("count", [-1, 9])
def test_freezing_more_than_there_is_is_refused(count: int) -> None:
    from models.training.warm_start import WarmStartError, freeze_first  # noqa: PLC0415 - only where torch is

    with pytest.raises(WarmStartError, match="--freeze takes 0 to 8"):
        freeze_first(build("reader").features, count)
