"""The label job from photos to files: what is read, what is read again, what is never lost."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from datasets.formats.class_map import ClassMap
from datasets.formats.names import PICTURE_FOLDERS, names_in
from datasets.formats.options import ReadOptions, WriteOptions
from datasets.formats.registry import FORMAT_NAMES, get_format
from datasets.labelling.errors import OutFolderError
from datasets.labelling.store import Store
from datasets.labelling.summary import Summary
from tests.unit.labelling.scripted import OTHER_MODELS, InlineEngine, save_photo

Label = Callable[..., Summary]
Count = Callable[[], int]


def files_of(folder: Path) -> dict[str, bytes]:
    """Return everything the job wrote for others, by path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".tilesight" not in path.parts
    }


def lines_of(out: Path) -> dict[str, dict]:
    lines = (out / "jsonl" / "labels.jsonl").read_text(encoding="utf-8").splitlines()
    return {line["path"]: line for line in map(json.loads, lines)}


def test_every_photo_is_labelled_once_under_its_own_path(label: Label, tmp_path: Path) -> None:
    summary = label()
    assert (summary.photos, summary.labelled, list(summary.unreadable)) == (5, 4, ["b/broken.jpg"])
    lines = lines_of(tmp_path / "out")
    assert {path: len(line["tiles"]) for path, line in lines.items()} == {
        "a/rack.jpg": 3,
        "b/empty.png": 0,
        "b/rack.jpg": 4,
        "turned.jpg": 2,
    }


def test_the_orientation_is_applied_and_recorded(label: Label, tmp_path: Path) -> None:
    label()
    line = lines_of(tmp_path / "out")["turned.jpg"]
    assert (line["width"], line["height"], line["orientation"]) == (160, 40, 6)


def test_what_is_unreadable_is_told_in_the_manifest(label: Label, tmp_path: Path) -> None:
    label()
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
    by_path = {photo["path"]: photo for photo in manifest["photos"]}
    assert by_path["b/broken.jpg"]["error"]["code"] == "undecodable_image"
    assert len(by_path["b/broken.jpg"]["sha256"]) == 64
    assert by_path["b/rack.jpg"]["tiles"] == 4


@pytest.mark.parametrize("form", FORMAT_NAMES)
def test_every_format_is_written_and_can_be_read(label: Label, tmp_path: Path, form: str) -> None:
    summary = label(formats=(form,))
    assert summary.written.problems == []
    assert summary.written.files[form] >= 1
    assert get_format(form).read(tmp_path / "out" / form)


def test_a_second_run_reads_only_what_could_not_be_read(label: Label, read_photos: Count) -> None:
    label()
    assert read_photos() == 4
    summary = label()
    assert read_photos() == 0
    assert (summary.unchanged, summary.labelled, len(summary.unreadable)) == (4, 0, 1)


def test_a_second_run_changes_no_file(label: Label, tmp_path: Path) -> None:
    label(formats=("yolo", "jsonl"))
    before = files_of(tmp_path / "out")
    label(formats=("yolo", "jsonl"))
    assert files_of(tmp_path / "out") == before


def test_new_and_changed_photos_are_read(label: Label, photos: Path, read_photos: Count, tmp_path: Path) -> None:
    label()
    read_photos()
    save_photo(photos / "new.jpg", (9, 1, 255))
    save_photo(photos / "a" / "rack.jpg", (1, 5, 255), (170, 40))
    summary = label()
    assert read_photos() == 2
    assert (summary.labelled, summary.unchanged) == (2, 3)
    assert len(lines_of(tmp_path / "out")["a/rack.jpg"]["tiles"]) == 5


def test_a_photo_of_another_time_but_the_same_content_is_not_read_again(
    label: Label, photos: Path, read_photos: Count
) -> None:
    label()
    read_photos()
    os.utime(photos / "turned.jpg", (1, 1))
    assert label().unchanged == 4
    assert label().unchanged == 4
    assert read_photos() == 0


def test_other_models_label_everything_anew(label: Label, read_photos: Count) -> None:
    label()
    read_photos()
    assert label(models=OTHER_MODELS).labelled == 4
    assert read_photos() == 4


def test_other_formats_need_no_photo_read_again(label: Label, read_photos: Count, tmp_path: Path) -> None:
    label()
    read_photos()
    label(formats=("coco", "voc"), write=WriteOptions(min_confidence=0.5))
    assert read_photos() == 0
    assert (tmp_path / "out" / "jsonl").is_dir()


def test_photos_that_have_gone_are_left_out_and_come_back(
    label: Label, photos: Path, tmp_path: Path, read_photos: Count
) -> None:
    label(formats=("yolo",))
    hidden = photos / "b" / "rack.jpg"
    hidden.rename(photos / "b" / "rack.hidden")
    assert label(formats=("yolo",)).written.gone == 1
    assert not (tmp_path / "out" / "yolo" / "labels" / "b" / "rack.txt").exists()
    (photos / "b" / "rack.hidden").rename(hidden)
    read_photos()
    label(formats=("yolo",))
    assert read_photos() == 0
    assert (tmp_path / "out" / "yolo" / "labels" / "b" / "rack.txt").is_file()


def test_labels_of_earlier_runs_on_other_photos_stay(label: Label, photos: Path, tmp_path: Path) -> None:
    label(photos / "a")
    label(photos / "b")
    assert set(lines_of(tmp_path / "out")) == {"a/rack.jpg", "b/rack.jpg", "b/empty.png"}


def test_a_photo_that_a_list_names_but_is_not_mounted_keeps_its_labels(
    label: Label, photos: Path, tmp_path: Path
) -> None:
    label()
    with Store(tmp_path / "out" / ".tilesight") as store:
        before = store.read("turned.jpg")
    (photos / "turned.jpg").unlink()
    listed = tmp_path / "list.txt"
    listed.write_text(f"{photos / 'turned.jpg'}\n", encoding="utf-8")
    summary = label(Path(f"@{listed}"))
    assert summary.unreadable["turned.jpg"].code == "file_unusable"
    with Store(tmp_path / "out" / ".tilesight") as store:
        assert store.read("turned.jpg") == before


def test_dropped_tiles_are_counted_by_code(label: Label) -> None:
    classes = ClassMap((("2m", "two"), ("3m", "three")))
    dropped = label(formats=("yolo",), classes=classes, write=WriteOptions(min_confidence=0.5)).written.dropped["yolo"]
    assert dropped == {"4m": 2, "5m": 2, "6m": 1, "under the smallest confidence": 1}


def test_interruption_writes_what_is_there_and_the_next_run_goes_on(label: Label, tmp_path: Path) -> None:
    whole = label(out=tmp_path / "whole", formats=("yolo", "jsonl"))
    early = label(engine=InlineEngine(interrupted_after=2), formats=("yolo", "jsonl"))
    assert early.interrupted
    assert len(lines_of(tmp_path / "out")) == early.labelled == 2 - len(early.unreadable)
    rest = label(formats=("yolo", "jsonl"))
    assert rest.labelled + early.labelled == whole.labelled
    assert files_of(tmp_path / "out") == files_of(tmp_path / "whole")


def test_a_folder_of_other_photos_is_refused(label: Label, tmp_path: Path) -> None:
    label()
    other = tmp_path / "other"
    save_photo(other / "x.jpg", (1, 1, 1))
    with pytest.raises(OutFolderError, match="--root"):
        label(other, root=other)


def test_two_jobs_in_one_folder_are_refused(label: Label, tmp_path: Path) -> None:
    label()
    with Store(tmp_path / "out" / ".tilesight"), pytest.raises(OutFolderError, match="another process"):
        label()


def test_photos_that_would_share_a_label_file_are_told_apart_or_told(
    label: Label, tmp_path: Path, photos: Path
) -> None:
    save_photo(photos / "turned.png", (7, 1, 255))
    own = {"turned.jpg": "turned_jpg.jpg", "turned.png": "turned_png.png"}
    for _ in range(2):
        summary = label(formats=("yolo", "voc", "cvat", "jsonl"))
        assert summary.written.renamed == {"yolo": own, "voc": own}
        (problem,) = summary.written.problems
        assert problem.startswith("cvat: without 2 pictures")
        assert "'turned.jpg' and 'turned.png'" in problem
        for form, left_out in (("yolo", 0), ("voc", 0), ("cvat", 2), ("jsonl", 0)):
            dataset = get_format(form).read(tmp_path / "out" / form, ReadOptions(root=photos))
            assert len(dataset.paths) == 5 - left_out
            assert left_out or {"turned.jpg", "turned.png"} <= set(dataset.paths)


def test_a_photo_that_makes_another_one_change_its_name_loses_no_edit(
    label: Label, tmp_path: Path, photos: Path
) -> None:
    label(formats=("yolo",))
    labels = tmp_path / "out" / "yolo" / "labels"
    (labels / "turned.txt").write_text("17 0.5 0.5 0.25 0.5\n", encoding="utf-8")
    save_photo(photos / "turned.png", (7, 1, 255))
    assert label(formats=("yolo",)).written.taken_over == ["turned.jpg"]
    assert not (labels / "turned.txt").exists()
    (labels / "turned_png.txt").write_text("16 0.5 0.5 0.25 0.5\n", encoding="utf-8")
    assert label(formats=("yolo",)).written.taken_over == ["turned.png"]
    dataset = get_format("yolo").read(tmp_path / "out" / "yolo", ReadOptions(root=photos))
    codes = {image.path: [tile.code for tile in image.tiles] for image in dataset.images}
    assert (codes["turned.jpg"], codes["turned.png"]) == (["9p"], ["8p"])


@pytest.mark.parametrize("form", PICTURE_FOLDERS)
def test_pictures_that_come_along_lie_there_once_whatever_they_were_called(
    label: Label, tmp_path: Path, photos: Path, form: str
) -> None:
    options = {"formats": (form,), "write": WriteOptions(pictures="copy")}
    along = tmp_path / "out" / form / PICTURE_FOLDERS[form]
    label(**options)
    save_photo(photos / "turned.png", (7, 1, 255))
    for paths in (["turned.jpg", "turned.png"], ["turned.jpg"]):
        label(**options)
        names = names_in(form, paths, "copy").files
        found = {path.name: path.read_bytes() for path in along.glob("turned*")}
        for path in paths:
            assert found.pop(names[path]) == (photos / path).read_bytes()
        # The copy of a photo that has gone may be the last one.
        assert len(found) == 2 - len(paths)
        (photos / "turned.png").unlink(missing_ok=True)


def test_an_out_folder_that_cannot_be_made_is_told(label: Label, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutFolderError, match="cannot be the output folder"):
        label(out=tmp_path / "file" / "out")


@pytest.mark.parametrize("name", ["jsonl", "review"])
def test_a_file_in_the_place_of_a_folder_is_told(label: Label, tmp_path: Path, name: str) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / name).write_text("")
    with pytest.raises(OutFolderError, match=f"{name}.* is in the way"):
        label()


ODD_NAMES = [
    *(f"a{chr(code)}b.jpg" for code in (*range(1, 32), 0x7F, *range(0x80, 0xA0), 0x2028, 0x2029)),
    " a.jpg",
    "é.jpg",
]


def test_each_format_is_read_back_with_all_photos_whose_names_it_holds(
    label: Label, tmp_path: Path, photos: Path
) -> None:
    for name in ODD_NAMES:
        save_photo(photos / "odd" / name, (1, 1, 255))
    summary = label(formats=FORMAT_NAMES)
    for form in FORMAT_NAMES:
        dataset = get_format(form).read(tmp_path / "out" / form, ReadOptions(root=photos))
        paths = {image.path for image in dataset.images}
        told = [problem for problem in summary.written.problems if problem.startswith(f"{form}: without ")]
        left_out = len(ODD_NAMES) + 4 - len(paths)
        assert {"a/rack.jpg", "odd/é.jpg"} <= paths
        assert len(told) == (left_out > 0)
        assert not told or f"without {left_out} picture" in told[0]
        assert summary.written.dropped.get(form, {}).get("of photos whose names it cannot hold", 0) == left_out
        assert left_out == 0 or form in {"yolo", "voc", "cvat"}
