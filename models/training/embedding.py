"""Let a reader answer its embedding too: the features that its code head decides by.

``python -m models.training.embedding --model models/weights/reader.onnx`` adds the output to an exported file. Nothing
else of the file changes: the same layers run over the same weights, so codes and rotations come out bit for bit as
before. New exports have it already. What it is for: :mod:`vision.prototypes`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

import onnx

from models.training.failures import run_command
from vision.onnx_reader import EMBEDDING_OUTPUT, OUTPUT_NAMES

__all__ = ["EmbeddingError", "add_embedding_output"]

CODE_OUTPUT: Final = OUTPUT_NAMES[0]


class EmbeddingError(ValueError):
    """The model is no reader whose embedding can be told."""


def add_embedding_output(model: onnx.ModelProto) -> onnx.ModelProto:
    """Make what enters a reader's code head an output named ``embedding``, in place; one that has it stays as it is.

    Args:
        model: An exported reader.

    Returns:
        The model.

    Raises:
        EmbeddingError: No node answers the codes, or it is no fully connected layer.
    """
    graph = model.graph
    if any(output.name == EMBEDDING_OUTPUT for output in graph.output):
        return model
    head = next((node for node in graph.node if CODE_OUTPUT in node.output), None)
    if head is None or head.op_type != "Gemm":
        message = f"the answer {CODE_OUTPUT!r} comes from {head.op_type if head else 'nowhere'}, expected a Gemm node"
        raise EmbeddingError(message)
    weight = next((tensor for tensor in graph.initializer if tensor.name.startswith(head.input[1])), None)
    if weight is None:
        message = f"the weights {head.input[1]!r} of the code head are not in the file"
        raise EmbeddingError(message)
    features = head.input[0]
    for node in graph.node:
        for names in (node.input, node.output):
            for at, name in enumerate(names):
                if name == features:
                    names[at] = EMBEDDING_OUTPUT
    faces = next(output for output in graph.output if output.name == CODE_OUTPUT).type.tensor_type.shape.dim[0]
    shape = [faces.dim_param or faces.dim_value, weight.dims[1]]
    output = onnx.helper.make_tensor_value_info(EMBEDDING_OUTPUT, onnx.TensorProto.FLOAT, shape)
    graph.output.append(output)
    onnx.checker.check_model(model)
    return model


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
