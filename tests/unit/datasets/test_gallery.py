from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from datasets.synthesis.gallery import face_sheet, layout_sheet
from datasets.synthesis.ranges import sample_in_range

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("cjk_fonts")

MAX_BYTES = 300_000


def test_sheets_show_what_they_are_asked_for() -> None:
    faces = face_sheet([sample_in_range(np.random.default_rng(1))], ("1m", "0x"))
    assert faces.shape[0] < faces.shape[1]
    layouts = layout_sheet(1, ("few",), cell_px=60)
    assert layouts.shape == (60, 360, 3)
    assert layouts[:40, :40].std() > 5


def test_committed_sheets_are_small(request: pytest.FixtureRequest) -> None:
    sheets: list[Path] = sorted((request.config.rootpath / "docs" / "images").glob("synthesis-*.jpg"))
    assert len(sheets) == 3
    assert sum(sheet.stat().st_size for sheet in sheets) < MAX_BYTES
    assert all(cv2.imread(str(sheet)) is not None for sheet in sheets)
