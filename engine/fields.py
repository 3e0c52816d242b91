"""Checked access to the fields of a decoded JSON object; every error names the field's path."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from engine.context import Wind
from engine.errors import RequestError, RequestValueError, TileError, quote
from engine.tile import Tile

__all__ = ["Fields"]

_MOST_TILES = 200
"""More than any set has; a longer list is no hand and no table."""

_LONGEST_NAME = 50
"""Characters of an unknown field's name that a message quotes."""

_NAMES = {bool: "true or false", int: "a whole number", str: "a text", list: "a list", dict: "an object"}

Choice = TypeVar("Choice", bound=str)
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of one JSON object.

    Attributes:
        values: The object.
        path: Its path in the request, empty for the request itself.
    """

    values: Mapping[str, object]
    path: str

    @classmethod
    def of(cls, value: object, path: str) -> Fields:
        """Return the fields of a value that has to be an object.

        Raises:
            RequestError: It is none.
        """
        return cls(_typed(value, dict, path), path)

    def path_to(self, name: str) -> str:
        """Return the path of a field."""
        return f"{self.path}.{name}" if self.path else name

    def allow(self, *names: str) -> None:
        """Refuse every field that is not named.

        Raises:
            RequestError: There is another one.
        """
        for name in self.values:
            if name not in names:
                message = f"there is no such field; the fields are {', '.join(names)}"
                raise RequestError(message, self.path_to(str(name)[:_LONGEST_NAME]))

    def has(self, name: str) -> bool:
        """Return whether a field is there and not null."""
        return self.values.get(name) is not None

    def raw(self, name: str) -> object:
        """Return a field of any type, None when it is not there."""
        return self.values.get(name)

    def text(self, name: str) -> str:
        """Return a text that has to be there."""
        if not self.has(name):
            message = "this field is needed"
            raise RequestError(message, self.path_to(name))
        return self._get(name, str)

    def flag(self, name: str, *, default: bool) -> bool:
        """Return a switch."""
        return self._get(name, bool) if name in self.values else default

    def optional_flag(self, name: str) -> bool | None:
        """Return a switch that may be null."""
        return self._get(name, bool) if self.has(name) else None

    def number(self, name: str, most: int) -> int | None:
        """Return a whole number from 0 to ``most``, None when it is null or not there."""
        if not self.has(name):
            return None
        value = self._get(name, int)
        if not 0 <= value <= most:
            message = f"{quote(value)} is outside the range from 0 to {most}"
            raise RequestValueError(message, self.path_to(name))
        return value

    def choice(self, name: str, choices: tuple[Choice, ...], default: Choice) -> Choice:
        """Return one of some texts."""
        if name not in self.values:
            return default
        value = self._get(name, str)
        for choice in choices:
            if value == choice:
                return choice
        message = f"{quote(value)} is not one of {', '.join(choices)}"
        raise RequestValueError(message, self.path_to(name))

    def wind(self, name: str) -> Wind | None:
        """Return a wind, None when it is null or not there."""
        if not self.has(name):
            return None
        return Wind(self.choice(name, ("E", "S", "W", "N"), "E"))

    def tile(self, name: str) -> Tile | None:
        """Return a tile, None when it is null or not there."""
        return _tile(self._get(name, str), self.path_to(name)) if self.has(name) else None

    def tiles(self, name: str) -> tuple[Tile, ...]:
        """Return a list of tiles, empty when it is not there."""
        path = self.path_to(name)
        return tuple(
            _tile(_typed(code, str, f"{path}[{index}]"), f"{path}[{index}]")
            for index, code in enumerate(self._list(name, _MOST_TILES))
        )

    def texts(self, name: str, most: int) -> tuple[str, ...]:
        """Return a list of texts, empty when it is not there."""
        path = self.path_to(name)
        return tuple(_typed(value, str, f"{path}[{index}]") for index, value in enumerate(self._list(name, most)))

    def numbers(self, name: str, most: int) -> tuple[int, ...]:
        """Return a list of whole numbers of any size, empty when it is not there."""
        path = self.path_to(name)
        return tuple(_typed(value, int, f"{path}[{index}]") for index, value in enumerate(self._list(name, most)))

    def child(self, name: str) -> Fields:
        """Return an object, empty when it is null or not there."""
        return Fields.of(self.values[name] if self.has(name) else {}, self.path_to(name))

    def children(self, name: str, most: int) -> tuple[Fields, ...]:
        """Return a list of objects, empty when it is not there."""
        path = self.path_to(name)
        return tuple(Fields.of(value, f"{path}[{index}]") for index, value in enumerate(self._list(name, most)))

    def _list(self, name: str, most: int) -> list[object]:
        if not self.has(name):
            return []
        values: list[object] = self._get(name, list)
        if len(values) > most:
            message = f"{len(values)} entries are too many, at most {most} are read"
            raise RequestValueError(message, self.path_to(name))
        return values

    def _get(self, name: str, wanted: type[Value]) -> Value:
        return _typed(self.values[name], wanted, self.path_to(name))


def _typed(value: object, wanted: type[Value], path: str) -> Value:
    if isinstance(value, wanted) and (wanted is bool or not isinstance(value, bool)):
        return value
    message = f"{_NAMES[wanted]} is expected, not {quote(value)}"
    raise RequestError(message, path)


def _tile(code: str, path: str) -> Tile:
    try:
        return Tile.parse(code)
    except TileError as error:
        raise RequestValueError(error.message, path) from None
