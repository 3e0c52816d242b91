"""A certificate for HTTPS in the local network, made by the program ``openssl`` and signed by an authority of our own.

A phone that trusts the authority once opens the page without a warning, also after the addresses have changed: only the
server's certificate is made anew then. The authority can sign for nothing but private addresses and names in the local
network, so that a stolen key is of no use against other sites.
"""

from __future__ import annotations

import ipaddress
import json
import secrets
import shutil
import subprocess
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["CertificateError", "Certificates", "can_be_certified", "prepare_certificates"]

AUTHORITY_DAYS: Final = 3650
SERVER_DAYS: Final = 397
"""Phones refuse certificates that hold much longer: iPhones over 825 days."""

RENEW_DAYS: Final = 30
"""A certificate that ends sooner is made anew."""

SECONDS_A_DAY: Final = 86_400
OPENSSL_WITHIN_S: Final = 60

PRIVATE_NETWORKS: Final = (
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "100.64.0.0/10",
    "169.254.0.0/16",
    "127.0.0.0/8",
    "fc00::/7",
    "fe80::/10",
    "::1/128",
)
LOCAL_NAMES: Final = ("localhost", "local")
"""What the authority may sign for; ``local`` stands for every name that ends in ``.local``."""

AUTHORITY: Final = "authority.pem"
AUTHORITY_KEY: Final = "authority.key"
SERVER: Final = "server.pem"
SERVER_KEY: Final = "server.key"
FACTS: Final = "certificates.json"


class CertificateError(Exception):
    """No certificate can be made; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Certificates:
    """Files of a certificate.

    Attributes:
        authority: Certificate of the authority, for phones to trust.
        server: The server's certificate.
        server_key: Its key.
        names: Names and addresses that it is for.
        made: Whether it was made just now.
    """

    authority: Path
    server: Path
    server_key: Path
    names: tuple[str, ...]
    made: bool


def can_be_certified(name: str) -> bool:
    """Return whether the authority may sign for a name or an address.

    >>> can_be_certified("192.168.1.5"), can_be_certified("8.8.8.8"), can_be_certified("table.local")
    (True, False, True)
    """
    with suppress(ValueError):
        address = ipaddress.ip_address(name)
        return any(address in ipaddress.ip_network(network) for network in PRIVATE_NETWORKS)
    return any(name == local or name.endswith(f".{local}") for local in LOCAL_NAMES)


def prepare_certificates(folder: Path, names: Sequence[str]) -> Certificates:
    """Return the certificate for some names, the one that is there already where it will do.

    Args:
        folder: Where certificates and keys lie; made, for its owner only, where it is absent.
        names: Names and addresses that the server is reached by; those that cannot be certified are left out.

    Raises:
        CertificateError: ``openssl`` is missing or fails, or the folder cannot be written.
    """
    wanted = tuple(dict.fromkeys(name for name in names if can_be_certified(name)))
    if not wanted:
        message = f"none of {', '.join(names)} is a name or an address of a private network"
        raise CertificateError(message)
    known = _known_names(folder)
    if set(wanted) <= set(known):
        return Certificates(folder / AUTHORITY, folder / SERVER, folder / SERVER_KEY, known, made=False)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder, prefix=".making-") as workshop:
            _make(folder, Path(workshop), wanted)
    except OSError as error:
        message = f"certificates cannot be written to {folder}: {error.strerror or error}"
        raise CertificateError(message) from None
    return Certificates(folder / AUTHORITY, folder / SERVER, folder / SERVER_KEY, wanted, made=True)


def _known_names(folder: Path) -> tuple[str, ...]:
    """Return the names of a certificate that is there, whole, and holds for some time; else none."""
    facts = _facts(folder)
    whole = all((folder / name).is_file() for name in (AUTHORITY, SERVER, SERVER_KEY))
    ends = facts.get("ends")
    if not whole or not isinstance(ends, (int, float)) or ends < time.time() + RENEW_DAYS * SECONDS_A_DAY:
        return ()
    names = facts.get("names")
    return tuple(str(name) for name in names) if isinstance(names, list) else ()


def _facts(folder: Path) -> dict[str, object]:
    try:
        facts = json.loads((folder / FACTS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return facts if isinstance(facts, dict) else {}


def _make(folder: Path, workshop: Path, names: Sequence[str]) -> None:
    """Make the server's certificate, and the authority first where there is none that holds on."""
    now = time.time()
    authority_ends = _facts(folder).get("authority_ends")
    has_authority = all((folder / name).is_file() for name in (AUTHORITY, AUTHORITY_KEY))
    if (
        has_authority
        and isinstance(authority_ends, (int, float))
        and authority_ends > now + SERVER_DAYS * SECONDS_A_DAY
    ):
        for name in (AUTHORITY, AUTHORITY_KEY):
            shutil.copy(folder / name, workshop / name)
    else:
        _make_authority(workshop)
        authority_ends = now + AUTHORITY_DAYS * SECONDS_A_DAY
    _make_server(workshop, names)
    facts = {"names": list(names), "ends": now + SERVER_DAYS * SECONDS_A_DAY, "authority_ends": authority_ends}
    (workshop / FACTS).write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
    # The facts come last: until they are there, nobody takes the certificate for the new one.
    (folder / FACTS).unlink(missing_ok=True)
    for name in (AUTHORITY, AUTHORITY_KEY, SERVER, SERVER_KEY, FACTS):
        (workshop / name).replace(folder / name)


def _make_authority(workshop: Path) -> None:
    networks = (ipaddress.ip_network(network) for network in PRIVATE_NETWORKS)
    permitted = [f"permitted;IP.{n} = {net.network_address}/{net.netmask}" for n, net in enumerate(networks)]
    permitted += [f"permitted;DNS.{n} = {name}" for n, name in enumerate(LOCAL_NAMES)]
    sheet = workshop / "authority.cnf"
    _write_sheet(
        sheet,
        f"Tilesight at home {secrets.token_hex(3)}",
        "basicConstraints = critical, CA:TRUE, pathlen:0",
        "keyUsage = critical, keyCertSign, cRLSign",
        "subjectKeyIdentifier = hash",
        "nameConstraints = critical, @permitted",
        "[permitted]",
        *permitted,
    )
    _make_key(workshop / AUTHORITY_KEY)
    request = ("req", "-x509", "-new", "-sha256", "-config", str(sheet), "-extensions", "certificate")
    key, out = str(workshop / AUTHORITY_KEY), str(workshop / AUTHORITY)
    _openssl(*request, "-key", key, "-days", str(AUTHORITY_DAYS), "-out", out)


def _make_server(workshop: Path, names: Sequence[str]) -> None:
    sheet, request = workshop / "server.cnf", workshop / "server.csr"
    _write_sheet(
        sheet,
        "Tilesight",
        "basicConstraints = critical, CA:FALSE",
        "keyUsage = critical, digitalSignature",
        "extendedKeyUsage = serverAuth",
        "subjectKeyIdentifier = hash",
        "authorityKeyIdentifier = keyid",
        "subjectAltName = @names",
        "[names]",
        *(f"{'IP' if _is_address(name) else 'DNS'}.{n} = {name}" for n, name in enumerate(names)),
    )
    _make_key(workshop / SERVER_KEY)
    _openssl("req", "-new", "-sha256", "-config", str(sheet), "-key", str(workshop / SERVER_KEY), "-out", str(request))
    signing = ("-CA", str(workshop / AUTHORITY), "-CAkey", str(workshop / AUTHORITY_KEY))
    serial = ("-set_serial", f"0x{secrets.randbits(120) | 1 << 120:x}")
    extensions = ("-extfile", str(sheet), "-extensions", "certificate")
    out = str(workshop / SERVER)
    _openssl(
        "x509", "-req", "-sha256", "-in", str(request), *signing, *serial, *extensions,
        "-days", str(SERVER_DAYS), "-out", out,
    )  # fmt: skip


def _write_sheet(path: Path, name: str, *lines: str) -> None:
    """Write what openssl is told by a file: the options of its versions differ, this form is old and the same."""
    head = ("[req]", "distinguished_name = subject", "prompt = no", "[subject]", f"CN = {name}", "[certificate]")
    path.write_text("\n".join((*head, *lines)) + "\n", encoding="utf-8")


def _make_key(path: Path) -> None:
    # There before openssl writes it, so that nobody but its owner can ever read it.
    path.touch(mode=0o600)
    _openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", str(path))


def _is_address(name: str) -> bool:
    with suppress(ValueError):
        return bool(ipaddress.ip_address(name))
    return False


def _openssl(*arguments: str) -> None:
    program = shutil.which("openssl")
    if program is None:
        message = "HTTPS needs the program openssl, which makes the certificate; install it, or serve without --https"
        raise CertificateError(message)
    done = subprocess.run(  # noqa: S603 - arguments of our own, names checked
        [program, *arguments], capture_output=True, text=True, timeout=OPENSSL_WITHIN_S, check=False
    )
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["no reason given"]
        message = f"openssl {arguments[0]} failed: {said[-1]}"
        raise CertificateError(message)
