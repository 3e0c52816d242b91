"""The training that all YOLO networks share: photographs and scenes mixed, unlabelled parts left out of the loss."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from models.training.finder_data import FinderBatch, FinderImage, FinderSampler
from models.training.ignoring import IgnoringBCE, anchor_weights, class_weights
from models.training.loop import Loop, LoopOptions, add_loop_arguments
from models.training.photo_sources import add_photo_arguments
from models.training.precision import mixed_precision
from models.training.warm_start import freeze_first, start_from_onnx

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from ultralytics.nn.tasks import DetectionModel
    from ultralytics.utils.loss import v8DetectionLoss

__all__ = ["TrainingPictures", "add_yolo_arguments", "train_yolo"]


@dataclass(frozen=True, slots=True, eq=False)
class TrainingPictures:
    """What is trained on.

    Attributes:
        photos: Photographs.
        scenes: Synthetic scenes.
        classes: Number of classes.
        back: The class of backs.
        about: What the record of the run says of them besides their number.
    """

    photos: Sequence[FinderImage]
    scenes: Sequence[FinderImage]
    classes: int
    back: int
    about: dict[str, Any] = field(default_factory=dict)


def train_yolo(
    model: DetectionModel,
    make_criterion: type[v8DetectionLoss],
    pictures: TrainingPictures,
    options: argparse.Namespace,
    checkpoint_name: str,
) -> None:
    """Run or resume a training.

    Args:
        model: The network, freshly built; its loss reads its ``args``.
        make_criterion: Ultralytics' loss of this kind of network.
        pictures: What to train on.
        options: See :func:`add_yolo_arguments`.
        checkpoint_name: File in the run's folder.

    Raises:
        ValueError: There is no picture to train on.
    """
    pools = _pools(pictures, options)
    model = model.to(memory_format=torch.channels_last)
    if options.start_from:
        batch = FinderSampler(pools, np.random.default_rng(options.seed)).draw(options.batch, options.side)
        start_from_onnx(model, options.start_from, _to_torch(batch)["img"])
    freeze_first(model.model, options.freeze)
    criterion = make_criterion(model)
    criterion.bce = IgnoringBCE()

    def evaluate(batch: FinderBatch) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
        inputs = _to_torch(batch)
        anchors = anchor_weights(inputs["ignored"])
        criterion.bce.weights = class_weights(anchors, pictures.classes, pictures.back, inputs["backs_labelled"])
        with mixed_precision():
            outputs = model(inputs["img"])
        # The losses need more digits than bfloat16 has.
        outputs = {k: [map_.float() for map_ in v] if isinstance(v, list) else v.float() for k, v in outputs.items()}
        losses, figures = criterion(outputs, inputs)
        return losses.sum() / options.batch, figures

    used = {"photos_used": len(pictures.photos), "scenes_used": len(pictures.scenes)}
    settings = {**vars(options), **used, **pictures.about}
    loop = Loop(model, deepcopy(model), options.out / checkpoint_name, LoopOptions.of(options), settings)
    loop.run(lambda rng: FinderSampler(pools, rng).draw(options.batch, options.side), evaluate)


def _pools(pictures: TrainingPictures, options: argparse.Namespace) -> list[tuple[Sequence[FinderImage], float]]:
    """Return photographs, scenes with plain tiles and other scenes, each with its share of a batch."""
    plain = [scene for scene in pictures.scenes if scene.has_plain_tiles]
    other = [scene for scene in pictures.scenes if not scene.has_plain_tiles]
    plain_share = (options.plain_share if other else 1.0) if plain else 0.0
    scene_share = 1 - options.real_share
    return [
        (pictures.photos, options.real_share),
        (plain, scene_share * plain_share),
        (other, scene_share * (1 - plain_share)),
    ]


def add_yolo_arguments(parser: argparse.ArgumentParser, out: Path) -> None:
    """Add the options of the data and the loop; ``out`` is the run's folder unless it is told."""
    add_photo_arguments(parser)
    parser.add_argument("--scenes", type=Path, nargs="*", default=[], help="folders of synthetic scenes")
    parser.add_argument("--side", type=int, default=416, help="side of the training squares in pixels")
    parser.add_argument("--real-share", type=float, default=0.6, help="share of photographs in a batch")
    parser.add_argument(
        "--plain-share", type=float, default=0.6, help="share of scenes with backs or white dragons among scenes"
    )
    add_loop_arguments(parser, out=out, steps=5500, batch=16, learning_rate=2e-3)


def _to_torch(batch: FinderBatch) -> dict[str, torch.Tensor]:
    return {
        "img": torch.from_numpy(batch.images).float().div_(255).contiguous(memory_format=torch.channels_last),
        "batch_idx": torch.from_numpy(batch.image_index).float(),
        "cls": torch.from_numpy(batch.kinds).float().view(-1, 1),
        "bboxes": torch.from_numpy(batch.boxes_xywh),
        "keypoints": torch.from_numpy(batch.keypoints),  # only the loss of corners looks at them
        "ignored": torch.from_numpy(batch.ignored),
        "backs_labelled": torch.from_numpy(batch.backs_labelled),
    }
