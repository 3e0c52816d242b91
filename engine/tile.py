"""Mahjong tiles as small immutable values named by two-character codes.

The code of a tile is its rank followed by its suit letter: ``5m`` is five characters, ``1z`` the east
wind, ``0p`` a red five of circles, ``2f`` the second flower, ``1j`` a joker, ``0x`` a tile back.
``??`` stands for a tile whose face could not be read. The order of :data:`CODES` is the class order of
every recognition model.

A *kind* is what matters for sets: 0-8 characters, 9-17 circles, 18-26 bamboos, 27-33 honours (east, south,
west, north, white, green, red). A red five is of the same kind as a plain five.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.errors import TileError, quote

__all__ = ["BACK_CODE", "CODES", "JOKER_CODE", "KIND_CODES", "UNREADABLE_CODE", "Tile"]

JOKER_CODE: Final = "1j"

BACK_CODE: Final = "0x"
"""A tile lies face down."""

CODES: Final[tuple[str, ...]] = (
    *(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)),
    *(f"{rank}z" for rank in range(1, 8)),
    "0m",
    "0p",
    "0s",
    *(f"{rank}f" for rank in range(1, 9)),
    JOKER_CODE,
    BACK_CODE,
)
"""The 47 classes a recognition model can answer, in model order."""

KIND_CODES: Final[tuple[str, ...]] = CODES[:34]
"""The 34 kinds of suit tiles and honours that can form sets, in model order."""

UNREADABLE_CODE: Final = "??"
"""A tile is there, but its face could not be read."""

_KINDS: Final = len(KIND_CODES)
_FIRST_HONOUR: Final = 27
_FIRST_DRAGON: Final = 31
_RED_FIVES: Final = {34: 4, 35: 13, 36: 22}
_PLAIN: Final = tuple(_RED_FIVES.get(index, index) for index in range(len(CODES) + 1))
_SORT_KEYS: Final = tuple((plain, index) for index, plain in enumerate(_PLAIN))
_INDEX_OF_CODE: Final = {code: index for index, code in enumerate((*CODES, UNREADABLE_CODE))}


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """One tile.

    Attributes:
        index: Position in :data:`CODES`, or ``len(CODES)`` for an unreadable tile; tiles compare by it.

    >>> Tile.parse("5m").code
    '5m'
    >>> Tile.parse("0m").kind == Tile.parse("5m").kind
    True
    """

    index: int

    @classmethod
    def parse(cls, code: str) -> Tile:
        """Return the tile named by a two-character code.

        Raises:
            TileError: The code is not one of :data:`CODES` or :data:`UNREADABLE_CODE`.
        """
        try:
            return cls(_INDEX_OF_CODE[code])
        except KeyError:
            message = f"{quote(code)} is not a tile code; tile codes look like '5m', '1z', '0p', '2f', '1j' or '0x'"
            raise TileError(message) from None

    @classmethod
    def of_kind(cls, kind: int) -> Tile:
        """Return the plain tile of a kind (0..33).

        Raises:
            TileError: There is no such kind.
        """
        if not 0 <= kind < _KINDS:
            message = f"{kind} is not a kind of tile; kinds are 0 to {_KINDS - 1}"
            raise TileError(message)
        return cls(kind)

    @property
    def code(self) -> str:
        """The two-character code."""
        return UNREADABLE_CODE if self.index == len(CODES) else CODES[self.index]

    @property
    def suit(self) -> str:
        """The suit letter, one of ``m p s z f j x`` or ``?``."""
        return self.code[1]

    @property
    def rank(self) -> int | None:
        """The number within the suit (5 for a red five), None for a joker, a back or an unreadable tile."""
        if self.suit in "jx?":
            return None
        return 5 if self.is_red_five else int(self.code[0])

    @property
    def kind(self) -> int | None:
        """The kind (0..33), None for a tile that is of no kind: bonus tile, joker, back, unreadable."""
        return self.index if self.index < _KINDS else _RED_FIVES.get(self.index)

    @property
    def plain(self) -> Tile:
        """The tile itself, for a red five the plain five."""
        return Tile(_PLAIN[self.index]) if self.is_red_five else self

    @property
    def sort_key(self) -> tuple[int, int]:
        """Display order: characters, circles, bamboos, honours, the rest; a red five right after the fives."""
        return _SORT_KEYS[self.index]

    @property
    def is_red_five(self) -> bool:
        """Whether this is a red five."""
        return self.index in _RED_FIVES

    @property
    def is_suited(self) -> bool:
        """Whether the tile belongs to one of the three suits, red fives included."""
        return self.index < _FIRST_HONOUR or self.is_red_five

    @property
    def is_honour(self) -> bool:
        """Whether this is a wind or a dragon."""
        return _FIRST_HONOUR <= self.index < _KINDS

    @property
    def is_dragon(self) -> bool:
        """Whether this is a dragon."""
        return _FIRST_DRAGON <= self.index < _KINDS

    @property
    def is_terminal(self) -> bool:
        """Whether this is the one or nine of a suit."""
        return self.is_suited and self.rank in {1, 9}

    @property
    def is_bonus(self) -> bool:
        """Whether this is a flower or season."""
        return self.suit == "f"

    @property
    def is_joker(self) -> bool:
        """Whether this is a joker."""
        return self.suit == "j"

    @property
    def is_face_down(self) -> bool:
        """Whether this is a tile back."""
        return self.suit == "x"

    @property
    def is_unreadable(self) -> bool:
        """Whether the face could not be read."""
        return self.suit == "?"

    def __str__(self) -> str:
        """Return the code."""
        return self.code
