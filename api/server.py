"""The web server that ``tilesight serve`` runs: announced on standard output, its log in the service's own."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

import uvicorn

from api.invitation import draw_qr_code, invite
from api.logs import make_logger
from api.main import create_app

if TYPE_CHECKING:
    import socket

    from api.certificates import Certificates
    from api.invitation import Invitation
    from api.logs import Logger
    from api.settings import Settings

__all__ = ["run_server"]


def run_server(settings: Settings, listener: socket.socket, certificates: Certificates | None = None) -> None:
    """Serve until a signal ends it.

    Args:
        settings: What the operator chose.
        listener: A bound socket; the caller closes it.
        certificates: Those to speak HTTPS with; None speaks HTTP.
    """
    logger = make_logger(settings.log_level)
    _forward_server_log(logger, settings)
    app = create_app(settings, logger=logger)
    app.state.service.authority = certificates.authority if certificates else None
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=settings.shutdown_s,
        ssl_certfile=certificates.server if certificates else None,
        ssl_keyfile=certificates.server_key if certificates else None,
    )
    host, port = listener.getsockname()[:2]
    invitation = invite(host, port, https=certificates is not None, keep=settings.keep)
    _AnnouncedServer(config, invitation).run(sockets=[listener])


class _AnnouncedServer(uvicorn.Server):
    """Says on standard output where it listens, as soon as it does: a program that waits for it can connect at once."""

    def __init__(self, config: uvicorn.Config, invitation: Invitation) -> None:
        super().__init__(config)
        self._invitation = invitation

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._announce()

    def _announce(self) -> None:
        """Say where; the first line is for programs too, a QR code only for people at a terminal."""
        invitation = self._invitation
        lines = [f"Tilesight serves {invitation.address} - stop it with Ctrl-C", *invitation.lines]
        if invitation.phone_address is not None and sys.stdout.isatty():
            lines.append(draw_qr_code(invitation.phone_address))
        sys.stdout.write("".join(f"{line}\n" for line in lines))
        sys.stdout.flush()


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
