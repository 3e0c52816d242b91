"""Every concrete hand that a line of a card can be: suits, numbers and winds filled in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations, product
from typing import Final

from engine.rules.american.pattern import SMALLEST_OPEN_GROUP, Part, Pattern, Token
from engine.rules.american.tiles import COPIES, DRAGON_OF_SUIT, FLOWER, JOKER, SUITS, format_kinds
from engine.tile import Tile

__all__ = ["ConcreteHand", "TileGroup", "can_be_made", "count_choices", "expand"]

_WINDS: Final = "ESWN"
_RANKS: Final = 9
_FIXED: Final[Mapping[str, int]] = {
    "0": Tile.parse("5z").index,
    "G": Tile.parse("6z").index,
    "R": Tile.parse("7z").index,
    "F": FLOWER,
    **{wind: Tile.parse(f"{number}z").index for number, wind in enumerate(_WINDS, start=1)},
}
"""Kind of every symbol that stands for one."""

_DRAGONS: Final = {suit: Tile.parse(code).index for suit, code in DRAGON_OF_SUIT.items()}
_FIRST: Final = {suit: Tile.parse(f"1{suit}").index - 1 for suit in SUITS}
_COPIES: Final[tuple[int, ...]] = tuple(COPIES.tolist())


@dataclass(frozen=True, slots=True, order=True)
class TileGroup:
    """Equal tiles of a concrete hand.

    Attributes:
        kind: Their kind (0..34).
        size: How many.
        is_open: Whether jokers may stand for them.
    """

    kind: int
    size: int
    is_open: bool


@dataclass(frozen=True, slots=True)
class ConcreteHand:
    """Fourteen tiles that win on a line.

    Attributes:
        tokens: Its groups as they are written together on the card.
    """

    tokens: tuple[tuple[TileGroup, ...], ...]

    @property
    def groups(self) -> tuple[TileGroup, ...]:
        """All groups in the order of the card."""
        return tuple(group for token in self.tokens for group in token)

    @property
    def text(self) -> str:
        """The hand in hand notation, one piece for each written group: ``1f1f 2222m 4132z``."""
        return " ".join(format_kinds(group.kind for group in token for _ in range(group.size)) for token in self.tokens)

    @property
    def can_exist(self) -> bool:
        """Whether the tiles of a set make it: natural tiles where no joker may stand, at most eight jokers."""
        natural: dict[int, int] = {}
        wanted: dict[int, int] = {}
        for group in self.groups:
            wanted[group.kind] = wanted.get(group.kind, 0) + group.size
            if not group.is_open:
                natural[group.kind] = natural.get(group.kind, 0) + group.size
        jokers = sum(max(0, count - _COPIES[kind]) for kind, count in wanted.items())
        return jokers <= _COPIES[JOKER] and all(count <= _COPIES[kind] for kind, count in natural.items())


@dataclass(frozen=True, slots=True)
class _Choice:
    """One way to fill a pattern in: a suit for each token, a number for X, winds for the tokens with Z in order."""

    suits: tuple[str, ...]
    number: int
    winds: tuple[str, ...]


def count_choices(pattern: Pattern) -> int:
    """Return in how many ways a pattern can be filled in, before equal and impossible hands are left out.

    >>> from engine.rules.american.pattern import read_patterns
    >>> count_choices(read_patterns("NNNN EEE WWW SSSS", 2026)[0][0])
    1
    """
    numbers = len(pattern.domain) if pattern.has_variable else 1
    suits = len(list(permutations(SUITS, len(pattern.letters))))
    return int(numbers * suits * len(SUITS) ** _count_free(pattern) * len(_WINDS) ** _count_winds(pattern))


def expand(pattern: Pattern, *, jokers: bool = True) -> tuple[ConcreteHand, ...]:
    """Return the different concrete hands of a pattern that can exist.

    Args:
        pattern: The pattern.
        jokers: Whether jokers may stand in groups of three and more.
    """
    found: dict[tuple[tuple[int, int, bool], ...], ConcreteHand] = {}
    for hand in _hands(pattern, jokers=jokers):
        found.setdefault(tuple(sorted((group.kind, group.size, group.is_open) for group in hand.groups)), hand)
    return tuple(found.values())


def can_be_made(pattern: Pattern, *, jokers: bool = True) -> bool:
    """Return whether a pattern has any concrete hand that can exist."""
    return next(_hands(pattern, jokers=jokers), None) is not None


def _hands(pattern: Pattern, *, jokers: bool) -> Iterator[ConcreteHand]:
    """Yield the concrete hands that can exist, equal ones too."""
    for choice in _choices(pattern):
        hand = _fill(pattern, choice, jokers=jokers)
        if hand is not None and hand.can_exist:
            yield hand


def _count_free(pattern: Pattern) -> int:
    """Return how many groups are of any suit on their own."""
    return sum(token.is_suited and not token.suit for token in pattern.tokens)


def _count_winds(pattern: Pattern) -> int:
    return sum(part.symbol == "Z" for token in pattern.tokens for part in token.parts)


def _choices(pattern: Pattern) -> Iterator[_Choice]:
    letters = pattern.letters
    numbers = pattern.domain if pattern.has_variable else (0,)
    free_suits = list(product(SUITS, repeat=_count_free(pattern)))
    winds = list(product(_WINDS, repeat=_count_winds(pattern)))
    for assigned in permutations(SUITS, len(letters)):
        by_letter = dict(zip(letters, assigned, strict=True))
        for free in free_suits:
            left = iter(free)
            suits = tuple(
                by_letter[token.suit] if token.suit else next(left) if token.is_suited else ""
                for token in pattern.tokens
            )
            for number, chosen in product(numbers, winds):
                yield _Choice(suits, number, chosen)


def _fill(pattern: Pattern, choice: _Choice, *, jokers: bool) -> ConcreteHand | None:
    """Return the hand of a choice, None when X runs past nine."""
    winds = iter(choice.winds)
    tokens = []
    for token, suit in zip(pattern.tokens, choice.suits, strict=True):
        groups = []
        for part in token.parts:
            kind = _kind(part, suit, choice.number, winds)
            if kind is None:
                return None
            groups += _groups(token, part, kind, jokers=jokers)
        tokens.append(tuple(groups))
    return ConcreteHand(tuple(tokens))


def _groups(token: Token, part: Part, kind: int, *, jokers: bool) -> list[TileGroup]:
    """Return the groups of a part; digits of the year are singles, though they count as one group of natural tiles."""
    is_open = jokers and part.size >= SMALLEST_OPEN_GROUP and not token.is_year
    return [TileGroup(kind, part.size, is_open)]


def _kind(part: Part, suit: str, number: int, winds: Iterator[str]) -> int | None:
    if part.symbol in _FIXED:
        return _FIXED[part.symbol]
    if part.symbol == "Z":
        return _FIXED[next(winds)]
    if part.symbol == "D":
        return _DRAGONS[suit]
    rank = number + part.offset if part.symbol == "X" else int(part.symbol)
    return _FIRST[suit] + rank if rank <= _RANKS else None
