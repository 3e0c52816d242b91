"""The training loop that all trainings share: warm-up, steady rate, decay, weight averaging, resuming."""

from __future__ import annotations

import queue
import sys
import threading
import time
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np
import torch
from torch import nn
from tqdm import tqdm

from models.training.run_record import RunError, RunRecord, load_checkpoint, save_checkpoint
from models.training.stopping import STOPPED_STATUS, StopRequest

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from pathlib import Path

__all__ = ["Loop", "LoopOptions", "add_loop_arguments", "learning_rate_at"]

Batch = TypeVar("Batch")

WARMUP_STEPS: Final = 150
DECAY_SHARE: Final = 0.3
"""The learning rate falls linearly over this last share of the steps, so that a run can be prolonged until then."""

MAX_AVERAGE_DECAY: Final = 0.998


@dataclass(frozen=True, slots=True)
class LoopOptions:
    """How long and how fast to train; see :func:`add_loop_arguments`."""

    steps: int
    learning_rate: float
    weight_decay: float
    max_gradient_norm: float
    seed: int
    threads: int
    report_every: int
    save_seconds: float

    @classmethod
    def of(cls, namespace: argparse.Namespace) -> LoopOptions:
        """Take the loop's options out of a command line's."""
        return cls(**{name: getattr(namespace, name) for name in cls.__slots__})


def add_loop_arguments(
    parser: argparse.ArgumentParser, *, out: Path, steps: int, batch: int, learning_rate: float
) -> None:
    """Add the options that every training shares."""
    parser.add_argument("--without", nargs="*", default=[], help="groups of photos to leave out, to measure on them")
    parser.add_argument("--start-from", type=type(out), help="exported ONNX file whose weights to begin with")
    parser.add_argument(
        "--freeze", type=int, default=0, metavar="N", help="leave the first N modules as --start-from gave them"
    )
    parser.add_argument("--out", type=type(out), default=out, help="folder of the checkpoint and the progress")
    parser.add_argument("--steps", type=int, default=steps, help="steps in all, those before a resumption included")
    parser.add_argument("--batch", type=int, default=batch)
    parser.add_argument("--learning-rate", type=float, default=learning_rate)
    parser.add_argument("--weight-decay", type=float, default=0.02)
    parser.add_argument("--max-gradient-norm", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--report-every", type=int, default=50, help="steps between two lines of progress")
    parser.add_argument("--save-seconds", type=float, default=60, help="seconds between two checkpoints")


def learning_rate_at(step: int, steps: int, peak: float) -> float:
    """Return the learning rate of a step: up over the warm-up, flat, down over the last share.

    >>> [round(learning_rate_at(step, 1000, 1.0), 2) for step in (0, 149, 500, 700, 850)]
    [0.01, 1.0, 1.0, 1.0, 0.5]
    """
    warm = min(1.0, (step + 1) / WARMUP_STEPS)
    left = min(1.0, (steps - step) / (DECAY_SHARE * steps))
    return peak * warm * max(left, 0.01)


class Loop:
    """Trains a network from batches, keeping a running average of its weights.

    Args:
        model: The network.
        average: A copy of it that receives the averaged weights, which are the ones to export.
        checkpoint: File to save to and to resume from.
        options: How long and how fast.
        settings: Everything worth recording about the run.
    """

    def __init__(
        self, model: nn.Module, average: nn.Module, checkpoint: Path, options: LoopOptions, settings: dict[str, Any]
    ) -> None:
        """Load the checkpoint where there is one.

        Raises:
            RunError: The checkpoint is damaged or another network's.
        """
        torch.set_num_threads(options.threads)
        torch.manual_seed(options.seed)
        self._model, self._average, self._path, self._options = model, average.eval(), checkpoint, options
        self._optimizer = torch.optim.AdamW(_parameter_groups(model, options.weight_decay), betas=(0.9, 0.99))
        self._first = 0
        state = load_checkpoint(checkpoint)
        if state is not None:
            try:
                model.load_state_dict(state["model"])
                average.load_state_dict(state["average"])
                self._optimizer.load_state_dict(state["optimizer"])
                self._first = state["step"]
            except (RuntimeError, ValueError, KeyError) as error:
                message = f"{checkpoint} is of another network; train into another folder with --out ({error})"
                raise RunError(message) from None
        self._record = RunRecord(checkpoint.parent, settings, self._first)

    def run(
        self,
        draw: Callable[[np.random.Generator], Batch],
        evaluate: Callable[[Batch], tuple[torch.Tensor, dict[str, torch.Tensor]]],
    ) -> None:
        """Train until the last step, or until Ctrl-C or a termination signal: then save, say so and exit.

        Args:
            draw: Makes the next batch; called in a thread of its own, ahead of need.
            evaluate: Gives a batch's loss and figures to report.

        Raises:
            DiskFullError: There is no room for a checkpoint; the one before it is kept.
        """
        with StopRequest() as stop:
            self._train(draw, evaluate, stop)

    def _train(
        self,
        draw: Callable[[np.random.Generator], Batch],
        evaluate: Callable[[Batch], tuple[torch.Tensor, dict[str, torch.Tensor]]],
        stop: StopRequest,
    ) -> None:
        options, sums, since, saved = (
            self._options,
            defaultdict[str, list[float]](list),
            time.monotonic(),
            time.monotonic(),
        )
        batches = self._prefetch(draw)
        self._model.train()
        steps = range(self._first, options.steps)
        for step in tqdm(steps, initial=self._first, total=options.steps, mininterval=10, desc=self._path.stem):
            for group in self._optimizer.param_groups:
                group["lr"] = learning_rate_at(step, options.steps, options.learning_rate)
            batch = batches.get()
            if isinstance(batch, BaseException):
                raise batch
            loss, figures = evaluate(batch)
            self._optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(self._model.parameters(), options.max_gradient_norm)
            self._optimizer.step()
            self._update_average(step)
            for name, value in figures.items():
                sums[name].append(float(value))
            if (step + 1) % options.report_every == 0:
                pace = (time.monotonic() - since) / options.report_every
                rate = learning_rate_at(step, options.steps, options.learning_rate)
                means = {name: sum(values) / len(values) for name, values in sums.items()}
                self._record.report(step=step + 1, seconds_a_step=pace, learning_rate=rate, **means)
                sums.clear()
                since = time.monotonic()
            if stop.requested or time.monotonic() - saved > options.save_seconds or step + 1 == options.steps:
                self._save(step + 1)
                saved = time.monotonic()
            if stop.requested:
                sys.stderr.write(
                    f"saved after step {step + 1} of {options.steps}; the same command goes on from there\n"
                )
                raise SystemExit(STOPPED_STATUS)

    def _prefetch(self, draw: Callable[[np.random.Generator], Batch]) -> queue.Queue[Batch | BaseException]:
        batches: queue.Queue[Batch | BaseException] = queue.Queue(maxsize=4)
        rng = np.random.default_rng((self._options.seed, self._first))

        def fill() -> None:
            try:
                for _ in range(self._first, self._options.steps):
                    batches.put(draw(rng))
            except BaseException as error:  # noqa: BLE001 - handed over and raised by the loop
                batches.put(error)

        threading.Thread(target=fill, daemon=True).start()
        return batches

    def _update_average(self, step: int) -> None:
        decay = min(MAX_AVERAGE_DECAY, (1 + step) / (10 + step))
        averaged = self._average.state_dict()
        with torch.no_grad():
            for key, value in self._model.state_dict().items():
                if value.dtype.is_floating_point:
                    averaged[key].lerp_(value, 1 - decay)
                else:
                    averaged[key].copy_(value)

    def _save(self, step: int) -> None:
        state = {
            "model": self._model.state_dict(),
            "average": self._average.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "step": step,
        }
        save_checkpoint(self._path, state)


def _parameter_groups(model: nn.Module, weight_decay: float) -> list[dict[str, Any]]:
    """Leave biases and normalisation out of weight decay."""
    parameters = [parameter for parameter in model.parameters() if parameter.requires_grad]
    return [
        {"params": [p for p in parameters if p.ndim > 1], "weight_decay": weight_decay},
        {"params": [p for p in parameters if p.ndim <= 1], "weight_decay": 0.0},
    ]
