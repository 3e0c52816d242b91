"""Another program's reading of the same photos, measured by the same code.

The file is JSON Lines, one photo a line, tiles as ``tilesight read --json`` writes them, of which only this counts::

    {"path": "images/a.jpg", "tiles": [{"code": "5p", "box": [x1, y1, x2, y2], "confidence": 0.97, "sure": true}]}

``box`` is in pixels of the upright photo. ``confidence`` (default 1) and ``sure`` (default: confidence at least 0.9)
may be missing. Photos are told apart by their file name. If a line says ``"ordered": true``, or its tiles have an
``index``, its tiles stand in reading order and rows are held to it; else only the tiles of a row count, not their
order. Every measured photo needs its line; one where nothing was found has ``"tiles": []``.

``python -m models.training.peer --yolo LABELS --images IMAGES --classes classes.txt --out FILE.jsonl`` makes such a
file from YOLO's text predictions (``class cx cy w h [confidence]``, relative).

::

    PeerError(ValueError)             a file of predictions cannot be used; the message names file and line
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import cv2

from engine.tile import CODES, UNREADABLE_CODE
from vision.reading import RackReading, ReadTile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from datasets.photos import LabelledPhoto

__all__ = ["PeerError", "convert_yolo", "load_peer", "peer_line", "readings_of"]

SURE_FROM: Final = 0.9
_YOLO_COLUMNS: Final = (5, 6)


class PeerError(ValueError):
    """A file of predictions is not what its format says."""


def load_peer(path: Path) -> dict[str, tuple[RackReading, bool]]:
    """Return the reading of each photo by its file name, and whether its tiles stand in reading order.

    Raises:
        PeerError: The file is missing or a line of it cannot be read.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        message = f"the predictions {path} cannot be read ({error.strerror}); name a JSON Lines file"
        raise PeerError(message) from None
    readings: dict[str, tuple[RackReading, bool]] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            name, reading, ordered = _read_line(line)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            what = f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error)
            message = f'{path}:{number}: {what}; expected {{"path": ..., "tiles": [{{"code", "box", ...}}]}}'
            raise PeerError(message) from None
        if name in readings:
            message = f"{path}:{number}: {name} has a line already; file names tell photos apart"
            raise PeerError(message)
        readings[name] = reading, ordered
    return readings


def readings_of(path: Path, photos: Sequence[LabelledPhoto]) -> list[tuple[RackReading, bool]]:
    """Return a file's readings of these photos, in their order.

    Raises:
        PeerError: The file cannot be read or lacks a photo.
    """
    readings = load_peer(path)
    missing = [photo.image_path.name for photo in photos if photo.image_path.name not in readings]
    if missing:
        message = (
            f"{path} has no line for {len(missing)} of {len(photos)} photos, the first is {missing[0]}; "
            'a photo where nothing was found needs one too, with "tiles": []'
        )
        raise PeerError(message)
    return [readings[photo.image_path.name] for photo in photos]


def peer_line(path: str, tiles: Sequence[tuple[str, Sequence[float], float]]) -> str:
    """Return a photo's line from code, box and confidence of each tile."""
    found = [
        {"code": code, "box": [round(float(x), 1) for x in box], "confidence": round(float(confidence), 4)}
        for code, box, confidence in tiles
    ]
    return json.dumps({"path": path, "tiles": found})


def convert_yolo(labels: Path, images: Path, classes: Sequence[str]) -> list[str]:
    """Return the lines for all pictures of a folder from YOLO's text predictions; no text file means nothing found.

    Raises:
        PeerError: A folder is empty, or a class or line cannot be understood.
    """
    if unknown := [code for code in classes if code not in CODES]:
        message = f"the class {unknown[0]!r} is no tile code; write codes as 5p, 1z or 2f, one a line, in class order"
        raise PeerError(message)
    pictures = sorted(path for path in images.glob("*") if path.suffix.lower() in {".jpg", ".jpeg", ".png"})
    if not pictures:
        message = f"{images} has no .jpg or .png pictures"
        raise PeerError(message)
    lines = []
    for picture in pictures:
        image = cv2.imread(str(picture), cv2.IMREAD_COLOR)
        if image is None:
            message = f"{picture} cannot be read as a picture; remove it or restore it"
            raise PeerError(message)
        path = labels / f"{picture.stem}.txt"
        rows = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
        tiles = [
            _yolo_tile(row, f"{path}:{number}", classes, image.shape[1], image.shape[0])
            for number, row in enumerate(rows, start=1)
            if row.strip()
        ]
        lines.append(peer_line(picture.name, tiles))
    return lines


def _read_line(line: str) -> tuple[str, RackReading, bool]:
    content: dict[str, Any] = json.loads(line)
    tiles = content["tiles"]
    indexed = bool(tiles) and all("index" in tile for tile in tiles)
    if indexed:
        tiles = sorted(tiles, key=lambda tile: tile["index"])
    read = tuple(_tile(tile, at) for at, tile in enumerate(tiles))
    timing = {step: float(spent) for step, spent in content.get("timing_ms", {}).items()}
    reading = RackReading((0, 0), (), read, (), "", (), timing)
    return Path(content["path"]).name, reading, indexed or bool(content.get("ordered", False))


def _tile(tile: dict[str, Any], at: int) -> ReadTile:
    code = tile["code"]
    if code not in CODES and code != UNREADABLE_CODE:
        message = f"{code!r} is no tile code; codes look like 5p, 1z, 0s, 2f, 1j, 0x or ??"
        raise ValueError(message)
    x1, y1, x2, y2 = (float(value) for value in tile["box"])
    confidence = float(tile.get("confidence", 1.0))
    if not (x2 > x1 and y2 > y1 and 0 <= confidence <= 1):
        message = f"box {tile['box']} with confidence {confidence}: a box is x1 < x2, y1 < y2, a confidence 0..1"
        raise ValueError(message)
    sure = bool(tile.get("sure", confidence >= SURE_FROM and code in CODES))
    return ReadTile(code, confidence, (x1, y1, x2, y2), None, None, (), 0, at, 0, sure)


def _yolo_tile(
    row: str, where: str, classes: Sequence[str], width: int, height: int
) -> tuple[str, tuple[float, float, float, float], float]:
    try:
        values = [float(word) for word in row.split()]
        code = classes[int(values[0])]
        x, y, w, h = values[1:5]
    except (ValueError, IndexError):
        values = []
    if len(values) not in _YOLO_COLUMNS:
        message = (
            f"{where}: {row!r} is no prediction; expected 'class cx cy w h [confidence]', class under {len(classes)}"
        )
        raise PeerError(message)
    box = (x - w / 2) * width, (y - h / 2) * height, (x + w / 2) * width, (y + h / 2) * height
    return code, box, values[5] if len(values) == _YOLO_COLUMNS[1] else 1.0


def main() -> int:
    """Convert YOLO's text predictions; return the exit status."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--yolo", type=Path, required=True, metavar="DIR", help="folder of text predictions")
    parser.add_argument("--images", type=Path, required=True, metavar="DIR", help="folder of the pictures")
    parser.add_argument("--classes", type=Path, required=True, metavar="FILE", help="tile codes in class order")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="JSON Lines to write")
    options = parser.parse_args()
    try:
        lines = convert_yolo(options.yolo, options.images, options.classes.read_text(encoding="utf-8").split())
    except (PeerError, OSError) as error:
        sys.stderr.write(f"error: {error}\n")
        return 2
    options.out.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
