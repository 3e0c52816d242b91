"""``tilesight serve``: the HTTP API and the page."""

from __future__ import annotations

import logging
import socket
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from api.commands.output import ExitStatus, Failure, report

if TYPE_CHECKING:
    from api.logs import Logger
    from api.settings import Settings

__all__ = ["serve"]


def serve(
    *,
    host: Annotated[str | None, typer.Option(help="Address to listen on [TILESIGHT_HOST, 127.0.0.1].")] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes a free one [TILESIGHT_PORT, 8000].")
    ] = None,
) -> None:
    """The HTTP API and the page for phones, until Ctrl-C or SIGTERM."""
    from api.settings import SettingsError, load_settings  # noqa: PLC0415 - pydantic, for the service only

    try:
        settings = load_settings(host=host, port=port)
    except SettingsError as error:
        report(Failure("bad_setting", str(error), ExitStatus.USAGE))
        raise typer.Exit(ExitStatus.USAGE) from None
    try:
        listener = _listen(settings.host, settings.port)
    except (OSError, UnicodeError) as error:
        message = f"cannot listen on {settings.host!r} port {settings.port}: {error}; choose another --host or --port"
        report(Failure("address_unusable", message, ExitStatus.ENVIRONMENT))
        raise typer.Exit(ExitStatus.ENVIRONMENT) from None
    with listener:
        _run(settings, listener)


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket bound to the address: binding here tells a taken port apart from a defect of the service."""
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
    except OSError:
        listener.close()
        raise
    return listener


def _run(settings: Settings, listener: socket.socket) -> None:
    import uvicorn  # noqa: PLC0415 - the web framework takes 0.5 s to import, for the service only

    from api.logs import make_logger  # noqa: PLC0415
    from api.main import create_app  # noqa: PLC0415

    logger = make_logger(settings.log_level)
    _forward_server_log(logger, settings)
    config = uvicorn.Config(
        create_app(settings, logger=logger),
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=settings.shutdown_s,
    )
    server = uvicorn.Server(config)
    start = server.startup

    async def start_and_announce(sockets: list[socket.socket] | None = None) -> None:
        await start(sockets)
        # Only now: a program that waits for this line can connect at once.
        sys.stdout.write(f"Tilesight serves {_address_of(listener)} - stop it with Ctrl-C\n")
        sys.stdout.flush()

    server.startup = start_and_announce  # type: ignore[method-assign]  # the server has no callback for this
    server.run(sockets=[listener])


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
