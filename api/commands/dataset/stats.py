"""``tilesight dataset stats``: what data sets hold."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.commands.dataset.inputs import (
    DatasetsArgument,
    FromOption,
    NamesOption,
    RootsOption,
    answering_datasets,
    load,
)
from api.commands.dataset.reports import print_lines, statistics_lines
from api.commands.output import JsonOption, print_document

if TYPE_CHECKING:
    from collections.abc import Sequence

    from datasets.formats.record import LabelledDataset

__all__ = ["stats"]


def stats(  # noqa: PLR0913 - a command has its options
    paths: DatasetsArgument,
    *,
    plots: Annotated[
        Path | None, typer.Option(metavar="OUT.png", help="Write the counts as bars too (extra 'plots').")
    ] = None,
    form: FromOption = None,
    roots: RootsOption = None,
    names: NamesOption = None,
    as_json: JsonOption = False,
) -> None:
    """What data sets hold: counts by class, group, size and confidence."""
    with answering_datasets(as_json=as_json):
        from datasets.curation.counting import count_dataset  # noqa: PLC0415 - see answering_datasets
        from datasets.curation.plots import draw_statistics  # noqa: PLC0415 - likewise

        statistics = count_dataset(_together(load(paths, form, roots, names)))
        if plots is not None:
            draw_statistics(statistics, plots, ", ".join(path.name or str(path) for path in paths))
    document = {"datasets": [str(path) for path in paths], **statistics.document()}
    if as_json:
        print_document(document)
    else:
        print_lines(statistics_lines(document))


def _together(datasets: Sequence[LabelledDataset]) -> LabelledDataset:
    """Return the pictures of all data sets as of one; only their labels are looked at."""
    first, *others = datasets
    if not others:
        return first
    images = [
        replace(image, path=f"{number}/{image.path}")
        for number, dataset in enumerate(datasets)
        for image in dataset.images
    ]
    return replace(first, images=tuple(images))
