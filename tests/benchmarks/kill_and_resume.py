"""Kill `tilesight label` with SIGKILL at random moments, let it go on, compare with an undisturbed run byte by byte.

``PYTHONPATH=. python tests/benchmarks/kill_and_resume.py --photos 10000 --kills 3`` makes the photos (small ones, each
another file, see ``strips.py``), labels them without disturbance, labels them again into another folder where the whole
process group is killed three times at random shares of the photos, and compares everything that is written for others:
label files of every format, manifest, review list, gallery. Only the job's own journal, in which photos stand in the
order in which they got done, is left out. Exit status 1 where a byte differs.

The last kill comes while files are written, if ``--kill-writing`` is given.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.benchmarks.strips import write_strips

REPOSITORY = Path(__file__).resolve().parents[2]
FORMATS = "yolo,coco,voc,label-studio,cvat,jsonl"
POLL_S = 0.02


def start(photos: Path, out: Path, workers: int, formats: str) -> subprocess.Popen[str]:
    """Start labelling in a process group of its own."""
    command = [sys.executable, "-m", "api.cli", "label", str(photos), "--out", str(out), "--format", formats]
    return subprocess.Popen(
        [*command, "--workers", str(workers), "--json"],
        cwd=REPOSITORY,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def journal_lines(out: Path) -> int:
    """Return how many outcomes are kept."""
    try:
        with (out / ".tilesight" / "journal.jsonl").open("rb") as journal:
            return sum(chunk.count(b"\n") for chunk in iter(lambda: journal.read(1 << 20), b"")) - 1
    except FileNotFoundError:
        return 0


def kill_at(process: subprocess.Popen[str], out: Path, lines: int | None) -> None:
    """Kill the group as soon as so many photos are kept, or files are being written."""
    while process.poll() is None:
        is_due = any(out.glob(".*.part/*")) if lines is None else journal_lines(out) >= lines
        if is_due:
            os.killpg(process.pid, signal.SIGKILL)
            break
        time.sleep(POLL_S if lines is None else 10 * POLL_S)
    process.communicate()
    if process.returncode != -signal.SIGKILL:
        sys.exit("the process ended before it could be killed; take more photos")


def finish(process: subprocess.Popen[str]) -> dict:
    """Wait for the end and return the summary."""
    stdout, _ = process.communicate()
    if process.returncode:
        sys.exit(f"labelling ended with status {process.returncode}: {stdout}")
    summary: dict = json.loads(stdout)
    return summary


def hashes_of(out: Path) -> dict[str, str]:
    """Return the hash of every file that is written for others."""
    return {
        path.relative_to(out).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(out.rglob("*"))
        if path.is_file() and ".tilesight" not in path.parts
    }


def main() -> None:
    """Kill, resume and compare; exit with 1 where a byte differs."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--photos", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--kill-writing", action="store_true", help="the last kill comes while files are written")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--formats", default=FORMATS)
    parser.add_argument("--folder", type=Path, default=Path("out/kill_and_resume"))
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    photos, draw = options.folder / "photos", random.Random(options.seed)
    write_strips(photos, options.photos)
    undisturbed, killed = options.folder / "undisturbed", options.folder / "killed"
    started = time.monotonic()
    summary = finish(start(photos, undisturbed, options.workers, options.formats))
    sys.stdout.write(f"undisturbed: {summary['labelled']} photos in {time.monotonic() - started:.0f} s\n")
    sys.stdout.flush()
    by_count = options.kills - options.kill_writing
    moments: list[int | None] = [*sorted(draw.sample(range(1, options.photos), by_count))]
    for moment in [*moments, None] if options.kill_writing else moments:
        # Another number of workers each time: nothing of it shows in what is written.
        kill_at(start(photos, killed, draw.randint(1, options.workers), options.formats), killed, moment)
        sys.stdout.write(f"killed with {journal_lines(killed)} photos kept\n")
        sys.stdout.flush()
    summary = finish(start(photos, killed, options.workers, options.formats))
    sys.stdout.write(f"went on: {summary['labelled']} labelled, {summary['unchanged']} were there\n")
    first, second = hashes_of(undisturbed), hashes_of(killed)
    differing = sorted(name for name in first.keys() | second.keys() if first.get(name) != second.get(name))
    if differing:
        sys.exit(f"{len(differing)} of {len(first)} files differ: {', '.join(differing[:10])}")
    sys.stdout.write(f"all {len(first)} files are the same, byte by byte\n")


if __name__ == "__main__":
    main()
