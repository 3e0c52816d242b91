"""What a photo costs with one Ray worker, with two, and with the processes of the local engine.

``make bench-cluster`` prints it, in the environment of ``make cluster-env``. Costs are processor seconds of everything
that takes part (workers, Ray's own processes, the program that stores the labels), which other programs disturb least,
and photos a second by the clock, which say something on a machine that does nothing else. Engines take turns in
pieces; starting them is left out: counting begins with the first answer.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from api.label_reader import label_options, open_label_reader
from datasets.labelling.engine import PhotoTask
from datasets.labelling.processes import ProcessEngine
from datasets.labelling.ray_engine import RayEngine
from datasets.labelling.store import Store
from tests.benchmarks.ray_cluster import cluster

if TYPE_CHECKING:
    from datasets.labelling.engine import Engine

LOOK_EVERY = 20
"""Photos between two looks at the clock and the processes."""

TICKS_S = os.sysconf("SC_CLK_TCK")


def cpu_s(without: int | None) -> dict[int, float]:
    """Return the processor seconds taken so far by this process and each below it, but for those of one branch."""
    taken, parents = {}, {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            taken[int(entry.name)] = (int(fields[11]) + int(fields[12])) / TICKS_S
            parents.setdefault(int(fields[1]), []).append(int(entry.name))
    family = [os.getpid()]
    for process in family:
        family += [child for child in parents.get(process, []) if child != without]
    return {process: taken[process] for process in family if process in taken}


def measure(engine: Engine, tasks: list[PhotoTask], without: int | None, folder: Path) -> tuple[float, float]:
    """Return processor seconds a photo and photos a second."""
    taken_s, before, began = 0.0, {}, 0.0
    with Store(folder) as store:
        for number, outcome in enumerate(engine.label(tasks, partial(open_label_reader, label_options()))):
            store.add(outcome, "benchmark")
            # Workers end when nothing is left for them, and take their figures along.
            if number % LOOK_EVERY == 0 and number < len(tasks) - LOOK_EVERY // 2:
                now = cpu_s(without)
                if number == 0:
                    began = time.perf_counter()
                else:
                    # By processes: those of the piece before may end meanwhile.
                    taken_s += sum(seconds - before.get(process, 0.0) for process, seconds in now.items())
                before, photos, seconds = now, number, time.perf_counter() - began
    return taken_s / photos, photos / seconds


def main() -> None:
    """Print what a photo costs by each engine."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--photos", type=Path, default=Path("../shared/data/photos/images"), help="folder of JPEGs")
    parser.add_argument(
        "--count", type=int, default=210, help="photos in each piece for one worker; twice as many for two"
    )
    parser.add_argument("--pieces", type=int, default=3)
    options = parser.parse_args()
    photos = sorted(map(str, options.photos.glob("*.jpg")))
    photos = photos[:: max(1, len(photos) // options.count)]

    def tasks(count: int) -> list[PhotoTask]:
        return [PhotoTask(f"{n}.jpg", photos[n % len(photos)]) for n in range(count)]

    found: dict[str, list[tuple[float, float]]] = {}
    with cluster(2) as running, tempfile.TemporaryDirectory() as folder:
        for piece in range(options.pieces):
            for workers in (1, 2):
                engines = {"ray": RayEngine(workers, running.address), "local": ProcessEngine(workers)}
                for name, engine in engines.items():
                    # The cluster runs below this process too.
                    without = None if name == "ray" else running.head
                    named = f"{name}, {workers} worker{'s' * (workers > 1)}"
                    figures = measure(
                        engine, tasks(options.count * workers), without, Path(folder) / f"{piece} {named}"
                    )
                    found.setdefault(named, []).append(figures)
                    sys.stdout.write(f"piece {piece + 1}: {named}: {figures[0]:.3f} s, {figures[1]:.2f} photos/s\n")
                    sys.stdout.flush()
    median = {
        name: tuple(statistics.median(values) for values in zip(*figures, strict=True))
        for name, figures in found.items()
    }
    for name, (seconds, rate) in median.items():
        sys.stdout.write(f"{name}: {seconds:.3f} s of processor a photo, {rate:.2f} photos/s (medians)\n")
    for name in ("ray", "local"):
        one, two = median[f"{name}, 1 worker"], median[f"{name}, 2 workers"]
        sys.stdout.write(
            f"{name}: with two workers a photo costs {two[0] / one[0]:.2f} times as much, "
            f"and the rate is {two[1] / one[1]:.2f} times as high\n"
        )


if __name__ == "__main__":
    main()
