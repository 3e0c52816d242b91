"""Photos that people leave, with their corrections, so that the reader becomes better: a labelled data set in a folder.

Nothing is kept unless the operator names a folder and the person turns it on. The folder holds ``photos/`` and
``labels.jsonl``, which is what ``tilesight label`` and ``tilesight dataset`` read. A photo is encoded anew before it is
written, so that nothing but the picture is kept: no place, no time, no name of a phone.
"""

from __future__ import annotations

import hashlib
import os
import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from vision.image import decode

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from vision.image import ImageLimits

__all__ = ["KeepingFullError", "KeptLimits", "KeptPhotos", "LabelsError"]

PHOTOS: Final = "photos"
PROVENANCE: Final = "phone page"
QUALITY: Final = 95
"""Of JPEG: what is lost is less than what a phone's own encoding lost."""

NAME_DIGITS: Final = 32
"""Of the hash that names a photo: the same photo sent again is the same file."""


class KeepingFullError(Exception):
    """The folder holds as much as it may."""


class LabelsError(ValueError):
    """The labels do not fit the photo; the message says what is wrong."""


@dataclass(frozen=True, slots=True)
class KeptLimits:
    """How much may be kept.

    Attributes:
        max_photos: Number of photos.
        max_bytes: Bytes of all photos together.
    """

    max_photos: int = 5_000
    max_bytes: int = 2_000_000_000


class KeptPhotos:
    """A folder of photos and labels. Used from several threads at once, by one process."""

    def __init__(self, folder: Path, limits: KeptLimits, image_limits: ImageLimits) -> None:
        """Name the folder; it is made when the first photo is kept."""
        self._folder = folder
        self._limits = limits
        self._image_limits = image_limits
        self._lock = threading.Lock()

    def count(self) -> int:
        """Return how many photos are kept."""
        return len(self._sizes())

    def is_full(self) -> bool:
        """Return whether another photo would be refused."""
        sizes = self._sizes()
        return len(sizes) >= self._limits.max_photos or sum(sizes.values()) >= self._limits.max_bytes

    def keep(self, photo: bytes, labels: Mapping[str, Any]) -> int:
        """Write a photo and its labels; a photo that is there already gets the new labels.

        Args:
            photo: The file as it was sent.
            labels: ``tiles`` as in the JSON of a record, boxes in pixels of the upright photo, and ``hand`` or None.

        Returns:
            How many photos are kept now.

        Raises:
            vision.errors.ImageError: It is no usable photo.
            LabelsError: The labels do not fit the photo.
            KeepingFullError: The folder holds as much as it may.
            OSError: The folder cannot be written.
        """
        name = f"{PHOTOS}/{hashlib.sha256(photo).hexdigest()[:NAME_DIGITS]}.jpg"
        picture, size_wh = _only_the_picture(photo, self._image_limits)
        line = _line_of(name, picture, size_wh, labels)
        with self._lock:
            sizes = self._sizes()
            is_new = name.rpartition("/")[2] not in sizes
            full = len(sizes) >= self._limits.max_photos or sum(sizes.values()) + len(picture) > self._limits.max_bytes
            if is_new and full:
                message = f"{len(sizes)} photos of {sum(sizes.values())} bytes are kept"
                raise KeepingFullError(message)
            # For nobody but the operator: photos of strangers' tables.
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            (self._folder / PHOTOS).mkdir(mode=0o700, exist_ok=True)
            _write_atomically(self._folder / name, picture)
            try:
                self._write_line(name, line)
            except OSError:
                # A photo without labels is of no use to anybody.
                if is_new:
                    (self._folder / name).unlink(missing_ok=True)
                raise
            return len(sizes) + is_new

    def _sizes(self) -> dict[str, int]:
        """Return the photos' file names and sizes."""
        with suppress(FileNotFoundError), os.scandir(self._folder / PHOTOS) as found:
            return {entry.name: entry.stat().st_size for entry in found if entry.name.endswith(".jpg")}
        return {}

    def _write_line(self, name: str, line: bytes) -> None:
        """Put a photo's line in the place of its line before, or at the end."""
        # Imported here, as everything of the data sets: what reads and scores starts without them.
        from datasets.formats.jsonl import FILE_NAME  # noqa: PLC0415

        path = self._folder / FILE_NAME
        before = path.read_bytes() if path.exists() else b""
        told = f'"path":"{name}"'.encode()
        others = [other for other in before.splitlines() if told not in other]
        _write_atomically(path, b"".join(other + b"\n" for other in others) + line)


def _only_the_picture(photo: bytes, limits: ImageLimits) -> tuple[bytes, tuple[int, int]]:
    """Return a JPEG of the upright picture and nothing else, and the picture's size."""
    import cv2  # noqa: PLC0415 - only where photos are kept

    image = decode(photo, limits)
    image_bgr, _ = image.bgr()
    _, encoded = cv2.imencode(".jpg", image_bgr, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return encoded.tobytes(), image.size_wh


def _line_of(name: str, picture: bytes, size_wh: tuple[int, int], labels: Mapping[str, Any]) -> bytes:
    """Return the line of ``labels.jsonl``."""
    from datasets.formats.errors import RecordError  # noqa: PLC0415 - see KeptPhotos._write_line
    from datasets.formats.jsonl import image_from_json, image_to_line  # noqa: PLC0415

    tiles = [{**tile, "box": _inside(tile["box"], size_wh)} for tile in labels["tiles"]]
    record = {
        "path": name,
        "width": size_wh[0],
        "height": size_wh[1],
        "sha256": hashlib.sha256(picture).hexdigest(),
        "tiles": tiles,
        "hand": labels.get("hand"),
        "provenance": PROVENANCE,
    }
    try:
        return image_to_line(image_from_json(record)).encode()
    except RecordError as error:
        raise LabelsError(error.message) from None


def _inside(box_xyxy: Sequence[float], size_wh: tuple[int, int]) -> list[float]:
    """Return a box cut to the picture; of one that lies outside no area is left, and no record takes it."""
    left, top, right, bottom = box_xyxy
    return [max(left, 0.0), max(top, 0.0), min(right, size_wh[0]), min(bottom, size_wh[1])]


def _write_atomically(path: Path, data: bytes) -> None:
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        unfinished.write_bytes(data)
        unfinished.replace(path)
    except OSError:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise
