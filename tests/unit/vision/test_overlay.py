"""The overlay: every tile is framed where it lies, doubt looks different, any size of photo works."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from vision import overlay
from vision.overlay import draw_overlay
from vision.plates import draw_strip
from vision.reading import RackReading, ReadTile, TileGroup

if TYPE_CHECKING:
    from vision.plates import Colour
    from vision.reading import Rotation


def tile(index: int, *, sure: bool = True, code: str = "5p", group: int = 0, side: float = 100.0) -> ReadTile:
    left = side * (0.5 + 1.1 * index)
    box = (left, side, left + side, side * 2.3)
    return ReadTile(code, 0.9, box, None, 0, (), 0, index, group, sure=sure)


def reading(*tiles: ReadTile, size_wh: tuple[int, int] = (1280, 600)) -> RackReading:
    count = max((one.group for one in tiles), default=-1) + 1
    members = [tuple(one.index for one in tiles if one.group == group) for group in range(count)]
    groups = tuple(TileGroup("meld", tiles_in_group, "(555p)") for tiles_in_group in members)
    return RackReading(size_wh, (), tiles, groups, "", (), {})


def has_colour(picture: np.ndarray, colour: tuple[int, int, int]) -> bool:
    return bool((np.abs(picture.astype(int) - colour).max(axis=2) < 12).any())


def blank(width: int = 1280, height: int = 600) -> np.ndarray:
    return np.full((height, width, 3), 128, np.uint8)


def test_the_photo_given_is_left_as_it_is() -> None:
    image = blank()
    draw_overlay(image, reading(tile(0)))
    assert (image == 128).all()


def test_tiles_are_framed_where_they_lie_and_nothing_else_changes() -> None:
    picture = draw_overlay(blank(), reading(tile(0)), legend=False)
    assert picture.shape == (600, 1280, 3)
    changed = np.argwhere((picture != 128).any(axis=2))
    (top, left), (bottom, right) = changed.min(axis=0), changed.max(axis=0)
    # The number stands on the upper left corner, the code below the lower edge.
    assert 70 <= top <= 85
    assert 35 <= left <= 50
    assert 150 <= right <= 160
    assert 260 <= bottom <= 300


def covered(picture: np.ndarray, box: tuple[int, int, int, int]) -> float:
    """Return the share of a face, its frame left out, that a plate lies on: plates differ from the tint."""
    x1, y1, x2, y2 = box
    face = picture[y1 + 8 : y2 - 8, x1 + 8 : x2 - 8].reshape(-1, 3)
    colours, counts = np.unique(face, axis=0, return_counts=True)
    assert len(colours)
    return float(1 - counts.max() / len(face))


def test_labels_leave_the_face_visible() -> None:
    assert covered(draw_overlay(blank(), reading(tile(0)), legend=False), (50, 100, 150, 230)) < 0.03


@pytest.mark.parametrize(("rotation", "side"), [(0, "below"), (90, "left"), (180, "above"), (270, "right")])
def test_the_code_stands_at_the_players_side_of_the_face(rotation: Rotation, side: str) -> None:
    one = replace(tile(0), box=(500, 200, 600, 330), rotation=rotation)
    picture = draw_overlay(blank(), reading(one), legend=False)
    blue = np.argwhere(np.abs(picture.astype(int) - overlay._GROUP_COLOURS[0]).max(axis=2) < 12)  # noqa: SLF001 -- the palette
    (top, left), (bottom, right) = blue.min(axis=0), blue.max(axis=0)
    room = {"below": bottom - 330, "left": 500 - left, "above": 200 - top, "right": right - 600}
    assert max(room, key=lambda name: room[name]) == side
    assert room[side] > 30


def test_where_a_tile_lies_below_the_code_covers_little() -> None:
    upper, lower = (50, 100, 150, 230), (50, 232, 150, 362)
    tiles = [replace(tile(n), box=box) for n, box in enumerate((upper, lower))]
    picture = draw_overlay(blank(), reading(*tiles), legend=False)
    assert 0 < covered(picture, upper) < 0.2
    assert covered(picture, lower) < 0.1


def test_loose_tiles_are_drawn_thin_and_without_numbers() -> None:
    as_meld = reading(tile(0))
    as_loose = replace(as_meld, groups=(TileGroup("loose", (0,), "5p"),))
    picture = draw_overlay(blank(), as_loose, legend=False)
    changed = np.argwhere((picture != 128).any(axis=2))
    assert changed.min(axis=0)[0] >= 95
    assert len(changed) < len(np.argwhere((draw_overlay(blank(), as_meld, legend=False) != 128).any(axis=2))) / 3
    assert (picture[120:200, 70:130] == 128).all()


def test_the_legend_names_the_winning_tile_and_counts_loose_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    entries: list[str] = []

    def record(shown: list[tuple[str, Colour]], width: int, font_px: int) -> np.ndarray:
        entries.extend(text for text, _ in shown)
        return draw_strip(shown, width, font_px)

    monkeypatch.setattr(overlay, "draw_strip", record)
    groups = (
        TileGroup("loose", (0,), "5p"),
        TileGroup("concealed", (1,), "5p"),
        TileGroup("concealed", (2,), "+5p"),
        TileGroup("loose", (3,), "5p"),
    )
    four = replace(reading(*(tile(n, group=n) for n in range(4))), groups=groups)
    draw_overlay(blank(), four)
    assert entries == ["concealed 5p", "set apart 5p", "loose: 2 tiles"]


def test_a_reduced_photo_is_drawn_in_the_same_places() -> None:
    large = reading(tile(0, side=400), size_wh=(5120, 2400))
    picture = draw_overlay(blank(), large, legend=False)
    changed = np.argwhere((picture != 128).any(axis=2))
    in_place = np.argwhere((draw_overlay(blank(), reading(tile(0)), legend=False) != 128).any(axis=2))
    assert abs(changed.min(axis=0) - in_place.min(axis=0)).max() <= 2
    assert abs(changed.max(axis=0) - in_place.max(axis=0)).max() <= 2


def test_doubt_differs_in_colour_and_shape() -> None:
    sure = draw_overlay(blank(), reading(tile(0)), legend=False)
    doubtful = draw_overlay(blank(), reading(tile(0, sure=False)), legend=False)
    assert not has_colour(sure, overlay._DOUBT)  # noqa: SLF001 -- the palette is what is tested
    assert has_colour(doubtful, overlay._DOUBT)  # noqa: SLF001 -- the palette is what is tested
    # Along the upper edge a sure frame is one colour, a doubtful one is dashed.
    edge = slice(80, 145)
    assert len(np.unique(sure[100, edge].reshape(-1, 3), axis=0)) == 1
    assert len(np.unique(doubtful[100, edge].reshape(-1, 3), axis=0)) > 1


def test_groups_have_their_own_colours() -> None:
    picture = draw_overlay(blank(), reading(tile(0), tile(1, group=1)), legend=False)
    assert has_colour(picture[:, :160], overlay._GROUP_COLOURS[0])  # noqa: SLF001 -- the palette is what is tested
    assert has_colour(picture[:, 160:], overlay._GROUP_COLOURS[1])  # noqa: SLF001 -- the palette is what is tested
    assert not has_colour(picture[:, 160:], overlay._GROUP_COLOURS[0])  # noqa: SLF001 -- the palette is what is tested


@pytest.mark.parametrize(
    ("size_wh", "expected"), [((640, 480), (1280, 960)), ((1600, 1200), (1600, 1200)), ((4000, 3000), (2560, 1920))]
)
def test_small_photos_grow_and_large_ones_shrink(size_wh: tuple[int, int], expected: tuple[int, int]) -> None:
    photo_reading = reading(tile(0, side=size_wh[0] / 20), size_wh=size_wh)
    assert draw_overlay(blank(*size_wh), photo_reading, legend=False).shape[1::-1] == expected
    picture = draw_overlay(blank(*size_wh), photo_reading)
    assert picture.shape[1] == expected[0]
    assert picture.shape[0] > expected[1]
    assert draw_overlay(blank(*size_wh), photo_reading, long_side_px=500, legend=False).shape[1] == 500


def test_a_photo_without_tiles_says_so_in_the_legend() -> None:
    picture = draw_overlay(blank(), reading())
    assert (picture[:600] == 128).all()
    assert has_colour(picture[600:], overlay._DOUBT)  # noqa: SLF001 -- the palette is what is tested


def test_a_long_legend_breaks_into_lines() -> None:
    few = draw_overlay(blank(), reading(tile(0)))
    many = draw_overlay(blank(), reading(*(tile(n, group=n, side=40) for n in range(20))))
    assert many.shape[0] > few.shape[0]


@pytest.mark.parametrize("size_wh", [(1, 1), (3, 900), (900, 3)])
def test_odd_shapes_do_not_fail(size_wh: tuple[int, int]) -> None:
    odd = reading(ReadTile("??", 0.0, (0, 0, 1, 1), None, None, (), 0, 0, 0, sure=False), size_wh=size_wh)
    assert draw_overlay(blank(*size_wh), odd).ndim == 3
