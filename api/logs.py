"""Structured logs: one JSON object a line on standard error."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING, Literal

import structlog

if TYPE_CHECKING:
    from typing import TextIO

__all__ = ["LogLevel", "Logger", "make_logger"]

LogLevel = Literal["debug", "info", "warning", "error"]
Logger = structlog.typing.FilteringBoundLogger


def make_logger(level: LogLevel = "info", stream: TextIO | None = None) -> Logger:
    """Return a logger that writes JSON lines to ``stream`` (standard error by default).

    Nothing global is configured: the logger carries its own processors, and is passed to whoever logs.
    """
    logger: Logger = structlog.wrap_logger(
        structlog.WriteLogger(stream or sys.stderr),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            # Without local variables: among them would be the photo.
            structlog.processors.ExceptionRenderer(structlog.tracebacks.ExceptionDictTransformer(show_locals=False)),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        cache_logger_on_first_use=True,
    )
    return logger
