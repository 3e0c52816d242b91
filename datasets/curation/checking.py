"""The check of data sets from end to end: labels, pictures, copies, and what the models hold against the labels."""

from __future__ import annotations

import heapq
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from datasets.curation.examination import examine
from datasets.curation.faults import CheckReport, Fault, rank_faults
from datasets.curation.label_checks import check_labels
from datasets.curation.likeness import Likeness
from datasets.curation.loading import load_dataset
from datasets.curation.model_checks import check_with_models
from datasets.curation.pictures import check_picture
from datasets.curation.sides import find_copies
from datasets.formats.errors import BoxOutsideError, PictureFileError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from datasets.curation.examination import Models
    from datasets.curation.pictures import OpenPicture
    from datasets.curation.sides import Seen
    from datasets.formats.errors import LabelFileError
    from datasets.formats.options import ReadOptions
    from datasets.formats.record import LabelledDataset, LabelledImage

__all__ = ["Checked", "Face", "check_datasets", "load_for_check"]

SHOWN_FACES: Final = 120
"""As many doubted faces are kept for the picture sheet."""

Face = tuple[Fault, "NDArray[np.uint8]"]
"""A fault of a tile and the (120, 96, 3) face it is about."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found, and the faces it is surest about, surest first."""

    report: CheckReport
    faces: tuple[Face, ...]


def load_for_check(
    path: Path, form: str | None, options: ReadOptions, dataset: int = 0
) -> tuple[LabelledDataset, list[Fault]]:
    """Read a data set and list the labels that cannot be read, instead of ending at the first.

    Raises:
        LabelError: It is no data set of a known format.
    """
    faults: list[Fault] = []

    def note(error: LabelFileError) -> None:
        # Boxes outside are kept, and found again with the number of their tile.
        if not isinstance(error, BoxOutsideError):
            code = "picture_unreadable" if isinstance(error, PictureFileError) else "bad_label"
            faults.append(Fault(code, error.message, str(error.path), dataset))

    return load_dataset(path, form, replace(options, on_fault=note)), faults


@dataclass(slots=True)
class _Check:
    """A check at work."""

    datasets: Sequence[LabelledDataset]
    models: Models | None
    faults: list[Fault] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    faces: list[tuple[float, int, Face]] = field(default_factory=list)

    def look_at(self, number: int, labels: LabelledImage) -> None:
        dataset = self.datasets[number]
        self.faults.extend(check_labels(labels, number))
        picture = check_picture(dataset.root, labels, number, self.faults)
        if picture is None:
            return
        codes = Counter(tile.code for tile in labels.tiles)
        self.seen.append((number, replace(labels, sha256=picture.sha256), Likeness(picture.fingerprint, codes)))
        # Boxes for another picture size would be held against the wrong places.
        if self.models is not None and labels.tiles and picture.image.size_wh == labels.size_wh:
            self._ask_models(self.models, number, labels, picture)

    def _ask_models(self, models: Models, number: int, labels: LabelledImage, picture: OpenPicture) -> None:
        answers = examine(picture.image, labels, models)
        classes = self.datasets[number].classes
        for fault, face in check_with_models(labels, answers, classes, models.sure_threshold, number):
            self.faults.append(fault)
            if face is not None:
                entry = fault.confidence or 0.0, -len(self.faults), (fault, face)
                (heapq.heappush if len(self.faces) < SHOWN_FACES else heapq.heappushpop)(self.faces, entry)


def check_datasets(
    datasets: Sequence[LabelledDataset],
    models: Models | None = None,
    faults: Sequence[Fault] = (),
    on_progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> Checked:
    """Check data sets, together: of several each is taken for a side of a split.

    Args:
        datasets: The data sets.
        models: Whom to ask about every label; nobody where None.
        faults: What reading the data sets found already.
        on_progress: Told how many pictures are done, of how many.
    """
    check = _Check(datasets, models, list(faults))
    pictures = [(number, image) for number, dataset in enumerate(datasets) for image in dataset.images]
    for done, (number, image) in enumerate(pictures, start=1):
        check.look_at(number, image)
        on_progress(done, len(pictures))
    check.faults.extend(find_copies(check.seen, len(datasets)))
    tiles = sum(len(image.tiles) for _, image in pictures)
    report = CheckReport(rank_faults(check.faults), len(pictures), tiles, with_models=models is not None)
    return Checked(report, tuple(face for _, _, face in sorted(check.faces, reverse=True)))
