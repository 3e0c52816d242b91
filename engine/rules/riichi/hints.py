"""Why a complete hand has no yaku, and what would have given it one."""

from __future__ import annotations

from collections.abc import Iterator

from engine.context import Context
from engine.faults import Fault
from engine.hand import Hand
from engine.phrase import Phrase
from engine.rules.riichi.options import RiichiOptions
from engine.tile import Tile

__all__ = ["no_yaku_fault"]


def no_yaku_fault(hand: Hand, context: Context, options: RiichiOptions) -> Fault:
    """Return the fault of a complete hand without a yaku; dora alone do not win."""
    hints = tuple(_hints(hand, context, options))
    reason = "the hand is complete, but has no yaku, and dora alone do not win"
    return Fault("no_yaku", "; ".join((reason, *hints)), details=hints)


def _hints(hand: Hand, context: Context, options: RiichiOptions) -> Iterator[Phrase]:
    if hand.is_concealed:
        text = "declared riichi or drawing the winning tile oneself would have given one"
        yield Phrase("no_yaku_concealed", text)
    else:
        yield Phrase("no_yaku_open", "an open hand cannot win by riichi, by drawing the winning tile or as pinfu")
        simples = all(_is_simple(tile) for tile in hand.all_tiles if not tile.is_bonus)
        if simples and not options.open_tanyao:
            text = "all simples counts in a concealed hand only (option open_tanyao is off)"
            yield Phrase("no_open_tanyao", text)
    if pair := _valued_pair(hand, context):
        yield Phrase("third_for_yaku", f"a third {pair} would make a pung that is a yaku", tile=pair.code)
    yield Phrase("yaku_by_luck", "winning on the last tile of the wall or by robbing a kong would give one")


def _is_simple(tile: Tile) -> bool:
    return tile.is_suited and not tile.is_terminal


def _valued_pair(hand: Hand, context: Context) -> Tile | None:
    """Return the dragon, seat or round wind of which the hand holds just a pair."""
    held = [tile.index for tile in hand.in_hand if tile.is_honour]
    winds = {context.seat.kind, context.round.kind}
    for kind in sorted(set(held)):
        tile = Tile(kind)
        if (tile.is_dragon or kind in winds) and held.count(kind) == 2:  # noqa: PLR2004 - a pair
            return tile
    return None
