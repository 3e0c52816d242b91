"""Everything that is written from the store: formats, manifest, review list and gallery, crops and overlays."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from datasets.formats.class_map import ClassMap
from datasets.formats.errors import FormatError
from datasets.formats.names import PICTURE_FOLDERS, names_in
from datasets.formats.options import WriteOptions
from datasets.formats.record import LabelledDataset
from datasets.formats.registry import get_format
from datasets.formats.selection import count_dropped
from datasets.labelling.edits import take_over
from datasets.labelling.gallery import ReviewItem, write_gallery
from datasets.labelling.listing import write_manifest, write_review_list
from datasets.labelling.published import Published
from datasets.labelling.publishing import Publisher, dataset_of
from datasets.labelling.review import DEFAULT_BELOW, Verdict, judge

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from datasets.formats.names import Names
    from datasets.formats.record import LabelledImage
    from datasets.labelling.layout import Layout
    from datasets.labelling.progress import JobProgress
    from datasets.labelling.store import Store
    from vision.reading import ModelReference

__all__ = ["OutputOptions", "TakenOver", "Written", "take_over_edits", "write_output"]

_UNDER_MIN_CONFIDENCE: Final = "under the smallest confidence"
_OUTSIDE: Final = "outside the picture"
_NAME: Final = "of photos whose names it cannot hold"


@dataclass(frozen=True, slots=True)
class OutputOptions:
    """What is written.

    Attributes:
        formats: Names of the formats.
        classes: What the user calls our codes.
        write: How labels are written.
        review_below: Photos whose labels are right with less than this chance are on the review list.
        crops: Cut out the faces too.
        overlays: Draw the labels into copies of the photos too.
    """

    formats: tuple[str, ...]
    classes: ClassMap = field(default_factory=ClassMap)
    write: WriteOptions = field(default_factory=WriteOptions)
    review_below: float = DEFAULT_BELOW
    crops: bool = False
    overlays: bool = False


@dataclass(slots=True)
class Written:
    """What was written.

    Attributes:
        files: Number of label files of each format.
        photos: Photos with labels in them.
        tiles: Tiles in these.
        review: Photos on the review list.
        dropped: For each format how many tiles it did not get, by code or reason.
        gone: Photos that were labelled but are not there any more; they are left out.
        taken_over: Photos whose labels a person edited since the last time.
        renamed: For each format the pictures that got another name in it, since two would have shared one.
        problems: What could not be written or taken over, and what to do.
    """

    files: dict[str, int] = field(default_factory=dict)
    photos: int = 0
    tiles: int = 0
    review: int = 0
    dropped: dict[str, dict[str, int]] = field(default_factory=dict)
    gone: int = 0
    taken_over: list[str] = field(default_factory=list)
    renamed: dict[str, dict[str, str]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


def write_output(
    store: Store, layout: Layout, models: Sequence[ModelReference], options: OutputOptions, progress: JobProgress
) -> Written:
    """Write everything but crops and overlays, what a person edited taken over first.

    Raises:
        OSError: The disk is full, say; what was there before is still there.
        OutUnwritableError: The same, of the store.
    """
    written = Written()
    # Each format, and what is thought of the photos before and told of them after.
    progress.begin("writing", len(options.formats) + 2)
    published = Published.load(layout.state)
    publisher = Publisher(layout, published)
    edits = _take_over(store, layout, published)
    written.taken_over, written.problems = list(edits.pictures), list(edits.faults)
    labelled = [path for path, entry in store.entries.items() if entry.fault is None]
    there = sorted(path for path in labelled if (layout.root / path).is_file())
    written.gone = len(labelled) - len(there)
    offsets = {path: store.entries[path].offset for path in there}
    names = {form: names_in(form, there, options.write.pictures) for form in options.formats}
    verdicts = _judge(store, there, names, options, written)
    progress.advance()
    for form in options.formats:
        progress.advance()
        held = {path: offset for path, offset in offsets.items() if path in names[form].files}
        written.problems += names[form].complaints()
        dataset = dataset_of(store, layout.root, held, options.classes)
        try:
            done = publisher.publish(form, dataset, held, options.write)
        except FormatError as error:
            written.problems.append(f"{form}: {error.message}")
            continue
        written.files[form] = done.files
        if names[form].own:
            written.renamed[form] = dict(names[form].own)
        written.problems += [
            f"{path} was edited and left as it is; its labels are taken over the next time, when all of it can be read"
            for path in done.edited
        ]
        written.problems += [
            f"{path} is not ours and was left as it is; move it away to have it written" for path in done.foreign
        ]
    entries = {path: entry for path, entry in store.entries.items() if entry.fault is not None or path in offsets}
    write_manifest(layout.manifest, layout.root, models, entries, verdicts)
    items = sorted(
        (ReviewItem(path, verdict) for path, (verdict, _) in verdicts.items() if verdict.chance < options.review_below),
        key=lambda item: (item.verdict.chance, item.path),
    )
    written.review = len(items)
    write_review_list(layout.review_list, items, {path: tiles for path, (_, tiles) in verdicts.items()})
    copies = _copies(layout, names) if options.write.pictures == "copy" else {}
    write_gallery(layout, items, len(there), lambda path: _image(store, path), copies)
    store.sync()
    progress.advance()
    return written


@dataclass(frozen=True, slots=True)
class TakenOver:
    """What a person edited in files of all formats.

    Attributes:
        pictures: Paths of the pictures whose labels are the person's now.
        faults: What could not be taken over, and why.
    """

    pictures: tuple[str, ...]
    faults: tuple[str, ...]


def take_over_edits(store: Store, layout: Layout) -> TakenOver:
    """Take over what a person edited since the last time, before anything is decided about the photos.

    Raises:
        OSError: The disk is full, say; the edits are still in their files.
        OutUnwritableError: The same, of the store.
    """
    published = Published.load(layout.state)
    # Made for what it finishes: files of a killed process that wait to be moved are no edits.
    Publisher(layout, published)
    return _take_over(store, layout, published)


def _take_over(store: Store, layout: Layout, published: Published) -> TakenOver:
    """Take over what a person edited, and remember that it is."""
    origins: dict[str, str] = {}
    faults = []
    for form, publication in list(published.formats.items()):
        edits = take_over(store, form, publication, layout, origins)
        origins |= dict.fromkeys(edits.pictures, form)
        faults += [f"what was edited is not taken over: {fault}" for fault in edits.faults]
        if edits.publication is not publication:
            # In the journal first: whoever is killed in between takes the same edits over once more.
            store.sync()
            published.formats[form] = edits.publication
            published.save()
    return TakenOver(tuple(sorted(origins)), tuple(faults))


def _judge(
    store: Store, paths: Sequence[str], names: Mapping[str, Names], options: OutputOptions, written: Written
) -> dict[str, tuple[Verdict, int]]:
    """Return what is thought of each photo's labels and how many tiles it has; count what formats do not get."""
    verdicts = {}
    refused = {form: one.refused for form, one in names.items()}
    dropped: dict[str, Counter[str]] = {form: Counter() for form in options.formats}
    for path in paths:
        labels = store.read(path)
        if labels is None:
            continue
        verdict = judge(labels, options.review_below)
        if verdict.chance >= options.review_below:
            # Nobody is told the reasons; ten thousand photos have many.
            verdict = Verdict(verdict.chance, ())
        verdicts[path] = verdict, len(labels.image.tiles)
        # Counted only; where the photo lies is of no matter.
        alone = LabelledDataset(Path(), (labels.image,), options.classes)
        for form, counter in dropped.items():
            if path in refused[form]:
                counter[_NAME] += len(labels.image.tiles)
                continue
            missing = count_dropped(alone, get_format(form), options.write)
            counter.update(missing.without_class)
            counter.update({_UNDER_MIN_CONFIDENCE: missing.unsure, _OUTSIDE: missing.outside})
    written.photos = len(verdicts)
    written.tiles = sum(tiles for _, tiles in verdicts.values())
    written.dropped = {form: dict(sorted((+counter).items())) for form, counter in dropped.items() if +counter}
    return verdicts


def _copies(layout: Layout, names: Mapping[str, Names]) -> dict[str, Path]:
    """Return where copies of photos lie in the output folder."""
    return {
        path: layout.place(form) / folder / name
        for form, folder in PICTURE_FOLDERS.items()
        if form in names
        for path, name in names[form].files.items()
        if (layout.place(form) / folder / name).is_file()
    }


def _image(store: Store, path: str) -> LabelledImage:
    labels = store.read(path)
    assert labels is not None, path  # noqa: S101 - only photos with labels are on the list
    return labels.image
