"""Measure the shipped models, or others, on photographs that were kept out of training.

``python -m models.training.evaluate --data ../shared/data/photos --split test`` prints, with 95 % intervals over
photos, the tiles found and right, the rows and photos exact, how far ``sure`` can be trusted, mAP50, and the same
for every group. ``--json FILE`` writes all of it, ``--worst DIR`` the pictures of the photos with most mistakes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from datasets.photos import DatasetError, load_photos
from datasets.splits import assign_splits
from engine.tile import CODES
from models import registry
from models.training.matching import MATCH_IOU, MatchedPhoto, match_photo
from models.training.metrics import Figure, figures_of, mean_average_precision
from vision.assembly import assemble
from vision.overlay import draw_overlay
from vision.quads import box_ious

if TYPE_CHECKING:
    from collections.abc import Sequence

    from datasets.photos import LabelledPhoto
    from vision.pipeline import RackReader
    from vision.reading import RackReading

__all__ = ["evaluate_photos", "mean_average_precision_50", "select_photos"]


def select_photos(data: Path, splits: Sequence[str]) -> list[LabelledPhoto]:
    """Return the best copy of every photograph on the given sides of the split."""
    photos = load_photos(data)
    assigned = assign_splits(photos)
    return [photo for photo in photos if photo.copy == 0 and assigned[photo.photo] in splits]


def evaluate_photos(reader: RackReader, photos: Sequence[LabelledPhoto]) -> list[tuple[MatchedPhoto, RackReading]]:
    """Read every photo and hold it against its labels."""
    console = Console(stderr=True)
    results = []
    for photo in track(photos, description="reading", console=console, disable=not console.is_terminal):
        reading = reader.read(photo.image_path)
        results.append((match_photo(photo, reading), reading))
    return results


def mean_average_precision_50(results: Sequence[tuple[MatchedPhoto, RackReading]]) -> float:
    """Return mAP at IoU 0.5 over the classes that occur; in partly labelled photos only inside the labelled area."""
    scores, hits = defaultdict[int, list[float]](list), defaultdict[int, list[bool]](list)
    totals = Counter[int]()
    for matched, reading in results:
        photo = matched.photo
        totals.update(photo.codes.tolist())
        tiles = [tile for tile in reading.tiles if tile.code in CODES]
        boxes = np.array([tile.box for tile in tiles], np.float32).reshape(-1, 4)
        iou = box_ious(boxes, photo.boxes_xyxy)
        taken: set[int] = set()
        for n in np.argsort([-tile.confidence for tile in tiles], kind="stable"):
            code = CODES.index(tiles[n].code)
            same = [j for j in np.flatnonzero((iou[n] >= 0.5) & (photo.codes == code)).tolist() if j not in taken]
            if not same and photo.partially_labelled and iou[n].max(initial=0) < MATCH_IOU / 4:
                continue
            taken.update(same[:1])
            scores[code].append(tiles[n].confidence)
            hits[code].append(bool(same))
    codes = range(len(CODES))
    return mean_average_precision(
        [np.array(scores[c], np.float64) for c in codes],
        [np.array(hits[c], np.bool_) for c in codes],
        [totals[c] for c in codes],
    )


def open_reader(finder: Path | None, reader: Path | None, threads: int) -> RackReader:
    """Return a rack reader on the given model files, or on the shipped ones."""
    return assemble(finder or registry.load("finder").data, reader or registry.load("reader").data, threads=threads)


def _print_figures(console: Console, title: str, figures: dict[str, Figure]) -> None:
    table = Table(title=title, show_header=False)
    for name, figure in figures.items():
        table.add_row(name, str(figure))
    console.print(table)


def _print_groups(console: Console, matched: Sequence[MatchedPhoto]) -> None:
    table = Table("group", "photos", "tiles", "found", "right", "rows", "rows exact", title="by group")
    groups = defaultdict[str, list[MatchedPhoto]](list)
    for one in matched:
        groups[one.photo.group].append(one)
    for group, members in sorted(groups.items()):
        right = np.concatenate([m.right for m in members])
        found = np.concatenate([m.answers >= 0 for m in members])
        exact = np.concatenate([m.exact_rows for m in members])
        row = (
            len(members),
            len(right),
            f"{found.mean():.3f}",
            f"{right.mean():.3f}",
            len(exact),
            f"{exact.mean():.3f}",
        )
        table.add_row(group, *map(str, row))
    console.print(table)


def _print_confusions(console: Console, matched: Sequence[MatchedPhoto], most: int = 20) -> None:
    wrong = Counter[str]()
    for one in matched:
        for code, answer in zip(one.photo.codes[~one.right], one.answered_codes[~one.right], strict=True):
            wrong[f"{CODES[code]} as {CODES[answer] if answer >= 0 else 'nothing'}"] += 1
    console.print("mistakes:", ", ".join(f"{name} x{count}" for name, count in wrong.most_common(most)))


def _write_worst(folder: Path, results: Sequence[tuple[MatchedPhoto, RackReading]], most: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    ranked = sorted(results, key=lambda result: result[0].right.sum() - len(result[0].right))
    for rank, (matched, reading) in enumerate(ranked[:most]):
        image = np.asarray(cv2.imread(str(matched.photo.image_path), cv2.IMREAD_COLOR), np.uint8)
        name = f"{rank:02d}_{(~matched.right).sum()}_wrong_{matched.photo.image_path.stem}.jpg"
        cv2.imwrite(str(folder / name), draw_overlay(image, reading))


def main() -> int:
    """Measure models on labelled photographs; return the exit status."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data/photos"), help="folder of labelled photos")
    parser.add_argument(
        "--split", nargs="+", default=["test"], choices=["train", "validation", "test", "test_rooms"], metavar="SPLIT"
    )
    parser.add_argument("--finder", type=Path, help="finder model (default: the shipped one)")
    parser.add_argument("--reader", type=Path, help="reader model (default: the shipped one)")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures as JSON")
    parser.add_argument("--worst", type=Path, metavar="DIR", help="write overlays of the photos with most mistakes")
    parser.add_argument("--worst-count", type=int, default=12)
    options = parser.parse_args()
    try:
        photos = select_photos(options.data, options.split)
    except DatasetError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    results = evaluate_photos(open_reader(options.finder, options.reader, options.threads), photos)
    matched = [result[0] for result in results]
    figures = figures_of(matched)
    precision = mean_average_precision_50(results)
    console = Console()
    labels = sum(len(m.right) for m in matched)
    rows = sum(len(m.exact_rows) for m in matched)
    title = f"{' + '.join(options.split)}: {len(photos)} photos, {labels} tiles, {rows} rows"
    _print_figures(console, title, figures)
    console.print(f"mAP50 {precision:.3f}")
    _print_groups(console, matched)
    _print_confusions(console, matched)
    if options.worst:
        _write_worst(options.worst, results, options.worst_count)
    if options.json:
        content = {name: [figure.value, figure.low, figure.high] for name, figure in figures.items()}
        options.json.write_text(json.dumps({"split": options.split, "mAP50": precision, **content}, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
