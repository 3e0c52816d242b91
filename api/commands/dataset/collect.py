"""``tilesight dataset collect``: what people corrected, as training data."""

from __future__ import annotations

from typing import Annotated

import typer

from api.commands.dataset.inputs import (
    DatasetsArgument,
    FromOption,
    NamesOption,
    OutOption,
    RootsOption,
    answering_datasets,
    load,
    telling_progress,
)
from api.commands.dataset.reports import collect_lines, print_lines
from api.commands.output import JsonOption, print_document

__all__ = ["collect"]


def collect(  # noqa: PLR0913 - a command has its options
    paths: DatasetsArgument,
    *,
    out: OutOption,
    complete: Annotated[
        bool,
        typer.Option(
            "--complete",
            help="Confirmed pictures have every tile labelled: what carries no label is background. "
            "Without it training ignores what carries no label.",
        ),
    ] = False,
    confirmed: Annotated[
        bool, typer.Option("--confirmed", help="A person looked at every label, whatever the data sets say.")
    ] = False,
    group: Annotated[str, typer.Option(help="The set or room of pictures that tell none.")] = "collected",
    form: FromOption = None,
    roots: RootsOption = None,
    names: NamesOption = None,
    as_json: JsonOption = False,
) -> None:
    """What people confirmed or corrected, as training data: for --more of models.training."""
    with answering_datasets(as_json=as_json):
        from datasets.curation import collecting  # noqa: PLC0415 - see answering_datasets

        datasets = load(paths, form, roots, names)
        sources = [collecting.Source(str(path), dataset) for path, dataset in zip(paths, datasets, strict=True)]
        options = collecting.CollectOptions(complete=complete, confirmed=confirmed, group=group)
        with telling_progress("collect", as_json=as_json) as tell:
            document = collecting.collect(sources, out, options, tell).document()
    if as_json:
        print_document({"out": str(out), **document})
    else:
        print_lines(collect_lines(document, out))
