"""Other ways to win with the same tiles, for saying what would help a hand that is worth too little."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, Literal

from engine.context import Context
from engine.hand import Hand
from engine.phrase import Phrase

__all__ = ["WAYS", "Way", "other_ways", "way_would_help"]

Way = Literal["self_drawn", "last_tile"]
"""What would have to be so, as the field of the context that says it."""

WAYS: Final[dict[Way, str]] = {
    "self_drawn": "drawing the winning tile oneself",
    "last_tile": "winning on the last tile of the wall",
}


def other_ways(hand: Hand, context: Context) -> Iterator[tuple[Way, Context]]:
    """Yield ways to win that nothing told about the table contradicts, by name and as a context.

    Args:
        hand: A complete hand.
        context: How it was won.

    >>> from engine.notation import parse_hand
    >>> [way for way, _ in other_ways(parse_hand("123m456p789s1112z+2z"), Context())]
    ['self_drawn', 'last_tile']
    """
    ways: list[tuple[Way, Context]] = []
    if not context.is_self_drawn(hand):
        # The first turn of a claim is the dealer's first discard, that of a draw the own first one.
        drawn = replace(context, self_drawn=True, discarder=None, first_turn=False)
        ways.append(("self_drawn", drawn))
    # Whoever adds a tile to a pung needs another one from the wall.
    if not context.last_tile and not context.robbing_kong:
        ways.append(("last_tile", replace(context, last_tile=True)))
    yield from ((way, other) for way, other in ways if not other.faults(hand))


def way_would_help(way: Way, worth: int, minimum: int) -> Phrase:
    """Return the sentence that a hand would be worth more, won in another way, and whether that would be enough.

    >>> way_would_help("self_drawn", 3, 3)
    'drawing the winning tile oneself would make it 3, enough'
    """
    text = f"{WAYS[way]} would make it {worth}"
    if worth >= minimum:
        return Phrase("way_is_enough", f"{text}, enough", way=way, worth=worth)
    return Phrase("way_too_little", f"{text}, still too few", way=way, worth=worth)
