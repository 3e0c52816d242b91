from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from datasets.formats import cvat
from datasets.formats.errors import LabelFileError
from datasets.formats.options import ReadOptions

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from datasets.formats.record import LabelledDataset

LABEL = "1 0.5 0.5 0.1 0.4\n"
YOLO = {"obj.names": "1m\n5z\n", "train.txt": "data/obj_train_data/b/a.png\n", "obj_train_data/b/a.txt": LABEL}
ULTRALYTICS = {
    "data.yaml": "path: ./\ntrain: train.txt\nnames:\n  0: 1m\n  1: 5z\n",
    "train.txt": "images/train/b/a.png\n",
    "labels/train/b/a.txt": LABEL,
}


def picture() -> bytes:
    content = io.BytesIO()
    Image.new("RGB", (200, 100)).save(content, "PNG")
    return content.getvalue()


def pack(file: Path, members: Mapping[str, str | bytes]) -> Path:
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file


def test_the_archives_are_as_cvat_takes_them(dataset: LabelledDataset, tmp_path: Path) -> None:
    yolo, ultralytics, _ = cvat.write(dataset, tmp_path)
    with zipfile.ZipFile(yolo) as archive:
        assert archive.namelist() == [
            "obj.data",
            "obj.names",
            "train.txt",
            "obj_train_data/rack one.txt",
            "obj_train_data/games/größe 2.txt",
            "obj_train_data/games/table.txt",
        ]
        assert archive.read("obj.data").decode().splitlines()[1:3] == [
            "train = data/train.txt",
            "names = data/obj.names",
        ]
        assert archive.read("train.txt").decode().splitlines()[1] == "data/obj_train_data/games/größe 2.png"
    with zipfile.ZipFile(ultralytics) as archive:
        assert archive.namelist()[:3] == ["data.yaml", "train.txt", "labels/train/rack one.txt"]
        assert archive.read("train.txt").decode().splitlines()[1] == "images/train/games/größe 2.png"


@pytest.mark.parametrize("members", [YOLO, ULTRALYTICS], ids=["YOLO 1.1", "Ultralytics"])
def test_exports_are_read_packed_and_unpacked(tmp_path: Path, members: dict[str, str]) -> None:
    listed = members["train.txt"].strip().removeprefix("data/")
    file = pack(tmp_path / "export.zip", {**members, listed: picture()})
    with zipfile.ZipFile(file) as archive:
        archive.extractall(tmp_path / "unpacked")
    for path in (file, tmp_path / "unpacked"):
        (image,) = cvat.read(path).images
        assert (image.path, image.size_wh) == ("b/a.png", (200, 100))
        assert [(tile.code, tile.box_xyxy, tile.source) for tile in image.tiles] == [("5z", (90, 30, 110, 70), "human")]


@pytest.mark.parametrize("members", [YOLO, ULTRALYTICS], ids=["YOLO 1.1", "Ultralytics"])
def test_sizes_come_from_the_pictures_where_the_export_has_none(tmp_path: Path, members: dict[str, str]) -> None:
    file = pack(tmp_path / "export.zip", members)
    with pytest.raises(LabelFileError, match=r"a\.png is missing; its size is needed"):
        cvat.read(file)
    (tmp_path / "photos" / "b").mkdir(parents=True)
    (tmp_path / "photos" / "b" / "a.png").write_bytes(picture())
    (image,) = cvat.read(file, ReadOptions(root=tmp_path / "photos")).images
    assert image.size_wh == (200, 100)
    faults: list[Any] = []
    assert cvat.read(file, ReadOptions(on_fault=faults.append)).images == ()
    assert len(faults) == 1


def test_pictures_without_a_label_file_have_no_tiles(tmp_path: Path) -> None:
    members = {name: content for name, content in ULTRALYTICS.items() if not name.startswith("labels")}
    file = pack(tmp_path / "export.zip", {**members, "images/train/b/a.png": picture()})
    assert cvat.read(file).images[0].tiles == ()


@pytest.mark.parametrize(
    ("members", "words"),
    [
        ({"annotations.xml": ""}, "export it from CVAT as 'YOLO 1.1'"),
        ({"obj.names": "1m\n"}, "there is no train.txt"),
        (
            YOLO | {"train.txt": "data/obj_train_data/../../a.png\n", "obj_train_data/../../a.png": picture()},
            "a path below",
        ),
        (
            YOLO | {"obj_train_data/b/a.txt": f"{LABEL}5 0.5 0.5 0.1 0.1\n"},
            r"a\.txt:2: there is no class 5; obj\.names",
        ),
        (YOLO | {"obj_train_data/b/a.txt": b"\xff\xfe\xff"}, "no text in UTF-8"),
    ],
)
def test_what_cannot_be_used_is_named(tmp_path: Path, members: dict[str, str | bytes], words: str) -> None:
    file = pack(tmp_path / "export.zip", {"obj_train_data/b/a.png": picture(), **members})
    with pytest.raises(LabelFileError, match=words):
        cvat.read(file)


def test_what_is_no_archive_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(b"PK\x03\x04 but no more")
    for path in (tmp_path / "a.zip", tmp_path / "b.zip"):
        with pytest.raises(LabelFileError, match="is no zip archive"):
            cvat.read(path)


def test_archives_that_promise_too_much_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("datasets.formats.archive.MAX_MEMBER_BYTES", 10)
    with pytest.raises(LabelFileError, match="bytes unpacked"):
        cvat.read(pack(tmp_path / "a.zip", YOLO))
