"""The live viewfinder, with a camera whose picture is a real photo of a rack."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from conftest import Phone
    from playwright.sync_api import Browser, Playwright

pytestmark = pytest.mark.slow

READ_MS = 60_000
FRAME_WH = (1480, 720)
"""Of the shape of a phone held sideways, so that the viewfinder shows all of it."""


def film(photo: Path, path: Path) -> None:
    """Write a film that shows nothing but a photo, as motion JPEG."""
    picture = cv2.imread(str(photo))
    height, width = picture.shape[:2]
    scale = min(FRAME_WH[0] / width, FRAME_WH[1] / height)
    picture = cv2.resize(picture, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_CUBIC)
    frame = np.full((FRAME_WH[1], FRAME_WH[0], 3), 90, np.uint8)
    top, left = (frame.shape[0] - picture.shape[0]) // 2, (frame.shape[1] - picture.shape[1]) // 2
    frame[top : top + picture.shape[0], left : left + picture.shape[1]] = picture
    path.write_bytes(cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes() * 5)


@pytest.fixture
def film_phone(
    playwright: Playwright,
    chromium: Path,
    flags: tuple[str, ...],
    open_phone: Callable[..., Phone],
    tmp_path: Path,
) -> Iterator[Callable[..., Phone]]:
    """Return what opens the page on a phone whose camera shows a photo."""
    with contextlib.ExitStack() as stack:

        def open_with(photo: Path, *asked: str, **options: object) -> Phone:
            film(photo, tmp_path / "camera.mjpeg")
            fake = (f"--use-file-for-fake-video-capture={tmp_path / 'camera.mjpeg'}", *asked)
            browser: Browser = playwright.chromium.launch(
                executable_path=chromium, args=[*flags, "--use-fake-device-for-media-stream", *fake]
            )
            stack.callback(browser.close)
            return open_phone(browser=browser, **options)

        yield open_with


def test_a_rack_in_the_viewfinder_becomes_the_answer(film_phone: Callable[..., Phone], complete_photo: Path) -> None:
    phone = film_phone(complete_photo, orientation="landscape", permissions=["camera"])
    page = phone.page
    page.get_by_role("button", name="Live camera").click()
    shutter = page.get_by_role("button", name="Take the photo")
    expect(shutter).to_be_enabled()
    phone.photograph("viewfinder-landscape")
    shutter.click()
    page.locator("[data-group=concealed] [data-tile]").first.wait_for(timeout=READ_MS)
    expect(page.locator("[data-tile]")).to_have_count(14)
    phone.photograph("camera-hand-landscape")
    # The camera is off again: nobody is filmed while he looks at his hand.
    expect(page.locator("video")).to_have_count(0)


def test_a_camera_that_may_not_be_used_leaves_the_other_ways(
    film_phone: Callable[..., Phone], complete_photo: Path
) -> None:
    phone = film_phone(complete_photo, "--deny-permission-prompts")
    page = phone.page
    page.get_by_role("button", name="Live camera").click()
    expect(page.get_by_text("The browser may not use the camera.")).to_be_visible()
    page.locator("input[type=file]:not([capture])").set_input_files(complete_photo)
    page.locator("[data-group=concealed] [data-tile]").first.wait_for(timeout=READ_MS)


def test_over_plain_http_from_another_machine_no_viewfinder_is_offered(phone: Phone) -> None:
    """As on a phone: the address of this machine in its network is no secure context."""
    page = phone.page
    page.add_init_script("Object.defineProperty(globalThis, 'isSecureContext', {value: false})")
    page.reload()
    page.get_by_text("Take a photo").first.wait_for()
    expect(page.get_by_role("button", name="Live camera")).to_have_count(0)
