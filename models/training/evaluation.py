"""Everything measured on a set of photos, as one value that reports and model cards are written from."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from engine.tile import CODES
from models.training.average_precision import AveragePrecision, average_precision_50
from models.training.metrics import Figure, coverage_figures, figures_of
from models.training.questions import Answer, answer_questions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from models.training.matching import MatchedPhoto
    from vision.reading import RackReading

__all__ = ["COVERAGES", "MISSED", "UNREADABLE", "Evaluation", "confusion_matrix", "measure"]

REPORT_FORMAT: Final = 1
COVERAGES: Final = (0.5, 0.7, 0.8, 0.85, 0.9, 0.925, 0.95, 0.975, 0.99, 1.0)
"""Shares of the labelled tiles, most confident first, at which precision is given."""

MISSED: Final = len(CODES)
UNREADABLE: Final = len(CODES) + 1
"""Columns of the confusion matrix behind those of the codes."""

_MOST_CONFUSIONS: Final = 40


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation:
    """What was measured.

    Attributes:
        title: What the photos are, for people.
        about: Facts about data and models, as JSON values.
        results: Each photo with its reading.
        figures: Headline figures with intervals, mAP50 last.
        precision: mAP50 and its classes.
        curve: Precision at shares of all labelled tiles.
        answers: Special questions.
        confusions: (47, 49) numbers of labels (rows) by answer (columns: the codes, missed, unreadable).
    """

    title: str
    about: dict[str, Any]
    results: Sequence[tuple[MatchedPhoto, RackReading]]
    figures: dict[str, Figure]
    precision: AveragePrecision
    curve: dict[float, Figure]
    answers: dict[str, Answer]
    confusions: NDArray[np.int64]

    @property
    def matched(self) -> list[MatchedPhoto]:
        """The photos, held against their labels."""
        return [matched for matched, _ in self.results]

    def counts(self) -> dict[str, int]:
        """Return how many photos, labelled tiles and rows were measured."""
        return _counts(self.matched)

    def groups(self) -> dict[str, dict[str, float]]:
        """Return counts and shares of each group of photos."""
        members = defaultdict[str, list["MatchedPhoto"]](list)
        for one in self.matched:
            members[one.photo.group].append(one)
        return {group: {**_counts(photos), **_shares(photos)} for group, photos in sorted(members.items())}

    def classes(self) -> dict[str, dict[str, Any]]:
        """Return for each code that is labelled or read how it fared."""
        read = Counter(tile.code for _, reading in self.results for tile in reading.tiles)
        found = {}
        for index, code in enumerate(CODES):
            labels, answered = int(self.confusions[index].sum()), int(self.confusions[:, index].sum())
            if not labels + answered:
                continue
            right = int(self.confusions[index, index])
            mistaken = {self.column_name(at): int(self.confusions[index, at]) for at in self._mistakes(index)}
            found[code] = {
                "labels": labels,
                "right": right / labels if labels else None,
                "read": read[code],
                "precision": right / answered if answered else None,
                "AP50": self.precision.by_class.get(index),
                "mistaken_for": mistaken,
            }
        return found

    def confused_pairs(self, most: int = _MOST_CONFUSIONS) -> list[tuple[str, str, int]]:
        """Return label, answer and number of the commonest mistakes."""
        pairs = [
            (CODES[index], self.column_name(at), int(self.confusions[index, at]))
            for index in range(len(CODES))
            for at in self._mistakes(index)
        ]
        return sorted(pairs, key=lambda pair: -pair[2])[:most]

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON values; what nothing answers is null."""
        document = {
            "format": REPORT_FORMAT,
            "title": self.title,
            **self.about,
            **self.counts(),
            "figures": {name: _triple(figure) for name, figure in self.figures.items()},
            "precision_at_coverage": [
                {"coverage": coverage, **_triple(figure)} for coverage, figure in self.curve.items()
            ],
            "questions": {name: {"labels": a.labels, **_triple(a.share)} for name, a in self.answers.items()},
            "groups": self.groups(),
            "classes": self.classes(),
            "confusions": [list(pair) for pair in self.confused_pairs()],
            "timing_ms": self.timing_ms(),
        }
        cleaned: dict[str, Any] = _without_nan(document)
        return cleaned

    def timing_ms(self) -> dict[str, float]:
        """Return the median milliseconds of each step of a reading."""
        steps = defaultdict[str, list[float]](list)
        for _, reading in self.results:
            for step, spent in reading.timing_ms.items():
                steps[step].append(spent)
        return {step: round(float(np.median(spent)), 2) for step, spent in steps.items()}

    @staticmethod
    def column_name(column: int) -> str:
        """Return the name of a column of the confusion matrix."""
        return {MISSED: "nothing", UNREADABLE: "??"}.get(column) or CODES[column]

    def _mistakes(self, index: int) -> list[int]:
        row = self.confusions[index].copy()
        row[index] = 0
        return [int(at) for at in np.argsort(-row, kind="stable") if row[at]]


def measure(
    title: str, about: dict[str, Any], results: Sequence[tuple[MatchedPhoto, RackReading]], seed: int = 0
) -> Evaluation:
    """Compute all figures of photos that were read.

    Args:
        title: What the photos are.
        about: Facts about data and models, as JSON values.
        results: Each photo held against its labels, with its reading.
        seed: Of the intervals' resampling.
    """
    matched = [result[0] for result in results]
    precision = average_precision_50(results, seed)
    return Evaluation(
        title=title,
        about=about,
        results=results,
        figures={**figures_of(matched, seed), "mAP50": precision.mean},
        precision=precision,
        curve=coverage_figures(matched, COVERAGES, seed),
        answers=answer_questions(matched, seed),
        confusions=confusion_matrix(matched),
    )


def confusion_matrix(matched: Sequence[MatchedPhoto]) -> NDArray[np.int64]:
    """Return the (47, 49) numbers of labels by answer: the codes, nothing, unreadable."""
    counts = np.zeros((len(CODES), len(CODES) + 2), np.int64)
    for one in matched:
        found = one.answers >= 0
        columns = np.where(found, np.where(one.answered_codes >= 0, one.answered_codes, UNREADABLE), MISSED)
        np.add.at(counts, (one.photo.codes, columns), 1)
    return counts


def _counts(matched: Sequence[MatchedPhoto]) -> dict[str, int]:
    return {
        "photos": len(matched),
        "tiles": sum(len(one.right) for one in matched),
        "rows": sum(len(one.exact_rows) for one in matched),
    }


def _shares(matched: Sequence[MatchedPhoto]) -> dict[str, float]:
    def share(parts: list[NDArray[np.bool_]]) -> float:
        values = np.concatenate(parts)
        return float(values.mean()) if len(values) else math.nan

    return {
        "tiles found": share([one.answers >= 0 for one in matched]),
        "tiles right": share([one.right for one in matched]),
        "rows exact": share([one.exact_rows for one in matched]),
        "photos exact": share([np.array([one.exact_rows.all()]) for one in matched]),
        "sure coverage": share([one.sure for one in matched]),
        "sure precision": share([one.right[one.sure] for one in matched]),
    }


def _triple(figure: Figure) -> dict[str, float]:
    return {"value": figure.value, "low": figure.low, "high": figure.high}


def _without_nan(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(value, dict):
        return {key: _without_nan(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_without_nan(inner) for inner in value]
    if isinstance(value, float):
        return round(value, 5) if math.isfinite(value) else None
    return value
