"""The pictures of a data set, opened once each: hash of the file, upright pixels, fingerprint."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from datasets.curation.errors import CurationError
from datasets.curation.faults import Fault
from datasets.curation.likeness import fingerprint
from datasets.formats.pictures import check_is_file
from vision.errors import ImageError
from vision.image import ImageLimits, decode

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from datasets.curation.likeness import Fingerprint
    from datasets.formats.record import LabelledDataset, LabelledImage
    from vision.image import UprightImage

__all__ = ["OpenPicture", "check_picture", "leave_out_missing", "open_picture"]

LIMITS: Final = ImageLimits(max_bytes=200_000_000, max_pixels=200_000_000)
"""One's own pictures may be larger than what strangers send."""


@dataclass(frozen=True, slots=True, eq=False)
class OpenPicture:
    """A picture.

    Attributes:
        image: Its upright pixels.
        sha256: Hash of the file.
        fingerprint: What copies of it have in common.
    """

    image: UprightImage
    sha256: str
    fingerprint: Fingerprint


def open_picture(path: Path) -> OpenPicture:
    """Read a picture.

    Raises:
        ImageError: It is no image, or damaged.
        OSError: It cannot be read.
    """
    check_is_file(path)
    data = path.read_bytes()
    image = decode(data, LIMITS)
    return OpenPicture(image, hashlib.sha256(data).hexdigest(), fingerprint(image.preview_bgr))


def leave_out_missing(dataset: LabelledDataset) -> tuple[LabelledDataset, tuple[str, ...]]:
    """Return a data set without the pictures that are not there, and the paths of these.

    Raises:
        CurationError: None is there: they lie elsewhere.
    """
    missing = tuple(path for path in dataset.paths if not (dataset.root / path).is_file())
    if missing and len(missing) == len(dataset.paths):
        message = (
            f"none of its pictures is there, the first is {dataset.root / missing[0]}; say where they lie with --root"
        )
        raise CurationError(message)
    return dataset.without(frozenset(missing)), missing


def check_picture(root: Path, labels: LabelledImage, dataset: int, faults: list[Fault]) -> OpenPicture | None:
    """Open the picture of labels; None where it is not there or no picture.

    Args:
        root: Folder of the data set.
        labels: The labels.
        dataset: Number of the data set, for the faults.
        faults: What is wrong with the picture is added here.
    """
    path = root / labels.path
    try:
        picture = open_picture(path)
    except FileNotFoundError:
        message = f"there is no picture {path}; restore it, or say where the pictures lie with --root"
        faults.append(Fault("picture_missing", message, labels.path, dataset))
        return None
    except (ImageError, OSError) as error:
        reason = error.message if isinstance(error, ImageError) else error.strerror or str(error)
        faults.append(Fault("picture_unreadable", reason, labels.path, dataset))
        return None
    faults.extend(_differences(picture, labels, dataset))
    return picture


def _differences(picture: OpenPicture, labels: LabelledImage, dataset: int) -> Iterator[Fault]:
    width, height = picture.image.size_wh
    if (width, height) != labels.size_wh:
        message = f"the upright picture is {width} x {height} px, its labels are for {labels.width} x {labels.height}"
        yield Fault("size_differs", message, labels.path, dataset)
    if labels.sha256 is not None and labels.sha256 != picture.sha256:
        message = "the file is not the one that was labelled; look whether the labels still fit"
        yield Fault("picture_changed", message, labels.path, dataset)
