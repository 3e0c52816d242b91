"""CVAT: zip archives to upload as annotations of a task, and those that it exports.

Written::

    cvat_yolo_1.1.zip                       to be imported as 'YOLO 1.1'
    cvat_ultralytics_detection_1.0.zip      to be imported as 'Ultralytics YOLO Detection 1.0'
    manifest.csv                            what the pictures are, see datasets.formats.manifest

The task has to have the pictures, under their paths below the data set's folder, and the class names as its labels.
CVAT turns pictures upright as we do. One of the two archives is enough.
"""

from __future__ import annotations

import zipfile
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from datasets.formats import manifest
from datasets.formats.archive import Archive, open_archive
from datasets.formats.class_list import DATA_YAML, ClassList, data_yaml, parse_class_list
from datasets.formats.errors import LabelFileError
from datasets.formats.files import Place, whole_file
from datasets.formats.gathering import gather
from datasets.formats.names import label_stem, names_in
from datasets.formats.options import READ_DEFAULTS, WRITE_DEFAULTS
from datasets.formats.pictures import size_of_picture
from datasets.formats.record import LabelledImage
from datasets.formats.selection import select_tiles
from datasets.formats.yolo_lines import label_lines, parse_label_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from datasets.formats.class_map import ClassMap
    from datasets.formats.options import ReadOptions, WriteOptions
    from datasets.formats.record import LabelledDataset

__all__ = ["WHOLE_FILES", "classes_of", "read", "write"]

YOLO_ZIP: Final = "cvat_yolo_1.1.zip"
ULTRALYTICS_ZIP: Final = "cvat_ultralytics_detection_1.0.zip"

WHOLE_FILES: Final = (ULTRALYTICS_ZIP, YOLO_ZIP)
"""Each holds all labels; of a folder the first that is there is read."""

OBJ_NAMES: Final = "obj.names"

_OBJ_DATA: Final = """\
classes = {count}
train = data/train.txt
names = data/obj.names
backup = backup/
"""

_ONE_DATE: Final = (1980, 1, 1, 0, 0, 0)
"""Every member of an archive is of this time, so that the same labels give the same bytes."""


def classes_of(dataset: LabelledDataset) -> ClassMap:
    """Return the data set's classes."""
    return dataset.classes


def write(dataset: LabelledDataset, out_dir: Path, options: WriteOptions = WRITE_DEFAULTS) -> list[Path]:
    """Write both archives and the manifest.

    Raises:
        FormatError: The format cannot hold a picture's name.
    """
    classes = classes_of(dataset)
    paths = names_in("cvat", dataset.paths, options.pictures).of_all()

    def labels(folder: str) -> Iterator[tuple[str, str]]:
        for image in dataset.images:
            text = label_lines(select_tiles(image, classes, options), classes)
            yield f"{folder}/{label_stem(image.path)}.txt", text

    names = "".join(f"{name}\n" for name in classes.names)
    yolo = [
        ("obj.data", _OBJ_DATA.format(count=len(classes.names))),
        (OBJ_NAMES, names),
        ("train.txt", "".join(f"data/obj_train_data/{path}\n" for path in paths)),
    ]
    ultralytics = [
        (DATA_YAML, data_yaml(classes.names, [("train", "train.txt")], path="./")),
        ("train.txt", "".join(f"images/train/{path}\n" for path in paths)),
    ]
    return [
        _write_zip(out_dir / YOLO_ZIP, chain(yolo, labels("obj_train_data"))),
        _write_zip(out_dir / ULTRALYTICS_ZIP, chain(ultralytics, labels("labels/train"))),
        manifest.write_manifest(dataset, paths, out_dir),
    ]


def _write_zip(path: Path, members: Iterable[tuple[str, str]]) -> Path:
    with whole_file(path) as file, zipfile.ZipFile(file, "w") as archive:
        for name, text in members:
            member = zipfile.ZipInfo(name, _ONE_DATE)
            member.compress_type = zipfile.ZIP_DEFLATED
            member.external_attr = 0o644 << 16
            archive.writestr(member, text.encode())
    return path


def read(path: Path, options: ReadOptions = READ_DEFAULTS) -> LabelledDataset:
    """Read an archive that CVAT exported or that was written here, also unpacked.

    The pictures' sizes come from the manifest beside the archive, the pictures in it, or those under the root.

    Raises:
        LabelFileError: It is none of the two layouts, a picture's size is unknown, or a label is none.
    """
    folder = path if path.is_dir() else path.parent
    zips = [folder / name for name in WHOLE_FILES] if path.is_dir() else []
    listing = folder / manifest.FILE_NAME
    known = dict(manifest.iterate_manifest(listing, options)) if listing.is_file() else {}
    with open_archive(next((file for file in zips if file.is_file()), path)) as archive:
        return gather(_images(archive, known, options.root or folder, options), Place(path, options), folder)


def _images(
    archive: Archive, known: Mapping[str, LabelledImage], root: Path, options: ReadOptions
) -> Iterator[LabelledImage]:
    classes, pictures = _layout(archive)
    for picture in pictures:
        image = known.get(picture.name)
        with Place(archive.path, options).reporting():
            image = image or _measured(picture, archive, root, options)
        if image is None:
            continue
        if picture.label in archive.files:
            place = Place(archive.path / picture.label, options)
            tiles = parse_label_lines(archive.text(picture.label), image, classes, place)
            image = replace(image, tiles=tiles)
        yield image


@dataclass(frozen=True, slots=True)
class _Picture:
    """One picture of an archive: its name for CVAT, and the members of its labels and of itself, if they are there."""

    name: str
    label: str
    member: str


def _layout(archive: Archive) -> tuple[ClassList, list[_Picture]]:
    if DATA_YAML in archive.files:
        classes = parse_class_list(archive.text(DATA_YAML), archive.path / DATA_YAML)
        return classes, [_ultralytics_picture(line) for line in _listed(archive)]
    if OBJ_NAMES in archive.files:
        classes = parse_class_list(archive.text(OBJ_NAMES), archive.path / OBJ_NAMES)
        return classes, [_yolo_picture(line) for line in _listed(archive)]
    message = (
        f"has neither {OBJ_NAMES} nor {DATA_YAML}: "
        "export it from CVAT as 'YOLO 1.1' or 'Ultralytics YOLO Detection 1.0'"
    )
    raise LabelFileError(message, archive.path)


def _listed(archive: Archive) -> Iterable[str]:
    """Return the pictures of the lists ``train.txt``, ``valid.txt`` and so on."""
    lists = [name for name in archive.files if name.endswith(".txt") and "/" not in name]
    if not lists:
        message = "lists no pictures: there is no train.txt"
        raise LabelFileError(message, archive.path)
    lines = (line.strip() for name in lists for line in archive.text(name).splitlines())
    return dict.fromkeys(line.removeprefix("./") for line in lines if line)


def _yolo_picture(line: str) -> _Picture:
    """Return the picture of a line such as ``data/obj_train_data/a/b.jpg``.

    >>> _yolo_picture("data/obj_train_data/a/b.jpg").label
    'obj_train_data/a/b.txt'
    """
    member = line.removeprefix("data/")
    label = PurePosixPath(member).with_suffix(".txt").as_posix()
    return _Picture(member.partition("/")[2] or member, label, member)


def _ultralytics_picture(line: str) -> _Picture:
    """Return the picture of a line such as ``images/train/a/b.jpg``.

    >>> _ultralytics_picture("images/train/a/b.jpg").label
    'labels/train/a/b.txt'
    """
    below = line.removeprefix("images/")
    label = PurePosixPath(below).with_suffix(".txt").as_posix()
    return _Picture(below.partition("/")[2] or below, f"labels/{label}", line)


def _measured(picture: _Picture, archive: Archive, root: Path, options: ReadOptions) -> LabelledImage | None:
    content = archive.content(picture.member) if picture.member in archive.files else None
    path = root / picture.name
    measured = size_of_picture(path, Place(archive.path, options), content)
    if measured is None:
        return None
    (width, height), orientation = measured
    return LabelledImage(picture.name, width, height, orientation=orientation)
