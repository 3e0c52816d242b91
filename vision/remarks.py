"""What the person is told about tiles: which of them nobody can read, which are doubtful."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.tile import UNREADABLE_CODE
from engine.wording import quantity
from vision.reading import ReadWarning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.reading import ReadTile, TileGroup

__all__ = ["find_content_warnings", "name_tiles"]

MAX_NAMED: Final = 4
"""More tiles than this are counted, not named."""


def name_tiles(indices: Sequence[int], noun: str = "tile") -> str:
    """Return tiles by their numbers, counted from one in reading order.

    >>> name_tiles([14]), name_tiles([2, 8, 14], "loose tile")
    ('tile 15', 'loose tiles 3, 9 and 15')
    """
    numbers = [str(index + 1) for index in indices]
    if len(numbers) == 1:
        return f"{noun} {numbers[0]}"
    return f"{noun}s {', '.join(numbers[:-1])} and {numbers[-1]}"


def find_content_warnings(tiles: Sequence[ReadTile], groups: Sequence[TileGroup]) -> list[ReadWarning]:
    """Return warnings about what was found: nothing, faces nobody can read, doubtful codes.

    Args:
        tiles: Tiles in reading order.
        groups: Their groups; loose tiles are counted apart from those of the hand.
    """
    if not tiles:
        message = "no tiles were found; photograph the tiles from above, all of them in the picture and in good light"
        return [ReadWarning("no_tiles", message)]
    loose = frozenset(index for group in groups if group.kind == "loose" for index in group.tiles)
    warnings = []
    unreadable = tuple(tile.index for tile in tiles if tile.code == UNREADABLE_CODE)
    if unreadable:
        which = "which it is" if len(unreadable) == 1 else "which they are"
        message = f"{_describe(unreadable, loose, len(tiles))} could not be read; say {which}"
        warnings.append(ReadWarning("unreadable", message, unreadable))
    unsure = tuple(tile.index for tile in tiles if not tile.sure and tile.code != UNREADABLE_CODE)
    if unsure:
        message = f"{_describe(unsure, loose, len(tiles))} doubtful; check {'it' if len(unsure) == 1 else 'them'}"
        warnings.append(ReadWarning("unsure", message, unsure))
    return warnings


def _describe(indices: Sequence[int], loose: frozenset[int], total: int) -> str:
    """Return tiles named, or counted where they are many, those of the hand first."""
    parts = []
    for noun, chosen, of in (
        ("tile", [n for n in indices if n not in loose], total - len(loose)),
        ("loose tile", [n for n in indices if n in loose], len(loose)),
    ):
        if len(chosen) > MAX_NAMED:
            parts.append(f"{len(chosen)} of {quantity(of, noun)}")
        elif chosen:
            parts.append(name_tiles(chosen, noun))
    return " and ".join(parts)
