"""``tilesight dataset split``: a data set parted into train, val and test."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from api.commands.dataset.inputs import (
    DatasetArgument,
    FormatOption,
    FromOption,
    NamesOption,
    OutOption,
    PicturesOption,
    RootsOption,
    answering_datasets,
    end,
    formats_of,
    load,
    problems_of,
    telling_progress,
    write_options,
)
from api.commands.dataset.reports import print_lines, split_lines
from api.commands.output import JsonOption, print_document

if TYPE_CHECKING:
    from datasets.curation.likeness import Likeness
    from datasets.formats.record import LabelledDataset

__all__ = ["split"]

TOGETHER = ("photo", "group")


def split(  # noqa: PLR0913 - a command has its options
    path: DatasetArgument,
    *,
    out: OutOption,
    ratios: Annotated[str, typer.Option(metavar="T:V:T", help="Shares of train, val and test.")] = "80:10:10",
    seed: Annotated[int, typer.Option(help="Another seed draws another split.")] = 0,
    hold_out: Annotated[
        list[str] | None, typer.Option("--hold-out", metavar="GROUP", help="A group that goes into test as a whole.")
    ] = None,
    together: Annotated[
        str, typer.Option(metavar="photo|group", help="What is never parted: copies of a photo, or whole groups.")
    ] = "photo",
    alike: Annotated[
        bool, typer.Option("--alike/--no-alike", help="Look at the pictures, so that copies stay together.")
    ] = True,
    formats: FormatOption = "yolo",
    pictures: PicturesOption = "copy",
    form: FromOption = None,
    roots: RootsOption = None,
    names: NamesOption = None,
    as_json: JsonOption = False,
) -> None:
    """A data set parted into train, val and test: by photograph and group, copies together."""
    shares = _shares(ratios)
    if together not in TOGETHER:
        message = f"{together!r} is none of {', '.join(TOGETHER)}"
        raise typer.BadParameter(message, param_hint="--together")
    chosen, writing = formats_of(formats), write_options(pictures)
    with answering_datasets(as_json=as_json), TemporaryDirectory(prefix="tilesight-") as staging:
        from datasets.curation.pictures import leave_out_missing  # noqa: PLC0415 - see answering_datasets
        from datasets.curation.splitting import SplitOptions, split_dataset  # noqa: PLC0415 - see answering_datasets
        from datasets.curation.writing import write_dataset  # noqa: PLC0415 - likewise
        from datasets.formats.files import write_text  # noqa: PLC0415 - likewise

        (whole,) = load([path], form, roots, names)
        dataset, missing = leave_out_missing(whole)
        options = SplitOptions(shares, seed, frozenset(hold_out or ()), together)  # type: ignore[arg-type]  # checked
        likenesses, unseen = _likenesses(dataset, as_json=as_json) if alike else ([None] * len(dataset.images), [])
        result = split_dataset(dataset, likenesses, options, Path(staging))
        written = [one.document() for one in write_dataset(result.dataset, out, chosen, writing)]
        write_text(out / "splits.csv", result.csv())
        splits = result.document()
    document = {
        "pictures": len(dataset.images),
        "splits": splits,
        "missing": list(missing),
        "problems": unseen,
        "written": written,
    }
    if as_json:
        print_document(document)
    else:
        print_lines(split_lines(document, out))
    end([*problems_of([dataset.root / path for path in missing], written), *unseen])


def _shares(text: str) -> tuple[float, float, float]:
    try:
        train, val, test = (float(part) for part in text.split(":"))
    except ValueError:
        message = f"{text!r} are no three shares; give them as 80:10:10"
        raise typer.BadParameter(message, param_hint="--ratios") from None
    return train, val, test


def _likenesses(dataset: LabelledDataset, *, as_json: bool) -> tuple[list[Likeness | None], list[str]]:
    """Return what pictures are compared by, and which could not be looked at and why."""
    from datasets.curation.likeness import Likeness  # noqa: PLC0415 - see answering_datasets
    from datasets.curation.pictures import open_picture  # noqa: PLC0415 - likewise
    from vision.errors import ImageError  # noqa: PLC0415 - likewise

    likenesses: list[Likeness | None] = []
    unseen = []
    with telling_progress("look at pictures", as_json=as_json) as tell:
        for image in dataset.images:
            codes = Counter(tile.code for tile in image.tiles)
            path = dataset.root / image.path
            try:
                likenesses.append(Likeness(open_picture(path).fingerprint, codes))
            except (ImageError, OSError) as error:
                likenesses.append(None)
                reason = error.message if isinstance(error, ImageError) else error.strerror or str(error)
                unseen.append(f"{path} was parted by its name alone, for it cannot be looked at: {reason}")
            tell(len(likenesses), len(dataset.images))
    return likenesses, unseen
