"""What can go wrong with a label job as a whole; a photo that cannot be read is no error but is listed.

::

    LabelJobError(Exception)         .code, .message
    +-- SourceError                  bad_source          photos are named in a way that cannot be meant
    +-- OutFolderError               bad_out_folder      the folder can be none, belongs to another job, or one is at
                                                         work in it
    +-- OutUnwritableError           labels_unwritable   the disk is full, or the folder may not be written
    +-- WorkerError                  worker_died         workers cannot be kept alive
    +-- ClusterError                 cluster_unusable    Ray is not installed, or its cluster cannot be reached
"""

from __future__ import annotations

import errno
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

if TYPE_CHECKING:
    from collections.abc import Collection

__all__ = [
    "ClusterError",
    "LabelJobError",
    "OutFolderError",
    "OutUnwritableError",
    "SourceError",
    "WorkerError",
    "out_error",
]


class LabelJobError(Exception):
    """Base of all errors of a label job.

    Attributes:
        code: Stable machine-readable name.
        message: What is wrong and what to do about it, for people.
    """

    code: ClassVar[str] = "label_job_error"

    def __init__(self, message: str) -> None:
        """Keep the message for people."""
        super().__init__(message)
        self.message = message


class SourceError(LabelJobError):
    """Photos are named in a way that cannot be meant: nothing there, an empty pattern, two roots."""

    code: ClassVar[str] = "bad_source"


class OutFolderError(LabelJobError):
    """The output folder can be none, holds another job, or another process works in it."""

    code: ClassVar[str] = "bad_out_folder"


class OutUnwritableError(LabelJobError):
    """The output folder cannot be written. What was labelled before is kept."""

    code: ClassVar[str] = "labels_unwritable"

    def __init__(self, error: OSError, out: Path) -> None:
        """Say why, and that nothing is lost."""
        reason = error.strerror or str(error)
        super().__init__(
            f"{out} cannot be written ({reason}); nothing that was labelled is lost: make room, then give the same "
            "command again and it goes on from here"
        )


_NO_FOLDER: Final = frozenset({errno.EEXIST, errno.ENOTDIR, errno.EISDIR, errno.ELOOP})


def out_error(error: OSError, out: Path, also: Collection[int] = ()) -> OutFolderError | OutUnwritableError:
    """Return what is wrong with an output folder: that it can be none, or that it cannot be written now.

    Args:
        error: What the system says.
        out: The folder.
        also: More of the system's codes that mean that it can be none.
    """
    if error.errno not in _NO_FOLDER and error.errno not in also:
        return OutUnwritableError(error, out)
    where = "" if error.filename is None or Path(error.filename) == out else f", {error.filename!r} is in the way"
    return OutFolderError(f"{str(out)!r} cannot be the output folder ({error.strerror}{where}); choose another --out")


class WorkerError(LabelJobError):
    """Workers end as soon as they are started."""

    code: ClassVar[str] = "worker_died"


class ClusterError(LabelJobError):
    """Ray is not installed, cannot be started, or its cluster cannot be reached."""

    code: ClassVar[str] = "cluster_unusable"
