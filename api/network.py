"""Where a listening service can be reached from: its addresses in the local network, and what they mean."""

from __future__ import annotations

import ipaddress
import re
import socket
from contextlib import suppress
from typing import Final

__all__ = ["is_everywhere", "is_public", "is_this_machine_only", "lan_addresses", "local_names", "url_of"]

BEYOND: Final = ("192.0.2.1", 9)
"""An address of no machine (RFC 5737). A datagram socket that is pointed at it sends nothing, but learns which of this
machine's addresses it would send from: the one that others in the network know it by."""


HOST_NAME: Final = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
"""What a machine may be called in a network."""


def lan_addresses() -> tuple[str, ...]:
    """Return this machine's IPv4 addresses that others may reach, the one of the usual way out first."""
    found: list[str] = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(BEYOND)
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return tuple(dict.fromkeys(address for address in found if _is_reachable(address)))


def local_names(host: str) -> tuple[str, ...]:
    """Return every name and address under which this machine's browsers and others in the network may open a service.

    Args:
        host: What it listens on.
    """
    names = ["localhost", "127.0.0.1", *lan_addresses()]
    own = socket.gethostname().partition(".")[0].lower()
    if HOST_NAME.fullmatch(own):
        names.append(f"{own}.local")
    if not is_everywhere(host) and host not in names:
        names.append(host)
    return tuple(names)


def _is_reachable(address: str) -> bool:
    known = ipaddress.ip_address(address)
    return not (known.is_loopback or known.is_unspecified or known.is_link_local)


def is_everywhere(host: str) -> bool:
    """Return whether a host to listen on stands for all addresses of this machine.

    >>> is_everywhere("0.0.0.0"), is_everywhere("192.168.1.5")
    (True, False)
    """
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_unspecified
    return host == ""


def is_this_machine_only(host: str) -> bool:
    """Return whether only this machine reaches a host that is listened on.

    >>> is_this_machine_only("127.0.0.1"), is_this_machine_only("localhost"), is_this_machine_only("0.0.0.0")
    (True, True, False)
    """
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"


def is_public(host: str) -> bool:
    """Return whether a host is an address of the internet, not of a private network.

    >>> is_public("192.168.1.5"), is_public("8.8.8.8")
    (False, True)
    """
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_global
    return False


def url_of(host: str, port: int, *, https: bool = False) -> str:
    """Return the address of the page.

    >>> url_of("::1", 8000), url_of("192.168.1.5", 443, https=True)
    ('http://[::1]:8000', 'https://192.168.1.5')
    """
    scheme, usual = ("https", 443) if https else ("http", 80)
    shown = f"[{host}]" if ":" in host else host
    return f"{scheme}://{shown}" if port == usual else f"{scheme}://{shown}:{port}"
