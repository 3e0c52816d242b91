"""Whether to call a discard: for a group of three or more that is exposed then, or for mahjong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from engine.meld import Meld
from engine.notation import format_meld
from engine.phrase import Phrase
from engine.rules.american.pattern import LARGEST_GROUP, SMALLEST_OPEN_GROUP
from engine.rules.american.rack import Exposure, Rack
from engine.rules.american.situation import Situation
from engine.rules.american.tiles import JOKER, NATURAL_KINDS, tile_of

__all__ = ["Call", "weigh_call", "weigh_calls"]

_WITHIN = 1
"""Hands that are so much farther than the nearest one are called for too."""


@dataclass(frozen=True, slots=True)
class Call:
    """A discard that may be called for a group.

    Attributes:
        kind: Kind of the discard.
        group: The group it completes.
        worth: Whether the rack is worth more with the group exposed than concealed without the tile.
        missing: How many tiles the nearest hand with that group needs, after the best discard.
        line: Id of the printed line that is nearest then.
    """

    kind: int
    group: Exposure
    worth: bool
    missing: int
    line: str

    def to_json(self) -> dict[str, object]:
        """Return the call as plain JSON values."""
        tile, joker = tile_of(self.kind), tile_of(JOKER)
        natural = self.group.size - self.group.jokers
        group = format_meld(Meld((tile,) * natural + (joker,) * self.group.jokers))
        reason = (
            Phrase("leaves_line", f"leaves {self.line} {self.missing} short", line=self.line, missing=self.missing)
            if self.worth
            else Phrase("worth_concealed", "the hand is worth more concealed")
        )
        return {
            "tile": tile.code,
            "group": group,
            "worth": self.worth,
            "missing": self.missing,
            "reasons": [str(reason)],
            "reason_codes": [reason.to_json()],
        }


def weigh_calls(situation: Situation) -> tuple[Call, ...]:
    """Return the best call of every kind whose discard brings a near hand nearer, those worth making first.

    Only for 13 tiles. A discard that completes the hand is a wait, not a call: it is called for mahjong in any case.
    """
    if situation.rack.is_full or situation.is_dead:
        return ()
    missing = situation.near.missing
    nearer = situation.near.helping(missing <= missing.min() + _WITHIN)
    completing = situation.near.helping(missing == 1)
    helpful = nearer & ~completing & (situation.outlook.live > 0)
    kinds = [int(kind) for kind in np.flatnonzero(helpful[:NATURAL_KINDS])]
    before = situation.best_value()
    calls = [call for kind in kinds if (call := _best_call(situation, kind, before)) is not None]
    return tuple(sorted(calls, key=lambda call: (not call.worth, call.missing, call.kind)))


def weigh_call(situation: Situation, kind: int) -> Call | None:
    """Return the best group for which a discard of a kind may be called, None when there is none.

    Source: the rule sheet's claims; the group is three or more equal tiles of a hand that may be exposed, jokers of the
    rack among them.

    Args:
        situation: A rack of 13 tiles.
        kind: Kind of the discard (0..34).
    """
    return _best_call(situation, kind, situation.best_value())


def _best_call(situation: Situation, kind: int, before: float) -> Call | None:
    best: tuple[float, Call] | None = None
    for rack in _with_group(situation.rack, kind):
        if (kind, rack.exposures[-1].size) not in situation.matrix.open_groups:
            continue
        after = situation.with_rack(rack)
        if after.is_dead:
            continue
        value = after.best_value()
        if best is None or value > best[0]:
            nearest = int(after.near.reach.rows[int(after.near.missing.argmin())])
            best = (
                value,
                Call(kind, rack.exposures[-1], value > before, after.missing, after.matrix.lines[nearest].id),
            )
    return None if best is None else best[1]


def _with_group(rack: Rack, kind: int) -> Iterator[Rack]:
    """Yield the rack of 14 tiles for every group that a discard can complete: real tiles first, then jokers."""
    for size in range(SMALLEST_OPEN_GROUP, LARGEST_GROUP + 1):
        natural = min(int(rack.counts[kind]), size - 1)
        jokers = size - 1 - natural
        if jokers <= rack.jokers:
            left = rack.changed(kind, -natural).changed(JOKER, -jokers)
            yield replace(left, exposures=(*rack.exposures, Exposure(kind, size, jokers)))
