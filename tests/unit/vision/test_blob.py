"""What the networks are fed: every pixel in its place, red first, in 0..1."""

from __future__ import annotations

import numpy as np

from vision.blob import bgr_to_blob


def test_planes_are_those_of_the_pixels() -> None:
    pictures = np.random.default_rng(0).integers(0, 256, (3, 5, 4, 3)).astype(np.uint8)
    for given in (pictures, pictures[:, ::-1, ::-1], pictures[1:]):
        blob = bgr_to_blob(given)
        assert blob.dtype == np.float32
        assert blob.flags.c_contiguous
        assert np.allclose(blob, given[..., ::-1].transpose(0, 3, 1, 2) / 255, atol=1e-7, rtol=0)


def test_no_pictures_give_an_empty_blob() -> None:
    assert bgr_to_blob(np.empty((0, 120, 96, 3), np.uint8)).shape == (0, 3, 120, 96)
