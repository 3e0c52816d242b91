"""Which tiles bring a hand nearer, before and after every discard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from engine.context import Context
from engine.counts import COPIES, KINDS, CountArray, count_kinds, count_live, count_melds
from engine.hand import Hand
from engine.shanten import WinningForm, missing_tiles
from engine.tile import Tile

__all__ = ["Acceptance", "AcceptedTile", "Survey", "survey"]

_TILES: Final = tuple(Tile.of_kind(kind) for kind in range(KINDS))


@dataclass(frozen=True, slots=True)
class AcceptedTile:
    """A tile that brings the hand nearer, and how many of it nobody has shown yet."""

    tile: Tile
    live: int


@dataclass(frozen=True, slots=True)
class Acceptance:
    """How near 3n+1 tiles are and what brings them nearer.

    Attributes:
        shanten: 0 when ready.
        accepts: The tiles that lower it, in tile order, used-up ones (``live`` 0) included.
    """

    shanten: int
    accepts: tuple[AcceptedTile, ...]

    @property
    def count(self) -> int:
        """How many live tiles bring the hand nearer."""
        return sum(accepted.live for accepted in self.accepts)


@dataclass(frozen=True, slots=True)
class Survey:
    """How near a hand is to winning.

    Attributes:
        shanten: -1 complete, 0 ready.
        waiting: For 3n+1 tiles what they accept; None for 3n+2.
        discards: For 3n+2 tiles what every kind leaves when it is discarded, by kind; empty for 3n+1.
    """

    shanten: int
    waiting: Acceptance | None
    discards: dict[int, Acceptance]


def survey(hand: Hand, context: Context, forms: Sequence[WinningForm]) -> Survey:
    """Return the shanten and the acceptance of a hand without faults.

    A kind is accepted while the hand itself holds fewer than four of it; visible tiles only lower ``live``.

    >>> from engine.notation import parse_hand
    >>> from engine.shanten import REGULAR_FORMS
    >>> found = survey(parse_hand("123m456p789s1122z"), Context(), REGULAR_FORMS)
    >>> [(accepted.tile.code, accepted.live) for accepted in found.waiting.accepts]
    [('1z', 2), ('2z', 2)]
    """
    concealed, melds = count_kinds(hand.in_hand), count_melds(hand)
    live = count_live(hand, context)
    discarded = [int(kind) for kind in np.flatnonzero(concealed)] if hand.is_full else []
    waiting = np.tile(concealed, (len(discarded) or 1, 1))
    for row, kind in enumerate(discarded):
        waiting[row, kind] -= 1
    drawn = waiting[:, np.newaxis, :] + np.eye(KINDS, dtype=np.int16)
    hands = np.concatenate((concealed[np.newaxis], waiting, drawn.reshape(-1, KINDS)))
    missing = missing_tiles(hands, hand.sets_wanted, forms)
    before = missing[1 : 1 + len(waiting)]
    after = missing[1 + len(waiting) :].reshape(len(waiting), KINDS)
    helps = (after < before[:, np.newaxis]) & (waiting + melds < COPIES)
    found = [_acceptance(int(before[row]), helps[row], live) for row in range(len(waiting))]
    return Survey(
        shanten=int(missing[0]) - 1,
        waiting=None if hand.is_full else found[0],
        discards=dict(zip(discarded, found, strict=True)) if hand.is_full else {},
    )


def _acceptance(missing: int, helps: np.ndarray, live: CountArray) -> Acceptance:
    accepts = tuple(AcceptedTile(_TILES[kind], int(live[kind])) for kind in np.flatnonzero(helps))
    return Acceptance(missing - 1, accepts)
