"""What ``tilesight label`` says to people when it is done: a few lines."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final

from api.commands.names import one_line, own_names
from engine.wording import quantity

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

__all__ = ["has_failures", "print_summary"]

SHOWN_LINES: Final = 20
"""More photos than this are counted on the terminal; the manifest and the JSON summary have them all."""


def has_failures(document: Mapping[str, Any]) -> bool:
    """Return whether something could not be labelled or written."""
    return bool(document["unreadable"] or document["problems"])


def print_summary(document: Mapping[str, Any]) -> None:
    """Say what came of a job, on standard output; what went wrong on standard error."""
    for line in _lines(document):
        sys.stdout.write(f"{one_line(line)}\n")
    sys.stdout.flush()
    wrong = [f"{one['path']}: {one['message']} [{one['code']}]" for one in document["unreadable"]]
    for line in (*_shortened(wrong), *document["problems"]):
        sys.stderr.write(f"tilesight: {one_line(line)}\n")


def _lines(document: Mapping[str, Any]) -> Iterator[str]:
    if document["interrupted"]:
        yield "Ended early; the same command goes on from here."
    yield f"{quantity(document['photos'], 'photo')}: {', '.join(_done(document))}"
    written = document["written"]
    counts = f"{quantity(written['photos'], 'photo')}, {quantity(written['tiles'], 'tile')}"
    yield f"Labels of {counts}, in {document['out']}:"
    for form, files in written["files"].items():
        yield f"  {form}/  {quantity(files, 'file')}{_dropped(written['dropped'].get(form))}"
        if renamed := written["renamed"].get(form):
            yield f"    {own_names(renamed)}"
    if written["gone"]:
        yield f"  {quantity(written['gone'], 'photo')} not there any more, left out"
    if document["taken_over"]:
        yield f"Taken over from edited files: {quantity(len(document['taken_over']), 'photo')}"
    for path in _shortened(document["changed_under_human"]):
        yield f"  {path} changed after a person labelled it; look whether its labels still hold"
    if document["skipped"]:
        yield _skipped(document["skipped"])
    review = document["review"]
    yield f"To look at: {quantity(review, 'photo')}, see review.html or review.csv" if review else "To look at: none"


def _done(document: Mapping[str, Any]) -> Iterator[str]:
    rate = document["photos_per_second"]
    yield f"{document['labelled']} labelled" + ("" if rate is None else f" ({rate} a second)")
    if document["unchanged"]:
        yield f"{document['unchanged']} unchanged"
    if document["human"]:
        yield f"{document['human']} put right by a person, left alone"
    if document["unreadable"]:
        yield f"{len(document['unreadable'])} unreadable"


def _dropped(dropped: Mapping[str, int] | None) -> str:
    if not dropped:
        return ""
    counts = ", ".join(f"{count} {reason}" for reason, count in dropped.items())
    return f", without {quantity(sum(dropped.values()), 'tile')}: {counts}"


def _skipped(paths: Sequence[str]) -> str:
    kinds = Counter(PurePath(path).suffix.lower() for path in paths)
    counts = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
    return f"Skipped, of kinds that are not read: {counts}, such as {paths[0]}; save them as JPEG or PNG"


def _shortened(lines: list[str]) -> list[str]:
    if len(lines) <= SHOWN_LINES:
        return lines
    return [*lines[:SHOWN_LINES], f"and {len(lines) - SHOWN_LINES} more, see manifest.json"]
