"""Fit the reader's temperature and threshold of ``sure`` on the validation photos, and write them into the model.

``python -m models.training.calibrate --reader models/weights/reader.onnx`` changes the file's metadata only.
Crops are those that the finder really gives, so that what its corners do to the reader is part of the calibration.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.photos import load_photos
from datasets.splits import photos_of_split
from engine.tile import CODES
from models.training.failures import run_command
from models.training.matching import nearest_detections
from vision.assembly import open_detector
from vision.blob import bgr_to_blob
from vision.detector import DetectorOptions
from vision.onnx_model import OnnxSession, create_session, read_facts
from vision.onnx_reader import softmax
from vision.quads import face_quads
from vision.rectify import CROP_SIZE_WH, rectify
from vision.scaling import scale_all

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from datasets.photos import LabelledPhoto
    from vision.detector import TileDetector

__all__ = ["collect_crops", "fit_temperature", "sure_threshold"]

TEMPERATURES: Final = np.round(np.geomspace(0.75, 3.0, 40), 3)
"""Never under 0.75: validation photos show sets trained on, which a reader knows better than a stranger's set."""

WANTED_PRECISION: Final = 0.997
"""Share of sure tiles that have to be right: 14 of 14 in 96 % of hands."""

LOWEST_THRESHOLD: Final = 0.82
"""Never call a tile sure under this probability, however few mistakes the validation photos show."""


def collect_crops(
    detector: TileDetector, photos: Iterable[LabelledPhoto]
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return (N, 120, 96, 3) crops of labelled tiles as the finder cuts them, and their (N,) codes.

    Raises:
        ValueError: The finder finds none of them.
    """
    crops, codes = [], []
    for photo in photos:
        image = np.asarray(cv2.imread(str(photo.image_path), cv2.IMREAD_COLOR), np.uint8)
        found = detector.detect(image, DetectorOptions())
        answers = nearest_detections(photo, found)
        hit = answers >= 0
        if hit.any():
            crops.append(rectify(image, face_quads(found)[answers[hit]])[0])
            codes.append(photo.codes[hit])
    if not crops:
        message = "the finder finds no labelled tile on these photos; train it longer"
        raise ValueError(message)
    return np.concatenate(crops), np.concatenate(codes)


def both_way_logits(session: OnnxSession, crops_bgr: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return (2, N, 47) code logits of crops as they stand and turned by half."""
    ways = (crops_bgr, crops_bgr[:, ::-1, ::-1])
    return np.stack([session.run(["code_logits"], {"crops": bgr_to_blob(way)})[0] for way in ways])


def mean_probabilities(logits: NDArray[np.float32], temperature: float) -> NDArray[np.float32]:
    """Return the (N, 47) mean over the ways of looking, each softened by the temperature."""
    return np.asarray(softmax(logits / np.float32(temperature)).mean(axis=0), np.float32)


def fit_temperature(logits: NDArray[np.float32], codes: NDArray[np.int64]) -> float:
    """Return the temperature of least negative log-likelihood."""

    def loss(temperature: float) -> float:
        right = mean_probabilities(logits, temperature)[np.arange(len(codes)), codes]
        return float(-np.log(np.maximum(right, 1e-9)).mean())

    return float(min(TEMPERATURES, key=loss))


def sure_threshold(confidence: NDArray[np.float32], right: NDArray[np.bool_]) -> float:
    """Return the lowest threshold at which the sure tiles are as precise as wanted."""
    order = np.argsort(-confidence)
    precision = np.cumsum(right[order]) / np.arange(1, len(order) + 1)
    enough = np.flatnonzero(precision >= WANTED_PRECISION)
    lowest = float(confidence[order[enough[-1]]]) if len(enough) else 1.0
    return round(max(lowest, LOWEST_THRESHOLD), 3)


def _calibrate(options: argparse.Namespace) -> None:
    photos = photos_of_split(load_photos(options.data), "validation", options.without)
    crops, codes = collect_crops(open_detector(options.finder, options.corners), photos)
    session = create_session(options.reader)
    size_wh = read_facts(session, "reader", CODES, "crops").input_size or CROP_SIZE_WH
    logits = both_way_logits(session, scale_all(crops, size_wh))
    temperature = fit_temperature(logits, codes)
    probabilities = mean_probabilities(logits, temperature)
    right = probabilities.argmax(axis=1) == codes
    threshold = sure_threshold(probabilities.max(axis=1), right)
    from models.training.export import write_metadata  # noqa: PLC0415 - needs the training environment

    write_metadata(options.reader, {"temperature": temperature, "sure_threshold": threshold})
    sure = probabilities.max(axis=1) >= threshold
    figures = {
        "crops": len(codes),
        "right": float(right.mean()),
        "temperature": temperature,
        "sure_threshold": threshold,
        "sure": float(sure.mean()),
        "right_of_sure": float(right[sure].mean()) if sure.any() else None,
    }
    if options.json:
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    precision = f", {right[sure].mean():.4f} of them right" if sure.any() else ""
    sys.stdout.write(
        f"{len(codes)} crops of the validation photos, {right.mean():.3f} right; temperature {temperature}, "
        f"sure from {threshold}: {sure.mean():.3f} of tiles{precision}\n"
    )


def main() -> int:
    """Calibrate a reader on the validation photos; return the exit status."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data/photos"), help="folder of labelled photos")
    parser.add_argument("--finder", type=Path, default=Path("models/weights/finder.onnx"))
    parser.add_argument("--reader", type=Path, default=Path("models/weights/reader.onnx"))
    parser.add_argument("--corners", type=Path, help="network of corners that mends the finder's")
    parser.add_argument("--without", nargs="*", default=[], help="groups of photos to leave out, to measure on them")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures as JSON, for the model card")
    options = parser.parse_args()
    return run_command(lambda: _calibrate(options))


if __name__ == "__main__":
    sys.exit(main())
