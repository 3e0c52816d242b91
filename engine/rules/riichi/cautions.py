"""What a hand alone cannot decide and a player has to look at: furiten and swap-calling.

Own discards are no part of a request, nor is which tile of a meld was claimed last. So it is said what to check, and
what is certain whatever lies on the table. Sources: EMA Riichi rules, sections 3.3.2 (swap-calling), 3.3.11 and 3.4.5
(furiten); the rules of all presets agree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.acceptance import survey
from engine.advice import DiscardAdvice
from engine.context import Context
from engine.faults import Notice
from engine.hand import Hand
from engine.meld import Meld
from engine.notation import format_meld
from engine.phrase import Phrase
from engine.shanten import WinningForm
from engine.tile import Tile

__all__ = ["discard_cautions", "furiten_notices", "swap_calls"]

_RANKS = 9


def furiten_notices(hand: Hand, context: Context, forms: tuple[WinningForm, ...]) -> Iterator[Notice]:
    """Yield the notice ``furiten`` for a ready hand, and for one that a discard completed, unless it cannot be.

    Own discards and tiles let pass are among the visible tiles: where those are told and no wait is among them, there
    is nothing to check. A drawn tile always wins, and before a player's first turn nothing was
    discarded or let pass.
    """
    if context.is_self_drawn(hand) or (context.first_turn and not context.is_dealer):
        return
    waits = _waits(hand, context, forms)
    if hand.winning_tile is not None and hand.winning_tile.plain not in waits:
        return
    seen = tuple(tile for tile in waits if tile in {other.plain for other in context.visible})
    if seen:
        text = (
            f"{_list(seen)} {'lies' if len(seen) == 1 else 'lie'} among the tiles seen: after discarding one yourself, "
            "or letting one pass, a discard cannot be claimed, only a drawn tile wins (furiten)"
        )
        message = Phrase("furiten_seen", text, tiles=_codes(seen))
        yield Notice("furiten", message, seen, (message,))
    elif waits and not context.visible:
        text = (
            f"before claiming a discard check that none of {_list(waits)} lies among your own discards and that you "
            "let none pass since your last draw (after riichi: ever); otherwise only a drawn tile wins (furiten)"
        )
        message = Phrase("furiten_check", text, tiles=_codes(waits))
        yield Notice("furiten", message, waits, (message,))


def discard_cautions(hand: Hand, advice: DiscardAdvice) -> Iterator[Phrase]:
    """Yield what speaks against a discard by the rules.

    A wait for the very tile that is discarded is furiten for certain. Swap-calling can be only when no tile was drawn
    or claimed last that is known: a hand whose winning tile is told was not opened by a claim for a meld.
    """
    tile = advice.tile.plain
    if advice.shanten == 0 and any(accepted.tile == tile for accepted in advice.accepts):
        text = f"the hand then waits for {tile} itself: only a drawn tile wins (furiten)"
        yield Phrase("furiten_discard", text, tile=tile.code)
    if hand.winning_tile_marked:
        return
    for meld in hand.melds:
        if claimed := swap_calls(meld).get(tile):
            text = f"not right after claiming {claimed} for {format_meld(meld)}: swap-calling (kuikae) is forbidden"
            yield Phrase("swap_call", text, tile=claimed.code, meld=_codes(meld.tiles))


def swap_calls(meld: Meld) -> dict[Tile, Tile]:
    """Return the tiles that may not be discarded right after a claim for a meld, each with the tile claimed then.

    The claimed tile itself is forbidden; in a chow with the claimed tile at one end also the tile that continues it
    at the other end. After a kong another tile is drawn, so nothing is forbidden.

    >>> from engine.notation import parse_tiles
    >>> {str(tile): str(claimed) for tile, claimed in swap_calls(Meld(parse_tiles("234m"))).items()}
    {'2m': '2m', '3m': '3m', '4m': '4m', '5m': '2m', '1m': '4m'}
    """
    if meld.concealed or meld.shape not in {"chow", "pung"}:
        return {}
    low, high = meld.kinds[0], meld.kinds[-1]
    swaps = {kind: kind for kind in meld.kinds}
    if meld.shape == "chow":
        if high % _RANKS < _RANKS - 1:
            swaps[high + 1] = low
        if low % _RANKS > 0:
            swaps[low - 1] = high
    return {Tile.of_kind(kind): Tile.of_kind(claimed) for kind, claimed in swaps.items()}


def _waits(hand: Hand, context: Context, forms: tuple[WinningForm, ...]) -> tuple[Tile, ...]:
    """Return what the hand waits for, or waited for before its winning tile; nothing for one that is not ready."""
    found = survey(replace(hand, winning_tile=None), context, forms).waiting
    if found is None or found.shanten > 0:
        return ()
    return tuple(accepted.tile for accepted in found.accepts)


def _list(tiles: tuple[Tile, ...]) -> str:
    return ", ".join(_codes(tiles))


def _codes(tiles: tuple[Tile, ...]) -> tuple[str, ...]:
    return tuple(tile.code for tile in tiles)
