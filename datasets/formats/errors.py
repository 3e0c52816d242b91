"""What can be wrong with labels and the files they lie in.

::

    LabelError(ValueError)            .code, .message
    +-- RecordError                   bad_record        a value that no label may have
    +-- LabelFileError                bad_label_file    .path, .line: a file is not what its format says
    |   +-- BoxOutsideError                             a box reaches out of its picture
    |   +-- PictureFileError                            the picture of labels is missing or damaged
    +-- ClassMapError                 bad_class_map     .path, .line: a class map cannot be used
    +-- FormatError                   bad_format        a format that does not exist, or cannot hold this data set
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from pathlib import Path

__all__ = [
    "BoxOutsideError",
    "ClassMapError",
    "FormatError",
    "LabelError",
    "LabelFileError",
    "PictureFileError",
    "RecordError",
]


class LabelError(ValueError):
    """Base of all errors of labels.

    Attributes:
        code: Stable machine-readable name.
        message: What is wrong and what to do about it, for people.
    """

    code: ClassVar[str] = "label_error"

    def __init__(self, message: str) -> None:
        """Keep the message for people."""
        super().__init__(message)
        self.message = message


class RecordError(LabelError):
    """A label or a picture has a value that none may have."""

    code: ClassVar[str] = "bad_record"


class _PlacedError(LabelError):
    """An error with the place where it is; the message begins with ``path:line``."""

    def __init__(self, message: str, path: Path, line: int | None = None) -> None:
        """Keep the place and say it first."""
        super().__init__(f"{path}: {message}" if line is None else f"{path}:{line}: {message}")
        self.path = path
        self.line = line


class LabelFileError(_PlacedError):
    """A label file is missing, damaged or not what its format says.

    Attributes:
        path: The file.
        line: The line in it, counted from 1, or None where a file has no useful lines.
    """

    code: ClassVar[str] = "bad_label_file"


class BoxOutsideError(LabelFileError):
    """A box reaches out of its picture; who is told of faults gets the label all the same."""


class PictureFileError(LabelFileError):
    """The picture of labels is missing or damaged, and its size is needed."""


class ClassMapError(_PlacedError):
    """A class map cannot be read or does not say what it has to.

    Attributes:
        path: The file.
        line: The line in it, counted from 1, or None.
    """

    code: ClassVar[str] = "bad_class_map"


class FormatError(LabelError):
    """There is no such format, or it cannot hold this data set."""

    code: ClassVar[str] = "bad_format"
