"""The models that ``tilesight dataset check`` asks."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from api.service import PhotoOptions

if TYPE_CHECKING:
    from datasets.curation.examination import Models

__all__ = ["open_models"]


def open_models() -> Models:
    """Verify and open the models.

    Raises:
        vision.errors.ModelError: One is missing, damaged or not what this version expects.
    """
    from datasets.curation.examination import Models  # noqa: PLC0415 - see answering_datasets
    from models import registry  # noqa: PLC0415 - the vision runtime
    from vision.assembly import Weights, open_parts  # noqa: PLC0415 - likewise

    folder = os.environ.get("TILESIGHT_MODEL_DIR")
    options = PhotoOptions(model_dir=Path(folder) if folder else None)
    loaded = registry.load_all(options.model_dir)
    weights = Weights.of(loaded)
    detector, faces = open_parts(weights, threads=options.threads)
    return Models(detector, faces, faces.facts.sure_threshold)
