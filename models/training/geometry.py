"""What the finder's four corners are worth: the same tiles with corners, oriented boxes and plain boxes, by rows exact.

``python -m models.training.geometry --groups travel_set --finder F --reader R`` reads every photo three times. Only the
quads handed on differ, so the difference is what a finder of oriented or plain boxes could reach at best: its boxes
would be as good as these, which were made from known corners.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from models import registry
from models.training.compare import compare, compared_rows
from models.training.failures import run_command
from models.training.measured_photos import add_photo_choice, choose_photos
from vision.assembly import assemble
from vision.pipeline import ReadOptions
from vision.rectify import boxes_to_quads, order_quads

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from vision.detector import DetectorOptions, TileDetections, TileDetector

__all__ = ["GEOMETRIES", "ReshapingDetector", "oriented_boxes"]


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


def _compare(options: argparse.Namespace) -> None:
    choice = choose_photos(options)
    files = [options.finder or registry.load("finder").data, options.reader or registry.load("reader").data]
    size = sum(len(file) if isinstance(file, bytes) else file.stat().st_size for file in files)
    readers = {}
    for name, reshape in GEOMETRIES.items():
        readers[name] = assemble(
            *files,
            threads=options.threads,
            wrap_detector=partial(ReshapingDetector, reshape=reshape),
        )
    table = Table("", *readers, title=f"{len(choice.photos)} photos ({choice.title})")
    compared = compare(readers, choice.photos, ReadOptions(counts=choice.counts))
    for row in compared_rows(compared, dict.fromkeys(readers, size)):
        table.add_row(*row)
    Console().print(table)


def main() -> int:
    """Compare corners with boxes on the same photos; return the exit status."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    add_photo_choice(parser, "validation")
    parser.add_argument("--finder", type=Path, help="finder model (default: the shipped one)")
    parser.add_argument("--reader", type=Path, help="reader model (default: the shipped one)")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    return run_command(lambda: _compare(options))


if __name__ == "__main__":
    sys.exit(main())
