"""The tile pictures of the phone page: all there, light, told apart without colours, and as the code draws them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from datasets.synthesis.page_art import page_design, render_sprite, sprite_manifest
from engine.tile import CODES, UNREADABLE_CODE

STATIC = Path(__file__).resolve().parents[3] / "api" / "static"
SPRITES = {1: STATIC / "tiles" / "tiles.webp", 2: STATIC / "tiles" / "tiles@2x.webp"}
MAX_BYTES = 90_000
SMALL_WH = (32, 43)
"""The smallest size at which the page shows tiles."""


def manifest() -> dict[str, object]:
    script = (STATIC / "tiles" / "sprite.js").read_text(encoding="utf-8")
    return json.loads(script.partition("=")[2].rstrip().rstrip(";"))


def small_grey_faces() -> dict[str, np.ndarray]:
    listed = manifest()
    width, height = listed["width"] * 2, listed["height"] * 2
    with Image.open(SPRITES[2]) as sprite:
        grey = sprite.convert("L")
    faces = {}
    for place, code in enumerate(listed["codes"]):
        left, top = place % listed["columns"] * width, place // listed["columns"] * height
        face = grey.crop((left, top, left + width, top + height)).resize(SMALL_WH, Image.Resampling.LANCZOS)
        faces[code] = np.asarray(face, np.float64)
    return faces


def test_every_code_has_its_place() -> None:
    listed = manifest()
    assert listed == sprite_manifest()
    assert listed["codes"] == [*CODES, UNREADABLE_CODE]
    assert listed["columns"] * listed["rows"] >= len(listed["codes"])


@pytest.mark.parametrize("factor", SPRITES)
def test_sprites_are_light_and_of_the_size_told(factor: int) -> None:
    listed = manifest()
    assert SPRITES[factor].stat().st_size <= MAX_BYTES
    with Image.open(SPRITES[factor]) as sprite:
        assert sprite.size == (
            listed["columns"] * listed["width"] * factor,
            listed["rows"] * listed["height"] * factor,
        )


def test_no_two_faces_look_alike_without_colours_even_small() -> None:
    faces = small_grey_faces()
    alike = [
        (one, other)
        for n, one in enumerate(faces)
        for other in list(faces)[n + 1 :]
        # At least 25 pixels of 1,376 are far lighter or darker.
        if (np.abs(faces[one] - faces[other]) > 60).sum() < 25
    ]
    assert not alike


def test_red_fives_carry_a_mark_that_fives_do_not() -> None:
    faces = small_grey_faces()
    for suit in "mps":
        corner = (slice(0, 11), slice(21, 32))
        differing = np.abs(faces[f"0{suit}"][corner] - faces[f"5{suit}"][corner]) > 60
        assert differing.sum() >= 20, suit


@pytest.mark.parametrize("name", ["icon-192", "icon-512", "icon-maskable-512", "apple-touch-icon"])
def test_icons_are_square_and_of_the_size_in_their_name(name: str) -> None:
    with Image.open(STATIC / "icons" / f"{name}.png") as icon:
        assert icon.size[0] == icon.size[1]
        assert str(icon.size[0]) in name or icon.size[0] == 180


@pytest.mark.usefixtures("cjk_fonts")
def test_the_committed_sprite_is_what_the_code_draws() -> None:
    listed = manifest()
    drawn_bgr = render_sprite(page_design(), (listed["width"] * 2, listed["height"] * 2))
    with Image.open(SPRITES[2]) as sprite:
        committed = np.asarray(sprite.convert("RGB"), np.float64)
    assert np.abs(committed - drawn_bgr[..., ::-1]).mean() < 4
