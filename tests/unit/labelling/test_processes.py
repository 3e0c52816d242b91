"""Worker processes: deaths, bad photos, models that cannot be opened, and ends of the job."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import pytest

from datasets.labelling.engine import PhotoTask
from datasets.labelling.errors import WorkerError
from datasets.labelling.processes import ProcessEngine
from tests.unit.labelling.scripted import DEADLY_RED, InlineEngine, open_nothing, open_scripted, save_photo
from vision.errors import ModelMissingError


def tasks_in(folder: Path, count: int) -> list[PhotoTask]:
    return [PhotoTask(f"{n}.jpg", str(save_photo(folder / f"{n}.jpg", (n, n % 5, 200)))) for n in range(count)]


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def die() -> None:
    os._exit(1)


def test_workers_answer_what_one_alone_answers(tmp_path: Path) -> None:
    tasks = tasks_in(tmp_path, 9)
    alone = list(InlineEngine().label(tasks, open_scripted))
    assert sorted(ProcessEngine(2).label(tasks, open_scripted), key=lambda one: int(one.path[:-4])) == alone


def test_a_photo_that_kills_its_worker_is_told_and_the_others_are_read(tmp_path: Path) -> None:
    tasks = tasks_in(tmp_path, 5)
    deadly = PhotoTask("deadly.jpg", str(save_photo(tmp_path / "deadly.jpg", (DEADLY_RED, 1, 1))))
    outcomes = {one.path: one for one in ProcessEngine(1).label([*tasks[:2], deadly, *tasks[2:]], open_scripted)}
    assert len(outcomes) == 6
    assert {path for path, one in outcomes.items() if one.fault} == {"deadly.jpg"}
    assert outcomes["deadly.jpg"].fault.code == "worker_died"


def test_a_model_that_cannot_be_opened_is_raised_here(tmp_path: Path) -> None:
    with pytest.raises(ModelMissingError, match="restore it"):
        list(ProcessEngine(2).label(tasks_in(tmp_path, 3), open_nothing))


def test_workers_that_end_at_once_are_no_endless_loop(tmp_path: Path) -> None:
    with pytest.raises(WorkerError, match="fewer --workers"):
        list(ProcessEngine(1).label(tasks_in(tmp_path, 9), die))


def test_closing_the_iterator_ends_the_workers(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    outcomes = ProcessEngine(2).label(tasks_in(tmp_path, 8), partial(open_telling, str(pids)))
    next(outcomes)
    outcomes.close()
    known = [int(line) for line in pids.read_text(encoding="utf-8").split()]
    assert known
    assert not any(is_alive(pid) for pid in known)


def open_telling(pids: str) -> object:
    with Path(pids).open("a", encoding="utf-8") as file:
        file.write(f"{os.getpid()}\n")
    return open_scripted(seconds=0.05)


def test_nothing_to_do_starts_nothing() -> None:
    assert list(ProcessEngine(4).label([], open_nothing)) == []
