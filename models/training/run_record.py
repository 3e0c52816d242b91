"""Checkpoints and the record of a training run: what was trained on what, with what, for how long."""

from __future__ import annotations

import json
import os
import platform
import time
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import torch

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["RunRecord", "load_checkpoint", "save_checkpoint"]


def save_checkpoint(path: Path, state: dict[str, Any]) -> None:
    """Write a checkpoint so that a kill at any moment leaves either the old one or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    torch.save(state, part)
    part.replace(path)


def load_checkpoint(path: Path) -> dict[str, Any] | None:
    """Return the checkpoint, or None where none was written yet."""
    if not path.is_file():
        return None
    state: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
    return state


class RunRecord:
    """The log of one run: ``run.json`` with its settings, ``progress.jsonl`` with a line for each report."""

    def __init__(self, folder: Path, settings: dict[str, Any]) -> None:
        """Write the settings and versions; a resumed run appends to the progress of its earlier parts."""
        folder.mkdir(parents=True, exist_ok=True)
        self._progress = folder / "progress.jsonl"
        self._started = time.monotonic()
        packages = {name: version(name) for name in ("torch", "ultralytics", "numpy", "opencv-python")}
        about = {
            "settings": settings,
            "python": platform.python_version(),
            "packages": packages,
            "cpus": os.cpu_count(),
        }
        (folder / "run.json").write_text(json.dumps(about, indent=2, default=str) + "\n", encoding="utf-8")

    def report(self, **figures: float) -> None:
        """Append one line of figures with the seconds since this part of the run began."""
        seconds = round(time.monotonic() - self._started, 1)
        line = json.dumps({"seconds": seconds, **{key: round(float(value), 6) for key, value in figures.items()}})
        with self._progress.open("a", encoding="utf-8") as out:
            out.write(line + "\n")
