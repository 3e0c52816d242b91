"""The tile reader that runs a classification network exported to ONNX."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from engine.tile import CODES
from vision.errors import ModelMismatchError
from vision.onnx_model import ModelFacts, OnnxSession, read_facts
from vision.reader import FaceReadings

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["EMBEDDING_OUTPUT", "OUTPUT_NAMES", "OnnxTileReader", "crops_to_blob", "softmax"]

_INPUT_NAME: Final = "crops"
OUTPUT_NAMES: Final = ("code_logits", "rotation_logits")
EMBEDDING_OUTPUT: Final = "embedding"
"""A third answer, of readers that can be adapted to a set: what the code head decides by."""

_TURNS: Final = 4
_HALF_TURN: Final = 2
_BATCH: Final = 64
"""Crops in one run of the network; keeps its memory small for photos of a whole table."""


class OnnxTileReader:
    """Reads faces with a network of two heads, code and rotation. Stateless and safe to share.

    The network takes ``crops`` (N, 3, 80, 64) float32 RGB in 0..1 as :func:`vision.rectify.rectify` cuts them, and
    answers ``code_logits`` (N, 47) and ``rotation_logits`` (N, 4): clockwise quarter turns of the face in its crop.
    Newer ones answer the ``embedding`` (N, D) of the crops too, without which no reader can be adapted to a set.
    Every crop is read as it stands and turned by half; a face upside down is as common as one upright, and the mean
    of both probabilities is better than either.
    """

    def __init__(self, session: OnnxSession, *, both_ways: bool = True) -> None:
        """Take an opened model.

        Args:
            session: The model, see :func:`vision.onnx_model.create_session`.
            both_ways: Read each crop twice, the second time turned by half.

        Raises:
            ModelMismatchError: The model is not a reader of this runtime's tile codes.
        """
        self._session = session
        self._both_ways = both_ways
        self.facts: Final[ModelFacts] = read_facts(session, "reader", CODES, _INPUT_NAME)
        self._tells_embedding = any(output.name == EMBEDDING_OUTPUT for output in session.get_outputs())

    def read_crops(self, crops_bgr: NDArray[np.uint8], turns: NDArray[np.int64]) -> FaceReadings:
        """Read (N, 80, 64, 3) BGR crops that were turned clockwise by (N,) quarter ``turns`` when they were cut."""
        look = self._look(crops_bgr)
        codes, rotations, embeddings = look.codes, look.rotations, None
        if self._both_ways:
            turned = self._look(crops_bgr[:, ::-1, ::-1])
            codes = _mean(codes, turned.codes)
            rotations = _mean(rotations, np.roll(turned.rotations, _HALF_TURN, axis=1))
            if look.embeddings is not None and turned.embeddings is not None:
                embeddings = np.stack([look.embeddings, turned.embeddings], axis=1)
        # Rotation r in the crop is (r - turns) % 4 in the image, so the image's column c is the crop's c + turns.
        columns = (np.arange(_TURNS) + turns[:, None]) % _TURNS
        return FaceReadings(codes, np.take_along_axis(rotations, columns, axis=1), embeddings)

    def _look(self, crops_bgr: NDArray[np.uint8]) -> _Look:
        codes = np.zeros((len(crops_bgr), len(CODES)), np.float32)
        rotations = np.zeros((len(crops_bgr), _TURNS), np.float32)
        embeddings = []
        names = (*OUTPUT_NAMES, EMBEDDING_OUTPUT) if self._tells_embedding else OUTPUT_NAMES
        for start in range(0, len(crops_bgr), _BATCH):
            part = slice(start, start + _BATCH)
            blob = crops_to_blob(crops_bgr[part])
            code_logits, rotation_logits, *rest = self._session.run(names, {_INPUT_NAME: blob})
            shapes = np.shape(code_logits), np.shape(rotation_logits)
            if shapes != ((len(blob), len(CODES)), (len(blob), _TURNS)):
                message = (
                    f"the reader {self.facts.name!r} answers {shapes}, expected (N, {len(CODES)}) and (N, {_TURNS})"
                )
                raise ModelMismatchError(message)
            codes[part] = softmax(code_logits / self.facts.temperature)
            rotations[part] = softmax(rotation_logits)
            embeddings += rest
        return _Look(codes, rotations, np.concatenate(embeddings) if embeddings else None)


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """What the network says about N crops as they stand."""

    codes: NDArray[np.float32]
    rotations: NDArray[np.float32]
    embeddings: NDArray[np.float32] | None


def _mean(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray((a + b) / 2, np.float32)


def crops_to_blob(crops_bgr: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return (N, 80, 64, 3) BGR crops as the network's (N, 3, 80, 64) float32 RGB input in 0..1."""
    rgb = np.ascontiguousarray(crops_bgr.transpose(0, 3, 1, 2)[:, ::-1])
    return rgb.astype(np.float32) / np.float32(255)


def softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return probabilities from logits along the last axis."""
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True), np.float32)
