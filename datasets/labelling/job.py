"""The label job: what is new or changed gets labelled, then everything is written from the store.

It can be ended at any moment. What was labelled is kept before the next outcome is asked for, and the same job given
again goes on from there.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from datasets.formats.files import write_json
from datasets.labelling.engine import PhotoTask
from datasets.labelling.errors import OutFolderError, out_error
from datasets.labelling.layout import Layout
from datasets.labelling.output import take_over_edits, write_output
from datasets.labelling.pictures import PictureOptions, make_pictures
from datasets.labelling.processes import usable_cores
from datasets.labelling.published import hash_of
from datasets.labelling.store import Store
from datasets.labelling.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from datasets.labelling.engine import Engine, OpenReader
    from datasets.labelling.output import OutputOptions, TakenOver
    from datasets.labelling.progress import JobProgress
    from datasets.labelling.sources import Sources
    from datasets.labelling.store import Entry
    from vision.reading import ModelReference

__all__ = ["LabelJob", "key_of", "run_job"]

LABELS_VERSION: Final = 1
"""Counts up when labels of the same photo by the same models come out otherwise: all photos are labelled anew then."""


@dataclass(frozen=True, slots=True)
class LabelJob:
    """What is to be done.

    Attributes:
        sources: The photos.
        out: Where labels are written to.
        engine: Who reads the photos.
        open_reader: Opens a reader in each worker.
        models: The models that it reads with.
        output: What is written.
        workers: How many processes of this machine make crops and overlays.
    """

    sources: Sources
    out: Path
    engine: Engine
    open_reader: OpenReader
    models: tuple[ModelReference, ...]
    output: OutputOptions
    workers: int = 1


def run_job(job: LabelJob, progress: JobProgress) -> Summary:
    """Label what is new or changed, and write everything.

    Ctrl-C ends the labelling early; what is there is written all the same.

    Raises:
        OutFolderError: The folder belongs to another job, or another process is at work in it.
        OutUnwritableError: The disk is full, say. Nothing that was labelled is lost.
        WorkerError: Workers cannot be kept alive.
        vision.errors.ModelError: A model is missing or damaged.
    """
    layout = Layout(job.out, job.sources.root)
    summary = Summary(len(job.sources.tasks), skipped=job.sources.skipped)
    with Store(layout.state) as store:
        try:
            _claim(layout)
            # First of all: an edit is of the photo that was labelled, whatever lies in its place by now.
            edits = take_over_edits(store, layout)
            todo = _sort_out(job, store, summary)
            _label(job, store, todo, summary, progress)
            with progress:
                summary.written = write_output(store, layout, job.models, job.output, progress)
            _note_edits(job, store, edits, summary)
            drawn = PictureOptions(job.output.crops, job.output.overlays)
            if (drawn.crops or drawn.overlays) and not summary.interrupted:
                summary.written.problems += make_pictures(
                    store, layout, drawn, min(job.workers, usable_cores()), progress
                )
            store.sync()
        except OSError as error:
            raise out_error(error, job.out) from None
    return summary


def _claim(layout: Layout) -> None:
    """Make the output folder this root's.

    Raises:
        OutFolderError: It is another's already.
    """
    path = layout.state / "job.json"
    value = {"root": layout.root.as_posix()}
    if path.is_file():
        known = json.loads(path.read_text(encoding="utf-8"))
        if known != value:
            message = (
                f"the labels in {layout.out} are of photos below {known['root']}, these lie below {value['root']}; "
                f"give --root {known['root']} if they are below it too, or another --out"
            )
            raise OutFolderError(message)
    else:
        write_json(path, value)


def _sort_out(job: LabelJob, store: Store, summary: Summary) -> list[PhotoTask]:
    """Return the photos that have to be read."""
    key, todo = key_of(job.models), []
    for task in job.sources.tasks:
        entry = store.entries.get(task.path)
        if entry is None or entry.fault is not None:
            todo.append(task)
            continue
        if entry.is_human:
            summary.human += 1
        elif _is_same_file(task, entry) and entry.key == key:
            summary.unchanged += 1
        else:
            todo.append(PhotoTask(task.path, task.file, entry.sha256 if entry.key == key else None))
    return todo


def _is_same_file(task: PhotoTask, entry: Entry) -> bool:
    try:
        status = os.stat(task.file)  # noqa: PTH116 - ten thousand times
    except OSError:
        return False
    return (status.st_size, status.st_mtime_ns) == (entry.size, entry.mtime_ns)


def _note_edits(job: LabelJob, store: Store, edits: TakenOver, summary: Summary) -> None:
    """Count in what was edited before the job began, and tell which photos are not the ones a person looked at."""
    summary.written.taken_over = sorted({*edits.pictures, *summary.written.taken_over})
    # A picture edited in two formats is told of once, and what is still in the way is found again when it is written.
    summary.written.problems = list(dict.fromkeys((*edits.faults, *summary.written.problems)))
    for task in job.sources.tasks:
        entry = store.entries.get(task.path)
        if entry is not None and entry.is_human and not _is_same_file(task, entry) and not _is_same(task, entry):
            summary.changed_under_human.append(task.path)


def _is_same(task: PhotoTask, entry: Entry) -> bool:
    """Return whether a file holds what it held, though it may have another time."""
    try:
        return hash_of(Path(task.file)) == entry.sha256
    except OSError:
        # Told as one that has gone.
        return True


def _label(job: LabelJob, store: Store, todo: Sequence[PhotoTask], summary: Summary, progress: JobProgress) -> None:
    key = key_of(job.models)
    try:
        with progress, closing(job.engine.label(todo, job.open_reader)) as outcomes:
            progress.begin("labelling", len(todo))
            for outcome in outcomes:
                store.add(outcome, key)
                if outcome.is_known:
                    summary.unchanged += 1
                elif outcome.fault is None:
                    summary.labelled += 1
                else:
                    summary.unreadable[outcome.path] = outcome.fault
                progress.advance()
    except KeyboardInterrupt:
        summary.interrupted = True


def key_of(models: Sequence[ModelReference]) -> str:
    """Return what labels depend on besides the photo: models and version. Labels of another key are made anew."""
    facts = [LABELS_VERSION, *sorted((model.role, model.sha256) for model in models)]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:16]
