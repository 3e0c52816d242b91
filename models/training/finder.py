"""Train the finder: a nano YOLO that finds faces and backs with the four corners of each face.

The network, its losses and its target assignment are Ultralytics' YOLO11n-pose; the loop is our own, since it
trains in bfloat16, mixes photographs with synthetic scenes, and leaves unlabelled parts of photographs out of
the loss. ``python -m models.training.finder --help`` lists the options. A run that was stopped resumes.
"""

from __future__ import annotations

import argparse
import sys
from copy import deepcopy
from pathlib import Path
from typing import Final

import numpy as np
import torch
from ultralytics.cfg import get_cfg
from ultralytics.nn.tasks import PoseModel
from ultralytics.utils.loss import v8PoseLoss

from datasets.photos import load_photos
from datasets.splits import training_photos
from models.training.failures import run_command
from models.training.finder_data import FinderBatch, FinderSampler, image_of_photo
from models.training.ignoring import IgnoringBCE, anchor_weights
from models.training.loop import Loop, LoopOptions, add_loop_arguments
from models.training.scenes import load_scenes
from models.training.warm_start import start_from_onnx
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
    photos = load_photos(options.photos) if options.photos else []
    real = [image_of_photo(photo) for photo in training_photos(photos, options.without)]
    scenes = [image for folder in options.scenes for image in load_scenes(folder)]
    pools = [(real, options.real_share), (scenes, 1 - options.real_share)]
    model = build_finder().to(memory_format=torch.channels_last)
    if options.start_from:
        batch = FinderSampler(pools, np.random.default_rng(options.seed)).draw(options.batch, options.side)
        start_from_onnx(model, options.start_from, _to_torch(batch)["img"])
    criterion = v8PoseLoss(model)
    criterion.bce = IgnoringBCE()

    def evaluate(batch: FinderBatch) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
        inputs = _to_torch(batch)
        criterion.bce.weights = anchor_weights(inputs["ignored"])
        with torch.autocast("cpu", dtype=torch.bfloat16):
            outputs = model(inputs["img"])
        # The losses need more digits than bfloat16 has.
        outputs = {k: [map_.float() for map_ in v] if isinstance(v, list) else v.float() for k, v in outputs.items()}
        losses, figures = criterion(outputs, inputs)
        return losses.sum() / options.batch, figures

    settings = {**vars(options), "photos_used": len(real), "scenes_used": len(scenes)}
    loop = Loop(model, deepcopy(model), options.out / "finder.pt", LoopOptions.of(options), settings)
    loop.run(lambda rng: FinderSampler(pools, rng).draw(options.batch, options.side), evaluate)


def _to_torch(batch: FinderBatch) -> dict[str, torch.Tensor]:
    return {
        "img": torch.from_numpy(batch.images).float().div_(255).contiguous(memory_format=torch.channels_last),
        "batch_idx": torch.from_numpy(batch.image_index).float(),
        "cls": torch.from_numpy(batch.kinds).float().view(-1, 1),
        "bboxes": torch.from_numpy(batch.boxes_xywh),
        "keypoints": torch.from_numpy(batch.keypoints),
        "ignored": torch.from_numpy(batch.ignored),
    }


def main() -> int:
    """Train the finder; return the exit status."""
    parser = argparse.ArgumentParser(description=main.__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--photos", type=Path, help="folder of labelled photos; its training split is used")
    parser.add_argument("--scenes", type=Path, nargs="*", default=[], help="folders of synthetic scenes")
    parser.add_argument("--side", type=int, default=416, help="side of the training squares in pixels")
    parser.add_argument("--real-share", type=float, default=0.6, help="share of photographs in a batch")
    add_loop_arguments(parser, out=Path("runs/finder"), steps=5500, batch=16, learning_rate=2e-3)
    return run_command(lambda: train(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
