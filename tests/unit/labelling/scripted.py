"""A reader of photos without models, for the processes of the label job, and photos for it.

A photo's colour says what is read: how many tiles, how sure. What must not be repeated is noted in a file.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

from datasets.labelling.work import PhotoLabeller
from engine.tile import CODES
from vision.detector import FACE, TileDetections
from vision.errors import ModelMissingError
from vision.image import ImageLimits
from vision.reading import ModelReference, RackReading, ReadTile, ReadWarning, TileGroup

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from datasets.labelling.engine import OpenReader, PhotoOutcome, PhotoTask
    from vision.image import UprightImage

MODELS = (ModelReference("finder", "scripted", "a" * 64), ModelReference("reader", "scripted", "b" * 64))
OTHER_MODELS = (ModelReference("finder", "scripted", "a" * 64), ModelReference("reader", "scripted", "c" * 64))
DEADLY_RED = 250
"""A photo of this red kills the process that reads it."""


@dataclass
class ScriptedReader:
    """Reads as many tiles as a photo's green says, as sure of the last as its blue says."""

    notes: Path | None = None
    seconds: float = 0.0
    limits: ImageLimits = field(default_factory=ImageLimits)

    def read(self, image: UprightImage) -> tuple[RackReading, TileDetections | None]:
        time.sleep(self.seconds)
        blue, green, red = (round(float(channel)) for channel in image.preview_bgr.mean(axis=(0, 1)))
        if red == DEADLY_RED:
            os.kill(os.getpid(), signal.SIGKILL)
        if self.notes is not None:
            with self.notes.open("a", encoding="utf-8") as file:
                file.write(f"{red} {green} {blue}\n")
        tiles = tuple(
            ReadTile(
                code=CODES[(red + n) % 34],
                confidence=blue / 255 if n == green - 1 else 0.99,
                box=(10.0 * n + 1, 5.0, 10.0 * n + 10, 20.0),
                quad=None,
                rotation=0,
                alternatives=(),
                row=0,
                index=n,
                group=0,
                sure=n != green - 1 or blue > 200,
            )
            for n in range(green)
        )
        groups = (TileGroup("concealed", tuple(range(green)), "hand"),) if tiles else ()
        warnings = () if tiles else (ReadWarning("no_tiles", "no tiles were found"),)
        found = TileDetections(
            np.array([tile.box for tile in tiles], np.float32).reshape(-1, 4),
            np.full(green, 0.9, np.float32),
            np.full(green, FACE, np.int64),
            np.full((green, 4, 2), np.nan, np.float32),
        )
        return RackReading(image.size_wh, MODELS, tiles, groups, "hand", warnings, {}), found


def open_scripted(notes: str | None = None, seconds: float = 0.0) -> ScriptedReader:
    return ScriptedReader(Path(notes) if notes else None, seconds)


def open_nothing() -> ScriptedReader:
    message = "the model is missing; restore it"
    raise ModelMissingError(message)


def open_deadly() -> ScriptedReader:
    os.kill(os.getpid(), signal.SIGKILL)
    return ScriptedReader()


class InlineEngine:
    """Reads photos here and now. Can be told to end as Ctrl-C does after some of them."""

    def __init__(self, *, interrupted_after: int | None = None) -> None:
        self.interrupted_after = interrupted_after

    def label(self, tasks: Sequence[PhotoTask], open_reader: OpenReader) -> Generator[PhotoOutcome, None, None]:
        labeller = PhotoLabeller(open_reader())
        for n, task in enumerate(tasks):
            if n == self.interrupted_after:
                raise KeyboardInterrupt
            yield labeller(task)


def save_photo(
    path: Path, rgb: tuple[int, int, int], size_wh: tuple[int, int] = (160, 40), orientation: int = 1
) -> Path:
    """Write a photo of one colour: red chooses the tiles, green their number, blue how sure the last one is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    exif = Image.Exif()
    exif[0x0112] = orientation
    # PNG keeps the colour exactly; decoding goes by content, so any name will do.
    Image.new("RGB", size_wh, rgb).save(path, "PNG", exif=exif)
    return path


def open_for_command(*_: object, seconds: float = 0.0) -> ScriptedReader:
    """Take the place of ``api.label_reader.open_label_reader``."""
    return ScriptedReader(seconds=seconds)


def main() -> int:
    """Run the command line without models, each photo taking so many seconds: ``python -m … 0.02 label …``."""
    from functools import partial  # noqa: PLC0415 - for this way of running alone

    from api import label_reader  # noqa: PLC0415
    from api.cli import run  # noqa: PLC0415

    # Named by its module: as __main__ it would be another one in the workers.
    from tests.unit.labelling import scripted  # noqa: PLC0415

    label_reader.model_references = lambda *_: scripted.MODELS
    label_reader.open_label_reader = partial(scripted.open_for_command, seconds=float(sys.argv[1]))
    return run(sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())
