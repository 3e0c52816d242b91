"""``tilesight doctor``: what is installed, whether the models are whole, and whether they read a picture."""

from __future__ import annotations

import json
import platform
import sys
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import typer

from api.commands.output import ExitStatus, Failure, JsonOption, failure_of, print_document
from api.service import load_photo_reader, program_version
from engine.wording import quantity
from models.registry import OPTIONAL_ROLES
from vision.errors import VisionError

if TYPE_CHECKING:
    from api.service import PhotoReader
    from vision.reading import RackReading

__all__ = ["doctor"]

PACKAGES: Final = ("numpy", "opencv-python-headless", "onnxruntime", "mahjong", "fastapi", "typer")
PROGRAM_DIR: Final = Path(__file__).resolve().parents[2]
"""A checkout, or the folder that all installed packages share."""

DRAWN_TILES: Final = 7


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
        self_test, failure = _self_test(reader)
        report["self_test"] = {"load_ms": round(load_ms, 1), **self_test}
    except (VisionError, OSError, ImportError) as error:
        failure = failure_of(error)
    if failure is not None:
        report.update(failure.document())
    return report


def _installed(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _self_test(reader: PhotoReader) -> tuple[dict[str, Any], Failure | None]:
    """Read one picture, the example photo of a checkout or else one drawn here, and compare it with what it shows."""
    example = _example()
    if example is None:
        from api.photo_reader import draw_test_picture  # noqa: PLC0415 - the vision runtime

        name = "drawn picture of blank tiles"
        reading, read_ms = _read(reader, draw_test_picture(DRAWN_TILES))
        wanted, found = (quantity(count, "tile") for count in (DRAWN_TILES, len(reading.tiles)))
    else:
        photo, codes = example
        name = photo.name
        reading, read_ms = _read(reader, photo)
        wanted, found = "".join(codes), "".join(tile.code for tile in reading.tiles)
    facts = {"photo": name, "tiles": len(reading.tiles), "hand": reading.hand, "read_ms": round(read_ms, 1)}
    if found == wanted:
        return facts, None
    message = (
        f"the {name} shows {wanted}, but {found or 'nothing'} was read; "
        "use the models that come with this version (unset TILESIGHT_MODEL_DIR), or install it again"
    )
    return facts, Failure("self_test_failed", message, ExitStatus.ENVIRONMENT)


def _read(reader: PhotoReader, photo: bytes | Path) -> tuple[RackReading, float]:
    """Return what a picture shows, and the milliseconds that took."""
    started = time.perf_counter()
    reading = reader.read(photo)
    return reading, (time.perf_counter() - started) * 1000


def _example() -> tuple[Path, list[str]] | None:
    """Return a checkout's example photo and its tiles' codes.

    None beside installed packages: an ``examples`` folder there is anyone's.
    """
    photo = PROGRAM_DIR / "examples" / "rack.jpg"
    truth = photo.with_suffix(".json")
    if not all(path.is_file() for path in (PROGRAM_DIR / "pyproject.toml", photo, truth)):
        return None
    return photo, [tile["code"] for tile in json.loads(truth.read_text(encoding="utf-8"))["tiles"]]


def _as_text(report: dict[str, Any]) -> str:
    lines = [f"tilesight {report['version']}, Python {report['python']}, {report['platform']}"]
    lines += [f"  {name} {found or 'not installed'}" for name, found in report["packages"].items()]
    lines += [f"  {model['role']} {model['name']} sha256 {model['sha256']}" for model in report["models"]]
    found_roles = {model["role"] for model in report["models"]}
    if found_roles:
        lines += [f"  {role}: none; photos are read without it" for role in sorted(OPTIONAL_ROLES - found_roles)]
    test = report["self_test"]
    if test is not None:
        lines.append(
            f"  self-test: {quantity(test['tiles'], 'tile')} in the {test['photo']}, "
            f"{test['read_ms']:.0f} ms after {test['load_ms']:.0f} ms of loading"
        )
    error = report["error"]
    lines.append("All is well." if error is None else f"Not usable: {error['message']} [{error['code']}]")
    return "\n".join(lines) + "\n"
