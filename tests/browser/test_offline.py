"""The installed page: kept on the phone as one whole version, shown without the service, never with old answers."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Phone, Service
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

REPOSITORY = Path(__file__).resolve().parents[2]
KEPT = """() => Promise.race([
    navigator.serviceWorker.ready.then(() => caches.keys()),
    new Promise((_, fail) => setTimeout(fail, 20_000, new Error("the page was not kept within 20 s"))),
])"""


def kept_addresses(page: Page) -> list[str]:
    script = """async () => {
        const names = await caches.keys();
        const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return keys.flat().map((request) => new URL(request.url).pathname);
    }"""
    page.evaluate(KEPT)
    return page.evaluate(script)


def test_the_page_can_be_installed(phone: Phone) -> None:
    session = phone.context.new_cdp_session(phone.page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    document = json.loads(manifest["data"])
    assert document["start_url"] == "/"
    errors = {error["errorId"] for error in session.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    # Playwright's contexts are private windows, which install nothing.
    assert errors <= {"in-incognito"}


def test_without_the_service_the_page_opens_in_all_its_views(
    start_service: Callable[..., Service], open_phone: Callable[..., Phone]
) -> None:
    service = start_service()
    phone = open_phone(service.url, expects_complaints=True)
    page = phone.page
    page.evaluate(KEPT)
    page.evaluate("localStorage.setItem('tilesight/1', JSON.stringify({settings: {theme: 'dark'}}))")
    service.process.terminate()
    service.process.wait(30)
    page.reload()
    page.locator("main h1").wait_for()
    page.get_by_text("No connection to the service").wait_for()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    tabs = page.locator("nav.tabs a")
    expect(tabs).to_have_count(5)
    for number in range(5):
        tabs.nth(number).click()
        page.locator(f"main[data-view={tabs.nth(number).get_attribute('href')[1:]}] h1").wait_for()
    phone.photograph("offline-portrait-dark")


def test_answers_about_hands_and_photos_are_never_kept(phone: Phone) -> None:
    phone.page.evaluate(KEPT)
    request = {"rules": "basic", "hand": "11m"}
    status = phone.page.evaluate(
        """(body) => fetch("/v1/analyse", {method: "POST", headers: {"Content-Type": "application/json"},
        body: JSON.stringify(body)}).then((answer) => answer.status)""",
        request,
    )
    assert status == 200
    phone.page.evaluate("fetch('/healthz')")
    phone.page.evaluate("fetch('/v1/rules/basic')")
    kept = kept_addresses(phone.page)
    assert "/" in kept
    assert [path for path in kept if path.startswith("/v1/") or path == "/healthz"] == ["/v1/rules"]


def test_all_kept_files_are_of_one_version_and_every_module_is_among_them(phone: Phone) -> None:
    kept = [path for path in kept_addresses(phone.page) if path.startswith("/static/")]
    assert len({path.split("/")[2] for path in kept}) == 1
    static = REPOSITORY / "api" / "static"
    needed = {path.relative_to(static).as_posix() for path in static.rglob("*.js")} - {"sw.js"}
    assert needed <= {path.split("/", 3)[3] for path in kept}


def test_a_new_version_takes_over_as_a_whole(
    start_service: Callable[..., Service], open_phone: Callable[..., Phone], tmp_path: Path
) -> None:
    """The page is changed under the running service, as an update of the program does."""
    program = tmp_path / "program"
    shutil.copytree(
        REPOSITORY, program, ignore=shutil.ignore_patterns(".*", "out", "build", "runs", "__pycache__", "tests", "docs")
    )
    service = start_service(folder=program)
    phone = open_phone(service.url)
    page = phone.page
    [before] = page.evaluate(KEPT)
    index = program / "api" / "static" / "index.html"
    index.write_text(index.read_text(encoding="utf-8").replace("<title>", "<title>New "), encoding="utf-8")
    page.reload()
    assert "New" in page.evaluate("fetch('/').then((answer) => answer.text())")
    phone.until("navigator.serviceWorker.getRegistration().then((found) => found.waiting !== null)")
    # It takes over once nobody shows the old one any more, which the browser notices a moment after the page was left.
    replaced = "(before) => caches.keys().then((names) => names.length === 1 && names[0] !== before)"
    for _ in range(20):
        page.goto("about:blank")
        page.wait_for_timeout(500)
        page.goto(service.url)
        if page.evaluate(replaced, before):
            break
    phone.until(replaced, before)


def test_a_worker_that_cannot_fetch_everything_changes_nothing(open_phone: Callable[..., Phone]) -> None:
    phone = open_phone(expects_complaints=True)
    [before] = phone.page.evaluate(KEPT)
    phone.context.set_offline(True)
    phone.page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update().catch(() => null))")
    assert phone.page.evaluate("caches.keys()") == [before]
    phone.context.set_offline(False)
