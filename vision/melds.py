"""Sets of tiles as they lie on the table, and their notation."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final

from engine.tile import BACK_CODE, JOKER_CODE

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["KONG_SIZE", "PhotoMeld", "hand_text", "is_playable", "read_meld", "run_text"]

MIN_SET: Final = 3
KONG_SIZE: Final = 4
MAX_MELDS: Final = 4

MAX_JOKER_SET: Final = 6
"""American sextets have six tiles; sets of five and six need jokers, since there are four of a kind."""


@dataclass(frozen=True, slots=True)
class PhotoMeld:
    """A set as it lies on the table.

    Attributes:
        tiles: Indices of its tiles, left to right.
        text: Its notation, with brackets.
        has_backs: Whether some of its tiles lie face down (a concealed kong).
    """

    tiles: tuple[int, ...]
    text: str
    has_backs: bool = False

    @property
    def is_kong(self) -> bool:
        """Whether the set takes four tiles of the hand's size."""
        return len(self.tiles) == KONG_SIZE


def read_meld(tiles: Sequence[int], codes: Sequence[str]) -> PhotoMeld | None:
    """Return the set that tiles form, or None.

    Args:
        tiles: Indices of the tiles, left to right.
        codes: Codes of all tiles of the photo, ``0x`` for a back.

    >>> read_meld([0, 1, 2], ["3p", "1p", "2p"]).text
    '(123p)'
    >>> read_meld([0, 1, 2, 3], ["0x", "5z", "5z", "0x"]).text
    '[5555z]'
    """
    if not MIN_SET <= len(tiles) <= MAX_JOKER_SET:
        return None
    own = [codes[tile] for tile in tiles]
    faces = [code for code in own if code != BACK_CODE]
    naturals = [code for code in faces if code != JOKER_CODE]
    suits = {code[1] for code in naturals}
    if len(suits) != 1 or not suits <= set("mpsz"):
        return None
    naturals.sort(key=lambda code: (_rank(code), code))
    suit, alike = naturals[0][1], len({_rank(code) for code in naturals}) == 1
    if len(faces) < len(own):
        if len(own) != KONG_SIZE or not alike or len(naturals) < len(faces):
            return None
        hidden = f"{_rank(naturals[0])}" * (KONG_SIZE - len(faces))
        return PhotoMeld(tuple(tiles), f"[{''.join(code[0] for code in naturals)}{hidden}{suit}]", has_backs=True)
    jokers = len(faces) - len(naturals)
    if not (_same_size_fits(len(own), jokers) if alike else not jokers and _is_chow(naturals)):
        return None
    return PhotoMeld(tuple(tiles), f"({run_text([*naturals, *[JOKER_CODE] * jokers])})")


def run_text(codes: Sequence[str]) -> str:
    """Return the notation of tiles in their order; bonus tiles, backs and unreadable tiles stand singly.

    >>> run_text(["2m", "3m", "0p", "1f", "5f", "??"])
    '23m0p1f5f??'
    """
    text = []
    for suit, run in groupby(codes, key=lambda code: code[1]):
        members = list(run)
        text.append("".join(members) if suit in "fx?" else "".join(code[0] for code in members) + suit)
    return "".join(text)


def hand_text(concealed: Sequence[str], melds: Sequence[PhotoMeld], bonus: Sequence[str], winning: str | None) -> str:
    """Return the notation of a hand; backs stand as ``0x``, unreadable tiles as ``??``.

    >>> hand_text(["2m", "??", "0x", "4p"], [], ["1f"], "7p")
    '2m??0x4p 1f +7p'
    """
    parts = [run_text(concealed), *(meld.text for meld in melds), run_text(bonus), f"+{winning}" if winning else ""]
    return " ".join(part for part in parts if part)


def is_playable(concealed: int, melds: int) -> bool:
    """Return whether so many concealed tiles and melds can be a hand, or one short of the melds in the photo.

    >>> is_playable(11, 1), is_playable(12, 1), is_playable(11, 2)
    (True, False, False)
    """
    return concealed % 3 != 0 and concealed // 3 + melds <= MAX_MELDS


def _rank(code: str) -> int:
    """Return the rank, a red five's being five."""
    return 5 if code[0] == "0" else int(code[0])


def _is_chow(naturals: Sequence[str]) -> bool:
    """Return whether sorted tiles of one suit are a chow."""
    first = _rank(naturals[0])
    return naturals[0][1] in "mps" and [_rank(code) for code in naturals] == [*range(first, first + MIN_SET)]


def _same_size_fits(size: int, jokers: int) -> bool:
    """Return whether so many tiles of one kind, jokers among them, can be a set."""
    return MIN_SET <= size <= (MAX_JOKER_SET if jokers else KONG_SIZE) and size - jokers <= KONG_SIZE
