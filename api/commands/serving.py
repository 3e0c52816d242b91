"""``tilesight serve``: the HTTP API and the page."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.commands.output import ExitStatus, Failure, report

if TYPE_CHECKING:
    from api.certificates import Certificates
    from api.settings import Settings

__all__ = ["serve"]

EVERYWHERE = "0.0.0.0"  # noqa: S104 - asked for by name


def serve(
    *,
    host: Annotated[str | None, typer.Option(help="Address to listen on [TILESIGHT_HOST, 127.0.0.1].")] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes a free one [TILESIGHT_PORT, 8000].")
    ] = None,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let phones in the local network open it; the same as --host 0.0.0.0.")
    ] = False,
    https: Annotated[
        bool | None,
        typer.Option(
            "--https",
            help="Speak HTTPS with a certificate for the local network, as live cameras ask for [TILESIGHT_HTTPS].",
        ),
    ] = None,
    keep: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Keep photos and corrected labels of people who turn it on, in this folder [TILESIGHT_KEEP].",
        ),
    ] = None,
) -> None:
    """The HTTP API and the page for phones, until Ctrl-C or SIGTERM."""
    from api.settings import SettingsError, load_settings  # noqa: PLC0415 - pydantic, for the service only

    if lan and host is not None:
        report(Failure("bad_usage", "--lan and --host both say where to listen; give one", ExitStatus.USAGE))
        raise typer.Exit(ExitStatus.USAGE)
    try:
        settings = load_settings(host=EVERYWHERE if lan else host, port=port, https=https, keep=keep)
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
            run_server(settings, listener, _certificates(settings) if settings.https else None)
        except SettingsError as error:
            report(Failure("bad_setting", str(error), ExitStatus.USAGE))
            raise typer.Exit(ExitStatus.USAGE) from None


def _certificates(settings: Settings) -> Certificates:
    """Return the certificate for this machine's names and addresses, or end the command."""
    from api.certificates import CertificateError, prepare_certificates  # noqa: PLC0415 - for HTTPS only
    from api.data_folder import data_folder  # noqa: PLC0415
    from api.network import local_names  # noqa: PLC0415

    folder = settings.data_dir or data_folder()
    try:
        return prepare_certificates(folder / "https", local_names(settings.host))
    except CertificateError as error:
        report(Failure("https_unavailable", str(error), ExitStatus.ENVIRONMENT))
        raise typer.Exit(ExitStatus.ENVIRONMENT) from None


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
