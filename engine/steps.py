"""What each discard of a hand leaves missing, and which draws then bring the hand nearer, by look-ups.

One function for each winning form that can be followed tile by tile. All take a hand as a :class:`~engine.tally.Tally`
and the kinds that may be discarded; without any the hand waits, and the answer is about the hand itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.counts import COPIES, KINDS
from engine.suits import RANKS, Growth, Rows, remembered_suits
from engine.tally import ALL_KINDS, Tally

__all__ = ["Step", "regular_steps", "repeated_pairs_steps", "seven_pairs_steps", "thirteen_orphans_steps"]

_BASE: Final = COPIES + 1
_SET_SIZE: Final = 3
_PAIR_SIZE: Final = 2
_SEVEN: Final = 7
_ORPHANS: Final = sum(1 << kind for kind in (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33))
_ORPHAN_KINDS: Final = 13
_HONOUR_SUIT: Final = 3
_SUIT_OF: Final = tuple(kind // RANKS for kind in range(KINDS))
_WEIGHT_OF: Final = tuple(_BASE ** (kind % RANKS) for kind in range(KINDS))
_SHIFTS: Final = (0, RANKS, 2 * RANKS, 3 * RANKS)
_PARTNERS: Final = ((1, 2, 3), (0, 2, 3), (3, 0, 1), (2, 0, 1))
"""For each suit the one that it is combined with first, and the two that are combined with each other."""


Step = tuple[int, int]
"""Where a discard leads: how many tiles the form then lacks, and the kinds that lower this, as bits.

Kinds of which the hand holds four are not among them. A plain tuple, because thousands are made for one answer."""


def regular_steps(tally: Tally, discards: Sequence[int], sets: int, *, nearest: bool) -> list[Step]:
    """Return the steps towards ``sets`` sets and a pair.

    Args:
        tally: The concealed tiles.
        discards: Kinds held that may be discarded, in ascending order; empty for a hand that waits.
        sets: How many sets are wanted.
        nearest: Work out the draws only after discards that leave least missing; the others get none.
    """
    numbers, suited, honours = remembered_suits()
    pairs, used = numbers.pairs, numbers.used[sets]
    places = [_SUIT_OF[kind] for kind in discards] or [0]
    suits = [tally.suits[_SUIT_OF[kind]] - _WEIGHT_OF[kind] for kind in discards] or [tally.suits[0]]
    first_honour = len(places) - places.count(_HONOUR_SUIT)  # kinds ascend, so the honours come last
    in_suits = suited.growth((*tally.suits[:_HONOUR_SUIT], *suits[:first_honour]))
    in_honours = honours.growth((tally.suits[_HONOUR_SUIT], *suits[first_honour:]))
    growth = (*in_suits[:_HONOUR_SUIT], in_honours[0])
    changed = (*in_suits[_HONOUR_SUIT:], *in_honours[1:])
    characters, circles, bamboos, others = [grown.number for grown in growth]
    one, two = used[pairs[bamboos][others]], used[pairs[characters][circles]]
    beside = (
        (one, pairs[circles]),
        (one, pairs[characters]),
        (two, pairs[others]),
        (two, pairs[bamboos]),
    )
    """For each suit what the two others of the other half make, and what its partner makes with it."""
    most_used = [
        rest[partner[number]]
        for (rest, partner), (number, _) in zip([beside[place] for place in places], changed, strict=True)
    ]
    wanted = _SET_SIZE * sets + _PAIR_SIZE
    least = max(most_used) if nearest else 0
    elsewhere: dict[tuple[int, int], int] = {}
    steps = []
    for place, (number, after), now in zip(places, changed, most_used, strict=True):
        if now < least:
            steps.append((wanted - now, 0))
            continue
        draws = elsewhere.get((place, number))
        if draws is None:
            draws = elsewhere[place, number] = _draws_elsewhere((pairs, used), growth, place, number, now)
        rest, partner = beside[place]
        own = 0
        for other, ranks in after:
            if rest[partner[other]] > now:
                own |= ranks
        steps.append((wanted - now, own << _SHIFTS[place] | draws))
    return steps


def _draws_elsewhere(
    known: tuple[Rows, Rows],
    growth: Sequence[Growth],
    place: int,
    number: int,
    now: int,
) -> int:
    """Return the useful draws in the three suits from which nothing was discarded."""
    pairs, used = known
    partner, third, fourth = _PARTNERS[place]
    draws = 0
    beside, rest = pairs[number], used[pairs[growth[third].number][growth[fourth].number]]
    for other, ranks in growth[partner].after:
        if rest[beside[other]] > now:
            draws |= ranks << _SHIFTS[partner]
    rest = used[beside[growth[partner].number]]
    for one, another in ((third, fourth), (fourth, third)):
        beside = pairs[growth[another].number]
        for other, ranks in growth[one].after:
            if rest[beside[other]] > now:
                draws |= ranks << _SHIFTS[one]
    return draws


def seven_pairs_steps(tally: Tally, discards: Sequence[int], within: int) -> list[Step]:
    """Return the steps towards seven different pairs.

    None when more than ``within`` tiles are missing after every discard.
    """
    one, two, three, _ = tally.held
    pairs, kinds = two.bit_count(), one.bit_count()
    if _SEVEN - pairs + max(_SEVEN - kinds, 0) > within:
        return []
    single, double = one ^ two, two & ~three
    steps = []
    for bit in _bits(discards):
        lacks, new, single_left = _SEVEN - pairs, _SEVEN - kinds, single
        if bit & single:
            new, single_left = new + 1, single ^ bit
        elif bit & double:
            lacks, single_left = lacks + 1, single | bit
        if new > 0:  # tiles of kinds that are not held help as much as second ones
            steps.append((lacks + new, single_left | ALL_KINDS & ~one | bit & single))
        else:
            steps.append((lacks, single_left))
    return steps


def repeated_pairs_steps(tally: Tally, discards: Sequence[int], within: int) -> list[Step]:
    """Return the steps towards seven pairs of which four of a kind are two.

    None when more than ``within`` tiles are missing after every discard. Thirteen tiles that make ``p`` pairs have
    13 - 2p odd ones, so that there are always enough of them to pair: only odd tiles are of use.
    """
    one, two, three, four = tally.held
    odd = one ^ two | three ^ four
    pairs = two.bit_count() + four.bit_count()
    if _SEVEN - pairs > within:
        return []
    steps = []
    for bit in _bits(discards):
        pairs_left, odd_left = (pairs, odd ^ bit) if bit & odd or not bit else (pairs - 1, odd | bit)
        steps.append((_SEVEN - pairs_left, odd_left))
    return steps


def thirteen_orphans_steps(tally: Tally, discards: Sequence[int], within: int) -> list[Step]:
    """Return the steps towards one of each terminal and honour and one more of any of them.

    None when more than ``within`` tiles are missing after every discard.
    """
    held, twice = tally.held[0] & _ORPHANS, tally.held[1] & _ORPHANS
    if _ORPHAN_KINDS + 1 - held.bit_count() - (twice > 0) > within:
        return []
    three = tally.held[2]
    steps = []
    for bit in _bits(discards):
        held_left = held & ~(bit & ~twice)
        paired = twice & ~(bit & ~three) > 0
        missing = _ORPHAN_KINDS + 1 - held_left.bit_count() - paired
        steps.append((missing, _ORPHANS & ~held_left if paired else _ORPHANS))
    return steps


def _bits(discards: Sequence[int]) -> list[int]:
    return [1 << kind for kind in discards] or [0]
