"""Measure the shipped models, or others, on photographs that were kept out of training.

``python -m models.training.evaluate --data ../shared/data/photos --split test`` prints, with 95 % intervals over
photos, the tiles found and right, the rows and photos exact, how far ``sure`` can be trusted, mAP50, and the same
for every group. ``--report DIR`` writes all of it as JSON, Markdown and pictures.

What is measured: a side of the split, or whole groups (``--groups``, for models trained without them), or synthetic
scenes (``--synthetic``). Who is measured: the shipped models, other files (``--finder``, ``--reader``,
``--corners``), or another program by its predictions (``--peer``, see :mod:`models.training.peer`).
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rich.console import Console
from rich.progress import track
from rich.table import Table

from datasets.photos import DatasetError
from models.training.chosen_models import add_model_arguments, chosen_files, model_facts, weights_of
from models.training.evaluation import Evaluation, measure
from models.training.matching import MatchedPhoto, match_photo
from models.training.measured_photos import PhotoChoice, add_photo_choice, choose_photos
from models.training.onnx_facts import with_facts
from models.training.peer import PeerError, readings_of
from models.training.report import write_plots, write_report, write_worst
from vision.assembly import assemble
from vision.errors import VisionError
from vision.pipeline import ReadOptions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from datasets.photos import LabelledPhoto
    from vision.pipeline import RackReader
    from vision.reading import RackReading

__all__ = ["evaluate_photos", "open_reader"]

_OF_OUR_MODELS: Final = ("finder", "reader", "corners", "temperature", "sure_threshold")
"""Options that say nothing about another program."""


def evaluate_photos(
    reader: RackReader, photos: Sequence[LabelledPhoto], options: ReadOptions | None = None
) -> list[tuple[MatchedPhoto, RackReading]]:
    """Read every photo and hold it against its labels."""
    console = Console(stderr=True)
    results = []
    for photo in track(photos, description="reading", console=console, disable=not console.is_terminal):
        reading = reader.read(photo.image_path, options)
        results.append((match_photo(photo, reading), reading))
    return results


def open_reader(
    files: Mapping[str, Path | None],
    threads: int,
    *,
    temperature: float | None = None,
    sure_threshold: float | None = None,
) -> RackReader:
    """Return a rack reader on the given model files, or on the shipped ones.

    Args:
        files: The file of each role; None, or no such role, for the shipped one.
        threads: Threads that work on one photo.
        temperature: Takes the place of the reader's own.
        sure_threshold: Takes the place of the reader's own.

    Raises:
        ModelError: A model is missing or damaged.
    """
    weights = weights_of(files)
    facts = {"temperature": temperature, "sure_threshold": sure_threshold}
    if changed := {name: value for name, value in facts.items() if value is not None}:
        weights = replace(weights, reader=with_facts(weights.reader, changed))
    return assemble(weights, threads=threads)


def _read(options: argparse.Namespace, choice: PhotoChoice) -> list[tuple[MatchedPhoto, RackReading]]:
    if options.peer:
        readings = readings_of(options.peer, choice.photos)
        return [
            (match_photo(photo, reading, ordered=ordered), reading)
            for photo, (reading, ordered) in zip(choice.photos, readings, strict=True)
        ]
    reader = open_reader(
        chosen_files(options),
        options.threads,
        temperature=options.temperature,
        sure_threshold=options.sure_threshold,
    )
    return evaluate_photos(reader, choice.photos, ReadOptions(counts=choice.counts))


def _about_models(options: argparse.Namespace) -> dict[str, Any]:
    if options.peer:
        return {"peer": options.peer.name}
    changed = {name: getattr(options, name) for name in ("temperature", "sure_threshold")}
    return {
        "models": model_facts(chosen_files(options)),
        **{name: value for name, value in changed.items() if value is not None},
    }


def _print(console: Console, evaluation: Evaluation) -> None:
    counts = evaluation.counts()
    title = f"{evaluation.title}: {counts['photos']} photos, {counts['tiles']} tiles, {counts['rows']} rows"
    table = Table(title=title, show_header=False)
    for name, figure in evaluation.figures.items():
        table.add_row(name, str(figure))
    for coverage, figure in evaluation.curve.items():
        if coverage in {0.85, 0.9, 0.95}:
            table.add_row(f"right among the most confident {coverage:.0%}", str(figure))
    for name, answer in evaluation.answers.items():
        table.add_row(f"{name} (of {answer.labels})", str(answer.share))
    console.print(table)
    groups = evaluation.groups()
    columns = ("photos", "tiles", "tiles found", "tiles right", "rows", "rows exact")
    table = Table("group", *columns, title="by group")
    for group, values in groups.items():
        cells = (values[name] for name in columns)
        table.add_row(group, *(f"{cell:.3f}" if isinstance(cell, float) else str(cell) for cell in cells))
    console.print(table)
    wrong = ", ".join(f"{label} as {answer} x{count}" for label, answer, count in evaluation.confused_pairs(20))
    console.print("mistakes:", wrong or "none")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=main.__doc__)
    add_photo_choice(parser, "test")
    add_model_arguments(parser)
    parser.add_argument("--temperature", type=float, help="in place of the reader's own")
    parser.add_argument("--sure-threshold", type=float, help="in place of the reader's own")
    parser.add_argument("--peer", type=Path, metavar="FILE", help="measure another program's predictions (JSON Lines)")
    parser.add_argument("--title", help="what the report calls the photos")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures as JSON")
    parser.add_argument("--plots", type=Path, metavar="DIR", help="write the confusion matrix and the curve of sure")
    parser.add_argument("--report", type=Path, metavar="DIR", help="write JSON, Markdown and pictures")
    parser.add_argument("--worst", type=Path, metavar="DIR", help="write pictures of the photos with most mistakes")
    parser.add_argument("--worst-count", type=int, default=12)
    return parser


def _make_room(options: argparse.Namespace) -> None:
    """Make the folders that will be written to, so that what cannot be written is known before anything is read."""
    for folder in (options.worst, options.plots, options.report, options.json and options.json.parent):
        if folder:
            folder.mkdir(parents=True, exist_ok=True)


def _write(options: argparse.Namespace, evaluation: Evaluation) -> None:
    if options.worst:
        write_worst(options.worst, evaluation, options.worst_count)
    if options.json:
        options.json.write_text(json.dumps(evaluation.to_json(), indent=1) + "\n", encoding="utf-8")
    if options.plots:
        write_plots(options.plots, evaluation)
    if options.report:
        write_report(options.report, evaluation, options.worst_count)


def main() -> int:
    """Measure models on labelled photographs; return the exit status."""
    parser = _parser()
    options = parser.parse_args()
    if options.peer and (given := [name for name in _OF_OUR_MODELS if getattr(options, name) is not None]):
        parser.error(f"--peer takes another program's answers as they are; leave out --{given[0].replace('_', '-')}")
    try:
        _make_room(options)
        choice = choose_photos(options)
        results = _read(options, choice)
        about = {"data": choice.facts, **_about_models(options)}
        evaluation = measure(options.title or choice.title, about, results)
        _print(Console(), evaluation)
        _write(options, evaluation)
    except (DatasetError, PeerError, VisionError, OSError) as error:
        sys.stderr.write(f"error: {error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
