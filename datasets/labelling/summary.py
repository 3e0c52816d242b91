"""What came of a label job."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from datasets.labelling.output import Written

if TYPE_CHECKING:
    from pathlib import Path

    from datasets.labelling.engine import Fault

__all__ = ["Summary", "summary_to_json"]


@dataclass(slots=True)
class Summary:
    """What came of a job.

    Attributes:
        photos: Photos that were named.
        labelled: Photos that were labelled this time.
        unchanged: Photos whose labels were there and still hold.
        human: Photos of which a person has put the labels right; they are left alone.
        unreadable: Photos without labels, and why.
        changed_under_human: Photos that changed since a person labelled them; their labels may be of another picture.
        written: What was written.
        skipped: Pictures in what was named that are of no kind that can be read.
        interrupted: Whether Ctrl-C ended it early.
    """

    photos: int
    labelled: int = 0
    unchanged: int = 0
    human: int = 0
    unreadable: dict[str, Fault] = field(default_factory=dict)
    changed_under_human: list[str] = field(default_factory=list)
    written: Written = field(default_factory=Written)
    skipped: tuple[Path, ...] = ()
    interrupted: bool = False


def summary_to_json(summary: Summary, out: Path, seconds: float) -> dict[str, Any]:
    """Return what came of a job as a JSON object."""
    written = summary.written
    return {
        "out": str(out),
        "photos": summary.photos,
        "labelled": summary.labelled,
        "unchanged": summary.unchanged,
        "human": summary.human,
        "unreadable": [
            {"path": path, "code": fault.code, "message": fault.message}
            for path, fault in sorted(summary.unreadable.items())
        ],
        "skipped": [str(path) for path in summary.skipped],
        "interrupted": summary.interrupted,
        "written": {
            "photos": written.photos,
            "tiles": written.tiles,
            "files": written.files,
            "dropped": written.dropped,
            "renamed": written.renamed,
            "gone": written.gone,
        },
        "review": written.review,
        "taken_over": sorted(written.taken_over),
        "changed_under_human": sorted(summary.changed_under_human),
        "problems": written.problems,
        "seconds": round(seconds, 1),
        "photos_per_second": round(summary.labelled / seconds, 2) if summary.labelled else None,
    }
