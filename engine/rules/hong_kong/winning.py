"""A winning hand laid out: one reading of its tiles and one place of the winning tile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from engine.context import Context
from engine.decompose import Decomposition, Group
from engine.hand import Hand
from engine.rules.sets import meld_group
from engine.tile import Tile

__all__ = ["LaidSet", "Win", "lay_out"]


@dataclass(frozen=True, slots=True)
class LaidSet:
    """A set of the winning hand, and whether it is concealed; a pung completed by a discard is not."""

    group: Group
    concealed: bool


@dataclass(frozen=True, slots=True)
class Win:
    """One way to see a winning hand.

    Attributes:
        hand: The hand.
        context: The table's facts.
        form: Code of the winning form.
        sets: Its chows, pungs and kongs, melds included; none in a special form.
        pairs: Kinds of its pairs: one, seven, or none for thirteen orphans.
        tiles: All its tiles but the bonus tiles, red fives as plain ones.
    """

    hand: Hand
    context: Context
    form: str
    sets: tuple[LaidSet, ...]
    pairs: tuple[int, ...]
    tiles: tuple[Tile, ...]

    @property
    def is_self_drawn(self) -> bool:
        """Whether the winning tile was drawn."""
        return self.context.is_self_drawn(self.hand)

    @property
    def pungs(self) -> tuple[LaidSet, ...]:
        """Pungs and kongs."""
        return tuple(laid for laid in self.sets if laid.group.shape != "chow")

    @property
    def counts(self) -> Counter[int]:
        """How often each kind occurs in the whole hand."""
        return Counter(tile.index for tile in self.tiles)


def lay_out(hand: Hand, context: Context, reading: Decomposition) -> Iterator[Win]:
    """Yield the hand once for every group that the winning tile can have completed."""
    tiles = tuple(tile.plain for tile in hand.all_tiles if tile.kind is not None)
    melds = tuple(LaidSet(meld_group(meld), meld.concealed) for meld in hand.melds)
    pairs = tuple(group.kind for group in reading.groups if group.shape == "pair")
    sets = tuple(group for group in reading.groups if group.shape != "pair")
    kind = None if hand.winning_tile is None else hand.winning_tile.kind
    claims: list[int | None] = []
    if not context.is_self_drawn(hand):
        claims += [place for place, group in enumerate(sets) if kind in group.kinds]
    if kind in pairs or not claims:
        claims.append(None)  # nothing was claimed, or nothing that counts: a tile of a pair or of thirteen orphans
    for claimed in claims:
        laid = tuple(LaidSet(group, place != claimed) for place, group in enumerate(sets))
        yield Win(hand, context, reading.form, (*laid, *melds), pairs, tiles)
