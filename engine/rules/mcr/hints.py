"""Why a complete hand is under the minimum, and what would help."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from engine.context import Context
from engine.faults import Fault
from engine.hand import Hand
from engine.rules.mcr.library import Fan
from engine.rules.mcr.names import OFFICIAL_FAN, code_of
from engine.rules.mcr.scoring import fan_without_flowers, show_fan
from engine.rules.ways import other_ways

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
    message = (
        f"the hand is complete, but worth {counted} fan{flowers}, and {minimum} are needed: {show_fan(found)}; "
        + "; ".join(_hints(hand, context, minimum, found, fan_of))
    )
    return Fault("under_minimum", message)


def _hints(
    hand: Hand,
    context: Context,
    minimum: int,
    found: tuple[Fan, ...],
    fan_of: FanOf,
) -> Iterator[str]:
    for way, other in other_ways(hand, context):
        fan = fan_without_flowers(fan_of(other))
        enough = "enough" if fan >= minimum else "still too few"
        yield f"{way} would make it {fan}, {enough}"
    codes = {code_of(fan.name) for fan in found}
    shapes = [f"{OFFICIAL_FAN[code].names['en']} {OFFICIAL_FAN[code].points}" for code in _COMMON if code not in codes]
    yield f"fan that hands are built around: {', '.join(shapes)}"
