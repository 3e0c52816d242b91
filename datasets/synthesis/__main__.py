"""Make synthetic data: ``python -m datasets.synthesis scenes|crops|example|gallery --help``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import cv2
import numpy as np

from datasets.synthesis.crops import CropShard
from datasets.synthesis.examples import write_examples
from datasets.synthesis.gallery import write_gallery
from datasets.synthesis.production import ProductionError, Recipe, produce_crops, produce_scenes, read_truths
from datasets.synthesis.ranges import DesignRange
from datasets.synthesis.sheets import crop_sheet, scene_sheet
from engine.tile import CODES

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return its exit status."""
    options = _parser().parse_args(arguments)
    cv2.setNumThreads(1)
    try:
        return int(options.run(options))
    except (ProductionError, OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)  # noqa: T201 - a command line talks
        return 1
    except KeyboardInterrupt:
        print("stopped; run the same command again to go on", file=sys.stderr)  # noqa: T201
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m datasets.synthesis", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, run, description in (
        ("scenes", _scenes, "photos of tables with the truth about every tile"),
        ("crops", _crops, "single faces for training the reader"),
    ):
        command = commands.add_parser(name, help=description, description=description)
        command.add_argument("--out", type=Path, required=True, help="folder of the data set; a run can be resumed")
        command.add_argument("--count", type=_positive, required=True, help="how many")
        command.add_argument("--seed", type=int, default=0, help="another seed, another data set")
        command.add_argument("--shared", type=Path, help="folder of shared data; its tile art makes half the designs")
        command.add_argument("--workers", type=_positive, default=1, help="number of processes")
        command.add_argument(
            "--designs",
            type=DesignRange,
            choices=list(DesignRange),
            default=DesignRange.TRAINING,
            help="range of tile sets; unseen and held-out ones are never trained on, every class about as often",
        )
        command.add_argument("--sheet", type=Path, help="also write a contact sheet with the truth drawn in")
        if name == "crops":
            command.add_argument(
                "--only", nargs="+", default=[], choices=CODES, metavar="CODE", help="show these, of many more designs"
            )
        if name == "scenes":
            command.add_argument(
                "--backgrounds", type=Path, help="folder of real pictures without tiles to use as well"
            )
            command.add_argument(
                "--real-backdrops",
                action=argparse.BooleanOptionalAction,
                default=True,
                help="use installed wallpapers and, with --shared, parts of training photos away from every tile",
            )
            command.add_argument(
                "--without", nargs="+", default=[], metavar="GROUP", help="groups of photos to take no parts of"
            )
            command.add_argument("--hands", action="store_true", help="only as people photograph their own tiles")
            command.add_argument("--size", type=int, default=640, help="long side of the pictures in pixels")
        command.set_defaults(run=run)
    examples = commands.add_parser("example", help="the example photos of the repository")
    examples.add_argument("--out", type=Path, required=True, help="folder for the photos and their truth")
    examples.set_defaults(run=_example)
    gallery = commands.add_parser("gallery", help="contact sheets for the documentation")
    gallery.add_argument("--out", type=Path, required=True, help="folder for the sheets")
    gallery.add_argument("--seed", type=int, default=0, help="another seed, other sheets")
    gallery.set_defaults(run=_gallery)
    return parser


def _positive(text: str) -> int:
    """Return a number of things to make, or of processes."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        message = f"{text!r} is not a whole number from 1 on"
        raise argparse.ArgumentTypeError(message)
    return number


def _scenes(options: argparse.Namespace) -> int:
    recipe = Recipe(
        options.seed,
        options.shared,
        options.backgrounds,
        long_side_px=options.size,
        designs=options.designs,
        real_backdrops=options.real_backdrops,
        without=tuple(options.without),
        hands=options.hands,
    )
    annotations = produce_scenes(options.out, options.count, recipe, workers=options.workers)
    if options.sheet:
        truths = list(read_truths(annotations))
        step = max(1, len(truths) // 24)
        cv2.imwrite(str(options.sheet), scene_sheet(options.out, truths[::step][:24]))
    return 0


def _crops(options: argparse.Namespace) -> int:
    recipe = Recipe(options.seed, options.shared, designs=options.designs, only=tuple(options.only))
    shards = produce_crops(options.out, options.count, recipe, workers=options.workers)
    if options.sheet:
        with np.load(shards[0]) as first:
            shard = CropShard(first["images"], first["codes"], first["rotations"])
        cv2.imwrite(str(options.sheet), crop_sheet(shard))
    return 0


def _example(options: argparse.Namespace) -> int:
    write_examples(options.out)
    return 0


def _gallery(options: argparse.Namespace) -> int:
    write_gallery(options.out, options.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
