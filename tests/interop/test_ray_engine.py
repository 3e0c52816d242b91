"""``tilesight label --engine ray``: the same labels by other hands, also when one of them is lost.

``make interop`` runs this in the environment of ``make cluster-env``: the program with its extra ``cluster``.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from PIL import Image

from datasets.labelling.engine import PhotoTask
from datasets.labelling.errors import ClusterError, WorkerError
from datasets.labelling.ray_engine import PER_BLOCK, RayEngine
from tests.benchmarks import ray_cluster
from tests.unit.labelling.scripted import (
    DEADLY_RED,
    InlineEngine,
    open_deadly,
    open_nothing,
    open_scripted,
    save_photo,
)
from vision.errors import ModelMissingError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.benchmarks.ray_cluster import Cluster

pytestmark = pytest.mark.slow

REPOSITORY: Final = Path(__file__).resolve().parents[2]
PATIENCE_S: Final = 120

STATE: Final = ".tilesight"
"""Where a job keeps what it needs to go on: in the order in which photos were read."""


@pytest.fixture
def tasks(tmp_path: Path) -> list[PhotoTask]:
    """Return six blocks of photos, one of them no photo."""
    folder = tmp_path / "photos"
    names = [f"{n:03}.png" for n in range(6 * PER_BLOCK)]
    for n, name in enumerate(names):
        save_photo(folder / name, (n, n % 14 + 1, 200 + n))
    (folder / names[5]).write_bytes(b"\xff\xd8\xff\xe0 no photo")
    return [PhotoTask(name, str(folder / name)) for name in names]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """Return a cluster of two cores."""
    with ray_cluster.cluster(2) as running:
        yield running


def readers_of(cluster: Cluster) -> list[int]:
    """Return the processes of the cluster that read photos."""
    names, parents = {}, {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with contextlib.suppress(OSError):
                names[int(entry.name)] = (entry / "cmdline").read_bytes()
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])

    def is_below(process: int) -> bool:
        while process in parents and process != cluster.head:
            process = parents[process]
        return process == cluster.head

    return [process for process, name in names.items() if name.startswith(b"ray::MapWorker") and is_below(process)]


def test_two_workers_read_what_one_would(cluster: Cluster, tasks: list[PhotoTask]) -> None:
    expected = {outcome.path: outcome for outcome in InlineEngine().label(tasks, open_scripted)}
    # The cluster's cores say how many workers there are.
    outcomes = list(RayEngine(address=cluster.address).label(tasks, open_scripted))
    assert len(outcomes) == len(tasks)
    assert {outcome.path: outcome for outcome in outcomes} == expected
    assert [outcome.path for outcome in outcomes if outcome.fault] == ["005.png"]


def test_lost_workers_are_replaced_and_their_photos_read_again(
    cluster: Cluster, tasks: list[PhotoTask], tmp_path: Path
) -> None:
    notes = tmp_path / "notes"
    outcomes = RayEngine(2, cluster.address).label(tasks, partial(open_scripted, str(notes), 0.2))
    found = [next(outcomes)]
    workers = readers_of(cluster)
    assert len(workers) == 2
    # Not before a block is begun, and not when it is done: what was read of it has to be read again.
    until = time.monotonic() + PATIENCE_S
    while not any(0 < count < PER_BLOCK - 2 for count in read_of_blocks(notes).values()):
        assert time.monotonic() < until
        time.sleep(0.01)
    for worker in workers:
        os.kill(worker, signal.SIGKILL)
    found += outcomes
    assert sorted(outcome.path for outcome in found) == [task.path for task in tasks]
    assert [outcome.path for outcome in found if outcome.fault] == ["005.png"]
    assert sum(read_of_blocks(notes).values()) > len(tasks) - 1


def read_of_blocks(notes: Path) -> Counter[int]:
    """Return how many photos of each block have been read: a photo's red is its number."""
    lines = notes.read_text(encoding="utf-8").splitlines()
    return Counter(int(line.split()[0]) // PER_BLOCK for line in lines)


def test_photo_that_kills_its_reader_costs_only_itself(
    cluster: Cluster, tasks: list[PhotoTask], tmp_path: Path
) -> None:
    deadly = save_photo(tmp_path / "photos" / "deadly.png", (DEADLY_RED, 1, 1))
    mixed = [*tasks[:10], PhotoTask("deadly.png", str(deadly)), *tasks[10:20]]
    outcomes = list(RayEngine(2, cluster.address).label(mixed, open_scripted))
    assert sorted(outcome.path for outcome in outcomes) == sorted(task.path for task in mixed)
    assert {outcome.path: outcome.fault.code for outcome in outcomes if outcome.fault} == {
        "005.png": "undecodable_image",
        "deadly.png": "worker_died",
    }


def test_reader_that_cannot_be_opened_ends_the_job(cluster: Cluster, tasks: list[PhotoTask]) -> None:
    with pytest.raises(ModelMissingError, match="restore it"):
        list(RayEngine(2, cluster.address).label(tasks, open_nothing))


def test_workers_that_never_live_end_the_job(cluster: Cluster, tasks: list[PhotoTask]) -> None:
    with pytest.raises(WorkerError, match="as soon as they are started"):
        list(RayEngine(1, cluster.address).label(tasks, open_deadly))


def test_no_photos_need_no_cluster() -> None:
    assert list(RayEngine(2, "nowhere:1").label([], open_nothing)) == []


def test_cluster_that_is_not_there_is_named(tasks: list[PhotoTask]) -> None:
    with pytest.raises(ClusterError, match=r"'127\.0\.0\.1:1' cannot be reached"):
        list(RayEngine(2, "127.0.0.1:1").label(tasks, open_scripted))


def test_same_bytes_from_the_command_line(tmp_path: Path) -> None:
    """Ray is started for the job, and is gone after it."""
    photos = tmp_path / "photos"
    photos.mkdir()
    for name in ("rack", "discard"):
        with Image.open(REPOSITORY / "examples" / f"{name}.jpg") as photo:
            for long_side in (1600, 1200, 900, 600, 300):
                photo.thumbnail((long_side, long_side))
                photo.save(photos / f"{name}_{long_side}.jpg")
    (photos / "broken.jpg").write_bytes(b"\xff\xd8\xff\xe0 no photo")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    for engine in ("local", "ray"):
        command = [sys.executable, "-m", "api.cli", "label", photos, "--out", tmp_path / engine, "--engine", engine]
        command += ["--workers", "2", "--format", "yolo,coco,voc,label-studio,cvat,jsonl"]
        done = subprocess.run(command, cwd=REPOSITORY, env=environment, check=False, capture_output=True, text=True)
        # A photo cannot be read: status 1.
        assert done.returncode == 1, done.stderr
    files = {
        engine: {
            path.relative_to(tmp_path / engine): path.read_bytes()
            for path in sorted((tmp_path / engine).rglob("*"))
            if path.is_file() and STATE not in path.parts
        }
        for engine in ("local", "ray")
    }
    assert len(files["local"]) > 20
    assert files["ray"].keys() == files["local"].keys()
    assert [name for name, content in files["local"].items() if files["ray"][name] != content] == []
