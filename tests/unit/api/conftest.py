"""The command line under test, with a reader of photos that needs no weights."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from typer.testing import CliRunner

from api.cli import app
from api.photo_reader import RackPhotoReader
from vision.detector import TileDetections
from vision.errors import NotAnImageError
from vision.pipeline import RackReader
from vision.reading import ModelReference, RackReading, ReadTile, TileGroup

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray
    from typer.testing import Result

    from vision.detector import DetectorOptions
    from vision.image import ImageLimits


class NamedPhotoReader:
    """Reads a photo by the tiles written in its file; ``not a photo`` is none."""

    models = (ModelReference("finder", "named finder", "0" * 64),)

    def read(self, source: Path, *, rules: str | None = None) -> RackReading:
        assert rules in {None, "basic", "riichi"}
        text = source.read_text(encoding="utf-8").strip()
        if text == "not a photo":
            message = "the file is no image"
            raise NotAnImageError(message)
        hand, _, indicator = text.partition("dora ")
        hand = hand.strip()
        codes = [hand[n : n + 2] for n in range(0, len(hand), 2)]
        tiles = [_tile(code, n, 0) for n, code in enumerate(codes)]
        groups = [TileGroup("concealed", tuple(range(len(tiles))), hand)] if tiles else []
        if indicator:
            tiles.append(_tile(indicator, len(tiles), 1))
            groups.append(TileGroup("indicator", (len(tiles) - 1,), indicator))
        return RackReading((800, 600), self.models, tuple(tiles), tuple(groups), hand, (), {"decode": 1.0})


class BlindDetector:
    """Finds nothing in any picture, so that nobody is asked to read a face."""

    def detect(self, image_bgr: NDArray[np.uint8], options: DetectorOptions) -> TileDetections:
        assert image_bgr.ndim == 3
        assert options.max_tiles > 0
        none = np.zeros(0, np.float32)
        return TileDetections(none.reshape(0, 4), none, none.astype(np.int64), none.reshape(0, 4, 2))


@pytest.fixture
def make_blind_reader() -> Callable[[ImageLimits], RackPhotoReader]:
    """Return a maker of readers that decode a photo for good, and find nothing in it."""

    def make(limits: ImageLimits) -> RackPhotoReader:
        return RackPhotoReader(RackReader(BlindDetector(), object()), (), limits)

    return make


def _tile(code: str, index: int, group: int) -> ReadTile:
    box = (10.0 * index, 0.0, 10.0 * index + 9, 12.0)
    return ReadTile(code, 0.9, box, None, 0, (), 0, index, group, sure=True)


@pytest.fixture
def tilesight(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Return a function that runs ``tilesight`` with some arguments, and with text on standard input."""
    for command in ("photos", "hands", "doctor"):
        monkeypatch.setattr(f"api.commands.{command}.load_photo_reader", NamedPhotoReader)

    def run(*arguments: str | Path, stdin: str = "") -> Result:
        return CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin)

    return run


@pytest.fixture
def photo(tmp_path: Path) -> Callable[[str, str], Path]:
    """Return a function that writes a photo for :class:`NamedPhotoReader`."""

    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def documents(result: Result) -> list[dict[str, Any]]:
    """Return the JSON documents on standard output; anything else there is a failure."""
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.fixture
def parsed() -> Callable[[Result], list[dict[str, Any]]]:
    return documents
