"""``tilesight dataset merge``: several data sets made one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import typer

from api.commands.dataset.inputs import (
    ClassesOption,
    DatasetsArgument,
    FormatOption,
    FromOption,
    NamesOption,
    OutOption,
    PicturesOption,
    RootsOption,
    answering_datasets,
    class_map,
    end,
    formats_of,
    load,
    problems_of,
    write_options,
)
from api.commands.dataset.reports import merge_lines, print_lines
from api.commands.output import JsonOption, print_document

__all__ = ["merge"]


def merge(  # noqa: PLR0913 - a command has its options
    paths: DatasetsArgument,
    *,
    out: OutOption,
    formats: FormatOption = "yolo",
    classes: ClassesOption = None,
    pictures: PicturesOption = "copy",
    form: FromOption = None,
    roots: RootsOption = None,
    names: NamesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Several data sets made one: no two names collide, copies are dropped and listed."""
    if len(paths) < 2:  # noqa: PLR2004 - fewer cannot be merged
        message = "name two data sets or more; one alone is written anew with: tilesight dataset convert"
        raise typer.BadParameter(message, param_hint="DATASET...")
    chosen, options = formats_of(formats), write_options(pictures)
    with answering_datasets(as_json=as_json), TemporaryDirectory(prefix="tilesight-") as staging:
        from datasets.curation.merging import merge_datasets  # noqa: PLC0415 - see answering_datasets
        from datasets.curation.writing import write_dataset  # noqa: PLC0415 - likewise

        datasets = load(paths, form, roots, names)
        wanted = None if classes is None else class_map(classes)
        if wanted is not None:
            datasets = [replace(dataset, classes=wanted) for dataset in datasets]
        merged = merge_datasets(datasets, Path(staging))
        written = [one.document() for one in write_dataset(merged.dataset, out, chosen, options)]
    document = {
        "datasets": [str(path) for path in paths],
        "pictures": len(merged.dataset.images),
        "tiles": sum(len(image.tiles) for image in merged.dataset.images),
        "classes": len(merged.dataset.classes.names),
        "dropped": [one.document() for one in merged.dropped],
        "renamed": [{"dataset": number, "picture": old, "path": new} for (number, old), new in merged.renamed.items()],
        "missing": [{"dataset": number, "picture": path} for number, path in merged.missing],
        "written": written,
    }
    if as_json:
        print_document(document)
    else:
        print_lines(merge_lines(document))
    end(problems_of([datasets[number].root / path for number, path in merged.missing], written))
