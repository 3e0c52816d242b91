"""The web server that ``tilesight serve`` runs: announced on standard output, its log in the service's own."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

import uvicorn

from api.logs import make_logger
from api.main import create_app

if TYPE_CHECKING:
    import socket

    from api.logs import Logger
    from api.settings import Settings

__all__ = ["run_server"]


def run_server(settings: Settings, listener: socket.socket) -> None:
    """Serve until a signal ends it.

    Args:
        settings: What the operator chose.
        listener: A bound socket; the caller closes it.
    """
    logger = make_logger(settings.log_level)
    _forward_server_log(logger, settings)
    config = uvicorn.Config(
        create_app(settings, logger=logger),
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=settings.shutdown_s,
    )
    _AnnouncedServer(config, _address_of(listener)).run(sockets=[listener])


class _AnnouncedServer(uvicorn.Server):
    """Says on standard output where it listens, as soon as it does: a program that waits for it can connect at once."""

    def __init__(self, config: uvicorn.Config, address: str) -> None:
        super().__init__(config)
        self._address = address

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            sys.stdout.write(f"Tilesight serves {self._address} - stop it with Ctrl-C\n")
            sys.stdout.flush()


def _address_of(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class _Forward(logging.Handler):
    """Puts the web server's own records into the structured log."""

    def __init__(self, logger: Logger) -> None:
        super().__init__()
        self._logger = logger

    def emit(self, record: logging.LogRecord) -> None:
        self._logger.log(record.levelno, "server", message=record.getMessage(), exc_info=record.exc_info)


def _forward_server_log(logger: Logger, settings: Settings) -> None:
    server_log = logging.getLogger("uvicorn")
    server_log.handlers = [_Forward(logger)]
    server_log.setLevel(settings.log_level.upper())
    server_log.propagate = False
