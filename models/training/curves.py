"""Draw how a training run went: losses, share right, learning rate and pace over its steps.

``python -m models.training.curves runs/finder runs/reader`` writes ``curves.png`` into each run's folder. Dotted lines
mark where the run was started again.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any, Final

from models.training.failures import run_command

__all__ = ["draw_curves", "read_progress"]

_NO_LOSS: Final = frozenset({"step", "seconds", "seconds_a_step", "right", "learning_rate"})
_OTHERS: Final = {
    "right": "share right in training",
    "learning_rate": "learning rate",
    "seconds_a_step": "seconds a step",
}


def read_progress(folder: Path) -> tuple[list[dict[str, float]], list[int]]:
    """Return a run's reports in order of their steps, and the steps at which it was started again.

    Steps that were done twice, since the run was killed before it saved them, are taken from the later part.

    Raises:
        ValueError: There is no progress, or a line of it cannot be read.
    """
    path = folder / "progress.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    by_step: dict[int, dict[str, float]] = {}
    restarts: list[int] = []
    seconds = 0.0
    for number, line in enumerate(lines, start=1):
        try:
            report = {name: float(value) for name, value in json.loads(line).items()}
            step, at = int(report["step"]), report["seconds"]
        except (ValueError, TypeError, KeyError, AttributeError):
            if number == len(lines):
                break  # cut off by a kill
            message = f"{path}:{number}: {line[:60]!r} is no line of progress; remove it"
            raise ValueError(message) from None
        if at < seconds or step <= max(by_step, default=0):
            by_step = {earlier: kept for earlier, kept in by_step.items() if earlier < step}
            restarts.append(max(by_step, default=0))
        seconds = at
        by_step[step] = report
    if not by_step:
        message = f"{path} has no reports yet; train for --report-every steps first, or name the folder of a run"
        raise ValueError(message)
    return [by_step[step] for step in sorted(by_step)], restarts


def draw_curves(folder: Path, out: Path | None = None) -> Path:
    """Write a run's curves and return the picture's path, by default ``curves.png`` in its folder.

    Raises:
        ValueError: See :func:`read_progress`.
    """
    # Only where a picture is asked for.
    from matplotlib.figure import Figure  # noqa: PLC0415

    reports, restarts = read_progress(folder)
    names = list(dict.fromkeys(name for report in reports for name in report))
    panels: list[tuple[str, list[str]]] = [("losses", [name for name in names if name not in _NO_LOSS])]
    panels += [(title, [name]) for name, title in _OTHERS.items() if name in names]
    panels = [panel for panel in panels if panel[1]]
    figure = Figure(figsize=(8, 2.4 * len(panels)), layout="constrained")
    for axes, (title, shown) in zip(_axes(figure, len(panels)), panels, strict=True):
        for name in shown:
            points = [(report["step"], report[name]) for report in reports if name in report]
            axes.plot(*zip(*points, strict=True), label=name, linewidth=1, marker="." if len(points) == 1 else None)
        for step in restarts:
            axes.axvline(step, color="grey", linestyle=":", linewidth=0.8)
        axes.set_ylabel(title)
        axes.grid(alpha=0.3)
        if len(shown) > 1:
            axes.legend(fontsize="small")
    figure.axes[-1].set_xlabel("steps")
    figure.suptitle(folder.name)
    path = out or folder / "curves.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=120)
    return path


def _axes(figure: Any, count: int) -> list[Any]:  # noqa: ANN401 - matplotlib is imported late
    return list(figure.subplots(count, 1, sharex=True, squeeze=False)[:, 0])


def main() -> int:
    """Draw the curves of training runs; return the exit status."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("runs", type=Path, nargs="+", metavar="RUN", help="folder of a run")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to write (one run only)")
    options = parser.parse_args()
    if options.out and len(options.runs) > 1:
        parser.error("--out names one picture; leave it out for several runs")

    def work() -> None:
        for run in options.runs:
            sys.stdout.write(f"{draw_curves(run, options.out)}\n")

    return run_command(work)


if __name__ == "__main__":
    sys.exit(main())
