"""The review gallery: a page from the disk that loads no more than it shows."""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from PIL import Image
from pillow_heif import from_pillow

from datasets.formats.options import WriteOptions
from datasets.formats.record import LabelledImage, LabelledTile
from datasets.labelling.gallery import PER_PART, ReviewItem, write_gallery
from datasets.labelling.layout import Layout
from datasets.labelling.review import Reason, Verdict
from datasets.labelling.summary import Summary
from tests.unit.labelling.scripted import save_photo

TILE = LabelledTile("5p", (10, 10, 40, 50), confidence=0.42, sure=False, alternatives=(("6p", 0.3),))


def image_of(path: str) -> LabelledImage:
    return LabelledImage(path, 160, 120, (TILE,), sha256="0" * 64)


def items_of(*paths: str) -> list[ReviewItem]:
    return [ReviewItem(path, Verdict(0.4, (Reason("unsure", "1 tile unsure", (0,)),))) for path in paths]


def part_of(out: Path, number: int) -> list[dict[str, Any]]:
    text = (out / "review" / f"{number:05}.js").read_text(encoding="utf-8")
    matched = re.fullmatch(rf"reviewPart\({number}, (.*)\);\n", text)
    assert matched
    photos: list[dict[str, Any]] = json.loads(matched[1])
    return photos


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    (tmp_path / "out").mkdir()
    return Layout(tmp_path / "out", tmp_path / "photos")


def test_photos_are_named_relative_to_the_page_with_their_boxes_and_reasons(layout: Layout) -> None:
    write_gallery(layout, items_of("a b/größe #1.jpg"), 7, image_of)
    (photo,) = part_of(layout.out, 1)
    assert photo["src"] == "../photos/a%20b/gr%C3%B6%C3%9Fe%20%231.jpg"
    assert photo["reasons"] == ["1 tile unsure"]
    assert photo["tiles"] == [["5p", False, 0.42, [10, 10, 40, 10, 40, 50, 10, 50], "6p 30%"]]


def test_the_page_holds_no_more_than_an_outline_of_ten_thousand_photos(layout: Layout) -> None:
    write_gallery(layout, items_of(*(f"{n}.jpg" for n in range(10_000))), 10_000, image_of)
    assert layout.gallery.stat().st_size < 60_000
    assert len(part_of(layout.out, 10_000 // PER_PART + 1)) == 10_000 % PER_PART


def test_parts_that_are_needed_no_more_go(layout: Layout) -> None:
    write_gallery(layout, items_of(*(f"{n}.jpg" for n in range(60))), 60, image_of)
    write_gallery(layout, items_of("1.jpg"), 60, image_of)
    assert sorted(path.name for path in layout.gallery_parts.iterdir()) == ["00001.js"]


def test_a_name_cannot_end_the_script(layout: Layout) -> None:
    name = "<!--</script><script>alert(1).jpg"
    write_gallery(layout, items_of(name), 1, image_of)
    assert "</script" not in (layout.gallery_parts / "00001.js").read_text(encoding="utf-8")


def test_photos_that_no_browser_shows_get_a_picture(layout: Layout) -> None:
    (layout.root / "a").mkdir(parents=True)
    from_pillow(Image.new("RGB", (160, 120), "green")).save(layout.root / "a" / "phone.HEIC")
    write_gallery(layout, items_of("a/phone.HEIC"), 1, image_of)
    (photo,) = part_of(layout.out, 1)
    with Image.open(layout.out / photo["src"]) as shown:
        assert (shown.format, shown.size) == ("JPEG", (160, 120))
    write_gallery(layout, items_of("a/phone.HEIC"), 1, image_of)
    assert (layout.out / photo["src"]).is_file()


@pytest.mark.parametrize("form", ["yolo", "coco", "voc"])
def test_copies_of_photos_in_the_folder_are_shown_wherever_it_is_moved_to(
    label: Callable[..., Summary], photos: Path, tmp_path: Path, form: str
) -> None:
    save_photo(photos / "turned.png", (7, 1, 120))
    options = WriteOptions(pictures="copy")
    label(formats=("jsonl", form), write=options, review_below=1.0)
    (tmp_path / "elsewhere").mkdir()
    out = (tmp_path / "out").rename(tmp_path / "elsewhere" / "zipped")
    shown = {photo["path"]: out / unquote(photo["src"]) for photo in part_of(out, 1)}
    assert len(shown) == 5
    for path, file in shown.items():
        assert ".." not in file.parts
        assert file.read_bytes() == (photos / path).read_bytes()


def test_links_are_no_copies(label: Callable[..., Summary], tmp_path: Path) -> None:
    label(formats=("yolo",), write=WriteOptions(pictures="link"), review_below=1.0)
    assert all(photo["src"].startswith("../photos/") for photo in part_of(tmp_path / "out", 1))


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Return Chromium, or skip (fail under CI) where it is absent."""
    path = Path("/usr/bin/chromium")
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 - not in every environment
    except ModuleNotFoundError:
        path = Path("nowhere")
    if not path.is_file():
        message = "Chromium or Playwright is absent"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=str(path), args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.mark.slow
def test_the_page_works_from_the_disk(
    label: Callable[..., Summary],
    photos: Path,
    tmp_path: Path,
    browser: Any,  # noqa: ANN401 - Playwright's, if it is there
) -> None:
    for n in range(30):
        save_photo(photos / "more" / f"{n:02}.png", (n, 3, 20 + n))
    label(review_below=1.0)
    page = browser.new_page(viewport={"width": 1200, "height": 800})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto((tmp_path / "out" / "review.html").as_uri())
    page.wait_for_selector("article")
    assert page.inner_text("h1") == "34 of 34 photos to look at"
    assert page.locator("article").count() == PER_PART
    # The most doubtful first, drawn over the photo itself.
    first = page.locator("article").first
    assert "b/empty.png" in page.inner_text("main") or "more/00.png" in first.inner_text()
    page.wait_for_function("document.images[0].complete && document.images[0].naturalWidth > 0")
    # All of them, without scrolling there; the last one is where the page's end is photographed.
    page.wait_for_function("[...document.images].every((image) => image.complete && image.naturalWidth > 0)")
    last = page.locator("figure").nth(PER_PART - 1).bounding_box()
    with Image.open(io.BytesIO(page.screenshot(full_page=True))) as screen:
        corner = screen.convert("RGB").getpixel((round(last["x"]) + 3, round(last["y"] + last["height"]) - 3))
    # Every photo of the list is of this green, which is nowhere on the page itself.
    assert corner[1] == 3
    page.keyboard.press("ArrowRight")
    page.wait_for_function("document.querySelectorAll('article').length === 10")
    page.get_by_role("button", name="no tiles 1").click()
    page.wait_for_function("document.querySelectorAll('article').length === 1")
    assert errors == []


@pytest.mark.slow
def test_a_photo_is_larger_than_a_phone_and_what_was_touched_is_in_sight(
    label: Callable[..., Summary],
    tmp_path: Path,
    browser: Any,  # noqa: ANN401 - Playwright's, if it is there
) -> None:
    label(review_below=1.0)
    page = browser.new_page(viewport={"width": 360, "height": 740})
    page.goto((tmp_path / "out" / "review.html").as_uri())
    figure = page.locator("article", has_text="turned.jpg").locator("figure")
    figure.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    small = figure.bounding_box()
    figure.click(position={"x": small["width"] - 4, "y": small["height"] / 2})
    page.wait_for_function("document.querySelector('dialog[open] figure').offsetWidth > 2 * innerWidth")
    page.wait_for_function(
        "(([box]) => box.scrollLeft + box.clientWidth >= box.scrollWidth - 1)([document.querySelector('dialog')])"
    )
    page.locator("dialog figure").click()
    page.wait_for_function("!document.querySelector('dialog').open")


@pytest.mark.slow
def test_a_photo_that_is_not_there_is_told_with_what_to_do(
    label: Callable[..., Summary],
    photos: Path,
    tmp_path: Path,
    browser: Any,  # noqa: ANN401 - Playwright's, if it is there
) -> None:
    label(review_below=1.0)
    photos.rename(tmp_path / "gone")
    page = browser.new_page(viewport={"width": 1200, "height": 800})
    page.goto((tmp_path / "out" / "review.html").as_uri())
    page.wait_for_function("document.querySelectorAll('.gone').length === 4")
    assert "--pictures copy" in page.locator(".gone").first.inner_text()
