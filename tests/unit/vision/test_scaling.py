"""Scaling loses no thin strokes and moves nothing."""

from __future__ import annotations

import numpy as np
import pytest

from vision.scaling import scale_all, scale_to


@pytest.mark.parametrize("size", [40, 90, 150, 199, 200, 201, 260, 300, 333, 399])
def test_no_stroke_of_a_pixel_vanishes(size: int) -> None:
    for at in range(180, 220):
        picture = np.full((400, 400, 3), 255, np.uint8)
        picture[:, at] = 0
        darkness = 255 - scale_to(picture, (size, size))[size // 2, :, 0].astype(float)
        # A stroke keeps at least half of its share of the picture, and stays within half a pixel of where it is.
        assert darkness.sum() >= 0.5 * 255 * size / 400
        middle = (darkness * (np.arange(size) + 0.5)).sum() / darkness.sum()
        assert abs(middle - (at + 0.5) * size / 400) <= 0.5


def test_a_picture_of_that_size_is_the_same() -> None:
    picture = np.random.default_rng(0).integers(0, 255, (30, 40, 3)).astype(np.uint8)
    assert scale_to(picture, (40, 30)) is picture


def test_many_pictures_are_scaled_like_each() -> None:
    pictures = np.random.default_rng(0).integers(0, 255, (3, 120, 96, 3)).astype(np.uint8)
    scaled = scale_all(pictures, (64, 80))
    assert scaled.shape == (3, 80, 64, 3)
    assert all(np.array_equal(one, scale_to(picture, (64, 80))) for one, picture in zip(scaled, pictures, strict=True))
    assert scale_all(pictures, (96, 120)) is pictures
    assert scale_all(pictures[:0], (64, 80)).shape == (0, 80, 64, 3)
