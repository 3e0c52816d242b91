"""What checks find: faults with a stable code and a severity, as text, JSON and CSV."""

from __future__ import annotations

import csv
import io
from collections import Counter
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from datasets.formats.record import BoxXyxy

__all__ = ["FAULTS", "CheckReport", "Fault", "Kind", "Severity", "rank_faults"]


class Severity(IntEnum):
    """How bad a fault is."""

    NOTE = 1
    """Worth knowing; may well be meant."""
    WARNING = 2
    """Probably wrong: a person should look."""
    ERROR = 3
    """Wrong, or it spoils what is trained or measured."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of fault: its severity and what it means."""

    severity: Severity
    meaning: str


FAULTS: Final[Mapping[str, Kind]] = {
    "bad_label": Kind(Severity.ERROR, "a label cannot be read: a code that does not exist, a box without area"),
    "box_outside": Kind(Severity.ERROR, "a box reaches out of the picture"),
    "picture_missing": Kind(Severity.ERROR, "the picture of labels is not there"),
    "picture_unreadable": Kind(Severity.ERROR, "the picture is no image, or damaged"),
    "size_differs": Kind(Severity.ERROR, "the picture has another size than the labels say"),
    "picture_changed": Kind(Severity.WARNING, "the picture is no longer the one that was labelled: its hash differs"),
    "duplicate_box": Kind(Severity.ERROR, "two boxes lie on one tile"),
    "nested_box": Kind(Severity.WARNING, "most of a box lies inside another one"),
    "five_of_a_kind": Kind(Severity.NOTE, "more of a kind than one set has: a wrong code, or two sets"),
    "no_labels": Kind(Severity.NOTE, "a picture without labels"),
    "duplicate_across_splits": Kind(Severity.ERROR, "copies of one picture in two splits"),
    "duplicate_picture": Kind(Severity.WARNING, "copies of one picture"),
    "mirrored_copy": Kind(Severity.ERROR, "a picture is the mirror image of another one"),
    "mirrored_picture": Kind(Severity.ERROR, "the reader likes the mirrored faces of a picture much better"),
    "mirrored_tile": Kind(Severity.WARNING, "the reader likes a tile's mirrored face much better"),
    "disagreement": Kind(Severity.WARNING, "the reader is sure of another code"),
    "no_tile": Kind(Severity.WARNING, "neither finder nor reader see a tile where the label is"),
    "unlabelled_tiles": Kind(Severity.NOTE, "the models are sure of tiles that carry no label"),
}
"""Every fault by its code. Severities say what is usual; ``--fail-on`` says which of them fail the check."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault.

    Attributes:
        code: A key of :data:`FAULTS`.
        message: What is wrong, for people.
        picture: Path of the picture, or of the label file where no picture is known.
        dataset: Number of the data set among those that were given.
        tile: Place of the tile among the picture's tiles, or None.
        label: The tile's code as labelled, or None.
        suggestion: The code that the models suggest, or None.
        confidence: How sure they are (0..1), or None.
        box_xyxy: The tile's box, or None.
        other: The other picture of a pair, or None.
    """

    code: str
    message: str
    picture: str
    dataset: int = 0
    tile: int | None = None
    label: str | None = None
    suggestion: str | None = None
    confidence: float | None = None
    box_xyxy: BoxXyxy | None = None
    other: str | None = None

    @property
    def severity(self) -> Severity:
        """How bad it is."""
        return FAULTS[self.code].severity

    def document(self) -> dict[str, Any]:
        """Return the fault as a JSON object; also a row of the CSV."""
        return {
            "code": self.code,
            "severity": self.severity.name.lower(),
            "dataset": self.dataset,
            "picture": self.picture,
            "tile": self.tile,
            "label": self.label,
            "suggestion": self.suggestion,
            "confidence": None if self.confidence is None else round(self.confidence, 4),
            "box": None if self.box_xyxy is None else [round(value, 2) for value in self.box_xyxy],
            "other": self.other,
            "message": self.message,
        }


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What a check of data sets found.

    Attributes:
        faults: The faults, worst first; disagreements with the surest first.
        pictures: How many pictures were looked at.
        tiles: How many labels.
        with_models: Whether the models were asked.
    """

    faults: tuple[Fault, ...]
    pictures: int
    tiles: int
    with_models: bool

    @property
    def counts(self) -> dict[str, int]:
        """How many faults of each kind there are, in the order of the faults."""
        return dict(Counter(fault.code for fault in self.faults))

    def fails(self, at_least: Severity) -> bool:
        """Return whether any fault is at least so bad."""
        return any(fault.severity >= at_least for fault in self.faults)

    def document(self, datasets: Sequence[str]) -> dict[str, Any]:
        """Return the report as a JSON object."""
        return {
            "datasets": list(datasets),
            "pictures": self.pictures,
            "tiles": self.tiles,
            "models": self.with_models,
            "counts": self.counts,
            "faults": [fault.document() for fault in self.faults],
        }

    def csv(self) -> str:
        """Return the faults as a table, a row each."""
        text = io.StringIO()
        columns = list(Fault("no_labels", "", "").document())
        writer = csv.DictWriter(text, columns, lineterminator="\n")
        writer.writeheader()
        for fault in self.faults:
            row = fault.document()
            writer.writerow({**row, "box": None if row["box"] is None else " ".join(map(str, row["box"]))})
        return text.getvalue()


def rank_faults(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Return faults worst first, kind by kind; within a kind those that the models are surest of come first."""
    return tuple(sorted(faults, key=_rank))


def _rank(fault: Fault) -> tuple[int, int, float, int, str, int]:
    kind = list(FAULTS).index(fault.code)
    return -fault.severity, kind, -(fault.confidence or 0.0), fault.dataset, fault.picture, fault.tile or 0
