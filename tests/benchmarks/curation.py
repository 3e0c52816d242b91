"""What the check of data sets finds of faults that are put into labelled photos, and how unlike copies are.

``PYTHONPATH=. python tests/benchmarks/curation.py`` prints the figures of docs/datasets.md, on photographs outside
training (and some of the travel set for mirroring) with seeded faults. Takes minutes: the models read every face twice.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np

from api.commands.dataset.opening import open_models
from datasets.curation.checking import check_datasets
from datasets.curation.examination import Models, examine
from datasets.curation.likeness import BITS, fingerprint
from datasets.curation.loading import load_dataset
from datasets.curation.model_checks import MIRRORED_PICTURE_EVIDENCE, mirror_evidence
from datasets.formats.record import LabelledDataset, LabelledImage
from datasets.photos import load_photos
from datasets.splits import assign_splits
from engine.tile import CODES
from vision.image import UprightImage

PICTURES, MIRRORED, WRONG, COPIES = 60, 8, 20, 6
"""How many photos are looked at; how many of them are mirrored, get a wrong label, are there as a smaller copy too."""


def say(line: str) -> None:
    """Print a line, at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def scaled(image: LabelledImage, factor: float, *, mirrored: bool = False) -> LabelledImage:
    """Return a picture's labels for the picture scaled or mirrored."""
    tiles = []
    for tile in image.tiles:
        left, top, right, bottom = tile.box_xyxy
        if mirrored:
            left, right = image.width - right, image.width - left
        tiles.append(replace(tile, box_xyxy=(left * factor, top * factor, right * factor, bottom * factor)))
    size = {"width": round(image.width * factor), "height": round(image.height * factor)}
    return replace(image, tiles=tuple(tiles), source_photo=None, **size)


def put_in_faults(dataset: LabelledDataset, images: Sequence[LabelledImage], folder: Path) -> tuple[Any, ...]:
    """Return a data set with faults, the wrong labels with the right codes, and which pictures are mirrored."""
    rng = random.Random(7)
    chosen = rng.sample(list(images), PICTURES)
    made, wrong = [], {}
    for n, image in enumerate(chosen):
        pixels = cv2.imread(str(dataset.root / image.path))
        entry = replace(scaled(image, 1, mirrored=n < MIRRORED), path=f"{n:03}.png")
        if n < MIRRORED:
            pixels = np.ascontiguousarray(pixels[:, ::-1])
        elif n < MIRRORED + WRONG:
            at = rng.randrange(len(entry.tiles))
            right = entry.tiles[at].code
            tiles = list(entry.tiles)
            tiles[at] = replace(tiles[at], code=rng.choice([code for code in CODES[:34] if code != right]))
            entry, wrong[entry.path, at] = replace(entry, tiles=tuple(tiles)), right
        cv2.imwrite(str(folder / entry.path), pixels)
        made.append(entry)
        if n >= PICTURES - COPIES:
            half = cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            copy = replace(scaled(entry, 0.5), path=f"{n:03}_half.jpg", width=half.shape[1], height=half.shape[0])
            cv2.imwrite(str(folder / copy.path), half, [cv2.IMWRITE_JPEG_QUALITY, 60])
            made.append(copy)
    return LabelledDataset(folder, tuple(made)), wrong, {f"{n:03}.png" for n in range(MIRRORED)}


def print_found(dataset: LabelledDataset, images: Sequence[LabelledImage], models: Models) -> None:
    """Print how many of the faults that were put in are found, and how many are not there."""
    with TemporaryDirectory() as folder:
        faulty, wrong, mirrored = put_in_faults(dataset, images, Path(folder))
        faults = check_datasets([faulty], models).report.faults
    doubted = {(f.picture, f.tile): f.suggestion for f in faults if f.code == "disagreement"}
    hit = wrong.keys() & doubted.keys()
    right = sum(doubted[place] == wrong[place] for place in hit)
    judged = sum(len(image.tiles) for image in faulty.images if image.path not in mirrored)
    say(f"wrong labels found: {len(hit)} of {len(wrong)}, {right} with the right suggestion")
    say(f"other labels doubted: {len(doubted) - len(hit)} of {judged - len(wrong)} outside the mirrored pictures")
    by_reader = {f.picture for f in faults if f.code == "mirrored_picture"}
    by_copy = {path for f in faults if f.code == "mirrored_copy" for path in (f.picture, f.other)}
    found = (by_reader | by_copy) & mirrored
    say(f"mirrored pictures found: {len(found)} of {len(mirrored)}, {len(by_reader & mirrored)} by the reader")
    say(f"sound pictures called mirrored: {len(by_reader - mirrored)} of {PICTURES - MIRRORED}")
    copies = {f.picture for f in faults if f.code == "duplicate_picture" and "half" in f.picture}
    say(f"copies at half the size found: {len(copies)} of {COPIES}")


def print_mirroring(dataset: LabelledDataset, images: Sequence[LabelledImage], models: Models) -> None:
    """Print how many photos, and how many of their mirror images, are called mirrored."""
    for name, mirrored in (("as they are", False), ("mirrored", True)):
        sums = []
        for image in images:
            pixels = cv2.imread(str(dataset.root / image.path))
            pixels = np.ascontiguousarray(pixels[:, ::-1]) if mirrored else pixels
            labels = scaled(image, 1, mirrored=mirrored)
            sums.append(mirror_evidence(labels, examine(UprightImage.from_bgr(pixels), labels, models)).sum())
        share = np.mean(np.array(sums) >= MIRRORED_PICTURE_EVIDENCE)
        say(f"{len(sums)} photos {name}: {share:.0%} called mirrored, largest evidence {max(sums):.2f}")


def print_distances(dataset: LabelledDataset, images: Sequence[LabelledImage]) -> None:
    """Print in which share of the bits copies differ: the middle one, 95 of 100, all."""

    def cut(pixels: np.ndarray, share: float) -> np.ndarray:
        height, width = pixels.shape[:2]
        return pixels[int(height * share) : int(height * (1 - share)), int(width * share) : int(width * (1 - share))]

    def turned(pixels: np.ndarray) -> np.ndarray:
        height, width = pixels.shape[:2]
        matrix = cv2.getRotationMatrix2D((width / 2, height / 2), 2, 1.03)
        return cv2.warpAffine(pixels, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)

    noise = np.random.default_rng(1)
    changes: dict[str, Callable[[np.ndarray], np.ndarray]] = {
        "half the size": lambda p: cv2.resize(p, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA),
        "JPEG quality 30": lambda p: cv2.imdecode(cv2.imencode(".jpg", p, [cv2.IMWRITE_JPEG_QUALITY, 30])[1], 1),
        "0.6 of the brightness": lambda p: (p * 0.6).astype(np.uint8),
        "noise": lambda p: np.clip(p + noise.normal(0, 12, p.shape), 0, 255).astype(np.uint8),
        "blurred": lambda p: cv2.GaussianBlur(p, (0, 0), 3),
        "cut by 2 %": lambda p: cut(p, 0.02),
        "cut by 5 %": lambda p: cut(p, 0.05),
        "turned by 2 degrees": turned,
    }
    pictures = [cv2.imread(str(dataset.root / image.path)) for image in images]
    for name, change in changes.items():
        shares = [_distance(picture, change(picture)) for picture in pictures]
        say(f"{name}: " + ", ".join(f"{share:.3f}" for share in np.percentile(shares, [50, 95, 100])))


def _distance(first: np.ndarray, second: np.ndarray) -> float:
    bits = (np.frombuffer(fingerprint(picture).bits, np.uint8) for picture in (first, second))
    return int(np.bitwise_count(np.bitwise_xor(*bits)).sum()) / BITS


def main() -> int:
    """Print all figures; return the exit status."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data/photos"), help="folder of labelled photos")
    folder = parser.parse_args().data
    dataset, photos = load_dataset(folder), load_photos(folder)
    splits = assign_splits(photos)
    first_copies = {f"images/{photo.image_path.name}" for photo in photos if photo.copy == 0}
    images = [image for image in dataset.images if image.path in first_copies]
    test = [image for image in images if splits[image.source_photo] == "test"]
    aside = [image for image in images if splits[image.source_photo] in {"test", "test_rooms"}]
    travel = [image for image in images if image.group == "travel_set"]
    models = open_models()
    print_found(dataset, test, models)
    print_mirroring(dataset, aside[::2] + travel[:20], models)
    print_distances(dataset, images[::3])
    return 0


if __name__ == "__main__":
    sys.exit(main())
