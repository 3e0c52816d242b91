"""What a player holds, as it is scored: sets, pairs, bonus tiles, and which group the winning tile completed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.acceptance import survey
from engine.context import Context
from engine.counts import count_kinds
from engine.decompose import Group
from engine.hand import Hand
from engine.rules.chinese_classical.options import ClassicalOptions
from engine.rules.sets import decompose_hand, meld_group
from engine.shanten import REGULAR_FORMS
from engine.tile import Tile

__all__ = ["Holding", "LaidSet", "holding_of_waiting", "holdings_of_winner"]

_PUNG: Final = 3
_PAIR: Final = 2


@dataclass(frozen=True, slots=True)
class LaidSet:
    """A chow, pung or kong, and whether it is concealed."""

    group: Group
    concealed: bool

    @property
    def is_chow(self) -> bool:
        """Whether it scores nothing."""
        return self.group.shape == "chow"


@dataclass(frozen=True, slots=True)
class Holding:
    """One way to read a player's tiles, with everything its score hangs on.

    Attributes:
        context: The table's facts.
        options: The rules' options.
        sets: The sets; a hand that has not won has only those that score.
        pairs: The pair; of a hand that has not won every pair.
        bonus: Flowers and seasons.
        kinds: Kinds of all tiles (0..33) without the bonus tiles.
        won: Whether this is the winner's hand.
        self_drawn: Whether the winning tile was drawn.
        completed: The group that the winning tile completed, None where that is not known or the hand has not won.
        winning_kind: Kind of the winning tile, None likewise.
        one_wait: Whether no other kind of tile would have completed the hand.
    """

    context: Context
    options: ClassicalOptions
    sets: tuple[LaidSet, ...]
    pairs: tuple[Group, ...]
    bonus: tuple[Tile, ...]
    kinds: frozenset[int]
    won: bool = False
    self_drawn: bool = False
    completed: Group | None = None
    winning_kind: int | None = None
    one_wait: bool = False

    @property
    def pungs(self) -> tuple[LaidSet, ...]:
        """The pungs and kongs."""
        return tuple(laid for laid in self.sets if not laid.is_chow)

    @property
    def suits(self) -> frozenset[str]:
        """The suits of the tiles, winds and dragons left out."""
        return frozenset(tile.suit for tile in map(Tile.of_kind, self.kinds) if tile.is_suited)

    @property
    def has_honours(self) -> bool:
        """Whether there are winds or dragons."""
        return any(Tile.of_kind(kind).is_honour for kind in self.kinds)


def holdings_of_winner(hand: Hand, context: Context, options: ClassicalOptions) -> Iterator[Holding]:
    """Yield every way to read a complete hand: each decomposition with each place the winning tile can have.

    A pung that a claimed tile completed is exposed.
    """
    self_drawn = hand.winning_tile is None or context.is_self_drawn(hand)
    winning_kind = None if hand.winning_tile is None else hand.winning_tile.kind
    melds = _laid_melds(hand)
    kinds = _kinds(hand)
    one_wait = _is_one_wait(hand, context)
    for reading in decompose_hand(hand, REGULAR_FORMS):
        for place in _places(reading.groups, winning_kind):
            sets = [
                LaidSet(group, concealed=self_drawn or index != place)
                for index, group in enumerate(reading.groups)
                if group.shape != "pair"
            ]
            yield Holding(
                context=context,
                options=options,
                sets=(*sets, *melds),
                pairs=tuple(group for group in reading.groups if group.shape == "pair"),
                bonus=hand.bonus,
                kinds=kinds,
                won=True,
                self_drawn=self_drawn and winning_kind is not None,
                completed=None if place is None else reading.groups[place],
                winning_kind=winning_kind,
                one_wait=one_wait,
            )


def holding_of_waiting(hand: Hand, context: Context, options: ClassicalOptions) -> Holding:
    """Return what a hand that has not won holds: its melds, its concealed pungs and its pairs.

    Three and four concealed tiles of a kind are a concealed pung; chows score nothing, so that no tile is better
    used in one.
    """
    counts = count_kinds(hand.in_hand)
    pungs = [Group("pung", kind) for kind in range(len(counts)) if counts[kind] >= _PUNG]
    return Holding(
        context=context,
        options=options,
        sets=(*(LaidSet(group, concealed=True) for group in pungs), *_laid_melds(hand)),
        pairs=tuple(Group("pair", kind) for kind in range(len(counts)) if counts[kind] == _PAIR),
        bonus=hand.bonus,
        kinds=_kinds(hand),
    )


def _laid_melds(hand: Hand) -> tuple[LaidSet, ...]:
    return tuple(LaidSet(meld_group(meld), meld.concealed) for meld in hand.melds)


def _kinds(hand: Hand) -> frozenset[int]:
    return frozenset(tile.kind for tile in hand.all_tiles if tile.kind is not None)


def _places(groups: tuple[Group, ...], winning_kind: int | None) -> list[int | None]:
    """Return the different groups that the winning tile can have completed, by index; equal groups are one place."""
    if winning_kind is None:
        return [None]
    first = {group: index for index, group in reversed(tuple(enumerate(groups))) if winning_kind in group.kinds}
    return list(first.values())


def _is_one_wait(hand: Hand, context: Context) -> bool:
    """Return whether the hand before its winning tile waited for one kind; kinds it held four of are no waits."""
    waiting = survey(Hand(hand.concealed, hand.melds), context, REGULAR_FORMS).waiting
    return waiting is not None and len(waiting.accepts) == 1
