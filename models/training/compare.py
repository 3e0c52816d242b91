"""Two or more sets of models side by side on the same photos: what they get right, and how long they take.

``python -m models.training.compare --models float - - - --models int8 out/finder.onnx out/reader.onnx -`` compares the
shipped models (``-``) with others, by default on the validation photos, since the decision what to ship is a choice,
and choices are not made on the test side. Every photo is read by all of them in turn, so that a busy machine slows all
alike; processor time hardly depends on what else runs.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from rich.console import Console
from rich.table import Table

from models.registry import ROLES
from models.training.average_precision import average_precision_50
from models.training.chosen_models import size_of
from models.training.evaluate import open_reader
from models.training.failures import run_command
from models.training.matching import match_photo
from models.training.measured_photos import add_photo_choice, choose_photos
from models.training.metrics import figures_of
from vision.pipeline import ReadOptions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from datasets.photos import LabelledPhoto
    from models.training.matching import MatchedPhoto
    from vision.pipeline import RackReader
    from vision.reading import RackReading

__all__ = ["SHOWN", "Compared", "compare", "compared_rows"]


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """What one set of models made of the photos: matched readings, and processor milliseconds for each photo."""

    results: list[tuple[MatchedPhoto, RackReading]] = field(default_factory=list)
    processor_ms: list[float] = field(default_factory=list)


SHOWN: Final = ("rows exact", "photos exact", "tiles right", "sure coverage", "sure precision")
STEPS: Final = ("detect", "read")


def compare(
    readers: dict[str, RackReader], photos: Sequence[LabelledPhoto], options: ReadOptions | None = None
) -> dict[str, Compared]:
    """Read every photo with every reader in turn, after one reading each that does not count."""
    compared = {name: Compared() for name in readers}
    for reader in readers.values():
        reader.read(photos[0].image_path, options)
    for photo in photos:
        for name, reader in readers.items():
            before = time.process_time()
            reading = reader.read(photo.image_path, options)
            compared[name].processor_ms.append(1000 * (time.process_time() - before))
            compared[name].results.append((match_photo(photo, reading), reading))
    return compared


def compared_rows(compared: dict[str, Compared], sizes: dict[str, int]) -> list[list[str]]:
    """Return the table's rows: what is measured, then its value for each set of models.

    Args:
        compared: By name of the set.
        sizes: Bytes of all files together, by name of the set.
    """
    pairs = list(compared.values())
    figures = [figures_of([matched for matched, _ in pair.results]) for pair in pairs]
    rows = [[shown, *(str(each[shown]) for each in figures)] for shown in SHOWN]
    rows.append(["mAP50", *(str(average_precision_50(pair.results).mean) for pair in pairs)])
    right = [sum(int(matched.right.sum()) for matched, _ in pair.results) for pair in pairs]
    rows.append(["tiles more right than the first", *(f"{count - right[0]:+d}" for count in right)])
    for step in STEPS:
        spent = [np.median([reading.timing_ms[step] for _, reading in pair.results]) for pair in pairs]
        rows.append([f"{step}, ms a photo (median)", *(f"{value:.1f}" for value in spent)])
    rows.append(["processor, ms a photo (median)", *(f"{np.median(pair.processor_ms):.1f}" for pair in pairs)])
    rows.append(["size, MB", *(f"{sizes[name] / 1e6:.1f}" for name in compared)])
    return rows


def _compare(options: argparse.Namespace) -> None:
    choice = choose_photos(options)
    compared = {
        name: {role: None if path == "-" else Path(path) for role, path in zip(ROLES, paths, strict=True)}
        for name, *paths in options.models
    }
    readers = {name: open_reader(files, options.threads) for name, files in compared.items()}
    sizes = {name: size_of(files) for name, files in compared.items()}
    table = Table("", *compared, title=f"{len(choice.photos)} photos ({choice.title}), {options.threads} threads")
    for row in compared_rows(compare(readers, choice.photos, ReadOptions(counts=choice.counts)), sizes):
        table.add_row(*row)
    Console().print(table)


def main() -> int:
    """Compare models on the same photos; return the exit status."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument(
        "--models",
        nargs=1 + len(ROLES),
        action="append",
        required=True,
        metavar=("NAME", *(role.upper() for role in ROLES)),
        help="models and what to call them; - is the shipped one, corners may be none; give this several times",
    )
    add_photo_choice(parser, "validation")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    return run_command(lambda: _compare(options))


if __name__ == "__main__":
    sys.exit(main())
