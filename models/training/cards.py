"""Figures of the model cards and the README, written from evaluations' JSON, so that none is typed by hand.

A card marks where figures belong::

    <!-- figures: headline test test_rooms -->
    (whatever stands here is replaced)
    <!-- end of figures -->

The first word says what table, the others name the files ``models/cards/figures/NAME.json`` that it is made from:
``headline`` (all figures, one column a file), ``summary`` (the main ones, one row a file), ``groups``, ``questions``,
``classes`` (one file), ``calibration`` (what ``models.training.calibrate --json`` wrote) and ``geometry`` (what
``models.training.geometry --json`` wrote). ``python -m models.training.cards`` fills all of them, ``--check`` says
which would change. ``make cards`` measures the shipped models anew first.

::

    CardError(ValueError)             a card or a file of figures cannot be used
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from models.training.failures import FAILED_STATUS, run_command

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["CardError", "fill_card", "read_figures"]

CARDS: Final = Path(__file__).resolve().parents[1] / "cards"
README: Final = Path(__file__).resolve().parents[2] / "README.md"

_BLOCK: Final = re.compile(r"<!-- figures: *([^>]*?) *-->\n(.*?)<!-- end of figures -->", re.DOTALL)
_ANY_MARK: Final = re.compile(r"<!-- (?:figures:|end of figures)")

_HEADLINE: Final = (
    "tiles found",
    "tiles right",
    "codes right of found",
    "rows exact",
    "photos exact",
    "read tiles that are there",
    "sure coverage",
    "sure precision",
    "calibration error",
    "mAP50",
)
_SUMMARY: Final = (
    "tiles found",
    "tiles right",
    "rows exact",
    "photos exact",
    "sure coverage",
    "sure precision",
    "mAP50",
)
_GROUP_COLUMNS: Final = ("photos", "tiles", "tiles found", "tiles right", "rows", "rows exact")

Report = dict[str, Any]


class CardError(ValueError):
    """A card or a file of figures is not what its format says."""


def read_figures(folder: Path) -> dict[str, Report]:
    """Return the evaluations of a folder by their names.

    Raises:
        CardError: There is none, or a file is no JSON.
    """
    reports = {}
    for path in sorted(folder.glob("*.json")):
        try:
            reports[path.stem] = json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            message = f"{path} is no JSON ({error}); write it anew with: make cards"
            raise CardError(message) from None
    if not reports:
        message = f"{folder} has no figures; write them with: make cards"
        raise CardError(message)
    return reports


def fill_card(text: str, reports: dict[str, Report]) -> str:
    """Return a card's text with every marked block made anew.

    Raises:
        CardError: A mark is not understood or names an evaluation that is not there.
    """

    def fill(match: re.Match[str]) -> str:
        kind, *names = match[1].split() or [""]
        if kind not in _TABLES or not names:
            message = f"{match[1]!r} asks for no table; write one of {', '.join(_TABLES)} and names of evaluations"
            raise CardError(message)
        if unknown := [name for name in names if name not in reports]:
            message = f"{match[1]!r} needs the evaluation {unknown[0]!r}; there are {', '.join(sorted(reports))}"
            raise CardError(message)
        try:
            table = _TABLES[kind]([reports[name] for name in names])
        except (KeyError, TypeError) as error:
            message = f"{match[1]!r}: {error} is missing in the evaluation; write it anew with: make cards"
            raise CardError(message) from None
        return f"<!-- figures: {match[1]} -->\n\n{table}\n\n<!-- end of figures -->"

    filled, count = _BLOCK.subn(fill, text)
    if len(_ANY_MARK.findall(text)) != 2 * count:
        message = "a mark of figures has no other end; write <!-- figures: ... --> and <!-- end of figures --> in pairs"
        raise CardError(message)
    return filled


def _headline(reports: list[Report]) -> str:
    header = ["", *(_what(report) for report in reports)]
    rows = [[name, *(_interval(report["figures"][name]) for report in reports)] for name in _HEADLINE]
    for at in (0.85, 0.9, 0.95):
        points = [{p["coverage"]: p for p in report["precision_at_coverage"]} for report in reports]
        rows.append([f"right among the {at:.0%} most confident", *(_interval(point[at]) for point in points)])
    return _table(header, rows)


def _summary(reports: list[Report]) -> str:
    rows = [[_what(report), *(_interval(report["figures"][name]) for name in _SUMMARY)] for report in reports]
    return _table(["", *_SUMMARY], rows)


def _groups(reports: list[Report]) -> str:
    rows = [
        [group, *(_number(values[name]) for name in _GROUP_COLUMNS)]
        for report in reports
        for group, values in report["groups"].items()
    ]
    return _table(["group", *_GROUP_COLUMNS], rows)


def _questions(reports: list[Report]) -> str:
    names = list(dict.fromkeys(name for report in reports for name in report["questions"]))

    def cell(report: Report, name: str) -> str:
        answer = report["questions"].get(name)
        return f"{_interval(answer)} of {answer['labels']}" if answer else "-"

    header = ["", *(_what(report) for report in reports)]
    return _table(header, [[name, *(cell(report, name) for report in reports)] for name in names])


def _classes(reports: list[Report]) -> str:
    (report,) = reports
    rows = [
        [code, _number(values["labels"]), *(_number(values[name]) for name in ("right", "precision", "AP50"))]
        for code, values in report["classes"].items()
    ]
    return _table(["class", "labels", "right", "precision", "AP50"], rows)


def _calibration(reports: list[Report]) -> str:
    (report,) = reports
    return (
        f"{report['crops']:,} crops of the validation photos (copies included), {_number(report['right'])} of them "
        f"right; temperature {report['temperature']}; `sure` from {report['sure_threshold']}, which takes in "
        f"{_number(report['sure'])} of these crops, {report['right_of_sure']:.4f} of them right."
    )


def _geometry(reports: list[Report]) -> str:
    (report,) = reports
    geometries = report["geometries"]
    shares = next(iter(geometries.values()))["worst_corner"]
    rows = [
        [
            f"worst corner off by, {float(share):.0%} of the tiles",
            *(_number(g["worst_corner"][share]) for g in geometries.values()),
        ]
        for share in shares
    ]
    rows += [
        [name, *(_interval(geometry["figures"][name]) for geometry in geometries.values())]
        for name in ("tiles right", "rows exact", "sure coverage", "sure precision")
    ]
    return f"{_what(report)}:\n\n{_table(['', *geometries], rows)}"


_TABLES: Final[dict[str, Callable[[list[Report]], str]]] = {
    "headline": _headline,
    "summary": _summary,
    "groups": _groups,
    "questions": _questions,
    "classes": _classes,
    "calibration": _calibration,
    "geometry": _geometry,
}


def _what(report: Report) -> str:
    return f"{report['photos']} photos of {report['title']} ({report['tiles']:,} tiles, {report['rows']} rows)"


def _table(header: list[str], rows: list[list[str]]) -> str:
    return "\n".join(f"| {' | '.join(line)} |" for line in [header, ["---"] * len(header), *rows])


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _interval(figure: dict[str, float | None]) -> str:
    return f"{_number(figure['value'])} [{_number(figure['low'])}, {_number(figure['high'])}]"


def main() -> int:
    """Fill the model cards from the evaluations; return the exit status."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument(
        "cards", type=Path, nargs="*", metavar="CARD", help="cards to fill (default: all, and the README)"
    )
    parser.add_argument("--figures", type=Path, default=CARDS / "figures", metavar="DIR", help="folder of evaluations")
    parser.add_argument("--check", action="store_true", help="change nothing; exit status 2 if a card would change")
    options = parser.parse_args()
    stale: list[Path] = []

    def work() -> None:
        reports = read_figures(options.figures)
        for path in options.cards or [*sorted(CARDS.glob("*.md")), README]:
            text = path.read_text(encoding="utf-8")
            try:
                filled = fill_card(text, reports)
            except CardError as error:
                message = f"{path}: {error}"
                raise CardError(message) from None
            if filled != text:
                stale.append(path)
                if not options.check:
                    path.write_text(filled, encoding="utf-8")

    status = run_command(work)
    for path in stale:
        sys.stdout.write(f"{path} {'would change: run make cards' if options.check else 'filled'}\n")
    return status or (FAILED_STATUS if options.check and stale else 0)


if __name__ == "__main__":
    sys.exit(main())
