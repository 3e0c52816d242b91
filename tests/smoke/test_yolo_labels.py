"""YOLO labels as we write them are what Ultralytics trains on, photos that lie on their side included."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from ultralytics.data.dataset import YOLODataset
from ultralytics.data.utils import check_det_dataset

from datasets.formats import yolo
from datasets.formats.options import WriteOptions
from datasets.formats.record import LabelledDataset, LabelledImage, LabelledTile
from engine.tile import CODES

ORIENTATION = 0x0112


def test_ultralytics_reads_boxes_classes_and_sizes(tmp_path: Path) -> None:
    root = tmp_path / "photos"
    root.mkdir()
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    Image.new("RGB", (400, 300)).save(root / "turned.jpg", exif=exif)
    tile = LabelledTile("5z", (100.0, 250.0, 140.0, 400.0))
    image = LabelledImage("turned.jpg", 300, 400, (tile,), orientation=6)
    yolo.write(LabelledDataset(root, (image,)), tmp_path / "out", WriteOptions(pictures="copy"))
    data = check_det_dataset(str(tmp_path / "out" / "data.yaml"), autodownload=False)
    assert list(data["names"].values()) == list(CODES)
    (labels,) = YOLODataset(img_path=data["train"], data=data, augment=False).labels
    assert labels["shape"] == (400, 300)
    assert labels["cls"].tolist() == [[CODES.index("5z")]]
    assert labels["bboxes"][0].tolist() == pytest.approx([0.4, 0.8125, 40 / 300, 0.375])
