"""How long a running service needs for a 12-megapixel photo of 14 tiles, beside its bare ONNX sessions.

The bare sessions run on the very inputs of that photo: the finder's looks and the crops of the others. Both are timed
in turn in one process, so that a busy machine slows both alike; what counts is the ratio, and the milliseconds on a
quiet machine.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from models import registry
from vision.assembly import Weights, assemble
from vision.onnx_model import create_session

if TYPE_CHECKING:
    from collections.abc import Callable

REPOSITORY = Path(__file__).resolve().parents[2]


class RecordingSession:
    """An ONNX session that remembers what it was asked."""

    def __init__(self, session: Any) -> None:  # noqa: ANN401 - ONNX Runtime is untyped
        """Wrap a session."""
        self.session = session
        self.asked: list[tuple[Any, Any]] = []

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        """Hand everything else on."""
        return getattr(self.session, name)

    def run(self, outputs: Any, inputs: Any) -> Any:  # noqa: ANN401
        """Remember and answer."""
        self.asked.append((outputs, inputs))
        return self.session.run(outputs, inputs)


def seconds_of(work: Callable[[], object]) -> float:
    """Return the wall-clock seconds of a call."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def main() -> None:
    """Time whole readings and bare sessions in turn and print their medians."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--photo", type=Path, default=REPOSITORY / "examples" / "rack.jpg")
    parser.add_argument("--runs", type=int, default=30)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--limit-ms", type=float, metavar="MS", help="exit with 1 when the quickest reading takes more")
    options = parser.parse_args()
    recorders: list[RecordingSession] = []

    def open_session(model: bytes | Path, threads: int) -> RecordingSession:
        recorders.append(RecordingSession(create_session(model, threads)))
        return recorders[-1]

    weights = Weights.of(registry.load_all())
    reader = assemble(weights, threads=options.threads, open_session=open_session)
    photo = options.photo.read_bytes()
    reading = reader.read(photo)
    asked = [(recorder.session, *question) for recorder in recorders for question in recorder.asked]

    def run_bare() -> None:
        for session, outputs, inputs in asked:
            session.run(outputs, inputs)

    times: dict[str, list[float]] = {"whole reading": [], "bare sessions": []}
    steps: dict[str, list[float]] = {}
    for run in range(options.runs + 1):
        whole = seconds_of(lambda: reader.read(photo))
        bare = seconds_of(run_bare)
        timing = reader.read(photo).timing_ms
        if run:  # the first warms up
            times["whole reading"].append(1000 * whole)
            times["bare sessions"].append(1000 * bare)
            for step, value in timing.items():
                steps.setdefault(step, []).append(value)
    width, height = reading.size_wh
    sys.stdout.write(
        f"{options.photo.name}: {width} x {height}, {len(reading.tiles)} tiles, {options.threads} threads\n"
    )
    for name, values in times.items():
        sys.stdout.write(f"{name}: median {statistics.median(values):.0f} ms, least {min(values):.0f} ms\n")
    for step, values in steps.items():
        sys.stdout.write(f"  {step}: median {statistics.median(values):.1f} ms, least {min(values):.1f} ms\n")
    ratio = statistics.median(a / b for a, b in zip(*times.values(), strict=True))
    sys.stdout.write(f"ratio {ratio:.2f} (median over {options.runs} pairs)\n")
    if options.limit_ms is not None and min(times["whole reading"]) > options.limit_ms:
        sys.exit(f"a reading takes more than {options.limit_ms} ms")


if __name__ == "__main__":
    main()
