"""The page's files as they are served: read once, compressed once, under a path that names their contents.

All files together have a version, a hash of their names and contents. Under ``/static/<version>/`` a browser may keep
them for good, and as modules import each other by relative paths it never mixes two versions. Under ``/static/`` they
are there too, to be asked for each time.
"""

from __future__ import annotations

import gzip
import hashlib
import posixpath
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["StaticFile", "StaticTree", "read_static_tree"]

MEDIA_TYPES: Final[Mapping[str, str]] = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
}
"""What the page is made of. Said here, because the system's own table differs from machine to machine."""

OTHER_MEDIA_TYPE: Final = "text/plain; charset=utf-8"
"""Licences and notes."""

COMPRESSED: Final = frozenset({".css", ".html", ".js", ".json", ".svg", ".webmanifest"})
VERSION_DIGITS: Final = 12

FIRST_MODULE: Final = "app.js"
IMPORT: Final = re.compile(r"""^(?:import|export|\})(?:[^"';]*\bfrom\s+|\s+)["'](\.[^"']+)["'];?\s*$""", re.MULTILINE)
"""An import at the top of a module, or the last line of one over several; not ``import()`` within a function."""


@dataclass(frozen=True, slots=True)
class StaticFile:
    """One file.

    Attributes:
        content: Its bytes.
        compressed: The same by gzip, None where that makes nothing smaller.
        media_type: For the header ``Content-Type``.
        etag: For the header ``ETag``.
    """

    content: bytes
    compressed: bytes | None
    media_type: str
    etag: str


@dataclass(frozen=True, slots=True)
class StaticTree:
    """All files, by their path below the folder, with ``/`` between its parts.

    Attributes:
        version: Changes with any file.
        files: The files.
        stamp: Names, sizes and times of the files when they were read: tells cheaply whether to read them again.
        modules: Paths of ``app.js`` and all modules it imports, directly or not, except those that are fetched when
            they are first needed.
    """

    version: str
    files: Mapping[str, StaticFile]
    stamp: int
    modules: tuple[str, ...]


def read_static_tree(folder: Path, known: StaticTree | None = None) -> StaticTree:
    """Return the files of a folder and all below it, what is hidden or made by Python left out.

    Args:
        folder: The folder.
        known: What was read before; answered again while no file has changed.
    """
    found = {path.relative_to(folder): path for path in sorted(folder.rglob("*")) if path.is_file()}
    paths = {
        name.as_posix(): path
        for name, path in found.items()
        if not any(part.startswith((".", "__")) for part in name.parts)
    }
    stamp = hash(tuple((name, (facts := path.stat()).st_size, facts.st_mtime_ns) for name, path in paths.items()))
    if known is not None and known.stamp == stamp:
        return known
    files = {name: _read_file(path) for name, path in paths.items()}
    summary = "".join(f"{name} {file.etag}\n" for name, file in files.items())
    version = hashlib.sha256(summary.encode()).hexdigest()[:VERSION_DIGITS]
    return StaticTree(version, files, stamp, _modules(files, FIRST_MODULE))


def _modules(files: Mapping[str, StaticFile], first: str) -> tuple[str, ...]:
    """Return a module and what it imports, in the order in which a browser would find them."""
    found = [first] if first in files else []
    for name in found:
        for target in IMPORT.findall(files[name].content.decode()):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(name), target))
            if path in files and path not in found:
                found.append(path)
    return tuple(found)


def _read_file(path: Path) -> StaticFile:
    content = path.read_bytes()
    suffix = path.suffix.lower()
    compressed = gzip.compress(content, mtime=0) if suffix in COMPRESSED else None
    if compressed is not None and len(compressed) >= len(content):
        compressed = None
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    return StaticFile(content, compressed, MEDIA_TYPES.get(suffix, OTHER_MEDIA_TYPE), etag)
