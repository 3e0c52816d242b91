"""The hands of the card that a rack is nearest to: one concrete hand for each printed line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from engine.rules.american.arrangement import Arrangement, arrange
from engine.rules.american.card import CardLine
from engine.rules.american.expansion import ConcreteHand
from engine.rules.american.matrix import IntArray
from engine.rules.american.situation import Situation
from engine.rules.american.tiles import tile_of

__all__ = ["NEAREST", "NearLine", "nearest_lines"]

NEAREST: Final = 10
"""How many lines are told."""

_BEYOND: Final = 100
"""More tiles than any hand misses: puts impossible hands of a line behind possible ones."""


@dataclass(frozen=True, slots=True)
class NearLine:
    """A printed line and the concrete hand of it that is nearest.

    Attributes:
        line: The line.
        hand: The concrete hand.
        missing: How many tiles it still needs.
        possible: Whether it can still be made of the tiles not yet seen.
        arrangement: How the rack stands in it.
    """

    line: CardLine
    hand: ConcreteHand
    missing: int
    possible: bool
    arrangement: Arrangement

    def to_json(self) -> dict[str, object]:
        """Return the entry as the contract writes it."""
        return {
            "line": self.line.id,
            "hand": self.hand.text,
            "section": self.line.section,
            "value": self.line.value,
            "missing": self.missing,
            "needs": [tile_of(kind).code for kind in self.arrangement.needs],
            "assignment": list(self.arrangement.pieces),
            "possible": self.possible,
        }


def nearest_lines(situation: Situation, most: int = NEAREST) -> tuple[NearLine, ...]:
    """Return the printed lines by their missing tiles, each with its nearest hand, a possible one if there is any.

    Args:
        situation: The rack.
        most: How many lines are told.
    """
    standing, matrix = situation.standing, situation.matrix
    entries = []
    for place in _best_places(situation)[:most]:
        row = int(standing.reach.rows[place])
        entries.append(
            NearLine(
                line=matrix.lines[row],
                hand=matrix.hands[row],
                missing=int(standing.missing[place]),
                possible=bool(situation.possible[place]),
                arrangement=arrange(matrix.hands[row], situation.rack, situation.outlook.live),
            )
        )
    return tuple(entries)


def _best_places(situation: Situation) -> IntArray:
    """Return the place of each printed line's best hand: fewest missing, then likeliest, then the card's order."""
    standing = situation.standing
    made = np.zeros(len(standing.missing))
    made[np.searchsorted(standing.reach.rows, situation.near.reach.rows)] = situation.stay().chances.made[0]
    printed = situation.matrix.printed[standing.reach.rows]
    missing = standing.missing.astype(np.intp)
    within_line = missing + np.where(situation.possible, 0, _BEYOND)
    order = np.lexsort((-made, within_line, printed))
    best = order[np.unique(printed[order], return_index=True)[1]]
    places: IntArray = best[np.lexsort((printed[best], -made[best], ~situation.possible[best], missing[best]))]
    return places
