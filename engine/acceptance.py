"""Which tiles bring a hand nearer, before and after every discard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from engine.context import Context
from engine.counts import COPIES, KINDS, count_melds, list_live
from engine.hand import Hand
from engine.shanten import WinningForm, find_steps
from engine.tally import Tally, kinds_in
from engine.tile import Tile

__all__ = ["Acceptance", "AcceptedTile", "Survey", "survey"]


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
    tiles = hand.concealed if hand.winning_tile is None else (*hand.concealed, hand.winning_tile)
    tally = Tally.of_kinds([kind for tile in tiles if (kind := tile.kind) is not None])
    discards = kinds_in(tally.held[0]) if hand.is_full else ()
    steps = find_steps(tally, discards, hand.sets_wanted, forms)
    used_up = _used_up(tally, hand)
    accepted = [copies[left] for copies, left in zip(_accepted_tiles(), list_live(hand, context), strict=True)]
    tile_of = accepted.__getitem__
    if not discards:
        ((missing, draws),) = steps
        return Survey(missing - 1, Acceptance(missing - 1, tuple(map(tile_of, kinds_in(draws & ~used_up)))), {})
    discarded = {
        kind: Acceptance(missing - 1, tuple(map(tile_of, kinds_in(draws & ~(used_up & ~(1 << kind))))))
        for kind, (missing, draws) in zip(discards, steps, strict=True)
    }
    nearest, _ = min(steps)
    # a complete hand lacks but the tile that was discarded
    complete = nearest == 1 and any(
        missing == 1 and draws >> kind & 1 for kind, (missing, draws) in zip(discards, steps, strict=True)
    )
    return Survey(-1 if complete else nearest - 1, None, discarded)


def _used_up(tally: Tally, hand: Hand) -> int:
    """Return the kinds of which the hand with its melds holds four, as bits."""
    used_up = tally.held[COPIES - 1]
    if hand.melds:
        melds = count_melds(hand).tolist()
        for kind, count in enumerate(melds):
            if count and count + tally.copies_of(kind) >= COPIES:
                used_up |= 1 << kind
    return used_up


@cache
def _accepted_tiles() -> tuple[tuple[AcceptedTile, ...], ...]:
    """Return every tile with every number of live ones, by kind and number."""
    return tuple(tuple(AcceptedTile(Tile.of_kind(kind), live) for live in range(COPIES + 1)) for kind in range(KINDS))
