"""How long a cold `tilesight read` of a 12-megapixel photo takes, beside the bare imports that it cannot do without.

``make bench`` prints medians over fresh processes in turn, so that a busy machine slows both alike, and their ratio.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]


def seconds_of(command: list[str]) -> float:
    """Run a command in a fresh process and return its wall-clock seconds."""
    started = time.perf_counter()
    subprocess.run(command, cwd=REPOSITORY, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def main() -> None:
    """Time cold reads and bare imports in turn and print their medians."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--photo", type=Path, default=REPOSITORY / "examples" / "rack.jpg")
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--limit", type=float, metavar="S", help="exit with 1 when the cold read's median is over this")
    options = parser.parse_args()
    commands = {
        "cold read": [str(Path(sys.executable).parent / "tilesight"), "read", "--json", str(options.photo)],
        "bare imports of cv2 and onnxruntime": [sys.executable, "-c", "import cv2, onnxruntime"],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for run in range(options.runs + 1):
        for name, command in commands.items():
            seconds = seconds_of(command)
            if run:  # the first fills the disk cache
                times[name].append(seconds)
    medians = {name: statistics.median(values) for name, values in times.items()}
    for name, values in times.items():
        sys.stdout.write(f"{name}: median {medians[name]:.2f} s, {min(values):.2f} to {max(values):.2f} s\n")
    first, second = medians.values()
    sys.stdout.write(f"ratio {first / second:.2f} ({options.runs} runs each, {options.photo.name})\n")
    if options.limit is not None and first > options.limit:
        sys.exit(f"the cold read takes more than {options.limit} s")


if __name__ == "__main__":
    main()
