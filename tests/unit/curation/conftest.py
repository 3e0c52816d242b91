"""Small data sets of drawn pictures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from datasets.formats.record import LabelledDataset
from tests.unit.curation.drawn import Maker


@pytest.fixture
def make(tmp_path: Path) -> Maker:
    return Maker(tmp_path)


@pytest.fixture
def edit() -> Callable[..., LabelledDataset]:
    """Return what gives a data set with changes to its picture of a path."""

    def change(dataset: LabelledDataset, path: str, **changes: object) -> LabelledDataset:
        images = tuple(replace(image, **changes) if image.path == path else image for image in dataset.images)
        return replace(dataset, images=images)

    return change
