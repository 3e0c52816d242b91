"""A closer look at faces that were found: where their corners really are, and whether there is a tile.

A detector that sees the whole photo at once knows a face's corners to a few of its own coarse pixels, and where a face
is turned by some 45 degrees or seen at a slant even less. Cut by such corners, a face loses the stroke or the dot by
which it is told. So each face is cut out once more with what is around it, and a small network says how far each
corner is off, and what it sees: a face, a back or no tile.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.blob import bgr_to_blob
from vision.errors import ModelMismatchError
from vision.onnx_model import ModelFacts, OnnxSession, read_facts
from vision.rectify import order_quads
from vision.scaling import scale_to

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "CORNER_CROP_PX",
    "CORNER_NAMES",
    "KINDS_OUTPUT",
    "KIND_NAMES",
    "OFFSETS_OUTPUT",
    "UNIT_CORNERS",
    "CornerRefiner",
    "FaceFrames",
    "FaceLooks",
]

CORNER_CROP_PX: Final = 64
"""Width and height of what the network sees of a face and its surroundings."""

REACH: Final = 1.5
"""The crop is so many times as wide and as high as the face is believed to be."""

CORNER_NAMES: Final = ("first", "second", "third", "fourth")
"""Corners in the order of a quad; the classes that a model of corners names."""

KIND_NAMES: Final = ("face", "back", "no tile")
"""What may be there, in the order of the kind logits; the first two as :data:`vision.detector.FACE` and ``BACK``."""

OFFSETS_OUTPUT: Final = "offsets"
KINDS_OUTPUT: Final = "kind_logits"

_INPUT_NAME: Final = "surroundings"
_BATCH: Final = 16
UNIT_CORNERS: Final = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
_OVERSAMPLING: Final = 1.5
"""Faces of more pixels for each of the crop's, along their shorter side, are scaled down before the warp."""


@dataclass(frozen=True, slots=True, eq=False)
class FaceFrames:
    """The parallelograms nearest to N faces, in which corners are told: theirs are at -1 and 1.

    Attributes:
        centres: (N, 2) pixels.
        axes: (N, 2, 2) half sides, as rows: along the first side, and along the second.
    """

    centres: NDArray[np.float32]
    axes: NDArray[np.float32]

    @classmethod
    def of(cls, quads: NDArray[np.float32]) -> FaceFrames:
        """Return the frames of (N, 4, 2) quads."""
        first, second, third, fourth = quads.transpose(1, 0, 2)
        axes = np.stack([second + third - first - fourth, third + fourth - first - second], axis=1) / 4
        return cls(quads.mean(axis=1).astype(np.float32), axes.astype(np.float32))

    def to_frame(self, points: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return (N, K, 2) points of the image in the frames."""
        return np.asarray((points - self.centres[:, None]) @ np.linalg.inv(self.axes), np.float32)

    def to_image(self, points: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return (N, K, 2) points of the frames in the image."""
        return np.asarray(points @ self.axes + self.centres[:, None], np.float32)

    def sound(self) -> NDArray[np.bool_]:
        """Return (N,) whether each has an area."""
        return np.asarray(np.abs(np.linalg.det(self.axes)) > 1.0, np.bool_)

    def cut(self, image_bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the (N, 64, 64, 3) BGR surroundings, the frames' sides upright and level."""
        crops = np.empty((len(self.centres), CORNER_CROP_PX, CORNER_CROP_PX, 3), np.uint8)
        height, width = image_bgr.shape[:2]
        half = CORNER_CROP_PX / 2
        for n, (centre, axes) in enumerate(zip(self.centres, self.axes, strict=True)):
            reach = np.abs(axes).sum(axis=0) * REACH + 2
            x1, y1 = np.clip(np.floor(centre - reach), 0, [width - 1, height - 1]).astype(int)
            x2, y2 = np.clip(np.ceil(centre + reach), [x1 + 1, y1 + 1], [width, height]).astype(int)
            patch = image_bgr[y1:y2, x1:x2]
            scale = min(1.0, _OVERSAMPLING * half / REACH / max(float(np.linalg.norm(axes, axis=1).min()), 1.0))
            if scale < 1:
                patch = scale_to(patch, (max(1, round((x2 - x1) * scale)), max(1, round((y2 - y1) * scale))))
            # From pixels of the crop to those of the patch.
            linear = axes.T * (REACH / half) * scale
            origin = (centre - [x1, y1]) * scale - linear @ [half, half]
            matrix = np.column_stack([linear, origin]).astype(np.float64)
            cv2.warpAffine(
                patch,
                matrix,
                (CORNER_CROP_PX, CORNER_CROP_PX),
                dst=crops[n],
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_REPLICATE,
            )
        return crops


@dataclass(frozen=True, slots=True, eq=False)
class FaceLooks:
    """What was seen of N believed faces from close by.

    Attributes:
        quads: (N, 4, 2) where their corners really are, in pixels of the image, ordered as by the detector.
        kind_logits: (N, 3) log-probabilities, up to a constant each, of :data:`KIND_NAMES`; NaN for quads without an
            area, and for all from models that do not tell kinds.
    """

    quads: NDArray[np.float32]
    kind_logits: NDArray[np.float32]


class CornerRefiner:
    """Tells the corners of faces from crops of them, and whether there is a face. Stateless and safe to share.

    The network takes ``surroundings`` (N, 3, 64, 64) float32 RGB in 0..1 as :meth:`FaceFrames.cut` makes them and
    answers ``offsets`` (N, 4, 2): how far each corner of the face is from the frame's, in half sides. Newer ones
    answer ``kind_logits`` (N, 3) too.
    """

    def __init__(self, session: OnnxSession) -> None:
        """Take an opened model.

        Raises:
            ModelMismatchError: The model does not tell corners.
        """
        self._session = session
        self.facts: Final[ModelFacts] = read_facts(session, "corners", CORNER_NAMES, _INPUT_NAME)
        self.tells_kinds: Final = any(output.name == KINDS_OUTPUT for output in session.get_outputs())

    def refine(self, image_bgr: NDArray[np.uint8], quads: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return where the corners of (N, 4, 2) quads really are; see :meth:`look`."""
        return self.look(image_bgr, quads).quads

    def look(self, image_bgr: NDArray[np.uint8], quads: NDArray[np.float32]) -> FaceLooks:
        """Look at (N, 4, 2) quads from close by; those without an area are returned as they are."""
        looks = FaceLooks(quads.copy(), np.full((len(quads), len(KIND_NAMES)), np.nan, np.float32))
        known = np.flatnonzero(np.isfinite(quads).all(axis=(1, 2)))
        chosen = known[FaceFrames.of(quads[known]).sound()]
        if not len(chosen):
            return looks
        frames = FaceFrames.of(quads[chosen])
        offsets, *kind_logits = self._run(bgr_to_blob(frames.cut(image_bgr)))
        looks.quads[chosen] = order_quads(frames.to_image(UNIT_CORNERS + offsets))
        if kind_logits:
            looks.kind_logits[chosen] = kind_logits[0]
        return looks

    def _run(self, blob: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        """Return the network's answers to N crops: offsets, and kind logits if it tells them."""
        names = (OFFSETS_OUTPUT, KINDS_OUTPUT) if self.tells_kinds else (OFFSETS_OUTPUT,)
        parts = [blob[start : start + _BATCH] for start in range(0, len(blob), _BATCH)]
        answers = [self._session.run(names, {_INPUT_NAME: part}) for part in parts]
        found = [np.concatenate([np.asarray(part, np.float32) for part in each]) for each in zip(*answers, strict=True)]
        shapes = [each.shape for each in found]
        expected = [(len(blob), 4, 2), (len(blob), len(KIND_NAMES))][: len(names)]
        if shapes != expected:
            message = f"the model {self.facts.name!r} answers {shapes}, but {expected} are expected"
            raise ModelMismatchError(message)
        return found
