"""The page under this machine's address in its network, as a phone opens it: plain, and by HTTPS."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from api.network import lan_addresses

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from conftest import Phone, Service

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not lan_addresses(), reason="this machine has no address in a network"),
]

READ_MS = 60_000


def lan_url(service: Service) -> str:
    told = urlsplit(service.url)
    return f"{told.scheme}://{lan_addresses()[0]}:{told.port}"


def test_plain_http_is_enough_for_photos(
    start_service: Callable[..., Service], open_phone: Callable[..., Phone], complete_photo: Path
) -> None:
    """Browsers take much away from a page that is not secure: live camera, service worker, random ids."""
    phone = open_phone(lan_url(start_service("--lan")), expects_complaints=True)
    page = phone.page
    assert page.evaluate("isSecureContext") is False
    expect(page.get_by_role("button", name="Live camera")).to_have_count(0)
    page.locator("input[type=file]:not([capture])").set_input_files(complete_photo)
    page.locator("[data-group=concealed] [data-tile]").first.wait_for(timeout=READ_MS)
    page.locator("nav.tabs a[href='#game']").click()
    page.get_by_role("button", name="New game").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Begin").click()
    expect(page.get_by_role("region", name="The hand being played")).to_be_visible()
    page.locator("nav.tabs a[href='#settings']").click()
    expect(page.get_by_text("tilesight serve --lan --https")).to_be_visible()
    # Chromium says of each answer that it leaves this header out of account.
    assert [said for said in phone.complaints if "Cross-Origin-Opener-Policy" not in said] == []


def test_https_gives_the_live_camera(
    start_service: Callable[..., Service], open_phone: Callable[..., Phone], tmp_path: Path
) -> None:
    service = start_service("--lan", "--https", TILESIGHT_DATA_DIR=str(tmp_path))
    # Past the warning, as a person goes who has not told the phone to trust the authority; no worker is installed then.
    phone = open_phone(lan_url(service), ignore_https_errors=True, expects_complaints=True)
    assert phone.page.evaluate("isSecureContext") is True
    expect(phone.page.get_by_role("button", name="Live camera")).to_be_visible()
