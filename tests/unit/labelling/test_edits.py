"""What a person changes in our files is taken over, whichever format it was changed in, and never written over."""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from datasets.formats.class_map import ClassMap
from datasets.formats.registry import get_format, whole_files_of
from datasets.labelling.published import hash_of
from datasets.labelling.store import Store
from datasets.labelling.summary import Summary
from tests.unit.labelling.scripted import OTHER_MODELS, InlineEngine, save_photo

Label = Callable[..., Summary]
Count = Callable[[], int]

EDITS = {
    # Tile 0 of a/rack.jpg, a 2m, becomes a 9p: the 18th class, counted from 0 the 17th.
    "yolo": ("labels/a/rack.txt", lambda text: text.replace("1 ", "17 ", 1)),
    "voc": (None, lambda text: text.replace("<name>2m</name>", "<name>9p</name>", 1)),
    "jsonl": ("labels.jsonl", lambda text: text.replace('"code":"2m"', '"code":"9p"', 1)),
}


def edited_file(out: Path, form: str) -> Path:
    name = EDITS[form][0]
    return out / form / name if name else next(path for path in (out / form).rglob("*rack*") if "a" in path.parts)


def codes_of(out: Path, form: str, path: str) -> list[str]:
    dataset = get_format(form).read(out / form)
    return [tile.code for image in dataset.images if image.path.endswith(path) for tile in image.tiles]


@pytest.mark.parametrize("form", EDITS)
def test_edits_become_a_persons_labels_in_every_format(label: Label, tmp_path: Path, form: str) -> None:
    out = tmp_path / "out"
    label(formats=(form, "coco"))
    file = edited_file(out, form)
    before = file.read_text(encoding="utf-8")
    after = EDITS[form][1](before)
    assert after != before
    file.write_text(after, encoding="utf-8")
    summary = label(formats=(form, "coco"), models=OTHER_MODELS)
    assert summary.written.taken_over == ["a/rack.jpg"]
    assert summary.written.problems == []
    for written in (form, "coco"):
        assert codes_of(out, written, "a/rack.jpg") == ["9p", "3m", "4m"]
        assert codes_of(out, written, "b/rack.jpg") == ["3m", "4m", "5m", "6m"]


def test_a_photo_put_right_is_never_read_again(label: Label, tmp_path: Path, photos: Path, read_photos: Count) -> None:
    out = tmp_path / "out"
    label(formats=("yolo",))
    file = out / "yolo" / "labels" / "a" / "rack.txt"
    file.write_text("17 0.5 0.5 0.25 0.5\n", encoding="utf-8")
    label(formats=("yolo",))
    save_photo(photos / "a" / "rack.jpg", (1, 5, 255), (170, 40))
    read_photos()
    summary = label(formats=("yolo",), models=OTHER_MODELS)
    assert read_photos() == 3
    assert (summary.human, summary.changed_under_human) == (1, ["a/rack.jpg"])
    with Store(out / ".tilesight") as store:
        (tile,) = store.read("a/rack.jpg").image.tiles
    assert (tile.code, tile.box_xyxy, tile.source, tile.confidence) == ("9p", (60.0, 10.0, 100.0, 30.0), "human", None)


@pytest.mark.parametrize("form", EDITS)
@pytest.mark.parametrize("instead", ["another photo", "no photo"])
def test_an_edit_is_of_the_photo_that_was_labelled(
    label: Label, tmp_path: Path, photos: Path, form: str, instead: str
) -> None:
    out, photo = tmp_path / "out", photos / "a" / "rack.jpg"
    label(formats=(form,))
    file = edited_file(out, form)
    file.write_text(EDITS[form][1](file.read_text(encoding="utf-8")), encoding="utf-8")
    before = hash_of(photo)
    if instead == "no photo":
        photo.write_bytes(b"not a photo")
    else:
        save_photo(photo, (7, 5, 255), (340, 80))
    for taken_over in (["a/rack.jpg"], []):
        summary = label(formats=(form,))
        assert summary.written.taken_over == taken_over
        assert (summary.human, summary.changed_under_human) == (1, ["a/rack.jpg"])
        with Store(out / ".tilesight") as store:
            assert store.entries["a/rack.jpg"].sha256 == before
            assert store.read("a/rack.jpg").image.size_wh == (160, 40)
        assert codes_of(out, form, "a/rack.jpg") == ["9p", "3m", "4m"]


def test_an_edit_made_while_photos_are_read_is_of_the_photo_that_was_labelled(
    label: Label, tmp_path: Path, photos: Path
) -> None:
    out = tmp_path / "out"
    label(formats=("yolo",))

    class EditedMeanwhile(InlineEngine):
        def label(self, *args: Any) -> Any:  # noqa: ANN401
            yield from super().label(*args)
            (out / "yolo" / "labels" / "a" / "rack.txt").write_text("17 0.5 0.5 0.25 0.5\n", encoding="utf-8")

    save_photo(photos / "a" / "rack.jpg", (7, 5, 255), (340, 80))
    summary = label(formats=("yolo",), engine=EditedMeanwhile())
    assert (summary.written.taken_over, summary.changed_under_human) == (["a/rack.jpg"], ["a/rack.jpg"])


def test_a_photo_put_right_that_got_another_time_has_not_changed(label: Label, tmp_path: Path, photos: Path) -> None:
    label(formats=("yolo",))
    (tmp_path / "out" / "yolo" / "labels" / "a" / "rack.txt").write_text("17 0.5 0.5 0.25 0.5\n", encoding="utf-8")
    os.utime(photos / "a" / "rack.jpg", (1, 1))
    for _ in range(2):
        assert label(formats=("yolo",)).changed_under_human == []


def test_tiles_that_were_left_as_they_are_keep_what_the_model_knew(label: Label, tmp_path: Path) -> None:
    label(formats=("yolo",))
    file = tmp_path / "out" / "yolo" / "labels" / "a" / "rack.txt"
    file.write_text("".join(file.read_text(encoding="utf-8").splitlines(keepends=True)[1:]), encoding="utf-8")
    label(formats=("yolo",))
    with Store(tmp_path / "out" / ".tilesight") as store:
        image = store.read("a/rack.jpg").image
    assert [(tile.code, tile.index, tile.source) for tile in image.tiles] == [("3m", 1, "human"), ("4m", 2, "human")]


def test_an_edited_file_is_kept_as_it_was(label: Label, tmp_path: Path) -> None:
    label(formats=("yolo",))
    file = tmp_path / "out" / "yolo" / "labels" / "a" / "rack.txt"
    file.write_text("17 .5 .5 .25 .5", encoding="utf-8")
    label(formats=("yolo",))
    (copy,) = (tmp_path / "out" / ".tilesight" / "edited" / "yolo" / "labels" / "a").iterdir()
    assert copy.read_text(encoding="utf-8") == "17 .5 .5 .25 .5"


def test_an_edit_that_cannot_be_read_is_told_and_left_alone(label: Label, tmp_path: Path) -> None:
    label(formats=("yolo",))
    file = tmp_path / "out" / "yolo" / "labels" / "a" / "rack.txt"
    file.write_text("17 0.5 0.5 half 0.5\n", encoding="utf-8")
    for _ in range(2):
        summary = label(formats=("yolo",))
        assert file.read_text(encoding="utf-8") == "17 0.5 0.5 half 0.5\n"
        assert "rack.txt:1" in summary.written.problems[0]
        assert "left as it is" in summary.written.problems[1]
    file.write_text("17 0.5 0.5 0.5 0.5\n", encoding="utf-8")
    assert label(formats=("yolo",)).written.taken_over == ["a/rack.jpg"]


BAD = {
    "yolo": ("labels/b/rack.txt", "17 0.5 0.5 half 0.5\n", "b/rack.txt:1"),
    "voc": ("Annotations/b/rack.xml", "<annotation>\n<object>", "b/rack.xml:2"),
}


@pytest.mark.parametrize("form", BAD)
def test_a_file_that_cannot_be_read_keeps_no_other_from_being_taken_over(
    label: Label, tmp_path: Path, form: str
) -> None:
    out = tmp_path / "out"
    label(formats=(form, "coco"))
    name, text, where = BAD[form]
    good, bad = edited_file(out, form), out / form / name
    good.write_text(EDITS[form][1](good.read_text(encoding="utf-8")), encoding="utf-8")
    before = bad.read_text(encoding="utf-8")
    bad.write_text(text, encoding="utf-8")
    summary = label(formats=(form, "coco"))
    assert summary.written.taken_over == ["a/rack.jpg"]
    assert codes_of(out, "coco", "a/rack.jpg") == ["9p", "3m", "4m"]
    assert codes_of(out, "coco", "b/rack.jpg") == ["3m", "4m", "5m", "6m"]
    fault, left = summary.written.problems
    assert f"{out / form}" in fault
    assert where in fault
    assert str(bad) in left
    assert "move" not in left
    assert bad.read_text(encoding="utf-8") == text
    bad.write_text(before, encoding="utf-8")
    assert label(formats=(form, "coco")).written.problems == []


def test_a_file_at_odds_with_another_keeps_none_from_being_taken_over(label: Label, tmp_path: Path) -> None:
    out = tmp_path / "out"
    label(formats=("voc",))
    good, odd = edited_file(out, "voc"), out / "voc" / "Annotations" / "turned.xml"
    good.write_text(EDITS["voc"][1](good.read_text(encoding="utf-8")), encoding="utf-8")
    odd.write_text(odd.read_text(encoding="utf-8").replace("turned.jpg", "b/rack.jpg"), encoding="utf-8")
    summary = label(formats=("voc",))
    assert summary.written.taken_over == ["a/rack.jpg"]
    assert f"{odd}: " in summary.written.problems[0]
    assert "b/rack.jpg" in odd.read_text(encoding="utf-8")


def test_class_names_that_cannot_be_read_keep_no_labels_from_being_taken_over(label: Label, tmp_path: Path) -> None:
    out = tmp_path / "out"
    label(formats=("yolo",))
    (out / "yolo" / "data.yaml").write_text("names: [", encoding="utf-8")
    (out / "yolo" / "labels" / "b" / "rack.txt").write_text("17 0.5 0.5 half 0.5\n", encoding="utf-8")
    (out / "yolo" / "labels" / "a" / "rack.txt").write_text("17 0.5 0.5 0.25 0.5\n", encoding="utf-8")
    summary = label(formats=("yolo",))
    assert summary.written.taken_over == ["a/rack.jpg"]
    assert ["data.yaml" in fault for fault in summary.written.problems[:2]] == [True, False]


def test_a_file_that_is_not_ours_is_left_alone(label: Label, tmp_path: Path) -> None:
    file = tmp_path / "out" / "yolo" / "labels" / "a" / "rack.txt"
    file.parent.mkdir(parents=True)
    file.write_text("somebody's own", encoding="utf-8")
    summary = label(formats=("yolo",))
    assert file.read_text(encoding="utf-8") == "somebody's own"
    assert len(summary.written.problems) == 1


def test_a_deleted_file_is_written_again(label: Label, tmp_path: Path) -> None:
    label(formats=("yolo",))
    file = tmp_path / "out" / "yolo" / "labels" / "a" / "rack.txt"
    before = file.read_text(encoding="utf-8")
    file.unlink()
    assert label(formats=("yolo",)).written.taken_over == []
    assert file.read_text(encoding="utf-8") == before


def test_tiles_that_a_format_never_showed_are_not_taken_as_deleted(label: Label, tmp_path: Path) -> None:
    options = {"formats": ("yolo",), "classes": ClassMap((("2m", "two"), ("3m", "three")))}
    label(**options)
    file = tmp_path / "out" / "yolo" / "labels" / "a" / "rack.txt"
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    assert len(lines) == 2
    file.write_text(lines[1], encoding="utf-8")
    label(**options)
    with Store(tmp_path / "out" / ".tilesight") as store:
        assert sorted(tile.code for tile in store.read("a/rack.jpg").image.tiles) == ["3m", "4m"]


def test_a_killed_move_is_finished_and_not_taken_for_an_edit(
    label: Label, tmp_path: Path, photos: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    label(formats=("yolo",))
    save_photo(photos / "a" / "rack.jpg", (7, 5, 255), (170, 40))
    save_photo(photos / "b" / "rack.jpg", (7, 5, 255), (170, 40))
    real, moved = Path.replace, []

    def replace(self: Path, target: Path) -> Path:
        if ".yolo.part" in str(self) and not str(target).endswith(".part") and "labels" in self.parts:
            moved.append(self)
            if len(moved) == 2:
                raise KeyboardInterrupt
        return real(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises(KeyboardInterrupt):
        label(formats=("yolo",))
    monkeypatch.undo()
    summary = label(formats=("yolo",))
    assert (summary.written.taken_over, summary.written.problems) == ([], [])
    assert codes_of(out, "yolo", "b/rack.jpg") == ["8m", "9m", "1p", "2p", "3p"]
    assert json.loads((out / ".tilesight" / "published.json").read_text(encoding="utf-8"))["pending"] == {}


def test_an_edit_of_a_format_that_is_not_written_any_more_counts_once(label: Label, tmp_path: Path) -> None:
    out = tmp_path / "out"
    label(formats=("yolo",))
    (out / "yolo" / "labels" / "a" / "rack.txt").write_text("17 0.5 0.5 0.25 0.5\n", encoding="utf-8")
    assert label(formats=("jsonl",)).written.taken_over == ["a/rack.jpg"]
    journal = (out / ".tilesight" / "journal.jsonl").read_bytes()
    assert label(formats=("jsonl",)).written.taken_over == []
    assert (out / ".tilesight" / "journal.jsonl").read_bytes() == journal
    labels = out / "jsonl" / "labels.jsonl"
    labels.write_text(labels.read_text(encoding="utf-8").replace('"code":"9p"', '"code":"1z"'), encoding="utf-8")
    assert label(formats=("jsonl",)).written.taken_over == ["a/rack.jpg"]
    assert codes_of(out, "jsonl", "a/rack.jpg") == ["1z"]


def test_a_photo_edited_in_two_formats_is_told(label: Label, tmp_path: Path) -> None:
    out = tmp_path / "out"
    label(formats=("yolo", "jsonl"))
    (out / "yolo" / "labels" / "a" / "rack.txt").write_text("17 0.5 0.5 0.25 0.5\n", encoding="utf-8")
    labels = out / "jsonl" / "labels.jsonl"
    labels.write_text(labels.read_text(encoding="utf-8").replace('"code":"2m"', '"code":"1z"'), encoding="utf-8")
    summary = label(formats=("yolo", "jsonl"))
    assert "edited in jsonl too" in summary.written.problems[0]
    assert codes_of(out, "jsonl", "a/rack.jpg") == codes_of(out, "yolo", "a/rack.jpg") == ["9p"]
    assert label(formats=("yolo", "jsonl")).written.problems == []


def edit_archive(file: Path, member: str, text: str) -> None:
    """Put another text in the place of a member, as a program does that writes the archive anew."""
    with zipfile.ZipFile(file) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    assert member in members
    members[member] = text.encode()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)


ARCHIVES = {
    "cvat_yolo_1.1.zip": "obj_train_data/a/rack.txt",
    "cvat_ultralytics_detection_1.0.zip": "labels/train/a/rack.txt",
}


def test_every_archive_with_all_labels_is_known() -> None:
    assert set(whole_files_of("cvat")) == set(ARCHIVES)


@pytest.mark.parametrize("archive", ARCHIVES)
def test_an_edit_in_either_archive_is_taken_over_into_both(label: Label, tmp_path: Path, archive: str) -> None:
    out = tmp_path / "out"
    label(formats=("cvat", "yolo"))
    edit_archive(out / "cvat" / archive, ARCHIVES[archive], "17 0.5 0.5 0.25 0.5\n")
    summary = label(formats=("cvat", "yolo"), models=OTHER_MODELS)
    assert (summary.written.taken_over, summary.written.problems) == (["a/rack.jpg"], [])
    for name, member in ARCHIVES.items():
        with zipfile.ZipFile(out / "cvat" / name) as written:
            assert written.read(member).decode().split()[0] == "17"
    assert codes_of(out, "yolo", "a/rack.jpg") == ["9p"]
    assert label(formats=("cvat", "yolo")).written.taken_over == []


@pytest.mark.parametrize("other", ["17", "16"])
def test_edits_in_both_archives_are_both_taken_over_and_told_where_they_differ(
    label: Label, tmp_path: Path, other: str
) -> None:
    out = tmp_path / "out"
    label(formats=("cvat",))
    ultralytics, yolo = out / "cvat" / "cvat_ultralytics_detection_1.0.zip", out / "cvat" / "cvat_yolo_1.1.zip"
    edit_archive(ultralytics, "labels/train/a/rack.txt", "17 0.5 0.5 0.25 0.5\n")
    edit_archive(yolo, "obj_train_data/a/rack.txt", f"{other} 0.5 0.5 0.25 0.5\n")
    edit_archive(yolo, "obj_train_data/b/rack.txt", "15 0.5 0.5 0.25 0.5\n")
    summary = label(formats=("cvat",))
    assert summary.written.taken_over == ["a/rack.jpg", "b/rack.jpg"]
    told = ["a/rack.jpg was edited in cvat/cvat_yolo_1.1.zip too" in problem for problem in summary.written.problems]
    assert told == ([] if other == "17" else [True])
    assert (codes_of(out, "cvat", "a/rack.jpg"), codes_of(out, "cvat", "b/rack.jpg")) == (["9p"], ["7p"])
    kept = [path.name for path in (out / ".tilesight" / "edited" / "cvat").iterdir()]
    assert sorted(name.rpartition(".")[0] for name in kept) == sorted(ARCHIVES)


def test_an_archive_that_cannot_be_read_keeps_the_other_from_nothing(label: Label, tmp_path: Path) -> None:
    out = tmp_path / "out"
    label(formats=("cvat",))
    bad = out / "cvat" / "cvat_ultralytics_detection_1.0.zip"
    bad.write_bytes(bad.read_bytes()[:200])
    before = bad.read_bytes()
    edit_archive(out / "cvat" / "cvat_yolo_1.1.zip", "obj_train_data/a/rack.txt", "17 0.5 0.5 0.25 0.5\n")
    summary = label(formats=("cvat",))
    assert summary.written.taken_over == ["a/rack.jpg"]
    assert "no zip archive" in summary.written.problems[0]
    assert bad.read_bytes() == before
    bad.unlink()
    assert label(formats=("cvat",)).written.problems == []
    assert codes_of(out, "cvat", "a/rack.jpg") == ["9p"]
