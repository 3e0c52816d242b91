"""``tilesight serve``: the HTTP API and the page."""

from __future__ import annotations

import socket
from typing import Annotated

import typer

from api.commands.output import ExitStatus, Failure, report

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
    from api.server import run_server  # noqa: PLC0415 - the web framework takes 0.5 s to import, for the service only

    with listener:
        try:
            run_server(settings, listener)
        except SettingsError as error:
            report(Failure("bad_setting", str(error), ExitStatus.USAGE))
            raise typer.Exit(ExitStatus.USAGE) from None


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
