"""What a person corrected becomes training data, and nothing else does."""

from __future__ import annotations

import csv
import json
from argparse import Namespace
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.curation.collecting import Collected, CollectOptions, Source, collect
from datasets.curation.errors import CurationError
from datasets.curation.loading import load_dataset
from datasets.formats import jsonl, label_studio, yolo
from datasets.formats.options import ReadOptions, WriteOptions
from datasets.formats.record import LabelledDataset, LabelledTile
from datasets.formats.registry import get_format
from datasets.photos import LabelledPhoto, load_photos
from datasets.splits import SplitError
from engine.tile import CODES
from models.training.photo_sources import ORIGINS, gather_photos
from models.training.reader_data import PhotoFaces
from models.training.run_record import RunError
from tests.unit.curation.drawn import SIZE_WH, Maker, row_of

HAND = ["1m", "2m", "3m", "7p", "8p", "9p"]
Edit = Callable[..., LabelledDataset]


def gather(out: Path, dataset: LabelledDataset, **options: bool | str) -> Collected:
    return collect([Source("corrected", dataset)], out, CollectOptions(**options))


def codes_of(photo: LabelledPhoto) -> list[str]:
    return [CODES[code] for code in photo.codes]


def training(
    *more: Path, photos: Path | None = None, without: tuple[str, ...] = (), all_groups: bool = False
) -> Namespace:
    return Namespace(photos=photos, more=list(more), without=list(without), all_groups=all_groups)


@pytest.fixture
def read_by_model(make: Maker, edit: Edit) -> LabelledDataset:
    """Return three pictures as the label job leaves them."""
    dataset = make(a=(1, HAND), b=(2, ["1z", "2z"]), c=(3, HAND[::-1]))
    for image in dataset.images:
        tiles = tuple(replace(tile, source="model", confidence=0.7, sure=False) for tile in image.tiles)
        dataset = edit(dataset, image.path, tiles=tiles, provenance="model reader 0123")
    return dataset


def test_one_tile_corrected_in_label_studio_reaches_training(read_by_model: LabelledDataset, tmp_path: Path) -> None:
    """Label, correct one tile there, collect: the reader trains on that face with its new code, and on no others."""
    label_studio.write(read_by_model, tmp_path / "tasks")
    file = tmp_path / "tasks" / "tasks.json"
    tasks = json.loads(file.read_text(encoding="utf-8"))
    submitted = {**tasks[0]["predictions"][0], "completed_by": 1, "was_cancelled": False}
    for key in ("model_version", "score"):
        submitted.pop(key, None)
    submitted["result"][3]["value"]["rectanglelabels"] = ["7s"]
    tasks[0]["annotations"] = [submitted]
    (tmp_path / "export.json").write_text(json.dumps(tasks), encoding="utf-8")

    dataset = load_dataset(tmp_path / "export.json", options=ReadOptions(root=read_by_model.root))
    collected = gather(tmp_path / "out", dataset)
    assert (collected.pictures, collected.tiles, collected.unconfirmed) == (1, 6, 2)
    gathered = gather_photos(training(tmp_path / "out"))
    (photo,) = gathered.photos
    assert codes_of(photo) == ["1m", "2m", "3m", "7s", "8p", "9p"]
    assert np.allclose(photo.boxes_xyxy, [tile.box_xyxy for tile in row_of(HAND)], atol=0.02)
    assert photo.partially_labelled
    faces = PhotoFaces(gathered.photos)
    batch = faces.draw(200, np.random.default_rng(0))
    assert set(batch.codes.tolist()) == {CODES.index(code) for code in codes_of(photo)}
    (about,) = gathered.about["collections"]
    assert (about["pictures"], about["tiles_human"], about["tiles_model"]) == (1, 6, 0)
    assert about["made_of"]["sources"] == [{"source": "corrected", "pictures": 1, "tiles": 6}]
    gathered.note_origins(tmp_path / "run")
    (row,) = list(csv.DictReader((tmp_path / "run" / ORIGINS).open(encoding="utf-8")))
    assert (row["original"], row["tiles_human"], row["provenance"]) == (
        "a.png",
        "6",
        "confirmed, first by model reader 0123",
    )


def test_only_what_a_person_said_counts(read_by_model: LabelledDataset, edit: Edit, tmp_path: Path) -> None:
    """Tiles that only the model labelled, and tiles nobody could read, are neither asked for nor background."""
    corrected = LabelledTile("7s", row_of(HAND)[0].box_xyxy, source="human")
    nameless = LabelledTile("??", row_of(HAND)[1].box_xyxy, source="human")
    others = read_by_model.images[0].tiles[2:]
    collected = gather(tmp_path / "out", edit(read_by_model, "a.png", tiles=(corrected, nameless, *others)))
    assert (collected.pictures, collected.tiles, collected.ignored) == (1, 1, 5)
    (photo,) = load_photos(tmp_path / "out")
    assert codes_of(photo) == ["7s"]
    assert np.allclose(photo.doubtful_boxes_xyxy, [tile.box_xyxy for tile in row_of(HAND)[1:]], atol=0.02)
    (row,) = list(csv.DictReader((tmp_path / "out" / "manifest.csv").open(encoding="utf-8")))
    assert (row["tiles_human"], row["tiles_model"], row["labelled"]) == ("1", "4", "part")


@pytest.mark.parametrize("form", ["yolo", "voc", "cvat", "coco", "jsonl", "label-studio"])
def test_what_only_the_model_labelled_is_refused_from_every_format(
    read_by_model: LabelledDataset, tmp_path: Path, form: str
) -> None:
    """Also from those that do not say whose a label is, unless the person says so."""
    get_format(form).write(read_by_model, tmp_path / form)
    dataset = load_dataset(tmp_path / form, options=ReadOptions(root=read_by_model.root))
    with pytest.raises(CurationError, match="none of 3 pictures has a tile that a person labelled"):
        gather(tmp_path / "out", dataset)
    assert not (tmp_path / "out").exists()
    assert gather(tmp_path / "out", dataset, confirmed=True).tiles == 14


def test_files_of_other_programs_are_a_persons(make: Maker, tmp_path: Path) -> None:
    dataset = make(a=(1, HAND))
    yolo.write(dataset, tmp_path / "yolo")
    (tmp_path / "yolo" / "manifest.csv").unlink()
    foreign = load_dataset(tmp_path / "yolo", options=ReadOptions(root=dataset.root))
    assert gather(tmp_path / "out", foreign, complete=True, group="kitchen").tiles == 6
    (photo,) = load_photos(tmp_path / "out")
    assert (photo.partially_labelled, photo.group) == (False, "kitchen")


def test_a_collection_can_be_read_checked_and_collected_again(make: Maker, tmp_path: Path) -> None:
    gather(tmp_path / "one", make(a=(1, HAND), b=(2, HAND[:2])))
    again = load_dataset(tmp_path / "one")
    assert {tile.source for image in again.images for tile in image.tiles} == {"human"}
    assert gather(tmp_path / "two", again).tiles == 8
    files = {path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*.txt")}
    assert len(files) == 3


def test_the_same_collection_has_the_same_bytes(make: Maker, tmp_path: Path) -> None:
    dataset = make(a=(1, HAND), b=(2, HAND[:2]))
    contents = []
    for _ in range(2):
        gather(tmp_path / "out", dataset)
        files = sorted(path for path in (tmp_path / "out").rglob("*") if path.is_file())
        contents.append({path.name: path.read_bytes() for path in files})
    assert contents[0] == contents[1]
    assert {path.name for path in tmp_path.iterdir()} == {"out", "photos"}


def test_later_labels_of_a_picture_count(make: Maker, tmp_path: Path) -> None:
    first, second = make("first", a=(1, HAND)), make("second", b=(1, HAND[:4]))
    collected = collect([Source("first", first), Source("second", second)], tmp_path / "out", CollectOptions())
    assert (collected.pictures, collected.tiles, collected.replaced) == (1, 4, 1)
    assert collected.sources == {"second": (1, 4)}
    assert len(list((tmp_path / "out" / "images").iterdir())) == 1


def test_what_else_lies_in_the_folder_is_not_touched(make: Maker, tmp_path: Path) -> None:
    dataset = make(a=(1, HAND))
    gather(tmp_path / "out", dataset)
    (tmp_path / "out" / "notes.txt").write_text("mine")
    with pytest.raises(CurationError, match="something else than a collection"):
        gather(tmp_path / "out", dataset)
    assert (tmp_path / "out" / "notes.txt").read_text() == "mine"
    assert not list(tmp_path.glob(".*part*"))


def test_large_pictures_are_made_as_small_as_training_can_use(make: Maker, edit: Edit, tmp_path: Path) -> None:
    dataset = make(a=(1, HAND))
    large = cv2.resize(cv2.imread(str(dataset.root / "a.png")), (4000, 2500))
    make.save(dataset.root, "a.png", large)
    factor = 4000 / SIZE_WH[0]
    tiles = tuple(
        replace(tile, box_xyxy=tuple(side * factor for side in tile.box_xyxy)) for tile in dataset.images[0].tiles
    )
    gather(tmp_path / "large", edit(dataset, "a.png", width=4000, height=2500, tiles=tiles))
    (photo,) = load_photos(tmp_path / "large")
    assert photo.size_wh == (1536, 960)  # the narrowest tile, 250 pixels wide, is 96 wide
    assert cv2.imread(str(photo.image_path)).shape[:2] == (960, 1536)
    assert np.allclose(photo.boxes_xyxy * 4000 / 1536, [tile.box_xyxy for tile in tiles], atol=0.1)


def test_unreadable_pictures_are_listed(make: Maker, tmp_path: Path) -> None:
    dataset = make(a=(1, HAND), b=(2, HAND))
    (dataset.root / "a.png").write_bytes(b"no picture")
    collected = gather(tmp_path / "out", dataset)
    assert collected.pictures == 1
    assert [fault.split(":")[0] for fault in collected.faults] == ["a.png"]
    (dataset.root / "b.png").unlink()
    with pytest.raises(CurationError, match="none of the 2 confirmed pictures can be read"):
        gather(tmp_path / "out", dataset)


def test_what_is_measured_on_is_not_trained_on(make: Maker, tmp_path: Path) -> None:
    """A correction of a photo of the test side stays out, one of the training side takes its place."""
    pictures = {f"p{n}": (n, [f"{n % 9 + 1}m", f"{n % 7 + 1}z"]) for n in range(30)}
    dataset = make(**pictures)
    dataset = in_rooms(dataset)
    yolo.write(dataset, tmp_path / "base", WriteOptions(pictures="copy"))
    base = gather_photos(training(photos=tmp_path / "base"))
    trained = {photo.photo for photo in base.photos}
    assert 0 < len(trained) < 30
    assert base.about == {}
    corrected = replace(dataset, images=tuple(replace(image, tiles=row_of(["6z", "7z"])) for image in dataset.images))
    gather(tmp_path / "more", corrected)
    both = gather_photos(training(tmp_path / "more", photos=tmp_path / "base"))
    assert {photo.photo for photo in both.photos} == trained
    assert all(codes_of(photo) == ["6z", "7z"] for photo in both.photos)
    (about,) = both.about["collections"]
    assert (about["pictures"], about["measured_on"]) == (len(trained), 30 - len(trained))
    assert both.about["photos_corrected"] == len(trained)
    one = next(iter(trained))
    left_out = gather_photos(training(tmp_path / "more", photos=tmp_path / "base", without=(f"room {one}",)))
    assert one not in {photo.photo for photo in left_out.photos}


def test_final_weights_see_the_rooms_but_nothing_of_the_test_side(make: Maker, tmp_path: Path) -> None:
    """Rooms come in with ``--all-groups``, photographed again too; what else is measured on stays out."""
    pictures = {f"p{n}": (n, [f"{n % 9 + 1}m", f"{n % 7 + 1}z"]) for n in range(30)}
    dataset = in_rooms(make(**pictures))
    wood = {f"p{n}.png" for n in range(3)}
    dataset = replace(
        dataset,
        images=tuple(replace(i, group="light_wood") if i.path in wood else i for i in dataset.images),
    )
    yolo.write(dataset, tmp_path / "base", WriteOptions(pictures="copy"))
    trained = {photo.photo for photo in gather_photos(training(photos=tmp_path / "base")).photos}
    final = {photo.photo for photo in gather_photos(training(photos=tmp_path / "base", all_groups=True)).photos}
    assert final == trained | wood
    assert not trained & wood
    corrected = replace(dataset, images=tuple(replace(image, tiles=row_of(["6z", "7z"])) for image in dataset.images))
    gather(tmp_path / "more", corrected)
    for all_groups, expected in ((False, trained), (True, final)):
        options = training(tmp_path / "more", photos=tmp_path / "base", all_groups=all_groups)
        both = gather_photos(options)
        assert {photo.photo for photo in both.photos} == expected
        assert all(codes_of(photo) == ["6z", "7z"] for photo in both.photos)


def test_a_photo_of_a_hand_that_is_measured_is_not_trained_on(make: Maker, tmp_path: Path) -> None:
    """A hand of the test side, shot again in the same room under another name; a hand of the training side may be."""
    hands = [[f"{n % 9 + 1}m", f"{n % 7 + 1}z", f"{n % 8 + 1}p"] for n in range(30)]
    dataset = make(**{f"p{n}": (n, hand) for n, hand in enumerate(hands)})
    yolo.write(in_rooms(dataset), tmp_path / "base", WriteOptions(pictures="copy"))
    trained = {photo.photo for photo in gather_photos(training(photos=tmp_path / "base")).photos}
    again = make("again", **{f"p{n}": (100 + n, hand) for n, hand in enumerate(hands)})
    renamed = tuple(replace(image, source_photo=f"again {image.path}") for image in in_rooms(again).images)
    gather(tmp_path / "more", replace(again, images=renamed))
    both = gather_photos(training(tmp_path / "more", photos=tmp_path / "base"))
    assert {photo.photo for photo in both.photos} == trained | {f"again {name}" for name in trained}


def in_rooms(dataset: LabelledDataset) -> LabelledDataset:
    """Return a data set with a room for each picture, and its name as that of the photograph."""
    images = tuple(replace(image, group=f"room {image.path}", source_photo=image.path) for image in dataset.images)
    return replace(dataset, images=images)


def test_groups_to_leave_out_have_to_exist(make: Maker, tmp_path: Path) -> None:
    gather(tmp_path / "more", make(a=(1, HAND), b=(2, HAND)), group="kitchen")
    assert gather_photos(training(tmp_path / "more", without=("kitchen",))).photos == []
    with pytest.raises(SplitError, match="no photo is of the group attic; the groups are kitchen"):
        gather_photos(training(tmp_path / "more", without=("attic",)))
    (tmp_path / "more" / "collection.json").write_text("{")
    with pytest.raises(RunError, match="cannot be read"):
        gather_photos(training(tmp_path / "more"))


def test_phone_photos_are_a_data_set(make: Maker, tmp_path: Path) -> None:
    """The folder that the phone page's photos are kept in: labels.jsonl beside the pictures."""
    dataset = make(a=(1, HAND))
    jsonl.write(
        replace(dataset, images=tuple(replace(i, provenance="phone page") for i in dataset.images)), dataset.root
    )
    assert gather(tmp_path / "out", load_dataset(dataset.root)).tiles == 6
    (row,) = list(csv.DictReader((tmp_path / "out" / "manifest.csv").open(encoding="utf-8")))
    assert row["provenance"] == "phone page"
