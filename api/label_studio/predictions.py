"""Readings as predictions, the same that ``tilesight label --format label-studio`` writes."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from api.label_studio.labelling import Labelling
    from api.service import Document
    from vision.reading import ModelReference, RackReading

__all__ = ["model_version", "prediction_of_reading"]


def model_version(models: Sequence[ModelReference]) -> str:
    """Return the name under which predictions are kept: other models have another name, and predict anew.

    >>> from vision.reading import ModelReference
    >>> model_version([ModelReference("finder", "", "ab" * 32), ModelReference("reader", "", "cd" * 32)])
    'model finder abababababab, reader cdcdcdcdcdcd'
    """
    from datasets.labelling.work import provenance_of  # noqa: PLC0415 - only where Label Studio asks

    return provenance_of(models)


def prediction_of_reading(reading: RackReading, labelling: Labelling, address: str) -> Document:
    """Return a reading as a prediction.

    A tile for which the project has no label has no rectangle. Its photo's score is 0, and so is that of a photo
    without tiles: sorted by score, photos that need a look come first.

    Args:
        reading: What the photo shows.
        labelling: Where boxes of tiles go.
        address: The photo's address.
    """
    from datasets.formats.class_map import ClassMap  # noqa: PLC0415 - see model_version
    from datasets.formats.label_studio import prediction_of  # noqa: PLC0415
    from datasets.formats.options import WRITE_DEFAULTS  # noqa: PLC0415
    from datasets.formats.record import LabelledImage  # noqa: PLC0415
    from datasets.formats.selection import select_tiles  # noqa: PLC0415
    from datasets.labelling.work import labelled_tile, provenance_of  # noqa: PLC0415

    image = LabelledImage(
        # Regions are named after it; an address itself is no path.
        hashlib.sha256(address.encode("utf-8", "surrogatepass")).hexdigest(),
        *reading.size_wh,
        tiles=tuple(labelled_tile(tile) for tile in reading.tiles),
        provenance=provenance_of(reading.models),
    )
    classes = ClassMap(tuple(labelling.labels.items()))
    kept = select_tiles(image, classes, WRITE_DEFAULTS)
    prediction = prediction_of(kept, classes, labelling.from_name, labelling.to_name)
    return prediction if len(kept.tiles) == len(image.tiles) else {**prediction, "score": 0.0}
