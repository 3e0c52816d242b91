"""What was written into the output folder, remembered so that a person's edits are told from our own files.

For every format: its files with their hashes, where in the journal each picture's labels stood when they were written,
and how they were written. From that the files can be made anew exactly as they were, and held against what a person
made of them.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final

from datasets.formats.class_map import ClassMap
from datasets.formats.files import write_json
from datasets.formats.names import PICTURE_FOLDERS
from datasets.formats.options import WriteOptions

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["FileStamp", "Publication", "Published", "hash_of", "label_files"]

FILE_NAME: Final = "published.json"
_CHUNK_BYTES: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class FileStamp:
    """A label file as it was written.

    Attributes:
        sha256: Hash of its bytes.
        size: Bytes.
        mtime_ns: When it was written; a file with the same size and time is taken as unchanged without reading it.
    """

    sha256: str
    size: int
    mtime_ns: int

    @classmethod
    def of(cls, path: Path) -> FileStamp:
        """Return a file's stamp."""
        status = path.stat()
        return cls(hash_of(path), status.st_size, status.st_mtime_ns)

    def holds_for(self, path: Path) -> bool:
        """Return whether a file that exists is still as it was written."""
        status = path.stat()
        return (self.size, self.mtime_ns) == (status.st_size, status.st_mtime_ns) or (
            self.size == status.st_size and self.sha256 == hash_of(path)
        )


@dataclass(frozen=True, slots=True)
class Publication:
    """How a format was written.

    Attributes:
        offsets: For each picture where its labels stand in the journal.
        files: Each label file, by its path in the format's folder.
        classes: The class map.
        options: How labels were written.
    """

    offsets: dict[str, int]
    files: dict[str, FileStamp]
    classes: ClassMap
    options: WriteOptions


@dataclass(slots=True)
class Published:
    """Everything that was written, kept in a file.

    Attributes:
        path: The file.
        formats: What was written, by format.
        pending: What was being moved into place when the process ended, by format.
    """

    path: Path
    formats: dict[str, Publication] = field(default_factory=dict)
    pending: dict[str, Publication] = field(default_factory=dict)

    @classmethod
    def load(cls, folder: Path) -> Published:
        """Read what is remembered in a folder; nothing if nothing was written there."""
        path = folder / FILE_NAME
        if not path.is_file():
            return cls(path)
        value = json.loads(path.read_text(encoding="utf-8"))
        parts = [{name: _publication(one) for name, one in value[key].items()} for key in ("formats", "pending")]
        return cls(path, *parts)

    def save(self) -> None:
        """Remember everything, whole or not at all."""
        parts = {"formats": self.formats, "pending": self.pending}
        write_json(self.path, {key: {name: _to_json(one) for name, one in part.items()} for key, part in parts.items()})


def hash_of(path: Path) -> str:
    """Return the sha256 of a file."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK_BYTES):
            digest.update(chunk)
    return digest.hexdigest()


def label_files(folder: Path) -> Iterator[str]:
    """Yield the paths of all label files below a format's folder; pictures that come along are none."""
    for path in sorted(folder.rglob("*")):
        relative = path.relative_to(folder)
        if path.is_file() and relative.parts[0] not in PICTURE_FOLDERS.values():
            yield relative.as_posix()


def _to_json(publication: Publication) -> dict[str, Any]:
    return {
        "offsets": publication.offsets,
        "files": {name: [stamp.sha256, stamp.size, stamp.mtime_ns] for name, stamp in publication.files.items()},
        "classes": publication.classes.entries,
        "options": asdict(publication.options),
    }


def _publication(value: dict[str, Any]) -> Publication:
    return Publication(
        value["offsets"],
        {name: FileStamp(*stamp) for name, stamp in value["files"].items()},
        ClassMap(tuple((code, name) for code, name in value["classes"])),
        WriteOptions(**value["options"]),
    )
