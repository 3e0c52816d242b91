"""Pictures that a reader finds, made a data set: each path once, and the folder below which the pictures lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from datasets.formats.lazy_images import ImageSpool, LazyImages
from datasets.formats.record import LabelledDataset

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from datasets.formats.files import Place
    from datasets.formats.record import LabelledImage

__all__ = ["gather", "gather_placed"]


def gather(images: Iterable[LabelledImage], place: Place, folder: Path) -> LabelledDataset:
    """Return pictures as a data set, the first of those that have one path; they are taken one by one, and not held.

    Args:
        images: The pictures.
        place: What is read, and how.
        folder: The folder below which they lie, unless the options say another.

    Raises:
        LabelFileError: A picture is there twice, and nobody else is told.
    """
    files, spool = _spool(((image, image.path) for image in images), place)
    return LabelledDataset(place.options.root or folder, LazyImages(tuple(files), spool.get), place.options.classes)


def gather_placed(
    images: Iterable[tuple[LabelledImage, str]], place: Place, folder: Path, pictures: str
) -> LabelledDataset:
    """Return pictures as a data set that may have been put beside their labels; see :func:`gather`.

    They keep their paths where they lie below the data set's folder or its folder of pictures under them.

    Args:
        images: The pictures, each with the path below the data set's folder under which its format puts it.
        place: What is read, and how.
        folder: The data set's folder.
        pictures: The name of its folder of pictures.
    """
    files, spool = _spool(images, place)
    root, paths = (place.options.root, tuple(files)) if place.options.root else _located(files, folder, pictures)
    return LabelledDataset(root, LazyImages(paths, spool.get), place.options.classes)


def _spool(images: Iterable[tuple[LabelledImage, str]], place: Place) -> tuple[dict[str, str], ImageSpool]:
    """Keep pictures; return for each path the file that came with it."""
    files: dict[str, str] = {}
    spool = ImageSpool()
    for image, file in images:
        if image.path in files:
            place.report(f"the picture {image.path} is there twice; the first one counts")
            continue
        files[image.path] = file
        spool.add(image)
    return files, spool


def _located(files: Mapping[str, str], folder: Path, pictures: str) -> tuple[Path, tuple[str, ...]]:
    """Return the folder below which most pictures lie, and their paths there."""
    below = tuple(file.removeprefix(f"{pictures}/") for file in files.values())
    places = ((folder, tuple(files)), (folder / pictures, tuple(files)), (folder / pictures, below))
    # The first of those that are equal: where none is there they are said to be missing under their own paths.
    return max(places, key=lambda place: sum((place[0] / path).is_file() for path in place[1]))
