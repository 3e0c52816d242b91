"""Data sets from the disk, whatever their format: recognised by their files, or as one is told."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from datasets.curation.errors import CurationError
from datasets.formats.files import files_below
from datasets.formats.lazy_images import LazyImages
from datasets.formats.options import READ_DEFAULTS
from datasets.formats.registry import FORMAT_NAMES, get_format
from datasets.formats.voc import ANNOTATIONS
from engine.errors import quote

if TYPE_CHECKING:
    from datasets.formats.options import ReadOptions
    from datasets.formats.record import LabelledDataset, LabelledImage

__all__ = ["detect_format", "load_dataset"]

JOB_FILE: Final = "manifest.json"
"""What a label job says about itself, in the folder of all its formats."""

SILENT_FORMATS: Final = frozenset({"cvat", "voc", "yolo"})
"""Formats that do not say of a label whose it is."""

_HEAD_BYTES: Final = 65_536
_YOLO_FILES: Final = ("data.yaml", "classes.txt", "manifest.csv", "obj.names", "labels/classes.txt")


def load_dataset(path: Path, form: str | None = None, options: ReadOptions = READ_DEFAULTS) -> LabelledDataset:
    """Read a data set.

    The folder of a label job can be named as well as the folder of a format in it; the pictures are found where the job
    found them. Where a format does not say whose labels it holds, they are a person's, unless the picture is known as
    labelled by the model.

    Args:
        path: A folder or file of labels.
        form: Its format; found out where None.
        options: How it is read.

    Raises:
        CurationError: There is nothing, or nothing of a known format.
        LabelFileError: A file is not what its format says.
    """
    form = form or detect_format(path)
    folder = path / form if (path / form).is_dir() and _is_job(path) else path
    dataset = get_format(form).read(folder, options)
    if form in SILENT_FORMATS:
        dataset = replace(dataset, images=_models_labels(dataset))
    root = _root_of_job(folder) if options.root is None else None
    if root is None or any((dataset.root / image.path).is_file() for image in dataset.images[:1]):
        return dataset
    return replace(dataset, root=root)


def _models_labels(dataset: LabelledDataset) -> LazyImages:
    images = dataset.images
    return LazyImages(dataset.paths, lambda at: _with_models_labels(images[at]))


def _with_models_labels(image: LabelledImage) -> LabelledImage:
    """Return a picture whose file of labels is the model's with the tiles being the model's too."""
    if not (image.provenance or "").startswith("model"):
        return image
    return replace(image, tiles=tuple(replace(tile, source="model") for tile in image.tiles))


def _is_job(folder: Path) -> bool:
    return _root_in(folder / JOB_FILE) is not None


def _root_of_job(path: Path) -> Path | None:
    """Return where the pictures of a label job lie, None where the labels are not in a label job's folder."""
    for folder in (path, *path.parents[:3]):
        if (root := _root_in(folder / JOB_FILE)) is not None:
            return root
    return None


def _root_in(file: Path) -> Path | None:
    """Return the root that a label job's manifest names; its first line has all but the pictures."""
    try:
        with file.open(encoding="utf-8") as lines:
            about = json.loads(lines.readline(_HEAD_BYTES).rstrip() + "]}")
        return Path(about["root"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def detect_format(path: Path) -> str:
    """Return the name of the format that a folder or file is in.

    Raises:
        CurationError: There is nothing there, nothing known, or more than one format.
    """
    if not path.exists():
        message = f"there is no data set {quote(str(path))}; check its name and folder"
        raise CurationError(message)
    found = _formats_of_folder(path) if path.is_dir() else _formats_of_file(path)
    if path.is_dir() and _is_job(path):
        there = [name for name in FORMAT_NAMES if (path / name).is_dir()]
        # The only format that loses nothing, where it was asked for.
        found = {"jsonl"} if "jsonl" in there else set(there)
    if len(found) == 1:
        return found.pop()
    if found:
        message = f"{path} could be {' or '.join(sorted(found))}; say which with --from"
    else:
        message = (
            f"{path} is in no known label format; if it is one of {', '.join(FORMAT_NAMES)}, say which with --from"
        )
    raise CurationError(message)


def _formats_of_file(path: Path) -> set[str]:
    suffix = path.suffix.lower()
    if suffix in {".jsonl", ".ndjson"}:
        return {"jsonl"}
    if suffix == ".zip":
        return {"cvat"}
    if suffix == ".xml":
        return {"voc"}
    if suffix in {".yaml", ".yml", ".names"} or path.name == "classes.txt":
        return {"yolo"}
    return _formats_of_json(path) if suffix == ".json" else set()


def _formats_of_folder(folder: Path) -> set[str]:
    found = set()
    if (folder / "labels.jsonl").is_file():
        found.add("jsonl")
    if (_some(folder, "*.xml") or any(files_below(folder / ANNOTATIONS, ".xml"))) and not (
        folder / "labeling_config.xml"
    ).is_file():
        found.add("voc")
    for file in [*folder.glob("*.json"), *folder.glob("annotations/*.json")]:
        found |= _formats_of_json(file)
    if _some(folder, "*.zip"):
        found.add("cvat")
    elif any((folder / name).is_file() for name in _YOLO_FILES):
        found.add("yolo")
    return found


def _some(folder: Path, pattern: str) -> bool:
    return next(iter(folder.glob(pattern)), None) is not None


def _formats_of_json(file: Path) -> set[str]:
    """Return what a JSON file is: COCO is an object, Label Studio's tasks are a list."""
    try:
        with file.open(encoding="utf-8-sig") as text:
            head = text.read(_HEAD_BYTES)
    except (OSError, UnicodeDecodeError):
        return set()
    if head.lstrip().startswith("["):
        return {"label-studio"}
    return {"coco"} if '"images"' in head or '"annotations"' in head else set()
