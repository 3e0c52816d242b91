"""What four corners are worth: the same tiles with corners, oriented boxes and plain boxes, by rows exact.

``python -m models.training.geometry --groups travel_set --finder F --reader R`` reads every photo four times. Of the
last three only the quads handed on differ, so the difference is what a finder of oriented or plain boxes could reach at
best: its boxes would be as good as these, which were made from known corners. ``corners as found`` is the finder alone,
without :mod:`vision.corners`, which tells corners and confirms what was found.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from models.training.chosen_models import NONE, add_model_arguments, chosen_files, model_facts, size_of, weights_of
from models.training.compare import SHOWN, Compared, compare, compared_rows
from models.training.failures import run_command
from models.training.measured_photos import add_photo_choice, choose_photos
from models.training.metrics import figures_of
from vision.assembly import assemble
from vision.pipeline import ReadOptions
from vision.quads import short_sides
from vision.rectify import boxes_to_quads, order_quads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from models.training.matching import MatchedPhoto
    from vision.detector import DetectorOptions, TileDetections, TileDetector
    from vision.reading import RackReading

__all__ = ["GEOMETRIES", "ReshapingDetector", "corner_errors", "oriented_boxes"]


def oriented_boxes(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the smallest rotated rectangles around (N, 4, 2) quads, as ordered quads.

    >>> oriented_boxes(np.array([[[0, 0], [2, 0], [2, 4], [0, 3]]], np.float32))[0].round().tolist()
    [[0.0, 0.0], [2.0, 0.0], [2.0, 4.0], [0.0, 4.0]]
    """
    rectangles = [cv2.boxPoints(cv2.minAreaRect(quad)) for quad in np.asarray(quads, np.float32)]
    return order_quads(np.asarray(rectangles, np.float32).reshape(-1, 4, 2))


GEOMETRIES: Final[dict[str, Callable[[TileDetections], NDArray[np.float32]]]] = {
    "four corners": lambda found: found.quads,
    "oriented boxes": lambda found: oriented_boxes(found.quads),
    "plain boxes": lambda found: boxes_to_quads(found.boxes_xyxy),
}
"""What is handed on in place of the finder's corners."""


AS_FOUND: Final = "corners as found"
ERROR_QUANTILES: Final = (0.5, 0.9, 0.95)


class ReshapingDetector:
    """A detector whose corners are exchanged for what a simpler finder would give."""

    def __init__(self, detector: TileDetector, reshape: Callable[[TileDetections], NDArray[np.float32]]) -> None:
        """Wrap a detector."""
        self._detector = detector
        self._reshape = reshape

    def detect(self, image_bgr: NDArray[np.uint8], options: DetectorOptions) -> TileDetections:
        """Return what the wrapped detector finds, with other quads."""
        found = self._detector.detect(image_bgr, options)
        return replace(found, quads=self._reshape(found))


def corner_errors(results: Iterable[tuple[MatchedPhoto, RackReading]]) -> NDArray[np.float32]:
    """Return for each tile that was found how far its worst corner is off, as a share of the face's shorter side.

    Tiles of photos whose labels have no corners are left out.
    """
    found: list[NDArray[np.float32]] = []
    true: list[NDArray[np.float32]] = []
    for matched, reading in results:
        answers = matched.answers if matched.photo.quads is not None else np.empty(0, np.int64)
        for label, answer in enumerate(answers.tolist()):
            if answer >= 0 and matched.photo.quads is not None and reading.tiles[answer].quad is not None:
                found.append(np.array(reading.tiles[answer].quad, np.float32))
                true.append(matched.photo.quads[label])
    if not found:
        return np.empty(0, np.float32)
    quads, faces = order_quads(np.stack(found)), order_quads(np.stack(true))
    # Which corner is the first is of no account.
    turned = np.stack([np.roll(quads, turn, axis=1) for turn in range(4)])
    worst = np.linalg.norm(turned - faces, axis=-1).max(axis=-1).min(axis=0)
    return np.asarray(worst / np.maximum(short_sides(faces), 1), np.float32)


def _compare(options: argparse.Namespace) -> None:
    choice = choose_photos(options)
    files = chosen_files(options)
    weights = weights_of(files)
    readers = {AS_FOUND: assemble(replace(weights, corners=None), threads=options.threads)}
    for name, reshape in GEOMETRIES.items():
        readers[name] = assemble(
            weights,
            threads=options.threads,
            wrap_detector=partial(ReshapingDetector, reshape=reshape),
        )
    table = Table("", *readers, title=f"{len(choice.photos)} photos ({choice.title})")
    compared = compare(readers, choice.photos, ReadOptions(counts=choice.counts))
    sizes = dict.fromkeys(readers, size_of(files)) | {AS_FOUND: size_of({**files, "corners": NONE})}
    for row in compared_rows(compared, sizes):
        table.add_row(*row)
    errors = [corner_errors(one.results) for one in compared.values()]
    if all(len(each) for each in errors):
        for share in ERROR_QUANTILES:
            cells = (f"{np.quantile(each, share):.3f}" for each in errors)
            table.add_row(f"worst corner off by, in shorter sides ({share:.0%} of tiles)", *cells)
    Console().print(table)
    if options.json:
        matched = [one for one, _ in compared[AS_FOUND].results]
        counts = {"photos": len(matched), "tiles": sum(len(one.right) for one in matched)}
        about = {"title": options.title or choice.title, **counts, "rows": sum(len(one.exact_rows) for one in matched)}
        geometries = {name: _report(one) for name, one in compared.items()}
        document = {**about, "models": model_facts(files), "geometries": geometries}
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def _report(compared: Compared) -> dict[str, Any]:
    """Return the figures of one geometry as JSON."""
    figures = figures_of([matched for matched, _ in compared.results])
    errors = corner_errors(compared.results)
    worst = {f"{share:g}": round(float(np.quantile(errors, share)), 4) for share in ERROR_QUANTILES if len(errors)}
    return {"figures": {name: asdict(figures[name]) for name in SHOWN}, "worst_corner": worst}


def main() -> int:
    """Compare corners with boxes on the same photos; return the exit status."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    add_photo_choice(parser, "validation")
    add_model_arguments(parser)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--title", help="what the report calls the photos")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures as JSON, for the model card")
    options = parser.parse_args()
    return run_command(lambda: _compare(options))


if __name__ == "__main__":
    sys.exit(main())
