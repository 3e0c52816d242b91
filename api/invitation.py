"""What ``tilesight serve`` says when it is ready: where it can be opened, by whom, and a QR code for the phone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from api.certificates import can_be_certified
from api.network import is_everywhere, is_public, is_this_machine_only, lan_addresses, url_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

__all__ = ["Invitation", "draw_qr_code", "invite"]

QUIET: Final = 2
"""Bare modules around a QR code; readers on phones want no more on a screen."""

DARK_ON_LIGHT: Final = "\x1b[38;2;0;0;0m\x1b[48;2;255;255;255m"
"""Black on white whatever the terminal's colours are: many phones do not read light codes on a dark ground."""
PLAIN: Final = "\x1b[0m"


@dataclass(frozen=True, slots=True)
class Invitation:
    """How people get to the page.

    Attributes:
        address: Where the service listens, as programs open it on this machine.
        phone_address: What a phone opens; None where no phone gets there.
        lines: What to tell the person who started it.
    """

    address: str
    phone_address: str | None
    lines: tuple[str, ...]


def invite(
    host: str, port: int, *, https: bool, keep: Path | None = None, addresses: Sequence[str] | None = None
) -> Invitation:
    """Return how people get to a service.

    Args:
        host: What it listens on.
        port: Its port.
        https: Whether it speaks HTTPS.
        keep: The folder where it keeps photos that people leave, or None.
        addresses: This machine's addresses in the network; found out where None.
    """
    if is_this_machine_only(host):
        hint = "Only this machine can open it. For a phone in the same network: tilesight serve --lan"
        return Invitation(url_of(host, port, https=https), None, (hint,))
    found = tuple(lan_addresses() if addresses is None else addresses)
    reachable = found if is_everywhere(host) else (host,)
    address = url_of("127.0.0.1" if is_everywhere(host) else host, port, https=https)
    if not reachable:
        return Invitation(address, None, ("This machine is in no network: no phone can open it.",))
    urls = [url_of(name, port, https=https) for name in reachable]
    lines = [f"For the phone: {urls[0]}"]
    if urls[1:]:
        lines.append(f"Or, in another network: {', '.join(urls[1:])}")
    lines.append(
        "Everybody in this network can open it; there is no password. Do not run it so in a network of strangers."
    )
    kept = f"Photos are kept in {keep} where a person turns it on." if keep else "Photos are read and forgotten."
    lines.append(f"{kept} Nothing leaves this machine.")
    if any(is_public(name) for name in reachable):
        lines.append(
            "This machine has a public address: anybody on the internet may reach it, unless a firewall forbids it."
        )
    if https and not can_be_certified(reachable[0]):
        lines.append(f"The certificate is not for {reachable[0]}, which is no private address: phones will warn.")
    elif https:
        lines.append(f"So that the phone trusts it: {urls[0]}/certificate (see docs/phone.md)")
    else:
        lines.append("The live camera and the installed page need HTTPS: tilesight serve --lan --https")
    return Invitation(address, urls[0], tuple(lines))


def draw_qr_code(text: str) -> str:
    """Return a QR code as lines for a terminal, two modules a character in height."""
    import cv2  # noqa: PLC0415 - a tenth of a second, for those who want the code
    import numpy as np  # noqa: PLC0415

    encoded = cv2.QRCodeEncoder.create().encode(text)
    dark = np.asarray(encoded) < 128  # noqa: PLR2004 - black or white
    rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    code = np.pad(dark[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1], QUIET)
    if len(code) % 2:
        code = np.pad(code, ((0, 1), (0, 0)))
    signs = " ▄▀█"
    lines = (
        "".join(signs[2 * int(upper) + int(lower)] for upper, lower in zip(code[y], code[y + 1], strict=True))
        for y in range(0, len(code), 2)
    )
    return "\n".join(f"{DARK_ON_LIGHT}{line}{PLAIN}" for line in lines)
