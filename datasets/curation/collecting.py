"""Labels that people confirmed or corrected become training data: ``tilesight dataset collect``.

What is written is a folder of labelled photos (see :mod:`datasets.photos`), which training takes with ``--more``. Only
what a person said is labelled in it. A tile that only the model labelled, or that nobody could read, is listed in
``ignored/``: training neither asks for it nor counts it as background. Pictures without any tile of a person are left
out.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from datasets.curation.collection import Entry, write_collection
from datasets.curation.errors import CurationError
from datasets.curation.pictures import open_picture
from datasets.formats.boxes import clip_box
from engine.tile import UNREADABLE_CODE
from vision.errors import ImageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from datasets.formats.record import BoxXyxy, LabelledDataset, LabelledImage, LabelledTile
    from vision.image import UprightImage

__all__ = ["CollectOptions", "Collected", "Source", "collect"]

LONG_SIDE_PX: Final = 1280
FACE_SIDE_PX: Final = 96
"""Pictures are made smaller where that leaves their long side, and their smallest confirmed tile, at least so large: as
fine as the finder looks, and half as fine again as the reader. Training would only spend its memory on more."""

JPEG_QUALITY: Final = 95


@dataclass(frozen=True, slots=True)
class Source:
    """A data set to collect from.

    Attributes:
        name: What it is called in the record of the collection.
        dataset: Its labels.
    """

    name: str
    dataset: LabelledDataset


@dataclass(frozen=True, slots=True)
class CollectOptions:
    """How to collect.

    Attributes:
        complete: Whether every tile of a confirmed picture is labelled: what carries no label is background then.
            Otherwise training ignores it.
        confirmed: Whether a person confirmed every label, whatever the data sets say.
        group: The group of pictures that tell none.
    """

    complete: bool = False
    confirmed: bool = False
    group: str = "collected"


@dataclass(frozen=True, slots=True)
class Collected:
    """What was collected.

    Attributes:
        pictures: Pictures with confirmed tiles.
        tiles: Confirmed tiles, which are labelled.
        ignored: Tiles of these pictures that nobody confirmed.
        unconfirmed: Pictures left out because no person labelled them.
        replaced: Pictures left out because a later data set has the same file.
        faults: Pictures left out because they cannot be read, each with the reason.
        sources: Pictures and confirmed tiles by data set.
    """

    pictures: int
    tiles: int
    ignored: int
    unconfirmed: int
    replaced: int
    faults: tuple[str, ...]
    sources: dict[str, tuple[int, int]]

    def document(self) -> dict[str, Any]:
        """Return this as a JSON object."""
        return {
            "pictures": self.pictures,
            "tiles": {"human": self.tiles, "ignored": self.ignored},
            "left_out": {"unconfirmed": self.unconfirmed, "replaced": self.replaced, "unreadable": list(self.faults)},
            "sources": [
                {"source": name, "pictures": pictures, "tiles": tiles}
                for name, (pictures, tiles) in self.sources.items()
            ],
        }


def collect(
    sources: Sequence[Source],
    out: Path,
    options: CollectOptions,
    on_progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> Collected:
    """Write what people confirmed as a folder of labelled photos.

    Where two data sets have the same picture file the later one's labels count. A collection that was written to the
    folder before is replaced; anything else there is not touched.

    Args:
        sources: The data sets.
        out: Folder to write.
        options: How.
        on_progress: Told how many pictures are done, of how many.

    Raises:
        CurationError: Nothing is confirmed, or the folder holds something else.
        OSError: A file cannot be written.
    """
    pictures = [(source, image) for source in sources for image in source.dataset.images]
    chosen = [(source, _as_confirmed(image, options)) for source, image in pictures]
    chosen = [(source, image) for source, image in chosen if any(tile.source == "human" for tile in image.tiles)]
    unconfirmed = len(pictures) - len(chosen)
    if not chosen:
        message = (
            f"none of {len(pictures)} pictures has a tile that a person labelled; correct some, or say with "
            "--confirmed that every label was looked at"
        )
        raise CurationError(message)
    entries: dict[str, Entry] = {}
    faults: list[str] = []
    with write_collection(out) as writer:
        for done, (source, image) in enumerate(chosen, start=1):
            try:
                picture = open_picture(source.dataset.root / image.path)
            except (ImageError, OSError) as error:
                faults.append(f"{image.path}: {error.message if isinstance(error, ImageError) else error.strerror}")
            else:
                entry = _entry(source, image, picture.image, picture.sha256, options)
                if (earlier := entries.get(picture.sha256)) is not None:
                    entry = replace(entry, image=replace(entry.image, path=earlier.image.path))
                writer.add_picture(entry.image.path, _jpeg(picture.image, entry.image.size_wh))
                entries[picture.sha256] = entry
            on_progress(done, len(chosen))
        if not entries:
            message = f"none of the {len(chosen)} confirmed pictures can be read; the first: {faults[0]}"
            raise CurationError(message)
        collected = _count(entries, unconfirmed, len(chosen), faults)
        writer.finish(list(entries.values()), {"complete": options.complete, **collected.document()})
    return collected


def _as_confirmed(image: LabelledImage, options: CollectOptions) -> LabelledImage:
    if not options.confirmed:
        return image
    return replace(image, tiles=tuple(replace(tile, source="human") for tile in image.tiles))


def _entry(source: Source, image: LabelledImage, picture: UprightImage, sha256: str, options: CollectOptions) -> Entry:
    """Return a picture as training gets it."""
    confirmed = [tile for tile in image.tiles if tile.source == "human" and tile.code != UNREADABLE_CODE]
    ignored = [tile for tile in image.tiles if tile.source != "human" or tile.code == UNREADABLE_CODE]
    scale = _scale(picture, confirmed, image)
    width, height = (max(1, round(side * scale)) for side in picture.size_wh)
    # Labels may be of another size than the file is: a scaled copy that was sent for labelling, say.
    factor = width / image.width, height / image.height
    path = PurePosixPath(image.path)
    return Entry(
        image=replace(
            image,
            path=f"images/{path.stem}-{sha256[:8]}.jpg",
            width=width,
            height=height,
            orientation=1,
            tiles=tuple(replace(tile, box_xyxy=_scaled(tile, factor), quad=None, group=None) for tile in confirmed),
            groups=(),
            warnings=(),
            group=image.group or options.group,
            provenance=_provenance(image),
            source_photo=image.source_photo or f"{path.stem}-{sha256[:8]}",
        ),
        ignored=tuple(box for tile in ignored if (box := clip_box(_scaled(tile, factor), (width, height))) is not None),
        complete=options.complete,
        source=source.name,
        original=image.path,
        original_sha256=sha256,
        tiles_model=sum(tile.source == "model" for tile in image.tiles),
    )


def _provenance(image: LabelledImage) -> str:
    """Return where the labels come from: whatever read them first, a person has the last word now."""
    said = image.provenance or "a person"
    return f"confirmed, first by {said}" if said.startswith("model") else said


def _scale(picture: UprightImage, confirmed: Sequence[LabelledTile], image: LabelledImage) -> float:
    """Return how much smaller a picture is made."""
    sides = [min(tile.box_xyxy[2] - tile.box_xyxy[0], tile.box_xyxy[3] - tile.box_xyxy[1]) for tile in confirmed]
    smallest_px = min(sides, default=float(FACE_SIDE_PX)) * picture.size_wh[0] / image.width
    return min(1.0, max(LONG_SIDE_PX / max(picture.size_wh), FACE_SIDE_PX / max(smallest_px, 1.0)))


def _scaled(tile: LabelledTile, factor: tuple[float, float]) -> BoxXyxy:
    left, top, right, bottom = tile.box_xyxy
    return left * factor[0], top * factor[1], right * factor[0], bottom * factor[1]


def _jpeg(picture: UprightImage, size_wh: tuple[int, int]) -> bytes:
    image_bgr, _ = picture.bgr(size_wh[0] / picture.size_wh[0])
    if image_bgr.shape[1::-1] != size_wh:
        image_bgr = np.asarray(cv2.resize(image_bgr, size_wh, interpolation=cv2.INTER_AREA), np.uint8)
    return _encoded(image_bgr)


def _encoded(image_bgr: NDArray[np.uint8]) -> bytes:
    return cv2.imencode(".jpg", image_bgr, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()


def _count(entries: dict[str, Entry], unconfirmed: int, chosen: int, faults: Sequence[str]) -> Collected:
    pictures, tiles = Counter[str](), Counter[str]()
    for entry in entries.values():
        pictures[entry.source] += 1
        tiles[entry.source] += len(entry.image.tiles)
    return Collected(
        pictures=len(entries),
        tiles=tiles.total(),
        ignored=sum(len(entry.ignored) for entry in entries.values()),
        unconfirmed=unconfirmed,
        replaced=chosen - len(faults) - len(entries),
        faults=tuple(faults),
        sources={name: (pictures[name], tiles[name]) for name in pictures},
    )
