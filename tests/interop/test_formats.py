"""What we write is read by the programs it is for, to a pixel, and what they write is read by us.

``make interop`` runs this in the environment of ``make label-env``.
"""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path

import pytest
import supervision
from datumaro.components.dataset import Dataset
from label_studio_sdk.converter import Converter
from label_studio_sdk.converter.converter import Format as LabelStudioFormat
from label_studio_sdk.converter.imports.yolo import convert_yolo_to_ls
from label_studio_sdk.label_interface import LabelInterface
from PIL import Image
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

from datasets.formats.options import ReadOptions, WriteOptions
from datasets.formats.record import LabelledDataset, LabelledImage, LabelledTile
from datasets.formats.registry import get_format
from engine.tile import CODES

Found = dict[str, list[tuple[str, tuple[float, float, float, float]]]]
"""For each picture's name without its suffix: (code, left, top, right, bottom), sorted."""

ORIENTATION = 0x0112
SEED = 0
EDGE = LabelledTile("0x", (620.0, 400.0, 640.0, 480.0), confidence=0.2)
"""A tile that touches the picture's right and lower edge."""


@pytest.fixture
def dataset(tmp_path: Path) -> LabelledDataset:
    """Return photos with all 47 codes; one lies on its side, one shows nothing."""
    root = tmp_path / "photos"
    root.mkdir()
    places = [(13.0 * n + 1, 20.0, 13.0 * n + 13, 50.0) for n in range(47)]
    tiles = tuple(
        LabelledTile(code, box, quad=((1, 2), (3, 4), (5, 6), (7, 8)), confidence=0.9, row=0, index=n)
        for n, (code, box) in enumerate(zip(CODES, places, strict=True))
    )
    images = (
        LabelledImage("rack one.jpg", 640, 480, (*tiles, EDGE)),
        LabelledImage("turned.jpg", 300, 400, (LabelledTile("5z", (100.0, 250.0, 140.0, 400.0)),), orientation=6),
        LabelledImage("empty.png", 64, 48),
    )
    for image in images:
        size_wh = (image.height, image.width) if image.orientation == 6 else image.size_wh
        exif = Image.Exif()
        exif[ORIENTATION] = image.orientation
        Image.new("RGB", size_wh, (40, 110, 60)).save(root / image.path, exif=exif)
    return LabelledDataset(root, images)


@pytest.fixture
def upright(dataset: LabelledDataset) -> LabelledDataset:
    """Return the photos that lie on no side: some programs ignore the orientation that EXIF says."""
    return LabelledDataset(dataset.root, tuple(image for image in dataset.images if image.orientation == 1))


def found_in(dataset: LabelledDataset) -> Found:
    return {Path(image.path).stem: [(tile.code, tile.box_xyxy) for tile in image.tiles] for image in dataset.images}


def assert_same(found: Found, expected: Found, within: float = 0.02) -> None:
    assert set(found) == set(expected)
    for name, tiles in expected.items():
        assert sorted(code for code, _ in found[name]) == sorted(code for code, _ in tiles)
        for (code, box), (_, other) in zip(sorted(tiles), sorted(found[name]), strict=True):
            assert other == pytest.approx(box, abs=within), (name, code)


def write(dataset: LabelledDataset, name: str, folder: Path, **options: str) -> list[Path]:
    return get_format(name).write(dataset, folder, WriteOptions(**options))  # type: ignore[arg-type]


def by_supervision(read: supervision.DetectionDataset) -> Found:
    return {
        Path(path).stem: [
            (read.classes[number], tuple(box))
            for number, box in zip(detections.class_id, detections.xyxy.tolist(), strict=True)
        ]
        for path, _, detections in read
    }


def by_datumaro(folder: Path, form: str, **options: str) -> Found:
    read = Dataset.import_from(str(folder), form, **options)
    names = read.categories()[next(iter(read.categories()))]
    return {
        Path(item.id).name: [
            (names[box.label].name, (box.x, box.y, box.x + box.w, box.y + box.h)) for box in item.annotations
        ]
        for item in read
    }


def test_pycocotools_reads_and_scores_coco(dataset: LabelledDataset, tmp_path: Path) -> None:
    (file,) = write(dataset, "coco", tmp_path / "out")
    coco = COCO(str(file))
    assert [category["name"] for category in coco.loadCats(coco.getCatIds())] == list(CODES)
    found: Found = {}
    for image in coco.loadImgs(coco.getImgIds()):
        boxes = coco.loadAnns(coco.getAnnIds(image["id"]))
        found[Path(image["file_name"]).stem] = [
            (coco.cats[one["category_id"]]["name"], (x, y, x + width, y + height))
            for one in boxes
            for x, y, width, height in [one["bbox"]]
        ]
    assert_same(found, found_in(dataset))
    answers = [
        {"image_id": one["image_id"], "category_id": one["category_id"], "bbox": one["bbox"], "score": 0.9}
        for one in coco.anns.values()
    ]
    evaluation = COCOeval(coco, coco.loadRes(answers), "bbox")
    evaluation.evaluate()
    evaluation.accumulate()
    evaluation.summarize()
    assert evaluation.stats[0] == pytest.approx(1.0)


def test_supervision_reads_yolo(dataset: LabelledDataset, tmp_path: Path) -> None:
    write(dataset, "yolo", tmp_path, pictures="copy")
    read = supervision.DetectionDataset.from_yolo(
        str(tmp_path / "images"), str(tmp_path / "labels"), str(tmp_path / "data.yaml")
    )
    assert read.classes == list(CODES)
    assert_same(by_supervision(read), found_in(dataset))


def test_supervision_reads_coco(dataset: LabelledDataset, tmp_path: Path) -> None:
    (file,) = write(dataset, "coco", tmp_path / "out")
    read = supervision.DetectionDataset.from_coco(str(dataset.root), str(file))
    assert_same(by_supervision(read), found_in(dataset))


def test_supervision_reads_voc(dataset: LabelledDataset, tmp_path: Path) -> None:
    write(dataset, "voc", tmp_path, pictures="link")
    read = supervision.DetectionDataset.from_pascal_voc(str(tmp_path / "JPEGImages"), str(tmp_path / "Annotations"))
    assert_same(by_supervision(read), found_in(dataset))


@pytest.mark.parametrize("form", ["yolo", "coco", "voc"])
def test_we_read_what_supervision_writes(dataset: LabelledDataset, tmp_path: Path, form: str) -> None:
    (file,) = write(dataset, "coco", tmp_path / "first")
    read = supervision.DetectionDataset.from_coco(str(dataset.root), str(file))
    out = tmp_path / "second"
    if form == "yolo":
        read.as_yolo(str(out / "images"), str(out / "labels"), str(out / "data.yaml"))
    elif form == "coco":
        read.as_coco(str(out / "images"), str(out / "annotations" / "instances_all.json"))
    else:
        read.as_pascal_voc(str(out / "JPEGImages"), str(out / "Annotations"))
    assert_same(found_in(get_format(form).read(out)), found_in(dataset))


@pytest.mark.parametrize(
    ("form", "theirs", "options"),
    [
        ("yolo", "yolo", {}),
        ("coco", "coco", {}),
        ("voc", "voc", {"coordinate_mode": "voc-one-based"}),
        ("voc", "voc_detection", {"coordinate_mode": "voc-one-based"}),
    ],
)
def test_datumaro_reads(
    dataset: LabelledDataset, tmp_path: Path, form: str, theirs: str, options: dict[str, str]
) -> None:
    write(dataset, form, tmp_path, pictures="copy")
    found = by_datumaro(tmp_path, theirs, **options)
    assert_same(found, found_in(dataset))


@pytest.mark.parametrize(("form", "within"), [("yolo", 0.02), ("coco", 0.02), ("voc", 1.01)])
def test_we_read_what_datumaro_writes(dataset: LabelledDataset, tmp_path: Path, form: str, within: float) -> None:
    write(dataset, "coco", tmp_path / "first", pictures="copy")
    read = Dataset.import_from(str(tmp_path / "first"), "coco")
    # With a seed, since of a side that has no tile at all, only the picture without any, its COCO writes nothing.
    read.transform("random_split", splits=[("train", 0.67), ("val", 0.33)], seed=SEED)
    theirs = {"yolo": "yolo_ultralytics"}.get(form, form)
    read.export(str(tmp_path / "second"), theirs, save_media=True)
    # Of pictures without tiles it writes no XML; its VOC counts from 0.
    expected = {name: tiles for name, tiles in found_in(dataset).items() if tiles or form != "voc"}
    assert_same(found_in(get_format(form).read(tmp_path / "second")), expected, within)


@pytest.mark.parametrize("number", [0, 1], ids=["YOLO 1.1", "Ultralytics YOLO Detection 1.0"])
def test_datumaro_reads_the_archives_for_cvat(dataset: LabelledDataset, tmp_path: Path, number: int) -> None:
    """CVAT's importers are built on datumaro, and get the sizes of pictures from the task."""
    file = write(dataset, "cvat", tmp_path)[number]
    folder = tmp_path / "unpacked"
    with zipfile.ZipFile(file) as archive:
        archive.extractall(folder)
    pictures = folder / ("obj_train_data", "images/train")[number]
    pictures.mkdir(parents=True, exist_ok=True)
    for image in dataset.images:
        shutil.copy(dataset.root / image.path, pictures)
    assert_same(by_datumaro(folder, "yolo"), found_in(dataset))


def test_we_read_what_datumaro_writes_for_yolo_1_1(dataset: LabelledDataset, tmp_path: Path) -> None:
    write(dataset, "coco", tmp_path / "first", pictures="copy")
    Dataset.import_from(str(tmp_path / "first"), "coco").export(str(tmp_path / "second"), "yolo", save_media=True)
    assert_same(found_in(get_format("cvat").read(tmp_path / "second")), found_in(dataset))


def test_label_studio_accepts_every_prediction_and_annotation(dataset: LabelledDataset, tmp_path: Path) -> None:
    tasks_file, config_file = write(dataset, "label-studio", tmp_path)
    interface = LabelInterface(config_file.read_text())
    interface.validate()
    for task in json.loads(tasks_file.read_text()):
        assert interface.validate_prediction(task["predictions"][0], return_errors=True) == []
    human = LabelledImage("a.jpg", 100, 100, (LabelledTile("??", (0, 0, 10, 10), source="human"),))
    tasks_file, config_file = write(LabelledDataset(tmp_path, (human,)), "label-studio", tmp_path / "human")
    (task,) = json.loads(tasks_file.read_text())
    assert LabelInterface(config_file.read_text()).validate_annotation(task["annotations"][0])


@pytest.mark.parametrize(
    "case",
    [
        ("coco", LabelStudioFormat.COCO, 0.02),
        ("yolo", LabelStudioFormat.YOLO_WITH_IMAGES, 0.02),
        # It cuts off what is behind the point, and counts from 0.
        ("voc", LabelStudioFormat.VOC, 2.01),
    ],
    ids=lambda case: case[0],
)
def test_we_read_what_label_studio_converts_our_tasks_to(
    upright: LabelledDataset, tmp_path: Path, case: tuple[str, LabelStudioFormat, float]
) -> None:
    form, theirs, within = case
    tasks_file, config_file = write(upright, "label-studio", tmp_path)
    tasks = json.loads(tasks_file.read_text())
    for number, task in enumerate(tasks, start=1):
        task["id"] = number
        task["annotations"] = [{"id": number, "completed_by": 1, **task.pop("predictions")[0]}]
    exported = tmp_path / "export.json"
    exported.write_text(json.dumps(tasks))
    converter = Converter(
        config=str(config_file),
        project_dir=None,
        download_resources=True,
        local_files_resolver=lambda path: str(upright.root / path),
    )
    # Pictures are named by the way to them from its result: below the folder of both, as on a server.
    out = tmp_path if form == "coco" else tmp_path / "converted"
    converter.convert(str(exported), str(out), theirs, is_dir=False)
    result = out / "result.json" if form == "coco" else out
    # It puts a mark of its own before the names.
    found = {name.split("__")[-1]: tiles for name, tiles in found_in(get_format(form).read(result)).items()}
    # Of pictures without tiles it writes no XML.
    expected = {name: tiles for name, tiles in found_in(upright).items() if tiles or form != "voc"}
    assert_same(found, expected, within)


def test_we_read_tasks_that_label_studio_makes_of_our_yolo(upright: LabelledDataset, tmp_path: Path) -> None:
    write(upright, "yolo", tmp_path / "yolo", pictures="copy")
    convert_yolo_to_ls(str(tmp_path / "yolo"), str(tmp_path / "tasks.json"), image_root_url="/data/local-files/?d=")
    back = get_format("label-studio").read(tmp_path / "tasks.json", ReadOptions(root=upright.root))
    assert {image.path for image in back.images} == {image.path for image in upright.images}
    assert_same(found_in(back), found_in(upright))
