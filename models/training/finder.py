"""Train the finder: a nano YOLO that finds faces and backs with the four corners of each face.

The network, its losses and its target assignment are Ultralytics' YOLO11n-pose; the loop is our own, since it
trains in bfloat16, mixes photographs with synthetic scenes, and leaves unlabelled parts of photographs out of
the loss. ``python -m models.training.finder --help`` lists the options. A run that was stopped resumes.
"""

from __future__ import annotations

import argparse
import queue
import threading
import time
from copy import deepcopy
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import numpy as np
import torch
from torch import nn
from tqdm import tqdm
from ultralytics.cfg import get_cfg
from ultralytics.nn.tasks import PoseModel
from ultralytics.utils.loss import v8PoseLoss

from datasets.photos import load_photos
from datasets.splits import assign_splits
from models.training.finder_data import FinderBatch, FinderSampler, image_of_photo
from models.training.run_record import RunRecord, load_checkpoint, save_checkpoint
from models.training.scenes import load_scenes

__all__ = ["FINDER_CLASSES", "build_finder", "train"]

FINDER_CLASSES: Final = ("face", "back")
CORNER_SIGMA: Final = 0.08
"""Corner errors of about this share of the tile's size halve the corner score (object keypoint similarity)."""

WARMUP_STEPS: Final = 150
DECAY_SHARE: Final = 0.3
"""The learning rate falls linearly over this last share of the steps, so that a run can be prolonged until then."""


def build_finder() -> PoseModel:
    """Return the untrained network, ready for Ultralytics' pose loss."""
    model = PoseModel("yolo11n-pose.yaml", ch=3, nc=len(FINDER_CLASSES), data_kpt_shape=(4, 3), verbose=False)
    model.args = get_cfg(overrides={"task": "pose", "kobj": 0.0, "pose": 6.0})
    model.kpt_oks_sigmas = [CORNER_SIGMA] * 4
    return model


class IgnoringBCE(nn.Module):
    """Binary cross-entropy that forgives answers in cells where the truth is not known."""

    def __init__(self) -> None:
        """Start with nothing ignored."""
        super().__init__()
        self.weights: torch.Tensor | None = None

    def forward(self, logits: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        """Return the (B, A, C) losses, zero where the weight is zero and the target is background."""
        losses = nn.functional.binary_cross_entropy_with_logits(logits, targets, reduction="none")
        if self.weights is None:
            return losses
        foreground = (targets.amax(dim=-1, keepdim=True) > 0).to(losses.dtype)
        return losses * torch.maximum(self.weights, foreground)


def _anchor_weights(ignored: torch.Tensor) -> torch.Tensor:
    """Return (B, A, 1) weights of the three scales' anchors from (B, S/8, S/8) ignored cells."""
    cells = ignored.float().unsqueeze(1)
    scales = [cells, nn.functional.avg_pool2d(cells, 2), nn.functional.avg_pool2d(cells, 4)]
    return torch.cat([1 - (scale > 0.5).float().flatten(1) for scale in scales], dim=1).unsqueeze(-1)


def _learning_rate(step: int, steps: int, peak: float) -> float:
    warm = min(1.0, (step + 1) / WARMUP_STEPS)
    left = min(1.0, (steps - step) / (DECAY_SHARE * steps))
    return peak * warm * max(left, 0.02)


def _prefetch(sampler: FinderSampler, batch_size: int, side_px: int, count: int) -> queue.Queue[FinderBatch]:
    batches: queue.Queue[FinderBatch] = queue.Queue(maxsize=4)

    def fill() -> None:
        for _ in range(count):
            batches.put(sampler.draw(batch_size, side_px))

    threading.Thread(target=fill, daemon=True).start()
    return batches


def _update_average(average: nn.Module, model: nn.Module, step: int) -> None:
    decay = min(0.998, (1 + step) / (10 + step))
    with torch.no_grad():
        for key, value in model.state_dict().items():
            kept = average.state_dict()[key]
            if kept.dtype.is_floating_point:
                kept.mul_(decay).add_(value.detach(), alpha=1 - decay)
            else:
                kept.copy_(value)


def train(options: argparse.Namespace) -> None:
    """Run or resume the training described by the command line's options."""
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    photos = load_photos(options.photos) if options.photos else []
    splits = assign_splits(photos)
    real = [image_of_photo(photo) for photo in photos if splits[photo.photo] == "train"]
    scenes = [image for folder in options.scenes for image in load_scenes(folder)]
    model = build_finder().to(memory_format=torch.channels_last)
    criterion = v8PoseLoss(model)
    criterion.bce = IgnoringBCE()
    average = deepcopy(model).eval()
    optimizer = torch.optim.AdamW(_parameter_groups(model), lr=options.learning_rate, betas=(0.9, 0.99))
    checkpoint = options.out / "finder.pt"
    state = load_checkpoint(checkpoint)
    first = 0
    if state is not None:
        model.load_state_dict(state["model"])
        average.load_state_dict(state["average"])
        optimizer.load_state_dict(state["optimizer"])
        first = state["step"]
    record = RunRecord(options.out, {**vars(options), "photos_used": len(real), "scenes_used": len(scenes)})
    sampler = FinderSampler([(real, options.real_share), (scenes, 1 - options.real_share)], np.random.default_rng((options.seed, first)))
    batches = _prefetch(sampler, options.batch, options.side, options.steps - first)
    model.train()
    sums, since, saved = SimpleNamespace(loss=torch.zeros(5), n=0), time.monotonic(), time.monotonic()
    for step in tqdm(range(first, options.steps), initial=first, total=options.steps, mininterval=20, desc="finder"):
        for group in optimizer.param_groups:
            group["lr"] = _learning_rate(step, options.steps, options.learning_rate)
        batch = _to_torch(batches.get())
        criterion.bce.weights = _anchor_weights(batch["ignored"])
        with torch.autocast("cpu", dtype=torch.bfloat16):
            predictions = model(batch["img"])
        predictions = {key: [v.float() for v in value] if isinstance(value, list) else value.float() for key, value in predictions.items()}
        losses, _ = criterion(predictions, batch)
        optimizer.zero_grad(set_to_none=True)
        losses.sum().backward()
        nn.utils.clip_grad_norm_(model.parameters(), 10.0 * options.batch)
        optimizer.step()
        _update_average(average, model, step)
        sums.loss += losses.detach() / options.batch
        sums.n += 1
        if sums.n == options.report_every:
            names = ("box", "corner", "visible", "class", "distribution")
            pace = (time.monotonic() - since) / sums.n
            record.report(step=step + 1, seconds_a_step=pace, **dict(zip(names, (sums.loss / sums.n).tolist(), strict=True)))
            sums, since = SimpleNamespace(loss=torch.zeros(5), n=0), time.monotonic()
        if time.monotonic() - saved > options.save_seconds or step + 1 == options.steps:
            save_checkpoint(checkpoint, {"model": model.state_dict(), "average": average.state_dict(), "optimizer": optimizer.state_dict(), "step": step + 1})
            saved = time.monotonic()


def _parameter_groups(model: nn.Module) -> list[dict[str, Any]]:
    decayed = [p for p in model.parameters() if p.ndim > 1 and p.requires_grad]
    plain = [p for p in model.parameters() if p.ndim <= 1 and p.requires_grad]
    return [{"params": decayed, "weight_decay": 0.02}, {"params": plain, "weight_decay": 0.0}]


def _to_torch(batch: FinderBatch) -> dict[str, torch.Tensor]:
    return {
        "img": torch.from_numpy(batch.images).float().div_(255).contiguous(memory_format=torch.channels_last),
        "batch_idx": torch.from_numpy(batch.image_index).float(),
        "cls": torch.from_numpy(batch.kinds).float().view(-1, 1),
        "bboxes": torch.from_numpy(batch.boxes_xywh),
        "keypoints": torch.from_numpy(batch.keypoints),
        "ignored": torch.from_numpy(batch.ignored),
    }


def main() -> None:
    """Train the finder."""
    parser = argparse.ArgumentParser(description=main.__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--photos", type=Path, help="folder of labelled photos; its training split is used")
    parser.add_argument("--scenes", type=Path, nargs="*", default=[], help="folders of synthetic scenes")
    parser.add_argument("--out", type=Path, default=Path("runs/finder"), help="checkpoint and progress")
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--side", type=int, default=416, help="side of the training squares in pixels")
    parser.add_argument("--learning-rate", type=float, default=2e-3)
    parser.add_argument("--real-share", type=float, default=0.6, help="share of photographs in a batch")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--report-every", type=int, default=50)
    parser.add_argument("--save-seconds", type=float, default=120)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
