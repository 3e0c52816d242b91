"""What reads photos for labelling: as for ``read``, with what the finder found told besides.

Opened in every worker, so that what opens it travels there: :func:`open_label_reader` in a ``functools.partial``.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from api.service import PhotoOptions
from models import registry
from vision.assembly import Weights, assemble
from vision.image import ImageLimits
from vision.noting import NotingDetector
from vision.pipeline import ReadOptions
from vision.profile_file import profile_from_text
from vision.prototypes import check_profile
from vision.reading import ModelReference

if TYPE_CHECKING:
    from vision.detector import TileDetections, TileDetector
    from vision.image import UprightImage
    from vision.prototypes import TileSetProfile
    from vision.reading import RackReading

__all__ = ["RackLabelReader", "label_options", "model_references", "open_label_reader"]


class RackLabelReader:
    """A :class:`datasets.labelling.engine.LabelReader` on the models. For one thread."""

    def __init__(
        self,
        weights: Weights,
        models: tuple[ModelReference, ...],
        options: PhotoOptions,
        tile_set: TileSetProfile | None = None,
    ) -> None:
        """Open the models.

        Raises:
            vision.errors.ModelError: One is damaged or not what this version expects.
            vision.errors.ProfileOutdatedError: The tile set's profile was made with another reader.
        """
        check_profile(tile_set, models)
        self.limits = ImageLimits(options.max_bytes, options.max_pixels)
        self._rack_reader = assemble(weights, threads=options.threads, models=models, wrap_detector=self._wrap)
        self._options = ReadOptions(limits=self.limits, tile_set=tile_set)

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


def model_references(options: PhotoOptions, tile_set: bytes | None = None) -> tuple[ModelReference, ...]:
    """Return the models that the manifest names, without opening them, and the tile set as if it were one of them.

    Args:
        options: How photos are read.
        tile_set: The content of a profile file. Labels that were made without it, or with another, are made anew.

    Raises:
        vision.errors.ModelError: The manifest is missing or cannot be understood.
        vision.errors.ProfileError: The profile cannot be used, or was made with another reader.
    """
    models = tuple(entry.reference for entry in registry.read_manifest(options.model_dir))
    if tile_set is None:
        return models
    profile = profile_from_text(tile_set)
    check_profile(profile, models)
    return (*models, ModelReference("tile_set", profile.name, hashlib.sha256(tile_set).hexdigest()))


def open_label_reader(options: PhotoOptions, tile_set: bytes | None = None) -> RackLabelReader:
    """Verify and open the models.

    Args:
        options: How photos are read.
        tile_set: The content of the profile file of the set in the photos, if it is known.

    Raises:
        vision.errors.ModelError: One is missing, damaged or not what this version expects.
        vision.errors.ProfileError: The profile cannot be used.
    """
    loaded = registry.load_all(options.model_dir)
    models = tuple(model.entry.reference for model in loaded.values())
    weights = Weights.of(loaded)
    profile = None if tile_set is None else profile_from_text(tile_set)
    return RackLabelReader(weights, models, options, profile)
