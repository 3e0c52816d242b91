"""What a photo's roll, scale and place may not change in a layout."""

from __future__ import annotations

import runpy
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.notation import parse_hand
from engine.tile import KIND_CODES
from vision.layout import arrange

if TYPE_CHECKING:
    from random import Random

TABLES = runpy.run_path(str(Path(__file__).parents[1] / "unit" / "vision" / "tables.py"))
Camera, photograph, row, Tile = (TABLES[name] for name in ("Camera", "photograph", "row", "Tile"))

LETTERED = [code for code in KIND_CODES if code[1] == "m" or code in {"1z", "2z", "3z", "4z", "6z", "7z"}]
"""Faces that look different upside down, so that every layout has a way up."""

faces = st.sampled_from(KIND_CODES)
angles = st.floats(-180, 180)


@st.composite
def tables(draw: st.DrawFn) -> list[Any]:
    """One to three touching rows of two to nine tiles, or two with a gap; jokers, bonus tiles and backs among them."""
    tiles = []
    for number in range(draw(st.integers(1, 3))):
        codes = draw(st.lists(faces | st.sampled_from(["1f", "5f", "0x", "??", "0p"]), min_size=2, max_size=9))
        gap = draw(st.integers(0, len(codes)))
        text = "".join(codes[:gap]) + draw(st.sampled_from(["", "    "])) + "".join(codes[gap:])
        turned = draw(st.sets(st.integers(0, len(codes) - 1), max_size=1))
        tiles += row(text, at=(draw(st.floats(-1, 1)) - 3, 1.12 * number), turned=tuple(turned))
    # A row that has a way up: without one there is nothing that a roll could leave unchanged.
    way_up = draw(st.lists(st.sampled_from(LETTERED), min_size=6, max_size=10))
    return [*tiles, *row("".join(way_up), at=(-4, -1.12))]


def read(tiles: list[Any], camera: Any) -> list[object]:  # noqa: ANN401 - a class loaded at run time
    found = arrange(**photograph(tiles, camera))
    return [found.order, found.rows, found.groups, found.tile_groups, found.hand]


@settings(max_examples=25, deadline=None)
@given(tiles=tables(), roll_deg=angles, has_perspective=st.booleans())
def test_a_roll_of_the_photo_changes_nothing(*, tiles: list[Any], roll_deg: float, has_perspective: bool) -> None:
    camera = Camera(perspective=0.03 if has_perspective else 0.0)
    assert read(tiles, replace(camera, roll_deg=roll_deg)) == read(tiles, camera)


@settings(max_examples=25, deadline=None)
@given(
    tiles=tables(),
    factor=st.floats(0.1, 20),
    shift=st.tuples(st.floats(-5000, 5000), st.floats(-5000, 5000)),
    has_quads=st.booleans(),
)
def test_scale_and_place_change_nothing(
    *, tiles: list[Any], factor: float, shift: tuple[float, float], has_quads: bool
) -> None:
    camera = Camera(has_quads=has_quads)
    assert read(tiles, replace(camera, scale=60 * factor, shift=shift)) == read(tiles, camera)


@settings(max_examples=25, deadline=None)
@given(tables(), st.randoms(use_true_random=False))
def test_the_order_in_which_tiles_are_found_changes_nothing(tiles: list[Any], random: Random) -> None:
    mixed = list(range(len(tiles)))
    random.shuffle(mixed)
    found = arrange(**photograph([tiles[n] for n in mixed]))
    plain = arrange(**photograph(tiles))
    assert [mixed[n] for n in found.order] == list(plain.order)
    assert (found.hand, found.rows, found.groups) == (plain.hand, plain.rows, plain.groups)


@settings(max_examples=25, deadline=None)
@given(
    tiles=tables(),
    roll_deg=angles,
    seed=st.integers(0, 2**16),
    has_quads=st.booleans(),
    has_rotations=st.booleans(),
)
def test_whatever_lies_there_is_arranged_and_the_hand_can_be_parsed(
    *, tiles: list[Any], roll_deg: float, seed: int, has_quads: bool, has_rotations: bool
) -> None:
    camera = Camera(roll_deg=roll_deg, jitter=0.1, seed=seed, has_quads=has_quads, has_rotations=has_rotations)
    found = arrange(**photograph(tiles, camera))
    parse_hand(found.hand)
    n = len(tiles)
    assert sorted(found.order) == list(range(n))
    assert sorted(tile for group in found.tile_groups for tile in group.tiles) == list(range(n))
    assert all(0 <= tile < n for warning in found.warnings for tile in warning.tiles)


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 60), st.integers(0, 2**16))
def test_scattered_boxes_of_any_shape_are_arranged(count: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    corner = rng.uniform(0, 300, (count, 2))
    found = arrange(
        np.concatenate([corner, corner + rng.uniform(0, 90, (count, 2))], axis=1),
        np.full((count, 4, 2), np.nan),
        [str(code) for code in rng.choice(KIND_CODES, count)],
        rng.dirichlet(np.ones(4), count),
        np.zeros(count, np.int64),
        (400, 400),
    )
    assert sorted(found.order) == list(range(count))
