"""Every way to read concealed tiles as sets and a pair."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from engine.counts import CountArray
from engine.tile import KIND_CODES, Tile

__all__ = ["Decomposition", "Group", "GroupShape", "is_all_sets", "split_sets"]

GroupShape = Literal["chow", "pung", "kong", "pair"]

_SIZES: Final[dict[GroupShape, int]] = {"chow": 3, "pung": 3, "kong": 4, "pair": 2}
_SET_SIZE: Final = 3
_PAIR_SIZE: Final = 2
_LAST_CHOW_RANK: Final = 7


@dataclass(frozen=True, slots=True, order=True)
class Group:
    """A set or a pair.

    Attributes:
        shape: What it is.
        kind: Its kind, for a chow the lowest of the three.

    >>> Group("chow", 1).text
    '234m'
    """

    shape: GroupShape
    kind: int

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kinds of its tiles."""
        if self.shape == "chow":
            return (self.kind, self.kind + 1, self.kind + 2)
        return (self.kind,) * _SIZES[self.shape]

    @property
    def tile(self) -> Tile:
        """Its tile, for a chow the lowest."""
        return Tile.of_kind(self.kind)

    @property
    def text(self) -> str:
        """Its tiles as a run of plain tiles."""
        codes = [KIND_CODES[kind] for kind in self.kinds]
        return "".join(code[0] for code in codes) + codes[0][1]


@dataclass(frozen=True, slots=True)
class Decomposition:
    """One reading of complete concealed tiles.

    Attributes:
        form: Code of the winning form, such as ``regular``.
        groups: Sets in tile order and the pair last; empty where a form has no groups.
    """

    form: str
    groups: tuple[Group, ...]


def split_sets(concealed: CountArray, sets: int) -> tuple[Decomposition, ...]:
    """Return every way to split the tiles into ``sets`` sets and a pair; each way once.

    >>> from engine.counts import count_kinds
    >>> from engine.notation import parse_tiles
    >>> for reading in split_sets(count_kinds(parse_tiles("111222333m44p")), 3):
    ...     print([group.text for group in reading.groups])
    ['123m', '123m', '123m', '44p']
    ['111m', '222m', '333m', '44p']
    """
    counts = [int(count) for count in concealed]
    if sum(counts) != _SET_SIZE * sets + _PAIR_SIZE:
        return ()
    found = []
    for kind, count in enumerate(counts):
        if count >= _PAIR_SIZE:
            counts[kind] -= _PAIR_SIZE
            found += [Decomposition("regular", (*groups, Group("pair", kind))) for groups in _take_sets(counts, 0)]
            counts[kind] += _PAIR_SIZE
    return tuple(found)


def is_all_sets(concealed: CountArray) -> bool:
    """Return whether the tiles, shape (34,), can be split into sets with nothing left; no tiles can.

    >>> from engine.counts import count_kinds
    >>> from engine.notation import parse_tiles
    >>> is_all_sets(count_kinds(parse_tiles("111222333m"))), is_all_sets(count_kinds(parse_tiles("1122m")))
    (True, False)
    """
    counts = [int(count) for count in concealed]
    return next(_take_sets(counts, 0), None) is not None


def _take_sets(counts: list[int], start: int) -> Iterator[tuple[Group, ...]]:
    """Yield every way to use up the counts with sets; the lowest tile left decides the next set."""
    kind = next((kind for kind in range(start, len(counts)) if counts[kind]), None)
    if kind is None:
        yield ()
        return
    for group in _sets_from(counts, kind):
        for other in group.kinds:
            counts[other] -= 1
        for rest in _take_sets(counts, kind):
            yield (group, *rest)
        for other in group.kinds:
            counts[other] += 1


def _sets_from(counts: list[int], kind: int) -> list[Group]:
    """Return the sets that the lowest tile left can begin, a chow before a pung."""
    groups = []
    tile = Tile.of_kind(kind)
    if (
        tile.is_suited
        and tile.rank is not None
        and tile.rank <= _LAST_CHOW_RANK
        and counts[kind + 1]
        and counts[kind + 2]
    ):
        groups.append(Group("chow", kind))
    if counts[kind] >= _SET_SIZE:
        groups.append(Group("pung", kind))
    return groups
