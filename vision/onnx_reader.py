"""The tile reader that runs a classification network exported to ONNX."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from engine.tile import CODES
from vision.blob import bgr_to_blob
from vision.errors import ModelMismatchError
from vision.onnx_model import ModelFacts, OnnxSession, read_facts
from vision.reader import FaceReadings
from vision.rectify import CROP_SIZE_WH
from vision.scaling import scale_all

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["EMBEDDING_OUTPUT", "OUTPUT_NAMES", "OnnxTileReader", "softmax"]

_INPUT_NAME: Final = "crops"
OUTPUT_NAMES: Final = ("code_logits", "rotation_logits")
EMBEDDING_OUTPUT: Final = "embedding"
"""A third answer, of readers that can be adapted to a set: what the code head decides by."""

_TURNS: Final = 4
_AFTER_HALF_TURN: Final = (2, 3, 0, 1)
_CLEAR_FROM: Final = 0.97
"""A face whose code has this probability at one look is not looked at turned by half unless that is asked for."""

_BATCH: Final = 64
"""Crops in one run of the network; keeps its memory small for photos of a whole table."""


class OnnxTileReader:
    """Reads faces with a network of two heads, code and rotation. Stateless and safe to share.

    The network takes ``crops`` (N, 3, 120, 96) float32 RGB in 0..1 as :func:`vision.rectify.rectify` cuts them, or
    scaled to the ``input_size`` that it names, and answers ``code_logits`` (N, 47) and ``rotation_logits`` (N, 4):
    clockwise quarter turns of the face in its crop.
    Newer ones answer the ``embedding`` (N, D) of the crops too, without which no reader can be adapted to a set.
    Crops are read as they stand, and those that are not clear then, or all where that is asked for, turned by half too:
    a face upside down is as common as one upright, and the mean of both probabilities is better than either.
    """

    def __init__(self, session: OnnxSession, *, both_ways: bool = True) -> None:
        """Take an opened model.

        Args:
            session: The model, see :func:`vision.onnx_model.create_session`.
            both_ways: Read crops a second time turned by half; without it no reader tells embeddings.

        Raises:
            ModelMismatchError: The model is not a reader of this runtime's tile codes.
        """
        self._session = session
        self._both_ways = both_ways
        self.facts: Final[ModelFacts] = read_facts(session, "reader", CODES, _INPUT_NAME)
        self._tells_embedding = any(output.name == EMBEDDING_OUTPUT for output in session.get_outputs())

    def read_crops(
        self, crops_bgr: NDArray[np.uint8], turns: NDArray[np.int64], *, thorough: bool = True
    ) -> FaceReadings:
        """Read (N, 120, 96, 3) BGR crops that were turned clockwise by (N,) quarter ``turns`` when they were cut."""
        if not len(crops_bgr):
            return FaceReadings(np.empty((0, len(CODES)), np.float32), np.empty((0, _TURNS), np.float32))
        crops_bgr = scale_all(crops_bgr, self.facts.input_size or CROP_SIZE_WH)
        codes, rotations, *first = self._look(crops_bgr)
        again = np.arange(len(codes)) if thorough else np.flatnonzero(codes.max(axis=1) < _CLEAR_FROM)
        embeddings = None
        if self._both_ways and len(again):
            other_codes, other_rotations, *second = self._look(_turned_by_half(crops_bgr[again]))
            codes[again] = (codes[again] + other_codes) / 2
            rotations[again] = (rotations[again] + other_rotations[:, _AFTER_HALF_TURN]) / 2
            if first and thorough:
                embeddings = np.stack([*first, *second], axis=1)
        # Rotation r in the crop is (r - turns) % 4 in the image, so the image's column c is the crop's c + turns.
        columns = (np.arange(_TURNS) + turns[:, None]) % _TURNS
        return FaceReadings(codes, rotations[np.arange(len(turns))[:, None], columns], embeddings)

    def _look(self, crops_bgr: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        """Return the probabilities of codes and rotations of N crops as they stand, and embeddings if there are any."""
        code_logits, rotation_logits, *embeddings = self._run(bgr_to_blob(crops_bgr))
        return [softmax(code_logits / np.float32(self.facts.temperature)), softmax(rotation_logits), *embeddings]

    def _run(self, blob: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        """Return the network's answers to N crops: code logits, rotation logits, and embeddings if it tells them."""
        names = (*OUTPUT_NAMES, EMBEDDING_OUTPUT) if self._tells_embedding else OUTPUT_NAMES
        parts = [blob[start : start + _BATCH] for start in range(0, len(blob), _BATCH)]
        answers = [self._session.run(names, {_INPUT_NAME: part}) for part in parts]
        for part, (code_logits, rotation_logits, *_) in zip(parts, answers, strict=True):
            shapes = np.shape(code_logits), np.shape(rotation_logits)
            if shapes != ((len(part), len(CODES)), (len(part), _TURNS)):
                message = (
                    f"the reader {self.facts.name!r} answers {shapes}, expected (N, {len(CODES)}) and (N, {_TURNS})"
                )
                raise ModelMismatchError(message)
        return [np.concatenate(each) for each in zip(*answers, strict=True)]


def _turned_by_half(crops_bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
    turned = np.empty(crops_bgr.shape, np.uint8)
    for crop, target in zip(crops_bgr, turned, strict=True):
        # Ten times as fast as a copy from the last pixel to the first.
        cv2.flip(crop, -1, dst=target)
    return turned


def softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return probabilities from logits along the last axis."""
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True), np.float32)
