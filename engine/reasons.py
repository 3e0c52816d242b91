"""Why a discard stands where it stands: short sentences for people, each of them true of the hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from engine.acceptance import Acceptance, AcceptedTile
from engine.counts import count_kinds
from engine.hand import Hand
from engine.tile import Tile
from engine.waits import WaitShape, find_wait_shapes

__all__ = ["distance_reasons", "next_reasons", "use_reasons", "wait_reasons", "winning_reasons"]

_RANKS: Final = 9
_REACH: Final = 2
"""Ranks between the ends of a chow."""
_PAIR_SIZE: Final = 2


def use_reasons(tile: Tile, held: Counter[int], worth: int) -> Iterator[str]:
    """Yield what the tile itself is good for."""
    alone = sum(held[index] for index in _neighbours(tile)) == 1
    if alone:
        yield f"{tile} stands alone: no equal tile" + (" and none within two ranks" if tile.is_suited else "")
    if worth > 0:
        yield (
            f"{tile} could add to the score, but no other tile of the hand goes with it"
            if alone
            else f"gives up {tile}, which can add to the score"
        )
    kind = tile.plain.index
    if held[kind] == _PAIR_SIZE and all(count < _PAIR_SIZE for other, count in held.items() if other != kind):
        yield f"breaks the pair of {tile.plain}, the only one"


def _neighbours(tile: Tile) -> list[int]:
    """Return the kinds that can share a set with a tile, its own among them."""
    kind = tile.plain.index
    if not tile.is_suited:
        return [kind]
    first = kind - kind % _RANKS
    return [other for other in range(first, first + _RANKS) if abs(other - kind) <= _REACH]


def distance_reasons(after: Acceptance, count: int, best_shanten: int, most: int) -> Iterator[str]:
    """Yield where the discard leaves the hand, and how it compares."""
    kinds = sum(accepted.live > 0 for accepted in after.accepts)
    if after.shanten > 0:
        yield f"leaves the hand {after.shanten} from ready"
    else:
        yield "leaves the hand ready" if kinds else "leaves a wait of which no tile is left"
    if after.shanten > best_shanten:
        yield "a step back: another discard leaves the hand nearer"
    if kinds:
        one = count == 1
        tiles = "1 live tile" if one else f"{count} live tiles of {kinds} kind{'s' if kinds > 1 else ''}"
        helps = "completes it" if one else "complete it"
        if after.shanten > 0:
            helps = "brings it nearer" if one else "bring it nearer"
        yield f"{tiles} {helps}"
        if after.shanten == best_shanten and count == most:
            yield "no other discard that leaves it as near has more such tiles"


def wait_reasons(hand: Hand, tile: Tile, accepts: Sequence[AcceptedTile]) -> Iterator[str]:
    """Yield how the hand waits when a discard leaves it ready, by its best shape of sets and a pair."""
    counts = count_kinds(hand.in_hand)
    counts[tile.plain.index] -= 1
    kinds = {accepted.tile.index for accepted in accepts}
    for wait in find_wait_shapes(counts, hand.sets_wanted):
        if kinds.issuperset(wait.kinds):
            yield _describe(wait)
            return


def _describe(wait: WaitShape) -> str:
    first, last = Tile.of_kind(wait.kinds[0]), Tile.of_kind(wait.kinds[-1])
    match wait.shape:
        case "two_sided":
            return f"keeps a two-sided wait for {first} and {last}"
        case "two_pairs":
            return f"waits for a third {first} or {last}"
        case "closed":
            return f"waits for {first} between {Tile.of_kind(first.index - 1)} and {Tile.of_kind(first.index + 1)}"
        case "edge":
            return f"waits for {first} at the end of a run"
        case _:  # single
            return f"waits for a second {first}"


def winning_reasons(count: int, ways: tuple[int, int] | None) -> Iterator[str]:
    """Yield which of the live tiles that complete a ready hand also win it, where not all do.

    Args:
        count: The live tiles.
        ways: How many of them win drawn and claimed; None where all do or that is not known.
    """
    if ways is None or ways == (count, count):
        return
    drawn, claimed = ways
    if drawn == claimed == 0:
        yield "none of its live tiles wins: the hand then lacks what the rules ask of a win"
    else:
        yield f"of its live tiles {drawn or 'none'} may win when drawn, {claimed or 'none'} when claimed"


def next_reasons(count: float | None, most: float, best: Tile | None) -> Iterator[str]:
    """Yield what is accepted one step later, and how that compares.

    Args:
        count: Live tiles one step later, on average.
        most: The most that a discard leads to that leaves the hand as near.
        best: The discard that leads to it.
    """
    if not count:
        return
    line = f"one step later {count:.0f} live tiles on average"
    if count == most:
        yield f"{line}, no other discard that leaves it as near has more"
    elif f"{count:.0f}" != f"{most:.0f}":
        yield f"{line} instead of {most:.0f} after {best}"
    else:
        yield line
