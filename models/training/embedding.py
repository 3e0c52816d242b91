"""Let a reader answer its embedding too: the features that its code head decides by, or a projection of them.

``python -m models.training.embedding --model models/weights/reader.onnx`` adds the output to an exported file. Nothing
else of the file changes: the same layers run over the same weights, so codes and rotations come out bit for bit as
before. New exports have it already. What it is for: :mod:`vision.prototypes`; how the projection is fitted:
:mod:`models.training.adaptation`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import onnx
import onnx.numpy_helper

from models.training.failures import run_command
from vision.onnx_reader import EMBEDDING_OUTPUT, OUTPUT_NAMES

if TYPE_CHECKING:
    from models.training.adaptation_fit import Projection

__all__ = ["EmbeddingError", "add_embedding_output"]

CODE_OUTPUT: Final = OUTPUT_NAMES[0]
OWN_NAMES: Final = "/embedding/"
"""Beginning of the names of everything that is added."""


class EmbeddingError(ValueError):
    """The model is no reader whose embedding can be told."""


def add_embedding_output(model: onnx.ModelProto, projection: Projection | None = None) -> onnx.ModelProto:
    """Make what enters a reader's code head its output ``embedding``, in place of an earlier one.

    Args:
        model: An exported reader; it is changed.
        projection: What to make of the features; None tells them as they are.

    Returns:
        The model.

    Raises:
        EmbeddingError: No node answers the codes, or it is no fully connected layer.
    """
    graph = model.graph
    _drop_embedding(graph)
    head = next((node for node in graph.node if CODE_OUTPUT in node.output), None)
    if head is None or head.op_type != "Gemm":
        message = f"the answer {CODE_OUTPUT!r} comes from {head.op_type if head else 'nowhere'}, expected a Gemm node"
        raise EmbeddingError(message)
    weight = next((tensor for tensor in graph.initializer if tensor.name.startswith(head.input[1])), None)
    if weight is None:
        message = f"the weights {head.input[1]!r} of the code head are not in the file"
        raise EmbeddingError(message)
    features, width = head.input[0], weight.dims[1]
    if projection is None:
        graph.node.append(_node("Identity", [features], EMBEDDING_OUTPUT))
    else:
        names = [f"{OWN_NAMES}mean", f"{OWN_NAMES}matrix"]
        for name, values in zip(names, (projection.mean, projection.matrix), strict=True):
            graph.initializer.append(onnx.numpy_helper.from_array(np.asarray(values, np.float32), name))
        graph.node.append(_node("Sub", [features, names[0]], f"{OWN_NAMES}centred"))
        graph.node.append(_node("MatMul", [f"{OWN_NAMES}centred", names[1]], EMBEDDING_OUTPUT))
        width = projection.matrix.shape[1]
    faces = next(output for output in graph.output if output.name == CODE_OUTPUT).type.tensor_type.shape.dim[0]
    shape = [faces.dim_param or faces.dim_value, width]
    graph.output.append(onnx.helper.make_tensor_value_info(EMBEDDING_OUTPUT, onnx.TensorProto.FLOAT, shape))
    onnx.checker.check_model(model)
    return model


def _node(operation: str, inputs: list[str], output: str) -> onnx.NodeProto:
    return onnx.helper.make_node(operation, inputs, [output], name=f"{OWN_NAMES}{operation}")


def _drop_embedding(graph: onnx.GraphProto) -> None:
    """Take an earlier embedding out."""
    for kept, field in (
        ([node for node in graph.node if not node.name.startswith(OWN_NAMES)], graph.node),
        ([tensor for tensor in graph.initializer if not tensor.name.startswith(OWN_NAMES)], graph.initializer),
        ([output for output in graph.output if output.name != EMBEDDING_OUTPUT], graph.output),
    ):
        del field[:]
        field.extend(kept)


def _add(model: Path, out: Path) -> None:
    onnx.save(add_embedding_output(onnx.load(model)), out)


def main() -> int:
    """Add the embedding to an exported reader's outputs; return the exit status."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--model", type=Path, required=True, help="exported reader")
    parser.add_argument("--out", type=Path, help="file to write (default: the same)")
    options = parser.parse_args()
    return run_command(lambda: _add(options.model, options.out or options.model))


if __name__ == "__main__":
    sys.exit(main())
