"""How a ready hand waits: at both sides of a run, in its middle, at its end, for a pair, for one of two pairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from engine.counts import KINDS, CountArray
from engine.decompose import is_all_sets, split_sets
from engine.tile import Tile

__all__ = ["WaitShape", "find_wait_shapes"]

Shape = Literal["two_sided", "two_pairs", "closed", "edge", "single"]

_RANKS: Final = 9
_FIRST_HONOUR: Final = 27
_PAIR_SIZE: Final = 2
_ORDER: Final[tuple[Shape, ...]] = ("two_sided", "two_pairs", "closed", "edge", "single")


@dataclass(frozen=True, slots=True)
class WaitShape:
    """One way in which a hand of sets and a pair waits.

    Attributes:
        shape: ``two_sided`` (34 for 2 and 5), ``two_pairs`` (one of them becomes a pung), ``closed`` (35 for 4),
            ``edge`` (12 for 3, 89 for 7), ``single`` (a lone tile for its pair).
        kinds: The kinds it waits for, ascending.
    """

    shape: Shape
    kinds: tuple[int, ...]


def find_wait_shapes(concealed: CountArray, sets: int) -> tuple[WaitShape, ...]:
    """Return every way in which 3n+1 concealed tiles, shape (34,), wait to become ``sets`` sets and a pair.

    The better shapes first, two-sided ones before all. Which of the tiles are left to be had is not asked.

    >>> from engine.counts import count_kinds
    >>> from engine.notation import parse_tiles
    >>> find_wait_shapes(count_kinds(parse_tiles("123m456p78s11z")), 3)
    (WaitShape(shape='two_sided', kinds=(23, 26)),)
    """
    counts = concealed.copy()
    held = [kind for kind in range(KINDS) if counts[kind]]
    found = []
    for kind in held:
        counts[kind] -= 1
        if is_all_sets(counts):
            found.append(WaitShape("single", (kind,)))
        for other in (kind + 1, kind + 2):
            if other in held and kind // _RANKS == other // _RANKS and other < _FIRST_HONOUR:
                counts[other] -= 1
                if split_sets(counts, sets - 1):
                    found.append(_run_wait(kind, other))
                counts[other] += 1
        counts[kind] += 1
    pairs = [kind for kind in held if counts[kind] >= _PAIR_SIZE]
    for place, kind in enumerate(pairs):
        for other in pairs[place + 1 :]:
            counts[[kind, other]] -= _PAIR_SIZE
            if is_all_sets(counts):
                found.append(WaitShape("two_pairs", (kind, other)))
            counts[[kind, other]] += _PAIR_SIZE
    return tuple(sorted(found, key=lambda wait: (_ORDER.index(wait.shape), wait.kinds)))


def _run_wait(kind: int, other: int) -> WaitShape:
    """Return the wait of two tiles of a chow."""
    if other == kind + 2:
        return WaitShape("closed", (kind + 1,))
    low, high = Tile.of_kind(kind), Tile.of_kind(other)
    if low.is_terminal:
        return WaitShape("edge", (other + 1,))
    if high.is_terminal:
        return WaitShape("edge", (kind - 1,))
    return WaitShape("two_sided", (kind - 1, other + 1))
