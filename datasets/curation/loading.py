"""Data sets from the disk, whatever their format: recognised by their files, or as one is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from datasets.curation.errors import CurationError
from datasets.formats.options import READ_DEFAULTS
from datasets.formats.registry import FORMAT_NAMES, get_format
from engine.errors import quote

if TYPE_CHECKING:
    from pathlib import Path

    from datasets.formats.options import ReadOptions
    from datasets.formats.record import LabelledDataset

__all__ = ["detect_format", "load_dataset"]

_HEAD_BYTES: Final = 65_536
_YOLO_FILES: Final = ("data.yaml", "classes.txt", "manifest.csv", "obj.names", "labels/classes.txt")


def load_dataset(path: Path, form: str | None = None, options: ReadOptions = READ_DEFAULTS) -> LabelledDataset:
    """Read a data set.

    Args:
        path: A folder or file of labels.
        form: Its format; found out where None.
        options: How it is read.

    Raises:
        CurationError: There is nothing, or nothing of a known format.
        LabelFileError: A file is not what its format says.
    """
    return get_format(form or detect_format(path)).read(path, options)


def detect_format(path: Path) -> str:
    """Return the name of the format that a folder or file is in.

    Raises:
        CurationError: There is nothing there, nothing known, or more than one format.
    """
    if not path.exists():
        message = f"there is no data set {quote(str(path))}; check its name and folder"
        raise CurationError(message)
    found = _formats_of_folder(path) if path.is_dir() else _formats_of_file(path)
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
    if (
        any(_some(folder, pattern) for pattern in ("*.xml", "Annotations/*.xml", "Annotations/*/*.xml"))
        and not (folder / "labeling_config.xml").is_file()
    ):
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
