"""Close-ups of a few tiles, cut out of labelled photos, as people send who photograph one tile, a meld, half a row.

``python -m models.training.close_ups --groups travel_set --out out/close_ups`` writes a folder of labelled photos, a
group for each number of tiles, which ``evaluate --data out/close_ups --groups 1_tiles,3_tiles`` measures.
"""

from __future__ import annotations

import argparse
import csv
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
from rich.console import Console

from datasets.photos import ALL_LABELLED, IGNORED, DatasetError
from engine.tile import CODES
from models.training.failures import run_command
from models.training.measured_photos import add_photo_choice, choose_photos
from vision.quads import box_areas

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from datasets.photos import LabelledPhoto

__all__ = ["TILE_COUNTS", "CloseUp", "cut_close_ups", "write_close_ups"]

TILE_COUNTS: Final = (1, 2, 3, 4, 6, 9, 12)
"""How many tiles a close-up is cut around."""

LONG_SIDE_PX: Final = 800
MARGIN: Final = (0.05, 0.3)
"""Least and greatest distance of the tiles from the edge, in tiles."""

WHOLE: Final = 0.9
"""Tiles of which this share lies in the close-up are asked for; others are cut off and may be read or missed."""

JPEG_QUALITY: Final = 92


@dataclass(frozen=True, slots=True, eq=False)
class CloseUp:
    """A part of a photo with its labels.

    Attributes:
        image_bgr: (H, W, 3) uint8, scaled to a long side of :data:`LONG_SIDE_PX`.
        tiles: Number of tiles it was cut around; others may lie between them.
        boxes_xyxy: (N, 4) float32 in its pixels, the tiles that lie in it.
        codes: (N,) int64 index into ``engine.tile.CODES``.
        cut_off_xyxy: (K, 4) float32, tiles of which the edge cuts off a part.
    """

    image_bgr: NDArray[np.uint8]
    tiles: int
    boxes_xyxy: NDArray[np.float32]
    codes: NDArray[np.int64]
    cut_off_xyxy: NDArray[np.float32]


def cut_close_ups(photo: LabelledPhoto, rng: np.random.Generator) -> Iterator[CloseUp]:
    """Yield a close-up of each number of tiles, around a tile chosen at random and those nearest to it.

    Raises:
        DatasetError: The picture cannot be read.
    """
    image = cv2.imread(str(photo.image_path), cv2.IMREAD_COLOR)
    if image is None:
        message = f"{photo.image_path} is not a picture"
        raise DatasetError(message)
    boxes = photo.boxes_xyxy
    centres = (boxes[:, :2] + boxes[:, 2:]) / 2
    for count in TILE_COUNTS:
        if count > len(boxes):
            return
        chosen = int(rng.integers(len(boxes)))
        near = np.argsort(np.linalg.norm(centres - centres[chosen], axis=1), kind="stable")[:count]
        margin = rng.uniform(*MARGIN) * (boxes[chosen, 2:] - boxes[chosen, :2]).max()
        start = np.maximum(boxes[near, :2].min(axis=0) - margin, 0).astype(int)
        end = np.minimum(boxes[near, 2:].max(axis=0) + margin, image.shape[1::-1]).astype(int)
        part = image[start[1] : end[1], start[0] : end[0]]
        scale = LONG_SIDE_PX / max(part.shape[:2])
        part = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
        moved = (boxes - np.tile(start, 2)) * np.float32(scale)
        shown = np.clip(moved, 0, np.tile(part.shape[1::-1], 2)).astype(np.float32)
        share = box_areas(shown) / np.maximum(box_areas(moved), np.float32(1))
        whole = share >= WHOLE
        yield CloseUp(np.asarray(part, np.uint8), count, shown[whole], photo.codes[whole], shown[~whole & (share > 0)])


def write_close_ups(photos: Sequence[LabelledPhoto], folder: Path, seed: int) -> int:
    """Write close-ups of every wholly labelled photo as a folder of labelled photos; return how many.

    Raises:
        DatasetError: No photo is wholly labelled, or a picture cannot be read.
        OSError: The folder cannot be written.
    """
    usable = [photo for photo in photos if not photo.partially_labelled and len(photo.codes)]
    if not usable:
        message = "no photo is wholly labelled, so nobody knows what lies beside the labels; choose other --groups"
        raise DatasetError(message)
    rng = np.random.default_rng(seed)
    for name in ("images", "labels", IGNORED):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "classes.txt").write_text("\n".join(CODES) + "\n", encoding="utf-8")
    rows = []
    for photo in usable:
        for close_up in cut_close_ups(photo, rng):
            stem = f"{photo.image_path.stem}__{close_up.tiles}"
            height, width = close_up.image_bgr.shape[:2]
            cv2.imwrite(
                str(folder / "images" / f"{stem}.jpg"), close_up.image_bgr, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]
            )
            labels = [
                f"{code} {box}"
                for code, box in zip(close_up.codes, _relative(close_up.boxes_xyxy, width, height), strict=True)
            ]
            _write_lines(folder / "labels" / f"{stem}.txt", labels)
            _write_lines(folder / IGNORED / f"{stem}.txt", _relative(close_up.cut_off_xyxy, width, height))
            # The writer of collections would number them as copies of one photo, of which only the first is measured.
            group = f"{close_up.tiles}_tiles"
            rows.append((f"images/{stem}.jpg", photo.photo, group, 0, width, height, ALL_LABELLED))
    with (folder / "manifest.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(("file", "photo", "group", "copy", "width", "height", "labelled"))
        writer.writerows(rows)
    return len(rows)


def _relative(boxes_xyxy: NDArray[np.float32], width: int, height: int) -> list[str]:
    """Return boxes as YOLO writes them: centre and size, relative to the picture."""
    scaled = boxes_xyxy / np.array([width, height, width, height], np.float32)
    centres, sizes = (scaled[:, :2] + scaled[:, 2:]) / 2, scaled[:, 2:] - scaled[:, :2]
    return [" ".join(f"{value:.6f}" for value in row) for row in np.concatenate([centres, sizes], axis=1)]


def _write_lines(path: Path, lines: Sequence[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _write(options: argparse.Namespace) -> None:
    count = write_close_ups(choose_photos(options).photos, options.out, options.seed)
    groups = ",".join(f"{tiles}_tiles" for tiles in TILE_COUNTS)
    Console().print(f"{count} close-ups; measure them with: evaluate --data {options.out} --groups {groups}")


def main() -> int:
    """Write the close-ups; return the exit status."""
    parser = argparse.ArgumentParser(description=main.__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    add_photo_choice(parser, "test")
    parser.add_argument("--out", type=Path, required=True, help="folder of the close-ups")
    parser.add_argument("--seed", type=int, default=0)
    return run_command(lambda: _write(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
