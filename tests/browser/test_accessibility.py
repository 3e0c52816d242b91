"""Every view for everybody: axe finds nothing, nothing sticks out of the screen, targets are large, keys are enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from conftest import Phone
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

READ_MS = 60_000
TARGET_PX = 44

SMALL_TARGETS = """() => [...document.querySelectorAll("a[href], button, input, select, summary, [role=button]")]
    .filter((node) => {
        // Words in a running text are as high as its lines; what is hidden or disabled is no target.
        if (node.matches("p a, :disabled") || node.closest("[inert], [aria-hidden=true]")) return false;
        if (!node.checkVisibility({visibilityProperty: true})) return false;
        // A box to tick is hit by its label too.
        const ticked = node.matches("input:is([type=radio], [type=checkbox], [type=file])");
        const hit = (ticked && node.closest("label")) || node;
        const {width, height} = hit.getBoundingClientRect();
        return width > 0 && (Math.round(width) < 44 || Math.round(height) < 44);
    })
    .map((node) => node.outerHTML.slice(0, 160))"""

OUTSIDE = """() => {
    const wide = document.documentElement.scrollWidth - innerWidth;
    if (wide > 0) return [`the page is ${wide} pixels too wide`];
    const tabs = document.querySelector("nav.tabs").getBoundingClientRect();
    const sideways = tabs.height > tabs.width;
    // With a dialog open the page behind it does not matter.
    const root = document.querySelector("dialog[open]") ?? document.querySelector("main");
    const edge = sideways && root.matches("main") ? tabs.left : innerWidth;
    const outside = [...root.querySelectorAll("*")].filter((node) => {
        if (!node.checkVisibility({visibilityProperty: true}) || node.closest("svg, .only-heard, canvas")) return false;
        const {left, right, width} = node.getBoundingClientRect();
        if (width === 0 || (right <= edge + 1 && left >= -1)) return false;
        // What scrolls by itself, or is cut on purpose, may be wider than it shows.
        for (let up = node.parentElement; up && up !== root; up = up.parentElement) {
            const {overflowX} = getComputedStyle(up);
            if (overflowX !== "visible") return false;
        }
        return true;
    });
    const place = (node) => {
        const {left, right} = node.getBoundingClientRect();
        return `reaches from ${Math.round(left)} to ${Math.round(right)}, the edge is at ${Math.round(edge)}`;
    };
    const outermost = outside.filter((node) => !outside.includes(node.parentElement));
    return outermost.map((node) => `${node.outerHTML.slice(0, 120)} ${place(node)}`);
}"""


def faults(phone: Phone) -> list[str]:
    """Return what is wrong with what is on screen."""
    found = [
        f"axe, {violation['id']}: {node['html'][:140]} {node['failureSummary']}"
        for violation in Axe().run(phone.page).response["violations"]
        for node in violation["nodes"]
    ]
    found += [f"under {TARGET_PX} pixels: {node}" for node in phone.page.evaluate(SMALL_TARGETS)]
    return found + phone.page.evaluate(OUTSIDE)


def show(page: Page, view: str) -> None:
    page.locator(f"nav.tabs a[href='#{view}']").click()
    page.locator(f"main[data-view={view}] h1").wait_for()
    page.wait_for_timeout(300)


def walk(phone: Phone, photo: Path) -> Iterator[str]:
    """Go through every view and yield its name; the hand on screen is one that was read from a photo."""
    page = phone.page
    page.locator("main h1").wait_for()
    yield "shoot"
    page.locator("input[type=file]:not([capture])").set_input_files(photo)
    page.locator("[data-group=concealed] [data-tile]").first.wait_for(timeout=READ_MS)
    page.locator(".answer:not(.asking)").wait_for()
    yield "hand"
    page.locator("[data-group=concealed] [data-tile]").nth(3).click()
    page.get_by_role("dialog").wait_for()
    yield "tile"
    page.keyboard.press("Escape")
    for view in ("table", "game", "settings"):
        show(page, view)
        yield view
    page.get_by_role("link", name="Learn my tiles").click()
    row = page.get_by_role("region", name="Characters")
    row.locator("input[type=file]").set_input_files(photo)
    expect(row.get_by_role("listitem")).to_have_count(14, timeout=READ_MS)
    yield "my-set"
    row.get_by_role("listitem").first.get_by_role("button").click()
    page.get_by_role("dialog").wait_for()
    yield "my-set-tile"
    page.keyboard.press("Escape")
    show(page, "game")
    page.get_by_role("button", name="New game").first.click()
    page.get_by_role("dialog").wait_for()
    yield "new-game"
    page.get_by_role("dialog").get_by_role("button", name="Begin").click()
    page.get_by_role("dialog").wait_for(state="detached")
    page.wait_for_timeout(300)
    yield "game-begun"
    page.get_by_role("button", name="Win by hand").click()
    page.get_by_role("dialog").get_by_role("checkbox", name="Player 2").first.check()
    yield "deal"
    page.keyboard.press("Escape")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("orientation", ["portrait", "landscape"])
def test_every_view_is_for_everybody(
    open_phone: Callable[..., Phone], complete_photo: Path, orientation: str, theme: str
) -> None:
    phone = open_phone(orientation=orientation, theme=theme, reduced_motion="reduce")
    found = []
    for view in walk(phone, complete_photo):
        phone.photograph(f"walk-{view}-{orientation}-{theme}")
        found += [f"{view}: {fault}" for fault in faults(phone)]
    assert not found, "\n".join(found)


FOCUSED = """() => {
    const node = document.activeElement;
    // A sheet that scrolls takes the focus too, for the arrow keys.
    if (!node || node === document.body || node.matches("dialog")) return null;
    const outlined = (one) => {
        const {outlineStyle, outlineWidth} = one ? getComputedStyle(one) : {};
        return outlineStyle !== "none" && parseFloat(outlineWidth) > 0;
    };
    return {
        what: node.outerHTML.slice(0, 140),
        // What the browser itself answers Enter or Space on.
        native: node.matches("a[href], button, input, select, summary, textarea"),
        // Inputs lie below what is drawn for them.
        seen: [node, node.parentElement, node.nextElementSibling].some(outlined),
    };
}"""


def test_whatever_has_the_focus_is_seen_and_knows_the_keys(phone: Phone, complete_photo: Path) -> None:
    """Every control is one of the browser's own, so that Enter and Space work on it."""
    page = phone.page
    wrong, seen = set(), 0
    for view in walk(phone, complete_photo):
        for _ in range(25):
            page.keyboard.press("Tab")
            focused = page.evaluate(FOCUSED)
            if focused is None:
                continue
            seen += 1
            if not (focused["native"] and focused["seen"]):
                wrong.add(f"{view}: {focused['what']}")
    assert seen > 100
    assert wrong == set()


def test_from_the_start_to_the_answer_by_keys_alone(phone: Phone, complete_photo: Path) -> None:
    """Focus is always to be seen, and goes through everything in the order of the screen."""
    page = phone.page
    page.locator("main h1").wait_for()
    with page.expect_file_chooser() as chooser:
        press_until(page, "input[type=file]:not([capture])")
        page.keyboard.press("Enter")
    chooser.value.set_files(complete_photo)
    page.locator("[data-group=concealed] [data-tile]").first.wait_for(timeout=READ_MS)
    page.locator(".answer:not(.asking)").wait_for()
    press_until(page, "[data-group=concealed] [data-tile], [data-group=concealed] [data-tile] *")
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert page.evaluate("document.activeElement.closest('[data-tile]') !== null"), "the focus did not come back"
    press_until(page, "nav.tabs a[href='#table']")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_have_attribute("data-view", "table")


def press_until(page: Page, selector: str) -> None:
    """Go on with the tab key until something has the focus, which has to be seen on each way."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    pytest.fail(f"the tab key never comes to {selector}")
