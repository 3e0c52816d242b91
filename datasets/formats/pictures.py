"""Where the pictures of labels lie: found, measured, and put beside the labels where someone wants them there."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from datasets.formats.errors import FormatError, PictureFileError
from vision.errors import ImageError
from vision.image import measure

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path, PurePath

    from datasets.formats.files import Place
    from datasets.formats.options import Pictures
    from datasets.formats.record import LabelledDataset, LabelledImage

__all__ = [
    "IMAGES",
    "PHOTO_SUFFIXES",
    "UNREAD_SUFFIXES",
    "VOC_IMAGES",
    "below_images",
    "find_pictures",
    "is_picture",
    "place_pictures",
    "size_of_picture",
    "unique_pictures",
    "without_collisions",
]

IMAGES: Final = "images"
"""The folder of pictures in most layouts."""

VOC_IMAGES: Final = "JPEGImages"

PHOTO_SUFFIXES: Final = (
    ".jpg", ".jpeg", ".jpe", ".jfif", ".png", ".webp", ".heic", ".heif", ".hif", ".avif",
)  # fmt: skip
"""Pictures that can be read; ``.hif`` is what cameras call HEIF."""

UNREAD_SUFFIXES: Final = (
    ".gif", ".bmp", ".tif", ".tiff", ".jxl", ".jp2", ".psd",
    ".dng", ".cr2", ".cr3", ".nef", ".arw", ".orf", ".raf", ".rw2", ".pef", ".srw",
)  # fmt: skip
"""Pictures that cannot: whoever looks for pictures says so instead of passing them over."""


def below_images(path: str) -> str:
    """Return a picture's path without a leading folder of pictures, so that written and read again it gets no second.

    >>> below_images("images/a/b.jpg"), below_images("JPEGImages/b.jpg"), below_images("a/images/b.jpg")
    ('a/b.jpg', 'b.jpg', 'a/images/b.jpg')
    """
    folder, _, rest = path.partition("/")
    return rest if rest and folder in {IMAGES, VOC_IMAGES} else path


def without_collisions(names: Mapping[str, str], what: str) -> Mapping[str, str]:
    """Return the file names that pictures get, if no two get the same one.

    Args:
        names: For each picture the name of its file in the format.
        what: What the files are, for the message.

    Raises:
        FormatError: Two pictures would share a file.
    """
    owners: dict[str, str] = {}
    for picture, name in names.items():
        # Also on disks that do not tell A from a.
        other = owners.setdefault(name.casefold(), picture)
        if other != picture:
            message = f"{other} and {picture} would share the {what} {name}; rename one of the two pictures"
            raise FormatError(message)
    return names


def is_picture(path: PurePath) -> bool:
    """Return whether a file is a picture by its name, be it one that cannot be read."""
    return path.suffix.lower() in {*PHOTO_SUFFIXES, *UNREAD_SUFFIXES}


def find_pictures(folder: Path) -> list[str]:
    """Return the paths of the pictures under a folder, sorted, hidden ones left out."""
    found = (path.relative_to(folder) for path in folder.rglob("*") if is_picture(path))
    return sorted(path.as_posix() for path in found if not any(part.startswith(".") for part in path.parts))


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
        return measure(path if content is None else content)
    except FileNotFoundError:
        message = f"the picture {path} is missing; its size is needed. Say where the pictures lie"
        place.report(message, PictureFileError)
    except (ImageError, OSError) as error:
        place.report(f"the picture {path} cannot be read: {error}", PictureFileError)
    return None


def unique_pictures(images: Iterable[LabelledImage], place: Place) -> tuple[LabelledImage, ...]:
    """Return the pictures, the first of those that have one path.

    Raises:
        LabelFileError: A picture is there twice, and nobody else is told.
    """
    unique: dict[str, LabelledImage] = {}
    for image in images:
        if unique.setdefault(image.path, image) is not image:
            place.report(f"the picture {image.path} is there twice; the first one counts")
    return tuple(unique.values())


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
    for image in dataset.images:
        source, target = dataset.root / image.path, targets[image.path]
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
