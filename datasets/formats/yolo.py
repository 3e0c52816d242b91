"""YOLO detection labels, as Ultralytics trains on them.

Written::

    data.yaml       class names in class order; which pictures to train on
    classes.txt     the same names, one a line
    manifest.csv    what the pictures are, see datasets.formats.manifest
    labels/…txt     'class cx cy w h' a tile, relative to the upright picture; with confidences a sixth column
    images/…        the pictures, if they come along

Pictures in ``images/train``, ``images/val`` and ``images/test`` are named as such in ``data.yaml``; otherwise all of
them are both trained and validated on. Read are this layout, that of :mod:`datasets.photos`, ``train/images`` with
``train/labels``, and labels beside their pictures.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from datasets.formats import manifest
from datasets.formats.class_list import DATA_YAML, NAME_LISTS, data_yaml, read_class_list
from datasets.formats.errors import LabelFileError
from datasets.formats.files import Place, files_below, write_text
from datasets.formats.gathering import gather_placed
from datasets.formats.names import IMAGES, label_stem, names_in
from datasets.formats.options import READ_DEFAULTS, WRITE_DEFAULTS
from datasets.formats.pictures import UNREAD_SUFFIXES, find_pictures, place_pictures, size_of_picture
from datasets.formats.record import LabelledImage
from datasets.formats.selection import select_tiles
from datasets.formats.yolo_lines import label_lines, read_label_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from datasets.formats.class_map import ClassMap
    from datasets.formats.options import ReadOptions, WriteOptions
    from datasets.formats.record import LabelledDataset

__all__ = ["classes_of", "read", "write"]

LABELS: Final = "labels"

SUBSETS: Final = (("train", ("train",)), ("val", ("val", "valid", "validation")), ("test", ("test",)))
"""Keys of ``data.yaml`` and the folders that are taken for them."""


def classes_of(dataset: LabelledDataset) -> ClassMap:
    """Return the data set's classes: a trainer has no use for tiles nobody could read."""
    return dataset.classes


def write(dataset: LabelledDataset, out_dir: Path, options: WriteOptions = WRITE_DEFAULTS) -> list[Path]:
    """Write the labels, the class names and the manifest.

    Raises:
        FormatError: The format cannot hold a picture's name, or a picture to bring along is missing.
    """
    classes = classes_of(dataset)
    names = names_in("yolo", dataset.paths, options.pictures).of_all()
    written = place_pictures(dataset, {path: out_dir / IMAGES / name for path, name in names.items()}, options.pictures)
    for image in dataset.images:
        text = label_lines(select_tiles(image, classes, options), classes, confidences=options.confidences)
        written.append(write_text(out_dir / LABELS / f"{label_stem(names[image.path])}.txt", text))
    files = {path: f"{IMAGES}/{name}" for path, name in names.items()}
    return [
        *written,
        manifest.write_manifest(dataset, files, out_dir),
        write_text(out_dir / NAME_LISTS[0], "".join(f"{name}\n" for name in classes.names)),
        write_text(out_dir / DATA_YAML, data_yaml(classes.names, _subsets(names.values()))),
    ]


def read(path: Path, options: ReadOptions = READ_DEFAULTS) -> LabelledDataset:
    """Read a folder of YOLO labels, or the folder of a ``data.yaml``.

    Raises:
        LabelFileError: The class names or pictures are missing, or a label is none; the message names file and line.
    """
    folder = path if path.is_dir() else path.parent
    classes = read_class_list(path if path.is_file() else _names_file(folder))
    images = (
        (image if labels is None else replace(image, tiles=read_label_file(labels, image, classes, options)), file)
        for image, file, labels in _pictures(folder, options)
    )
    return gather_placed(images, Place(path, options), folder, IMAGES)


def _subsets(names: Iterable[str]) -> list[tuple[str, str]]:
    folders = {name.split("/")[0] if "/" in name else "" for name in names}
    found = [(key, f"{IMAGES}/{folder}") for key, kinds in SUBSETS for folder in kinds if folder in folders]
    if len(found) == len(folders) and any(key == "train" for key, _ in found):
        return found if any(key == "val" for key, _ in found) else [*found, ("val", found[0][1])]
    return [("train", IMAGES), ("val", IMAGES)]


def _names_file(folder: Path) -> Path:
    if not folder.exists():
        message = "there is no such folder"
        raise LabelFileError(message, folder)
    candidates = [folder / DATA_YAML, *(folder / name for name in NAME_LISTS), folder / LABELS / NAME_LISTS[0]]
    for candidate in candidates:
        if candidate.is_file():
            return candidate
    message = f"has no class names: put {DATA_YAML} or {NAME_LISTS[0]} there, one name a line in class order"
    raise LabelFileError(message, folder)


def _pictures(folder: Path, options: ReadOptions) -> Iterator[tuple[LabelledImage, str, Path | None]]:
    """Yield the pictures, without labels yet, the files that they have in the format, and where their labels are."""
    listing = folder / manifest.FILE_NAME
    pictures = _listed(listing, options) if listing.is_file() else _found(folder, options)
    known = set()
    for image, file, labels in pictures:
        known.add(str(labels))
        yield image, file, labels
    for stray in files_below(folder, ".txt"):
        is_label = LABELS in stray.relative_to(folder).parts[:-1] and stray.name not in NAME_LISTS
        if is_label and str(stray) not in known:
            Place(stray, options).report(
                "there is no picture that can be read for these labels; its size is needed, say where it lies"
            )


def _listed(listing: Path, options: ReadOptions) -> Iterator[tuple[LabelledImage, str, Path | None]]:
    folder = listing.parent
    for file, image in manifest.iterate_manifest(listing, options):
        labels = folder / _label_path(file)
        if labels.is_file():
            yield image, file, labels
        else:
            Place(labels, options).report("is missing: every picture of the manifest needs a label file, be it empty")


def _found(folder: Path, options: ReadOptions) -> Iterator[tuple[LabelledImage, str, Path | None]]:
    root = options.root or folder
    paths = find_pictures(root)
    if not paths:
        message = "holds no pictures, and the size of each is needed; say where the pictures lie"
        raise LabelFileError(message, root)
    for path in paths:
        beside = PurePosixPath(path).with_suffix(".txt").as_posix()
        unpacked = beside.removeprefix(f"{IMAGES}/")
        candidates = (folder / _label_path(path), folder / LABELS / unpacked, folder / beside)
        # A picture without a label file shows nothing of interest: background, for YOLO trainers.
        label_file = next((candidate for candidate in candidates if candidate.is_file()), None)
        if label_file is None and path.lower().endswith(UNREAD_SUFFIXES):
            continue
        measured = size_of_picture(root / path, Place(root / path, options))
        if measured is None:
            continue
        (width, height), orientation = measured
        yield LabelledImage(path, width, height, orientation=orientation), path, label_file


def _label_path(picture: str) -> str:
    """Return where the labels of a picture lie: the last folder ``images`` becomes ``labels``, else beside it."""
    parts = list(PurePosixPath(picture).with_suffix(".txt").parts)
    for n in reversed(range(len(parts) - 1)):
        if parts[n] == IMAGES:
            parts[n] = LABELS
            break
    return "/".join(parts)
