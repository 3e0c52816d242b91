"""What other programs call our tile codes, and in which order: the class list of a data set.

A class map file has one class a line, our code first, then the name::

    # what my trainer calls them
    1m: crack_1
    0m: crack_5      # two codes may share a name
    5m: crack_5

Between code and name stands a colon, an equals sign, a comma or a blank. From ``#`` on, at the beginning of a line or
after a blank, a line is a comment. Names are numbered in the order in which they first occur. Tiles whose code is not
in the map are dropped and counted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from datasets.formats.errors import ClassMapError
from engine.errors import TileError, quote
from engine.tile import CODES, UNREADABLE_CODE, Tile

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["ClassMap", "load_class_map"]

_LINE: Final = re.compile(r"(?P<code>\S\S)(?:\s*[:=,]\s*|\s+)(?P<name>[^\s:=,].*)")
"""A name begins with no separator: ``1m:: a`` and ``1m:`` are mistakes."""


@dataclass(frozen=True)
class ClassMap:
    """Names of the classes.

    Attributes:
        entries: (code, name) in class order; a name that occurs again is the same class.

    >>> classes = ClassMap((("1m", "crack 1"), ("1f", "flower"), ("2f", "flower")))
    >>> classes.names, classes.index_of("2f"), classes.code_of("flower"), classes.name_of("9p")
    (('crack 1', 'flower'), 1, '1f', None)
    """

    entries: tuple[tuple[str, str], ...] = tuple((code, code) for code in CODES)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The class names in class order."""
        return tuple(dict.fromkeys(name for _, name in self.entries))

    @cached_property
    def _names_of_codes(self) -> dict[str, str]:
        return dict(self.entries)

    @cached_property
    def _codes_of_names(self) -> dict[str, str]:
        # The first code of a name that several share.
        return {name: code for code, name in reversed(self.entries)}

    @cached_property
    def _indices(self) -> dict[str, int]:
        return {name: index for index, name in enumerate(self.names)}

    @property
    def is_standard(self) -> bool:
        """Whether these are our own codes in the models' order."""
        return self.entries == ClassMap().entries

    def with_unreadable(self) -> ClassMap:
        """Return these classes with one for tiles that could not be read; a map of the user's own stays as it is."""
        return ClassMap((*self.entries, (UNREADABLE_CODE, UNREADABLE_CODE))) if self.is_standard else self

    def name_of(self, code: str) -> str | None:
        """Return what a code is called, None where the map has no class for it."""
        return self._names_of_codes.get(code)

    def index_of(self, code: str) -> int | None:
        """Return the number of a code's class, None where the map has no class for it."""
        name = self.name_of(code)
        return None if name is None else self._indices[name]

    def code_of(self, name: str) -> str | None:
        """Return the (first) code that is called so, None where there is none."""
        return self._codes_of_names.get(name)


def load_class_map(path: Path) -> ClassMap:
    """Read a class map file.

    Raises:
        ClassMapError: The file cannot be read, is empty, or a line is no class.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        message = (
            f"cannot be read ({error}); a class map is a text file with a line such as '1m: crack_1' for each class"
        )
        raise ClassMapError(message, path) from None
    entries: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        content = re.sub(r"(^|\s)#.*", "", line).strip()
        if not content:
            continue
        code, name = _parse(content, path, number)
        if code in entries:
            message = f"{code} is named a second time; a code has one name"
            raise ClassMapError(message, path, number)
        entries[code] = name
    if not entries:
        message = "names no class; write a line such as '1m: crack_1' for each class"
        raise ClassMapError(message, path)
    return ClassMap(tuple(entries.items()))


def _parse(content: str, path: Path, number: int) -> tuple[str, str]:
    matched = _LINE.fullmatch(content)
    if matched is None:
        message = f"{quote(content)} is no class; write our code and the name, such as '1m: crack_1'"
        raise ClassMapError(message, path, number)
    try:
        return Tile.parse(matched["code"]).code, matched["name"]
    except TileError as error:
        raise ClassMapError(error.message, path, number) from None
