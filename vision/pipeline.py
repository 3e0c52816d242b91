"""A photo of a rack, read from end to end: decode, detect, read, repair, lay out.

The steps come from their own modules; what is decided here is how they hang together: which pixels each of them
sees, which tiles count as unreadable or unsure, and what the person is told.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from engine.tile import BACK_CODE, CODES, UNREADABLE_CODE
from vision.belief import DOUBTED_FROM, believed, clearly_found
from vision.cutting import cut_faces
from vision.detector import BACK, FACE, DetectorOptions, TileDetections, TileDetector
from vision.image import ImageLimits, UprightImage, decode
from vision.layout import Arrangement, LayoutOptions, arrange
from vision.prototypes import TileSetProfile, adapt, check_profile
from vision.quads import face_quads, short_sides
from vision.quality import FaceQuality, find_quality_warnings
from vision.reading import Alternative, ModelReference, RackReading, ReadTile, ReadWarning
from vision.remarks import find_content_warnings
from vision.repair import CountLimits, Repair, repair_counts, repair_warnings

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from vision.reader import TileReader
    from vision.reading import Point

__all__ = ["RackReader", "ReadOptions"]

UNREADABLE_BELOW: Final = 0.3
"""A face whose likeliest code has less probability than this is ``??``: a guess that is wrong seven times in ten
helps nobody, and the alternatives are still there."""

SURE_BACK_FROM: Final = 0.6
"""A back found with this confidence is not shown to the reader."""

SURE_BACK_PROBABILITY: Final = 0.98
"""Probability of code ``0x`` for such a back."""

ALTERNATIVES: Final = 3
ALTERNATIVE_ABOVE: Final = 0.01


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What a caller may choose for one photo.

    Attributes:
        limits: Largest file and picture accepted.
        detector: How the detector decides.
        counts: How many tiles of each sort the set has; see :func:`vision.repair.limits_for`.
        layout: How tiles are grouped.
        sure_threshold: Calibrated probability from which on a tile is sure; the reader's own when None.
        unreadable_below: A tile whose likeliest code has less probability is ``??``.
        tile_set: The physical set in the photo, where it is known; see :mod:`vision.prototypes`.
    """

    limits: ImageLimits = field(default_factory=ImageLimits)
    detector: DetectorOptions = field(default_factory=DetectorOptions)
    counts: CountLimits = field(default_factory=CountLimits)
    layout: LayoutOptions = field(default_factory=LayoutOptions)
    sure_threshold: float | None = None
    unreadable_below: float = UNREADABLE_BELOW
    tile_set: TileSetProfile | None = None


@dataclass(frozen=True, slots=True, eq=False)
class _Faces:
    """What is known about each detection before it has its place; parallel arrays of length N."""

    quality: FaceQuality
    code_probabilities: NDArray[np.float32]
    rotation_probabilities: NDArray[np.float32]

    def of(self, chosen: NDArray[np.int64]) -> _Faces:
        """Return some of them, given by their indices."""
        return _Faces(self.quality.of(chosen), self.code_probabilities[chosen], self.rotation_probabilities[chosen])


@dataclass(frozen=True, slots=True, eq=False)
class _Codes:
    """What is decided about each detection: its code, that code's probability, whether it can be relied on."""

    codes: list[str]
    confidence: NDArray[np.float32]
    sure: NDArray[np.bool_]


class RackReader:
    """Reads photos of racks. Stateless after construction and safe to share between threads."""

    def __init__(
        self,
        detector: TileDetector,
        reader: TileReader,
        *,
        models: Sequence[ModelReference] = (),
        sure_threshold: float = 0.9,
    ) -> None:
        """Take the parts.

        Args:
            detector: Finds the tiles.
            reader: Tells what their faces show.
            models: What readings say about the models behind the two.
            sure_threshold: Calibrated probability from which on a tile is sure, as measured for this reader.
        """
        self._detector = detector
        self._reader = reader
        self._models = tuple(models)
        self._sure_threshold = sure_threshold

    def read(self, source: bytes | Path | UprightImage, options: ReadOptions | None = None) -> RackReading:
        """Return everything a photo says.

        A photo without tiles gives a reading without tiles and the warning ``no_tiles``.

        Args:
            source: The photo's bytes, where it lies, or a photo decoded already.
            options: See :class:`ReadOptions`.

        Raises:
            ImageError: The photo cannot be used; see :mod:`vision.errors`.
            ProfileOutdatedError: The tile set's profile was made with another reader.
            NotAdaptableError: This reader cannot be adapted to a tile set.
            OSError: The path cannot be read.
        """
        options = options or ReadOptions()
        check_profile(options.tile_set, self._models)
        clock = _Clock()
        image = source if isinstance(source, UprightImage) else decode(source, options.limits)
        clock.lap("decode")
        looked_for = options.detector
        # What the detector doubts is shown to the reader too.
        candidates = replace(looked_for, min_confidence=min(looked_for.min_confidence, DOUBTED_FROM))
        detections = _to_full_size(self._detector.detect(image.preview_bgr, candidates), image.preview_scale)
        clock.lap("detect")
        faces = self._read_faces(image, detections, options.tile_set)
        there = np.flatnonzero(believed(detections, faces.code_probabilities, looked_for.min_confidence))
        detections, faces = detections.of(there), faces.of(there)
        clock.lap("read")
        readable = faces.code_probabilities.max(axis=1, initial=0) >= options.unreadable_below
        repair = _repair(faces.code_probabilities, readable, options.counts)
        decided = self._decide(detections, faces.code_probabilities, repair.codes, readable, options)
        arrangement = _arrange(detections, faces, decided, image.size_wh, options.layout)
        tiles = _place_tiles(detections, faces, decided, arrangement)
        warnings = (
            *image.notes,
            *find_content_warnings(tiles, arrangement.tile_groups),
            *repair_warnings(repair, arrangement.order),
            *arrangement.warnings,
            *_quality_warnings(detections, faces, arrangement),
        )
        clock.lap("layout")
        return RackReading(
            image.size_wh, self._models, tiles, arrangement.tile_groups, arrangement.hand, warnings, clock.laps_ms
        )

    def _read_faces(self, image: UprightImage, detections: TileDetections, tile_set: TileSetProfile | None) -> _Faces:
        """Read the faces from pixels as fine as the reader can use."""
        quads = face_quads(detections)
        codes = np.full((len(detections), len(CODES)), (1 - SURE_BACK_PROBABILITY) / (len(CODES) - 1), np.float32)
        codes[:, CODES.index(BACK_CODE)] = SURE_BACK_PROBABILITY
        rotations = np.full((len(detections), 4), np.nan, np.float32)
        crops_bgr, turns = cut_faces(image, quads)
        # Measured at once, while the crops are in the processor's cache.
        quality = FaceQuality.measure(crops_bgr, short_sides(quads))
        shown = (detections.kinds != BACK) | (detections.confidence < SURE_BACK_FROM)
        if shown.any():
            readings = self._reader.read_crops(crops_bgr[shown], turns[shown], thorough=tile_set is not None)
            codes[shown] = adapt(readings, tile_set)
            rotations[shown] = readings.rotation_probabilities
        return _Faces(quality, codes, rotations)

    def _decide(
        self,
        detections: TileDetections,
        code_probabilities: NDArray[np.float32],
        repaired: NDArray[np.int64],
        readable: NDArray[np.bool_],
        options: ReadOptions,
    ) -> _Codes:
        threshold = options.sure_threshold
        if threshold is None:
            known = options.tile_set
            threshold = self._sure_threshold if known is None else known.fusion.sure_threshold
        chosen = np.take_along_axis(code_probabilities, repaired[:, None], axis=1)[:, 0]
        confidence = np.where(readable, chosen, np.float32(0))
        codes = [
            CODES[index] if can_read else UNREADABLE_CODE for index, can_read in zip(repaired, readable, strict=True)
        ]
        sure = readable & (confidence >= threshold) & clearly_found(detections, codes)
        return _Codes(codes, confidence, sure)


def _repair(code_probabilities: NDArray[np.float32], readable: NDArray[np.bool_], counts: CountLimits) -> Repair:
    """Repair what was read; an unreadable face takes no place in the count, as a back does not.

    No face becomes a back: whether a tile shows its back is seen, and a fifth blank white dragon is one to ask about.
    """
    back = CODES.index(BACK_CODE)
    possible = code_probabilities.copy()
    possible[code_probabilities.argmax(axis=1) != back, back] = 0
    possible[~readable] = np.arange(len(CODES)) == back
    return repair_counts(possible, limits=counts)


def _arrange(
    detections: TileDetections, faces: _Faces, decided: _Codes, size_wh: tuple[int, int], options: LayoutOptions
) -> Arrangement:
    if not len(detections):
        # Nothing to arrange is no faulty hand.
        return Arrangement((), (), (), (), (), "", ())
    # The reader has the last word on what is a back.
    kinds = np.array([BACK if code == BACK_CODE else FACE for code in decided.codes])
    boxes, rotations = detections.boxes_xyxy, faces.rotation_probabilities
    return arrange(boxes, detections.quads, decided.codes, rotations, kinds, size_wh, options=options)


class _Clock:
    """Takes the time each step needs."""

    def __init__(self) -> None:
        self.laps_ms: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, name: str) -> None:
        now = time.perf_counter()
        self.laps_ms[name] = (now - self._last) * 1000
        self._last = now


def _to_full_size(detections: TileDetections, scale: float) -> TileDetections:
    """Return detections found at a scale in pixels of the full-resolution photo."""
    factor = np.float32(1 / scale)
    return TileDetections(
        detections.boxes_xyxy * factor, detections.confidence, detections.kinds, detections.quads * factor
    )


def _place_tiles(
    detections: TileDetections, faces: _Faces, decided: _Codes, arrangement: Arrangement
) -> tuple[ReadTile, ...]:
    """Return the tiles in reading order."""
    # All arrays become Python's own values at once: tile by tile that takes three times as long.
    best = np.argsort(-faces.code_probabilities, axis=1, kind="stable")[:, : ALTERNATIVES + 1]
    chances = np.take_along_axis(faces.code_probabilities, best, axis=1).tolist()
    likeliest = best.tolist()
    confidence, sure = decided.confidence.tolist(), decided.sure.tolist()
    boxes, quads = detections.boxes_xyxy.tolist(), detections.quads.tolist()
    known = np.asarray(np.isfinite(detections.quads).all(axis=(1, 2))).tolist()
    return tuple(
        ReadTile(
            code=decided.codes[n],
            confidence=confidence[n],
            box=_four(boxes[n]),
            quad=_corners(quads[n]) if known[n] else None,
            rotation=arrangement.rotations[index],
            alternatives=_alternatives(likeliest[n], chances[n], decided.codes[n]),
            row=arrangement.rows[index],
            index=index,
            group=arrangement.groups[index],
            sure=sure[n],
        )
        for index, n in enumerate(arrangement.order)
    )


def _four(values: list[float]) -> tuple[float, float, float, float]:
    a, b, c, d = values
    return a, b, c, d


def _corners(quad: list[list[float]]) -> tuple[Point, Point, Point, Point]:
    a, b, c, d = ((x, y) for x, y in quad)
    return a, b, c, d


def _alternatives(likeliest: list[int], chances: list[float], code: str) -> tuple[Alternative, ...]:
    """Return the other codes among the likeliest, which come with their probabilities."""
    others = [(CODES[n], chance) for n, chance in zip(likeliest, chances, strict=True) if CODES[n] != code]
    return tuple(Alternative(*other) for other in others[:ALTERNATIVES] if other[1] > ALTERNATIVE_ABOVE)


def _quality_warnings(detections: TileDetections, faces: _Faces, arrangement: Arrangement) -> list[ReadWarning]:
    order = np.asarray(arrangement.order, np.int64)
    indices = np.flatnonzero(detections.kinds[order] != BACK).astype(np.int64)
    return find_quality_warnings(faces.quality.of(order[indices]), indices)
