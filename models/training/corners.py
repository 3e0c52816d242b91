"""Train the network that tells where the corners of a found face really are, and whether it is one.

``python -m models.training.corners --help`` lists the options. A run that was stopped resumes.
"""

from __future__ import annotations

import argparse
import sys
from copy import deepcopy
from pathlib import Path

import numpy as np
import torch
from torch import nn

from models.training.corner_data import NO_TILE, CornerBatch, CornerFaces
from models.training.corner_net import KIND_LAYERS, CornerNet
from models.training.crop_tensors import crops_to_torch
from models.training.failures import run_command
from models.training.loop import Loop, LoopOptions, add_loop_arguments
from models.training.precision import mixed_precision
from models.training.warm_start import start_from_onnx
from vision.corners import CORNER_NAMES
from vision.onnx_detector import OnnxTileDetector
from vision.onnx_model import create_session

__all__ = ["train"]

_PRECISE: float = 0.05
"""Errors over so many half sides count by their amount, smaller ones less and less."""

_KIND_WEIGHT: float = 0.1
"""Telling tiles from what is none is easier than telling corners, and may not take the features for itself."""


def train(options: argparse.Namespace) -> None:
    """Run or resume the training described by the command line's options."""
    faces = CornerFaces(options.scenes, OnnxTileDetector(create_session(options.finder)), options.seed)
    model = CornerNet().to(memory_format=torch.channels_last)
    if options.start_from:
        start_from_onnx(
            model,
            options.start_from,
            crops_to_torch(faces.draw(options.batch, np.random.default_rng(options.seed)).images),
            may_lack=KIND_LAYERS,
        )

    def step(batch: CornerBatch) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
        with mixed_precision():
            offsets, kind_logits = model(crops_to_torch(batch.images))
        kinds = torch.from_numpy(batch.kinds)
        there = kinds != NO_TILE
        offsets, truth = offsets.float()[there], torch.from_numpy(batch.offsets)[there]
        # A batch of places without a tile has no corners to tell.
        loss = nn.functional.smooth_l1_loss(offsets, truth, beta=_PRECISE, reduction="sum") / max(truth.numel(), 1)
        loss = loss + _KIND_WEIGHT * nn.functional.cross_entropy(kind_logits.float(), kinds)
        error = (offsets - truth).norm(dim=2).detach() if len(truth) else torch.zeros(1, len(CORNER_NAMES))
        right = (kind_logits.argmax(dim=1) == kinds).float().mean()
        return loss, {"error": error.mean(), "rough": (error.amax(dim=1) > 0.2).float().mean(), "right": right}

    settings = {**vars(options), "faces": len(faces)}
    loop = Loop(model, deepcopy(model), options.out / "corners.pt", LoopOptions.of(options), settings)
    loop.run(lambda rng: faces.draw(options.batch, rng), step)


def main() -> int:
    """Train the corner network; return the exit status."""
    parser = argparse.ArgumentParser(description=main.__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--scenes", type=Path, nargs="+", required=True, help="folders of synthetic scenes")
    parser.add_argument("--finder", type=Path, required=True, help="exported finder whose corners are to be mended")
    add_loop_arguments(parser, out=Path("runs/corners"), steps=12000, batch=128, learning_rate=2e-3)
    return run_command(lambda: train(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
