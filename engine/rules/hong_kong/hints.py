"""Why a complete hand is under the minimum, and what would help."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from engine.context import Context
from engine.faults import Fault
from engine.hand import Hand
from engine.phrase import Phrase
from engine.rules.hong_kong.names import PATTERN_NAMES
from engine.rules.hong_kong.options import HongKongOptions
from engine.rules.hong_kong.scoring import Tally, pattern_faan
from engine.rules.ways import other_ways, way_would_help

__all__ = ["under_minimum_fault"]

_BUILDABLE: Final = (
    "all_chows",
    "all_pungs",
    "mixed_one_suit",
    "pure_one_suit",
    "dragon_pung",
    "seat_wind",
    "round_wind",
)
"""Patterns that another hand of the same player could have aimed at."""


def under_minimum_fault(
    hand: Hand,
    context: Context,
    options: HongKongOptions,
    tally: Tally,
    tally_of: Callable[[Context], Tally],
) -> Fault:
    """Return the fault of a complete hand with too few faan.

    Args:
        hand: The hand.
        context: How it was won.
        options: The table's options.
        tally: What it is worth.
        tally_of: Returns what it would be worth, had it been won in another way.
    """
    counted = ", ".join(f"{item.value} {item.name}" for item in tally.items) or "nothing counts"
    text = f"the hand is complete, but worth {tally.faan} faan ({counted}), and {options.minimum} are needed"
    reason = Phrase(
        "worth_too_little",
        text,
        worth=tally.faan,
        minimum=options.minimum,
        items=tuple(item.named for item in tally.items),
    )
    details = (reason, *_hints(hand, context, options, tally, tally_of))
    return Fault("under_minimum", "; ".join(details), details=details)


def _hints(
    hand: Hand,
    context: Context,
    options: HongKongOptions,
    tally: Tally,
    tally_of: Callable[[Context], Tally],
) -> Iterator[Phrase]:
    for way, other in other_ways(hand, context):
        faan = tally_of(other).faan
        if faan > tally.faan:
            yield way_would_help(way, faan, options.minimum)
    codes = {item.code for item in tally.items}
    missing = {code: faan for code in _BUILDABLE if code not in codes and (faan := pattern_faan(code, options))}
    if missing:
        listed = ", ".join(f"{PATTERN_NAMES[code]['en'].lower()} {faan}" for code, faan in missing.items())
        items = tuple(
            {"code": code, "name": PATTERN_NAMES[code]["en"], "names": PATTERN_NAMES[code], "value": faan}
            for code, faan in missing.items()
        )
        yield Phrase("patterns_missing", f"patterns it does not have: {listed}", items=items)
