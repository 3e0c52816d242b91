"""The photographs that a training gets: the training side of the photo folder, and collections of corrected labels.

Of ``--photos`` only the training side is used, see :mod:`datasets.splits`. Of ``--more``, the folders that ``tilesight
dataset collect`` writes, every picture is used, except where that would train on what is measured: photographs of
another side of ``--photos``, photos of the same hand in the same group, and rooms that are only measured on; with
``--all-groups`` these rooms are trained on as well.
"""

from __future__ import annotations

import csv
import io
import json
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from datasets.photos import LabelledPhoto, load_photos
from datasets.splits import LEFT_OUT_GROUPS, SAME_HAND_SHARE, SplitError, assign_splits, hand_overlap, training_photos
from models.training.run_record import RunError, replace_file

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Sequence

__all__ = ["ORIGINS", "TrainingPhotos", "add_photo_arguments", "gather_photos"]

ORIGINS: Final = "origins.csv"
"""File in a run's folder: where every picture of ``--more`` came from."""

_COLLECTION_RECORD: Final = "collection.json"
_COLUMNS: Final = (
    "file",
    "sha256",
    "source",
    "original",
    "original_sha256",
    "tiles_human",
    "tiles_model",
    "provenance",
)


@dataclass(frozen=True, slots=True)
class TrainingPhotos:
    """What is trained on.

    Attributes:
        photos: The pictures.
        about: What the record of the run says of ``--more``, empty without it.
        origins: A row for each picture of ``--more`` that is used.
    """

    photos: list[LabelledPhoto]
    about: dict[str, Any]
    origins: tuple[dict[str, str], ...]

    def note_origins(self, out: Path) -> None:
        """Write where the pictures of ``--more`` came from into the run's folder, if there are any."""
        if not self.origins:
            return
        text = io.StringIO()
        writer = csv.DictWriter(text, ("folder", *_COLUMNS), lineterminator="\n")
        writer.writeheader()
        writer.writerows(self.origins)
        out.mkdir(parents=True, exist_ok=True)
        replace_file(out / ORIGINS, text.getvalue().encode())


def add_photo_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which photographs to train on."""
    parser.add_argument("--photos", type=Path, help="folder of labelled photos; its training split is used")
    parser.add_argument(
        "--all-groups", action="store_true", help="train on the rooms that are measured on too: for final weights"
    )
    parser.add_argument(
        "--more", type=Path, nargs="*", default=[], metavar="DIR", help="folders of 'tilesight dataset collect'"
    )


def gather_photos(options: argparse.Namespace) -> TrainingPhotos:
    """Return the photographs that the command line's options name.

    A photograph of ``--more`` takes the place of the one of the same name and group in ``--photos``: its labels were
    corrected.

    Raises:
        DatasetError: A folder cannot be used.
        SplitError: A group to leave out does not exist.
    """
    base = load_photos(options.photos) if options.photos else []
    more = [(folder, load_photos(folder)) for folder in options.more]
    without = _groups_to_leave_out(options.without, base, [photo for _, photos in more for photo in photos])
    measured = _Measured(base, rooms=not options.all_groups)
    chosen: list[LabelledPhoto] = []
    collections, origins = [], []
    for folder, photos in more:
        allowed = [photo for photo in photos if photo.group not in without]
        used = [photo for photo in allowed if photo not in measured]
        chosen += used
        rows = _manifest_rows(folder)
        origins += [{"folder": str(folder), **rows[_file_of(photo, folder)]} for photo in used]
        counts = {"pictures": len(used), "without": len(photos) - len(allowed), "measured_on": len(allowed) - len(used)}
        collections.append({"folder": str(folder), **counts, **_tiles(rows, used, folder), "made_of": _record(folder)})
    corrected = {(photo.group, photo.photo) for photo in chosen}
    trained = training_photos(base, without & {photo.group for photo in base}, rooms=options.all_groups)
    kept = [photo for photo in trained if (photo.group, photo.photo) not in corrected]
    about = {"collections": collections, "photos_corrected": len(trained) - len(kept)} if more else {}
    return TrainingPhotos([*kept, *chosen], about, tuple(origins))


def _groups_to_leave_out(
    names: Iterable[str], base: Iterable[LabelledPhoto], more: Iterable[LabelledPhoto]
) -> set[str]:
    groups = {photo.group for photo in (*base, *more)}
    if unknown := sorted(set(names) - groups):
        message = f"no photo is of the group {', '.join(unknown)}; the groups are {', '.join(sorted(groups))}"
        raise SplitError(message)
    return set(names)


class _Measured:
    """Whether a picture shows what is measured on."""

    def __init__(self, base: Sequence[LabelledPhoto], *, rooms: bool) -> None:
        splits = assign_splits(base)
        sides = {"validation", "test", "test_rooms"} if rooms else {"validation", "test"}
        aside = [photo for photo in base if splits[photo.photo] in sides]
        self._groups = LEFT_OUT_GROUPS if rooms else frozenset[str]()
        self._names = {(photo.group, photo.photo) for photo in aside}
        self._hands: dict[str, list[Counter[int]]] = defaultdict(list)
        for photo in aside:
            self._hands[photo.group].append(Counter(photo.codes.tolist()))

    def __contains__(self, photo: LabelledPhoto) -> bool:
        if photo.group in self._groups or (photo.group, photo.photo) in self._names:
            return True
        hand = Counter(photo.codes.tolist())
        return any(hand_overlap(hand, other) >= SAME_HAND_SHARE for other in self._hands[photo.group])


def _manifest_rows(folder: Path) -> dict[str, dict[str, str]]:
    with (folder / "manifest.csv").open(newline="", encoding="utf-8") as lines:
        return {row["file"]: {name: row.get(name) or "" for name in _COLUMNS} for row in csv.DictReader(lines)}


def _file_of(photo: LabelledPhoto, folder: Path) -> str:
    return photo.image_path.relative_to(folder).as_posix()


def _tiles(rows: dict[str, dict[str, str]], used: Iterable[LabelledPhoto], folder: Path) -> dict[str, int]:
    names = [_file_of(photo, folder) for photo in used]
    return {who: sum(int(rows[name][who] or 0) for name in names) for who in ("tiles_human", "tiles_model")}


def _record(folder: Path) -> Any:  # noqa: ANN401 - JSON is anything
    """Return what a collection says about itself; an ordinary photo folder says nothing."""
    path = folder / _COLLECTION_RECORD
    if not path.is_file():
        return None
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        message = f"the record {path} cannot be read ({error}); collect again, or restore it"
        raise RunError(message) from None
