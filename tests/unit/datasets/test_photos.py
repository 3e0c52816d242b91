from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from datasets.photos import PARTLY_LABELLED_PHOTOS, DatasetError, load_photos
from datasets.splits import LEFT_OUT_GROUPS, assign_splits
from engine.tile import CODES

if TYPE_CHECKING:
    from pathlib import Path

MANIFEST_HEADER = "file,photo,group,copy,width,height\n"


def make_folder(folder: Path, labels: str, *, group: str = "table") -> Path:
    (folder / "labels").mkdir(parents=True)
    (folder / "classes.txt").write_text("1m\n5z\n")
    (folder / "manifest.csv").write_text(f"{MANIFEST_HEADER}images/a.jpg,a,{group},0,200,100\n")
    (folder / "labels" / "a.txt").write_text(labels)
    (folder / "images").mkdir()
    (folder / "images" / "a.jpg").touch()
    return folder


def test_boxes_are_in_pixels_and_codes_in_model_order(tmp_path: Path) -> None:
    (photo,) = load_photos(make_folder(tmp_path, "1 0.5 0.5 0.1 0.4\n"))
    assert photo.boxes_xyxy[0].tolist() == pytest.approx([90.0, 30.0, 110.0, 70.0])
    assert [CODES[code] for code in photo.codes] == ["5z"]
    assert not photo.partially_labelled


def test_game_photos_count_as_partly_labelled_unless_the_pool_is_labelled_too(tmp_path: Path) -> None:
    few = make_folder(tmp_path / "few", "0 0.5 0.5 0.1 0.4\n", group="games_x")
    many = make_folder(tmp_path / "many", "0 0.5 0.5 0.1 0.4\n" * 21, group="games_x")
    assert load_photos(few)[0].partially_labelled
    assert not load_photos(many)[0].partially_labelled


def test_photos_seen_to_be_partly_labelled_count_so_whatever_their_group(tmp_path: Path) -> None:
    labels = "0 0.5 0.5 0.1 0.4\n" * 30
    for photo in sorted(PARTLY_LABELLED_PHOTOS):
        folder = make_folder(tmp_path / photo, labels)
        manifest = folder / "manifest.csv"
        manifest.write_text(manifest.read_text().replace(",a,", f",{photo},"))
        assert load_photos(folder)[0].partially_labelled, photo


def test_photos_seen_to_be_partly_labelled_are_there_with_all_their_copies(shared_dir: Path) -> None:
    photos = [photo for photo in load_photos(shared_dir / "data" / "photos") if photo.photo in PARTLY_LABELLED_PHOTOS]
    assert {photo.photo for photo in photos} == PARTLY_LABELLED_PHOTOS
    assert all(photo.partially_labelled for photo in photos)


@pytest.mark.parametrize(
    "line",
    [
        "2 0.5 0.5 0.1 0.4",
        "-1 0.5 0.5 0.1 0.4",
        "0.5 0.5 0.5 0.1 0.4",
        "x 0.5 0.5 0.1 0.4",
        "0 0.5 0.5 0.1",
        "0 0.5 0.5 0.1 0.4 0.9",
        "0 0.5 nan 0.1 0.4",
        "0 0.5 0.5 0.1 0",
        "0 90 40 20 30",
    ],
)
def test_a_bad_label_is_named_with_its_line(tmp_path: Path, line: str) -> None:
    folder = make_folder(tmp_path, f"0 0.5 0.5 0.1 0.4\n{line}\n")
    with pytest.raises(DatasetError, match=rf"a\.txt:2: {re.escape(repr(line))}"):
        load_photos(folder)


@pytest.mark.parametrize(("labelled", "partially"), [("all", False), ("part", True), ("", True)])
def test_a_manifest_may_say_whether_all_tiles_are_labelled(tmp_path: Path, labelled: str, *, partially: bool) -> None:
    folder = make_folder(tmp_path, "0 0.5 0.5 0.1 0.4\n", group="games_x")
    (folder / "manifest.csv").write_text(
        f"{MANIFEST_HEADER.strip()},labelled\nimages/a.jpg,a,games_x,0,200,100,{labelled}\n"
    )
    assert load_photos(folder)[0].partially_labelled == partially
    (folder / "manifest.csv").write_text((folder / "manifest.csv").read_text().replace(f",{labelled}\n", ",some\n"))
    with pytest.raises(DatasetError, match="labelled is 'some'"):
        load_photos(folder)


def test_boxes_that_nobody_confirmed_are_doubtful(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, "0 0.5 0.5 0.1 0.4\n")
    (folder / "ignored").mkdir()
    (folder / "ignored" / "a.txt").write_text("0.25 0.5 0.1 0.4\n")
    (photo,) = load_photos(folder)
    assert photo.doubtful_boxes_xyxy[0].tolist() == pytest.approx([40.0, 30.0, 60.0, 70.0])
    assert len(photo.codes) == 1
    (folder / "ignored" / "a.txt").write_text("0.25 0.5 0.1 0.4\n0 0.5 0.5 0.1 0.4\n")
    with pytest.raises(DatasetError, match=r"ignored/a\.txt:2: '0 0\.5 0\.5 0\.1 0\.4' is no box"):
        load_photos(folder)


@pytest.mark.parametrize("missing", ["classes.txt", "manifest.csv", "labels/a.txt", "images/a.jpg"])
def test_a_missing_file_is_named(tmp_path: Path, missing: str) -> None:
    folder = make_folder(tmp_path, "")
    (folder / missing).unlink()
    with pytest.raises(DatasetError, match=re.escape(missing)):
        load_photos(folder)


def test_a_class_outside_the_list_is_named(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, "")
    (folder / "classes.txt").write_text("1m\n9z\n")
    with pytest.raises(DatasetError, match=r"classes\.txt:2: '9z'"):
        load_photos(folder)


def test_an_empty_manifest_is_no_data_set(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, "")
    (folder / "manifest.csv").write_text(MANIFEST_HEADER)
    with pytest.raises(DatasetError, match="lists no pictures"):
        load_photos(folder)


@pytest.mark.parametrize("row", ["images/a.jpg,a,table,0,200", "images/a.jpg,a,table,0,wide,100"])
def test_a_bad_row_of_the_manifest_is_named(tmp_path: Path, row: str) -> None:
    folder = make_folder(tmp_path, "")
    (folder / "manifest.csv").write_text(f"{MANIFEST_HEADER}{row}\n")
    with pytest.raises(DatasetError, match=r"manifest\.csv:2: .*needs file, photo"):
        load_photos(folder)


def test_an_empty_folder_is_no_data_set(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=re.escape(str(tmp_path))):
        load_photos(tmp_path)


def test_no_photograph_and_no_left_out_room_is_on_two_sides(shared_dir: Path) -> None:
    photos = load_photos(shared_dir / "data" / "photos")
    splits = assign_splits(photos)
    assert {photo.photo for photo in photos} == set(splits)
    rooms = {photo.photo for photo in photos if photo.group in LEFT_OUT_GROUPS}
    assert rooms == {name for name, split in splits.items() if split == "test_rooms"}
    held_out = [name for name, split in splits.items() if split == "test"]
    assert len(held_out) >= 40


def test_the_same_hand_shot_twice_stays_on_one_side(shared_dir: Path) -> None:
    photos = [photo for photo in load_photos(shared_dir / "data" / "photos") if photo.copy == 0]
    splits = assign_splits(photos)
    by_hand: dict[tuple[object, ...], set[str]] = {}
    for photo in photos:
        by_hand.setdefault((photo.group, *sorted(photo.codes.tolist())), set()).add(splits[photo.photo])
    assert all(len(sides) == 1 for sides in by_hand.values())
