"""A lock that a process holds as long as it lives, however it ends."""

from __future__ import annotations

import os
from typing import IO, TYPE_CHECKING

from datasets.labelling.errors import OutFolderError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["lock"]


def lock(path: Path) -> IO[bytes]:
    """Return an open file that nobody else can lock until it is closed.

    Raises:
        OutFolderError: Another process holds it.
        OSError: The file cannot be made.
    """
    file = path.open("ab")
    try:
        if os.name == "nt":
            import msvcrt  # noqa: PLC0415 - exists on Windows only

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        else:
            import fcntl  # noqa: PLC0415 - exists everywhere else

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        file.close()
        message = f"another process is at work in {path.parent.parent}; wait for it, or choose another --out"
        raise OutFolderError(message) from None
    except OSError:
        # A file system without locks: two jobs in one folder are the user's own affair there.
        return file
    return file
