from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from datasets.formats import label_studio
from datasets.formats.errors import LabelFileError
from datasets.formats.options import ReadOptions, WriteOptions

if TYPE_CHECKING:
    from pathlib import Path

    from datasets.formats.record import LabelledDataset

VALUE = {"x": 10, "y": 25, "width": 20, "height": 50, "rotation": 0, "rectanglelabels": ["5z"]}
REGION: dict[str, Any] = {
    "id": "r1",
    "type": "rectanglelabels",
    "from_name": "label",
    "to_name": "image",
    "original_width": 200,
    "original_height": 80,
    "image_rotation": 0,
    "value": VALUE,
}


def task(*regions: object, **more: object) -> dict[str, Any]:
    return {"id": 5, "data": {"image": "/data/upload/1/0a1b2c3d-a.jpg"}, "annotations": [{"result": regions}]} | more


def save(path: Path, *tasks: object) -> Path:
    file = path / "export.json"
    file.write_text(json.dumps(tasks))
    return file


def test_what_the_model_read_is_a_prediction_and_a_persons_labels_an_annotation(
    dataset: LabelledDataset, tmp_path: Path
) -> None:
    tasks_file, config_file = label_studio.write(dataset, tmp_path)
    read, labelled, empty = json.loads(tasks_file.read_text())
    assert read["data"]["image"] == "/data/local-files/?d=rack%20one.jpg"
    (prediction,) = read["predictions"]
    assert (prediction["model_version"], prediction["score"]) == ("model 0123abcd", 0.31)
    first = prediction["result"][0]
    assert first["score"] == 0.9731
    assert {key: round(value, 6) for key, value in first["value"].items() if key != "rectanglelabels"} == {
        "x": 2.525,
        "y": 6.733333,
        "width": 10.05,
        "height": 20.066667,
        "rotation": 0,
    }
    assert (first["original_width"], first["original_height"]) == (400, 300)
    assert [region["value"]["rectanglelabels"] for region in prediction["result"]] == [["5m"], ["??"], ["1f"]]
    assert "annotations" not in read
    assert "predictions" not in labelled
    assert len(labelled["annotations"][0]["result"]) == 7
    assert empty["predictions"][0]["result"] == []
    names = {label.get("value") for label in ET.parse(config_file).iter("Label")}  # noqa: S314 - our own
    assert len(names) == 48
    assert "??" in names


def test_ids_are_unique_and_stay(dataset: LabelledDataset, tmp_path: Path) -> None:
    def ids(folder: str) -> list[str]:
        tasks = json.loads(label_studio.write(dataset, tmp_path / folder)[0].read_text())
        answers = [answer for one in tasks for answer in (*one.get("predictions", ()), *one.get("annotations", ()))]
        return [region["id"] for answer in answers for region in answer["result"]]

    assert ids("one") == ids("two")
    assert len(set(ids("one"))) == 10


def test_the_address_of_pictures_is_an_option(dataset: LabelledDataset, tmp_path: Path) -> None:
    file, _ = label_studio.write(dataset, tmp_path, WriteOptions(image_url="https://example.org/"))
    assert json.loads(file.read_text())[1]["data"]["image"] == "https://example.org/games/gr%C3%B6%C3%9Fe%202.png"


def test_exports_of_a_server_are_read(tmp_path: Path) -> None:
    file = save(tmp_path, task(REGION | {"score": 0.4}))
    (image,) = label_studio.read(file).images
    assert (image.path, image.size_wh) == ("a.jpg", (200, 80))
    (tile,) = image.tiles
    assert (tile.code, tile.box_xyxy, tile.quad, tile.confidence) == ("5z", (20, 20, 60, 60), None, 0.4)


def test_the_newest_answer_counts_that_was_not_cancelled(tmp_path: Path) -> None:
    answers = [
        {"result": [REGION], "completed_by": 1, "updated_at": "2026-01-02T00:00:00Z"},
        {"result": [], "completed_by": 1, "updated_at": "2026-01-01T00:00:00Z"},
        {"result": [], "completed_by": 1, "updated_at": "2026-01-03T00:00:00Z", "was_cancelled": True},
    ]
    predictions = [{"result": [REGION, REGION]}]
    (image,) = label_studio.read(save(tmp_path, task(annotations=answers, predictions=predictions))).images
    assert [tile.source for tile in image.tiles] == ["human"]
    (image,) = label_studio.read(save(tmp_path, task(annotations=[], predictions=predictions))).images
    assert len(image.tiles) == 2


def test_what_a_person_changed_counts(dataset: LabelledDataset, tmp_path: Path) -> None:
    file, _ = label_studio.write(dataset, tmp_path)
    tasks = json.loads(file.read_text())
    regions = tasks[0]["predictions"][0]["result"]
    regions[1]["value"]["rectanglelabels"] = ["9m"]
    regions[2]["value"]["x"] += 1
    drawn = REGION | {"original_width": 400, "original_height": 300}
    tasks[0]["annotations"] = [{"result": [*regions, drawn], "completed_by": 3}]
    file.write_text(json.dumps(tasks))
    image = label_studio.read(file, ReadOptions(root=dataset.root)).images[0]
    assert [(tile.code, tile.source, tile.confidence) for tile in image.tiles] == [
        ("5m", "human", None),
        ("9m", "human", None),
        ("1f", "human", None),
        ("5z", "human", None),
    ]
    assert image.tiles[0].quad == dataset.images[0].tiles[0].quad
    assert image.tiles[2].box_xyxy == (104, 200, 144, 300)
    assert [group.tiles for group in image.groups] == [(0, 1), (2,)]
    assert image.tiles[3].group is None
    assert image.sha256 == dataset.images[0].sha256


def test_a_turned_rectangle_keeps_its_corners(tmp_path: Path) -> None:
    turned = REGION | {"value": VALUE | {"x": 50, "rotation": 90}}
    (image,) = label_studio.read(save(tmp_path, task(turned))).images
    (tile,) = image.tiles
    # 40 wide and 40 high, turned clockwise around its top left corner at (100, 20).
    assert tile.box_xyxy == (60, 20, 100, 60)
    assert tile.quad is not None
    assert [tuple(round(value, 6) for value in corner) for corner in tile.quad] == [
        (100, 20),
        (100, 60),
        (60, 60),
        (60, 20),
    ]


def test_other_regions_and_labels_in_a_control_of_their_own(tmp_path: Path) -> None:
    labels = {key: value for key, value in VALUE.items() if key != "rectanglelabels"} | {"labels": ["5z"]}
    regions = ({"type": "choices", "value": {"choices": ["blurred"]}}, REGION | {"type": "labels", "value": labels})
    (image,) = label_studio.read(save(tmp_path, task(*regions))).images
    assert [tile.code for tile in image.tiles] == ["5z"]


def test_without_regions_the_picture_is_measured(tmp_path: Path) -> None:
    file = save(tmp_path, {"data": {"image": "/data/local-files/?d=b%2Fa.png"}, "annotations": [{"result": []}]})
    with pytest.raises(LabelFileError, match=r"a\.png is missing; its size is needed"):
        label_studio.read(file)
    (tmp_path / "b").mkdir()
    Image.new("RGB", (30, 20)).save(tmp_path / "b" / "a.png")
    (image,) = label_studio.read(file).images
    assert (image.path, image.size_wh, image.tiles) == ("b/a.png", (30, 20), ())


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"value": VALUE | {"rectanglelabels": ["dog"]}}, "the class 'dog' is no tile code"),
        ({"value": VALUE | {"rectanglelabels": []}}, "task 5, region r2 has no label"),
        ({"value": VALUE | {"rectanglelabels": ["1m", "2m"]}}, "task 5, region r2 has no label, or several"),
        ({"value": VALUE | {"width": 0}}, "task 5, region r2: the box is no box"),
        ({"value": VALUE | {"width": None}}, "is no box"),
        ({"value": VALUE | {"x": 90}}, "reaches 20 pixels out of the picture of 200 x 80"),
        ({"value": None}, "has no value"),
        ({"image_rotation": 90}, "turned picture"),
    ],
)
def test_a_bad_region_is_named(tmp_path: Path, changed: dict[str, object], words: str) -> None:
    file = save(tmp_path, task(REGION, REGION | {"id": "r2"} | changed))
    with pytest.raises(LabelFileError, match=words):
        label_studio.read(file)
    faults: list[Any] = []
    (image,) = label_studio.read(file, ReadOptions(on_fault=faults.append)).images
    assert len(faults) == 1
    assert len(image.tiles) == (2 if "out of" in words else 1)


@pytest.mark.parametrize(
    ("tasks", "words"),
    [
        ([1], "holds no tasks"),
        ([{"image": "a.jpg", "label": []}], "'JSON-MIN'"),
        ([task(REGION), task(REGION)], r"a\.jpg is there twice"),
        ([task(REGION | {"original_width": -3})], "width is -3"),
    ],
)
def test_what_is_no_export_is_named(tmp_path: Path, tasks: list[object], words: str) -> None:
    with pytest.raises(LabelFileError, match=words):
        label_studio.read(save(tmp_path, *tasks))
