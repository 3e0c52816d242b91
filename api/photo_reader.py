"""The models, opened and put together to read photos. Imports the vision runtime: 0.4 s."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from models import registry
from vision.assembly import Weights, open_parts
from vision.image import ImageLimits, UprightImage, decode
from vision.pipeline import RackReader, ReadOptions
from vision.profile_making import ProfileMaker
from vision.prototypes import check_profile
from vision.repair import limits_for

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from api.service import PhotoOptions, PhotoReader
    from vision.prototypes import TileSetProfile
    from vision.reading import ModelReference, RackReading

__all__ = ["RackPhotoReader", "draw_test_picture", "open_photo_reader", "read_with_overlay"]


class RackPhotoReader:
    """Reads photos with a rack reader, under the limits that were chosen at the start."""

    def __init__(
        self,
        rack_reader: RackReader,
        models: Sequence[ModelReference],
        limits: ImageLimits,
        *,
        profile_maker: ProfileMaker | None = None,
        tile_set: TileSetProfile | None = None,
    ) -> None:
        """Take the parts."""
        self._rack_reader = rack_reader
        self._tile_set = tile_set
        self.limits = limits
        self.models = tuple(models)
        self.profile_maker = profile_maker

    def read(self, source: bytes | Path | UprightImage, *, rules: str | None = None) -> RackReading:
        """Return what a photo shows; see :class:`api.service.PhotoReader`."""
        options = ReadOptions(limits=self.limits, counts=limits_for(rules), tile_set=self._tile_set)
        return self._rack_reader.read(source, options)

    def for_set(self, tile_set: TileSetProfile) -> RackPhotoReader:
        """Return the same reader, adapted to a tile set; see :class:`api.service.PhotoReader`."""
        check_profile(tile_set, self.models)
        return RackPhotoReader(
            self._rack_reader, self.models, self.limits, profile_maker=self.profile_maker, tile_set=tile_set
        )


def open_photo_reader(options: PhotoOptions) -> RackPhotoReader:
    """Verify and open the models.

    Raises:
        vision.errors.ModelError: One is missing, damaged or not what this version expects.
    """
    loaded = registry.load_all(options.model_dir)
    models = tuple(model.entry.reference for model in loaded.values())
    weights = Weights.of(loaded)
    detector, faces = open_parts(weights, threads=options.threads)
    rack_reader = RackReader(detector, faces, models=models, sure_threshold=faces.facts.sure_threshold)
    limits = ImageLimits(options.max_bytes, options.max_pixels)
    maker = ProfileMaker(faces, faces.facts, loaded["reader"].entry.sha256)
    return RackPhotoReader(rack_reader, models, limits, profile_maker=maker)


def read_with_overlay(reader: PhotoReader, photo: Path, overlay: Path) -> tuple[RackReading, OSError | None]:
    """Return what a photo shows, and write the photo with the reading drawn on it.

    Returns:
        The reading, and why the picture could not be written, None when it was.

    Raises:
        vision.errors.ImageError: It is no usable photo.
        OSError: The photo cannot be read.
    """
    from vision.overlay import LONG_SIDE_PX, draw_overlay  # noqa: PLC0415 - fonts and drawing, for overlays only

    started = time.perf_counter()
    image = decode(photo, reader.limits)
    decode_ms = (time.perf_counter() - started) * 1000
    reading = reader.read(image)
    reading = replace(reading, timing_ms={**reading.timing_ms, "decode": decode_ms})
    image_bgr, _ = image.bgr(LONG_SIDE_PX[1] / max(image.size_wh))
    drawn_bgr = draw_overlay(image_bgr, reading)
    encoded = cv2.imencode(overlay.suffix, drawn_bgr)[1]
    try:
        overlay.write_bytes(encoded.tobytes())
    except OSError as error:
        return reading, error
    return reading, None


def draw_test_picture(tiles: int = 7) -> bytes:
    """Return a PNG of a row of up to 7 blank tiles on a green cloth: enough to run every stage of reading."""
    image_bgr = np.full((480, 640, 3), (70, 110, 40), np.uint8)
    for n in range(tiles):
        left, top = 60 + 75 * n, 180
        cv2.rectangle(image_bgr, (left, top), (left + 66, top + 90), (225, 235, 240), cv2.FILLED)
        cv2.rectangle(image_bgr, (left, top), (left + 66, top + 90), (150, 160, 165), 2)
    return cv2.imencode(".png", image_bgr)[1].tobytes()
