"""The record of a run, its curves, and what is said when a run cannot go on; without torch."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import signal
import sys
from pathlib import Path

import cv2
import pytest

from datasets.photos import DatasetError
from models.training import curves
from models.training.curves import draw_curves, read_progress
from models.training.failures import run_command
from models.training.run_record import DiskFullError, RunError, RunRecord, fingerprint
from models.training.stopping import STOPPED_STATUS, StopRequest
from vision.errors import ModelMissingError


def record(folder: Path) -> dict[str, object]:
    about: dict[str, object] = json.loads((folder / "run.json").read_text())
    return about


def test_a_record_holds_seed_settings_data_versions_and_time(tmp_path: Path) -> None:
    data = tmp_path / "photos"
    (data / "images").mkdir(parents=True)
    (data / "images" / "a.jpg").write_bytes(b"a")
    (data / "classes.txt").write_text("1m\n")
    settings = {"seed": 7, "photos": data, "scenes": [data / "images"], "finder": None, "out": tmp_path}
    RunRecord(tmp_path / "run", settings).report(step=50, loss=1.5)
    about = record(tmp_path / "run")
    (part,) = about["parts"]
    assert (part["seed"], part["first_step"], part["last_step"]) == (7, 0, 50)
    assert about["steps"] == 50
    assert part["packages"]["numpy"]
    lines = [f"{hashlib.sha256(b'a').hexdigest()}  a.jpg\n"]
    assert part["data"][str(data / "images")] == {
        "files": 1,
        "bytes": 1,
        "sha256": hashlib.sha256("".join(lines).encode()).hexdigest(),
    }
    assert set(part["data"]) == {str(data), str(data / "images")}


def test_the_hash_of_data_follows_names_and_content(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1")
    first = fingerprint(tmp_path)["sha256"]
    (tmp_path / "a").write_text("2")
    second = fingerprint(tmp_path)["sha256"]
    (tmp_path / "a").rename(tmp_path / "b")
    assert len({first, second, fingerprint(tmp_path)["sha256"]}) == 3


def test_resumptions_add_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("models.training.run_record.time.monotonic", lambda: clock[0])
    for first, seconds in ((0, 30.0), (100, 12.0)):
        run = RunRecord(tmp_path, {"seed": 1, "steps": 300}, first)
        clock[0] += seconds
        run.report(step=first + 100)
    about = record(tmp_path)
    assert (about["steps"], about["seconds"]) == (200, 42.0)
    assert [(part["first_step"], part["last_step"]) for part in about["parts"]] == [(0, 100), (100, 200)]


def test_a_record_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text("{")
    with pytest.raises(RunError, match=r"run\.json cannot be read"):
        RunRecord(tmp_path, {})


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_keeps_what_was_there(tmp_path: Path) -> None:
    run = RunRecord(tmp_path, {"seed": 1})
    before = (tmp_path / "run.json").read_bytes()
    (tmp_path / "run.json.part").symlink_to("/dev/full")
    with pytest.raises(DiskFullError) as raised:
        run.report(step=50)
    assert raised.value.errno == errno.ENOSPC
    assert "no room on the disk for" in str(raised.value)
    assert "the one before it is kept; make room and start the same command again" in str(raised.value)
    assert (tmp_path / "run.json").read_bytes() == before
    assert not (tmp_path / "run.json.part").is_symlink()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_signal_is_a_wish_and_the_second_an_order(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    with StopRequest() as stop:
        assert not stop.requested
        os.kill(os.getpid(), number)
        assert stop.requested
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), number)
    assert signal.getsignal(number) is before


@pytest.mark.parametrize(
    ("error", "status", "text"),
    [
        (DatasetError("labels/a.txt:3: no label"), 2, "error: labels/a.txt:3: no label\n"),
        (ModelMissingError("the model x is missing"), 2, "error: the model x is missing\n"),
        (DiskFullError(errno.ENOSPC, "no room on the disk"), 2, "error: no room on the disk\n"),
        (RunError("run.json cannot be read"), 2, "error: run.json cannot be read\n"),
        (FileNotFoundError(2, "No such file", "x.jpg"), 2, "error: [Errno 2] No such file: 'x.jpg'\n"),
        (KeyboardInterrupt(), STOPPED_STATUS, "stopped; the same command goes on from the last checkpoint\n"),
    ],
)
def test_failures_are_one_line_and_a_status(
    capsys: pytest.CaptureFixture[str], error: BaseException, status: int, text: str
) -> None:
    def work() -> None:
        raise error

    assert run_command(work) == status
    assert capsys.readouterr().err == text


def test_a_fault_of_the_program_keeps_its_trace() -> None:
    with pytest.raises(ZeroDivisionError):
        run_command(lambda: 1 // 0)
    assert run_command(lambda: None) == 0


def progress(folder: Path, *reports: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "progress.jsonl").write_text("\n".join(reports))
    return folder


def report(step: int, seconds: float, loss: float) -> str:
    return json.dumps({"seconds": seconds, "step": step, "box": loss, "right": 0.5, "learning_rate": 0.001})


def test_curves_take_repeated_steps_from_the_later_part(tmp_path: Path) -> None:
    parts = [report(50, 60, 3), report(100, 120, 2), report(150, 180, 9), report(150, 70, 1), report(200, 140, 0.5)]
    reports, restarts = read_progress(progress(tmp_path, *parts, '{"seconds": 20'))
    assert [(each["step"], each["box"]) for each in reports] == [(50, 3), (100, 2), (150, 1), (200, 0.5)]
    assert restarts == [100]
    picture = cv2.imread(str(draw_curves(tmp_path)))
    assert picture.shape[0] > 500
    assert (tmp_path / "curves.png").is_file()


@pytest.mark.parametrize(
    ("lines", "message"),
    [([], "has no reports yet"), (["nonsense", report(50, 1, 1)], r"progress\.jsonl:1: 'nonsense'")],
)
def test_progress_that_cannot_be_drawn_is_named(tmp_path: Path, lines: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        draw_curves(progress(tmp_path, *lines))


def test_curves_say_what_is_missing_without_a_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["curves", str(tmp_path)])
    assert curves.main() == 2
    assert capsys.readouterr().err.startswith("error: ")
