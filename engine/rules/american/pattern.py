"""The patterns of a card: groups as they are printed, read from text.

A pattern is a row of groups parted by blanks, such as ``FF 2222a 44b 8888c``; ``|`` parts whole patterns of one
line, and ``+ - = x`` are decoration. A group is written with the symbols

- ``1``-``9`` numbers, ``D`` the dragon of the suit, ``X`` a variable number (``XX1`` is twice X + 1) with a suit, which
  the letter ``a``, ``b`` or ``c`` behind the group names; without a letter the group is of any suit;
- ``0`` soap as zero, ``F`` flower, ``N E W S`` winds, ``Z`` any one wind, ``R G`` red and green dragon, without a suit.

Equal symbols side by side are one group of tiles; ``NEWS`` and ``246a`` are groups of single tiles written together.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

__all__ = [
    "DOMAIN",
    "FULL_SIZE",
    "LARGEST_GROUP",
    "SMALLEST_OPEN_GROUP",
    "Part",
    "Pattern",
    "PatternFault",
    "Token",
    "read_patterns",
]

FULL_SIZE: Final = 14
LARGEST_GROUP: Final = 6
SMALLEST_OPEN_GROUP: Final = 3
"""Equal tiles from which on jokers may stand in a written group."""

DOMAIN: Final = tuple(range(1, 10))
"""Numbers that X can be when the pattern names none."""

_SUIT_LETTERS: Final = "abc"
_SUITED: Final = "123456789DX"
_SUITLESS: Final = "0FNEWSZRG"
_DECORATION: Final = "+-=x"
_DIGITS: Final = "0123456789"
_EXPECTED_GROUP: Final = "a group begins with 1-9, 0, F, N, E, W, S, Z, D, R, G or X"


@dataclass(frozen=True, slots=True)
class Part:
    """Equal symbols side by side.

    Attributes:
        symbol: One of ``1``-``9 D X 0 F N E W S Z R G``.
        size: How many.
        offset: What is added to X, 0 elsewhere.
    """

    symbol: str
    size: int
    offset: int = 0

    @property
    def is_suited(self) -> bool:
        """Whether the part is of a suit."""
        return self.symbol in _SUITED


@dataclass(frozen=True, slots=True)
class Token:
    """What is written between two blanks.

    Attributes:
        parts: Its parts in order.
        suit: The suit letter, empty when none is written.
        is_year: Whether these are the digits of the card's year, which are singles.
    """

    parts: tuple[Part, ...]
    suit: str = ""
    is_year: bool = False

    @property
    def is_suited(self) -> bool:
        """Whether any part is of a suit."""
        return any(part.is_suited for part in self.parts)

    @property
    def size(self) -> int:
        """How many tiles it stands for."""
        return sum(part.size for part in self.parts)


@dataclass(frozen=True, slots=True)
class Pattern:
    """A whole hand as it is written.

    Attributes:
        tokens: Its groups.
        domain: The numbers that X can be.
    """

    tokens: tuple[Token, ...]
    domain: tuple[int, ...] = DOMAIN

    @property
    def has_variable(self) -> bool:
        """Whether X occurs."""
        return any(part.symbol == "X" for token in self.tokens for part in token.parts)

    @property
    def letters(self) -> tuple[str, ...]:
        """The suit letters that occur, in order."""
        return tuple(sorted({token.suit for token in self.tokens if token.suit}))


@dataclass(frozen=True, slots=True)
class PatternFault:
    """What cannot be read, where (index into the text, from 0), and what was expected."""

    position: int
    message: str


def read_patterns(text: str, year: int) -> tuple[tuple[Pattern, ...], tuple[PatternFault, ...]]:
    """Return the patterns of a line and everything that is wrong with them; patterns only when nothing is.

    Args:
        text: One pattern, or several parted by ``|``.
        year: The card's year, whose digits are singles even where they repeat.

    >>> patterns, faults = read_patterns("FF 2222a 44b | FF", 2026)
    >>> [(fault.position, fault.message) for fault in faults]
    [(0, 'a hand has 14 tiles, this one has 8'), (15, 'a hand has 14 tiles, this one has 2')]
    """
    patterns: list[Pattern] = []
    faults: list[PatternFault] = []
    start = 0
    for piece in text.split("|"):
        reader = _Reader(text, start, start + len(piece), str(year))
        pattern = reader.read()
        patterns.append(pattern)
        found = reader.faults or _size_faults(pattern, start + len(piece) - len(piece.lstrip()))
        faults += found
        start += len(piece) + 1
    return (() if faults else tuple(patterns), tuple(faults))


def _size_faults(pattern: Pattern, position: int) -> list[PatternFault]:
    size = sum(token.size for token in pattern.tokens)
    if size == FULL_SIZE:
        return []
    message = f"a hand has {FULL_SIZE} tiles, this one has {size}" if size else "a pattern is expected, none is written"
    return [PatternFault(position, message)]


@dataclass(slots=True)
class _Reader:
    """Reads one pattern of a text; a group that cannot be read is told and left out."""

    text: str
    position: int
    end: int
    year: str
    faults: list[PatternFault] = field(default_factory=list)
    domain: tuple[int, ...] | None = None

    def read(self) -> Pattern:
        tokens = []
        while character := self._peek():
            if character.isspace() or character in _DECORATION:
                self.position += 1
            elif token := self._read_token():
                tokens.append(token)
        return Pattern(tuple(tokens), self.domain or DOMAIN)

    def _peek(self) -> str:
        return self.text[self.position] if self.position < self.end else ""

    def _fail(self, message: str, position: int | None = None) -> None:
        self.faults.append(PatternFault(self.position if position is None else position, message))

    def _read_token(self) -> Token | None:
        start = self.position
        parts: list[Part] = []
        while (character := self._peek()) and character in _SUITED + _SUITLESS:
            place = self.position
            part = self._read_part(character)
            if part.size > LARGEST_GROUP:
                self._fail(f"a group has at most {LARGEST_GROUP} equal tiles, this one has {part.size}", place)
            parts.append(part)
            if character == "X" and self._peek() and self._peek() in _DIGITS:
                self._fail("behind X stands one digit; a blank, X or a suit letter is expected")
                self._skip()
                return None
        written = self.text[start : self.position]
        suit = character if character and character in _SUIT_LETTERS else ""
        if suit:
            self.position += 1
        if self._is_in_token():
            self._fail(self._unexpected(bool(parts), suit))
            self._skip()
            return None
        token = Token(tuple(parts), suit, is_year=written == self.year)
        self._check(token, start)
        return token

    def _is_in_token(self) -> bool:
        character = self._peek()
        return bool(character) and not character.isspace() and character not in _DECORATION

    def _skip(self) -> None:
        """Go to the end of a group that cannot be read."""
        while self._is_in_token():
            self.position += 1

    def _unexpected(self, begun: bool, suit: str) -> str:  # noqa: FBT001 - internal, one caller
        character = self._peek()
        if suit:
            return f"{character!r} stands behind the suit letter {suit!r}, where a blank is expected"
        expected = "a symbol, one of the suit letters a, b, c or a blank is expected" if begun else _EXPECTED_GROUP
        return f"{character!r} is unexpected: {expected}"

    def _read_part(self, symbol: str) -> Part:
        size = 0
        while self._peek() == symbol:
            self.position += 1
            size += 1
        if symbol != "X":
            return Part(symbol, size)
        offset = 0
        if (digit := self._peek()) and digit in _DIGITS:
            offset = int(digit)
            self.position += 1
        if self._peek() == "{":
            self._read_domain()
        return Part(symbol, size, offset)

    def _read_domain(self) -> None:
        start = self.position
        close = self.text.find("}", start, self.end)
        if close < 0:
            self._fail("the brace { is not closed: numbers and } are expected")
            self.position = self.end
            return
        self.position = close + 1
        numbers = _numbers(self.text[start + 1 : close])
        if numbers is None:
            self._fail("between { and } stand numbers from 1 to 9 such as 2468 or 1-7", start + 1)
        elif self.domain is not None:
            self._fail("the numbers of X stand once in a pattern", start)
        self.domain = self.domain or numbers

    def _check(self, token: Token, start: int) -> None:
        if token.suit and not token.is_suited:
            self._fail("only numbers, D and X take a suit letter", self.position - 1)
        kinds = {_family(part.symbol) for part in token.parts}
        if len(kinds) > 1 and kinds != {"suited", "zero"}:
            self._fail("a blank is expected between groups of different sorts", start)


def _family(symbol: str) -> str:
    """Return the sort of a symbol; different sorts are not written together, except zeros in a suit."""
    if symbol in _SUITED:
        return "suited"
    if symbol in "NEWS":
        return "wind"
    return "zero" if symbol == "0" else symbol


def _numbers(text: str) -> tuple[int, ...] | None:
    """Return the numbers of a domain such as ``2468`` or ``1-7``, None when it is none."""
    numbers: set[int] = set()
    position = 0
    while position < len(text):
        piece = text[position : position + 3]
        if len(piece) == 3 and piece[1] == "-":  # noqa: PLR2004 - two numbers and a dash
            first, last = piece[0], piece[2]
            position += 3
        else:
            first = last = piece[0]
            position += 1
        if first not in "123456789" or last not in "123456789" or first > last:
            return None
        numbers.update(range(int(first), int(last) + 1))
    return tuple(sorted(numbers)) or None
