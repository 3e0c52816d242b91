"""Other ways to win with the same tiles, for saying what would help a hand that is worth too little."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.context import Context
from engine.hand import Hand

__all__ = ["other_ways"]


def other_ways(hand: Hand, context: Context) -> Iterator[tuple[str, Context]]:
    """Yield ways to win that nothing told about the table contradicts, in words and as a context.

    Args:
        hand: A complete hand.
        context: How it was won.

    >>> from engine.notation import parse_hand
    >>> [way for way, _ in other_ways(parse_hand("123m456p789s1112z+2z"), Context())]
    ['drawing the winning tile oneself', 'winning on the last tile of the wall']
    """
    ways = []
    if not context.is_self_drawn(hand):
        # The first turn of a claim is the dealer's first discard, that of a draw the own first one.
        drawn = replace(context, self_drawn=True, discarder=None, first_turn=False)
        ways.append(("drawing the winning tile oneself", drawn))
    # Whoever adds a tile to a pung needs another one from the wall.
    if not context.last_tile and not context.robbing_kong:
        ways.append(("winning on the last tile of the wall", replace(context, last_tile=True)))
    yield from ((way, other) for way, other in ways if not other.faults(hand))
