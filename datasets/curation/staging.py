"""Pictures under new paths that no two share, as links: what a writer then copies or links to where it wants them."""

from __future__ import annotations

import hashlib
from pathlib import Path, PurePosixPath

from datasets.curation.errors import CurationError

__all__ = ["Staging", "hash_of_picture"]


class Staging:
    """A folder of links to pictures.

    Args:
        folder: An empty folder; it becomes the root of the data set.
    """

    def __init__(self, folder: Path) -> None:
        """Take the folder."""
        self.folder = folder
        self._taken: set[str] = set()

    def add(self, file: Path, path: str) -> str:
        """Link a picture under a path, and return the path it got.

        Where another picture has the path already, the beginning of the file's hash is added to the name.

        Raises:
            CurationError: The picture cannot be read.
        """
        wanted = PurePosixPath(path)
        if _key(wanted) in self._taken:
            wanted = wanted.with_name(f"{wanted.stem}-{hash_of_picture(file)[:8]}{wanted.suffix}")
        number = 2
        while _key(wanted) in self._taken:
            wanted = wanted.with_name(f"{PurePosixPath(path).stem}-{number}{wanted.suffix}")
            number += 1
        self._taken.add(_key(wanted))
        link = self.folder / wanted
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(file.resolve())
        return wanted.as_posix()


def hash_of_picture(file: Path) -> str:
    """Return the sha256 of a file.

    Raises:
        CurationError: It cannot be read.
    """
    try:
        with file.open("rb") as content:
            return hashlib.file_digest(content, "sha256").hexdigest()
    except OSError as error:
        message = f"the picture {file} cannot be read ({error.strerror or error}); restore it, or take its labels out"
        raise CurationError(message) from None


def _key(path: PurePosixPath) -> str:
    # Label files lose the suffix and the folder of pictures, and some disks do not tell A from a.
    return path.with_suffix("").as_posix().removeprefix("images/").casefold()
