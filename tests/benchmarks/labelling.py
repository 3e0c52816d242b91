"""How much of what the ONNX sessions can do `tilesight label` makes use of, and whether its memory stays flat.

``PYTHONPATH=. python tests/benchmarks/labelling.py --photos ../shared/data/photos/images`` lets two workers do three
things with every photo, one right after the other and in changing order, so that a busy machine slows all alike:

- bare: nothing but ``session.run`` of the shipped models, one thread each, on inputs that lie ready in
  memory. They are the very inputs that reading this photo feeds, second looks and crops turned by half included.
- raw: the same, with what has to run beside it anyway: the photo's file is read, decoded and fitted into the finder's
  input. Nothing is done with what the sessions answer.
- job: what the label job does with the photo, from the file on the disk to a line in the journal: reading, hashing,
  decoding, all models, duplicates, corners, rows, groups, hand, remarks, record. The parent's part counts too.

The ratio of the times of raw and job is that of their rates on the same cores, since nothing of it waits. It is printed
by processor time, and by wall clock, which on a busy machine is noise. ``--limit`` guards the share of bare
by processor time.

``--memory N`` instead labels N small photos (see ``strips.py``) and prints the memory of parent and workers on the way.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass
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
from vision.assembly import Weights
from vision.image import decode
from vision.letterbox import letterbox
from vision.onnx_model import create_session

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from datasets.labelling.engine import PhotoOutcome

KEPT_PHOTOS = 16
"""Photos whose inputs a process holds ready: about 8 MB each."""

FINDER_SIDE_PX = 640
ROLE_OF_INPUT = {"images": "finder", "crops": "reader", "surroundings": "corners"}


class RecordingSession:
    """A session that keeps what it is fed."""

    def __init__(self, session: Any, kept: list) -> None:  # noqa: ANN401 - whatever the runtime makes
        self._session, self._kept = session, kept

    def run(self, names: Any, feed: dict) -> Any:  # noqa: ANN401
        self._kept.append((names, feed))
        return self._session.run(names, feed)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        return getattr(self._session, name)


def inputs_of(photos: Sequence[str]) -> list[list[tuple[str, Any, dict]]]:
    """Return for each photo what the sessions are fed: which session, names of outputs, inputs."""
    fed: list[tuple[Any, dict]] = []
    real = vision.assembly.create_session
    vision.assembly.create_session = lambda model, threads: RecordingSession(real(model, threads), fed)
    try:
        weights = Weights.of(registry.load_all())
        recorder = RackLabelReader(weights, (), label_options())
    finally:
        vision.assembly.create_session = real
    collected = []
    for photo in photos:
        fed.clear()
        recorder.read(decode(Path(photo)))
        collected.append([(ROLE_OF_INPUT[next(iter(feed))], names, feed) for names, feed in fed])
    return collected


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds that something took: on the processor, and by the clock."""

    cpu_s: float
    wall_s: float

    @classmethod
    def by(cls, work: Callable[[], Any]) -> tuple[Spent, Any]:
        """Return what some work took and what it answered."""
        cpu_s, wall_s = time.process_time(), time.perf_counter()
        answer = work()
        return cls(time.process_time() - cpu_s, time.perf_counter() - wall_s), answer


def open_trial(photos: Sequence[str]) -> Callable[[int], tuple[dict[str, Spent], PhotoOutcome]]:
    """Return what does all three with the n-th photo, and tells what each took and what the job answers."""
    sessions = {role: create_session(model.data, 1) for role, model in registry.load_all().items()}
    labeller = PhotoLabeller(open_label_reader(label_options()))
    collected = inputs_of(photos)

    def bare(at: int) -> None:
        for which, names, feed in collected[at]:
            sessions[which].run(names, feed)

    def raw(at: int) -> None:
        letterbox(decode(Path(photos[at]).read_bytes()).preview_bgr, FINDER_SIDE_PX)
        bare(at)

    def run(n: int) -> tuple[dict[str, Spent], PhotoOutcome]:
        at = n % len(photos)
        works = {
            "bare": partial(bare, at),
            "raw": partial(raw, at),
            "job": partial(labeller, PhotoTask(f"{n}", photos[at])),
        }
        names = list(works)
        done = {name: Spent.by(works[name]) for name in names[n % 3 :] + names[: n % 3]}
        return {name: done[name][0] for name in names}, done["job"][1]

    return run


def compare(options: argparse.Namespace) -> None:
    """Print what each of the three takes a photo, and the ratios."""
    photos = sorted(map(str, options.photos.glob("*.jpg")))
    photos = photos[:: max(1, len(photos) // KEPT_PHOTOS)][:KEPT_PHOTOS]
    spent: dict[str, list[Spent]] = {"bare": [], "raw": [], "job": []}
    parent_s = 0.0
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "out" / ".tilesight") as store:
        work = work_in_processes(partial(open_trial, photos), range(options.count), options.workers)
        for number, done in enumerate(work):
            took, outcome = done.result
            stored, _ = Spent.by(partial(store.add, outcome, "benchmark"))
            # The first of each worker warms it up.
            if number >= options.workers:
                parent_s += stored.cpu_s
                for name, one in took.items():
                    spent[name].append(one)
    count = len(spent["job"])
    for kind in ("cpu_s", "wall_s"):
        ms = {name: sum(getattr(one, kind) for one in ones) / count * 1000 for name, ones in spent.items()}
        ms["job"] += parent_s / count * 1000
        told = ", ".join(f"{name} {value:.1f} ms" for name, value in ms.items())
        shares = f"job does {ms['raw'] / ms['job']:.3f} of raw, {ms['bare'] / ms['job']:.3f} of bare"
        sys.stdout.write(f"{'processor' if kind == 'cpu_s' else 'wall clock'} a photo: {told}; {shares}\n")
        if kind == "cpu_s" and options.limit is not None and ms["bare"] / ms["job"] < options.limit:
            sys.exit(f"that is less than {options.limit}")
    tiles = f"{count} photos, {len(photos)} different ones of {options.photos.name}, {options.workers} workers"
    sys.stdout.write(f"({tiles}, storing {parent_s / count * 1000:.2f} ms of the job)\n")


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
    """Print the ratios, or the memory on the way."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--photos", type=Path, default=Path("../shared/data/photos/images"), help="folder of JPEGs")
    parser.add_argument("--count", type=int, default=200, help="photos, the same ones again and again")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--limit", type=float, help="exit with 1 when the job does less than this share of bare")
    parser.add_argument("--memory", type=int, metavar="N", help="label N small photos and print the memory instead")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    if options.memory:
        watch_memory(options)
    else:
        compare(options)


if __name__ == "__main__":
    main()
