"""Letterboxing: sizes the network can take, and an exact way back."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.letterbox import PADDING_GREY, STRIDE_PX, Letterbox, letterbox

sizes = st.integers(1, 700)


def to_letterbox(boxed: Letterbox, points_xy: np.ndarray) -> np.ndarray:
    """Return points of the image in letterboxed pixels."""
    return points_xy * np.array(boxed.scale_xy, np.float32) + np.array(boxed.offset_xy, np.float32)


@settings(max_examples=60, deadline=None)
@given(width=sizes, height=sizes, long_side=st.integers(1, 700), points=st.lists(st.tuples(sizes, sizes), min_size=1))
def test_points_come_back(width: int, height: int, long_side: int, points: list[tuple[int, int]]) -> None:
    boxed = letterbox(np.zeros((height, width, 3), np.uint8), long_side)
    there = np.array(points, np.float32)
    assert np.allclose(boxed.to_image(to_letterbox(boxed, there)), there, atol=0.01 * max(1, max(width, height) / 100))


@settings(max_examples=60, deadline=None)
@given(width=sizes, height=sizes, long_side=st.integers(1, 700))
def test_the_image_lies_inside_and_both_sides_fit_the_grid(width: int, height: int, long_side: int) -> None:
    boxed = letterbox(np.zeros((height, width, 3), np.uint8), long_side)
    box_height, box_width = boxed.image_bgr.shape[:2]
    assert box_width % STRIDE_PX == box_height % STRIDE_PX == 0
    assert max(box_width, box_height) == -(-long_side // STRIDE_PX) * STRIDE_PX
    corners = to_letterbox(boxed, np.array([[0, 0], [width, height]], np.float32))
    assert (corners[0] >= 0).all()
    assert (corners[1] <= np.array([box_width, box_height]) + 1e-2).all()
    # No more padding than the grid needs.
    assert ((corners[1] - corners[0]) > np.array([box_width, box_height]) - STRIDE_PX - 1e-2).all()


@pytest.mark.parametrize(
    ("size_wh", "expected"), [((400, 300), (640, 480)), ((300, 400), (480, 640)), ((1, 1), (640, 640))]
)
def test_sizes(size_wh: tuple[int, int], expected: tuple[int, int]) -> None:
    assert letterbox(np.zeros((size_wh[1], size_wh[0], 3), np.uint8), 640).image_bgr.shape[1::-1] == expected


def test_a_mark_lands_where_the_points_say() -> None:
    image = np.zeros((500, 900, 3), np.uint8)
    image[300:340, 700:740] = 255
    boxed = letterbox(image, 640)
    (x1, y1), (x2, y2) = to_letterbox(boxed, np.array([[700, 300], [740, 340]], np.float32))
    rows, columns = np.nonzero(boxed.image_bgr.min(axis=2) > 127)
    assert abs(columns.min() - x1) <= 1
    assert abs(columns.max() + 1 - x2) <= 1
    assert abs(rows.min() - y1) <= 1
    assert abs(rows.max() + 1 - y2) <= 1


def test_padding_is_even_and_grey() -> None:
    boxed = letterbox(np.zeros((300, 640, 3), np.uint8), 640)
    assert boxed.image_bgr.shape == (320, 640, 3)
    assert boxed.offset_xy == (0, 10)
    assert (boxed.image_bgr[:10] == PADDING_GREY).all()
    assert (boxed.image_bgr[310:] == PADDING_GREY).all()
    assert (boxed.image_bgr[10:310] == 0).all()
