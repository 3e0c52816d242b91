"""``tilesight label``: photos by the thousand to label files."""

from __future__ import annotations

import signal
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from api.commands.label_report import has_failures, print_summary
from api.commands.output import ExitStatus, Failure, JsonOption, answering, print_document, report
from api.commands.tile_sets import SetOption

if TYPE_CHECKING:
    from collections.abc import Iterator

    from datasets.labelling.output import OutputOptions
    from datasets.labelling.summary import Summary

__all__ = ["label"]

FORMATS: Final = ("yolo", "coco", "voc", "label-studio", "cvat", "jsonl")
"""As in ``datasets.formats.registry``, which only labelling imports; a test holds the two together."""

REVIEW_HELP: Final = "List photos whose labels are all right with less than this chance [0.7]."

PICTURES: Final = ("none", "copy", "link")

ENGINES: Final = ("local", "ray")

PathsArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PATHS",
        show_default=False,
        help="Photos, folders (with all below them), patterns in quotes, @FILE for a list of these, - for such a list "
        "on standard input.",
    ),
]


def label(  # noqa: PLR0913 - a command has its options
    paths: PathsArgument = None,
    *,
    out: Annotated[
        Path, typer.Option(metavar="DIR", show_default=False, help="Folder for everything that is written.")
    ],
    formats: Annotated[
        str, typer.Option("--format", metavar="F[,F...]", help=f"Label formats: {', '.join(FORMATS)}.")
    ] = "jsonl",
    lists: Annotated[
        list[Path] | None, typer.Option("--list", metavar="FILE", help="A text file with one photo or folder a line.")
    ] = None,
    root: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Folder that paths in labels are relative to; by default the nearest that holds all photos.",
        ),
    ] = None,
    classes: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Your names for our codes, one 'code: name' a line.")
    ] = None,
    min_confidence: Annotated[
        float, typer.Option(min=0, max=1, help="Leave out tiles that are read with less confidence.")
    ] = 0.0,
    yolo_confidence: Annotated[
        bool, typer.Option("--yolo-confidence", help="YOLO: write the confidence as a sixth column.")
    ] = False,
    pictures: Annotated[
        str,
        typer.Option(metavar="none|copy|link", help="Put the photos beside their labels, where formats have a place."),
    ] = "none",
    image_url: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Label Studio: what its server finds photos by, before their paths."),
    ] = None,
    crops: Annotated[bool, typer.Option("--crops", help="Cut out every face, a folder for each code.")] = False,
    overlays: Annotated[bool, typer.Option("--overlays", help="Draw the labels into copies of the photos.")] = False,
    review_below: Annotated[
        float | None,
        typer.Option(min=0, max=1, help=REVIEW_HELP),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, max=4096, help="Photos read at a time; by default one for each core.")
    ] = None,
    engine: Annotated[
        str,
        typer.Option(metavar="local|ray", help="Who reads: this machine, or Ray (needs the extra 'cluster')."),
    ] = "local",
    ray_address: Annotated[
        str | None,
        typer.Option(metavar="HOST:PORT", help="Ray cluster to read on [Ray is started on this machine]."),
    ] = None,
    tile_set: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Photos by the thousand to label files, with a list of those to look at."""
    chosen = _formats(formats)
    if pictures not in PICTURES:
        message = f"{pictures!r} is none of {', '.join(PICTURES)}"
        raise typer.BadParameter(message, param_hint="--pictures")
    if engine not in ENGINES:
        message = f"{engine!r} is none of {', '.join(ENGINES)}"
        raise typer.BadParameter(message, param_hint="--engine")
    if ray_address is not None and engine != "ray":
        message = "it goes with --engine ray"
        raise typer.BadParameter(message, param_hint="--ray-address")
    if not paths and not lists:
        message = "name photos, folders, patterns or lists of them; - reads a list from standard input"
        raise typer.BadParameter(message, param_hint="PATHS")
    started = time.monotonic()
    with answering(as_json=as_json), _answering_labels(as_json=as_json), _ended_by_sigterm():
        from datasets.formats.class_map import ClassMap, load_class_map  # noqa: PLC0415 - see below
        from datasets.formats.options import WriteOptions  # noqa: PLC0415
        from datasets.labelling.output import OutputOptions  # noqa: PLC0415
        from datasets.labelling.review import DEFAULT_BELOW  # noqa: PLC0415
        from datasets.labelling.summary import summary_to_json  # noqa: PLC0415

        write = WriteOptions(min_confidence=min_confidence, confidences=yolo_confidence, pictures=pictures)  # type: ignore[arg-type]  # checked above
        options = OutputOptions(
            formats=chosen,
            classes=load_class_map(classes) if classes else ClassMap(),
            write=write if image_url is None else replace(write, image_url=image_url),
            review_below=DEFAULT_BELOW if review_below is None else review_below,
            crops=crops,
            overlays=overlays,
        )
        asked = _Asked(paths or [], lists or [], root, out, workers, engine, ray_address, tile_set)
        summary = _run(asked, options, as_json=as_json)
        document = summary_to_json(summary, out, time.monotonic() - started)
    if as_json:
        print_document(document)
    else:
        print_summary(document)
    if summary.interrupted:
        raise typer.Exit(ExitStatus.INTERRUPTED)
    raise typer.Exit(ExitStatus.UNANSWERABLE if has_failures(document) else ExitStatus.ANSWERED)


@dataclass(frozen=True, slots=True)
class _Asked:
    """Which photos are meant, where labels go, who reads them and how many do."""

    paths: list[str]
    lists: list[Path]
    root: Path | None
    out: Path
    workers: int | None
    engine: str
    ray_address: str | None
    tile_set: Path | None


def _formats(text: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    unknown = [name for name in names if name not in FORMATS]
    if unknown or not names:
        message = f"{(unknown or [text])[0]!r} is no label format; the formats are {', '.join(FORMATS)}"
        raise typer.BadParameter(message, param_hint="--format")
    return names


def _run(asked: _Asked, output: OutputOptions, *, as_json: bool) -> Summary:
    # Labelling is imported by those who label alone: see docs/adr/0008-labelling-in-the-wheel.md.
    from api.label_reader import label_options, model_references, open_label_reader  # noqa: PLC0415 - the vision runtime
    from datasets.labelling.job import LabelJob, run_job  # noqa: PLC0415
    from datasets.labelling.processes import ProcessEngine, usable_cores  # noqa: PLC0415
    from datasets.labelling.progress import Silence, TerminalProgress  # noqa: PLC0415
    from datasets.labelling.ray_engine import RayEngine  # noqa: PLC0415
    from datasets.labelling.sources import find_photos  # noqa: PLC0415

    photo_options = label_options()
    tile_set = None if asked.tile_set is None else asked.tile_set.read_bytes()
    cores = usable_cores()
    job = LabelJob(
        sources=find_photos(asked.paths, asked.lists, root=asked.root, leave_out=asked.out),
        out=asked.out,
        engine=RayEngine(asked.workers, asked.ray_address)
        if asked.engine == "ray"
        else ProcessEngine(asked.workers or cores),
        open_reader=partial(open_label_reader, photo_options, tile_set),
        models=model_references(photo_options, tile_set),
        output=output,
        # Crops and overlays are made here whoever reads.
        workers=min(asked.workers or cores, cores),
    )
    is_watched = sys.stderr.isatty() and not as_json
    return run_job(job, TerminalProgress() if is_watched else Silence())


@contextmanager
def _answering_labels(*, as_json: bool) -> Iterator[None]:
    """Report what is wrong with a job as a whole, and end with its exit status."""
    from datasets.formats.errors import LabelError  # noqa: PLC0415 - see _run
    from datasets.labelling.errors import ClusterError, LabelJobError, OutUnwritableError, WorkerError  # noqa: PLC0415

    try:
        yield
    except (LabelError, LabelJobError) as error:
        is_environment = isinstance(error, ClusterError | OutUnwritableError | WorkerError)
        failure = Failure(error.code, error.message, ExitStatus.ENVIRONMENT if is_environment else ExitStatus.USAGE)
        report(failure)
        if as_json:
            print_document(failure.document())
        raise typer.Exit(failure.status) from None


@contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """Take SIGTERM as Ctrl-C: what is labelled is written before the process ends."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
