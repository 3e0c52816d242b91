"""The person's own tiles: photographed, corrected and learnt; later photos are read with them until it is off."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from conftest import Phone
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow


LISTEN = """() => {
    window.sentSets = [];
    const own = window.fetch;
    window.fetch = (path, options) => {
        if (String(path).endsWith("/v1/read")) window.sentSets.push(options.body.get("set"));
        return own(path, options);
    };
}"""
"""Notes the profile that is sent with each photo."""


def sent_sets(page: Page) -> list[dict | None]:
    """Return the profiles that were sent beside photos since the page was loaded, None where none was."""
    return [None if text is None else json.loads(text) for text in page.evaluate("window.sentSets")]


def shoot(page: Page, photo: Path) -> None:
    page.goto("/#shoot")
    page.locator("input[type=file]").first.set_input_files(photo)
    expect(page.locator("main")).to_have_attribute("data-view", "hand")


def test_own_tiles_are_learnt_used_turned_off_and_forgotten(phone: Phone, complete_photo: Path) -> None:
    page = phone.page
    page.evaluate(LISTEN)
    page.goto("/#settings")
    page.get_by_role("link", name="Learn my tiles").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("My tiles")
    expect(page.get_by_role("button", name="Learn these tiles")).to_be_disabled()
    phone.photograph("my-set-empty")

    # Any photo will do: what does not lie in the sheet's order is labelled as it is read.
    first = page.get_by_role("region", name="Characters")
    first.locator("input[type=file]").set_input_files(complete_photo)
    expect(first.get_by_role("listitem")).to_have_count(14)
    first.get_by_role("listitem").first.get_by_role("button").click()
    phone.photograph("my-set-tile")
    page.get_by_role("dialog").get_by_role("button", name="6 of circles", exact=True).click()
    expect(first.get_by_role("listitem").first.get_by_role("button")).to_have_accessible_name("6 of circles")
    # Put right again: a wrong label would be doubted, as it may be.
    first.get_by_role("listitem").first.get_by_role("button").click()
    page.get_by_role("button", name="Leave it out").click()
    expect(first.get_by_role("listitem")).to_have_count(13)
    phone.photograph("my-set-read")
    expect(first).not_to_contain_text("in doubt")
    assert not Axe().run(page).response["violations"]

    page.get_by_label("Name of the set").fill("Grandmother's")
    page.get_by_role("button", name="Learn these tiles").click()
    expect(page.get_by_role("heading", name="Grandmother's")).to_be_visible()
    assert sent_sets(page) == [None]
    phone.photograph("my-set-known")

    page.reload()
    page.evaluate(LISTEN)
    shoot(page, complete_photo)
    (profile,) = sent_sets(page)
    assert profile is not None
    assert profile["name"] == "Grandmother's"
    assert len(profile["faces"]) == 13
    assert all("picture" not in face for face in profile["faces"])

    page.goto("/#my_set")
    page.get_by_role("switch", name="Read photos with these tiles").uncheck()
    shoot(page, complete_photo)
    assert sent_sets(page)[1:] == [None]

    page.goto("/#my_set")
    page.get_by_role("button", name="Forget these tiles").click()
    expect(page.get_by_role("heading", name="Characters")).to_be_visible()


def test_tiles_in_doubt_are_asked_about_before_they_are_learnt(phone: Phone, doubtful_photo: Path) -> None:
    page = phone.page
    page.goto("/#my_set")
    first = page.get_by_role("region", name="Characters")
    first.locator("input[type=file]").set_input_files(doubtful_photo)
    doubtful = first.locator(".set-tile.doubtful")
    expect(first.get_by_text("in doubt")).to_be_visible(timeout=60_000)
    marked = phone.until("() => document.querySelectorAll('.set-tile.doubtful').length")
    assert isinstance(marked, int)
    for left in range(marked, 0, -1):
        expect(first.get_by_text("in doubt")).to_have_text(re.compile(rf"^{left} tile"))
        doubtful.first.click()
        page.get_by_role("dialog").get_by_role("button", name="Leave it out").click()
    expect(first.get_by_text("in doubt")).to_have_count(0)


def test_tiles_of_an_older_reader_are_learnt_anew_unasked(
    open_phone: Callable[..., Phone], complete_photo: Path
) -> None:
    # The browser notes the refusal as an error.
    page = open_phone(expects_complaints=True).page
    page.goto("/#my_set")
    page.get_by_role("region", name="Circles").locator("input[type=file]").set_input_files(complete_photo)
    page.get_by_role("button", name="Learn these tiles").click()
    expect(page.get_by_role("switch", name="Read photos with these tiles")).to_be_checked()
    page.evaluate("""() => new Promise((resolve) => {
        const opening = indexedDB.open("tilesight");
        opening.onsuccess = () => {
            const kept = opening.result.transaction("tile-sets", "readwrite").objectStore("tile-sets");
            kept.get("mine").onsuccess = ({target: {result}}) => {
                kept.put({...result, reader_sha256: "0".repeat(64)}, "mine").onsuccess = resolve;
            };
        };
    })""")
    page.evaluate(LISTEN)
    shoot(page, complete_photo)
    refused, answered = sent_sets(page)
    assert refused["reader_sha256"] == "0" * 64
    assert answered["reader_sha256"] != "0" * 64
