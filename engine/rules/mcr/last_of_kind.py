"""Whether the winning tile is the last of its kind, as everybody at the table can see."""

from __future__ import annotations

from typing import Final

from engine.context import Context
from engine.faults import Fault, context_conflict
from engine.hand import Hand
from engine.phrase import Phrase
from engine.tile import Tile

__all__ = ["is_last_of_kind", "last_of_kind_faults"]

_OTHERS: Final = 3


def is_last_of_kind(hand: Hand, winning: Tile, context: Context) -> bool:
    """Return what the context says, or whether own exposed melds and visible tiles show the other three.

    A tile that is robbed from a kong never counts as the last one; the scoring package sees to that.
    """
    if context.last_of_kind is not None:
        return context.last_of_kind
    seen = sum(tile.plain == winning.plain for tile in context.visible)
    return _exposed(hand, winning) + seen >= _OTHERS


def last_of_kind_faults(hand: Hand, context: Context) -> tuple[Fault, ...]:
    """Return the contradiction between ``last_of_kind`` and a full hand, if there is one."""
    winning = hand.winning_tile
    if winning is None or context.last_of_kind is None:
        return ()
    if context.last_of_kind and any(tile.plain == winning.plain for tile in hand.concealed):
        text = f"another {winning} is concealed in the hand, so nobody sees that this is the last one"
        reason = Phrase("last_of_kind_held", text, tile=winning.code)
    elif not context.last_of_kind and _exposed(hand, winning) == _OTHERS:
        text = f"the other three {winning} lie in the own melds, so this is the last one"
        reason = Phrase("last_of_kind_melded", text, tile=winning.code)
    else:
        return ()
    return (context_conflict("last_of_kind", "hand", reason, (winning,)),)


def _exposed(hand: Hand, winning: Tile) -> int:
    """Return how many tiles of the winning tile's kind lie in the own exposed melds."""
    return sum(tile.plain == winning.plain for meld in hand.melds if not meld.concealed for tile in meld.tiles)
