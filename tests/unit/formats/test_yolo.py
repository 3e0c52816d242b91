from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from datasets.formats import yolo
from datasets.formats.class_list import data_yaml, parse_class_list
from datasets.formats.class_map import ClassMap
from datasets.formats.errors import LabelFileError
from datasets.formats.options import ReadOptions, WriteOptions
from datasets.formats.record import LabelledDataset, LabelledImage, LabelledTile
from datasets.photos import load_photos
from engine.tile import CODES

if TYPE_CHECKING:
    from collections.abc import Mapping

LABEL = "1 0.5 0.5 0.1 0.4\n"


def make(folder: Path, files: Mapping[str, str | None]) -> Path:
    """Make text files, and where there is no text a picture of 200 x 100 pixels."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if text is None:
            Image.new("RGB", (200, 100)).save(folder / name)
        else:
            (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_what_is_written_is_what_ultralytics_and_our_training_expect(dataset: LabelledDataset, tmp_path: Path) -> None:
    yolo.write(dataset, tmp_path, WriteOptions(pictures="copy"))
    assert (tmp_path / "classes.txt").read_text().split() == list(CODES)
    assert (tmp_path / "data.yaml").read_text().startswith('train: images\nval: images\nnames:\n  0: "1m"\n  1: "2m"\n')
    lines = (tmp_path / "labels" / "games" / "größe 2.txt").read_text().splitlines()
    assert lines[1] == "26 0.1462500 0.2500000 0.0925000 0.3000000"
    assert (tmp_path / "labels" / "games" / "table.txt").read_text() == ""
    flat = LabelledDataset(dataset.root, dataset.images[:1])
    yolo.write(flat, tmp_path / "flat", WriteOptions(pictures="link"))
    (photo,) = load_photos(tmp_path / "flat")
    assert [CODES[code] for code in photo.codes] == ["5m", "1f"]
    assert (photo.group, photo.photo, photo.size_wh) == ("kitchen", "rack", (400, 300))
    assert photo.boxes_xyxy[0].tolist() == pytest.approx([10.1, 20.2, 50.3, 80.4], abs=0.01)


def test_confidences_are_a_sixth_column_when_asked_for(dataset: LabelledDataset, tmp_path: Path) -> None:
    yolo.write(dataset, tmp_path, WriteOptions(confidences=True))
    assert (tmp_path / "labels" / "rack one.txt").read_text().split()[5] == "0.9731"
    assert (tmp_path / "labels" / "games" / "größe 2.txt").read_text().split()[5] == "1.0000"
    tile = yolo.read(tmp_path, ReadOptions(root=dataset.root)).images[0].tiles[0]
    assert (tile.confidence, tile.source) == (0.9731, "model")


def test_boxes_are_cut_at_the_pictures_edge(tmp_path: Path) -> None:
    image = LabelledImage("a.jpg", 100, 100, (LabelledTile("1m", (-20, 50, 20, 300)),))
    yolo.write(LabelledDataset(tmp_path, (image,)), tmp_path)
    assert (tmp_path / "labels" / "a.txt").read_text() == "0 0.1000000 0.7500000 0.2000000 0.5000000\n"


def test_folders_of_a_split_are_named(tmp_path: Path) -> None:
    def subsets(*paths: str) -> list[str]:
        yolo.write(LabelledDataset(tmp_path, tuple(LabelledImage(path, 10, 10) for path in paths)), tmp_path)
        return (tmp_path / "data.yaml").read_text().split("names")[0].splitlines()

    assert subsets("images/train/a.jpg", "images/val/b.jpg", "images/test/c.jpg") == [
        "train: images/train",
        "val: images/val",
        "test: images/test",
    ]
    assert subsets("train/a.jpg", "valid/b.jpg") == ["train: images/train", "val: images/valid"]
    assert subsets("train/a.jpg") == ["train: images/train", "val: images/train"]
    assert subsets("train/a.jpg", "b.jpg") == ["train: images", "val: images"]


@pytest.mark.parametrize(
    "files",
    [
        {"classes.txt": "1m\n5z\n", "images/a.png": None, "labels/a.txt": LABEL},
        {"data.yaml": "names: [1m, '5z']\n", "images/train/a.png": None, "labels/train/a.txt": LABEL},
        {"data.yaml": "names:\n- 1m\n- 5z\n", "train/images/a.png": None, "train/labels/a.txt": LABEL},
        {"obj.names": "1m\n5z", "a.png": None, "a.txt": LABEL},
        {"classes.txt": "1m\r\n5z\r\n", "images/b/a.png": None, "labels/b/a.txt": "\ufeff" + LABEL + "\n"},
    ],
    ids=["flat", "split", "Roboflow", "darknet", "Windows"],
)
def test_layouts_of_other_programs_are_read(tmp_path: Path, files: dict[str, str | None]) -> None:
    (image,) = yolo.read(make(tmp_path, files)).images
    assert image.path.endswith("a.png")
    assert [(tile.code, tile.box_xyxy, tile.source) for tile in image.tiles] == [("5z", (90, 30, 110, 70), "human")]


def test_labels_apart_from_their_pictures(tmp_path: Path) -> None:
    make(tmp_path / "photos", {"a.png": None, "b/c.png": None})
    make(tmp_path / "labels", {"classes.txt": "1m\n5z\n", "a.txt": LABEL, "b/c.txt": ""})
    back = yolo.read(tmp_path / "labels", ReadOptions(root=tmp_path / "photos"))
    assert [(image.path, len(image.tiles)) for image in back.images] == [("a.png", 1), ("b/c.png", 0)]
    assert back.root == tmp_path / "photos"


def test_a_yaml_file_can_be_named(tmp_path: Path) -> None:
    make(tmp_path, {"my.yaml": "names: {0: crack, 1: soap}\n", "images/a.png": None, "labels/a.txt": LABEL})
    classes = ClassMap((("1m", "crack"), ("5z", "soap")))
    assert yolo.read(tmp_path / "my.yaml", ReadOptions(classes=classes)).images[0].tiles[0].code == "5z"


def test_shared_photos_are_read_as_training_reads_them(shared_dir: Path) -> None:
    folder = shared_dir / "data" / "photos"
    photos = load_photos(folder)
    dataset = yolo.read(folder)
    assert [image.path for image in dataset.images] == [str(p.image_path.relative_to(folder)) for p in photos]
    for image, photo in zip(dataset.images, photos, strict=True):
        assert (image.group, image.source_photo or Path(image.path).stem, image.size_wh) == (
            photo.group,
            photo.photo,
            photo.size_wh,
        )
        assert [tile.code for tile in image.tiles] == [CODES[code] for code in photo.codes]
        for tile, box in zip(image.tiles, photo.boxes_xyxy.tolist(), strict=True):
            assert tile.box_xyxy == pytest.approx(box, abs=0.01)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("2 0.5 0.5 0.1 0.4", "no class 2; classes.txt names the classes 0 to 1"),
        ("-1 0.5 0.5 0.1 0.4", "no class -1"),
        ("0.5 0.5 0.5 0.1 0.4", "is no label"),
        ("x 0.5 0.5 0.1 0.4", "is no label"),
        ("1 0.5 0.5 0.1", "is no label"),
        ("1 0.5 nan 0.1 0.4", "is no box"),
        ("1 0.5 inf 0.1 0.4", "is no box"),
        ("1 0.5 0.5 0.1 0", "is no box"),
        ("1 0.5 0.5 -0.1 0.4", "is no box"),
        ("1 0.5 0.5 0.1 0.4 1.5", "no probability"),
        ("1 0.1 0.1 0.2 0.1 0.2 0.2 0.1 0.2", "outline"),
        ("1 90 40 20 30", "out of the picture of 200 x 100"),
        ("0 0.5 0.5 0.1 0.4", "the class 'dog' is no tile code"),
    ],
)
def test_a_bad_label_is_named_with_its_line(tmp_path: Path, line: str, words: str) -> None:
    files = {"classes.txt": "dog\n5z\n", "images/a.png": None, "labels/a.txt": f"{LABEL}\n{line}\n{LABEL}"}
    make(tmp_path, files)
    with pytest.raises(LabelFileError, match=re.escape(words)) as caught:
        yolo.read(tmp_path)
    assert str(caught.value).startswith(f"{tmp_path / 'labels' / 'a.txt'}:3: ")
    faults: list[Any] = []
    (image,) = yolo.read(tmp_path, ReadOptions(on_fault=faults.append)).images
    assert [fault.line for fault in faults] == [3]
    # A box that reaches out of the picture is a box nevertheless, for who checks.
    assert len(image.tiles) == (3 if "out of the picture" in words else 2)


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"images/a.png": None}, "has no class names"),
        ({"classes.txt": "\n"}, "names no classes"),
        ({"data.yaml": "nc: 3\n"}, "has no 'names'"),
        ({"data.yaml": "names:\n  0: a\n  2: b\n"}, "a number is missing"),
        ({"data.yaml": "names: [a, b\n"}, "has no end"),
        ({"data.yaml": "names:\n  0: a\n  what\n"}, r"data\.yaml:3: .*is no class"),
        ({"classes.txt": "1m\n"}, "holds no pictures"),
        ({"classes.txt": "1m\n", "images/a.png": None, "labels/b.txt": ""}, r"b\.txt: there is no picture"),
        ({"classes.txt": "1m\n", "images/a.png": "no picture"}, "cannot be read"),
        ({"classes.txt": "1m\n", "manifest.csv": "file,width\na.jpg,3\n"}, r"manifest\.csv:2: is no picture"),
        ({"classes.txt": "1m\n", "manifest.csv": "file,width,height\na.jpg,3,3\n"}, r"a\.txt: is missing"),
    ],
)
def test_a_folder_that_cannot_be_used_says_why(tmp_path: Path, files: dict[str, str | None], words: str) -> None:
    with pytest.raises(LabelFileError, match=words):
        yolo.read(make(tmp_path, files))


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(LabelFileError, match="no such folder"):
        yolo.read(tmp_path / "nowhere" / "at all")


@pytest.mark.parametrize(
    "text",
    [
        "path: x\nnames:\n  0: 1m  # crack\n  1: \"a: 'b'\"\n\n  # more\n  2: 'it''s'\nnc: 3\n",
        "names:\n- 1m\n- \"a: 'b'\"\n- it's\n",
        "names: ['1m', \"a: 'b'\", it's]\n",
        "names: {0: 1m, 1: \"a: 'b'\",\n  2: 'it''s'}\nnc: 3\n",
        data_yaml(["1m", "a: 'b'", "it's"], [("train", "images")]),
    ],
)
def test_class_names_are_understood_as_yaml_has_them(tmp_path: Path, text: str) -> None:
    assert parse_class_list(text, tmp_path / "data.yaml").names == ("1m", "a: 'b'", "it's")


def test_labels_lie_where_trainers_look_for_them(tmp_path: Path) -> None:
    """Ultralytics puts 'labels' in the place of the last folder 'images' of a picture's path."""
    paths = ("a.jpg", "images/b.jpg", "c/images/d.jpg", "images/e/images/f.jpg")
    make(tmp_path, {f"photos/{path}": None for path in paths})
    dataset = LabelledDataset(tmp_path / "photos", tuple(LabelledImage(path, 200, 100) for path in paths))
    yolo.write(dataset, tmp_path / "out", WriteOptions(pictures="copy"))
    pictures = sorted((tmp_path / "out" / "images").rglob("*.jpg"))
    assert len(pictures) == len(paths)
    for picture in pictures:
        assert Path("/labels/".join(str(picture).rsplit("/images/", 1))).with_suffix(".txt").is_file()
    assert set(yolo.read(tmp_path / "out", ReadOptions(root=tmp_path / "photos")).paths) == set(paths)


@pytest.mark.parametrize("suffix", [".gif", ".tif"])
def test_a_picture_that_cannot_be_read_is_a_fault_where_it_has_labels(tmp_path: Path, suffix: str) -> None:
    make(tmp_path, {"classes.txt": "1m\n5z\n", "images/a.png": None, "labels/a.txt": LABEL, f"images/b{suffix}": None})
    assert [image.path for image in yolo.read(tmp_path).images] == ["images/a.png"]
    (tmp_path / "labels" / "b.txt").write_text(LABEL, encoding="utf-8")
    with pytest.raises(LabelFileError, match=rf"b\{suffix} cannot be read"):
        yolo.read(tmp_path)
