"""One way for all training commands to say what went wrong: a line on stderr and an exit status, no stack trace.

Errors of data and files (:class:`ValueError`, :class:`OSError`, the runtime's own) carry messages that say what to do.
Anything else is a fault of the program and keeps its trace.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from models.training.stopping import STOPPED_STATUS
from vision.errors import VisionError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["FAILED_STATUS", "run_command"]

FAILED_STATUS: Final = 2


def run_command(work: Callable[[], None]) -> int:
    """Do the work and return the exit status."""
    try:
        work()
    except (ValueError, OSError, VisionError) as error:
        # An OSError of ours has its message as second argument, as those of the system have.
        text = error.strerror if isinstance(error, OSError) and error.filename is None and error.strerror else error
        sys.stderr.write(f"error: {text}\n")
        return FAILED_STATUS
    except KeyboardInterrupt:
        sys.stderr.write("stopped; the same command goes on from the last checkpoint\n")
        return STOPPED_STATUS
    return 0
