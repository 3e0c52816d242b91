"""Ctrl-C and termination as a wish: the step at hand is finished and saved, then the run ends."""

from __future__ import annotations

import signal
import sys
import threading
from typing import TYPE_CHECKING, Any, Final, Self

if TYPE_CHECKING:
    from types import FrameType, TracebackType

__all__ = ["STOPPED_STATUS", "StopRequest"]

STOPPED_STATUS: Final = 130
"""Exit status of a run that was interrupted, as shells give it."""

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


class StopRequest:
    """While entered, the first signal sets ``requested``; a second one stops at once."""

    def __init__(self) -> None:
        """Nothing is requested yet."""
        self.requested = False
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Self:
        """Listen; outside the main thread, where Python allows no handlers, nothing is listened for."""
        if threading.current_thread() is threading.main_thread():
            self._before = {number: signal.signal(number, self._note) for number in _SIGNALS}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Put back what was there before."""
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _note(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        if self.requested:
            raise KeyboardInterrupt
        self.requested = True
        sys.stderr.write("\nstopping after this step; once more stops at once, without saving\n")
