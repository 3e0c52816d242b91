"""Why a discard stands where it stands: short sentences for people, each of them true of the hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from engine.acceptance import Acceptance, AcceptedTile
from engine.counts import count_kinds
from engine.hand import Hand
from engine.phrase import Phrase
from engine.tile import Tile
from engine.waits import WaitShape, find_wait_shapes

__all__ = ["distance_reasons", "next_reasons", "use_reasons", "wait_reasons", "winning_reasons"]

_RANKS: Final = 9
_REACH: Final = 2
"""Ranks between the ends of a chow."""
_PAIR_SIZE: Final = 2


def use_reasons(tile: Tile, held: Counter[int], worth: int) -> Iterator[Phrase]:
    """Yield what the tile itself is good for."""
    alone = sum(held[index] for index in _neighbours(tile)) == 1
    if alone:
        yield (
            Phrase("alone_in_suit", f"{tile} stands alone: no equal tile and none within two ranks", tile=tile.code)
            if tile.is_suited
            else Phrase("alone", f"{tile} stands alone: no equal tile", tile=tile.code)
        )
    if worth > 0:
        yield (
            Phrase(
                "worth_but_alone",
                f"{tile} could add to the score, but no other tile of the hand goes with it",
                tile=tile.code,
            )
            if alone
            else Phrase("gives_up_worth", f"gives up {tile}, which can add to the score", tile=tile.code)
        )
    kind = tile.plain.index
    if held[kind] == _PAIR_SIZE and all(count < _PAIR_SIZE for other, count in held.items() if other != kind):
        yield Phrase("breaks_only_pair", f"breaks the pair of {tile.plain}, the only one", tile=tile.plain.code)


def _neighbours(tile: Tile) -> list[int]:
    """Return the kinds that can share a set with a tile, its own among them."""
    kind = tile.plain.index
    if not tile.is_suited:
        return [kind]
    first = kind - kind % _RANKS
    return [other for other in range(first, first + _RANKS) if abs(other - kind) <= _REACH]


def distance_reasons(after: Acceptance, count: int, best_shanten: int, most: int) -> Iterator[Phrase]:
    """Yield where the discard leaves the hand, and how it compares."""
    kinds = sum(accepted.live > 0 for accepted in after.accepts)
    if after.shanten > 0:
        yield Phrase("leaves_away", f"leaves the hand {after.shanten} from ready", shanten=after.shanten)
    else:
        yield (
            Phrase("leaves_ready", "leaves the hand ready")
            if kinds
            else Phrase("leaves_dead_wait", "leaves a wait of which no tile is left")
        )
    if after.shanten > best_shanten:
        yield Phrase("step_back", "a step back: another discard leaves the hand nearer")
    if kinds:
        one = count == 1
        tiles = "1 live tile" if one else f"{count} live tiles of {kinds} kind{'s' if kinds > 1 else ''}"
        if after.shanten > 0:
            helps = "brings it nearer" if one else "bring it nearer"
            yield Phrase("live_nearer", f"{tiles} {helps}", count=count, kinds=kinds)
        else:
            helps = "completes it" if one else "complete it"
            yield Phrase("live_complete", f"{tiles} {helps}", count=count, kinds=kinds)
        if after.shanten == best_shanten and count == most:
            yield Phrase("most_live", "no other discard that leaves it as near has more such tiles")


def wait_reasons(hand: Hand, tile: Tile, accepts: Sequence[AcceptedTile]) -> Iterator[Phrase]:
    """Yield how the hand waits when a discard leaves it ready, by its best shape of sets and a pair."""
    counts = count_kinds(hand.in_hand)
    counts[tile.plain.index] -= 1
    kinds = {accepted.tile.index for accepted in accepts}
    for wait in find_wait_shapes(counts, hand.sets_wanted):
        if kinds.issuperset(wait.kinds):
            yield _describe(wait)
            return


def _describe(wait: WaitShape) -> Phrase:
    first, last = Tile.of_kind(wait.kinds[0]), Tile.of_kind(wait.kinds[-1])
    tiles = (first.code, last.code)
    match wait.shape:
        case "two_sided":
            return Phrase("wait_two_sided", f"keeps a two-sided wait for {first} and {last}", tiles=tiles)
        case "two_pairs":
            return Phrase("wait_two_pairs", f"waits for a third {first} or {last}", tiles=tiles)
        case "closed":
            low, high = Tile.of_kind(first.index - 1), Tile.of_kind(first.index + 1)
            text = f"waits for {first} between {low} and {high}"
            return Phrase("wait_closed", text, tile=first.code, low=low.code, high=high.code)
        case "edge":
            return Phrase("wait_edge", f"waits for {first} at the end of a run", tile=first.code)
        case _:  # single
            return Phrase("wait_single", f"waits for a second {first}", tile=first.code)


def winning_reasons(count: int, ways: tuple[int, int] | None) -> Iterator[Phrase]:
    """Yield which of the live tiles that complete a ready hand also win it, where not all do.

    Args:
        count: The live tiles.
        ways: How many of them win drawn and claimed; None where all do or that is not known.
    """
    if ways is None or ways == (count, count):
        return
    drawn, claimed = ways
    if drawn == claimed == 0:
        yield Phrase("none_wins", "none of its live tiles wins: the hand then lacks what the rules ask of a win")
    else:
        text = f"of its live tiles {drawn or 'none'} may win when drawn, {claimed or 'none'} when claimed"
        yield Phrase("some_win", text, drawn=drawn, claimed=claimed)


def next_reasons(count: float | None, most: float, best: Tile | None) -> Iterator[Phrase]:
    """Yield what is accepted one step later, and how that compares.

    Args:
        count: Live tiles one step later, on average.
        most: The most that a discard leads to that leaves the hand as near.
        best: The discard that leads to it.
    """
    if not count:
        return
    mean, most_mean = round(count), round(most)
    line = f"one step later {mean} live tiles on average"
    if count == most:
        yield Phrase("next_most", f"{line}, no other discard that leaves it as near has more", count=mean)
    elif mean != most_mean and best is not None:
        text = f"{line} instead of {most_mean} after {best}"
        yield Phrase("next_fewer", text, count=mean, most=most_mean, best=best.code)
    else:
        yield Phrase("next_live", line, count=mean)
