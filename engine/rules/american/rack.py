"""What a player holds: the tiles in the rack by kind and the groups exposed on top of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from engine.context import Context
from engine.hand import Hand
from engine.meld import Meld
from engine.rules.american.pattern import FULL_SIZE, LARGEST_GROUP, SMALLEST_OPEN_GROUP
from engine.rules.american.tiles import COPIES, JOKER, CountArray, american_kind, count_tiles
from engine.tile import Tile

__all__ = ["Exposure", "Rack", "claimed_group", "count_live", "exposure_of", "hand_size", "rack_of"]


@dataclass(frozen=True, slots=True)
class Exposure:
    """A group of equal tiles that was exposed.

    Attributes:
        kind: Its kind (0..34).
        size: How many tiles, jokers included.
        jokers: How many of them are jokers.
    """

    kind: int
    size: int
    jokers: int

    @property
    def key(self) -> tuple[int, int]:
        """Kind and size, what a written group has to have to be this one."""
        return (self.kind, self.size)


@dataclass(frozen=True, slots=True, eq=False)
class Rack:
    """The tiles a player has left to arrange, and the exposed groups.

    Attributes:
        counts: How often each kind is in the rack, jokers included, shape (36,).
        exposures: The exposed groups.
    """

    counts: CountArray
    exposures: tuple[Exposure, ...] = ()

    @property
    def jokers(self) -> int:
        """How many jokers are in the rack."""
        return int(self.counts[JOKER])

    @property
    def size(self) -> int:
        """How many tiles there are in all."""
        return int(self.counts.sum()) + sum(exposure.size for exposure in self.exposures)

    @property
    def is_full(self) -> bool:
        """Whether there are 14 tiles: mahjong, or one has to be discarded."""
        return self.size == FULL_SIZE

    @property
    def holds_joker(self) -> bool:
        """Whether there is a joker in the rack or in an exposed group."""
        return self.jokers > 0 or any(exposure.jokers for exposure in self.exposures)

    def changed(self, kind: int, number: int) -> Rack:
        """Return the rack with more (or, negative, fewer) tiles of a kind."""
        counts = self.counts.copy()
        counts[kind] += number
        return replace(self, counts=counts)


def exposure_of(meld: Meld) -> Exposure | None:
    """Return the group that a meld is, None when it is none: three to six equal tiles, a natural one among them.

    >>> from engine.notation import parse_tiles
    >>> exposure_of(Meld(parse_tiles("333s1j")))
    Exposure(kind=20, size=4, jokers=1)
    """
    kinds = Counter(american_kind(tile) for tile in meld.tiles)
    jokers = kinds.pop(JOKER, 0)
    if meld.concealed or len(kinds) != 1 or not SMALLEST_OPEN_GROUP <= len(meld.tiles) <= LARGEST_GROUP:
        return None
    kind = next(iter(kinds))
    return None if kind is None else Exposure(kind, len(meld.tiles), jokers)


def hand_size(hand: Hand) -> int:
    """Return how many tiles a hand has in all."""
    return len(hand.all_tiles)


def claimed_group(hand: Hand) -> tuple[Tile, ...]:
    """Return the tiles of the group that the winning discard completed, where all tiles lie in brackets.

    Source: the contract's notation; the winning tile is the last one of the last group then.
    """
    if hand.in_hand or hand.bonus or hand_size(hand) != FULL_SIZE:
        return ()
    return hand.melds[-1].tiles


def rack_of(hand: Hand) -> Rack:
    """Return the rack of a hand without faults; a group that the winning discard completed counts as not exposed."""
    claimed = claimed_group(hand)
    melds = hand.melds[:-1] if claimed else hand.melds
    exposures = tuple(exposure for meld in melds if (exposure := exposure_of(meld)) is not None)
    return Rack(count_tiles((*hand.in_hand, *hand.bonus, *claimed)), exposures)


def count_live(hand: Hand, context: Context) -> CountArray:
    """Return how many tiles of each kind nobody has shown yet, shape (36,), never below zero."""
    seen = count_tiles((*hand.all_tiles, *context.dora_indicators, *context.visible))
    live: CountArray = (COPIES - seen).clip(min=0)
    return live
