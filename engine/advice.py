"""Which tile to discard: every tile held, best first, with reasons for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.acceptance import AcceptedTile, Survey
from engine.hand import Hand
from engine.phrase import Phrase
from engine.reasons import distance_reasons, next_reasons, use_reasons, wait_reasons, winning_reasons
from engine.tile import Tile

__all__ = ["DiscardAdvice", "KeepValue", "Prospect", "rank_discards", "weigh_prospects"]

KeepValue = Callable[[Tile], int]
"""How much a rule set would rather keep a tile than another one of the same use; 0 when it does not care."""

_MIDDLE_RANK: Final = 5
_HONOUR_DISTANCE: Final = 5
_DIGITS: Final = 9
"""Digits of a chance that count in the ranking; what differs less is the rounding of sums."""


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
    reasons: tuple[Phrase, ...]
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
        ways: How many live tiles win a ready hand when they are drawn, and when they are claimed; None where all that
            complete it do, where that was not counted, and for a hand that is not ready.
    """

    next_count: float | None = None
    win_probability: float | None = None
    expected_value: float | None = None
    ways: tuple[int, int] | None = None


def rank_discards(
    hand: Hand,
    found: Survey,
    keep_value: KeepValue,
    dora_count: KeepValue | None = None,
) -> tuple[DiscardAdvice, ...]:
    """Return every different tile of a full hand as a discard, best first.

    Args:
        hand: A full hand.
        found: What its discards leave.
        keep_value: How much a tile is worth keeping.
        dora_count: How many dora a tile is, where the game has them.

    The order is: lowest shanten, most live tiles accepted, least worth keeping for the rule set, most kinds accepted,
    farthest from the middle of a suit (terminals and honours serve fewer sets).
    """
    best_shanten = min(acceptance.shanten for acceptance in found.discards.values())
    counts = {kind: acceptance.count for kind, acceptance in found.discards.items()}
    most = max(counts[kind] for kind, acceptance in found.discards.items() if acceptance.shanten == best_shanten)
    dora = sum(map(dora_count, hand.all_tiles)) if dora_count else 0
    ranked: list[tuple[tuple[int, ...], DiscardAdvice]] = []
    held = Counter(tile.plain.index for tile in hand.in_hand)
    for tile in dict.fromkeys(hand.in_hand):
        after, count = found.discards[tile.plain.index], counts[tile.plain.index]
        worth = keep_value(tile)
        reasons = [*use_reasons(tile, held, worth), *distance_reasons(after, count, best_shanten, most)]
        if dora_count and dora and after.shanten == best_shanten and not dora_count(tile):
            reasons.append(Phrase("keeps_dora", f"keeps {dora} dora", count=dora))
        advice = DiscardAdvice(tile, after.shanten, after.accepts, count, tuple(reasons))
        key = (after.shanten, -count, worth, -len(after.accepts), -_from_middle(tile), *tile.sort_key)
        ranked.append((key, advice))
    ranked.sort(key=lambda entry: entry[0])
    return tuple(advice for _, advice in ranked)


def weigh_prospects(
    hand: Hand,
    discards: Sequence[DiscardAdvice],
    prospects: Mapping[Tile, Prospect],
) -> tuple[DiscardAdvice, ...]:
    """Return ranked discards with what they promise, ranked anew.

    Of discards that leave the hand nearest, the one goes first that wins most often and then the dearest, where that is
    known of all; then the one with most live tiles and with most one step later. ``docs/outlook.md`` shows that this
    wins more often than counting tiles alone.
    """
    chances = _known_numbers(prospects, "win_probability")
    values = _known_numbers(prospects, "expected_value") if chances else {}
    counts = {advice.tile: advice.accept_count for advice in discards if advice.tile in prospects}
    steps = {tile: prospect.next_count or 0 for tile, prospect in prospects.items()}
    best = max(steps, key=steps.__getitem__, default=None)
    ranked: list[tuple[tuple[float, ...], DiscardAdvice]] = []
    for advice in discards:
        tile = advice.tile
        key = (advice.shanten, -chances.get(tile, 0), -values.get(tile, 0), -counts.get(tile, 0), -steps.get(tile, 0))
        if tile in prospects:
            reasons = list(advice.reasons)
            wider = [chances[other] for other, count in counts.items() if count > advice.accept_count and chances]
            if wider and max(wider) < chances[tile]:
                text = "fewer live tiles than another discard leaves, but it wins more often"
                reasons.append(Phrase("fewer_but_wins", text))
            reasons += next_reasons(steps[tile], max(steps.values()), best)
            if advice.shanten == 0:
                reasons += wait_reasons(hand, tile, advice.accepts)
                reasons += winning_reasons(advice.accept_count, prospects[tile].ways)
            promising = replace(
                advice,
                reasons=tuple(reasons),
                win_probability=prospects[tile].win_probability,
                expected_value=prospects[tile].expected_value,
            )
            ranked.append((key, promising))
        else:
            ranked.append((key, advice))
    ranked.sort(key=lambda entry: entry[0])
    return tuple(advice for _, advice in ranked)


def _known_numbers(prospects: Mapping[Tile, Prospect], name: str) -> dict[Tile, float]:
    """Return a number of each prospect, none at all where one of them has none."""
    numbers = {tile: getattr(prospect, name) for tile, prospect in prospects.items()}
    return {} if None in numbers.values() else {tile: round(number, _DIGITS) for tile, number in numbers.items()}


def _from_middle(tile: Tile) -> int:
    if tile.is_honour or tile.rank is None:
        return _HONOUR_DISTANCE
    return abs(tile.rank - _MIDDLE_RANK)
