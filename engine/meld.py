"""Groups of tiles that lie apart from the concealed hand: exposed melds and concealed kongs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from engine.tile import Tile

__all__ = ["Meld", "MeldShape"]

MeldShape = Literal["chow", "pung", "kong"]

_SET_SIZE: Final = 3
_KONG_SIZE: Final = 4


@dataclass(frozen=True, slots=True)
class Meld:
    """A group laid apart; any tiles can be represented, also those that form no meld.

    Attributes:
        tiles: The tiles in the order in which they were written.
        concealed: Whether it was never claimed; only a kong can be laid so.

    >>> Meld((Tile.parse("4p"), Tile.parse("0p"), Tile.parse("6p"))).shape
    'chow'
    """

    tiles: tuple[Tile, ...]
    concealed: bool = False

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kinds in ascending order, without tiles that are of no kind."""
        return tuple(sorted(tile.kind for tile in self.tiles if tile.kind is not None))

    @property
    def shape(self) -> MeldShape | None:
        """What the tiles form without jokers, or None when they form nothing."""
        kinds = self.kinds
        if len(kinds) != len(self.tiles) or len(kinds) not in {_SET_SIZE, _KONG_SIZE}:
            return None
        if kinds[0] == kinds[-1]:
            return "pung" if len(kinds) == _SET_SIZE else "kong"
        first = Tile.of_kind(kinds[0])
        run = first.is_suited and first.rank is not None and first.rank <= 9 - 2
        if run and kinds == (kinds[0], kinds[0] + 1, kinds[0] + 2):
            return "chow"
        return None

    @property
    def is_valid(self) -> bool:
        """Whether this is a chow, a pung or a kong; only a kong can be concealed."""
        shape = self.shape
        return shape is not None and (shape == "kong" or not self.concealed)
