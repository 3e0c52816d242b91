"""Why a complete hand is under the minimum, and what would help."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from engine.context import Context
from engine.faults import Fault
from engine.hand import Hand
from engine.phrase import Phrase
from engine.rules.mcr.library import Fan
from engine.rules.mcr.names import OFFICIAL_FAN, code_of
from engine.rules.mcr.scoring import fan_item, fan_without_flowers, show_fan
from engine.rules.ways import other_ways, way_would_help

__all__ = ["under_minimum_fault"]

_COMMON: Final = (
    "all_pungs",
    "half_flush",
    "mixed_shifted_chows",
    "mixed_straight",
    "mixed_triple_chow",
    "pure_straight",
)
"""Fan that many hands are built around, cheapest first."""

FanOf = Callable[[Context], tuple[Fan, ...]]


def under_minimum_fault(hand: Hand, context: Context, minimum: int, found: tuple[Fan, ...], fan_of: FanOf) -> Fault:
    """Return the fault of a complete hand with too few fan.

    Args:
        hand: The hand.
        context: How it was won.
        minimum: Fan that are needed.
        found: Its fan.
        fan_of: Returns the fan it would have, had it been won in another way.
    """
    counted = fan_without_flowers(found)
    flowers = ", flowers left out" if hand.bonus else ""
    text = f"the hand is complete, but worth {counted} fan{flowers}, and {minimum} are needed: {show_fan(found)}"
    items = tuple(fan_item(fan).named for fan in found)
    reason = Phrase("worth_too_little", text, worth=counted, minimum=minimum, items=items)
    details = (reason, *_hints(hand, context, minimum, found, fan_of))
    return Fault("under_minimum", "; ".join(details), details=details)


def _hints(
    hand: Hand,
    context: Context,
    minimum: int,
    found: tuple[Fan, ...],
    fan_of: FanOf,
) -> Iterator[Phrase]:
    for way, other in other_ways(hand, context):
        fan = fan_without_flowers(fan_of(other))
        yield way_would_help(way, fan, minimum)
    codes = {code_of(fan.name) for fan in found}
    shapes = {code: OFFICIAL_FAN[code] for code in _COMMON if code not in codes}
    listed = ", ".join(f"{fan.names['en']} {fan.points}" for fan in shapes.values())
    items = tuple(
        {"code": code, "name": fan.names["en"], "names": dict(fan.names), "value": fan.points}
        for code, fan in shapes.items()
    )
    yield Phrase("fan_to_build", f"fan that hands are built around: {listed}", items=items)
