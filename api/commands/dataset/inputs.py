"""What the commands on data sets share: their options, how data sets are read, how faults of files are told."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NoReturn

import typer

from api.commands.names import one_line
from api.commands.output import ExitStatus, Failure, answering, print_document, report

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from datasets.formats.class_map import ClassMap
    from datasets.formats.options import ReadOptions, WriteOptions
    from datasets.formats.record import LabelledDataset

__all__ = [
    "ClassesOption",
    "DatasetArgument",
    "DatasetsArgument",
    "FormatOption",
    "FromOption",
    "NamesOption",
    "OutOption",
    "PicturesOption",
    "RootsOption",
    "answering_datasets",
    "class_map",
    "end",
    "formats_of",
    "load",
    "problems_of",
    "read_options",
    "telling_progress",
    "write_options",
]

FORMATS: Final = ("yolo", "coco", "voc", "label-studio", "cvat", "jsonl")
"""As in ``datasets.formats.registry``, which only labelling imports; a test holds the two together."""

PICTURES: Final = ("none", "copy", "link")

SHOWN_MISSING: Final = 20
"""More pictures that are not there are counted on the terminal."""

DatasetsArgument = Annotated[
    list[Path], typer.Argument(metavar="DATASET...", show_default=False, help="Folders or files of labels.")
]
DatasetArgument = Annotated[
    Path, typer.Argument(metavar="DATASET", show_default=False, help="A folder or file of labels.")
]
FromOption = Annotated[
    str | None, typer.Option("--from", metavar="F", help=f"The format they are in [found out]: {', '.join(FORMATS)}.")
]
RootsOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--root",
        metavar="DIR",
        help="Folder under which the pictures lie [the data set's own]; once, or once for each data set.",
    ),
]
NamesOption = Annotated[
    Path | None,
    typer.Option("--names", metavar="FILE", help="What the data sets call our codes, one 'code: name' a line."),
]
OutOption = Annotated[Path, typer.Option(metavar="DIR", show_default=False, help="Folder to write.")]
FormatOption = Annotated[
    str, typer.Option("--format", metavar="F[,F...]", help=f"Formats to write: {', '.join(FORMATS)}.")
]
ClassesOption = Annotated[
    Path | None,
    typer.Option("--classes", metavar="FILE", help="Your names for our codes, one 'code: name' a line; others go."),
]
PicturesOption = Annotated[
    str, typer.Option("--pictures", metavar="copy|link|none", help="Whether the pictures come along.")
]


@contextmanager
def answering_datasets(*, as_json: bool) -> Iterator[None]:
    """Report what is wrong with data sets, and end with its exit status."""
    # Data sets are imported by those alone who work on them: see docs/adr/0008-labelling-in-the-wheel.md.
    from datasets.formats.errors import LabelError, LabelFileError, RecordError  # noqa: PLC0415

    with answering(as_json=as_json):
        try:
            yield
        except LabelError as error:
            is_content = isinstance(error, LabelFileError | RecordError)
            failure = Failure(error.code, error.message, ExitStatus.UNANSWERABLE if is_content else ExitStatus.USAGE)
            report(failure)
            if as_json:
                print_document(failure.document())
            raise typer.Exit(failure.status) from None


def load(
    paths: Sequence[Path], form: str | None, roots: Sequence[Path] | None, names: Path | None
) -> list[LabelledDataset]:
    """Read data sets.

    Raises:
        datasets.formats.errors.LabelError: One cannot be read.
    """
    from datasets.curation.loading import load_dataset  # noqa: PLC0415 - see answering_datasets

    return [load_dataset(path, form, read_options(at, paths, roots, names)) for at, path in enumerate(paths)]


def read_options(at: int, paths: Sequence[Path], roots: Sequence[Path] | None, names: Path | None) -> ReadOptions:
    """Return how the data set at a place is read."""
    from datasets.formats.options import ReadOptions  # noqa: PLC0415 - see answering_datasets

    roots = roots or []
    if len(roots) not in {0, 1, len(paths)}:
        message = f"{len(roots)} folders for {len(paths)} data sets; give one for all of them, or one for each"
        raise typer.BadParameter(message, param_hint="--root")
    for root in roots:
        if not root.is_dir():
            message = f"there is no folder {str(root)!r}"
            raise typer.BadParameter(message, param_hint="--root")
    own = roots[at if len(roots) > 1 else 0] if roots else None
    return ReadOptions(classes=class_map(names), root=own)


def class_map(path: Path | None) -> ClassMap:
    """Return a class map file's names, or our codes where there is none."""
    from datasets.formats.class_map import ClassMap, load_class_map  # noqa: PLC0415 - see answering_datasets

    return ClassMap() if path is None else load_class_map(path)


def formats_of(text: str) -> tuple[str, ...]:
    """Return the formats that an option names."""
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    unknown = [name for name in names if name not in FORMATS]
    if unknown or not names:
        message = f"{(unknown or [text])[0]!r} is no label format; the formats are {', '.join(FORMATS)}"
        raise typer.BadParameter(message, param_hint="--format")
    return names


def write_options(pictures: str) -> WriteOptions:
    """Return how data sets are written."""
    from datasets.formats.options import WriteOptions  # noqa: PLC0415 - see answering_datasets

    if pictures not in PICTURES:
        message = f"{pictures!r} is none of {', '.join(PICTURES)}"
        raise typer.BadParameter(message, param_hint="--pictures")
    return WriteOptions(pictures=pictures)  # type: ignore[arg-type]  # checked above


def end(problems: Sequence[str]) -> NoReturn:
    """Tell what could not be done, and end with the status that says so, or with that of success.

    Raises:
        typer.Exit: Always.
    """
    for problem in problems:
        sys.stderr.write(f"tilesight: {one_line(problem)}\n")
    raise typer.Exit(ExitStatus.UNANSWERABLE if problems else ExitStatus.ANSWERED)


def problems_of(missing: Sequence[Path], written: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return what a data set that was written lacks, and what to do, for people.

    Args:
        missing: Pictures that are not there.
        written: What was written in each format, as JSON objects.
    """
    told = [f"{path} is not there and was left out; its labels are where they were" for path in missing[:SHOWN_MISSING]]
    if len(missing) > SHOWN_MISSING:
        told.append(f"and {len(missing) - SHOWN_MISSING} pictures more are not there; --json lists all")
    return [*told, *(problem for one in written for problem in one["problems"])]


@contextmanager
def telling_progress(what: str, *, as_json: bool) -> Iterator[Callable[[int, int], None]]:
    """Give who works a way to tell how far it is; shown where a person looks at standard error."""
    if as_json or not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    from rich.console import Console  # noqa: PLC0415 - for people only
    from rich.progress import Progress  # noqa: PLC0415 - likewise

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
