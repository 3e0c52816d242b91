"""Where the pictures of labels lie: found, measured, and put beside the labels where someone wants them there."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from datasets.formats.errors import FormatError, PictureFileError
from vision.errors import ImageError
from vision.image import measure

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path, PurePath

    from datasets.formats.files import Place
    from datasets.formats.options import Pictures
    from datasets.formats.record import LabelledDataset

__all__ = [
    "PHOTO_SUFFIXES",
    "UNREAD_SUFFIXES",
    "check_is_file",
    "find_pictures",
    "is_picture",
    "place_pictures",
    "size_of_picture",
]

PHOTO_SUFFIXES: Final = (
    ".jpg", ".jpeg", ".jpe", ".jfif", ".png", ".webp", ".heic", ".heif", ".hif", ".avif",
)  # fmt: skip
"""Pictures that can be read; ``.hif`` is what cameras call HEIF."""

UNREAD_SUFFIXES: Final = (
    ".gif", ".bmp", ".tif", ".tiff", ".jxl", ".jp2", ".psd",
    ".dng", ".cr2", ".cr3", ".nef", ".arw", ".orf", ".raf", ".rw2", ".pef", ".srw",
)  # fmt: skip
"""Pictures that cannot: whoever looks for pictures says so instead of passing them over."""


def is_picture(path: PurePath) -> bool:
    """Return whether a file is a picture by its name, be it one that cannot be read."""
    return path.suffix.lower() in {*PHOTO_SUFFIXES, *UNREAD_SUFFIXES}


def find_pictures(folder: Path) -> list[str]:
    """Return the paths of the pictures under a folder, sorted; hidden ones and folders with such names left out."""
    found = (path.relative_to(folder) for path in folder.rglob("*") if is_picture(path) and not path.is_dir())
    return sorted(path.as_posix() for path in found if not any(part.startswith(".") for part in path.parts))


def check_is_file(path: Path) -> os.stat_result:
    """Return the status of a file before it is read: a pipe that nobody writes to would be waited for without end.

    Raises:
        OSError: It is not there, or neither file nor folder.
    """
    status = path.stat()
    if not (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)):
        raise OSError(errno.EINVAL, "it is a pipe, a socket or a device, not a file", str(path))
    return status


def size_of_picture(path: Path, place: Place, content: bytes | None = None) -> tuple[tuple[int, int], int] | None:
    """Return width and height of an upright picture and its EXIF orientation, None when that failed and was reported.

    Args:
        path: The picture.
        place: Who needs its size.
        content: What the file holds, where it lies in an archive.

    Raises:
        LabelFileError: The picture is missing or damaged, and nobody else is told.
    """
    try:
        if content is None:
            check_is_file(path)
        return measure(path if content is None else content)
    except FileNotFoundError:
        message = f"the picture {path} is missing; its size is needed. Say where the pictures lie"
        place.report(message, PictureFileError)
    except (ImageError, OSError) as error:
        place.report(f"the picture {path} cannot be read: {error}", PictureFileError)
    return None


def place_pictures(dataset: LabelledDataset, targets: Mapping[str, Path], how: Pictures) -> list[Path]:
    """Put the pictures of a data set where a format wants them; return where they are.

    Args:
        dataset: The data set.
        targets: For each picture's path where it is to lie.
        how: Not at all, as copies, or as links.

    Raises:
        FormatError: A picture is missing.
    """
    if how == "none":
        return []
    placed = []
    for path in dataset.paths:
        source, target = dataset.root / path, targets[path]
        if not source.is_file():
            message = f"the picture {source} is missing; it was to be put beside its labels"
            raise FormatError(message)
        if not (target.exists() and source.samefile(target)):
            target.parent.mkdir(parents=True, exist_ok=True)
            _put(source, target, how)
        placed.append(target)
    return placed


def _put(source: Path, target: Path, how: Pictures) -> None:
    # Beside its place first: who is interrupted leaves no half a picture under the right name.
    temporary = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        if how == "link":
            temporary.symlink_to(source.resolve())
        else:
            shutil.copyfile(source, temporary)
        temporary.replace(target)
    finally:
        with suppress(OSError):
            temporary.unlink()
