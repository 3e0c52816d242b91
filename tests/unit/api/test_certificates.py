"""Certificates for the local network: trusted through one authority, for private names only, kept from other eyes."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import ssl
import subprocess
import threading
import time
from typing import TYPE_CHECKING

import pytest

from api.certificates import CertificateError, Certificates, can_be_certified, prepare_certificates

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(
    shutil.which("openssl") is None and os.environ.get("CI") != "true", reason="the program openssl is not installed"
)

NAMES = ("localhost", "127.0.0.1", "192.168.1.5", "table.local")


def connect(certificates: Certificates, name: str) -> None:
    """Open a connection as a phone does that trusts the authority, and check the certificate against a name."""
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(certificates.server, certificates.server_key)
    client = ssl.create_default_context(cafile=certificates.authority)
    ours, theirs = socket.socketpair()

    def answer() -> None:
        with theirs, contextlib.suppress(OSError):
            server.wrap_socket(theirs, server_side=True).close()

    thread = threading.Thread(target=answer)
    thread.start()
    try:
        with ours, client.wrap_socket(ours, server_hostname=name):
            pass
    finally:
        thread.join(20)


@pytest.mark.parametrize("name", NAMES)
def test_a_phone_that_trusts_the_authority_connects_without_a_warning(tmp_path: Path, name: str) -> None:
    connect(prepare_certificates(tmp_path / "https", NAMES), name)


def test_other_names_are_not_vouched_for(tmp_path: Path) -> None:
    certificates = prepare_certificates(tmp_path, NAMES)
    with pytest.raises(ssl.SSLCertVerificationError):
        connect(certificates, "192.168.1.6")


def test_the_authority_cannot_vouch_for_sites_of_the_internet(tmp_path: Path) -> None:
    """With the authority's key in hand, as a thief has it."""
    certificates = prepare_certificates(tmp_path, NAMES)
    sheet = tmp_path / "thief.cnf"
    sheet.write_text(
        "[req]\ndistinguished_name = s\nprompt = no\n[s]\nCN = bank.example\n[c]\nsubjectAltName = DNS:bank.example\n",
        encoding="utf-8",
    )
    request, forged = tmp_path / "thief.csr", tmp_path / "thief.pem"
    openssl("req", "-new", "-config", sheet, "-key", certificates.server_key, "-out", request)
    openssl(
        "x509", "-req", "-in", request, "-CA", certificates.authority, "-CAkey", tmp_path / "authority.key",
        "-set_serial", "1", "-extfile", sheet, "-extensions", "c", "-out", forged,
    )  # fmt: skip
    stolen = Certificates(certificates.authority, forged, certificates.server_key, ("bank.example",), made=False)
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree"):
        connect(stolen, "bank.example")


def openssl(*arguments: object) -> None:
    subprocess.run([shutil.which("openssl"), *map(str, arguments)], check=True, capture_output=True)


def test_the_next_start_uses_what_is_there(tmp_path: Path) -> None:
    first = prepare_certificates(tmp_path, NAMES)
    before = first.server.read_bytes()
    again = prepare_certificates(tmp_path, NAMES[:2])
    assert (first.made, again.made) == (True, False)
    assert again.server.read_bytes() == before


def test_new_addresses_get_a_new_certificate_of_the_same_authority(tmp_path: Path) -> None:
    authority = prepare_certificates(tmp_path, NAMES).authority.read_bytes()
    renewed = prepare_certificates(tmp_path, ["localhost", "10.0.0.7"])
    assert renewed.made
    assert renewed.authority.read_bytes() == authority
    connect(renewed, "10.0.0.7")


@pytest.mark.parametrize("lost", ["server.key", "server.pem", "certificates.json", "authority.pem"])
def test_what_is_lost_is_made_again(tmp_path: Path, lost: str) -> None:
    prepare_certificates(tmp_path, NAMES)
    (tmp_path / lost).unlink()
    connect(prepare_certificates(tmp_path, NAMES), "localhost")


def test_a_certificate_that_ends_soon_is_renewed(tmp_path: Path) -> None:
    prepare_certificates(tmp_path, NAMES)
    facts = json.loads((tmp_path / "certificates.json").read_text(encoding="utf-8"))
    facts["ends"] = time.time() + 86_400
    (tmp_path / "certificates.json").write_text(json.dumps(facts), encoding="utf-8")
    assert prepare_certificates(tmp_path, NAMES).made


@pytest.mark.parametrize("written", ["", "[]", '{"ends": "soon"}', '{"names": 5, "ends": 9e12}'])
def test_damaged_facts_are_no_facts(tmp_path: Path, written: str) -> None:
    prepare_certificates(tmp_path, NAMES)
    (tmp_path / "certificates.json").write_text(written, encoding="utf-8")
    assert prepare_certificates(tmp_path, NAMES).made


def test_keys_are_for_their_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "https"
    prepare_certificates(folder, NAMES)
    assert folder.stat().st_mode & 0o077 == 0
    for key in ("authority.key", "server.key"):
        assert (folder / key).stat().st_mode & 0o077 == 0
    assert sorted(path.name for path in folder.iterdir()) == [
        "authority.key", "authority.pem", "certificates.json", "server.key", "server.pem",
    ]  # fmt: skip


def test_public_addresses_are_left_out(tmp_path: Path) -> None:
    assert prepare_certificates(tmp_path, ["localhost", "8.8.8.8"]).names == ("localhost",)
    with pytest.raises(CertificateError, match=r"8\.8\.8\.8"):
        prepare_certificates(tmp_path, ["8.8.8.8"])


@pytest.mark.parametrize("name", ["notlocal", "local.example", "192.0.2.1", "2001:db8::1", "local\nhost"])
def test_what_is_not_private_cannot_be_certified(name: str) -> None:
    assert not can_be_certified(name)


def test_without_openssl_the_message_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CertificateError, match="install it, or serve without --https"):
        prepare_certificates(tmp_path / "https", NAMES)
