"""A tile goes where tiles go most often by two taps: one on the tile, one on the place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Phone
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow


@pytest.fixture
def page(phone: Phone) -> Page:
    phone.lay_down("234m5555p9s")
    phone.page.goto("/#hand")
    expect(phone.page.locator("[data-group=concealed] [data-tile]")).to_have_count(8)
    return phone.page


def tap(page: Page, tile: str, place: str) -> None:
    page.get_by_role("region", name="Concealed").get_by_role("button", name=tile, exact=True).first.click()
    page.get_by_role("dialog").get_by_role("group", name="Move to").get_by_role("button", name=place).click()
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize(
    ("tile", "place", "group", "codes"),
    [
        ("9 of bamboos", "Winning tile", "winning", ["9s"]),
        ("3 of characters", "New meld, 2 of characters, 3 of characters, 4 of characters", "meld", ["2m", "3m", "4m"]),
        ("5 of circles", "Concealed kong", "meld", ["5p"] * 4),
    ],
)
def test_two_taps_move_a_tile(page: Page, tile: str, place: str, group: str, codes: list[str]) -> None:
    tap(page, tile, place)
    expect(page.locator(f"[data-group^={group}] .tile-code")).to_have_text(codes)


def test_the_places_are_where_the_thumb_is(open_phone: Callable[..., Phone]) -> None:
    for orientation in ("portrait", "landscape"):
        phone = open_phone(orientation=orientation)
        phone.lay_down("234m5p")
        phone.page.goto("/#hand")
        phone.page.locator("[data-group=concealed] [data-tile]").first.click()
        moves = phone.page.get_by_role("dialog").get_by_role("group", name="Move to")
        expect(moves.get_by_role("button", name="Winning tile")).to_be_in_viewport(ratio=0.9)
        phone.photograph(f"quick-moves-{orientation}")


def test_nothing_lies_over_the_photo(phone: Phone, complete_photo: str) -> None:
    page = phone.page
    page.locator("input[type=file]:not([capture])").set_input_files(complete_photo)
    expect(page.locator(".photo-box")).to_be_visible()
    covered = page.evaluate("""() => {
      const {left, right, top, bottom} = document.querySelector('.photo-box').getBoundingClientRect();
      return [...document.querySelectorAll('.photos button')].filter((button) => {
        const other = button.getBoundingClientRect();
        return other.left < right && other.right > left && other.top < bottom - 1 && other.bottom > top + 1;
      }).length;
    }""")
    assert covered == 0
