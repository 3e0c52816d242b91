"""Checks that ask the models: labels they contradict, tiles and pictures that are mirrored, tiles without a label."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.curation.faults import Fault
from engine.tile import BACK_CODE, CODES, UNREADABLE_CODE
from engine.wording import quantity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from datasets.curation.examination import Examination
    from datasets.formats.class_map import ClassMap
    from datasets.formats.record import LabelledImage

__all__ = ["MIRRORED_PICTURE_EVIDENCE", "check_with_models", "mirror_evidence"]

LEAST: Final = 1e-3
"""Probabilities below are taken for this: the reader never saw mirrored faces, and extremes of it mean little."""

MIRRORED_PICTURE_EVIDENCE: Final = 1.0
"""A picture is mirrored when the logarithms of how much likelier its labels are on mirrored faces add up to this. Most
faces are symmetric and add nothing. Of 83 photographs none reaches 0.4; of their mirror images 76 % reach 1."""

MIRRORED_TILE_EVIDENCE: Final = 1.5
"""The same for a single tile; none of 1,724 tiles of those photographs reaches it."""

NO_FACE_BELOW: Final = 0.3
"""The likeliest code of what is no face is hardly ever likelier."""


def check_with_models(
    labels: LabelledImage, answers: Examination, classes: ClassMap, sure_threshold: float, dataset: int = 0
) -> Iterator[tuple[Fault, NDArray[np.uint8] | None]]:
    """Yield what the models hold against the labels of a picture, each with the face it is about.

    Args:
        labels: The picture's labels.
        answers: What the models say.
        classes: The data set's classes: codes that share a name are no disagreement.
        sure_threshold: Probability from which on the reader is sure.
        dataset: Number of the data set, for the faults.
    """
    if answers.unlabelled:
        seen = f"{quantity(len(answers.unlabelled), 'tile')} without a label"
        codes = " ".join(tile.code for tile in answers.unlabelled)
        yield Fault("unlabelled_tiles", f"{seen}, read as {codes}", labels.path, dataset), None
    evidence = mirror_evidence(labels, answers)
    if evidence.sum() >= MIRRORED_PICTURE_EVIDENCE:
        message = f"the labels are {np.exp(min(evidence.sum(), 20.0)):,.0f} times likelier on the mirrored faces"
        yield Fault("mirrored_picture", message, labels.path, dataset), None
        return
    for place, tile in enumerate(labels.tiles):
        fault = _check_tile(labels, place, answers, classes, sure_threshold, float(evidence[place]))
        if fault is not None:
            code, message, suggestion, confidence = fault
            yield (
                Fault(code, message, labels.path, dataset, place, tile.code, suggestion, confidence, tile.box_xyxy),
                answers.crops_bgr[place],
            )


def mirror_evidence(labels: LabelledImage, answers: Examination) -> NDArray[np.float64]:
    """Return the (N,) logarithms of the odds by which labels are likelier on the mirrored faces."""
    known = [CODES.index(tile.code) if tile.code in CODES else -1 for tile in labels.tiles]
    rows, columns = np.arange(len(known)), np.array(known, np.int64)
    mirrored = np.maximum(answers.mirrored_probabilities[rows, columns], LEAST)
    plain = np.maximum(answers.probabilities[rows, columns], LEAST)
    return np.where(columns >= 0, np.log(mirrored) - np.log(plain), 0.0).astype(np.float64)


def _check_tile(  # noqa: PLR0913, PLR0917 - a tile, and all that is known about it
    labels: LabelledImage,
    place: int,
    answers: Examination,
    classes: ClassMap,
    sure_threshold: float,
    mirror_evidence: float,
) -> tuple[str, str, str | None, float] | None:
    """Return code and message of a tile's worst fault, what the reader suggests and how sure it is."""
    code, row = labels.tiles[place].code, answers.probabilities[place]
    best, confidence = CODES[int(row.argmax())], float(row.max())
    if mirror_evidence >= MIRRORED_TILE_EVIDENCE:
        likelier = np.exp(mirror_evidence)
        return "mirrored_tile", f"{code} is {likelier:,.0f} times likelier on the mirrored face", None, confidence
    if confidence < NO_FACE_BELOW and not answers.found[place] and code not in {BACK_CODE, UNREADABLE_CODE}:
        message = f"neither finder nor reader see a tile here (labelled {code}, likeliest {best} {confidence:.2f})"
        # The less the reader sees, the surer it is that there is nothing.
        return "no_tile", message, None, 1 - confidence
    same = code == best or classes.name_of(code) == classes.name_of(best)
    if confidence >= sure_threshold and not same:
        labelled = f"{float(row[CODES.index(code)]):.3f}" if code in CODES else "none"
        return "disagreement", f"labelled {code} ({labelled}), read as {best} ({confidence:.3f})", best, confidence
    return None
