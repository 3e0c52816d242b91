"""Mahjong tiles as small immutable values named by two-character codes.

The code of a tile is its rank followed by its suit letter: ``5m`` is five characters, ``1z`` the east
wind, ``0p`` a red five of circles, ``2f`` the second flower, ``1j`` a joker, ``0x`` a tile back.
``??`` stands for a tile whose face could not be read. The order of :data:`CODES` is the class order of
every recognition model.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["CODES", "KIND_CODES", "UNREADABLE_CODE", "Tile"]

CODES: Final[tuple[str, ...]] = (
    *(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)),
    *(f"{rank}z" for rank in range(1, 8)),
    "0m",
    "0p",
    "0s",
    *(f"{rank}f" for rank in range(1, 9)),
    "1j",
    "0x",
)
"""The 47 classes a recognition model can answer, in model order."""

KIND_CODES: Final[tuple[str, ...]] = CODES[:34]
"""The 34 kinds of suit tiles and honours that can form sets, in model order."""

UNREADABLE_CODE: Final = "??"
"""A tile is there, but its face could not be read."""


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """One tile.

    Attributes:
        index: Position in :data:`CODES`, or ``len(CODES)`` for an unreadable tile; tiles sort by it.

    >>> Tile.parse("5m").code
    '5m'
    """

    index: int

    @classmethod
    def parse(cls, code: str) -> Tile:
        """Return the tile named by a two-character code.

        Raises:
            ValueError: The code is not one of :data:`CODES` or :data:`UNREADABLE_CODE`.
        """
        if code == UNREADABLE_CODE:
            return cls(len(CODES))
        try:
            return cls(CODES.index(code))
        except ValueError:
            message = f"{code!r} is not a tile code; tile codes look like '5m', '1z', '0p', '2f', '1j' or '0x'"
            raise ValueError(message) from None

    @property
    def code(self) -> str:
        """The two-character code."""
        return UNREADABLE_CODE if self.index == len(CODES) else CODES[self.index]

    def __str__(self) -> str:
        """Return the code."""
        return self.code
