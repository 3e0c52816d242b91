"""What commands print, and how they end: exit statuses, JSON documents, failures in one line.

Standard output carries the answer and nothing else; whatever else there is to say goes to standard error.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Annotated, Any, Final, NoReturn

import typer

from engine.errors import CardError, EngineError, NotationError, SettlementError
from vision.errors import ModelError, VisionError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "NO_HAND",
    "NO_TILES",
    "ExitStatus",
    "Failure",
    "JsonOption",
    "answering",
    "end_at_broken_pipe",
    "end_at_unusable_output",
    "failure_of",
    "print_document",
    "report",
]

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON on standard output, and nothing else.")]


class ExitStatus(IntEnum):
    """How a command ended."""

    ANSWERED = 0
    UNANSWERABLE = 1
    """The photo or hand cannot be answered: no tiles, invalid hand."""
    USAGE = 2
    ENVIRONMENT = 3
    """A model file is missing or damaged, a port is taken."""
    INTERRUPTED = 130
    BROKEN_PIPE = 141


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no answer.

    Attributes:
        code: Stable machine-readable name.
        message: What is wrong and what to do, for people.
        status: The exit status it leads to.
        details: Where the fault is, for programs.
    """

    code: str
    message: str
    status: ExitStatus
    details: Mapping[str, object] = field(default_factory=dict)

    def document(self) -> dict[str, Any]:
        """Return the failure as a JSON object."""
        return {"error": {"code": self.code, "message": self.message, **self.details}}


NO_TILES: Final = Failure(
    "no_tiles",
    "no tiles were found in the photo; photograph the tiles from above, all of them in the picture, in good light",
    ExitStatus.UNANSWERABLE,
)

NO_HAND: Final = Failure(
    "no_hand",
    "tiles were found, but no hand among them: all lie loose; photograph the rack from nearer, or give --hand",
    ExitStatus.UNANSWERABLE,
)


def failure_of(error: Exception) -> Failure:
    """Return the failure behind an expected exception."""
    if isinstance(error, ModelError):
        return Failure(error.code, error.message, ExitStatus.ENVIRONMENT)
    if isinstance(error, VisionError):
        return Failure(error.code, error.message, ExitStatus.UNANSWERABLE)
    if isinstance(error, EngineError):
        return _engine_failure(error)
    if isinstance(error, ImportError):
        message = f"a package that Tilesight needs cannot be loaded ({error}); install Tilesight again"
        return Failure("package_unusable", message, ExitStatus.ENVIRONMENT)
    if isinstance(error, OSError):
        return Failure("file_unusable", _file_message(error), ExitStatus.UNANSWERABLE)
    raise TypeError(error)


def _file_message(error: OSError) -> str:
    """Return what is wrong with a file and what to do."""
    reason = error.strerror or str(error)
    if not error.filename:
        return f"a file cannot be read ({reason}); try a copy of it"
    name = repr(str(error.filename))
    if isinstance(error, FileNotFoundError):
        return f"there is no file {name}; check its name and folder"
    if isinstance(error, IsADirectoryError):
        return f"{name} is a folder; name the files in it"
    if isinstance(error, PermissionError):
        return f"{name} may not be opened; change its permissions or use a copy"
    return f"{name} cannot be used ({reason}); try a copy of it"


def _engine_failure(error: EngineError) -> Failure:
    from engine.interchange import error_to_json  # noqa: PLC0415 - numpy and the scoring libraries

    # Whatever else the engine does not take was said by options of the command line, or is no request at all.
    unanswerable = isinstance(error, NotationError | SettlementError | CardError)
    status = ExitStatus.UNANSWERABLE if unanswerable else ExitStatus.USAGE
    document: Any = error_to_json(error)["error"]
    details = {name: value for name, value in document.items() if name not in {"code", "message"}}
    return Failure(error.code, error.message, status, details)


@contextmanager
def answering(*, as_json: bool) -> Iterator[None]:
    """Report expected exceptions of the body and end with their exit status."""
    try:
        yield
    except (VisionError, EngineError, OSError, ImportError) as error:
        failure = failure_of(error)
        report(failure)
        if as_json:
            print_document(failure.document())
        raise typer.Exit(failure.status) from None


def report(failure: Failure, about: str | None = None) -> None:
    """Say on standard error why there is no answer, and to which of several files, where the message does not."""
    which = f"{about}: " if about is not None and repr(about) not in failure.message else ""
    sys.stderr.write(f"tilesight: {which}{failure.message} [{failure.code}]\n")


def print_document(document: Mapping[str, Any]) -> None:
    """Print a JSON document as one line, at once: the reader may be a program that waits for it."""
    try:
        sys.stdout.write(json.dumps(document, ensure_ascii=False, allow_nan=False) + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        end_at_broken_pipe()
    except OSError as error:
        end_at_unusable_output(error)


def end_at_broken_pipe() -> NoReturn:
    """End the command without a word: whoever read its answer has gone."""
    _drop_output()
    raise typer.Exit(ExitStatus.BROKEN_PIPE)


def end_at_unusable_output(error: OSError) -> NoReturn:
    """End the command because its answer cannot be written: the disk is full, say."""
    message = f"the answer cannot be written ({error.strerror or error}); make room or write it elsewhere"
    report(Failure("output_unusable", message, ExitStatus.ENVIRONMENT))
    _drop_output()
    raise typer.Exit(ExitStatus.ENVIRONMENT)


def _drop_output() -> None:
    # The interpreter flushes once more when it ends, and would complain.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
