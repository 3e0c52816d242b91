"""Train the reader: which of the 47 codes a face crop shows, and how it is turned.

``python -m models.training.reader --help`` lists the options. A run that was stopped resumes.
"""

from __future__ import annotations

import argparse
import sys
from copy import deepcopy
from pathlib import Path

import numpy as np
import torch
from torch import nn

from engine.tile import CODES
from models.training.crop_tensors import crops_to_torch
from models.training.doubts import Doubter
from models.training.failures import run_command
from models.training.loop import Loop, LoopOptions, add_loop_arguments
from models.training.photo_sources import add_photo_arguments, gather_photos
from models.training.precision import mixed_precision
from models.training.reader_data import (
    NO_FACE,
    UNKNOWN_ROTATION,
    PhotoFaces,
    ReaderBatch,
    ReaderSampler,
    SyntheticFaces,
)
from models.training.reader_net import ReaderNet
from models.training.scenes import load_labelled_scenes
from models.training.warm_start import freeze_first, start_from_onnx
from vision.assembly import open_detector

__all__ = ["reader_loss", "train"]

LABEL_SMOOTHING = 0.05


def reader_loss(
    code_logits: torch.Tensor, rotation_logits: torch.Tensor, codes: torch.Tensor, rotations: torch.Tensor
) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    """Return the loss to minimise and the share of codes read right.

    Args:
        code_logits: (B, 47).
        rotation_logits: (B, 4).
        codes: (B,) code index or ``NO_FACE``.
        rotations: (B,) clockwise quarter turns or ``UNKNOWN_ROTATION``.
    """
    face = codes != NO_FACE
    log_probabilities = code_logits.log_softmax(dim=1)
    targets = torch.full_like(log_probabilities, 1 / len(CODES))
    smoothed = LABEL_SMOOTHING / len(CODES) + (1 - LABEL_SMOOTHING) * nn.functional.one_hot(
        codes.clamp(max=len(CODES) - 1), len(CODES)
    )
    targets[face] = smoothed[face]
    code_loss = -(targets * log_probabilities).sum(dim=1).mean()
    known = rotations != UNKNOWN_ROTATION
    rotation_loss = nn.functional.cross_entropy(rotation_logits[known], rotations[known]) if known.any() else 0.0
    right = (code_logits.argmax(dim=1)[face] == codes[face]).float().mean()
    figures = {"code": code_loss.detach(), "rotation": torch.as_tensor(rotation_loss).detach(), "right": right}
    return code_loss + 0.3 * rotation_loss, figures


def train(options: argparse.Namespace) -> None:
    """Run or resume the training described by the command line's options."""
    sources: list[tuple[PhotoFaces | SyntheticFaces, float]] = []
    gathered = gather_photos(options)
    gathered.note_origins(options.out)
    detector = open_detector(options.finder, options.corners) if options.finder else None
    if gathered.photos:
        sources.append((PhotoFaces(gathered.photos, detector), options.real_share))
    doubter = Doubter(options.doubted_by) if options.doubted_by else None
    rendered_share = 1 - options.real_share  # the sampler makes shares of what there is
    if options.scenes:
        scenes = [scene for folder in options.scenes for scene in load_labelled_scenes(folder)]
        share = options.scene_share if options.crops else 1.0
        sources.append((PhotoFaces(scenes, detector, doubter=doubter), rendered_share * share))
    if options.crops:
        share = 1 - options.scene_share if options.scenes else 1.0
        sources.append((SyntheticFaces(options.crops, doubter), rendered_share * share))
    model = ReaderNet().to(memory_format=torch.channels_last)
    if options.start_from:
        batch = ReaderSampler(sources, np.random.default_rng(options.seed)).draw(options.batch)
        start_from_onnx(model, options.start_from, crops_to_torch(batch.images))
    freeze_first(model.features, options.freeze)

    def step(batch: ReaderBatch) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
        images = crops_to_torch(batch.images)
        with mixed_precision():
            code_logits, rotation_logits = model(images)
        return reader_loss(
            code_logits.float(),
            rotation_logits.float(),
            torch.from_numpy(batch.codes),
            torch.from_numpy(batch.rotations),
        )

    settings = {**vars(options), "faces": [len(source) for source, _ in sources], **gathered.about}
    loop = Loop(model, deepcopy(model), options.out / "reader.pt", LoopOptions.of(options), settings)
    loop.run(lambda rng: ReaderSampler(sources, rng).draw(options.batch), step)


def main() -> int:
    """Train the reader; return the exit status."""
    parser = argparse.ArgumentParser(description=main.__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    add_photo_arguments(parser)
    parser.add_argument("--crops", type=Path, nargs="*", default=[], help="folders of synthetic crops")
    parser.add_argument("--scenes", type=Path, nargs="*", default=[], help="folders of synthetic scenes")
    parser.add_argument("--scene-share", type=float, default=0.3, help="share of synthetic faces cut from scenes")
    parser.add_argument("--doubted-by", type=Path, help="exported reader; show oftener what it doubts")
    parser.add_argument("--finder", type=Path, help="exported finder that cuts the photographed faces")
    parser.add_argument("--corners", type=Path, help="exported network of corners that mends the finder's")
    parser.add_argument("--real-share", type=float, default=0.5, help="share of photographed faces in a batch")
    add_loop_arguments(parser, out=Path("runs/reader"), steps=6000, batch=128, learning_rate=2e-3)
    return run_command(lambda: train(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
