"""What reads photos for labelling: as for ``read``, with what the finder found told besides.

Opened in every worker, so that what opens it travels there: :func:`open_label_reader` in a ``functools.partial``.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from api.service import PhotoOptions
from models import registry
from vision.assembly import assemble
from vision.image import ImageLimits
from vision.noting import NotingDetector
from vision.pipeline import ReadOptions

if TYPE_CHECKING:
    from vision.detector import TileDetections, TileDetector
    from vision.image import UprightImage
    from vision.reading import ModelReference, RackReading

__all__ = ["RackLabelReader", "label_options", "model_references", "open_label_reader"]


class RackLabelReader:
    """A :class:`datasets.labelling.engine.LabelReader` on the models. For one thread."""

    def __init__(self, finder: bytes, reader: bytes, models: tuple[ModelReference, ...], options: PhotoOptions) -> None:
        """Open the models.

        Raises:
            vision.errors.ModelError: One is damaged or not what this version expects.
        """
        self.limits = ImageLimits(options.max_bytes, options.max_pixels)
        self._rack_reader = assemble(finder, reader, threads=options.threads, models=models, wrap_detector=self._wrap)
        self._options = ReadOptions(limits=self.limits)

    def read(self, image: UprightImage) -> tuple[RackReading, TileDetections | None]:
        """Return what a photo shows, and what the finder found in it."""
        reading = self._rack_reader.read(image, self._options)
        return reading, self._noting.found

    def _wrap(self, detector: TileDetector) -> TileDetector:
        self._noting = NotingDetector(detector)
        return self._noting


def label_options() -> PhotoOptions:
    """Return how photos are read for labelling: many at a time, so each by one thread."""
    folder = os.environ.get("TILESIGHT_MODEL_DIR")
    return PhotoOptions(model_dir=Path(folder) if folder else None, threads=1)


def model_references(options: PhotoOptions) -> tuple[ModelReference, ...]:
    """Return the models that the manifest names, without opening them.

    Raises:
        vision.errors.ModelError: The manifest is missing or cannot be understood.
    """
    return tuple(entry.reference for entry in registry.read_manifest(options.model_dir))


def open_label_reader(options: PhotoOptions) -> RackLabelReader:
    """Verify and open the models.

    Raises:
        vision.errors.ModelError: One is missing, damaged or not what this version expects.
    """
    finder = registry.load("finder", options.model_dir)
    reader = registry.load("reader", options.model_dir)
    models = (finder.entry.reference, reader.entry.reference)
    return RackLabelReader(finder.data, reader.data, models, options)
