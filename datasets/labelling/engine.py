"""Engines: who reads the photos. The protocol, what an engine is given and what it answers.

An engine gets tasks and a way to open a reader, and answers one outcome for each task, in any order, each as soon as
it is there. It keeps nothing: the job stores every outcome before it asks for the next one. What is done with one
photo is the same for all engines: :class:`datasets.labelling.work.PhotoLabeller`. An engine makes one for each of its
workers and calls it with one task after the other::

    labeller = PhotoLabeller(open_reader())     # once for each worker
    outcome = labeller(task)                    # never raises for a bad photo

All values travel between processes and machines: they are picklable, and hold nothing but texts and numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from vision.detector import TileDetections
    from vision.image import ImageLimits, UprightImage
    from vision.reading import RackReading

__all__ = ["Engine", "Fault", "LabelReader", "OpenReader", "PhotoOutcome", "PhotoTask"]


class LabelReader(Protocol):
    """What reads a photo: injected, so that labelling knows no models. Used by one thread at a time."""

    @property
    def limits(self) -> ImageLimits:
        """How large a photo may be."""
        ...

    def read(self, image: UprightImage) -> tuple[RackReading, TileDetections | None]:
        """Return what a photo shows, and what the finder found in it where that is known.

        Raises:
            vision.errors.ImageError: It is no usable photo.
        """
        ...


OpenReader = Callable[[], LabelReader]
"""Opens a reader in a worker. It is sent there: a function of a module, or a ``functools.partial`` of one."""


@dataclass(frozen=True, slots=True)
class PhotoTask:
    """A photo to label.

    Attributes:
        path: Where it lies under the data set's root, with ``/`` between folders; names it in the outcome.
        file: Where it lies on the disk.
        known_sha256: Hash of the file whose labels are there already: one with this content is not read again.
    """

    path: str
    file: str
    known_sha256: str | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a photo has no labels: a stable code and a message for people."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class PhotoOutcome:
    """What came of one photo.

    Attributes:
        path: As in the task.
        sha256: Hash of the file's bytes; None where they could not be read.
        size: Bytes of the file.
        mtime_ns: When the file was last changed, in nanoseconds since 1970; unchanged means that both are.
        labels: JSON of a :class:`datasets.labelling.work.PhotoLabels`; None where there is a fault, and where known
            labels still hold.
        fault: Why there are no labels.
    """

    path: str
    sha256: str | None = None
    size: int = 0
    mtime_ns: int = 0
    labels: str | None = None
    fault: Fault | None = None

    @property
    def is_known(self) -> bool:
        """Whether the file has the content whose labels are known."""
        return self.labels is None and self.fault is None


class Engine(Protocol):
    """Has photos read by one or many workers."""

    def label(self, tasks: Sequence[PhotoTask], open_reader: OpenReader) -> Generator[PhotoOutcome, None, None]:
        """Yield one outcome for each task, in any order.

        Closing the iterator (also by leaving a ``for`` loop through an exception, Ctrl-C for instance) ends all work.

        Raises:
            vision.errors.ModelError: The reader cannot be opened.
            WorkerError: Workers cannot be kept alive.
        """
        ...
