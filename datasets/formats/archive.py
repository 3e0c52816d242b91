"""The files of a zip archive or of a folder, read the same way; nothing is unpacked."""

from __future__ import annotations

import zipfile
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from datasets.formats.errors import LabelFileError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

__all__ = ["Archive", "open_archive"]

MAX_MEMBER_BYTES: Final = 100_000_000
"""No picture or label file is larger unpacked; what says it is may be a bomb."""


@dataclass(frozen=True, slots=True)
class Archive:
    """Files by their names, with ``/`` between folders.

    Attributes:
        path: The archive or folder.
        files: For each name what gives its content.
    """

    path: Path
    files: Mapping[str, Callable[[], bytes]]

    def text(self, name: str) -> str:
        """Return a text file.

        Raises:
            LabelFileError: It is missing, damaged or no text.
        """
        try:
            return self.content(name).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            message = f"is no text in UTF-8 (byte {error.start}); is it a damaged or another file?"
            raise LabelFileError(message, self.path / name) from None

    def content(self, name: str) -> bytes:
        """Return a file's bytes.

        Raises:
            LabelFileError: It is missing or damaged.
        """
        try:
            return self.files[name]()
        except KeyError:
            message = "there is no such file"
        except (OSError, zipfile.BadZipFile, RuntimeError, NotImplementedError) as error:
            # Zip files raise RuntimeError for a password, NotImplementedError for a rare compression.
            message = f"cannot be read: {error}"
        raise LabelFileError(message, self.path / name)


@contextmanager
def open_archive(path: Path) -> Iterator[Archive]:
    """Open the files of a zip archive or a folder.

    Raises:
        LabelFileError: There is none, it is damaged, or it promises too much.
    """
    if path.is_dir():
        files = sorted(file for file in path.rglob("*") if file.is_file())
        yield Archive(path, {file.relative_to(path).as_posix(): file.read_bytes for file in files})
        return
    try:
        opened = zipfile.ZipFile(path)
    except (OSError, zipfile.BadZipFile) as error:
        message = f"is no zip archive: {error}"
        raise LabelFileError(message, path) from None
    with opened:
        members = [member for member in opened.infolist() if not member.is_dir()]
        for member in members:
            if member.file_size > MAX_MEMBER_BYTES:
                message = f"{member.filename} has {member.file_size:,} bytes unpacked, which no label or picture has"
                raise LabelFileError(message, path)
        yield Archive(path, {member.filename: partial(opened.read, member) for member in members})
