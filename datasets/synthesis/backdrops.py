"""Real pictures without tiles, as rooms, floors, table tops and as photos that show no tiles at all."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.photos import load_photos
from datasets.splits import training_photos

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from numpy.typing import NDArray

    from datasets.photos import LabelledPhoto

__all__ = ["WALLPAPERS", "Backdrops", "Part"]

SUFFIXES: Final = frozenset({".jpg", ".jpeg", ".png", ".webp"})
MAX_SIDE_PX: Final = 1200
"""Larger pictures are reduced when they are read."""

WALLPAPERS: Final = (Path("/usr/share/backgrounds"), Path("/usr/share/wallpapers"))
"""Where Debian's packages of wallpapers (mate-backgrounds, ukui-wallpapers, gnome-backgrounds) put them."""

LEAST_SIDE_PX: Final = 150
"""Narrower parts of photos show too little to be used."""

AWAY: Final = 0.8
"""Distance that parts keep from every labelled tile, in median sides of a box."""

BLACK_SHARE: Final = 0.02
"""Parts with more pure black come from photos that were turned and filled up."""

CUT_OUT_SHARE: Final = 0.7
"""How often a part of a photo is taken where there are wallpapers as well."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a picture: x1, y1, x2, y2 in pixels, or the whole picture."""

    path: Path
    box: tuple[int, int, int, int] | None = None


@dataclass(frozen=True, slots=True)
class Backdrops:
    """Pictures, each read when it is needed.

    Attributes:
        wholes: Pictures of folders.
        cut_outs: Parts of photos away from every tile.
    """

    wholes: tuple[Part, ...] = ()
    cut_outs: tuple[Part, ...] = ()

    @classmethod
    def find(cls, folder: Path) -> Backdrops:
        """Return all pictures in a folder and below.

        Raises:
            FileNotFoundError: There are none.
        """
        wholes = tuple(_pictures(folder))
        if not wholes:
            message = f"{str(folder)!r} holds no pictures (.jpg, .png, .webp) to use as backgrounds"
            raise FileNotFoundError(message)
        return cls(wholes)

    @classmethod
    def of_machine(cls, shared: Path | None = None, without: Collection[str] = ()) -> Backdrops | None:
        """Return the machine's wallpapers and parts of the shared training photos, or None where there is neither.

        Args:
            shared: Folder that has ``data/photos``; test photos and rooms are never looked at.
            without: Groups of photos to leave out besides, those that a model is to be measured on as unseen.

        Raises:
            datasets.photos.DatasetError: The photo folder is damaged.
            datasets.splits.SplitError: There is no such group.
        """
        wholes = tuple(part for folder in WALLPAPERS if folder.is_dir() for part in _pictures(folder))
        photos = None if shared is None else shared / "data" / "photos"
        cut_outs = tuple(_cut_outs(photos, without)) if photos is not None and photos.is_dir() else ()
        return cls(wholes, cut_outs) if wholes or cut_outs else None

    def joined(self, other: Backdrops | None) -> Backdrops:
        """Return these and other backdrops together."""
        return self if other is None else Backdrops(self.wholes + other.wholes, self.cut_outs + other.cut_outs)

    def summary(self) -> str:
        """Return how many there are, for records."""
        return f"{len(self.wholes)} pictures, {len(self.cut_outs)} cut-outs"

    def sample(self, rng: np.random.Generator, size_wh: tuple[int, int]) -> NDArray[np.uint8]:
        """Return a random part of a random picture, perhaps mirrored, at the given size.

        Raises:
            ValueError: A picture cannot be read.
        """
        for _ in range(6):
            use_cut_outs = bool(self.cut_outs) and (not self.wholes or rng.random() < CUT_OUT_SHARE)
            parts = self.cut_outs if use_cut_outs else self.wholes
            picture = _read(parts[int(rng.integers(len(parts)))])
            if (picture.max(axis=2) < 4).mean() < BLACK_SHARE:
                break
        height, width = picture.shape[:2]
        zoom = float(rng.uniform(0.35, 1.0)) * min(width / size_wh[0], height / size_wh[1])
        part_wh = max(2, int(size_wh[0] * zoom)), max(2, int(size_wh[1] * zoom))
        x, y = int(rng.integers(width - part_wh[0] + 1)), int(rng.integers(height - part_wh[1] + 1))
        part = picture[y : y + part_wh[1], x : x + part_wh[0]]
        if rng.random() < 0.5:
            part = part[:, ::-1]
        return np.ascontiguousarray(cv2.resize(part, size_wh, interpolation=cv2.INTER_LINEAR), np.uint8)


def _pictures(folder: Path) -> list[Part]:
    return [Part(path) for path in sorted(folder.rglob("*")) if path.suffix.lower() in SUFFIXES and path.is_file()]


def _read(part: Part) -> NDArray[np.uint8]:
    if part.box is None:
        return _read_whole(part.path, part.path.stat().st_mtime_ns)
    x1, y1, x2, y2 = part.box
    return _decoded(part.path)[y1:y2, x1:x2]


def _decoded(path: Path) -> NDArray[np.uint8]:
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        message = f"{path} is no readable picture; take it out of the folder of backgrounds"
        raise ValueError(message)
    return np.asarray(picture, np.uint8)


@lru_cache(maxsize=48)
def _read_whole(path: Path, modified_ns: int) -> NDArray[np.uint8]:
    """Return a picture, reduced where it is large; these are few and slow to decode, so they are kept till changed."""
    del modified_ns
    picture = _decoded(path)
    scale = MAX_SIDE_PX / max(picture.shape[:2])
    if scale < 1:
        picture = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    return picture


def _cut_outs(folder: Path, without: Collection[str]) -> Iterator[Part]:
    """Yield the parts of training photos above, below, left and right of all their tiles."""
    for photo in training_photos(load_photos(folder), without):
        # Elsewhere in partially labelled photos lie tiles without a box.
        if photo.copy == 0 and not photo.partially_labelled and len(photo.boxes_xyxy):
            yield from (Part(photo.image_path, box) for box in _bands(photo))


def _bands(photo: LabelledPhoto) -> Iterator[tuple[int, int, int, int]]:
    width, height = photo.size_wh
    sides = photo.boxes_xyxy[:, 2:] - photo.boxes_xyxy[:, :2]
    away = AWAY * float(np.median(sides.max(axis=1)))
    x1, y1 = (int(v) for v in photo.boxes_xyxy[:, :2].min(axis=0) - away)
    x2, y2 = (int(v) for v in photo.boxes_xyxy[:, 2:].max(axis=0) + away)
    for box in ((0, 0, width, y1), (0, y2, width, height), (0, 0, x1, height), (x2, 0, width, height)):
        if min(box[2] - box[0], box[3] - box[1]) >= LEAST_SIDE_PX:
            yield box
