"""``tilesight label``: what it writes, what it says, how it ends."""

from __future__ import annotations

import errno
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from api import label_reader
from api.cli import run
from api.commands import label as command
from datasets.formats.registry import FORMAT_NAMES
from datasets.labelling.review import DEFAULT_BELOW
from tests.unit.labelling import scripted
from tests.unit.labelling.scripted import save_photo

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _no_models(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(label_reader, "model_references", lambda *_: scripted.MODELS)
    monkeypatch.setattr(label_reader, "open_label_reader", scripted.open_for_command)


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    folder = tmp_path / "photos"
    save_photo(folder / "a" / "one.jpg", (1, 3, 255))
    save_photo(folder / "b" / "one.jpg", (2, 4, 120))
    return folder


def labelled(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, dict]:
    status = run(["label", *map(str, arguments), "--json", "--workers", "1"])
    captured = capsys.readouterr()
    lines = captured.out.splitlines()
    assert len(lines) == 1, captured
    return status, json.loads(lines[0])


def test_the_command_knows_the_formats_and_the_limit_of_the_review_list() -> None:
    assert command.FORMATS == FORMAT_NAMES
    assert f"[{DEFAULT_BELOW}]" in command.REVIEW_HELP


def test_photos_become_label_files_and_one_document(
    photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = ("--crops", "--overlays")
    arguments = (photos, "--out", tmp_path / "out", "--format", "yolo,jsonl", *drawn)
    status, document = labelled(capsys, *arguments)
    assert status == 0
    assert (document["photos"], document["labelled"], document["written"]["tiles"]) == (2, 2, 7)
    assert document["unreadable"] == document["problems"] == []
    out = tmp_path / "out"
    labels = ("yolo/labels/a/one.txt", "yolo/labels/b/one.txt", "jsonl/labels.jsonl")
    reports = ("manifest.json", "review.csv", "review.html")
    for name in (*labels, *reports, "crops/2m/a/one.jpg.00.jpg", "overlays/b/one.jpg"):
        assert (out / name).is_file(), name
    assert document["review"] == 1
    assert "b/one.jpg" in (out / "review.csv").read_text(encoding="utf-8").splitlines()[1]


def test_options_reach_what_is_written(photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    classes = tmp_path / "classes.txt"
    classes.write_text("2m: two\n3m: three\n4m: four\n5m: five\n", encoding="utf-8")
    _, document = labelled(
        capsys, photos, "--out", tmp_path / "out", "--format", "yolo", "--classes", classes, "--yolo-confidence",
        "--min-confidence", "0.5", "--pictures", "copy", "--review-below", "0.01",
    )  # fmt: skip
    assert document["written"]["dropped"] == {"yolo": {"under the smallest confidence": 1}}
    assert document["review"] == 0
    out = tmp_path / "out" / "yolo"
    assert (out / "classes.txt").read_text(encoding="utf-8").split() == ["two", "three", "four", "five"]
    rows = (out / "labels" / "b" / "one.txt").read_text(encoding="utf-8").splitlines()
    assert [len(row.split()) for row in rows] == [6, 6, 6]
    assert (out / "images" / "b" / "one.jpg").read_bytes() == (photos / "b" / "one.jpg").read_bytes()


def test_a_photo_that_cannot_be_read_is_listed_and_ends_with_status_1(
    photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (photos / "none.jpg").write_bytes(b"no photo")
    status, document = labelled(capsys, photos, "--out", tmp_path / "out")
    assert (status, document["labelled"]) == (1, 2)
    (unreadable,) = document["unreadable"]
    assert (unreadable["path"], unreadable["code"]) == ("none.jpg", "not_an_image")
    assert run(["label", str(photos), "--out", str(tmp_path / "out")]) == 1
    captured = capsys.readouterr()
    assert "1 unreadable" in captured.out
    assert "none.jpg: the file is no image" in captured.err


def test_pictures_of_kinds_that_are_not_read_are_counted(
    photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("a/old.GIF", "a/old.gif", "b/scan.tiff", "b/notes.txt"):
        (photos / name).write_bytes(b"")
    status, document = labelled(capsys, photos, "--out", tmp_path / "out")
    assert (status, document["photos"]) == (0, 2)
    assert document["skipped"] == [str(photos / name) for name in ("a/old.GIF", "a/old.gif", "b/scan.tiff")]
    assert run(["label", str(photos), "--out", str(tmp_path / "out")]) == 0
    assert f"2 .gif, 1 .tiff, such as {photos / 'a' / 'old.GIF'}" in capsys.readouterr().out


def test_lists_come_by_option_mark_and_standard_input(
    photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = tmp_path / "list.txt"
    listed.write_text(f"{photos / 'a' / 'one.jpg'}\n{photos / 'b'}\n", encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO(listed.read_text(encoding="utf-8")))
    for n, named in enumerate((("--list", listed), (f"@{listed}",), ("-",))):
        status, document = labelled(capsys, *named, "--out", tmp_path / f"out{n}")
        assert (status, document["photos"]) == (0, 2)


def test_nothing_but_the_document_is_said_with_json(
    photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["label", str(photos), "--out", str(tmp_path / "out"), "--json"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["{photos}", "--out", "{out}", "--format", "yolo,pascal"], "bad_usage", "'pascal' is no label format"),
        (["{photos}", "--out", "{out}", "--pictures", "move"], "bad_usage", "'move'"),
        (["--out", "{out}"], "bad_usage", "name photos"),
        (["{photos}"], "bad_usage", "--out"),
        (["{photos}/nothing.jpg", "--out", "{out}"], "bad_source", "nothing.jpg"),
        (["{photos}", "--out", "{out}", "--classes", "{photos}/none"], "bad_class_map", "cannot be read"),
    ],
)
def test_mistakes_in_the_command_are_told_before_anything_is_done(
    photos: Path, arguments: list[str], code: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = photos.parent / "out"
    status = run(["label", *(argument.format(photos=photos, out=out) for argument in arguments), "--json"])
    error = json.loads(capsys.readouterr().out)["error"]
    assert (status, error["code"]) == (2, code)
    assert words in error["message"]
    assert not (out / "manifest.json").exists()


@pytest.mark.parametrize("below", ["", "out", "out/labels"])
def test_a_file_in_the_place_of_the_output_folder_is_a_matter_of_usage(
    photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], below: str
) -> None:
    (tmp_path / "file").write_bytes(b"")
    status = run(["label", str(photos), "--out", str(tmp_path / "file" / below), "--json"])
    assert (status, json.loads(capsys.readouterr().out)["error"]["code"]) == (2, "bad_out_folder")
    assert (tmp_path / "file").read_bytes() == b""


@pytest.mark.parametrize("reason", [errno.EACCES, errno.EROFS, errno.ENOSPC])
def test_an_output_that_cannot_be_written_is_a_matter_of_the_environment(
    photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, reason: int
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(reason, os.strerror(reason))

    monkeypatch.setattr("datasets.labelling.store.lock", refuse)
    status = run(["label", str(photos), "--out", str(tmp_path / "out"), "--json"])
    assert (status, json.loads(capsys.readouterr().out)["error"]["code"]) == (3, "labels_unwritable")


def test_models_that_are_missing_are_told(photos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setenv("TILESIGHT_MODEL_DIR", str(tmp_path))
    assert run(["label", str(photos), "--out", str(tmp_path / "out")]) == 3


def _hear_ctrl_c() -> None:
    """Undo what a test run in the background of a shell hands down: deafness to Ctrl-C."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_writes_what_is_labelled(tmp_path: Path, how: signal.Signals) -> None:
    for n in range(400):
        save_photo(tmp_path / "photos" / f"{n:03}.png", (n % 200, 3, 255))
    out = tmp_path / "out"
    arguments = [str(tmp_path / "photos"), "--out", str(out), "--json", "--workers", "2"]
    with subprocess.Popen(
        [sys.executable, "-m", "tests.unit.labelling.scripted", "0.02", "label", *arguments],
        cwd=REPOSITORY, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        preexec_fn=_hear_ctrl_c,  # noqa: PLW1509 - sets a signal and nothing else
    ) as process:  # fmt: skip
        journal = out / ".tilesight" / "journal.jsonl"
        while not (journal.is_file() and journal.read_bytes().count(b"\n") > 20):
            assert process.poll() is None, process.stderr.read()
            time.sleep(0.02)
        process.send_signal(how)
        stdout, stderr = process.communicate(timeout=60)
    assert (process.returncode, stderr) == (130, b"")
    document = json.loads(stdout)
    assert document["interrupted"]
    lines = (out / "jsonl" / "labels.jsonl").read_bytes().count(b"\n")
    assert 20 <= lines == document["labelled"] < 400
