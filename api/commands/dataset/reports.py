"""What the commands on data sets say to people. Takes the same JSON documents that programs get."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from api.commands.names import one_line, own_names
from engine.wording import quantity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

__all__ = [
    "check_lines",
    "collect_lines",
    "merge_lines",
    "print_lines",
    "split_lines",
    "statistics_lines",
    "written_lines",
]

SHOWN: Final = 20
"""More entries than this are counted on the terminal; the JSON document has them all."""

CODES_A_LINE: Final = 9


def print_lines(lines: Iterable[str]) -> None:
    """Print on standard output, each on one line whatever names are in it."""
    for line in lines:
        sys.stdout.write(f"{one_line(line)}\n")
    sys.stdout.flush()


def written_lines(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield what was written in which formats, and what they did not get."""
    yield f"{quantity(document['pictures'], 'picture')}, {quantity(document['tiles'], 'tile')}"
    for one in document["written"]:
        without = document["pictures"] - one["pictures"]
        fewer = f"; without {quantity(without, 'picture')}" if without else ""
        yield f"  {one['folder']}  {one['format']}, {quantity(one['tiles'], 'tile')}{fewer}{_dropped(one['dropped'])}"
        if one["renamed"]:
            yield f"    {own_names(one['renamed'])}"


def _dropped(dropped: Mapping[str, Any]) -> str:
    parts = [f"{code} {count}" for code, count in dropped["without_class"].items()]
    text = f"; no class for {quantity(sum(dropped['without_class'].values()), 'tile')}: {', '.join(parts)}"
    reasons = text if parts else ""
    reasons += f"; {dropped['unsure']} too unsure" if dropped["unsure"] else ""
    return reasons + (f"; {dropped['outside']} out of the picture" if dropped["outside"] else "")


def merge_lines(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield what became of several data sets."""
    yield from written_lines(document)
    yield f"Classes: {document['classes']}"
    dropped = document["dropped"]
    if dropped:
        yield f"Copies dropped: {len(dropped)}"
        yield from _shortened(
            f"  {one['picture']} of data set {one['dataset'] + 1} is {one['kept']}"
            + ("" if one["same_labels"] else ", with other labels")
            for one in dropped
        )
    if document["renamed"]:
        yield f"Renamed, as another picture had the name: {len(document['renamed'])}"
        yield from _shortened(f"  {one['picture']} is now {one['path']}" for one in document["renamed"])


def split_lines(document: Mapping[str, Any], out: Path) -> Iterator[str]:
    """Yield how many pictures are on each side."""
    for side, counts in document["splits"].items():
        share = counts["pictures"] / max(document["pictures"], 1)
        held = f", {counts['held_out']} of them held out" if counts["held_out"] else ""
        clusters = f"{quantity(counts['clusters'], 'cluster')} of like pictures"
        tiles = quantity(counts["tiles"], "tile")
        yield f"{side:<6}{quantity(counts['pictures'], 'picture')} ({share:.1%}), {tiles}, {clusters}{held}"
    empty = [side for side, counts in document["splits"].items() if not counts["pictures"]]
    if empty:
        yield f"Nothing is in {' and '.join(empty)}: few clusters are hard to part; try another --seed or --ratios"
    yield f"Written to {out}; splits.csv says where each picture went"


def statistics_lines(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield the counts of a data set."""
    pictures, photographs = document["pictures"], document["photographs"]
    of = f" of {quantity(photographs, 'photograph')}" if photographs != pictures else ""
    yield f"{quantity(pictures, 'picture')}{of}, {quantity(document['tiles'], 'tile')}"
    if document["pictures_without_tiles"]:
        yield f"Without a label: {quantity(document['pictures_without_tiles'], 'picture')}"
    yield from _counts("By whom", document["by_source"])
    yield "By class"
    shown = [f"{code} {count:>6}" for code, count in document["by_code"].items() if count]
    for start in range(0, len(shown), CODES_A_LINE):
        yield "  " + "  ".join(shown[start : start + CODES_A_LINE])
    if document["missing_codes"]:
        yield f"  none of {' '.join(document['missing_codes'])}"
    yield "By group"
    ranked = sorted(document["by_group"].items(), key=lambda item: -item[1]["tiles"])
    yield from _shortened(
        f"  {name:<28}{counts['pictures']:>8} pictures{counts['tiles']:>9} tiles" for name, counts in ranked
    )
    yield from _counts("By shorter side, px", document["by_short_side_px"])
    yield from _counts("By confidence", document["by_confidence"])


def _counts(title: str, counts: Mapping[str, int]) -> Iterator[str]:
    yield f"{title}: " + ", ".join(f"{name} {count}" for name, count in counts.items() if count)


def collect_lines(document: Mapping[str, Any], out: Path) -> Iterator[str]:
    """Yield what was collected."""
    tiles, left_out = document["tiles"], document["left_out"]
    confirmed = f"{quantity(tiles['human'], 'tile')} that a person confirmed"
    ignored = f", {quantity(tiles['ignored'], 'tile')} to be ignored" if tiles["ignored"] else ""
    yield f"{quantity(document['pictures'], 'picture')}, {confirmed}{ignored}, in {out}"
    for one in document["sources"]:
        yield f"  {one['source']}  {quantity(one['pictures'], 'picture')}, {quantity(one['tiles'], 'tile')}"
    if left_out["unconfirmed"]:
        yield f"Left out, no person labelled them: {quantity(left_out['unconfirmed'], 'picture')}"
    if left_out["replaced"]:
        yield f"Left out, a later data set has them too: {quantity(left_out['replaced'], 'picture')}"
    if left_out["unreadable"]:
        yield f"Left out, unreadable: {quantity(len(left_out['unreadable']), 'picture')}"
        yield from _shortened(f"  {line}" for line in left_out["unreadable"])
    yield f"Train on them with: python -m models.training.reader --more {out} (and models.training.finder)"


def check_lines(document: Mapping[str, Any], show: int) -> Iterator[str]:
    """Yield the faults, kind by kind, worst first."""
    asked = "" if document["models"] else ", the models were not asked"
    yield f"{quantity(document['pictures'], 'picture')}, {quantity(document['tiles'], 'tile')}{asked}"
    several = len(document["datasets"]) > 1
    for code, count in document["counts"].items():
        faults = [fault for fault in document["faults"] if fault["code"] == code]
        yield f"{faults[0]['severity']}: {code}, {count}"
        for fault in faults[:show]:
            place = f"{document['datasets'][fault['dataset']]}: " if several else ""
            yield f"  {place}{_fault(fault)}"
        if count > show:
            yield f"  and {count - show} more; --csv or --json lists all"
    if not document["faults"]:
        yield "No faults"


def _fault(fault: Mapping[str, Any]) -> str:
    """Return a fault with its place."""
    message: str = fault["message"].removeprefix(f"{fault['picture']}: ")
    if message.startswith(f"{fault['picture']}:"):
        # A file's, with the line.
        return message
    tile = "" if fault["tile"] is None else f", tile {fault['tile']}"
    return f"{fault['picture']}{tile}: {message}"


def _shortened(lines: Iterable[str]) -> Iterator[str]:
    known = list(lines)
    yield from known[:SHOWN]
    if len(known) > SHOWN:
        yield f"  and {len(known) - SHOWN} more; --json lists all"
