"""Files that are no photos, or odd ones, through the command line with the real decoder."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from api.cli import run
from vision.image import ImageLimits

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from api.photo_reader import RackPhotoReader


def saved(image: Image.Image, form: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, form, **options)
    return buffer.getvalue()


def animation() -> bytes:
    frames = [Image.new("RGB", (64, 48), colour) for colour in ("black", "white", "red")]
    return saved(frames[0], "WEBP", save_all=True, append_images=frames[1:], lossless=True)


REFUSED = {
    "zero bytes": (b"", "not_an_image"),
    "text": (b"a list of tiles\n", "not_an_image"),
    "truncated": (saved(Image.radial_gradient("L"), "JPEG")[:2000], "undecodable_image"),
    "bomb": (saved(Image.new("1", (10_000, 10_000)), "PNG"), "image_too_large"),
}
READ = {
    "1x1": (saved(Image.new("RGB", (1, 1)), "PNG"), []),
    "CMYK": (saved(Image.new("CMYK", (64, 48), (0, 0, 0, 0)), "JPEG"), []),
    "16-bit": (saved(Image.new("I;16", (64, 48)), "PNG"), []),
    "animated": (animation(), ["animated"]),
}


@pytest.fixture(autouse=True)
def _blind(monkeypatch: pytest.MonkeyPatch, make_blind_reader: Callable[[ImageLimits], RackPhotoReader]) -> None:
    monkeypatch.setattr("api.commands.photos.load_photo_reader", lambda: make_blind_reader(ImageLimits()))


@pytest.mark.parametrize(("data", "code"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_photo_is_said_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes, code: str
) -> None:
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(data)
    assert run(["read", str(photo), "--json"]) == 1
    captured = capsys.readouterr()
    assert json.loads(captured.out)["error"]["code"] == code
    assert captured.err.count("\n") == 1
    assert captured.err.endswith(f"[{code}]\n")


@pytest.mark.parametrize(("data", "notes"), READ.values(), ids=READ)
def test_odd_photos_are_read(tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes, notes: list[str]) -> None:
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(data)
    assert run(["read", str(photo), "--json"]) == 1
    captured = capsys.readouterr()
    codes = [warning["code"] for warning in json.loads(captured.out)["warnings"]]
    assert codes == [*notes, "no_tiles"]
    assert captured.err.count("\n") == 1
    assert captured.err.endswith("[no_tiles]\n")
