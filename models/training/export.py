"""Export trained networks to ONNX with everything the runtime needs to know in their metadata.

``python -m models.training.export finder --run runs/finder --out models/weights/finder.onnx`` (or ``reader``, or
``corners``). With ``--int8 --calibration-photos ../shared/data/photos`` layers compute in 8-bit integers; what that
costs and gains is printed by :mod:`models.training.compare`.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import onnx
import onnx.numpy_helper
import onnxslim
import torch

from datasets.photos import load_photos
from engine.tile import CODES
from models.training.corner_net import CornerNet
from models.training.embedding import add_embedding_output
from models.training.failures import run_command
from models.training.finder import build_finder
from models.training.quantisation import choose_photos, finder_inputs, quantise, reader_inputs
from models.training.reader_net import ReaderNet
from models.training.run_record import RunError, load_checkpoint
from vision.corners import CORNER_CROP_PX, CORNER_NAMES, KINDS_OUTPUT, OFFSETS_OUTPUT
from vision.onnx_detector import FINDER_CLASSES
from vision.onnx_model import METADATA_KEY
from vision.rectify import CROP_SIZE_WH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from torch import nn

    from datasets.photos import LabelledPhoto

__all__ = ["export_corners", "export_finder", "export_int8", "export_reader", "store_weights_as_half", "write_metadata"]

OPSET: Final = 17

SHIPPED_FINDER: Final = Path("models/weights/finder.onnx")

MIN_HALVED_WEIGHTS: Final = 256
"""Smaller tensors (biases, constants) stay in float32: they cost nothing and carry scale."""


def export_finder(run: Path, out: Path, name: str) -> None:
    """Write a run's averaged finder as ONNX with free height and width."""
    model = build_finder()
    model.load_state_dict(_averaged_weights(run / "finder.pt"))
    model = model.fuse(verbose=False).eval()
    head = model.model[-1]
    head.export, head.dynamic, head.format = True, True, "onnx"
    # A size that is no default, so that nothing of it can stay in the graph unnoticed.
    example = {"images": torch.zeros(1, 3, 480, 640)}
    _write(model, out, example, {"answers": {2: "anchors"}}, {2: "height", 3: "width"})
    write_metadata(out, {"role": "finder", "name": name, "classes": FINDER_CLASSES, "input_size": [640, 640]})


def export_reader(run: Path, out: Path, name: str) -> None:
    """Write a run's averaged reader as ONNX with a free number of crops, its embedding among the answers."""
    model = ReaderNet()
    model.load_state_dict(_averaged_weights(run / "reader.pt"))
    width, height = CROP_SIZE_WH
    example = {"crops": torch.zeros(2, 3, height, width)}
    _write(model.eval(), out, example, {"code_logits": {0: "faces"}, "rotation_logits": {0: "faces"}}, {0: "faces"})
    onnx.save(add_embedding_output(onnx.load(out)), out)
    write_metadata(out, {"role": "reader", "name": name, "classes": CODES, "input_size": CROP_SIZE_WH})


def export_corners(run: Path, out: Path, name: str) -> None:
    """Write a run's averaged network of corners as ONNX with a free number of faces."""
    model = CornerNet()
    model.load_state_dict(_averaged_weights(run / "corners.pt"))
    size = (CORNER_CROP_PX, CORNER_CROP_PX)
    example = {"surroundings": torch.zeros(2, 3, *size)}
    _write(model.eval(), out, example, {OFFSETS_OUTPUT: {0: "faces"}, KINDS_OUTPUT: {0: "faces"}}, {0: "faces"})
    write_metadata(out, {"role": "corners", "name": name, "classes": CORNER_NAMES, "input_size": size})


def write_metadata(path: Path, facts: dict[str, Any]) -> None:
    """Add facts to the model's metadata entry, keeping those it already has."""
    model = onnx.load(path)
    entries = {entry.key: entry.value for entry in model.metadata_props}
    known = json.loads(entries.get(METADATA_KEY, "{}"))
    entries[METADATA_KEY] = json.dumps({**known, **facts})
    onnx.helper.set_model_props(model, entries)
    onnx.save(model, path)


def store_weights_as_half(model: onnx.ModelProto) -> onnx.ModelProto:
    """Halve the file: large weights in float16, each with a cast to float32 that is folded when the model is opened.

    The network still computes in float32; rounding its weights to eleven bits costs less than one more training step.
    """
    graph = model.graph
    casts = []
    for weight in graph.initializer:
        if weight.data_type != onnx.TensorProto.FLOAT or np.prod(weight.dims) < MIN_HALVED_WEIGHTS:
            continue
        name = weight.name
        values = onnx.numpy_helper.to_array(weight).astype(np.float16)
        weight.CopyFrom(onnx.numpy_helper.from_array(values, f"{name}.half"))
        casts.append(onnx.helper.make_node("Cast", [weight.name], [name], to=onnx.TensorProto.FLOAT))
    nodes = [*casts, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
    return model


def _averaged_weights(checkpoint: Path) -> dict[str, Any]:
    state = load_checkpoint(checkpoint)
    if state is None:
        message = f"{checkpoint} does not exist; train first, or give the run's folder with --run"
        raise RunError(message)
    weights: dict[str, Any] = state["average"]
    return weights


def _write(
    model: nn.Module,
    out: Path,
    example: dict[str, torch.Tensor],
    output_axes: dict[str, dict[int, str]],
    free: dict[int, str],
) -> None:
    """Write a network as ONNX: one named example input with its free axes, and the outputs with theirs."""
    ((input_name, tensor),) = example.items()
    out.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        model.float(),
        (tensor,),
        str(out),
        input_names=[input_name],
        output_names=list(output_axes),
        dynamic_axes={input_name: free, **output_axes},
        opset_version=OPSET,
        dynamo=False,
    )
    slim = store_weights_as_half(onnxslim.slim(onnx.load(out)))
    # Shapes of what lies between the nodes, as the exporter guessed them: a tenth of the file, used by nothing.
    del slim.graph.value_info[:]
    onnx.save(slim, out)


def export_int8(role: str, model: Path, out: Path, photos: Sequence[LabelledPhoto], finder: Path) -> None:
    """Write an exported model with 8-bit layers, their ranges measured on photos.

    Args:
        role: ``finder`` or ``reader``.
        model: The exported model.
        out: File to write.
        photos: Photos to measure on.
        finder: The model that cuts a reader's faces.
    """
    quantise(model, out, finder_inputs(photos, model) if role == "finder" else reader_inputs(photos, finder))


_EXPORTS: Final = {"finder": export_finder, "reader": export_reader, "corners": export_corners}
_QUANTISED: Final = ("finder", "reader")


def _export(options: argparse.Namespace) -> None:
    name = options.name or f"tilesight-{options.role}{'-int8' if options.int8 else ''}"
    export = _EXPORTS[options.role]
    with tempfile.TemporaryDirectory() as folder:
        model = options.model
        if model is None:
            model = Path(folder) / "model.onnx" if options.int8 else options.out
            export(options.run, model, name)
        if options.int8:
            photos = choose_photos(load_photos(options.calibration_photos), options.calibration_count)
            export_int8(options.role, model, options.out, photos, options.finder)
            write_metadata(options.out, {"name": name})


def main() -> int:
    """Export a trained network; return the exit status."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("role", choices=list(_EXPORTS))
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--run", type=Path, help="folder of the training run")
    source.add_argument("--model", type=Path, help="exported model to write again with --int8")
    parser.add_argument("--out", type=Path, required=True, help="ONNX file to write")
    parser.add_argument("--name", help="name in the metadata (default: tilesight-ROLE)")
    parser.add_argument("--int8", action="store_true", help="quantise to 8-bit integers; needs --calibration-photos")
    parser.add_argument("--calibration-photos", type=Path, metavar="DIR", help="labelled photos to measure ranges on")
    parser.add_argument("--calibration-count", type=int, default=64, metavar="N", help="how many of them")
    parser.add_argument("--finder", type=Path, default=SHIPPED_FINDER, help="finder that cuts the reader's faces")
    options = parser.parse_args()
    if options.int8 != (options.calibration_photos is not None):
        parser.error("--int8 and --calibration-photos go together")
    if options.int8 and options.role not in _QUANTISED:
        parser.error(f"only {' and '.join(_QUANTISED)} are written with 8-bit layers")
    if options.model and not options.int8:
        parser.error("--model is written again with --int8 only; to export a run, name it with --run")
    return run_command(lambda: _export(options))


if __name__ == "__main__":
    sys.exit(main())
