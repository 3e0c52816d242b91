"""The store: what a crash can do to its journal, and what it cannot."""

from __future__ import annotations

import errno
import json
from pathlib import Path
from typing import IO

import pytest

from datasets.formats.record import LabelledImage, LabelledTile
from datasets.labelling.engine import Fault, PhotoOutcome
from datasets.labelling.errors import OutFolderError, OutUnwritableError
from datasets.labelling.store import JOURNAL_NAME, Store
from datasets.labelling.work import FinderNote, PhotoLabels, labels_to_json


def labels_of(path: str, code: str = "1m") -> PhotoLabels:
    tile = LabelledTile(code, (0.5, 1.0, 10.0, 20.0), confidence=0.75, sure=False)
    return PhotoLabels(LabelledImage(path, 100, 50, (tile,)), (FinderNote(0.875, is_back=False),))


def outcome_of(path: str, code: str = "1m") -> PhotoOutcome:
    return PhotoOutcome(path, "0" * 64, 10, 20, json.dumps(labels_to_json(labels_of(path, code))))


def test_what_was_kept_is_there_again(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.add(outcome_of("a.jpg"), "key")
        store.add(PhotoOutcome("b.jpg", fault=Fault("not_an_image", "no image")), "key")
    with Store(tmp_path) as store:
        assert store.read("a.jpg") == labels_of("a.jpg")
        assert store.read("b.jpg") is None
        assert store.entries["b.jpg"].fault == Fault("not_an_image", "no image")


def test_the_last_labels_of_a_photo_count_and_the_earlier_can_still_be_read(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.add(outcome_of("a.jpg", "1m"), "key")
        offset = store.entries["a.jpg"].offset
        store.add(outcome_of("a.jpg", "2m"), "key")
    with Store(tmp_path) as store:
        assert store.read("a.jpg") == labels_of("a.jpg", "2m")
        assert store.read_at(offset) == labels_of("a.jpg", "1m")


@pytest.mark.parametrize("lost_bytes", [1, 2, 30, 200])
def test_a_line_that_was_cut_off_takes_no_other_with_it(tmp_path: Path, lost_bytes: int) -> None:
    with Store(tmp_path) as store:
        store.add(outcome_of("a.jpg"), "key")
        store.add(outcome_of("b.jpg"), "key")
    journal = tmp_path / JOURNAL_NAME
    journal.write_bytes(journal.read_bytes()[:-lost_bytes])
    with Store(tmp_path) as store:
        assert list(store.entries) == ["a.jpg"]
        store.add(outcome_of("c.jpg"), "key")
    with Store(tmp_path) as store:
        assert [store.read(path) for path in store.entries] == [labels_of("a.jpg"), labels_of("c.jpg")]


def test_a_line_that_the_disk_lost_is_counted_and_its_photo_new(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.add(outcome_of("a.jpg"), "key")
        store.add(outcome_of("b.jpg"), "key")
    journal = tmp_path / JOURNAL_NAME
    lines = journal.read_bytes().splitlines(keepends=True)
    lines[1] = bytes(len(lines[1]) - 1) + b"\n"
    journal.write_bytes(b"".join(lines))
    with Store(tmp_path) as store:
        assert (list(store.entries), store.damaged_lines) == (["b.jpg"], 1)


def test_labels_of_a_person_are_never_superseded(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.add(outcome_of("a.jpg"), "key")
        store.add_human("a.jpg", labels_of("a.jpg", "9s"))
        store.add(outcome_of("a.jpg", "5p"), "other key")
    with Store(tmp_path) as store:
        assert store.read("a.jpg") == labels_of("a.jpg", "9s")
        assert store.entries["a.jpg"].is_human


class FullDisk:
    """A file on a disk that has room for so many bytes more."""

    def __init__(self, file: IO[bytes], room: int) -> None:
        self.file, self.room = file, room

    def write(self, data: bytes) -> int:
        if not self.room:
            raise OSError(errno.ENOSPC, "No space left on device")
        written = self.file.write(data[: self.room])
        self.room -= written
        return written

    def __getattr__(self, name: str) -> object:
        return getattr(self.file, name)


@pytest.mark.parametrize("room", [0, 1, 100])
def test_a_full_disk_damages_nothing(tmp_path: Path, room: int) -> None:
    with Store(tmp_path / "out" / ".tilesight") as store:
        store.add(outcome_of("a.jpg"), "key")
        disk = FullDisk(store._file, room)  # noqa: SLF001 - no other way to have a disk full just now
        store._file = disk  # noqa: SLF001
        with pytest.raises(OutUnwritableError, match=r"No space left.*make room"):
            store.add(outcome_of("b.jpg"), "key")
        assert list(store.entries) == ["a.jpg"]
        disk.room = 10**6
        store.add(outcome_of("c.jpg"), "key")
    with Store(tmp_path / "out" / ".tilesight") as store:
        assert [store.read(path) for path in store.entries] == [labels_of("a.jpg"), labels_of("c.jpg")]


def test_a_journal_of_something_else_is_left_alone(tmp_path: Path) -> None:
    journal = tmp_path / JOURNAL_NAME
    journal.write_text('{"another": "program"}\n', encoding="utf-8")
    with pytest.raises(OutFolderError, match="another version"):
        Store(tmp_path)
    assert journal.read_text(encoding="utf-8") == '{"another": "program"}\n'


@pytest.mark.parametrize("name", ["file", "file/below", "x" * 300, "round", "round/below", "dangling"])
def test_what_can_be_no_folder_is_refused_as_one(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("a file", encoding="utf-8")
    (tmp_path / "round").symlink_to("round")
    (tmp_path / "dangling").symlink_to("file")
    with pytest.raises(OutFolderError, match="choose another --out") as caught:
        Store(tmp_path / name / ".tilesight")
    assert repr(str(tmp_path / name)) in caught.value.message


def test_a_folder_that_cannot_have_others_in_it_is_refused() -> None:
    with pytest.raises(OutFolderError):
        Store(Path("/proc/labels/.tilesight"))
