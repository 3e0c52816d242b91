"""A real browser at phone size against the real service: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

import httpx
import pytest
from playwright.sync_api import expect, sync_playwright

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, BrowserContext, Page, Playwright

REPOSITORY: Final = Path(__file__).resolve().parents[2]
SCREENSHOTS: Final = REPOSITORY / "out" / "screenshots"
"""For people's eyes: what each view looks like. Not committed."""

FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SIZES: Final = {"portrait": (360, 740), "landscape": (740, 360)}
"""A small phone's screen in CSS pixels."""

PATIENCE_MS: Final = 20_000
"""How long anything may take on a busy machine before a test fails."""


expect.set_options(timeout=PATIENCE_MS)


LAY_DOWN: Final = """async (text) => {
  const here = (file) => import(document.querySelector('script[type=module]').src.replace('app.js', file));
  const [state, { EMPTY_HAND, NEW_MELD, addTile }, { codesOf }] = await Promise.all(
    [here('state.js'), here('model/hand.js'), here('model/reading.js')]);
  let hand = EMPTY_HAND;
  for (const part of text.split(' ')) {
    let group = part[0] === '+' ? 'winning' : part[0] === '(' ? NEW_MELD : undefined;
    for (const code of codesOf(part)) {
      hand = addTile(hand, code, group);
      if (group === NEW_MELD) group = hand.groups.filter(({ kind }) => kind === 'meld').at(-1).id;
    }
  }
  state.changeHand(hand);
}"""


@dataclass
class Phone:
    """One person's browser: its page, and everything it complained about."""

    page: Page
    context: BrowserContext
    complaints: list[str] = field(default_factory=list)

    def photograph(self, name: str) -> Path:
        """Keep a picture of the screen for people's eyes."""
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        path = SCREENSHOTS / f"{name}.png"
        self.page.screenshot(path=path)
        return path

    def lay_down(self, text: str) -> None:
        """Put a hand in notation on screen, as if its tiles had been set by hand."""
        self.page.evaluate(LAY_DOWN, text)

    def until(self, script: str, argument: object = None) -> object:
        """Return what a script on the page says as soon as it says yes.

        Playwright's own ``wait_for_function`` evaluates text inside of the page, which its security policy forbids: it
        works where the first answer is yes, and fails where it has to wait.
        """
        end = time.monotonic() + PATIENCE_MS / 1000
        while not (said := self.page.evaluate(script, argument)):
            assert time.monotonic() < end, f"not within {PATIENCE_MS} ms: {script}"
            self.page.wait_for_timeout(50)
        return said


@dataclass(frozen=True)
class Service:
    """A running service."""

    url: str
    process: subprocess.Popen[str]


def skip_or_fail(message: str) -> None:
    """Skip a test whose surroundings are absent, but fail it in CI, where they must be there."""
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)


@pytest.fixture(scope="session")
def chromium() -> Path:
    """Return Debian's Chromium, or skip (fail under CI) where it is not installed."""
    path = shutil.which("chromium")
    if path is None:
        skip_or_fail("chromium is not installed (on Debian: apt install chromium)")
    return Path(path)


@contextlib.contextmanager
def serving(*arguments: str, folder: Path = REPOSITORY, **environment: str) -> Iterator[Service]:
    """Run ``tilesight serve`` of the program in a folder, on a free port, with the models that come with it."""
    command = [sys.executable, "-m", "api.cli", "serve", "--port", "0", *arguments]
    surroundings = {**os.environ, "PYTHONPATH": str(folder), "TILESIGHT_LOG_LEVEL": "error", **environment}
    with subprocess.Popen(command, cwd=folder, env=surroundings, stdout=subprocess.PIPE, text=True) as process:
        try:
            line = process.stdout.readline()
            assert line.startswith("Tilesight serves "), line
            url = line.split()[2]
            until_ready = httpx.HTTPTransport(retries=3, verify=False)
            with httpx.Client(transport=until_ready, timeout=30) as client:
                while client.get(f"{url}/readyz").status_code != 200:
                    assert process.poll() is None
            yield Service(url, process)
        finally:
            process.terminate()
            process.wait(30)


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    """Return a service that all browser tests share."""
    with serving() as running:
        yield running


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    """Return Playwright; not for longer than a module, as no other event loop can run in this thread meanwhile."""
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def flags() -> tuple[str, ...]:
    """Return what Chromium is started with."""
    return FLAGS


@pytest.fixture(scope="module")
def browser(playwright: Playwright, chromium: Path) -> Iterator[Browser]:
    """Return a running Chromium without a camera."""
    browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
    yield browser
    browser.close()


@contextlib.contextmanager
def phone_of(
    browser: Browser,
    url: str,
    *,
    orientation: str = "portrait",
    theme: str = "light",
    expects_complaints: bool = False,
    **options: object,
) -> Iterator[Phone]:
    """Open the page on a phone of its own; at the end nothing may have gone wrong in its console."""
    width, height = SIZES[orientation]
    context = browser.new_context(
        base_url=url,
        viewport={"width": width, "height": height},
        device_scale_factor=2,
        has_touch=True,
        is_mobile=True,
        color_scheme=theme,
        **{"locale": "en-GB", **options},
    )
    context.set_default_timeout(PATIENCE_MS)
    phone = Phone(context.new_page(), context)
    phone.page.on("pageerror", lambda error: phone.complaints.append(f"error: {error}"))
    phone.page.on(
        "console",
        lambda said: (
            phone.complaints.append(f"{said.type}: {said.text} ({said.location['url']})")
            if said.type in {"error", "warning"}
            else None
        ),
    )
    phone.page.goto("/")
    try:
        yield phone
        assert expects_complaints or not phone.complaints, "\n".join(phone.complaints)
    finally:
        context.close()


@pytest.fixture
def start_service() -> Iterator[Callable[..., Service]]:
    """Return what starts a service of the test's own; see :func:`serving` for its arguments."""
    with contextlib.ExitStack() as stack:
        yield lambda *arguments, **options: stack.enter_context(serving(*arguments, **options))


@pytest.fixture
def open_phone(browser: Browser, service: Service) -> Iterator[Callable[..., Phone]]:
    """Return what opens the page on a phone; see :func:`phone_of` for its arguments."""
    with contextlib.ExitStack() as stack:
        yield lambda url=service.url, browser=browser, **options: stack.enter_context(phone_of(browser, url, **options))


@pytest.fixture
def phone(open_phone: Callable[..., Phone]) -> Phone:
    """Return a phone held upright, in daylight."""
    return open_phone()


@pytest.fixture(scope="session")
def complete_photo(shared_dir: Path) -> Path:
    """Return a real photo of a rack with a complete hand: 567s 345p 567s 678p 66z."""
    return shared_dir / "data" / "photos" / "images" / "solo_felt_rack__hand_047.jpg"


@pytest.fixture(scope="session")
def ready_photo(shared_dir: Path) -> Path:
    """Return a real photo of a rack of thirteen tiles, one from complete: 11123345p12377s."""
    return shared_dir / "data" / "photos" / "images" / "solo_felt_rack__hand_007_test.jpg"


@pytest.fixture(scope="session")
def doubtful_photo(shared_dir: Path) -> Path:
    """Return a real photo of a table with tiles that the reader is not sure of."""
    return shared_dir / "data" / "photos" / "images" / "games_green_felt__hand_119.jpg"
