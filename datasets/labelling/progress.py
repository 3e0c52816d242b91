"""How far a job is: for people on a terminal, with rate and time left, or for nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn
from rich.text import Text

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    from rich.progress import Task

__all__ = ["JobProgress", "Silence", "TerminalProgress"]

_REFRESH_PER_SECOND = 2
"""Drawing costs what reading photos could use."""

_RATE_OVER_SECONDS = 60.0


class JobProgress(Protocol):
    """Is told how far a job is. A context manager."""

    def __enter__(self) -> Self:
        """Begin."""
        ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End."""
        ...

    def begin(self, what: str, total: int) -> None:
        """Begin a step of so many photos or files."""
        ...

    def advance(self) -> None:
        """One more is done."""
        ...


class Silence:
    """Tells nobody."""

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End."""

    def begin(self, what: str, total: int) -> None:
        """Begin a step."""

    def advance(self) -> None:
        """One more is done."""


class TerminalProgress:
    """Draws a bar on standard error: how many of how many, photos a second, time left."""

    def __init__(self) -> None:
        """Draw nothing yet."""
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            _Rate(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            refresh_per_second=_REFRESH_PER_SECOND,
            speed_estimate_period=_RATE_OVER_SECONDS,
        )

    def __enter__(self) -> Self:
        """Begin to draw."""
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave the bars where they are."""
        self._progress.stop()

    def begin(self, what: str, total: int) -> None:
        """Draw a bar for a step."""
        self._step = self._progress.add_task(what, total=total)

    def advance(self) -> None:
        """Move the bar."""
        self._progress.advance(self._step)


class _Rate(ProgressColumn):
    def render(self, task: Task) -> Text:
        """Return photos a second."""
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:.1f}/s", "cyan")
