"""How much of what the bare ONNX sessions can do `tilesight label` makes use of, and whether its memory stays flat.

``PYTHONPATH=. python tests/benchmarks/labelling.py --photos ../shared/data/photos/images`` prints both. Two rates are
taken in turn, in pieces of some seconds, on the same two cores, so that a busy machine slows both alike:

- raw: as many processes as the job has workers, each with the shipped finder and reader in sessions of one thread, do
  nothing but ``session.run`` on inputs that lie ready in memory. They are the very inputs that reading the same
  photos feeds, second looks and crops turned by half included. No file is read, nothing decoded, nothing computed between.
- job: the label job's engine with its store, from files on the disk to lines in the journal: reading, hashing, decoding,
  both models, duplicates, rows, groups, records.

Photos are counted in both. Starting workers is left out: a rate is taken from the first answer on. Beside the ratio of the
rates (wall clock) the ratio of processor seconds is printed, which other programs disturb least.

``--memory N`` instead labels N photos (small ones, repeated) and prints the memory of parent and workers on the way.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2

from api.label_reader import RackLabelReader, label_options, open_label_reader
from datasets.labelling.engine import PhotoTask
from datasets.labelling.processes import ProcessEngine, work_in_processes
from datasets.labelling.store import Store
from models import registry
from tests.benchmarks.strips import write_strips
from vision.image import decode
from vision.onnx_model import create_session

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ROOM_PHOTOS = 16
"""Photos whose inputs a raw process holds ready: 6 MB each."""


class RecordingSession:
    """A session that keeps what it is fed."""

    def __init__(self, session: Any, kept: list) -> None:
        self._session, self._kept = session, kept

    def run(self, names: Any, feed: dict) -> Any:
        self._kept.append((names, feed))
        return self._session.run(names, feed)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)


def inputs_of(photos: Sequence[str]) -> list[list[tuple[int, Any, dict]]]:
    """Return for each photo what the sessions are fed: which session, names of outputs, inputs."""
    import vision.assembly  # noqa: PLC0415 - its way of opening sessions is replaced for a moment

    fed: list[tuple[Any, dict]] = []
    real = vision.assembly.create_session
    vision.assembly.create_session = lambda model, threads: RecordingSession(real(model, threads), fed)
    try:
        finder, reader = (registry.load(role).data for role in ("finder", "reader"))
        recorder = RackLabelReader(finder, reader, (), label_options())
    finally:
        vision.assembly.create_session = real
    collected = []
    for photo in photos:
        fed.clear()
        recorder.read(decode(Path(photo)))
        collected.append([(int("crops" in feed), names, feed) for names, feed in fed])
    return collected


def open_raw(photos: Sequence[str]) -> Callable[[int], tuple[float, float]]:
    """Return what runs the sessions bare on the n-th photo's inputs, and tells wall-clock and processor time."""
    cv2.setNumThreads(1)
    sessions = [create_session(registry.load(role).data, 1) for role in ("finder", "reader")]
    collected = inputs_of(photos)

    def run(n: int) -> float:
        started = time.process_time()
        for which, names, feed in collected[n % len(collected)]:
            sessions[which].run(names, feed)
        return time.process_time() - started

    return run


def open_timed() -> Callable[[PhotoTask], tuple[Any, float]]:
    """Return what labels a photo and tells the processor time that it took."""
    from datasets.labelling.work import PhotoLabeller  # noqa: PLC0415 - as the engine does in its workers

    labeller = PhotoLabeller(open_label_reader(label_options()))

    def run(task: PhotoTask) -> tuple[Any, float]:
        started = time.process_time()
        outcome = labeller(task)
        return outcome, time.process_time() - started

    return run


class Piece:
    """Photos done, wall-clock seconds from the first answer on, processor seconds a photo."""

    def __init__(self) -> None:
        self.count, self.began, self.ended, self.cpu_s = 0, 0.0, 0.0, 0.0

    def answer(self, cpu_s: float) -> None:
        self.ended = time.perf_counter()
        if not self.began:
            self.began = self.ended
            return
        self.count += 1
        self.cpu_s += cpu_s

    @property
    def rate(self) -> float:
        return self.count / (self.ended - self.began)


def measure_raw(photos: Sequence[str], count: int, workers: int) -> Piece:
    piece = Piece()
    for done in work_in_processes(partial(open_raw, photos), range(count), workers):
        piece.answer(done.result)
    return piece


def measure_job(photos: Sequence[str], count: int, workers: int, folder: Path) -> Piece:
    """Label photos as the job does; the parent's processor time counts too."""
    tasks = [
        PhotoTask(f"{n}-{Path(photo).name}", photo) for n, photo in zip(range(count), photos * count, strict=False)
    ]
    piece = Piece()
    shutil.rmtree(folder, ignore_errors=True)
    with Store(folder / ".tilesight") as store:
        for done in work_in_processes(open_timed, tasks, workers):
            outcome, cpu_s = done.result
            if not piece.count:
                own_s = time.process_time()
            store.add(outcome, "benchmark")
            piece.answer(cpu_s)
        piece.cpu_s += time.process_time() - own_s
    return piece


def compare(options: argparse.Namespace) -> None:
    photos = sorted(map(str, options.photos.glob("*.jpg")))
    photos = photos[:: max(1, len(photos) // ROOM_PHOTOS)][:ROOM_PHOTOS]
    ratios, shares = [], []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.pieces):
            raw = measure_raw(photos, options.count, options.workers)
            job = measure_job(photos, options.count, options.workers, Path(folder))
            ratios.append(job.rate / raw.rate)
            shares.append(raw.cpu_s / raw.count / (job.cpu_s / job.count))
            sys.stdout.write(
                f"piece {number + 1}: raw {raw.rate:.2f} photos/s, {raw.cpu_s / raw.count * 1000:.1f} ms of processor each; "
                f"job {job.rate:.2f} photos/s, {job.cpu_s / job.count * 1000:.1f} ms; "
                f"ratio {ratios[-1]:.3f} (processor {shares[-1]:.3f})\n"
            )
            sys.stdout.flush()
    ratio, share = statistics.median(ratios), statistics.median(shares)
    sys.stdout.write(
        f"the job does {ratio:.3f} of the raw sessions' rate (medians of {options.pieces} pieces of {options.count} photos, "
        f"{len(photos)} different ones of {options.photos.name}, {options.workers} workers); by processor time {share:.3f}\n"
    )
    if options.limit is not None and max(ratio, share) < options.limit:
        sys.exit(f"that is less than {options.limit}")


def rss_mb(pid: int) -> float:
    """Return the resident memory of a process."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def children() -> list[int]:
    text = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text(encoding="ascii")
    return [int(pid) for pid in text.split()]


def watch_memory(options: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        photos = Path(folder) / "photos"
        tasks = [PhotoTask(path.name, str(path)) for path in write_strips(photos, options.memory)]
        at, step = {}, max(1, options.memory // 10)
        with Store(Path(folder) / "out" / ".tilesight") as store:
            outcomes = ProcessEngine(options.workers).label(tasks, partial(open_label_reader, label_options()))
            for number, outcome in enumerate(outcomes, start=1):
                store.add(outcome, "benchmark")
                if number % step == 0:
                    workers = sorted(rss_mb(pid) for pid in children())
                    at[number] = rss_mb(os.getpid()), max(workers, default=0.0)
                    sys.stdout.write(
                        f"{number} photos: parent {at[number][0]:.0f} MB, largest worker {at[number][1]:.0f} MB\n"
                    )
                    sys.stdout.flush()
    first, last = list(at.values())[0], list(at.values())[-2]
    sys.stdout.write(
        f"from {step} to {options.memory - step} photos: parent {last[0] - first[0]:+.1f} MB, "
        f"largest worker {last[1] - first[1]:+.1f} MB\n"
    )


def main() -> None:
    """Print the ratio of rates, or the memory on the way."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--photos", type=Path, default=Path("../shared/data/photos/images"), help="folder of JPEGs")
    parser.add_argument("--count", type=int, default=120, help="photos in each piece")
    parser.add_argument("--pieces", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--limit", type=float, help="exit with 1 when the job does less than this share")
    parser.add_argument("--memory", type=int, metavar="N", help="label N photos and print the memory instead")
    options = parser.parse_args()
    if options.memory:
        watch_memory(options)
    else:
        compare(options)


if __name__ == "__main__":
    main()
