"""Going on after an interruption: a reload, a photo that failed, a photo that takes long."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from conftest import Phone
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.slow

READ_MS = 60_000
GALLERY = "input[type=file]:not([capture])"

KEPT_PHOTOS = """() => new Promise((resolve) => {
  const opening = indexedDB.open('tilesight');
  opening.onsuccess = () => {
    const asked = opening.result.transaction('photos').objectStore('photos').count();
    asked.onsuccess = () => { opening.result.close(); resolve(`${asked.result} kept`); };
  };
})"""


def concealed(page: Page) -> Locator:
    return page.locator("[data-group=concealed] [data-tile]")


def shoot(page: Page, photo: Path) -> None:
    page.locator(GALLERY).set_input_files(photo)
    concealed(page).first.wait_for(timeout=READ_MS)


def expect_kept(phone: Phone, count: int) -> None:
    phone.until(f"async () => (await ({KEPT_PHOTOS})()) === '{count} kept'")


def test_a_reload_keeps_the_photo_and_what_undo_goes_back_to(phone: Phone, complete_photo: Path) -> None:
    page = phone.page
    shoot(page, complete_photo)
    concealed(page).first.click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(concealed(page)).to_have_count(13)
    page.get_by_role("button", name="Undo").click()
    expect(concealed(page)).to_have_count(14)
    expect_kept(phone, 1)
    page.reload()
    # Still drawn, not only outlined.
    expect(page.locator(".photo-box image")).to_have_attribute("href", re.compile("^blob:"))
    expect(page.locator(".outline:not(.beside)")).to_have_count(14)
    page.get_by_role("button", name="Redo").click()
    expect(concealed(page)).to_have_count(13)
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    expect(concealed(page)).to_have_count(0)


def test_the_photo_is_deleted_with_the_hand(phone: Phone, complete_photo: Path) -> None:
    page = phone.page
    shoot(page, complete_photo)
    expect_kept(phone, 1)
    page.locator("nav.tabs a[href='#shoot']").click()
    page.get_by_role("button", name="Set tiles by hand").click()
    expect(concealed(page)).to_have_count(0)
    expect_kept(phone, 0)


def test_a_photo_added_after_a_reload_is_another_one(phone: Phone, complete_photo: Path, ready_photo: Path) -> None:
    page = phone.page
    shoot(page, complete_photo)
    expect_kept(phone, 1)
    page.reload()
    expect(concealed(page)).to_have_count(14)
    page.locator("nav.tabs a[href='#shoot']").click()
    page.get_by_role("radio", name="More of this hand").check()
    page.locator(GALLERY).set_input_files(ready_photo)
    expect(page.get_by_role("group", name="Photos of this hand").get_by_role("button")).to_have_count(
        2, timeout=READ_MS
    )
    expect_kept(phone, 2)


@pytest.mark.parametrize("on", ["another view", "another hand"])
def test_a_failure_is_gone_when_the_person_has_gone_on(
    open_phone: Callable[..., Phone], tmp_path: Path, on: str
) -> None:
    (tmp_path / "notes.txt").write_bytes(b"no photo")
    phone = open_phone(expects_complaints=True)
    page = phone.page
    page.locator(GALLERY).set_input_files(tmp_path / "notes.txt")
    expect(page.get_by_role("alert")).to_be_visible()
    if on == "another view":
        page.locator("nav.tabs a[href='#table']").click()
        expect(page.locator(".table-view")).to_be_visible()
    else:
        phone.lay_down("1m")
    page.locator("nav.tabs a[href='#shoot']").click()
    expect(page.get_by_role("heading", name="Photo")).to_be_attached()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_what_was_said_of_a_photo_without_tiles_is_gone_with_it(
    phone: Phone, tmp_path: Path, complete_photo: Path
) -> None:
    """It is no word about the next photo, and lies over none of its buttons."""
    Image.new("RGB", (900, 700), (90, 120, 90)).save(tmp_path / "empty.jpg")
    page = phone.page
    page.locator(GALLERY).set_input_files(tmp_path / "empty.jpg")
    expect(page.get_by_role("alert")).to_contain_text("No tiles were found")
    expect(page.locator(".progress-photo")).to_be_visible()
    phone.photograph("photo-without-tiles")
    page.get_by_role("button", name="Take another photo").click()
    # Of several photos one may be empty: that is said beside the hand of the others.
    page.locator(GALLERY).set_input_files([complete_photo, tmp_path / "empty.jpg"])
    expect(concealed(page)).to_have_count(14, timeout=READ_MS)
    expect(page.get_by_text("No tiles were found")).to_be_visible()
    page.locator("nav.tabs a[href='#shoot']").click()
    shoot(page, complete_photo)
    expect(page.get_by_text("No tiles were found")).to_have_count(0)


def test_a_photo_without_tiles_leaves_the_hand_as_it_is(phone: Phone, tmp_path: Path) -> None:
    Image.new("RGB", (900, 700), (90, 120, 90)).save(tmp_path / "empty.jpg")
    page = phone.page
    phone.lay_down("123m")
    page.get_by_role("radio", name="More of this hand").check()
    page.locator(GALLERY).set_input_files(tmp_path / "empty.jpg")
    expect(page.get_by_role("alert")).to_contain_text("No tiles were found", timeout=READ_MS)
    page.locator("nav.tabs a[href='#hand']").click()
    expect(concealed(page)).to_have_count(3)


def test_a_photo_that_takes_long_says_so_and_can_be_cancelled(phone: Phone, complete_photo: Path) -> None:
    page = phone.page
    page.route("**/v1/read", lambda _route: None)  # never answered
    page.locator(GALLERY).set_input_files(complete_photo)
    status = page.locator(".progress").get_by_role("status")
    expect(status).to_contain_text("Reading the tiles")
    expect(status).not_to_contain_text("whole table")
    expect(status).to_contain_text("Many tiles, as of a whole table, take some seconds.")
    expect(status).to_contain_text(re.compile(r"\d s"))
    phone.photograph("progress-long")
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Set tiles by hand")).to_be_visible()
    expect(page.locator(".progress")).to_have_count(0)
