"""Questions that a mean over all tiles does not answer: red fives, jokers, backs, blank white dragons and the like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from engine.tile import CODES
from models.training.metrics import Figure, photo_weights, share_figure
from vision.quality import MEASURED_AT_WH
from vision.rectify import boxes_to_quads, rectify
from vision.scaling import scale_all

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from datasets.photos import LabelledPhoto
    from models.training.matching import MatchedPhoto

__all__ = ["QUESTIONS", "Answer", "Question", "answer_questions", "looks_blank"]

_BONUS: Final = tuple(f"{rank}f" for rank in range(1, 9))
_RED_FIVES: Final = ("0m", "0p", "0s")
_FIVES: Final = ("5m", "5p", "5s")

BLANK_CONTRAST: Final = 7.0
"""A face counts as blank when its lightness departs from its surroundings by less than this on average (standard
deviation in 8-bit steps, noise and slow changes of light taken out). Of 63 rendered white dragons it took in 14 of the
17 blank ones (the others lay half in a shadow or under a finger) and none with a frame or letters."""

_LIGHT_CHANGE_PX: Final = 12.0
_BORDER_PX: Final = 8


@dataclass(frozen=True, slots=True)
class Question:
    """A share of the tiles labelled with certain codes.

    Attributes:
        name: What is asked.
        asked: Codes of the labels that count.
        refused: Codes that must not be answered; if empty, the answer must be right.
        blank: Ask about faces without any drawing only.
    """

    name: str
    asked: tuple[str, ...]
    refused: tuple[str, ...] = ()
    blank: bool = False


QUESTIONS: Final = (
    Question("red fives right", _RED_FIVES),
    Question("red fives not taken for plain fives", _RED_FIVES, _FIVES),
    Question("plain fives not taken for red fives", _FIVES, _RED_FIVES),
    Question("jokers right", ("1j",)),
    Question("jokers not taken for bonus tiles", ("1j",), _BONUS),
    Question("bonus tiles not taken for jokers", _BONUS, ("1j",)),
    Question("bonus tiles right", _BONUS),
    Question("backs right", ("0x",)),
    Question("birds right", ("1s",)),
    Question("white dragons right", ("5z",)),
    Question("blank white dragons right", ("5z",), blank=True),
    Question("green and red dragons right", ("6z", "7z")),
)


@dataclass(frozen=True, slots=True)
class Answer:
    """The share that answers a question, and how many labels it is of."""

    share: Figure
    labels: int


def answer_questions(matched: Sequence[MatchedPhoto], seed: int = 0) -> dict[str, Answer]:
    """Return the answers to all questions that the labels can answer."""
    weights = photo_weights([one.photo.photo for one in matched], seed)
    blanks = [looks_blank(one.photo) for one in matched]
    answers = {}
    for question in QUESTIONS:
        asked = _indices(question.asked)
        parts = []
        for one, blank in zip(matched, blanks, strict=True):
            chosen = np.isin(one.photo.codes, asked) & (blank if question.blank else True)
            good = ~np.isin(one.answered_codes, _indices(question.refused)) if question.refused else one.right
            parts.append(np.asarray(good[chosen], np.bool_))
        labels = sum(map(len, parts))
        if labels:
            answers[question.name] = Answer(share_figure(weights, parts), labels)
    return answers


def looks_blank(photo: LabelledPhoto) -> NDArray[np.bool_]:
    """Return for each label whether it is a white dragon without any drawing, as its pixels say."""
    blank = np.zeros(len(photo.codes), np.bool_)
    white = np.flatnonzero(photo.codes == CODES.index("5z"))
    if not len(white):
        return blank
    image = cv2.imread(str(photo.image_path), cv2.IMREAD_COLOR)
    if image is None:
        return blank
    quads = photo.quads[white] if photo.quads is not None else boxes_to_quads(photo.boxes_xyxy[white])
    crops = scale_all(rectify(np.asarray(image, np.uint8), quads)[0], MEASURED_AT_WH)
    for label, crop in zip(white, crops, strict=True):
        light = cv2.cvtColor(cv2.medianBlur(crop, 5), cv2.COLOR_BGR2LAB)[..., 0].astype(np.float32)
        inside = light[_BORDER_PX:-_BORDER_PX, _BORDER_PX:-_BORDER_PX]
        blank[label] = (inside - cv2.GaussianBlur(inside, (0, 0), _LIGHT_CHANGE_PX)).std() < BLANK_CONTRAST
    return blank


def _indices(codes: Sequence[str]) -> list[int]:
    return [CODES.index(code) for code in codes]
