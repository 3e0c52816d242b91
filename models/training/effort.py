"""What is left to do by hand when photos are labelled by ``tilesight label``, against labelling from nothing.

``python -m models.training.effort --data ../shared/data/photos --groups travel_set --finder … --reader …`` reads photos
of groups that the weights were not trained on, makes the review list that the command would make, and holds everything
against the labels: how many photos need no touch, how many tiles are to be mended, and how long that takes under the
stated seconds for each move of the hand. ``make effort`` does it for the weights without two physical sets.

Boxes count as right from an overlap of 0.4 on, as everywhere in this repository: who wants them tighter has more to do.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from datasets.labelling.engine import PhotoTask
from datasets.labelling.review import DEFAULT_BELOW, judge
from datasets.labelling.work import PhotoLabeller, labels_from_json
from datasets.photos import DatasetError
from models.training.chosen_models import add_model_arguments, chosen_files, weights_of
from models.training.matching import match_photo
from models.training.measured_photos import select_photos
from vision.assembly import Weights, assemble
from vision.errors import VisionError
from vision.image import ImageLimits
from vision.noting import NotingDetector

if TYPE_CHECKING:
    from collections.abc import Sequence

    from datasets.photos import LabelledPhoto
    from vision.detector import TileDetections, TileDetector
    from vision.image import UprightImage
    from vision.reading import RackReading

__all__ = ["Effort", "PhotoResult", "Seconds", "effort_of"]

RESAMPLINGS: Final = 1000


@dataclass(frozen=True, slots=True)
class Seconds:
    """Assumed seconds of a practised person; an assumption, measured on nobody.

    Attributes:
        draw: To draw a tile's box and choose its code: from nothing, and for each tile that was missed.
        recode: To choose another code for a box that is there.
        delete: To delete a box.
        look: To look a labelled photo through, for each of its tiles.
        open: To open a photo.
    """

    draw: float = 6.0
    recode: float = 3.0
    delete: float = 1.5
    look: float = 0.3
    open: float = 2.0


@dataclass(frozen=True, slots=True)
class PhotoResult:
    """A photo held against its labels.

    Attributes:
        labels: Tiles that are labelled.
        wrong: Of these read as another tile.
        missed: Of these not found.
        extra: Tiles read where none is.
        chance: Chance that the labels are right, as the command says.
    """

    labels: int
    wrong: int
    missed: int
    extra: int
    chance: float

    @property
    def to_mend(self) -> int:
        """Number of tiles to mend."""
        return self.wrong + self.missed + self.extra


@dataclass(frozen=True, slots=True)
class Effort:
    """What is left to do by hand; shares are 0..1.

    Attributes:
        photos: Number of photos.
        tiles: Number of labelled tiles.
        exact: Share of photos of which every tile is right as it is.
        listed: Share of photos on the review list.
        untouched: Share of photos that are not listed and exact: done without being looked at.
        listed_exact: Share of photos that are listed, but exact: looked at in vain.
        mended: Share of photos that are listed and have something to mend.
        overlooked: Share of photos that are not listed and have something to mend.
        found_mistakes: Share of the tiles to mend that lie in listed photos.
        tiles_to_mend: Tiles to mend (another code, missed, one too many) by labelled tiles.
        remaining_errors: Tiles to mend in photos that are not listed, by labelled tiles: what stays wrong.
        hours_from_nothing: For a thousand photos like these.
        hours_with_list: The same, labelled by the command, listed photos looked through.
        hours_with_all: The same, all photos looked through, so that nothing is overlooked.
    """

    photos: int
    tiles: int
    exact: float
    listed: float
    untouched: float
    listed_exact: float
    mended: float
    overlooked: float
    found_mistakes: float
    tiles_to_mend: float
    remaining_errors: float
    hours_from_nothing: float
    hours_with_list: float
    hours_with_all: float


def effort_of(results: Sequence[PhotoResult], below: float, seconds: Seconds) -> Effort:
    """Return what is left to do.

    Args:
        results: The photos.
        below: Photos with less chance than this are listed.
        seconds: How long each move of the hand takes.
    """
    chances = np.array([result.chance for result in results])
    labels = np.array([result.labels for result in results])
    to_mend = np.array([result.to_mend for result in results])
    mending_s = np.array([_mending_s(result, seconds) for result in results])
    looking_s = seconds.open + seconds.look * labels
    listed, exact = chances < below, to_mend == 0
    tiles = int(labels.sum())

    def hours(spent_s: float) -> float:
        return round(float(spent_s) / len(results) * 1000 / 3600, 2)

    return Effort(
        photos=len(results),
        tiles=tiles,
        exact=_share(exact),
        listed=_share(listed),
        untouched=_share(~listed & exact),
        listed_exact=_share(listed & exact),
        mended=_share(listed & ~exact),
        overlooked=_share(~listed & ~exact),
        found_mistakes=round(float(to_mend[listed].sum()) / max(1, int(to_mend.sum())), 4),
        tiles_to_mend=round(float(to_mend.sum()) / tiles, 4),
        remaining_errors=round(float(to_mend[~listed].sum()) / tiles, 4),
        hours_from_nothing=hours((seconds.open + seconds.draw * labels).sum()),
        hours_with_list=hours((looking_s + mending_s)[listed].sum()),
        hours_with_all=hours((looking_s + mending_s).sum()),
    )


def _share(chosen: np.ndarray[Any, Any]) -> float:
    return round(float(chosen.mean()), 4)


def _mending_s(result: PhotoResult, seconds: Seconds) -> float:
    return seconds.recode * result.wrong + seconds.draw * result.missed + seconds.delete * result.extra


class _Reader:
    """What the label job reads with, keeping the reading that is held against the labels."""

    def __init__(self, weights: Weights, threads: int) -> None:
        self.limits = ImageLimits()
        self._rack_reader = assemble(weights, threads=threads, wrap_detector=self._wrap)
        self.reading: RackReading | None = None

    def read(self, image: UprightImage) -> tuple[RackReading, TileDetections | None]:
        self.reading = self._rack_reader.read(image)
        return self.reading, self._noting.found

    def _wrap(self, detector: TileDetector) -> TileDetector:
        self._noting = NotingDetector(detector)
        return self._noting


def _results(reader: _Reader, photos: Sequence[LabelledPhoto], console: Console) -> list[PhotoResult]:
    labeller = PhotoLabeller(reader)
    results = []
    for photo in track(photos, description="reading", console=console, disable=not console.is_terminal):
        outcome = labeller(PhotoTask(photo.image_path.name, str(photo.image_path)))
        if outcome.labels is None or reader.reading is None:
            message = f"{photo.image_path}: {outcome.fault}"
            raise DatasetError(message)
        matched = match_photo(photo, reader.reading)
        found = matched.answers >= 0
        results.append(
            PhotoResult(
                labels=len(matched.right),
                wrong=int((found & ~matched.right).sum()),
                missed=int((~found).sum()),
                extra=int((matched.judged & ~matched.there).sum()),
                chance=judge(labels_from_json(json.loads(outcome.labels))).chance,
            )
        )
    return results


def _interval(results: Sequence[PhotoResult], name: str, below: float, seconds: Seconds) -> tuple[float, float]:
    """Return the 95 % interval of a figure, over photos (bootstrap, seed 0)."""
    random = np.random.default_rng(0)
    values = [
        getattr(effort_of([results[n] for n in random.integers(0, len(results), len(results))], below, seconds), name)
        for _ in range(RESAMPLINGS)
    ]
    low, high = np.quantile(values, [0.025, 0.975])
    return float(low), float(high)


def _print(console: Console, results: Sequence[PhotoResult], below: float, seconds: Seconds) -> None:
    effort = effort_of(results, below, seconds)
    table = Table("", "figure", title=f"{effort.photos} photos, {effort.tiles} tiles, listed below {below}")
    for name, value in asdict(effort).items():
        shown = str(value)
        if name in {"exact", "listed", "untouched", "overlooked", "tiles_to_mend", "remaining_errors"}:
            low, high = _interval(results, name, below, seconds)
            shown = f"{value:.4f} [{low:.3f}, {high:.3f}]"
        table.add_row(name.replace("_", " "), shown)
    console.print(table)
    console.print("assumed seconds:", ", ".join(f"{name} {value}" for name, value in asdict(seconds).items()))
    table = Table("listed below", "listed", "untouched", "overlooked", "remaining errors", title="other limits")
    for limit in (0.5, 0.7, 0.8, 0.9, 0.95, 0.98):
        other = effort_of(results, limit, seconds)
        cells = (limit, other.listed, other.untouched, other.overlooked, other.remaining_errors)
        table.add_row(*map(str, cells))
    console.print(table)


def main() -> int:
    """Print what is left to do by hand; return the exit status."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data/photos"), help="folder of labelled photos")
    parser.add_argument("--groups", required=True, metavar="A,B", help="groups that the weights were not trained on")
    add_model_arguments(parser)
    parser.add_argument("--review-below", type=float, default=DEFAULT_BELOW)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures as JSON")
    for name, value in asdict(Seconds()).items():
        parser.add_argument(f"--seconds-{name}", type=float, default=value)
    options = parser.parse_args()
    seconds = Seconds(**{name: getattr(options, f"seconds_{name}") for name in asdict(Seconds())})
    console = Console(stderr=True)
    try:
        photos = select_photos(options.data, groups=options.groups.split(","))
        results = _results(_Reader(weights_of(chosen_files(options)), options.threads), photos, console)
    except (DatasetError, VisionError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    _print(Console(), results, options.review_below, seconds)
    if options.json:
        document = {"assumed_seconds": asdict(seconds), **asdict(effort_of(results, options.review_below, seconds))}
        options.json.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
