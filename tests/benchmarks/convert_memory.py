"""What memory and time ``tilesight dataset convert`` takes for many small label files.

    PYTHONPATH=. python tests/benchmarks/convert_memory.py --count 100000 --formats yolo,voc

A data set of pictures with 14 tiles each is written in each format, and then converted from it to ``jsonl`` by a
process of its own, whose largest resident set and processor time are printed. No pictures are needed.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import sys
import tempfile
import time
from pathlib import Path

from api.cli import run
from datasets.formats.lazy_images import LazyImages
from datasets.formats.record import LabelledDataset, LabelledImage, LabelledTile
from datasets.formats.registry import get_format

TILES = 14


def main() -> None:
    """Print a line for each format."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=20_000, help="Pictures.")
    parser.add_argument("--formats", default="yolo,voc,cvat,label-studio,coco,jsonl", help="Formats to read.")
    arguments = parser.parse_args()
    paths = [f"{n // 1000:03}/p{n:06}.jpg" for n in range(arguments.count)]
    for form in arguments.formats.split(","):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            get_format(form).write(
                LabelledDataset(root, LazyImages(paths, lambda at: labels_of(paths[at]))), root / form
            )
            # A process of its own: memory that was ever needed is not given back.
            worker = multiprocessing.get_context("spawn").Process(target=convert, args=(root, form))
            worker.start()
            worker.join()


def labels_of(path: str) -> LabelledImage:
    """Return a picture's labels."""
    tiles = (
        LabelledTile(f"{n % 9 + 1}p", (40.0 * n + 1, 10.0, 40.0 * n + 38, 60.0), source="human") for n in range(TILES)
    )
    return LabelledImage(path, 640, 480, tuple(tiles))


def convert(root: Path, form: str) -> None:
    """Convert a data set of a format, and print what it took."""
    started = time.process_time()
    out = ("--out", str(root / "out"), "--format", "jsonl", "--pictures", "none", "--root", str(root))
    status = run(["dataset", "convert", str(root / form), *out])
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sys.stdout.write(f"{form}: status {status}, {peak_mb:.0f} MB, {time.process_time() - started:.0f} s of processor\n")


if __name__ == "__main__":
    main()
