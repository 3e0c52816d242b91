from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from datasets.formats import coco
from datasets.formats.errors import LabelFileError
from datasets.formats.options import ReadOptions

if TYPE_CHECKING:
    from pathlib import Path

    from datasets.formats.record import LabelledDataset

PLAIN: dict[str, Any] = {
    "images": [{"id": 7, "file_name": "a\\b.jpg", "width": 100, "height": 80}],
    "categories": [{"id": 3, "name": "5z"}, {"id": 4, "name": "dog"}],
    "annotations": [{"id": 1, "image_id": 7, "category_id": 3, "bbox": [10, 20, 30, 40]}],
}


def plain_with(path: Path, **annotation: object) -> Path:
    first = PLAIN["annotations"][0]
    content = PLAIN | {"annotations": [first, first | {"id": 2} | annotation]}
    (path / "annotations").mkdir()
    (path / "annotations" / "instances_x.json").write_text(json.dumps(content))
    return path


def test_what_is_written_is_coco(dataset: LabelledDataset, tmp_path: Path) -> None:
    (file,) = coco.write(dataset, tmp_path)
    content = json.loads(file.read_text())
    assert content["categories"][0] == {"id": 1, "name": "1m", "supercategory": "tile"}
    assert len(content["categories"]) == 47
    assert content["images"][1]["file_name"] == "games/größe 2.png"
    first = {key: value for key, value in content["annotations"][0].items() if key != "tilesight"}
    assert first == {
        "id": 1,
        "image_id": 1,
        "category_id": 5,
        "bbox": [10.1, 20.2, 40.2, 60.2],
        "area": 2420.04,
        "iscrowd": 0,
        "segmentation": [],
        "score": 0.9731,
    }
    ids = [annotation["id"] for annotation in content["annotations"]]
    assert ids == list(range(1, len(ids) + 1))


def test_files_of_other_programs_are_read(tmp_path: Path) -> None:
    folder = plain_with(tmp_path, score=0.5)
    for path in (folder, folder / "annotations" / "instances_x.json"):
        back = coco.read(path)
        assert back.root == folder
        (image,) = back.images
        assert (image.path, image.size_wh) == ("a/b.jpg", (100, 80))
        assert [(tile.code, tile.box_xyxy, tile.confidence, tile.source) for tile in image.tiles] == [
            ("5z", (10, 20, 40, 60), None, "human"),
            ("5z", (10, 20, 40, 60), 0.5, "model"),
        ]


def test_what_a_person_changed_counts(dataset: LabelledDataset, tmp_path: Path) -> None:
    (file,) = coco.write(dataset, tmp_path)
    content = json.loads(file.read_text())
    moved, renamed, *_ = content["annotations"]
    moved["bbox"][0] += 5
    renamed["category_id"] = 1
    del content["annotations"][2]
    file.write_text(json.dumps(content))
    first, second, _ = coco.read(file, ReadOptions(root=dataset.root)).images
    assert first.tiles[0].box_xyxy == (15.1, 20.2, 55.3, 80.4)
    assert first.tiles[0].quad is None, "corners of another box"
    assert first.tiles[0].rotation == 90
    assert (first.tiles[1].code, first.tiles[1].confidence) == ("1m", None)
    assert first.hand == "5m?? 1f"
    assert len(second.tiles) == len(dataset.images[1].tiles) - 1


@pytest.mark.parametrize(
    ("annotation", "words"),
    [
        ({"bbox": [10, 20, 0, 40]}, "is no box"),
        ({"bbox": [10, 20, 30]}, "is no box"),
        ({"bbox": None}, "is no box"),
        ({"bbox": [10, 20, "wide", 40]}, "is no box"),
        ({"bbox": [10, 20, 300, 40]}, "out of the picture of 100 x 80"),
        ({"category_id": 9}, "category 9, which is not listed"),
        ({"category_id": 4}, "the class 'dog' is no tile code"),
        ({"score": 2}, "no probability"),
        ({"image_id": 8}, "annotation 2 is of picture 8"),
    ],
)
def test_a_bad_annotation_is_named(tmp_path: Path, annotation: dict[str, object], words: str) -> None:
    folder = plain_with(tmp_path, **annotation)
    with pytest.raises(LabelFileError, match=words) as caught:
        coco.read(folder)
    assert "annotation 2" in str(caught.value) or "'dog'" in str(caught.value)
    faults: list[Any] = []
    (image,) = coco.read(folder, ReadOptions(on_fault=faults.append)).images
    assert len(faults) == 1
    assert len(image.tiles) == (2 if "out of" in words else 1)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ('{"images": [\n', ":2: is no JSON"),
        ("[]", "no list of images"),
        ('{"images": [{"id": 1}], "categories": [], "annotations": []}', "file_name, width and height"),
        (json.dumps(PLAIN | {"images": [PLAIN["images"][0] | {"file_name": "../x.jpg"}]}), "a path below"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_what_is_no_coco_file_is_named(tmp_path: Path, content: str, words: str) -> None:
    file = tmp_path / "x.json"
    file.write_text(content)
    with pytest.raises(LabelFileError, match=words):
        coco.read(file)


def test_a_folder_has_one_file_or_one_for_each_side_of_a_split(tmp_path: Path) -> None:
    with pytest.raises(LabelFileError, match="holds no COCO file"):
        coco.read(tmp_path)
    for name in ("train", "val"):
        content = PLAIN | {"images": [PLAIN["images"][0] | {"file_name": f"{name}.jpg"}]}
        (tmp_path / f"{name}.json").write_text(json.dumps(content))
    assert [(image.path, len(image.tiles)) for image in coco.read(tmp_path).images] == [
        ("train.jpg", 1),
        ("val.jpg", 1),
    ]
    (tmp_path / "train.json").rename(tmp_path / "vall.json")
    (tmp_path / "train2.json").write_text((tmp_path / "val.json").read_text())
    with pytest.raises(LabelFileError, match=r"val\.jpg is there twice"):
        coco.read(tmp_path)
