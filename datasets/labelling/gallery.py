"""The review list as a page that works from the disk: photos with their boxes, most doubtful first.

``review.html`` holds the list's outline only; ``review/00001.js`` and so on hold the photos by the two dozen and are
loaded as the page is leafed through, so that ten thousand photos cost no more than twenty-four. Photos are shown from
where they lie, or from their copies in the output folder; those that no browser shows (HEIC) get a JPEG in
``review/pictures``.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

import cv2
import numpy as np

from datasets.formats.files import write_bytes, write_text
from vision.errors import ImageError
from vision.image import ImageLimits, decode

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from datasets.formats.record import LabelledImage, LabelledTile
    from datasets.labelling.layout import Layout
    from datasets.labelling.review import Verdict

__all__ = ["ReviewItem", "write_gallery"]

PER_PART: Final = 24
TEMPLATE: Final = Path(__file__).with_name("gallery.html")
_PLACEHOLDER: Final = "/*REVIEW*/"

_UNSHOWN_SUFFIXES: Final = frozenset({".heic", ".heif"})
_SHOWN_LONG_SIDE_PX: Final = 1600
_JPEG_QUALITY: Final = 85

_TEXT_SHARE: Final = 0.24
"""Height of a tile's code as a share of the tile's shorter side."""

_NO_LIMITS: Final = ImageLimits(max_bytes=1 << 40, max_pixels=1 << 40)
"""The photo has been read before."""


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """A photo on the review list."""

    path: str
    verdict: Verdict


def write_gallery(
    layout: Layout,
    items: Sequence[ReviewItem],
    photos: int,
    image_of: Callable[[str], LabelledImage],
    copies: Mapping[str, Path] | None = None,
) -> None:
    """Write the page and its parts.

    Args:
        layout: Where things lie.
        items: The review list, in order.
        photos: How many photos there are in all.
        image_of: Returns the record of a photo by its path.
        copies: Where copies of photos lie in the output folder: with them the page works wherever that is moved to.

    Raises:
        OSError: The folder cannot be written.
    """
    layout.gallery_parts.mkdir(parents=True, exist_ok=True)
    kept = {layout.gallery_parts / "pictures"}
    for start in range(0, len(items), PER_PART):
        name = f"{start // PER_PART + 1:05}.js"
        part = [
            _photo(layout, item, start + n + 1, image_of(item.path), (copies or {}).get(item.path))
            for n, item in enumerate(items[start : start + PER_PART])
        ]
        text = f"reviewPart({start // PER_PART + 1}, {_json(part)});\n"
        kept.add(write_text(layout.gallery_parts / name, text))
    for path in layout.gallery_parts.iterdir():
        if path not in kept:
            path.unlink()
    counts = Counter(reason.code for item in items for reason in item.verdict.reasons)
    codes = [code for code, _ in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))]
    outline = {
        "photos": photos,
        "per_part": PER_PART,
        "reasons": [[code.replace("_", " "), counts[code]] for code in codes],
        "masks": [sum(1 << codes.index(code) for code in _codes(item)) for item in items],
    }
    page = TEMPLATE.read_text(encoding="utf-8").replace(_PLACEHOLDER, _json(outline))
    write_text(layout.gallery, page)


def _codes(item: ReviewItem) -> set[str]:
    return {reason.code for reason in item.verdict.reasons}


def _json(value: object) -> str:
    # A name may hold what ends a script in a page.
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).replace("</", "<\\/")


def _photo(layout: Layout, item: ReviewItem, rank: int, image: LabelledImage, copy: Path | None) -> dict[str, Any]:
    flagged = {n for reason in item.verdict.reasons for n in reason.tiles}
    sides = [min(x2 - x1, y2 - y1) for x1, y1, x2, y2 in (tile.box_xyxy for tile in image.tiles)]
    smallest = max(image.size_wh) / 70
    return {
        "path": image.path,
        "src": _source(layout, image, copy),
        "w": image.width,
        "h": image.height,
        "rank": rank,
        "chance": item.verdict.chance,
        "text": round(max(smallest, _TEXT_SHARE * float(np.median(sides))) if sides else smallest, 1),
        "reasons": [reason.text for reason in item.verdict.reasons],
        "tiles": [_tile(tile, n in flagged) for n, tile in enumerate(image.tiles)],
    }


def _tile(tile: LabelledTile, is_flagged: bool) -> list[object]:  # noqa: FBT001 - one of two looks
    x1, y1, x2, y2 = tile.box_xyxy
    corners = tile.quad or ((x1, y1), (x2, y1), (x2, y2), (x1, y2))
    points = [round(value) for corner in corners for value in corner]
    others = ", ".join(f"{code} {confidence:.0%}" for code, confidence in tile.alternatives)
    return [tile.code, not is_flagged, tile.confidence, points, others]


def _source(layout: Layout, image: LabelledImage, copy: Path | None) -> str:
    """Return the address of a photo, relative to the page; a JPEG is made of what browsers do not show."""
    photo = copy or layout.root / image.path
    if photo.suffix.lower() in _UNSHOWN_SUFFIXES:
        photo = _shown(layout, image, photo)
    return quote(Path(os.path.relpath(photo, layout.out)).as_posix())


def _shown(layout: Layout, image: LabelledImage, photo: Path) -> Path:
    name = hashlib.sha256(f"{image.path} {image.sha256}".encode()).hexdigest()[:24]
    shown = layout.gallery_parts / "pictures" / f"{name}.jpg"
    if shown.is_file():
        return shown
    try:
        upright_bgr = decode(photo.read_bytes(), _NO_LIMITS).preview_bgr
    except (ImageError, OSError):
        # The page says that the photo has gone.
        return photo
    scale = min(1.0, _SHOWN_LONG_SIDE_PX / max(upright_bgr.shape[:2]))
    small_bgr = cv2.resize(upright_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return write_bytes(shown, cv2.imencode(".jpg", small_bgr, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])[1].tobytes())
