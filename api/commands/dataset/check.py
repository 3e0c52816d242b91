"""``tilesight dataset check``: what is wrong with data sets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from api.commands.dataset import opening
from api.commands.dataset.inputs import (
    DatasetsArgument,
    FromOption,
    NamesOption,
    RootsOption,
    answering_datasets,
    read_options,
    telling_progress,
)
from api.commands.dataset.reports import check_lines, print_lines
from api.commands.output import ExitStatus, JsonOption, print_document

__all__ = ["check"]

SEVERITIES = ("note", "warning", "error")
SHEET_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp")


def check(  # noqa: PLR0913 - a command has its options
    paths: DatasetsArgument,
    *,
    with_models: Annotated[
        bool, typer.Option("--models/--no-models", help="Ask the models about every label; takes most of the time.")
    ] = True,
    sheet: Annotated[
        Path | None, typer.Option(metavar="OUT.jpg", help="Write a picture of the doubted tiles, surest first.")
    ] = None,
    csv: Annotated[Path | None, typer.Option(metavar="OUT.csv", help="Write all faults as a table.")] = None,
    fail_on: Annotated[
        str, typer.Option(metavar="error|warning|note", help="End with status 1 from this severity on.")
    ] = "warning",
    show: Annotated[int, typer.Option(min=0, help="Faults of each kind that are printed.")] = 10,
    form: FromOption = None,
    roots: RootsOption = None,
    names: NamesOption = None,
    as_json: JsonOption = False,
) -> None:
    """What is wrong with data sets; several are taken for the sides of a split."""
    if fail_on not in SEVERITIES:
        message = f"{fail_on!r} is none of {', '.join(SEVERITIES)}"
        raise typer.BadParameter(message, param_hint="--fail-on")
    if sheet is not None and sheet.suffix.lower() not in SHEET_SUFFIXES:
        message = f"{str(sheet)!r} names no picture format; end it with one of {', '.join(SHEET_SUFFIXES)}"
        raise typer.BadParameter(message, param_hint="--sheet")
    with answering_datasets(as_json=as_json):
        from datasets.curation.checking import check_datasets, load_for_check  # noqa: PLC0415 - see answering_datasets
        from datasets.curation.faults import Severity  # noqa: PLC0415 - likewise
        from datasets.curation.sheet import write_sheet  # noqa: PLC0415 - likewise
        from datasets.formats.files import write_text  # noqa: PLC0415 - likewise

        loaded = [
            load_for_check(path, form, read_options(at, paths, roots, names), at) for at, path in enumerate(paths)
        ]
        faults = [fault for _, found in loaded for fault in found]
        models = opening.open_models() if with_models else None
        with telling_progress("check", as_json=as_json) as tell:
            checked = check_datasets([dataset for dataset, _ in loaded], models, faults, tell)
        if csv is not None:
            write_text(csv, checked.report.csv())
        if sheet is not None:
            write_sheet(checked.faces, sheet)
        fails = checked.report.fails(Severity[fail_on.upper()])
    document = checked.report.document([str(path) for path in paths])
    if as_json:
        print_document(document)
    else:
        print_lines(check_lines(document, show))
    raise typer.Exit(ExitStatus.UNANSWERABLE if fails else ExitStatus.ANSWERED)
