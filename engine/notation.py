"""Hand notation: ``234m56p22s (111z) [5555z] 1f5f +7p``.

- bare runs are concealed tiles, in any order, blanks anywhere;
- ``( )`` is one exposed meld, ``[ ]`` one concealed kong;
- ``f`` tiles outside brackets are bonus tiles laid aside;
- ``+x`` is the winning tile, written only there; it is one tile of the hand.

A full hand without ``+x`` is taken as self-drawn on the last concealed tile as written, and the formatter always
writes that tile as ``+x``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NoReturn

from engine.errors import NotationError
from engine.hand import Hand
from engine.meld import Meld
from engine.tile import CODES, UNREADABLE_CODE, Tile

__all__ = ["format_hand", "format_meld", "format_tiles", "parse_hand", "parse_tiles"]

_SUITS: Final = "mpszfjx"
_CLOSING: Final = {"(": ")", "[": "]"}
_KNOWN_CODES: Final = frozenset(CODES)
_SINGLY_WRITTEN: Final = "f"
"""Suits whose tiles are written one by one (``1f5f``), as the contract shows them."""


@dataclass(slots=True)
class _Scanner:
    """Reads tiles from a text from left to right."""

    text: str
    position: int = 0
    pending: list[tuple[str, int]] = field(default_factory=list)

    def peek(self) -> str:
        """Return the next character that is no blank, or an empty string at the end."""
        while self.position < len(self.text) and self.text[self.position].isspace():
            self.position += 1
        return self.text[self.position] if self.position < len(self.text) else ""

    def fail(self, reason: str, position: int | None = None) -> NoReturn:
        """Raise the error for a position, by default the current one."""
        raise NotationError(reason, self.text, self.position if position is None else position)

    def take_tiles(self, limit: int | None = None) -> list[Tile]:
        """Return tiles up to the next character that can be no tile, or as soon as there are ``limit``."""
        tiles: list[Tile] = []
        while (character := self.peek()) and (limit is None or len(tiles) < limit):
            if character.isascii() and character.isdigit():
                self.pending.append((character, self.position))
                self.position += 1
            elif character in _SUITS:
                tiles += self._close_run(character)
            elif character == "?" and not self.pending:
                tiles.append(self._take_unreadable())
            else:
                break
        if self.pending:
            digits = "".join(digit for digit, _ in self.pending)
            self.fail(f"the number {digits!r} has no suit letter (one of {', '.join(_SUITS)})")
        return tiles

    def _close_run(self, suit: str) -> list[Tile]:
        if not self.pending:
            self.fail(f"the suit letter {suit!r} has no number before it")
        tiles = []
        for digit, position in self.pending:
            code = digit + suit
            if code not in _KNOWN_CODES:
                self.fail(f"there is no tile {code!r}", position)
            tiles.append(Tile.parse(code))
        self.pending.clear()
        self.position += 1
        return tiles

    def _take_unreadable(self) -> Tile:
        if not self.text.startswith(UNREADABLE_CODE, self.position):
            self.fail("an unreadable tile is written '??'; a single '?' stands")
        self.position += len(UNREADABLE_CODE)
        return Tile.parse(UNREADABLE_CODE)


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Return the tiles of a bare run in the order in which they are written.

    Raises:
        NotationError: The text is no run of tiles.

    >>> [tile.code for tile in parse_tiles("5m 3p4p")]
    ['5m', '3p', '4p']
    """
    scanner = _Scanner(text)
    tiles = scanner.take_tiles()
    if scanner.peek():
        scanner.fail(f"{scanner.peek()!r} is unexpected in a list of tiles")
    return tuple(tiles)


def parse_hand(text: str, *, full_size: int | None = None) -> Hand:
    """Return the hand that a notation writes.

    Args:
        text: The notation.
        full_size: Number of tiles of a full hand where that is fixed (14 in American play); by default a hand is
            full when three sets' worth of concealed tiles and a pair are there (3n+2).

    Raises:
        NotationError: The notation cannot be read.

    >>> hand = parse_hand("234m567p2278s (111z) +9s")
    >>> format_hand(hand)
    '234m567p2278s (111z) +9s'
    """
    scanner = _Scanner(text)
    tiles: list[Tile] = []
    melds: list[Meld] = []
    winning_tile: Tile | None = None
    while character := scanner.peek():
        if character in _CLOSING:
            melds.append(_take_meld(scanner, character))
        elif character == "+":
            if winning_tile is not None:
                scanner.fail("a second winning tile stands")
            winning_tile = _take_winning_tile(scanner)
        else:
            taken = scanner.take_tiles()
            if not taken:
                scanner.fail(f"{character!r} is unexpected")
            tiles += taken
    return Hand.build(tiles, melds, winning_tile, full_size=full_size)


def _take_meld(scanner: _Scanner, opening: str) -> Meld:
    start = scanner.position
    scanner.position += 1
    tiles = scanner.take_tiles()
    if not (character := scanner.peek()):
        scanner.fail(f"the bracket {opening!r} is not closed", start)
    if character != _CLOSING[opening]:
        scanner.fail(f"{character!r} is unexpected inside brackets")
    if not tiles:
        scanner.fail("there are no tiles between the brackets", start)
    scanner.position += 1
    return Meld(tuple(tiles), concealed=opening == "[")


def _take_winning_tile(scanner: _Scanner) -> Tile:
    start = scanner.position
    scanner.position += 1
    tiles = scanner.take_tiles(limit=1)
    if len(tiles) != 1:
        scanner.fail("'+' is followed by exactly one tile, such as '+7p';", start)
    return tiles[0]


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Return the tiles as runs in the given order: ``234m56p``.

    >>> format_tiles(parse_tiles("2m3m4m1f5f"))
    '234m1f5f'
    """
    pieces: list[str] = []
    for tile in tiles:
        code = tile.code
        if pieces and code != UNREADABLE_CODE and pieces[-1][-1] == code[1] and code[1] not in _SINGLY_WRITTEN:
            pieces[-1] = pieces[-1][:-1] + code
        else:
            pieces.append(code)
    return "".join(pieces)


def format_meld(meld: Meld) -> str:
    """Return a meld in its brackets: ``(111z)`` or ``[5555z]``."""
    runs = format_tiles(meld.tiles)
    return f"[{runs}]" if meld.concealed else f"({runs})"


def format_hand(hand: Hand) -> str:
    """Return the notation of a hand; :func:`parse_hand` reads the same hand from it."""
    pieces = [
        format_tiles(hand.concealed),
        *(format_meld(meld) for meld in hand.melds),
        format_tiles(hand.bonus),
        f"+{hand.winning_tile.code}" if hand.winning_tile else "",
    ]
    return " ".join(piece for piece in pieces if piece)
