"""How much of what the ONNX sessions can do `tilesight label` makes use of, and whether its memory stays flat.

``PYTHONPATH=. python tests/benchmarks/labelling.py --photos ../shared/data/photos/images`` takes three rates in turn,
in pieces of some seconds, each by two processes with sessions of one thread, so that a busy machine slows all alike:

- bare: nothing but ``session.run`` of the shipped finder and reader, on inputs that lie ready in memory. They are the
  very inputs that reading the same photos feeds, second looks and crops turned by half included.
- raw: the same, with what has to run beside it anyway: each photo's file is read, decoded and fitted into the finder's
  input. Nothing is done with what the sessions answer.
- job: the label job's work and its store, from files on the disk to lines in the journal: reading, hashing, decoding,
  both models, duplicates, corners, rows, groups, hand, remarks, records.

Photos are counted in all three. Starting workers is left out: a rate is taken from the first answer on. Beside the
ratios of the rates (wall clock) stand those of processor seconds a photo, which other programs disturb least.

``--memory N`` instead labels N small photos (see ``strips.py``) and prints the memory of parent and workers on the way.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import sys
import tempfile
import time
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2

import vision.assembly
from api.label_reader import RackLabelReader, label_options, open_label_reader
from datasets.labelling.engine import PhotoTask
from datasets.labelling.processes import ProcessEngine, work_in_processes
from datasets.labelling.store import Store
from datasets.labelling.work import PhotoLabeller
from models import registry
from tests.benchmarks.strips import write_strips
from vision.image import decode
from vision.letterbox import letterbox
from vision.onnx_model import create_session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from datasets.labelling.engine import PhotoOutcome

KEPT_PHOTOS = 16
"""Photos whose inputs a process holds ready: about 8 MB each."""

FINDER_SIDE_PX = 640


class RecordingSession:
    """A session that keeps what it is fed."""

    def __init__(self, session: Any, kept: list) -> None:  # noqa: ANN401 - whatever the runtime makes
        self._session, self._kept = session, kept

    def run(self, names: Any, feed: dict) -> Any:  # noqa: ANN401
        self._kept.append((names, feed))
        return self._session.run(names, feed)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        return getattr(self._session, name)


def inputs_of(photos: Sequence[str]) -> list[list[tuple[int, Any, dict]]]:
    """Return for each photo what the sessions are fed: which session, names of outputs, inputs."""
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


def open_sessions(photos: Sequence[str], *, decoding: bool) -> Callable[[int], float]:
    """Return what runs the sessions on the n-th photo's inputs and tells the processor time that it took."""
    sessions = [create_session(registry.load(role).data, 1) for role in ("finder", "reader")]
    collected = inputs_of(photos)

    def run(n: int) -> float:
        started = time.process_time()
        at = n % len(photos)
        if decoding:
            letterbox(decode(Path(photos[at]).read_bytes()).preview_bgr, FINDER_SIDE_PX)
        for which, names, feed in collected[at]:
            sessions[which].run(names, feed)
        return time.process_time() - started

    return run


def open_job() -> Callable[[PhotoTask], tuple[PhotoOutcome, float]]:
    """Return what labels a photo and tells the processor time that it took."""
    labeller = PhotoLabeller(open_label_reader(label_options()))

    def run(task: PhotoTask) -> tuple[PhotoOutcome, float]:
        started = time.process_time()
        outcome = labeller(task)
        return outcome, time.process_time() - started

    return run


class Piece:
    """Photos done, wall-clock seconds from the first answer on, processor seconds."""

    def __init__(self) -> None:
        self.count, self.began, self.ended, self.cpu_s = 0, 0.0, 0.0, 0.0

    def answer(self, cpu_s: float) -> None:
        """Count a photo; the first one only starts the clock."""
        self.ended = time.perf_counter()
        if not self.began:
            self.began = self.ended
            return
        self.count += 1
        self.cpu_s += cpu_s

    @property
    def rate(self) -> float:
        """Photos a second."""
        return self.count / (self.ended - self.began)

    @property
    def cpu_ms(self) -> float:
        """Milliseconds of processor a photo."""
        return self.cpu_s / self.count * 1000


def run_sessions(photos: Sequence[str], count: int, workers: int, *, decoding: bool) -> Piece:
    """Run the sessions, bare or with decoding beside them."""
    piece = Piece()
    work: Iterable = work_in_processes(partial(open_sessions, photos, decoding=decoding), range(count), workers)
    for done in work:
        piece.answer(done.result)
    return piece


def run_job(photos: Sequence[str], count: int, workers: int, folder: Path) -> Piece:
    """Label photos as the job does; the parent's processor time counts too."""
    tasks = [PhotoTask(f"{n}.jpg", photos[n % len(photos)]) for n in range(count)]
    piece, own_s = Piece(), 0.0
    shutil.rmtree(folder, ignore_errors=True)
    with Store(folder / ".tilesight") as store:
        for done in work_in_processes(open_job, tasks, workers):
            outcome, cpu_s = done.result
            if not piece.began:
                own_s = time.process_time()
            store.add(outcome, "benchmark")
            piece.answer(cpu_s)
    piece.cpu_s += time.process_time() - own_s
    return piece


def compare(options: argparse.Namespace) -> None:
    """Print the three rates piece by piece, and the medians of their ratios."""
    photos = sorted(map(str, options.photos.glob("*.jpg")))
    photos = photos[:: max(1, len(photos) // KEPT_PHOTOS)][:KEPT_PHOTOS]
    ratios: dict[str, list[float]] = {"raw": [], "raw cpu": [], "bare": [], "bare cpu": []}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.pieces):
            pieces = {
                "bare": run_sessions(photos, options.count, options.workers, decoding=False),
                "raw": run_sessions(photos, options.count, options.workers, decoding=True),
                "job": run_job(photos, options.count, options.workers, Path(folder) / "out"),
            }
            job = pieces["job"]
            for name in ("raw", "bare"):
                ratios[name].append(job.rate / pieces[name].rate)
                ratios[f"{name} cpu"].append(pieces[name].cpu_ms / job.cpu_ms)
            told = ", ".join(f"{name} {one.rate:.2f}/s ({one.cpu_ms:.1f} ms)" for name, one in pieces.items())
            sys.stdout.write(f"piece {number + 1}: {told}\n")
            sys.stdout.flush()
    median = {name: statistics.median(values) for name, values in ratios.items()}
    sys.stdout.write(
        f"{len(photos)} photos of {options.photos.name}, {options.pieces} pieces of {options.count}, "
        f"{options.workers} workers; medians of the ratios, by processor time in brackets:\n"
        f"job / sessions with decoding beside: {median['raw']:.3f} ({median['raw cpu']:.3f})\n"
        f"job / bare sessions: {median['bare']:.3f} ({median['bare cpu']:.3f})\n"
    )
    if options.limit is not None and max(median["raw"], median["raw cpu"]) < options.limit:
        sys.exit(f"that is less than {options.limit}")


def rss_mb(pid: int) -> float:
    """Return the resident memory of a process."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def children() -> list[int]:
    """Return the processes that this one started."""
    text = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text(encoding="ascii")
    return [int(pid) for pid in text.split()]


def watch_memory(options: argparse.Namespace) -> None:
    """Print the memory at every tenth of the photos, and what it grew after the first."""
    step, seen = max(1, options.memory // 10), []
    with tempfile.TemporaryDirectory() as folder:
        tasks = [PhotoTask(path.name, str(path)) for path in write_strips(Path(folder) / "photos", options.memory)]
        work = ProcessEngine(options.workers).label(tasks, partial(open_label_reader, label_options()))
        with Store(Path(folder) / "out" / ".tilesight") as store, closing(work) as outcomes:
            for number, outcome in enumerate(outcomes, start=1):
                store.add(outcome, "benchmark")
                if number % step == 0 and number <= options.memory - step:
                    seen.append((rss_mb(os.getpid()), max(map(rss_mb, children()))))
                    sys.stdout.write(f"{number} photos: parent {seen[-1][0]:.1f} MB, worker {seen[-1][1]:.1f} MB\n")
                    sys.stdout.flush()
    (parent, worker), (last_parent, last_worker) = seen[0], seen[-1]
    sys.stdout.write(
        f"from {step} photos to {step * len(seen)}: parent {last_parent - parent:+.1f} MB, "
        f"largest worker {last_worker - worker:+.1f} MB\n"
    )


def main() -> None:
    """Print the ratios of rates, or the memory on the way."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--photos", type=Path, default=Path("../shared/data/photos/images"), help="folder of JPEGs")
    parser.add_argument("--count", type=int, default=120, help="photos in each piece")
    parser.add_argument("--pieces", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--limit", type=float, help="exit with 1 when the job does less than this share of raw")
    parser.add_argument("--memory", type=int, metavar="N", help="label N small photos and print the memory instead")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    if options.memory:
        watch_memory(options)
    else:
        compare(options)


if __name__ == "__main__":
    main()
