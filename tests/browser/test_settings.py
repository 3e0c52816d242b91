"""Settings: language and brightness at once, photos left only where both sides want it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from datasets.formats import jsonl

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from conftest import Phone, Service

pytestmark = pytest.mark.slow


def test_language_and_brightness_change_at_once_and_stay(phone: Phone) -> None:
    page = phone.page
    page.goto("/#settings")
    page.get_by_role("radio", name="日本語").check()
    expect(page.get_by_role("heading", level=1)).to_have_text("設定")
    page.get_by_role("radio", name="暗い").check()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("設定")
    assert page.evaluate("getComputedStyle(document.body).colorScheme") == "dark"
    phone.photograph("settings-portrait-dark-ja")


def test_a_service_that_keeps_nothing_offers_nothing(phone: Phone) -> None:
    phone.page.goto("/#settings")
    expect(phone.page.get_by_text("This service keeps no photos.")).to_be_visible()
    expect(phone.page.get_by_role("switch")).to_have_count(0)
    phone.photograph("settings-portrait-light")


@pytest.mark.parametrize("turned_on", [True, False])
def test_photos_are_left_only_after_the_person_turned_it_on(
    start_service: Callable[..., Service],
    open_phone: Callable[..., Phone],
    complete_photo: Path,
    tmp_path: Path,
    *,
    turned_on: bool,
) -> None:
    folder = tmp_path / "kept"
    phone = open_phone(start_service("--keep", str(folder)).url)
    page = phone.page
    page.goto("/#settings")
    switch = page.get_by_role("switch", name="Keep to improve")
    expect(switch).not_to_be_checked()
    if turned_on:
        switch.check()
    page.goto("/#shoot")
    page.locator("input[type=file]").first.set_input_files(complete_photo)
    expect(page.locator("main")).to_have_attribute("data-view", "hand")
    # Another photo: the hand before is done with.
    page.goto("/#shoot")
    page.locator("input[type=file]").first.set_input_files(complete_photo)
    expect(page.locator("main")).to_have_attribute("data-view", "hand")
    if not turned_on:
        time.sleep(2)
        assert not folder.exists()
        return
    deadline = time.monotonic() + 20
    while not (folder / "labels.jsonl").exists():
        assert time.monotonic() < deadline
        time.sleep(0.1)
    [image] = jsonl.read(folder).images
    assert [tile.code for tile in image.tiles].count("6z") == 2
    assert {tile.source for tile in image.tiles} == {"human"}
    assert len(image.tiles) == 14
    page.goto("/#settings")
    expect(page.get_by_text("1 photo is kept there.")).to_be_visible()
