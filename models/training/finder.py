"""Train the finder: a nano YOLO that finds faces and backs with the four corners of each face.

The network, its losses and its target assignment are Ultralytics' YOLO11n-pose; the loop is our own, since it
trains in bfloat16, mixes photographs with synthetic scenes, and leaves unlabelled parts of photographs out of
the loss. ``python -m models.training.finder --help`` lists the options. A run that was stopped resumes.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from ultralytics.cfg import get_cfg
from ultralytics.nn.tasks import PoseModel
from ultralytics.utils.loss import v8PoseLoss

from models.training.failures import run_command
from models.training.finder_data import image_of_photo
from models.training.photo_sources import gather_photos
from models.training.scenes import load_scenes
from models.training.yolo import TrainingPictures, add_yolo_arguments, train_yolo
from vision.detector import BACK
from vision.onnx_detector import FINDER_CLASSES

__all__ = ["build_finder", "train"]

CORNER_SIGMA: Final = 0.08
"""Corner errors of about this share of the tile's size halve the corner score (object keypoint similarity)."""


def build_finder() -> PoseModel:
    """Return the untrained network, ready for Ultralytics' pose loss."""
    model = PoseModel("yolo11n-pose.yaml", ch=3, nc=len(FINDER_CLASSES), data_kpt_shape=(4, 3), verbose=False)
    # Whether a corner is known says only whether the picture is synthetic: nothing to learn from (kobj).
    model.args = get_cfg(overrides={"task": "pose", "kobj": 0.0, "pose": 6.0})
    model.kpt_oks_sigmas = [CORNER_SIGMA] * 4
    return model


def train(options: argparse.Namespace) -> None:
    """Run or resume the training described by the command line's options."""
    gathered = gather_photos(options)
    gathered.note_origins(options.out)
    real = [image_of_photo(photo) for photo in gathered.photos]
    scenes = [image for folder in options.scenes for image in load_scenes(folder)]
    pictures = TrainingPictures(real, scenes, len(FINDER_CLASSES), BACK, gathered.about)
    train_yolo(build_finder(), v8PoseLoss, pictures, options, "finder.pt")


def main() -> int:
    """Train the finder; return the exit status."""
    parser = argparse.ArgumentParser(description=main.__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    add_yolo_arguments(parser, Path("runs/finder"))
    return run_command(lambda: train(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
