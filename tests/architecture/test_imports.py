"""What may not happen at import, proved in fresh interpreters."""

from __future__ import annotations

import json
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
ROOMS = ("api", "engine", "models.registry", "vision")
TRAINING_ONLY = {"torch", "torchvision", "ultralytics", "datasets"}


def runtime_modules() -> list[str]:
    names = ["models.registry"]
    for room in ("api", "engine", "vision"):
        names.append(room)
        names.extend(m.name for m in pkgutil.walk_packages([str(REPOSITORY / room)], f"{room}."))
    return sorted(names)


def modules_after(statements: str) -> set[str]:
    """Return the names in sys.modules after running statements in a fresh interpreter."""
    code = f"{statements}\nimport json, sys\nprint('\\n' + json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=True, timeout=120
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_the_whole_runtime_imports_without_training_code() -> None:
    imports = "\n".join(f"import {name}" for name in runtime_modules())
    loaded = modules_after(imports)
    assert not {name for name in loaded if name.split(".")[0] in TRAINING_ONLY}
    assert "models.training" not in loaded


@pytest.mark.parametrize("room", ["engine", "engine.analysis", "vision.pipeline", "models.registry", "api.cli"])
def test_heavy_packages_are_loaded_only_when_needed(room: str) -> None:
    loaded = modules_after(f"import {room}")
    assert not loaded & {"onnxruntime", "fastapi", "mahjong", "pillow_heif", "uvicorn"}


@pytest.mark.parametrize("room", ["engine.analysis", "vision.pipeline"])
def test_validation_of_requests_stays_outside(room: str) -> None:
    assert "pydantic" not in modules_after(f"import {room}")


@pytest.mark.parametrize("room", ["engine", "engine.analysis"])
def test_the_engine_sees_no_pictures(room: str) -> None:
    assert "cv2" not in modules_after(f"import {room}")


def test_importing_has_no_side_effects() -> None:
    """Importing every runtime module opens no socket, starts no thread, writes no file and sets up no logging."""
    imports = "\n".join(f"import {name}" for name in runtime_modules())
    guard = """
import logging, sys, threading
events = []
def watch(event, arguments):
    if event.startswith(("socket.connect", "socket.bind", "subprocess", "os.remove", "os.mkdir", "shutil")):
        events.append((event, str(arguments)))
    if event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+"):
        events.append((event, str(arguments)))
sys.dont_write_bytecode = True
sys.addaudithook(watch)
before = set(threading.enumerate())
"""
    check = """
assert not events, events
assert set(threading.enumerate()) == before, threading.enumerate()
assert not logging.getLogger().handlers, logging.getLogger().handlers
"""
    modules_after(guard + imports + check)
