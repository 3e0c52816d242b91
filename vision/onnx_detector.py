"""The tile detector that runs a YOLO pose network exported to ONNX."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from vision.blob import bgr_to_blob
from vision.detector import DetectorOptions, TileDetections
from vision.errors import ModelMismatchError
from vision.letterbox import Letterbox, letterbox
from vision.onnx_model import ModelFacts, OnnxSession, read_facts
from vision.quads import plausible_quads, suppress_duplicates
from vision.rectify import order_quads

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["FINDER_CLASSES", "OnnxTileDetector"]

FINDER_CLASSES: Final = ("face", "back")
"""Class columns of the network, in the order of :data:`vision.detector.FACE` and :data:`vision.detector.BACK`."""

_INPUT_NAME: Final = "images"
_BOX_ROWS: Final = 4
_CLASS_ROWS: Final = len(FINDER_CLASSES)
_CORNERS: Final = 4
_VALUES_PER_CORNER: Final = 3  # x, y, visibility
_ROWS: Final = _BOX_ROWS + _CLASS_ROWS + _CORNERS * _VALUES_PER_CORNER
_MAX_CANDIDATES: Final = 2000
"""Only this many of the most confident raw answers are compared with each other."""


class OnnxTileDetector:
    """Finds tiles with a YOLO pose network of two classes and four corners. Stateless and safe to share.

    The network takes ``images`` (1, 3, H, W) float32 RGB in 0..1 with H and W multiples of 32, and answers
    (1, 18, A): centre x and y, width and height of the box, two class scores, and four times x, y and visibility of a
    corner, all in pixels of its input, before any suppression of duplicates.
    """

    def __init__(self, session: OnnxSession, long_side_px: int = 640) -> None:
        """Take an opened model.

        Args:
            session: The model, see :func:`vision.onnx_model.create_session`.
            long_side_px: Images are scaled to this long side unless the call's options say otherwise.

        Raises:
            ModelMismatchError: The model is not a finder of this runtime's classes.
        """
        self._session = session
        self._long_side_px = long_side_px
        self.facts: Final[ModelFacts] = read_facts(session, "finder", FINDER_CLASSES, _INPUT_NAME)

    def detect(self, image_bgr: NDArray[np.uint8], options: DetectorOptions) -> TileDetections:
        """Return the tiles in an upright (H, W, 3) BGR image, boxes in its pixels, most confident first."""
        boxed = letterbox(image_bgr, options.long_side_px or self._long_side_px)
        answers = np.asarray(self._session.run(None, {_INPUT_NAME: bgr_to_blob(boxed.image_bgr[None])})[0])
        if answers.shape[:2] != (1, _ROWS):
            message = f"the finder {self.facts.name!r} answers {answers.shape}, but (1, {_ROWS}, A) is expected"
            raise ModelMismatchError(message)
        height, width = image_bgr.shape[:2]
        return _to_detections(answers[0], boxed, (width, height), options)


def _to_detections(
    answers: NDArray[np.float32], boxed: Letterbox, size_wh: tuple[int, int], options: DetectorOptions
) -> TileDetections:
    """Turn the network's (18, A) answers into tiles in pixels of the image."""
    scores = answers[_BOX_ROWS : _BOX_ROWS + _CLASS_ROWS]
    confidence = scores.max(axis=0)
    chosen = np.flatnonzero(confidence >= options.min_confidence)
    chosen = chosen[np.argsort(-confidence[chosen], kind="stable")[:_MAX_CANDIDATES]]
    columns, confidence = answers[:, chosen].T, confidence[chosen].astype(np.float32)
    kinds = scores[:, chosen].argmax(axis=0).astype(np.int64)

    centre, half = columns[:, 0:2], columns[:, 2:4] / 2
    corners = np.stack([centre - half, centre + half], axis=1, dtype=np.float32)
    boxes_xyxy = boxed.to_image(corners).reshape(-1, 4)
    quads = columns[:, _BOX_ROWS + _CLASS_ROWS :].reshape(-1, _CORNERS, _VALUES_PER_CORNER)[..., :2]
    quads = plausible_quads(order_quads(boxed.to_image(quads)), boxes_xyxy)

    kept = suppress_duplicates(boxes_xyxy, confidence, quads, options.max_iou, options.max_tiles)
    boxes_xyxy = np.clip(boxes_xyxy[kept], 0, np.array([*size_wh, *size_wh], np.float32))
    kept, boxes_xyxy = _without_empty(kept, boxes_xyxy)
    return TileDetections(boxes_xyxy, confidence[kept], kinds[kept], quads[kept])


def _without_empty(
    kept: NDArray[np.int64], boxes_xyxy: NDArray[np.float32]
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Drop boxes of which nothing is left inside the image."""
    solid = (boxes_xyxy[:, 2:] - boxes_xyxy[:, :2] >= 1).all(axis=1)
    return kept[solid], boxes_xyxy[solid]
