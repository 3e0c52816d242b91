"""What a person changed in our label files, taken over into the store before the files are written again.

The files are made anew as they were written, both are read by the same reader, and every picture whose labels differ
is a person's from then on. So no format needs to say which of its files belongs to which picture. Tiles that a person
left as they were keep what only the model knows: corners, turn, place in the row.
"""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from datasets.formats.boxes import same_box
from datasets.formats.registry import get_format, whole_files_of
from datasets.labelling.edited_files import EditedFiles
from datasets.labelling.matching import tiles_in_file
from datasets.labelling.published import FileStamp, hash_of
from datasets.labelling.publishing import dataset_of
from datasets.labelling.work import PhotoLabels

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from datasets.formats.record import LabelledImage, LabelledTile
    from datasets.labelling.layout import Layout
    from datasets.labelling.published import Publication
    from datasets.labelling.store import Store

__all__ = ["Edits", "take_over"]

_SHA_DIGITS: Final = 12


@dataclass(frozen=True, slots=True)
class Edits:
    """What a person changed in one format's files.

    Attributes:
        pictures: Paths of the pictures whose labels are the person's now.
        faults: What could not be taken over, and why.
        publication: How the files were written, the edited ones taken for ours from now on.
    """

    pictures: tuple[str, ...]
    faults: tuple[str, ...]
    publication: Publication


def take_over(
    store: Store, form: str, publication: Publication, layout: Layout, elsewhere: Mapping[str, str] | None = None
) -> Edits:
    """Take a person's edits of a format's files over into the store, file by file.

    Where a file cannot be read, or only in part, nothing is taken over from it: half of what a person meant is not
    what a person meant.

    Args:
        store: Where labels are kept.
        form: The format's name.
        publication: How its files were written.
        layout: Where things lie.
        elsewhere: Pictures whose labels were taken over from another format just now, and from which.
    """
    place = layout.place(form)
    edited = tuple(
        name
        for name, stamp in publication.files.items()
        if (place / name).is_file() and not stamp.holds_for(place / name)
    )
    if not edited:
        return Edits((), (), publication)
    offsets, told = dict(publication.offsets), list[str]()
    readable: dict[str, None] = {}
    taken: dict[str, tuple[LabelledImage, str]] = {}
    for names, apart in _together(form, edited):
        with _written_anew(store, form, publication, layout, apart) as ours:
            readings = EditedFiles(form, place, ours, publication.classes, layout.root)
            before = {image.path: image for image in readings.read_ours()}
            read, images, faults = readings.read(names)
            changed = [image for image in images if image.path in before and _differ(image, before[image.path])]
        told += faults
        readable |= dict.fromkeys(read)
        for image in changed:
            path, origin = image.path, f"{form}/{read[0]}" if apart else form
            other, elsewhere_in = taken.get(path, (None, (elsewhere or {}).get(path)))
            if elsewhere_in is not None:
                if other is None or _differ(image, other):
                    told.append(f"{path} was edited in {origin} too; its labels are those of {elsewhere_in} now")
            elif (written := store.read_at(publication.offsets[path])) is not None:
                store.add_human(path, _merge(written, before[path], image, form), publication.offsets[path])
                offsets[path] = store.entries[path].offset
                taken[path] = image, origin
    if not readable:
        return Edits((), tuple(told), publication)
    _keep_copies(tuple(readable), place, layout.edited(form))
    stamps = publication.files | {name: FileStamp.of(place / name) for name in readable}
    return Edits(tuple(taken), tuple(told), replace(publication, offsets=offsets, files=stamps))


def _together(form: str, edited: Sequence[str]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield edited files that are read together, and those that have to be away meanwhile: one would hide the other."""
    whole = whole_files_of(form)
    others = tuple(name for name in edited if name not in whole)
    for name in whole:
        if name in edited:
            yield (name, *others), tuple(other for other in whole if other != name)
    if not any(name in edited for name in whole):
        yield others, ()


@contextmanager
def _written_anew(
    store: Store, form: str, publication: Publication, layout: Layout, apart: Sequence[str]
) -> Iterator[Path]:
    """Write a format's files as they were written, but for some, into a folder that goes afterwards."""
    folder = layout.baseline(form)
    shutil.rmtree(folder, ignore_errors=True)
    try:
        dataset = dataset_of(store, layout.root, publication.offsets, publication.classes)
        # Pictures that came along are no labels.
        get_format(form).write(dataset, folder, replace(publication.options, pictures="none"))
        for name in apart:
            (folder / name).unlink()
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _differ(first: LabelledImage, second: LabelledImage) -> bool:
    return _labels_of(first) != _labels_of(second)


def _labels_of(image: LabelledImage) -> list[tuple[object, ...]]:
    return sorted((tile.code, tile.box_xyxy, tile.source) for tile in image.tiles)


def _merge(written: PhotoLabels, before: LabelledImage, now: LabelledImage, form: str) -> PhotoLabels:
    """Return a picture's labels with a person's tiles in the place of those that its file had."""
    ours = written.image.tiles
    held = tiles_in_file(written.image, before)
    # Tiles that the file did not have (no class, too unsure) cannot have been deleted there.
    hidden = [tile for number, tile in enumerate(ours) if number not in held.values()]
    tiles = []
    for tile in now.tiles:
        known, is_same_class = _known(tile, before.tiles, ours, held)
        tiles.append(_confirmed(tile, known, is_same_class=is_same_class))
    image = replace(
        written.image,
        tiles=(*tiles, *(replace(tile, group=None) for tile in hidden)),
        # The groups were those of the model's tiles, and so was the hand.
        groups=(),
        hand=None,
        warnings=(),
        provenance=f"edited in {form}",
    )
    return PhotoLabels(image)


def _known(
    tile: LabelledTile, before: Sequence[LabelledTile], ours: Sequence[LabelledTile], held: Mapping[int, int]
) -> tuple[LabelledTile | None, bool]:
    """Return our tile at the place of a person's, and whether the person left its class as it was."""
    for place, other in enumerate(before):
        if place in held and same_box(tile.box_xyxy, other.box_xyxy):
            return ours[held[place]], tile.code == other.code
    return None, False


def _confirmed(tile: LabelledTile, known: LabelledTile | None, *, is_same_class: bool) -> LabelledTile:
    """Return a tile as a person's, with what the model knew of it where it is at the same place."""
    known = known or tile
    # Codes may share a name, of which the first is read: a class that was left alone says nothing against ours.
    code = known.code if is_same_class else tile.code
    return replace(
        known,
        code=code,
        rotation=known.rotation if known.code == code else None,
        confidence=None,
        sure=None,
        alternatives=(),
        group=None,
        source="human",
    )


def _keep_copies(names: Sequence[str], place: Path, folder: Path) -> None:
    for name in names:
        source = place / name
        target = folder / f"{name}.{hash_of(source)[:_SHA_DIGITS]}"
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)
