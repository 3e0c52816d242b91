"""Which photos a person should look at, in which order, and why.

Every photo gets a chance that its labels are right as they are, the product of what each tile and each remark leaves
standing. The photos under a limit make the review list, the most doubtful first.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.tile import BACK_CODE, UNREADABLE_CODE
from engine.wording import quantity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from datasets.labelling.work import FinderNote, PhotoLabels

__all__ = ["DEFAULT_BELOW", "Reason", "Verdict", "judge"]

DEFAULT_BELOW: Final = 0.7
"""Photos whose labels are right with less than this chance are listed. It trades photos looked at in vain
against mistakes overlooked; ``make effort`` prints the trade on two left-out sets, for which it was chosen."""

FEW_OF_A_KIND: Final = 4
"""A set has four of a kind; flowers, seasons, jokers and backs are not counted, since sets differ in them."""

WEAK_FINDER_BELOW: Final = 0.5
"""The finder drops what it is less than 0.35 sure of; what is only just above may be no tile at all."""

_CHANCES: Final = {
    "unreadable": 0.3,
    "too_many": 0.4,
    "count_repaired": 0.4,
    "no_tiles": 0.5,
    "blurred": 0.5,
    "too_small": 0.7,
    "weak_finder": 0.7,
    "disagreement": 0.75,
    # Photos of something else than whole hands have any number of tiles.
    "count": 0.9,
    "glare": 0.9,
}
"""For each reason the chance that the labels are right all the same; unsure tiles bring their own. Rounded shares of 84
photographs of validation and test groups, read with weights that had not seen them; for what occurs in none of
them a guess. ``python -m models.training.effort`` prints how far the chance holds on others."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a photo deserves a look.

    Attributes:
        code: Stable machine-readable name.
        text: For people.
        tiles: The places of the tiles concerned in the record.
    """

    code: str
    text: str
    tiles: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is thought of a photo's labels.

    Attributes:
        chance: Chance (0..1) that they are right as they are; 1 where a person has seen to them.
        reasons: What speaks against them, the gravest first.
    """

    chance: float
    reasons: tuple[Reason, ...]


def judge(labels: PhotoLabels, below: float = DEFAULT_BELOW) -> Verdict:
    """Return what is thought of a photo's labels.

    Args:
        labels: The labels.
        below: A chance under which there has to be a reason.
    """
    image = labels.image
    if any(tile.source == "human" for tile in image.tiles) or (image.provenance or "").startswith("edited"):
        return Verdict(1.0, ())
    # A tile's confidence is calibrated; what is left of them all is the chance that every code is right.
    chance = 1.0
    for tile in image.tiles:
        if tile.code != UNREADABLE_CODE and tile.confidence is not None:
            chance *= tile.confidence
    reasons = sorted(_reasons(labels), key=lambda reason: _CHANCES.get(reason.code, 0.0))
    for reason in reasons:
        chance *= _CHANCES.get(reason.code, 1.0)
    chance = round(chance, 4)
    if not reasons and chance < below:
        # Thirty tiles of 0.98 each are all right in every other photo.
        sure = [1.0 if tile.confidence is None else tile.confidence for tile in image.tiles]
        reasons = [Reason("adds_up", "small doubts of many tiles add up", (sure.index(min(sure)),))]
    return Verdict(chance, tuple(reasons))


def _reasons(labels: PhotoLabels) -> Iterator[Reason]:
    image = labels.image
    if not image.tiles:
        yield Reason("no_tiles", "no tiles found")
        return
    unreadable = tuple(n for n, tile in enumerate(image.tiles) if tile.code == UNREADABLE_CODE)
    if unreadable:
        yield Reason("unreadable", f"{quantity(len(unreadable), 'tile')} unreadable", unreadable)
    unsure = tuple(n for n, tile in enumerate(image.tiles) if tile.sure is False and tile.code != UNREADABLE_CODE)
    if unsure:
        yield Reason("unsure", f"{quantity(len(unsure), 'tile')} unsure", unsure)
    yield from _too_many(labels)
    yield from _of_finder(labels)
    for code, text in _WARNINGS.items():
        remarks = [warning.tiles for warning in image.warnings if warning.code == code]
        if remarks:
            yield Reason(code, text, tuple(sorted({tile for tiles in remarks for tile in tiles})))


_WARNINGS: Final = {
    "count_repaired": "read as another tile than the likeliest, since a set has only four",
    "count": "odd number of tiles",
    "blurred": "blurred",
    "glare": "glare",
    "too_small": "tiles too small",
}
"""Remarks of the reading that are reasons."""


def _too_many(labels: PhotoLabels) -> Iterator[Reason]:
    held = Counter(_kind(tile.code) for tile in labels.image.tiles)
    for kind, count in sorted(held.items()):
        if count > FEW_OF_A_KIND and kind[1] in "mpsz":
            tiles = tuple(n for n, tile in enumerate(labels.image.tiles) if _kind(tile.code) == kind)
            yield Reason("too_many", f"{count} of {kind}", tiles)


def _of_finder(labels: PhotoLabels) -> Iterator[Reason]:
    pairs = list(enumerate(zip(labels.image.tiles, labels.finder, strict=False)))
    apart = tuple(n for n, (tile, note) in pairs if (tile.code == BACK_CODE) != note.is_back)
    if apart:
        yield Reason("disagreement", f"finder and reader disagree whether {_these(apart)} a back", apart)
    weak = tuple(n for n, (_, note) in pairs if _is_weak(note))
    if weak:
        yield Reason("weak_finder", f"{quantity(len(weak), 'tile')} hardly found", weak)


def _is_weak(note: FinderNote) -> bool:
    return note.confidence < WEAK_FINDER_BELOW


def _these(tiles: tuple[int, ...]) -> str:
    return "a tile is" if len(tiles) == 1 else f"{len(tiles)} tiles are"


def _kind(code: str) -> str:
    return f"5{code[1]}" if code in {"0m", "0p", "0s"} else code
