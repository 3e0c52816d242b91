"""Files written whole or not at all, and files read with their faults named."""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from datasets.formats.errors import LabelFileError, RecordError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

    from datasets.formats.options import ReadOptions

__all__ = [
    "Place",
    "files_below",
    "json_lines",
    "read_json",
    "read_text",
    "whole_file",
    "write_bytes",
    "write_json",
    "write_lines",
    "write_text",
]


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in a file, and who is told about its faults.

    Attributes:
        path: The file.
        options: How it is read.
        line: The line, counted from 1, or None.
    """

    path: Path
    options: ReadOptions
    line: int | None = None

    def fault(self, message: str) -> LabelFileError:
        """Return a fault here, to be raised."""
        return LabelFileError(message, self.path, self.line)

    def report(self, message: str, kind: type[LabelFileError] = LabelFileError) -> None:
        """Tell about a fault here to who wants to know.

        Args:
            message: What is wrong.
            kind: The kind of fault.

        Raises:
            LabelFileError: Nobody does.
        """
        fault = kind(message, self.path, self.line)
        if self.options.on_fault is None:
            raise fault
        self.options.on_fault(fault)

    @contextmanager
    def reporting(self) -> Iterator[None]:
        """Report what is raised inside, to who wants to know of faults; otherwise it stays raised, with this place."""
        try:
            yield
        except RecordError as error:
            self.report(error.message)
        except LabelFileError as fault:
            if self.options.on_fault is None:
                raise
            self.options.on_fault(fault)


def write_bytes(path: Path, content: bytes) -> Path:
    """Write a file through a temporary one beside it, so that whoever looks finds the old file or the new one.

    A file that holds just this content already is left alone.
    """
    with suppress(OSError):
        if path.stat().st_size == len(content) and path.read_bytes() == content:
            return path
    with whole_file(path) as file:
        file.write(content)
    return path


def write_lines(path: Path, lines: Iterable[str]) -> Path:
    """Write a UTF-8 text file line by line, whole or not at all."""
    with whole_file(path) as file:
        for line in lines:
            file.write(line.encode())
    return path


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Open a file for writing that appears under its name only when all of it is written; its folder is made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(descriptor, "w+b") as file:
            yield file
        # Temporary files are for the owner alone; labels are ordinary files.
        Path(temporary).chmod(0o666 & ~_umask())
        Path(temporary).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(temporary).unlink()
        raise


def write_text(path: Path, content: str) -> Path:
    """Write a UTF-8 text file, see :func:`write_bytes`."""
    return write_bytes(path, content.encode())


def write_json(path: Path, value: object) -> Path:
    """Write a JSON file, see :func:`write_bytes`."""
    return write_text(path, json.dumps(value, ensure_ascii=False, allow_nan=False, indent=1) + "\n")


def json_lines(rows: Iterable[object]) -> Iterator[str]:
    """Yield the rows of a JSON list, each on a line, without the list's brackets."""
    separator = ""
    for row in rows:
        yield separator + json.dumps(row, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        separator = ",\n"
    if separator:
        yield "\n"


def files_below(folder: Path, suffix: str) -> Iterator[Path]:
    """Yield the files below a folder that end so, in the order of their paths, without holding them all.

    Links to folders are not followed. Where there is no folder there are no files.
    """
    if not folder.is_dir():
        return
    with os.scandir(folder) as entries:
        found = sorted(entries, key=lambda entry: entry.name)
    for entry in found:
        if entry.is_dir(follow_symlinks=False):
            yield from files_below(Path(entry.path), suffix)
        elif entry.name.endswith(suffix):
            yield Path(entry.path)


def read_text(path: Path) -> str:
    """Return a UTF-8 text file without the mark that some editors put before the text.

    Raises:
        LabelFileError: The file is missing, cannot be read, or is no text.
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        message = "there is no such file"
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
    except UnicodeDecodeError as error:
        message = f"is no text in UTF-8 (byte {error.start}); is it a damaged or another file?"
    raise LabelFileError(message, path)


def read_json(path: Path) -> Any:  # noqa: ANN401 - JSON is anything
    """Return what a JSON file holds.

    Raises:
        LabelFileError: The file cannot be read or is no JSON; the message names the line.
    """
    try:
        return json.loads(read_text(path))
    except json.JSONDecodeError as error:
        message = f"is no JSON: {error.msg} (column {error.colno}); was the file cut off?"
        raise LabelFileError(message, path, error.lineno) from None
    except RecursionError:
        message = "is nested too deeply to be labels"
        raise LabelFileError(message, path) from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
