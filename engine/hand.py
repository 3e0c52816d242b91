"""Hands of tiles. Every hand can be represented, also an invalid one; :meth:`Hand.faults` says what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.faults import Fault, Notice
from engine.meld import Meld
from engine.tile import Tile
from engine.wording import quantity

__all__ = ["Hand", "TileSet"]

_COPIES: Final = 4
_SETS: Final = 4
_SET_SIZE: Final = 3
_PAIR_SIZE: Final = 2


@dataclass(frozen=True, slots=True)
class TileSet:
    """Which tiles a game is played with, as far as a hand can break it.

    Attributes:
        bonus: Whether flowers and seasons are part of the set.
        red_fives: How many red fives of characters, circles and bamboos there are, None where red fives are
            taken as plain fives.
    """

    bonus: bool = False
    red_fives: tuple[int, int, int] | None = None


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand: concealed tiles, melds, bonus tiles laid aside, and the winning tile of a full hand.

    Build one with :meth:`build` or :func:`engine.notation.parse_hand`.

    Attributes:
        concealed: Concealed tiles without the winning tile; kept in display order.
        melds: Exposed melds and concealed kongs in the order in which they were written.
        bonus: Flowers and seasons laid aside, in display order.
        winning_tile: The tile that made the hand full, drawn or claimed; it is in no other field.
        winning_tile_marked: False when nobody said which tile that was and the last concealed one was taken:
            such a tile counts as self-drawn unless the context says otherwise. Takes no part in comparisons.
    """

    concealed: tuple[Tile, ...] = ()
    melds: tuple[Meld, ...] = ()
    bonus: tuple[Tile, ...] = ()
    winning_tile: Tile | None = None
    winning_tile_marked: bool = field(default=True, compare=False)

    def __post_init__(self) -> None:
        """Bring the tiles into display order, so that equal hands compare equal."""
        object.__setattr__(self, "concealed", tuple(sorted(self.concealed, key=lambda tile: tile.sort_key)))
        object.__setattr__(self, "bonus", tuple(sorted(self.bonus)))

    @classmethod
    def build(
        cls,
        tiles: Iterable[Tile],
        melds: Iterable[Meld] = (),
        winning_tile: Tile | None = None,
        *,
        full_size: int | None = None,
    ) -> Hand:
        """Return the hand of some tiles as they were written or read, bonus tiles among them.

        Args:
            tiles: Concealed tiles and bonus tiles, without the winning tile if that is given.
            melds: Exposed melds and concealed kongs.
            winning_tile: The winning tile, if known.
            full_size: Number of tiles of a full hand, melds and bonus tiles included, where that number is fixed;
                None where a hand is full with 3n+2 concealed tiles.
        """
        written = list(tiles)
        melds = tuple(melds)
        marked = winning_tile is not None
        if winning_tile is None:
            winning_tile = _take_last(written, melds, full_size)
        return cls(
            concealed=tuple(tile for tile in written if not tile.is_bonus),
            melds=melds,
            bonus=tuple(tile for tile in written if tile.is_bonus),
            winning_tile=winning_tile,
            winning_tile_marked=marked,
        )

    @property
    def in_hand(self) -> tuple[Tile, ...]:
        """Concealed tiles and the winning tile, in display order."""
        if self.winning_tile is None:
            return self.concealed
        return tuple(sorted((*self.concealed, self.winning_tile), key=lambda tile: tile.sort_key))

    @property
    def all_tiles(self) -> tuple[Tile, ...]:
        """Every tile of the hand: concealed, melds, bonus."""
        return (*self.in_hand, *(tile for meld in self.melds for tile in meld.tiles), *self.bonus)

    @property
    def size(self) -> int:
        """How many concealed tiles there are, the winning tile among them."""
        return len(self.concealed) + (self.winning_tile is not None)

    @property
    def sets_wanted(self) -> int:
        """How many sets the concealed tiles are to form: n of 3n+1 or 3n+2."""
        return self.size // _SET_SIZE

    @property
    def is_full(self) -> bool:
        """Whether the hand holds 3n+2 concealed tiles: it may be complete, or a tile has to be discarded."""
        return self.size % _SET_SIZE == _PAIR_SIZE

    @property
    def is_concealed(self) -> bool:
        """Whether nothing was claimed; concealed kongs are allowed."""
        return all(meld.concealed for meld in self.melds)

    @property
    def missing_melds(self) -> int:
        """How many melds the size of the concealed hand implies that are not there."""
        return _SETS - self.sets_wanted - len(self.melds)

    def faults(self, tile_set: TileSet | None = None) -> tuple[Fault, ...]:
        """Return everything that is wrong with the hand in a game of four sets and a pair.

        >>> from engine.notation import parse_hand
        >>> [fault.code for fault in parse_hand("11111m 22p 34s (124z)").faults()]
        ['wrong_size', 'five_of_a_kind', 'bad_meld']
        """
        tile_set = tile_set or TileSet()
        return (
            *self._size_faults(),
            *self._count_faults(),
            *self._meld_faults(),
            *self._face_faults(),
            *self._red_five_faults(tile_set),
        )

    def notices(self, tile_set: TileSet | None = None) -> tuple[Notice, ...]:
        """Return what is worth knowing about a hand without faults."""
        tile_set = tile_set or TileSet()
        notices: list[Notice] = []
        if self.missing_melds > 0:
            message = (
                f"{_sizes(self)}: {self.missing_melds} more "
                f"would make a whole hand; melds that are not in the photo have to be added to score it"
            )
            notices.append(Notice("missing_melds", message))
        if self.bonus and not tile_set.bonus:
            notices.append(Notice("bonus_ignored", "bonus tiles count nothing in these rules", self.bonus))
        return tuple(notices)

    def _size_faults(self) -> list[Fault]:
        faults = []
        size, melds = self.size, len(self.melds)
        rest = size % _SET_SIZE
        if rest == 0 or self.sets_wanted + melds > _SETS:
            message = (
                f"{_sizes(self)} make no hand; the concealed tiles have to be 3n+1 "
                f"(waiting) or 3n+2 (full), with at most {_SETS} sets in all"
            )
            faults.append(Fault("wrong_size", message))
        elif rest == 1 and self.winning_tile is not None:
            message = (
                f"with the winning tile {self.winning_tile} there are {size} concealed tiles; a full hand has 3n+2"
            )
            faults.append(Fault("wrong_size", message))
        if rest == 0 and self.winning_tile is not None and self.winning_tile_marked:
            message = f"the winning tile {self.winning_tile} is written besides a hand that is full without it"
            faults.append(Fault("winning_tile_missing", message, (self.winning_tile,)))
        if self.winning_tile is not None and self.winning_tile.is_bonus:
            message = f"the bonus tile {self.winning_tile} cannot be the winning tile"
            faults.append(Fault("winning_tile_missing", message, (self.winning_tile,)))
        return faults

    def _count_faults(self) -> list[Fault]:
        faults = []
        tiles = self.all_tiles
        counts = Counter(tile.plain for tile in tiles)
        for tile in sorted(counts):
            if tile.kind is not None and counts[tile] > _COPIES:
                same = tuple(other for other in tiles if other.plain == tile)
                message = f"{tile} is there {counts[tile]} times; there are only {_COPIES} of a kind"
                faults.append(Fault("five_of_a_kind", message, same))
            elif tile.is_bonus and counts[tile] > 1:
                message = f"the bonus tile {tile} is there {counts[tile]} times; there is only one"
                faults.append(Fault("bonus_twice", message, (tile,) * counts[tile]))
        return faults

    def _meld_faults(self) -> list[Fault]:
        faults = []
        for meld in self.melds:
            if meld.is_valid or not all(tile.kind is not None or tile.is_bonus for tile in meld.tiles):
                continue  # jokers, backs and unreadable tiles have faults of their own
            codes = " ".join(tile.code for tile in meld.tiles)
            wanted = "kong of four equal tiles" if meld.concealed else "chow, pung or kong"
            faults.append(Fault("bad_meld", f"{codes} is no {wanted}", meld.tiles))
        return faults

    def _face_faults(self) -> list[Fault]:
        faults = []
        tiles = self.all_tiles
        if jokers := tuple(tile for tile in tiles if tile.is_joker):
            faults.append(Fault("joker_not_allowed", "these rules have no jokers", jokers))
        if backs := tuple(tile for tile in tiles if tile.is_face_down):
            message = "a tile lies face down; turn it over or say which one it is (a concealed kong is written [5555z])"
            faults.append(Fault("face_down", message, backs))
        if unreadable := tuple(tile for tile in tiles if tile.is_unreadable):
            message = "a tile could not be read; say which one it is"
            faults.append(Fault("unreadable", message, unreadable))
        return faults

    def _red_five_faults(self, tile_set: TileSet) -> list[Fault]:
        if tile_set.red_fives is None:
            return []
        faults = []
        red_fives = [tile for tile in self.all_tiles if tile.is_red_five]
        for suit, most in zip("mps", tile_set.red_fives, strict=True):
            reds = tuple(tile for tile in red_fives if tile.suit == suit)
            if len(reds) > most:
                message = f"0{suit} is there {len(reds)} times; the set has {most} of them"
                faults.append(Fault("red_five_count", message, reds))
        return faults


def _sizes(hand: Hand) -> str:
    return f"{quantity(hand.size, 'concealed tile')} and {quantity(len(hand.melds), 'meld')}"


def _take_last(tiles: list[Tile], melds: Sequence[Meld], full_size: int | None) -> Tile | None:
    """Remove and return the last concealed tile when the hand is full, otherwise return None."""
    if full_size is not None:
        full = len(tiles) + sum(len(meld.tiles) for meld in melds) == full_size
        return tiles.pop() if tiles and full else None
    positions = [index for index, tile in enumerate(tiles) if not tile.is_bonus]
    if len(positions) % _SET_SIZE != _PAIR_SIZE:
        return None
    return tiles.pop(positions[-1])
