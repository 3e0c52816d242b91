"""Which photos are measured, and how many tiles of a sort they can hold."""

from __future__ import annotations

from collections import Counter

import numpy as np

from datasets.synthesis.deals import Wall
from engine.tile import CODES
from models.training.measured_photos import BALANCED
from vision.repair import repair_counts


def test_what_scenes_to_measure_with_are_dealt_from_is_never_repaired() -> None:
    """However evenly two readings are likely, nothing is taken to be too many of the tiles dealt."""
    dealt = Wall(np.random.default_rng(5), balanced=True).draw(4 * len(CODES[:-1]))
    assert set(Counter(dealt).values()) == {4}
    indices = np.array([CODES.index(code) for code in dealt])
    probabilities = np.full((len(dealt), len(CODES)), 0.49 / (len(CODES) - 1), np.float32)
    probabilities[np.arange(len(dealt)), indices] = 0.51
    assert repair_counts(probabilities, limits=BALANCED).codes.tolist() == indices.tolist()
    assert repair_counts(probabilities).codes.tolist() != indices.tolist()
