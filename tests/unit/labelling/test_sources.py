"""Naming photos: files, folders, patterns, lists."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from datasets.formats.errors import RecordError
from datasets.formats.pictures import PHOTO_SUFFIXES, UNREAD_SUFFIXES
from datasets.formats.record import LabelledImage
from datasets.labelling.errors import SourceError
from datasets.labelling.sources import find_photos


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("b/two.PNG", "a/one.jpg", "a/deep/er/three.heic", "a/notes.txt", "a/.hidden.jpg", ".trash/old.jpg"):
        (tmp_path / "all" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "all" / name).write_bytes(b"")
    return tmp_path / "all"


def paths_of(*named: object, **options: object) -> list[str]:
    return [task.path for task in find_photos([str(name) for name in named], **options).tasks]


def test_folders_are_searched_with_all_below_them_but_what_is_hidden(folder: Path) -> None:
    assert paths_of(folder) == ["a/deep/er/three.heic", "a/one.jpg", "b/two.PNG"]


def test_output_folders_of_other_jobs_hold_no_photos(folder: Path) -> None:
    before = paths_of(folder)
    for out in (folder / "labels", folder / "a" / "deep" / "labels"):
        for name in (".tilesight/journal.jsonl", "yolo/images/one.jpg", "crops/1m/one.jpg.00.jpg", "lying.jpg"):
            (out / name).parent.mkdir(parents=True, exist_ok=True)
            (out / name).write_bytes(b"")
    for named in (folder, folder / "**" / "*", f"{folder}/**/*.*", f"{folder}/*"):
        assert paths_of(named, root=folder) == before, named
    # What is named itself is meant.
    assert paths_of(folder / "labels" / "lying.jpg", root=folder) == ["labels/lying.jpg"]


def test_the_root_is_the_nearest_folder_of_all_or_the_named_one(folder: Path) -> None:
    assert find_photos([str(folder / "a"), str(folder / "b")]).root == folder
    assert paths_of(folder / "a" / "one.jpg") == ["one.jpg"]
    assert paths_of(folder / "a" / "one.jpg", root=folder) == ["a/one.jpg"]
    assert paths_of(folder / "a" / "deep", root=folder.parent) == ["all/a/deep/er/three.heic"]


def test_a_named_file_may_be_called_anything(folder: Path) -> None:
    assert paths_of(folder / "a" / "notes.txt") == ["notes.txt"]


def test_patterns_reach_any_depth(folder: Path) -> None:
    assert paths_of(f"{folder}/**/*.heic", root=folder) == ["a/deep/er/three.heic"]
    assert paths_of(f"{folder}/?", root=folder) == ["a/deep/er/three.heic", "a/one.jpg", "b/two.PNG"]


@pytest.mark.parametrize("how", ["list", "mark", "stdin"])
def test_lists_name_one_a_line(folder: Path, tmp_path: Path, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"{folder / 'a' / 'one.jpg'}\n\n  {folder / 'b'}  \n{folder / 'gone.jpg'}\n"
    (tmp_path / "list.txt").write_text(text, encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    named, lists = {
        "list": ([], [tmp_path / "list.txt"]),
        "mark": ([f"@{tmp_path / 'list.txt'}"], []),
        "stdin": (["-"], []),
    }[how]
    # What is not there is reported with the photos that cannot be read: one line must not end a job of thousands.
    assert [task.path for task in find_photos(named, lists).tasks] == ["a/one.jpg", "b/two.PNG", "gone.jpg"]


def test_lists_may_have_comments_and_name_files_that_look_like_one(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder / "a")
    (folder / "a" / "#1.jpg").write_bytes(b"")
    comments = f"# of May\n   # and June\n#\n#{'x' * 300}\n#gone.jpg\n"
    for line in ("#1.jpg", "./#1.jpg"):
        (tmp_path / "list.txt").write_text(f"{comments}\n \n{line}\none.jpg", encoding="utf-8")
        assert paths_of(lists=[tmp_path / "list.txt"]) == ["#1.jpg", "one.jpg"]


def test_a_name_that_is_too_long_is_told_like_one_that_is_not_there(folder: Path) -> None:
    with pytest.raises(SourceError, match="no file or folder"):
        paths_of(folder / f"{'x' * 300}.jpg")


def skipped_in(*named: object, **options: object) -> list[str]:
    return [path.name for path in find_photos([str(name) for name in named], **options).skipped]


@pytest.mark.parametrize("suffix", UNREAD_SUFFIXES)
def test_pictures_that_cannot_be_read_are_not_passed_over_in_silence(folder: Path, suffix: str) -> None:
    before = paths_of(folder)
    picture = folder / "b" / "deep" / f"old{suffix.upper()}"
    picture.parent.mkdir()
    picture.write_bytes(b"")
    assert paths_of(folder) == before
    for named in (folder, folder / "**" / "*", folder / "*"):
        assert skipped_in(named) == [picture.name]
    # Who names it wants it tried.
    assert skipped_in(folder, picture) == []
    assert "b/deep/" + picture.name in paths_of(folder, picture)
    for alone in (picture.parent, picture.parent / "*"):
        with pytest.raises(SourceError, match=rf"1 picture such as '{picture.name}'; save them as JPEG or PNG"):
            find_photos([str(alone)])


def test_a_picture_that_is_passed_over_makes_no_root(folder: Path) -> None:
    (folder / "b" / "old.gif").write_bytes(b"")
    assert find_photos([f"{folder}/a/*", f"{folder}/b/*.gif"]).root == folder / "a"


@pytest.mark.parametrize("suffix", PHOTO_SUFFIXES)
def test_photos_that_can_be_read_are_taken_whatever_their_ending(folder: Path, suffix: str) -> None:
    (folder / "b" / f"new{suffix}").write_bytes(b"")
    assert f"b/new{suffix}" in paths_of(folder)


def test_what_is_named_twice_is_labelled_once(folder: Path) -> None:
    assert paths_of(folder, folder / "a", f"{folder}/a/*.jpg") == paths_of(folder)


def test_no_photos_are_looked_for_in_the_output(folder: Path) -> None:
    assert paths_of(folder, leave_out=folder / "a") == ["b/two.PNG"]
    assert paths_of(f"{folder}/**/*.jpg", f"{folder}/b", leave_out=folder / "a", root=folder) == ["b/two.PNG"]


def test_the_folder_of_the_photos_is_no_output_folder(folder: Path) -> None:
    with pytest.raises(SourceError, match="choose another --out"):
        paths_of(folder, leave_out=folder)


def test_links_in_a_circle_are_followed_once(folder: Path, tmp_path: Path) -> None:
    (folder / "a" / "round").symlink_to(folder, target_is_directory=True)
    (folder / "linked").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "four.jpg").write_bytes(b"")
    assert paths_of(folder) == ["a/deep/er/three.heic", "a/one.jpg", "b/two.PNG", "linked/four.jpg"]


@pytest.mark.parametrize("link", ["a/link", "0", "b/deep/zz", "~"])
def test_photos_are_called_by_their_folder_whatever_links_to_it(folder: Path, link: str) -> None:
    before = paths_of(folder)
    (folder / "b" / "deep").mkdir()
    for target in ("a", "b", "a/deep"):
        made = folder / f"{link}-{target.replace('/', '-')}"
        made.symlink_to(folder / target, target_is_directory=True)
    assert paths_of(folder) == before


@pytest.mark.parametrize("pattern", ["**/*.jpg", "**/*", "**", "*/**/*.jpg", "*", "**/**.jpg", "a**/***"])
def test_patterns_end_where_links_go_round(folder: Path, pattern: str) -> None:
    for name in ("one", "two"):  # Two of them make 2^40 paths of forty links.
        (folder / "a" / name).symlink_to(folder, target_is_directory=True)
    photos = paths_of(folder / pattern, root=folder)
    assert "a/one.jpg" in photos
    assert len(photos) < 12


def test_patterns_leave_out_what_is_hidden_unless_they_name_it(folder: Path) -> None:
    (folder / "a" / ".kept").mkdir()
    (folder / "a" / ".kept" / "five.jpg").write_bytes(b"")
    assert "a/.kept/five.jpg" not in paths_of(folder / "**" / "*.jpg", root=folder)
    assert paths_of(folder / "*" / ".kept" / "*.jpg", root=folder) == ["a/.kept/five.jpg"]


@pytest.mark.skipif(os.name == "nt", reason="names are UTF-16 there")
def test_a_name_that_is_no_text_gets_a_path_that_can_be_told(folder: Path) -> None:
    Path(os.fsdecode(os.fsencode(folder) + b"/b/\xff.jpg")).write_bytes(b"")
    assert "b/\\udcff.jpg" in paths_of(folder)
    with pytest.raises(RecordError, match=r"in UTF-8, .*; rename"):
        LabelledImage("b/\\udcff.jpg", 4, 3)


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ("{}/nothing.jpg", "no file or folder"),
        ("{}/*.gif", "nothing matches"),
        ("{}/empty", "no photos"),
        ("@{}/list.txt", "cannot be read"),
    ],
)
def test_what_cannot_be_meant_is_told_at_once(folder: Path, named: str, message: str) -> None:
    (folder / "empty").mkdir()
    with pytest.raises(SourceError, match=message):
        find_photos([named.format(folder)])


def test_photos_outside_the_root_are_refused(folder: Path) -> None:
    with pytest.raises(SourceError, match="another --root"):
        find_photos([str(folder)], root=folder / "a")
