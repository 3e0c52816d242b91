"""The Charleston: which three tiles to pass.

A request does not say which pass it is, so the tiles are the same for every one: the three that the hands in sight need
least, jokers never among them. Where fewer may be passed (a blind pass, the courtesy pass), the first ones are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from engine.rules.american.situation import Situation, held_kinds
from engine.rules.american.tiles import JOKER, american_kind
from engine.tile import Tile

__all__ = ["PASSED", "choose_pass"]

PASSED: Final = 3
"""Tiles of one pass."""

_NEAR: Final = 120
"""Concrete hands that are weighed: before the first discard many are as near."""


def choose_pass(situation: Situation, tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    """Return the tiles to pass, the least needed first; none once a group is exposed, for passing is over then.

    Each tile is chosen as if the earlier ones had gone: two tiles that only one hand needs may go together.

    Args:
        situation: The rack.
        tiles: Its tiles as they were written.
    """
    if situation.rack.exposures:
        return ()
    left = [tile for tile in tiles if not tile.is_joker]
    passed: list[Tile] = []
    rack = situation.rack
    while left and len(passed) < PASSED:
        current = situation.with_rack(rack, near=_NEAR)
        kinds = [kind for kind in held_kinds(rack) if kind != JOKER]
        found = current.discard(kinds)
        kind = kinds[int(np.lexsort((-found.win, -found.value))[0])]
        tile = next(tile for tile in left if american_kind(tile) == kind)
        left.remove(tile)
        passed.append(tile)
        rack = rack.changed(kind, -1)
    return tuple(passed)
