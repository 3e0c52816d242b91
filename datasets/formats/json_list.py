"""A JSON file that holds a list, read value by value: lists larger than memory."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from datasets.formats.errors import LabelFileError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import TextIO

__all__ = ["read_json_list"]

CHUNK_CHARACTERS: Final = 1 << 20


def read_json_list(path: Path) -> Iterator[Any]:
    """Yield the values of a file that holds a list, one after the other; the value itself where it holds another.

    Raises:
        LabelFileError: The file cannot be read or is no JSON; the message names the line.
    """
    try:
        with path.open(encoding="utf-8-sig") as file:
            yield from _Scanner(path, file).values()
    except FileNotFoundError:
        message = "there is no such file"
        raise LabelFileError(message, path) from None
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        raise LabelFileError(message, path) from None
    except UnicodeDecodeError:
        message = "is no text in UTF-8; is it a damaged or another file?"
        raise LabelFileError(message, path) from None
    except RecursionError:
        message = "is nested too deeply to be labels"
        raise LabelFileError(message, path) from None


class _Scanner:
    """Reads a text piece by piece: no more of it is held than the value that is being read and a piece."""

    def __init__(self, path: Path, file: TextIO) -> None:
        self._path = path
        self._file = file
        self._decoder = json.JSONDecoder()
        self._text = ""
        self._at = 0
        self._lines_before = 0
        self._is_all = False

    def values(self) -> Iterator[Any]:
        if self._next_sign() != "[":
            yield self._value()
        else:
            self._at += 1
            if self._next_sign() == "]":
                self._at += 1
            else:
                yield from self._items()
        if self._next_sign():
            message = "something follows the end"
            raise self._fault(message, self._at)

    def _items(self) -> Iterator[Any]:
        while True:
            yield self._value()
            sign = self._next_sign()
            if sign not in {",", "]"}:
                message = "Expecting ',' delimiter"
                raise self._fault(message, self._at)
            self._at += 1
            if sign == "]":
                return

    def _next_sign(self) -> str:
        """Return the next sign that is no blank, not taken yet; empty at the end."""
        while True:
            while self._at < len(self._text):
                if not self._text[self._at].isspace():
                    return self._text[self._at]
                self._at += 1
            if not self._more():
                return ""

    def _value(self) -> Any:  # noqa: ANN401 - JSON is anything
        self._next_sign()
        while True:
            try:
                value, end = self._decoder.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                if not self._more():
                    raise self._fault(error.msg, error.pos) from None
                continue
            # A number at the end of a piece may go on in the next one.
            if self._text[end : end + 1].isspace() or self._text[end : end + 1] in {",", "]"} or not self._more():
                self._at = end
                return value

    def _more(self) -> bool:
        """Read on; return whether there was something. Pieces double, for the sake of values larger than one."""
        if self._is_all:
            return False
        self._lines_before += self._text.count("\n", 0, self._at)
        self._text = self._text[self._at :]
        self._at = 0
        piece = self._file.read(max(CHUNK_CHARACTERS, len(self._text)))
        self._is_all = not piece
        self._text += piece
        return bool(piece)

    def _fault(self, reason: str, at: int) -> LabelFileError:
        column = at - self._text.rfind("\n", 0, at)
        message = f"is no JSON: {reason} (column {column}); was the file cut off?"
        return LabelFileError(message, self._path, self._lines_before + self._text.count("\n", 0, at) + 1)
