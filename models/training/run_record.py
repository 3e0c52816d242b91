"""Checkpoints and the record of a training run: what was trained on what, with what, for how long.

``run.json`` holds one entry for each time the run was started: settings, the data by their hashes, versions, steps and
seconds. ``progress.jsonl`` holds a line of figures every few steps; ``python -m models.training.curves`` draws it.

::

    RunError(OSError)                 a run's files cannot be used; the message says what to do
    +-- DiskFullError                 a checkpoint did not fit on the disk; the one before it is kept
"""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
import platform
import shutil
import time
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

__all__ = [
    "DiskFullError",
    "RunError",
    "RunRecord",
    "fingerprint",
    "load_checkpoint",
    "replace_file",
    "save_checkpoint",
]

PACKAGES: Final = ("torch", "torchvision", "ultralytics", "numpy", "opencv-python", "onnx", "onnxruntime")

_OUTPUT_SETTINGS: Final = frozenset({"out"})
"""Paths among the settings that are written, not read."""

_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


class RunError(OSError):
    """A run's files cannot be used."""


class DiskFullError(RunError):
    """A checkpoint did not fit on the disk."""


def save_checkpoint(path: Path, state: dict[str, Any]) -> None:
    """Write a checkpoint so that a kill at any moment leaves either the old one or the new one.

    Raises:
        DiskFullError: There is no room for it; the checkpoint before it is untouched.
    """
    # The record and its tests do without torch.
    import torch  # noqa: PLC0415

    # Written by Python, since torch's own writer hides the operating system's error.
    content = io.BytesIO()
    torch.save(state, content)
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, content.getvalue())


def load_checkpoint(path: Path) -> dict[str, Any] | None:
    """Return the checkpoint, or None where none was written yet.

    Raises:
        RunError: The file is damaged.
    """
    if not path.is_file():
        return None
    import torch  # noqa: PLC0415 - as above

    try:
        state: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
    except Exception as error:  # noqa: BLE001 - torch raises a dozen unrelated kinds for damaged files
        message = f"the checkpoint {path} cannot be read ({error}); remove it to begin anew, or restore it"
        raise RunError(message) from None
    return state


def fingerprint(path: Path) -> dict[str, Any]:
    """Return number, size and one hash of the files that a path stands for.

    The hash of a folder is over the sorted lines ``sha256  relative/path`` of its files, as ``sha256sum`` prints them.
    """
    if path.is_file():
        return {"files": 1, "bytes": path.stat().st_size, "sha256": _file_hash(path)}
    files = sorted(file for file in path.rglob("*") if file.is_file())
    lines = "".join(f"{_file_hash(file)}  {file.relative_to(path).as_posix()}\n" for file in files)
    size = sum(file.stat().st_size for file in files)
    return {"files": len(files), "bytes": size, "sha256": hashlib.sha256(lines.encode()).hexdigest()}


class RunRecord:
    """The log of one run, over all its resumptions."""

    def __init__(self, folder: Path, settings: dict[str, Any], first_step: int = 0) -> None:
        """Begin another part of the run: note its settings, data and versions.

        Args:
            folder: Folder of the run.
            settings: All settings; every path among them that exists is recorded by its hash, but for ``out``.
            first_step: Steps done in the parts before.

        Raises:
            RunError: The folder's ``run.json`` cannot be read.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self._file, self._progress = folder / "run.json", folder / "progress.jsonl"
        self._started = time.monotonic()
        self._earlier = _earlier_parts(self._file)
        self._part: dict[str, Any] = {
            "started": datetime.now(UTC).isoformat(timespec="seconds"),
            "seed": settings.get("seed"),
            "settings": settings,
            "data": {str(path): fingerprint(path) for path in _paths(settings)},
            "python": platform.python_version(),
            "packages": {name: found for name in PACKAGES if (found := _version(name))},
            "cpus": os.cpu_count(),
            "first_step": first_step,
            "last_step": first_step,
            "seconds": 0.0,
        }
        self._write()

    def report(self, **figures: float) -> None:
        """Append one line of figures with the seconds since this part of the run began."""
        seconds = round(time.monotonic() - self._started, 1)
        line = json.dumps({"seconds": seconds, **{key: round(float(value), 6) for key, value in figures.items()}})
        with self._progress.open("a", encoding="utf-8") as out:
            out.write(line + "\n")
        self._part["seconds"] = seconds
        self._part["last_step"] = int(figures.get("step", self._part["last_step"]))
        self._write()

    def _write(self) -> None:
        parts = [*self._earlier, self._part]
        total = round(sum(part.get("seconds", 0.0) for part in parts), 1)
        about = {"steps": self._part["last_step"], "seconds": total, "parts": parts}
        replace_file(self._file, (json.dumps(about, indent=2, default=str) + "\n").encode())


def replace_file(path: Path, content: bytes) -> None:
    """Write a file beside the old one, then put it in its place.

    Raises:
        DiskFullError: There is no room for it; the one before it is untouched.
    """
    part = path.with_suffix(path.suffix + ".part")
    try:
        with part.open("wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
    except OSError as error:
        part.unlink(missing_ok=True)
        if error.errno not in _FULL:
            raise
        free = shutil.disk_usage(path.parent).free / 1e6
        kept = "the one before it is kept; " if path.is_file() else ""
        message = (
            f"no room on the disk for {path} ({len(content) / 1e6:.1f} MB, {free:.1f} MB free); {kept}"
            "make room and start the same command again"
        )
        raise DiskFullError(error.errno, message) from None
    part.replace(path)


def _earlier_parts(path: Path) -> list[dict[str, Any]]:
    if not path.is_file():
        return []
    try:
        about = json.loads(path.read_text(encoding="utf-8"))
        # Records of before parts were kept are one part.
        parts: list[dict[str, Any]] = about.get("parts", [about])
    except (ValueError, AttributeError) as error:
        message = f"the record {path} cannot be read ({error}); move it away or restore it"
        raise RunError(message) from None
    return parts


def _paths(settings: dict[str, Any]) -> list[Path]:
    values = [value for name, value in settings.items() if name not in _OUTPUT_SETTINGS]
    flat = [inner for value in values for inner in (value if isinstance(value, (list, tuple)) else [value])]
    return sorted({value for value in flat if isinstance(value, Path) and value.exists()})


def _file_hash(path: Path) -> str:
    with path.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
