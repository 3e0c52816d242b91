"""The page where the network is bad: slow, gone for a while, gone for good."""

from __future__ import annotations

import socket
import time
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from conftest import Phone, Service
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.slow

READ_MS = 90_000
GALLERY = "input[type=file]:not([capture])"
SLOW_3G = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
"""Bytes a second and milliseconds, as Chromium's own setting of this name."""


def see_hand(page: Page) -> None:
    concealed(page).first.wait_for(timeout=READ_MS)
    page.locator(".answer:not(.asking)").wait_for(timeout=READ_MS)


def concealed(page: Page) -> Locator:
    return page.locator("[data-group=concealed] [data-tile]")


def test_on_a_slow_network_the_page_says_that_it_is_working(phone: Phone, complete_photo: Path) -> None:
    page = phone.page
    session = phone.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_3G)
    page.reload()
    page.locator("main h1").wait_for()
    page.locator(GALLERY).set_input_files(complete_photo)
    expect(page.get_by_text("Reading the tiles")).to_be_visible()
    phone.photograph("slow-portrait-light")
    see_hand(page)
    expect(concealed(page)).to_have_count(14)


def test_a_service_that_comes_back_goes_on_where_it_was(
    start_service: Callable[..., Service], open_phone: Callable[..., Phone], complete_photo: Path
) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    service = start_service("--port", port)
    phone = open_phone(service.url, expects_complaints=True)
    page = phone.page
    page.locator(GALLERY).set_input_files(complete_photo)
    see_hand(page)
    expect(concealed(page)).to_have_count(14)
    service.process.terminate()
    service.process.wait(30)
    # A correction while it is gone: taken at once, answered later.
    concealed(page).first.click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(page.get_by_text("No connection to the service.")).to_be_visible()
    expect(concealed(page)).to_have_count(13)
    phone.photograph("gone-portrait-light")
    start_service("--port", port)
    expect(page.get_by_text("No connection to the service.")).to_be_hidden(timeout=READ_MS)
    see_hand(page)
    page.get_by_role("button", name="Undo").click()
    expect(concealed(page)).to_have_count(14)
    expect(page.locator(".score-total")).to_be_visible(timeout=READ_MS)


def test_an_answer_says_that_the_service_is_there(open_phone: Callable[..., Phone]) -> None:
    phone = open_phone(expects_complaints=True)
    page = phone.page
    page.route("**/healthz", lambda route: route.abort())
    page.reload()
    expect(page.get_by_text("No connection to the service.")).to_be_visible()
    phone.lay_down("234m567p2278s111z +9s")
    expect(page.get_by_text("No connection to the service.")).to_be_hidden()


def test_the_last_hand_and_the_game_are_there_without_the_service(
    start_service: Callable[..., Service], open_phone: Callable[..., Phone], complete_photo: Path
) -> None:
    service = start_service()
    phone = open_phone(service.url, expects_complaints=True)
    page = phone.page
    page.locator(GALLERY).set_input_files(complete_photo)
    see_hand(page)
    page.locator("nav.tabs a[href='#game']").click()
    page.get_by_role("button", name="New game").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Begin").click()
    page.get_by_role("dialog").wait_for(state="detached")
    page.evaluate("""() => Promise.race([navigator.serviceWorker.ready.then(() => null),
        new Promise((_, fail) => setTimeout(fail, 20_000, new Error("the page was not kept within 20 s")))])""")
    # What is stored is stored a moment after it was changed.
    time.sleep(0.5)
    service.process.terminate()
    service.process.wait(30)
    page.reload()
    expect(page.get_by_text("No connection to the service.")).to_be_visible()
    page.locator("nav.tabs a[href='#hand']").click()
    page.locator("[data-group=concealed] [data-tile]").first.wait_for()
    expect(concealed(page)).to_have_count(14)
    phone.photograph("offline-hand-portrait-light")
    page.locator("nav.tabs a[href='#game']").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Riichi")
    expect(page.get_by_role("region", name="The hand being played")).to_be_visible()
    phone.photograph("offline-game-portrait-light")


@pytest.mark.parametrize("name", ["notes.txt", "cut.jpg", "empty.jpg"])
def test_a_wrong_file_is_said_and_the_next_one_is_read(
    open_phone: Callable[..., Phone], complete_photo: Path, tmp_path: Path, name: str
) -> None:
    contents = {"notes.txt": b"no photo", "cut.jpg": complete_photo.read_bytes()[:4000], "empty.jpg": b""}
    (tmp_path / name).write_bytes(contents[name])
    page = open_phone(expects_complaints=True).page
    page.locator(GALLERY).set_input_files(tmp_path / name)
    expect(page.get_by_text("The photo could not be read")).to_be_visible()
    page.get_by_role("button", name="Take another photo").click()
    page.locator(GALLERY).set_input_files(complete_photo)
    see_hand(page)
