"""The baseline: one network that finds tiles and names them, YOLO11n of 47 classes, trained on the same pictures.

``python -m models.training.one_stage train`` takes the finder's options and data; the labels are codes instead of face
and back. ``... predict --run runs/one_stage --out FILE.jsonl`` reads photos with it, and ``python -m
models.training.evaluate --peer FILE.jsonl`` measures that by the code that measures the product.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import torch
from tqdm import tqdm
from ultralytics.cfg import get_cfg
from ultralytics.nn.tasks import DetectionModel
from ultralytics.utils.loss import v8DetectionLoss

from engine.tile import BACK_CODE, CODES
from models.training.failures import run_command
from models.training.finder_data import image_of_photo
from models.training.measured_photos import add_photo_choice, choose_photos
from models.training.peer import peer_line
from models.training.photo_sources import gather_photos
from models.training.run_record import RunError, load_checkpoint
from models.training.scenes import load_scenes
from models.training.yolo import TrainingPictures, add_yolo_arguments, train_yolo
from vision.blob import bgr_to_blob
from vision.detector import DetectorOptions
from vision.letterbox import letterbox
from vision.quads import suppress_duplicates

if TYPE_CHECKING:
    from collections.abc import Sequence

    from datasets.photos import LabelledPhoto

__all__ = ["build_one_stage", "predict", "train"]

CHECKPOINT_NAME: Final = "one_stage.pt"
LONG_SIDE_PX: Final = 640
MAX_CANDIDATES: Final = 2000
"""Only this many of the most confident raw answers are compared with each other, as at run time."""

_BOX_ROWS: Final = 4


def build_one_stage() -> DetectionModel:
    """Return the untrained network, ready for Ultralytics' detection loss."""
    model = DetectionModel("yolo11n.yaml", ch=3, nc=len(CODES), verbose=False)
    model.args = get_cfg(overrides={"task": "detect"})
    return model


def train(options: argparse.Namespace) -> None:
    """Run or resume the training described by the command line's options."""
    gathered = gather_photos(options)
    gathered.note_origins(options.out)
    real = [replace(image_of_photo(photo), kinds=photo.codes) for photo in gathered.photos]
    scenes = [image for folder in options.scenes for image in load_scenes(folder, by_code=True)]
    pictures = TrainingPictures(real, scenes, len(CODES), CODES.index(BACK_CODE), gathered.about)
    train_yolo(build_one_stage(), v8DetectionLoss, pictures, options, CHECKPOINT_NAME)


def predict(run: Path, photos: Sequence[LabelledPhoto], detector: DetectorOptions) -> list[str]:
    """Return a line of predictions for each photo, in the form of :mod:`models.training.peer`.

    Args:
        run: Folder of the training run; its averaged weights are used.
        photos: What to read.
        detector: Least confidence, duplicates and number of tiles, as for the product's finder.

    Raises:
        RunError: Nothing was trained there.
    """
    state = load_checkpoint(run / CHECKPOINT_NAME)
    if state is None:
        message = f"{run / CHECKPOINT_NAME} does not exist; train first, or give the run's folder with --run"
        raise RunError(message)
    model = build_one_stage()
    model.load_state_dict(state["average"])
    model.eval()
    return [
        peer_line(photo.image_path.name, _read(model, photo, detector))
        for photo in tqdm(photos, mininterval=10, desc="predict")
    ]


def _read(
    model: DetectionModel, photo: LabelledPhoto, detector: DetectorOptions
) -> list[tuple[str, list[float], float]]:
    image = cv2.imread(str(photo.image_path), cv2.IMREAD_COLOR)
    if image is None:
        message = f"{photo.image_path} cannot be read as a picture; remove it or restore it"
        raise ValueError(message)
    boxed = letterbox(np.asarray(image, np.uint8), detector.long_side_px or LONG_SIDE_PX)
    with torch.inference_mode():
        answers = model(torch.from_numpy(bgr_to_blob(boxed.image_bgr[None])))[0][0].numpy()
    scores = answers[_BOX_ROWS:]
    best = scores.max(axis=0)
    likely = np.argsort(-best, kind="stable")[:MAX_CANDIDATES]
    likely = likely[best[likely] >= detector.min_confidence]
    centre, half = answers[:2, likely].T, answers[2:_BOX_ROWS, likely].T / 2
    boxes = boxed.to_image(np.stack([centre - half, centre + half], axis=1).astype(np.float32)).reshape(-1, 4)
    confidence = best[likely].astype(np.float32)
    boxes = np.clip(boxes, 0, np.tile(np.array(photo.size_wh, np.float32), 2))
    unknown = np.full((len(boxes), 4, 2), np.nan, np.float32)
    kept = suppress_duplicates(boxes, confidence, unknown, detector.max_iou, detector.max_tiles)
    codes = scores[:, likely].argmax(axis=0)
    solid = np.asarray((boxes[:, 2:] - boxes[:, :2] >= 1).all(axis=1))
    return [(CODES[codes[n]], boxes[n].tolist(), float(confidence[n])) for n in kept if solid[n]]


def _predict(options: argparse.Namespace) -> None:
    photos = choose_photos(options).photos
    lines = predict(options.run, photos, DetectorOptions(min_confidence=options.min_confidence))
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> int:
    """Train the one-stage baseline or read photos with it; return the exit status."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    commands = parser.add_subparsers(required=True)
    training = commands.add_parser(
        "train", help="train the network", formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    add_yolo_arguments(training, Path("runs/one_stage"))
    training.set_defaults(work=train)
    reading = commands.add_parser("predict", help="read photos", formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    reading.add_argument("--run", type=Path, default=Path("runs/one_stage"), help="folder of the training run")
    add_photo_choice(reading, "test")
    reading.add_argument("--min-confidence", type=float, default=DetectorOptions().min_confidence)
    reading.add_argument("--out", type=Path, required=True, metavar="FILE", help="JSON Lines to write")
    reading.set_defaults(work=_predict)
    options = parser.parse_args()
    work = vars(options).pop("work")
    return run_command(lambda: work(options))


if __name__ == "__main__":
    sys.exit(main())
