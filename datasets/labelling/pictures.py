"""Pictures made from labels on demand: faces cut out, and photos with their labels drawn into them.

Made from the store, not while photos are read: so they show what a person corrected, and asking for them later reads
nothing anew. A picture that shows the labels as they are now is not made again.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.formats.files import write_bytes, write_json
from datasets.formats.jsonl import image_from_json, image_to_line
from datasets.labelling.processes import work_in_processes
from engine.tile import CODES, UNREADABLE_CODE
from vision.errors import ImageError
from vision.image import ImageLimits, decode
from vision.overlay import LONG_SIDE_PX, draw_overlay
from vision.reading import Alternative, RackReading, ReadTile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from datasets.formats.record import LabelledImage, LabelledTile
    from datasets.labelling.layout import Layout
    from datasets.labelling.progress import JobProgress
    from datasets.labelling.store import Store

__all__ = ["PictureOptions", "cut_face", "make_pictures"]

_NO_LIMITS: Final = ImageLimits(max_bytes=1 << 40, max_pixels=1 << 40)
"""The photos have been read before."""

_JPEG_SUFFIXES: Final = frozenset({".jpg", ".jpeg"})
_CROP_QUALITY: Final = 95
_OVERLAY_QUALITY: Final = 85

_UNREADABLE_FOLDER: Final = "unreadable"
"""A folder cannot be called ``??`` everywhere."""


@dataclass(frozen=True, slots=True)
class PictureOptions:
    """Which pictures are made."""

    crops: bool
    overlays: bool


@dataclass(frozen=True, slots=True)
class _Task:
    line: str
    file: str
    crops: Path | None
    overlay: Path | None


def make_pictures(
    store: Store, layout: Layout, options: PictureOptions, workers: int, progress: JobProgress
) -> list[str]:
    """Make the pictures that are wanted and not there yet; return what could not be made and why.

    Raises:
        OSError: The disk is full, say.
        WorkerError: Workers cannot be kept alive.
    """
    state = layout.state / "pictures.json"
    made: dict[str, str] = json.loads(state.read_text(encoding="utf-8")) if state.is_file() else {}
    tasks = list(_tasks(store, layout, options, made))
    problems = []
    try:
        with closing(work_in_processes(_open_maker, tasks, workers)) as work, progress:
            progress.begin("pictures", len(tasks))
            for done in work:
                path, digest = _name_of(done.task.line), _digest(done.task.line, options)
                if done.result:
                    problems.append(f"{path}: {done.result}")
                else:
                    made[path] = digest
                progress.advance()
    finally:
        write_json(state, dict(sorted(made.items())))
    return sorted(problems)


def _tasks(store: Store, layout: Layout, options: PictureOptions, made: dict[str, str]) -> Iterator[_Task]:
    """Yield what is to be made; crops of labels that are no more go first."""
    for path in sorted(store.entries):
        labels = store.read(path)
        file = layout.root / path
        if labels is None or not file.is_file():
            continue
        line = image_to_line(labels.image)
        if made.get(path) == _digest(line, options):
            continue
        if options.crops and path in made:
            for code in (*CODES, _UNREADABLE_FOLDER):
                for old in (layout.crops / code / path).parent.glob(f"{_escaped(Path(path).name)}.*.jpg"):
                    old.unlink()
        overlay = path if Path(path).suffix.lower() in _JPEG_SUFFIXES else f"{path}.jpg"
        yield _Task(
            line,
            str(file),
            layout.crops if options.crops else None,
            layout.overlays / overlay if options.overlays else None,
        )


def _escaped(name: str) -> str:
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)


def _name_of(line: str) -> str:
    return str(json.loads(line)["path"])


def _digest(line: str, options: PictureOptions) -> str:
    return hashlib.sha256(f"{options} {line}".encode()).hexdigest()[:16]


def _open_maker() -> Callable[[_Task], str]:
    return _make


def _make(task: _Task) -> str:
    """Make the pictures of a photo; return why they could not be made, empty when they were."""
    image = image_from_json(json.loads(task.line))
    try:
        photo = decode(Path(task.file).read_bytes(), _NO_LIMITS)
        if task.crops is not None:
            whole_bgr, scale = photo.bgr()
            for n, tile in enumerate(image.tiles):
                folder = task.crops / (_UNREADABLE_FOLDER if tile.code == UNREADABLE_CODE else tile.code)
                _write_jpeg(folder / f"{image.path}.{n:02}.jpg", cut_face(whole_bgr, tile, scale), _CROP_QUALITY)
        if task.overlay is not None:
            shown_bgr, _ = photo.bgr(LONG_SIDE_PX[0] / max(photo.size_wh))
            _write_jpeg(task.overlay, draw_overlay(shown_bgr, _reading_of(image)), _OVERLAY_QUALITY)
    except ImageError as error:
        return error.message
    except FileNotFoundError as error:
        return f"the photo is not there any more ({error.strerror})"
    return ""


def _write_jpeg(path: Path, image_bgr: NDArray[np.uint8], quality: int) -> None:
    write_bytes(path, cv2.imencode(".jpg", image_bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes())


def cut_face(image_bgr: NDArray[np.uint8], tile: LabelledTile, scale: float = 1.0) -> NDArray[np.uint8]:
    """Return a tile's face as finely as the photo shows it, upright where its turn is known.

    Args:
        image_bgr: (H, W, 3) upright photo.
        tile: The tile; without corners its box is cut out.
        scale: Pixels of ``image_bgr`` for each pixel of the tile's box.

    Returns:
        (H', W', 3) BGR picture.
    """
    x1, y1, x2, y2 = tile.box_xyxy
    quad = np.array(tile.quad or ((x1, y1), (x2, y1), (x2, y2), (x1, y2)), np.float32) * np.float32(scale)
    # Clockwise from the photo's top left; the face's own top left comes so many corners later as it is turned.
    quad = np.roll(quad, -(tile.rotation or 0) // 90, axis=0)
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    width, height = (max(1, round(float(sides[n] + sides[n + 2]) / 2)) for n in (0, 1))
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(quad, target)
    face = cv2.warpPerspective(image_bgr, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(face, np.uint8)


def _reading_of(image: LabelledImage) -> RackReading:
    """Return a record as a reading, which is what is drawn."""
    tiles = tuple(
        ReadTile(
            code=tile.code,
            confidence=1.0 if tile.confidence is None else tile.confidence,
            box=tile.box_xyxy,
            quad=tile.quad,
            rotation=tile.rotation,
            alternatives=tuple(Alternative(code, confidence) for code, confidence in tile.alternatives),
            row=tile.row or 0,
            index=n,
            group=-1 if tile.group is None else tile.group,
            sure=tile.sure is not False,
        )
        for n, tile in enumerate(image.tiles)
    )
    return RackReading(image.size_wh, (), tiles, image.groups, image.hand or "", image.warnings, {})
