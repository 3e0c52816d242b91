from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from datasets.formats.record import LabelledDataset, LabelledImage, LabelledTile
from vision.reading import ReadWarning, TileGroup


@pytest.fixture
def dataset(tmp_path: Path) -> LabelledDataset:
    """Return three pictures: one read by the model, one labelled by a person in a folder, one without tiles."""
    root = tmp_path / "photos"
    read = LabelledImage(
        path="rack one.jpg",
        width=400,
        height=300,
        tiles=(
            LabelledTile(
                "5m",
                (10.1, 20.2, 50.3, 80.4),
                quad=((11.5, 21.5), (49.5, 22.0), (49.0, 79.5), (12.0, 79.0)),
                rotation=90,
                confidence=0.9731,
                sure=True,
                alternatives=(("0m", 0.02), ("6m", 0.001)),
                row=0,
                index=0,
                group=0,
            ),
            LabelledTile("??", (60.0, 20.0, 90.0, 80.0), confidence=0.31, sure=False, row=0, index=1, group=0),
            LabelledTile("1f", (100.0, 200.0, 140.0, 300.0), confidence=0.55, sure=False, row=1, index=2, group=1),
        ),
        orientation=6,
        sha256="0123456789abcdef" * 4,
        groups=(TileGroup("concealed", (0, 1), "5m??"), TileGroup("bonus", (2,), "1f")),
        hand="5m?? 1f",
        warnings=(ReadWarning("unsure", "look at two tiles", (1, 2)), ReadWarning("blurred", "hold still")),
        group="kitchen",
        source_photo="rack",
        provenance="model 0123abcd",
    )
    by_hand = LabelledImage(
        path="games/größe 2.png",
        width=200,
        height=100,
        tiles=tuple(
            LabelledTile(code, (20.0 * n, 10.0, 20.0 * n + 18.5, 40.0), source="human")
            for n, code in enumerate(("1m", "9s", "7z", "0p", "8f", "1j", "0x"))
        ),
        provenance="phone page",
    )
    empty = LabelledImage("games/table.jpg", 64, 48)
    for image in (read, by_hand, empty):
        size_wh = (image.height, image.width) if image.orientation >= 5 else image.size_wh
        exif = Image.Exif()
        exif[0x0112] = image.orientation
        (root / image.path).parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", size_wh, (90, 120, 90)).save(root / image.path, exif=exif)
    return LabelledDataset(root, (read, by_hand, empty))
