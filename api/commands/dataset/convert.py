"""``tilesight dataset convert``: a data set in other formats."""

from __future__ import annotations

from dataclasses import replace

from api.commands.dataset.inputs import (
    ClassesOption,
    DatasetArgument,
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
from api.commands.dataset.reports import print_lines, written_lines
from api.commands.output import JsonOption, print_document

__all__ = ["convert"]


def convert(  # noqa: PLR0913 - a command has its options
    path: DatasetArgument,
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
    """A data set in other formats, with counts of what each does not get."""
    chosen, options = formats_of(formats), write_options(pictures)
    with answering_datasets(as_json=as_json):
        from datasets.curation.pictures import leave_out_missing  # noqa: PLC0415 - see answering_datasets
        from datasets.curation.writing import write_dataset  # noqa: PLC0415 - see answering_datasets

        (dataset,) = load([path], form, roots, names)
        if classes is not None:
            dataset = replace(dataset, classes=class_map(classes))
        dataset, missing = (dataset, ()) if pictures == "none" else leave_out_missing(dataset)
        written = [one.document() for one in write_dataset(dataset, out, chosen, options)]
        tiles = sum(len(image.tiles) for image in dataset.images)
    document = {
        "pictures": len(dataset.images),
        "tiles": tiles,
        "missing": list(missing),
        "written": written,
    }
    if as_json:
        print_document(document)
    else:
        print_lines(written_lines(document))
    end(problems_of([dataset.root / path for path in missing], written))
