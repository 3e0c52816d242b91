"""Networks in 8-bit integers: static quantisation with activations' ranges measured on real photos.

Only convolutions and linear layers are quantised, each weight by output channel. The last layers before the outputs
stay in float32: boxes, scores and logits need more than 256 steps, and these layers cost next to nothing.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np
import onnx
import onnx.numpy_helper
from onnxruntime.quantization import (  # type: ignore[import-untyped]  # it has no types
    CalibrationDataReader,
    QuantFormat,
    QuantType,
    quantize_static,
)

from datasets.splits import training_photos
from models.training.calibrate import collect_crops
from vision.blob import bgr_to_blob
from vision.detector import DetectorOptions
from vision.onnx_detector import OnnxTileDetector
from vision.onnx_model import create_session

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from datasets.photos import LabelledPhoto
    from vision.onnx_model import OnnxSession

__all__ = ["choose_photos", "finder_inputs", "last_layers", "quantise", "reader_inputs", "weights_as_float"]

LAYERS: Final = ("Conv", "Gemm", "MatMul")
CROPS_A_BATCH: Final = 64


class _Inputs(CalibrationDataReader):
    """Hands inputs out one by one, as onnxruntime wants them."""

    def __init__(self, name: str, blobs: Iterable[NDArray[np.float32]]) -> None:
        self._name = name
        self._blobs: Iterator[NDArray[np.float32]] = iter(blobs)

    def get_next(self) -> dict[str, NDArray[np.float32]] | None:
        blob = next(self._blobs, None)
        return None if blob is None else {self._name: blob}


class _Listener:
    """A session that keeps what it is fed, so that ranges are measured on exactly what the runtime makes of a photo."""

    def __init__(self, session: OnnxSession) -> None:
        self._session = session
        self.heard: list[NDArray[np.float32]] = []
        self.get_inputs = session.get_inputs
        self.get_outputs = session.get_outputs
        self.get_modelmeta = session.get_modelmeta

    def run(self, output_names: Sequence[str] | None, input_feed: dict[str, NDArray[np.float32]]) -> Sequence[Any]:
        self.heard.extend(input_feed.values())
        return self._session.run(output_names, input_feed)


def quantise(model: Path, out: Path, blobs: Iterable[NDArray[np.float32]]) -> None:
    """Write a model with 8-bit layers; metadata, inputs and outputs stay as they are.

    Args:
        model: Exported ONNX file, its weights in float32 or stored in float16.
        out: File to write.
        blobs: Typical inputs, from which the ranges of activations are measured.
    """
    content = weights_as_float(onnx.load(model))
    (name,) = [node.name for node in content.graph.input]
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "float.onnx"
        onnx.save(content, source)
        out.parent.mkdir(parents=True, exist_ok=True)
        quantize_static(
            str(source),
            str(out),
            _Inputs(name, blobs),
            quant_format=QuantFormat.QDQ,
            op_types_to_quantize=list(LAYERS),
            nodes_to_exclude=last_layers(content.graph),
            per_channel=True,
            # Seven bits for weights: without VNNI instructions the sums of eight overflow.
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
        )
    written = onnx.load(out)
    onnx.helper.set_model_props(written, {entry.key: entry.value for entry in content.metadata_props})
    onnx.save(written, out)


def weights_as_float(model: onnx.ModelProto) -> onnx.ModelProto:
    """Give weights that are stored in float16 back as float32, and take out the casts that did so when run."""
    graph = model.graph
    halves = {weight.name: weight for weight in graph.initializer if weight.data_type == onnx.TensorProto.FLOAT16}
    kept = []
    for node in graph.node:
        weight = halves.get(node.input[0]) if node.op_type == "Cast" else None
        if weight is None:
            kept.append(node)
            continue
        values = onnx.numpy_helper.to_array(weight).astype(np.float32)
        weight.CopyFrom(onnx.numpy_helper.from_array(values, node.output[0]))
    del graph.node[:]
    graph.node.extend(kept)
    return model


def last_layers(graph: onnx.GraphProto) -> list[str]:
    """Return the names of the layers that no other layer follows on the way to an output.

    Where only the size of a layer's answers is used, it does not count. A layer of one output channel is looked
    through: YOLO's box decoding ends in a fixed one (expected value of the distances) that stays in float32 together
    with the layers before it.
    """
    makers = {output: node for node in graph.node for output in node.output}
    channels = {weight.name: weight.dims[0] for weight in graph.initializer if weight.dims}
    found: dict[str, None] = {}
    waiting, seen = [output.name for output in graph.output], set[str]()
    while waiting:
        value = waiting.pop()
        node = makers.get(value)
        if node is None or value in seen or node.op_type == "Shape":
            continue
        seen.add(value)
        if node.op_type in LAYERS:
            found[node.name] = None
            if channels.get(node.input[1]) != 1:
                continue
        waiting.extend(node.input)
    return list(found)


def finder_inputs(photos: Sequence[LabelledPhoto], finder: Path) -> Iterator[NDArray[np.float32]]:
    """Yield what a finder is fed for photos."""
    session = _Listener(create_session(finder))
    detector = OnnxTileDetector(session)
    for photo in photos:
        detector.detect(_load(photo), DetectorOptions())
        yield session.heard.pop()


def reader_inputs(photos: Sequence[LabelledPhoto], finder: Path) -> Iterator[NDArray[np.float32]]:
    """Yield the faces of photos as a finder cuts them, in batches."""
    crops, _ = collect_crops(OnnxTileDetector(create_session(finder)), photos)
    for start in range(0, len(crops), CROPS_A_BATCH):
        yield bgr_to_blob(crops[start : start + CROPS_A_BATCH])


def choose_photos(photos: Sequence[LabelledPhoto], count: int) -> list[LabelledPhoto]:
    """Return this many photos of the training side, best copies only, evenly over the whole.

    Raises:
        ValueError: There is none.
    """
    chosen = [photo for photo in training_photos(photos) if photo.copy == 0]
    if not chosen:
        message = (
            "no photo of the training side to measure ranges on; name a folder with more with --calibration-photos"
        )
        raise ValueError(message)
    return [chosen[n] for n in np.linspace(0, len(chosen) - 1, min(count, len(chosen))).astype(int)]


def _load(photo: LabelledPhoto) -> NDArray[np.uint8]:
    image = cv2.imread(str(photo.image_path), cv2.IMREAD_COLOR)
    if image is None:
        message = f"{photo.image_path} cannot be read as a picture; remove it or restore it"
        raise ValueError(message)
    return np.asarray(image, np.uint8)
