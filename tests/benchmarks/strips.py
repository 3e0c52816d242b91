"""Small photos by the thousand, each another file: strips of cloth, every fourth with two tiles of an example photo.

A strip costs a twentieth of a photo of 640 pixels to read, so that ten thousand are labelled in minutes.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from api.service import load_photo_reader

REPOSITORY = Path(__file__).resolve().parents[2]
EXAMPLE = REPOSITORY / "examples" / "rack.jpg"
STRIP_WH = (480, 48)
BARE_HEIGHT = 24
TILES = 2
WITH_TILES_EVERY = 4


def write_strips(folder: Path, count: int) -> list[Path]:
    """Write so many strips as JPEG into folders of a thousand, and return where they are. Those that are there stay."""
    paths = [folder / f"{n // 1000:03}" / f"{n:06}.jpg" for n in range(count)]
    missing = [(n, path) for n, path in enumerate(paths) if not path.is_file()]
    if not missing:
        return paths
    row_bgr, tile_px = _row_of_example()
    width, height = STRIP_WH
    noise = np.random.default_rng(0).normal(row_bgr[:6].mean(axis=(0, 1)), 3, (height, 3 * width, 3))
    cloth_bgr = np.clip(noise, 0, 255).astype(np.uint8)
    for n, path in missing:
        # No two strips are the same: the cloth is another part, and its first pixels count.
        strip = cloth_bgr[:, n % (2 * width) :][:, :width].copy()
        strip[:8, :8] = n // (2 * width) * 16 % 256
        if n % WITH_TILES_EVERY:
            strip = strip[:BARE_HEIGHT]
        else:
            first = n // WITH_TILES_EVERY % max(1, row_bgr.shape[1] // tile_px - TILES)
            part = row_bgr[:, first * tile_px : (first + TILES) * tile_px]
            left = 16 + n * 7 % (width - part.shape[1] - 16)
            strip[: part.shape[0], left : left + part.shape[1]] = part
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(cv2.imencode(".jpg", strip, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes())
    return paths


def _row_of_example() -> tuple[np.ndarray, int]:
    """Return the longest row of the example as a picture of a strip's height, and the width of a tile in it."""
    reading = load_photo_reader().read(EXAMPLE)
    longest = max(reading.groups, key=lambda group: len(group.tiles))
    boxes = np.array([reading.tiles[n].box for n in longest.tiles])
    left, top, right, bottom = boxes[:, 0].min(), boxes[:, 1].min(), boxes[:, 2].max(), boxes[:, 3].max()
    margin = 0.15 * (bottom - top)
    image_bgr = cv2.imread(str(EXAMPLE))
    row_bgr = image_bgr[int(top - margin) : int(bottom + margin), int(left) : int(right)]
    scale = STRIP_WH[1] / row_bgr.shape[0]
    small = cv2.resize(row_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)[: STRIP_WH[1]]
    return small, round((right - left) / len(boxes) * scale)
