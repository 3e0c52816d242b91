"""What ``tilesight serve`` says: an address that a phone reaches, who else does, and a code that a camera reads."""

from __future__ import annotations

import re

import cv2
import numpy as np
import pytest

from api.invitation import draw_qr_code, invite
from api.network import lan_addresses, local_names

PIXELS = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}


def seen_by_a_camera(drawn: str) -> str:
    """Return what a QR reader makes of the characters, each two modules high, on white."""
    rows = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in drawn.splitlines()]
    dark = np.array([[PIXELS[sign][half] for sign in row] for row in rows for half in (0, 1)], np.uint8)
    picture = np.pad(np.kron(255 * (1 - dark), np.ones((8, 8))), 32, constant_values=255).astype(np.uint8)
    return cv2.QRCodeDetector().detectAndDecode(picture)[0]


@pytest.mark.parametrize("url", ["http://192.168.178.23:8000", "https://10.0.0.7", "https://[fd00::1234:5678]:8443"])
def test_the_code_in_the_terminal_can_be_read(url: str) -> None:
    assert seen_by_a_camera(draw_qr_code(url)) == url


def test_the_code_is_black_on_white_in_every_terminal() -> None:
    for line in draw_qr_code("http://10.0.0.7:8000").splitlines():
        assert line.startswith("\x1b[38;2;0;0;0m\x1b[48;2;255;255;255m")
        assert line.endswith("\x1b[0m")


def test_the_default_invites_nobody_and_says_how_to() -> None:
    invitation = invite("127.0.0.1", 8000, https=False)
    assert invitation.address == "http://127.0.0.1:8000"
    assert invitation.phone_address is None
    assert "tilesight serve --lan" in invitation.lines[0]


def test_all_addresses_means_the_one_in_the_network() -> None:
    invitation = invite("0.0.0.0", 8000, https=True, addresses=["192.168.1.5", "10.0.0.7"])  # noqa: S104
    assert invitation.address == "https://127.0.0.1:8000"
    assert invitation.phone_address == "https://192.168.1.5:8000"
    said = "\n".join(invitation.lines)
    assert "https://10.0.0.7:8000" in said
    assert "Everybody in this network" in said
    assert "no password" in said
    assert "https://192.168.1.5:8000/certificate" in said


def test_one_address_is_the_address() -> None:
    invitation = invite("192.168.1.5", 80, https=False)
    assert invitation.phone_address == invitation.address == "http://192.168.1.5"
    assert "--https" in "\n".join(invitation.lines)


def test_what_is_exposed_and_kept_is_said() -> None:
    plain = "\n".join(invite("0.0.0.0", 8000, https=False, addresses=["8.8.8.8"]).lines)  # noqa: S104
    assert "anybody on the internet" in plain
    assert "read and forgotten" in plain
    kept = "\n".join(invite("10.0.0.7", 8000, https=False, keep="/srv/kept").lines)
    assert "kept in /srv/kept" in kept


def test_a_certificate_that_is_of_no_use_is_told() -> None:
    said = "\n".join(invite("0.0.0.0", 8000, https=True, addresses=["8.8.8.8"]).lines)  # noqa: S104
    assert "phones will warn" in said


def test_without_a_network_no_phone_is_invited() -> None:
    invitation = invite("0.0.0.0", 8000, https=False, addresses=[])  # noqa: S104
    assert invitation.phone_address is None
    assert "no network" in invitation.lines[0]


def test_this_machine_is_found() -> None:
    assert not [address for address in lan_addresses() if address.startswith("127.")]
    assert {"localhost", "127.0.0.1"} <= set(local_names("127.0.0.1"))
    assert "10.1.2.3" in local_names("10.1.2.3")
