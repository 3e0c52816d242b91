"""``tilesight doctor``: what is installed, whether the models are whole, and whether they read a picture."""

from __future__ import annotations

import platform
import sys
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import typer

from api.commands.output import ExitStatus, JsonOption, failure_of, print_document
from api.service import load_photo_reader, program_version
from vision.errors import VisionError

if TYPE_CHECKING:
    from api.service import PhotoReader

__all__ = ["doctor"]

PACKAGES: Final = ("numpy", "opencv-python-headless", "onnxruntime", "mahjong", "fastapi", "typer")
EXAMPLE_PHOTO: Final = Path(__file__).resolve().parents[2] / "examples" / "rack.jpg"
"""Lies in a checkout, not in an installed package."""


def doctor(*, as_json: JsonOption = False) -> None:
    """Versions, model files and their hashes, one self-test read with its time."""
    report = examine()
    if as_json:
        print_document(report)
    else:
        sys.stdout.write(_as_text(report))
    if report["error"] is not None:
        raise typer.Exit(ExitStatus.ENVIRONMENT)


def examine() -> dict[str, Any]:
    """Return the findings as a JSON object; ``error`` is null when all is well."""
    report: dict[str, Any] = {
        "version": program_version(),
        "python": platform.python_version(),
        "platform": platform.platform(),
        "packages": {name: _installed(name) for name in PACKAGES},
        "models": [],
        "self_test": None,
        "error": None,
    }
    try:
        started = time.perf_counter()
        reader = load_photo_reader()
        load_ms = (time.perf_counter() - started) * 1000
        report["models"] = [{"role": model.role, "name": model.name, "sha256": model.sha256} for model in reader.models]
        report["self_test"] = {"load_ms": round(load_ms, 1), **_self_test(reader)}
    except (VisionError, OSError) as error:
        report.update(failure_of(error).document())
    return report


def _installed(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _self_test(reader: PhotoReader) -> dict[str, Any]:
    """Read one picture: the example photo of a checkout, otherwise one drawn here."""
    photo: bytes | Path = EXAMPLE_PHOTO
    name = EXAMPLE_PHOTO.name
    if not EXAMPLE_PHOTO.is_file():
        from api.photo_reader import draw_test_picture  # noqa: PLC0415 - the vision runtime

        photo, name = draw_test_picture(), "drawn picture of blank tiles"
    started = time.perf_counter()
    reading = reader.read(photo)
    return {
        "photo": name,
        "tiles": len(reading.tiles),
        "hand": reading.hand,
        "read_ms": round((time.perf_counter() - started) * 1000, 1),
    }


def _as_text(report: dict[str, Any]) -> str:
    lines = [f"tilesight {report['version']}, Python {report['python']}, {report['platform']}"]
    lines += [f"  {name} {found or 'not installed'}" for name, found in report["packages"].items()]
    lines += [f"  {model['role']} {model['name']} sha256 {model['sha256']}" for model in report["models"]]
    test = report["self_test"]
    if test is not None:
        lines.append(
            f"  self-test: {test['tiles']} tiles in the {test['photo']}, "
            f"{test['read_ms']:.0f} ms after {test['load_ms']:.0f} ms of loading"
        )
    error = report["error"]
    lines.append("All is well." if error is None else f"Not usable: {error['message']} [{error['code']}]")
    return "\n".join(lines) + "\n"
