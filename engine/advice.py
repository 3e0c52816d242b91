"""Which tile to discard: every tile held, best first, with reasons for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.acceptance import Acceptance, AcceptedTile, Survey
from engine.hand import Hand
from engine.tile import Tile

__all__ = ["DiscardAdvice", "KeepValue", "Prospect", "rank_discards", "weigh_prospects"]

KeepValue = Callable[[Tile], int]
"""How much a rule set would rather keep a tile than another one of the same use; 0 when it does not care."""

_MIDDLE_RANK: Final = 5
_HONOUR_DISTANCE: Final = 5
_RANKS: Final = 9
_REACH: Final = 2
"""Ranks between the ends of a chow."""


@dataclass(frozen=True, slots=True)
class DiscardAdvice:
    """What discarding a tile leads to.

    Attributes:
        tile: The tile; a red five is apart from a five.
        shanten: Shanten after the discard.
        accepts: What then brings the hand nearer.
        accept_count: How many live tiles that are.
        reasons: Why it stands where it stands.
        win_probability: Estimate by a documented model, None where there is none.
        expected_value: Estimate by a documented model, None where there is none.
    """

    tile: Tile
    shanten: int
    accepts: tuple[AcceptedTile, ...]
    accept_count: int
    reasons: tuple[str, ...]
    win_probability: float | None = None
    expected_value: float | None = None


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a discard that leaves the hand nearest promises; :mod:`engine.prospects` finds it.

    Attributes:
        next_count: Live tiles accepted one step later, the mean over the helpful draws; None for a ready hand and
            where it is not counted.
        win_probability: Chance to win within the draws that are left; None where too much would have to be counted.
        expected_value: Mean value of the hand, nothing when it is not won; None where that cannot be said.
    """

    next_count: float | None = None
    win_probability: float | None = None
    expected_value: float | None = None


_NO_PROSPECT: Final = Prospect()


def rank_discards(hand: Hand, found: Survey, keep_value: KeepValue) -> tuple[DiscardAdvice, ...]:
    """Return every different tile of a full hand as a discard, best first.

    The order is: lowest shanten, most live tiles accepted, least worth keeping for the rule set, most kinds accepted,
    farthest from the middle of a suit (terminals and honours serve fewer sets).
    """
    best_shanten = min(acceptance.shanten for acceptance in found.discards.values())
    most = max(acceptance.count for acceptance in found.discards.values() if acceptance.shanten == best_shanten)
    ranked: list[tuple[tuple[int, ...], DiscardAdvice]] = []
    held = Counter(tile.plain.index for tile in hand.in_hand)
    for tile in dict.fromkeys(hand.in_hand):
        after = found.discards[tile.plain.index]
        worth = keep_value(tile)
        advice = DiscardAdvice(
            tile=tile,
            shanten=after.shanten,
            accepts=after.accepts,
            accept_count=after.count,
            reasons=(
                *_use_reasons(tile, held, worth),
                *_distance_reasons(after, best_shanten, most),
            ),
        )
        key = (after.shanten, -after.count, worth, -len(after.accepts), -_from_middle(tile), *tile.sort_key)
        ranked.append((key, advice))
    ranked.sort(key=lambda entry: entry[0])
    return tuple(advice for _, advice in ranked)


def weigh_prospects(
    discards: Sequence[DiscardAdvice],
    prospects: Mapping[Tile, Prospect],
) -> tuple[DiscardAdvice, ...]:
    """Return ranked discards with what they promise.

    Of discards that leave the hand as near with as many live tiles, the one with more tiles one step later goes first.
    """
    most = max((prospect.next_count or 0 for prospect in prospects.values()), default=0)
    weighed = []
    for advice in discards:
        prospect = prospects.get(advice.tile, _NO_PROSPECT)
        weighed.append(
            replace(
                advice,
                reasons=(*advice.reasons, *_next_reasons(prospect.next_count, most)),
                win_probability=prospect.win_probability,
                expected_value=prospect.expected_value,
            ),
        )
    weighed.sort(key=lambda advice: (advice.shanten, -advice.accept_count, -_next_count(prospects, advice.tile)))
    return tuple(weighed)


def _next_count(prospects: Mapping[Tile, Prospect], tile: Tile) -> float:
    return prospects.get(tile, _NO_PROSPECT).next_count or 0


def _next_reasons(count: float | None, most: float) -> Iterator[str]:
    """Yield what is accepted one step later, and how that compares."""
    if not count:
        return
    line = f"one step later {count:.0f} live tiles on average"
    yield f"{line}, as many as can be" if count == most else f"{line} instead of {most:.0f}"


def _from_middle(tile: Tile) -> int:
    if tile.is_honour or tile.rank is None:
        return _HONOUR_DISTANCE
    return abs(tile.rank - _MIDDLE_RANK)


def _use_reasons(tile: Tile, held: Counter[int], worth: int) -> Iterator[str]:
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


def _neighbours(tile: Tile) -> list[int]:
    """Return the kinds that can share a set with a tile, its own among them."""
    kind = tile.plain.index
    if not tile.is_suited:
        return [kind]
    first = kind - kind % _RANKS
    return [other for other in range(first, first + _RANKS) if abs(other - kind) <= _REACH]


def _distance_reasons(after: Acceptance, best_shanten: int, most: int) -> Iterator[str]:
    """Yield where the discard leaves the hand, and how it compares."""
    kinds = sum(accepted.live > 0 for accepted in after.accepts)
    if after.shanten > 0:
        yield f"leaves the hand {after.shanten} from ready"
    else:
        yield "leaves the hand ready" if kinds else "leaves a wait of which no tile is left"
    if after.shanten > best_shanten:
        yield "a step back: another discard leaves the hand nearer"
    if kinds:
        one = after.count == 1
        tiles = "1 live tile" if one else f"{after.count} live tiles of {kinds} kind{'s' if kinds > 1 else ''}"
        helps = "completes it" if one else "complete it"
        if after.shanten > 0:
            helps = "brings it nearer" if one else "bring it nearer"
        yield f"{tiles} {helps}"
        if after.shanten == best_shanten and after.count == most:
            yield "no other discard that leaves it as near has more such tiles"
