"""Which photos are meant: files, folders with all below them, patterns, and lists of these."""

from __future__ import annotations

import os
import re
import sys
from collections import deque
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from datasets.formats.pictures import PHOTO_SUFFIXES, UNREAD_SUFFIXES
from datasets.labelling.engine import PhotoTask
from datasets.labelling.errors import SourceError
from datasets.labelling.layout import holds_job
from engine.wording import quantity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["STANDARD_INPUT", "Sources", "find_photos"]

STANDARD_INPUT: Final = "-"
_LIST_MARK: Final = "@"
_COMMENT_MARK: Final = "#"
_PATTERN_SIGNS: Final = frozenset("*?[")


@dataclass(frozen=True, slots=True)
class Sources:
    """The photos to label.

    Attributes:
        root: The folder under which all of them lie; paths in labels are relative to it.
        tasks: The photos, sorted by path, none twice.
        skipped: Pictures in what was named that are of no kind that can be read, sorted.
    """

    root: Path
    tasks: tuple[PhotoTask, ...]
    skipped: tuple[Path, ...] = ()


def find_photos(
    named: Sequence[str], lists: Sequence[Path] = (), *, root: Path | None = None, leave_out: Path | None = None
) -> Sources:
    """Return the photos that are meant.

    Args:
        named: Files, folders, patterns (``**`` for folders of any depth), ``@FILE`` for a text file with one of these
            a line, ``-`` for such lines on standard input. From folders and patterns files are taken by their
            endings; a file that is named itself may be called anything.
        lists: More such text files.
        root: The folder that paths in labels are relative to; by default the nearest one that holds all photos.
        leave_out: A folder in which no photos are looked for: the one that labels are written to. Those of other label
            jobs are left out too; pictures in them are copies.

    Raises:
        SourceError: Something named is not there, holds no photos, or lies outside the root.
    """
    found: dict[Path, None] = {}
    skipped: set[Path] = set()
    folders: set[Path] = set()
    for word, is_listed in _words(named, lists):
        for file, folder in _expand(word, leave_out and _absolute(leave_out), is_listed=is_listed):
            if file is not None and file.is_unread:
                skipped.add(file.path)
                continue
            folders.add(folder)
            if file is not None:
                found[file.path] = None
    # What is named itself is meant, and tried.
    unread = tuple(sorted(skipped - found.keys()))
    if not found:
        out = leave_out and _absolute(leave_out)
        raise SourceError(_nothing(unread, out if out in folders else None))
    base = _absolute(root) if root is not None else Path(os.path.commonpath(folders))
    tasks = sorted((_task(file, base) for file in found), key=lambda task: task.path)
    return Sources(base, tuple(tasks), unread)


def _nothing(unread: Sequence[Path], out: Path | None) -> str:
    """Return why there are no photos; ``out`` is the output folder where it was named as theirs."""
    if out is not None:
        return f"the photos in {str(out)!r} are left out, since labels are to be written there; choose another --out"
    suffixes = ", ".join(PHOTO_SUFFIXES)
    message = f"there are no photos ({suffixes}) in what was named, output folders left out"
    if unread:
        return f"{message}, but {quantity(len(unread), 'picture')} such as {unread[0].name!r}; save them as JPEG or PNG"
    return f"{message}; name files or folders that have some"


def _words(named: Sequence[str], lists: Sequence[Path]) -> Iterator[tuple[str, bool]]:
    """Yield what is named, and whether it stands in a list."""
    for word in named:
        if word == STANDARD_INPUT:
            yield from ((line, True) for line in _lines(sys.stdin))
        elif word.startswith(_LIST_MARK) and not Path(word).exists():
            yield from ((line, True) for line in _read_list(Path(word[1:])))
        else:
            yield word, False
    for path in lists:
        yield from ((line, True) for line in _read_list(path))


def _read_list(path: Path) -> list[str]:
    try:
        return _lines(path.read_text(encoding="utf-8-sig").splitlines())
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text in UTF-8"
        name = repr(str(path))
        message = f"the list {name} cannot be read ({reason}); give a text file with one photo or folder a line"
        raise SourceError(message) from None


def _lines(lines: Iterable[str]) -> list[str]:
    """Return what a list names: no empty lines, no comments."""
    words = (line.strip() for line in lines)
    # A program that lists files knows no comments: "#1.jpg" is meant where it is there.
    return [word for word in words if word and (not word.startswith(_COMMENT_MARK) or _exists(word))]


def _exists(word: str) -> bool:
    """Return whether there is a file or folder; a word may also be too long for a name."""
    return os.path.exists(word)  # noqa: PTH110 - Path.exists raises for what can be no name


@dataclass(frozen=True, slots=True)
class _File:
    """A file that is meant, and whether it is a picture of a kind that cannot be read."""

    path: Path
    is_unread: bool = False


def _picture(path: Path) -> _File | None:
    """Return a file from a folder or pattern if it is a picture by its name."""
    suffix = path.suffix.lower()
    if suffix in PHOTO_SUFFIXES:
        return _File(path)
    return _File(path, is_unread=True) if suffix in UNREAD_SUFFIXES else None


def _expand(word: str, leave_out: Path | None, *, is_listed: bool) -> Iterator[tuple[_File | None, Path]]:
    """Yield the files that a word means, each with the folder that it makes part of the data set."""
    path = _absolute(Path(word))
    if os.path.isdir(path):  # noqa: PTH112 - see _exists
        yield None, path
        yield from ((file, path) for file in _walk(path, leave_out))
    elif _exists(str(path)) or (is_listed and not _PATTERN_SIGNS & set(word)):
        # What a list names and is not there is one photo among many: it is reported with those that cannot be read.
        yield _File(path), path.parent
    elif _PATTERN_SIGNS & set(word):
        matches = _match(path)
        if not matches:
            message = f"nothing matches the pattern {word!r}; check it, and put it in quotes"
            raise SourceError(message)
        for match in matches:
            if match.is_dir():
                yield from ((file, match) for file in _walk(match, leave_out))
            elif (file := _picture(match)) is not None and not _inside(match, leave_out):
                yield file, match.parent
    else:
        message = f"there is no file or folder {word!r}; check its name"
        raise SourceError(message)


def _match(pattern: Path) -> list[Path]:
    """Return what a pattern matches, sorted. ``**`` follows no links to folders: those that go round never end."""
    depth = next(index for index, part in enumerate(pattern.parts) if _PATTERN_SIGNS & set(part))
    base = Path(*pattern.parts[:depth])
    # Within a name two stars are one, as in shells; pathlib refuses them.
    rest = [part if part == "**" else re.sub(r"\*+", "*", part) for part in pattern.parts[depth:]]
    if not base.is_dir():
        return []
    takes_hidden = any(part.startswith(".") for part in rest)
    of_jobs = cache(holds_job)
    return sorted(
        match
        for match in base.glob("/".join(rest))
        if (takes_hidden or not any(part.startswith(".") for part in match.relative_to(base).parts))
        and not any(of_jobs(folder) for folder in match.parents if folder.is_relative_to(base))
    )


def _walk(folder: Path, leave_out: Path | None) -> Iterator[_File]:
    """Yield the pictures below a folder. Links to folders are followed, but none into a folder that was seen.

    They are followed last: photos are called by the folder that they lie in, whatever links to it are made later.
    """
    visited: set[tuple[int, int]] = set()
    waiting = deque([folder])
    while waiting:
        for here, folders, files in os.walk(waiting.popleft(), onerror=_refuse):
            status = Path(here).stat()
            if (status.st_dev, status.st_ino) in visited or Path(here) == leave_out or holds_job(Path(here)):
                folders.clear()
                continue
            visited.add((status.st_dev, status.st_ino))
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            waiting.extend(link for name in folders if (link := Path(here, name)).is_symlink())
            for name in sorted(files):
                if not name.startswith(".") and (file := _picture(Path(here, name))) is not None:
                    yield file


def _refuse(error: OSError) -> None:
    name = repr(str(error.filename))
    message = f"the folder {name} cannot be read ({error.strerror}); change its permissions or name others"
    raise SourceError(message)


def _task(file: Path, root: Path) -> PhotoTask:
    try:
        path = file.relative_to(root).as_posix()
    except ValueError:
        message = f"{str(file)!r} lies outside {str(root)!r}; choose another --root"
        raise SourceError(message) from None
    # A name that is no UTF-8 gets a path that records refuse, so that it is told with the photos that cannot be read.
    return PhotoTask(path.encode(errors="backslashreplace").decode(), str(file))


def _absolute(path: Path) -> Path:
    """Return a path without dots and doubled slashes; links stay, since names should be those that people know."""
    return Path(os.path.abspath(path))  # noqa: PTH100 - Path.resolve follows links


def _inside(path: Path, folder: Path | None) -> bool:
    return folder is not None and path.is_relative_to(folder)
