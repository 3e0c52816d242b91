"""One trial of a profile: a sheet of some photos of a set, the other photos read with and without it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from engine.tile import CODES
from models.training.matching import match_photo, nearest_detections
from vision.assembly import Weights, open_parts
from vision.detector import DetectorOptions
from vision.pipeline import RackReader, ReadOptions
from vision.profile_making import ProfileMaker
from vision.prototypes import adapt
from vision.quads import face_quads
from vision.reader import FaceReadings
from vision.rectify import boxes_to_quads, rectify

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from datasets.photos import LabelledPhoto
    from models.training.known_sets import KnownSet, SetCrops
    from models.training.matching import MatchedPhoto
    from vision.detector import TileDetections, TileDetector
    from vision.onnx_reader import OnnxTileReader
    from vision.prototypes import TileSetProfile
    from vision.reader import TileReader

__all__ = ["PhotoSet", "Trial", "synthetic_trial"]

MOST_OF_PHOTOS: Final = 0.5
"""A sheet takes at most this share of the photos, so that enough are left to measure on."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What one sheet did: figures by name, those of before and after on the same faces or photos."""

    name: str
    figures: dict[str, float]


@dataclass(frozen=True, slots=True, eq=False)
class _PhotoFaces:
    """Faces of all photos of a set, cut where the finder found them, else by their labelled boxes."""

    crops_bgr: NDArray[np.uint8]
    codes: NDArray[np.int64]
    photos: NDArray[np.int64]
    found: NDArray[np.bool_]


class _RememberingDetector:
    """Looks at each picture once."""

    def __init__(self, detector: TileDetector) -> None:
        self._detector = detector
        self._known: dict[bytes, TileDetections] = {}

    def detect(self, image_bgr: NDArray[np.uint8], options: DetectorOptions) -> TileDetections:
        key = _digest(image_bgr)
        if key not in self._known:
            self._known[key] = self._detector.detect(image_bgr, options)
        return self._known[key]


class _RememberingReader:
    """Reads each crop once; crops are told by their pixels and turns."""

    def __init__(self, reader: TileReader) -> None:
        self._reader = reader
        self._known: dict[bytes, FaceReadings] = {}

    def read_crops(
        self, crops_bgr: NDArray[np.uint8], turns: NDArray[np.int64], *, thorough: bool = True
    ) -> FaceReadings:
        del thorough  # what is remembered serves both
        keys = [_digest(crop) + bytes([turn]) for crop, turn in zip(crops_bgr, turns.tolist(), strict=True)]
        new = [n for n, key in enumerate(keys) if key not in self._known]
        if new:
            readings = self._reader.read_crops(crops_bgr[new], turns[new])
            self._known.update((keys[n], _part(readings, at)) for at, n in enumerate(new))
        return _joined([self._known[key] for key in keys])


class PhotoSet:
    """The labelled photos of one physical set, found and read once."""

    def __init__(self, name: str, photos: Sequence[LabelledPhoto], weights: Weights) -> None:
        """Find and read everything.

        Args:
            name: The set.
            photos: Its labelled photos.
            weights: The models to read with.
        """
        detector, faces = open_parts(weights)
        self._name, self._photos = name, photos
        self._detector, self._reader = _RememberingDetector(detector), _RememberingReader(faces)
        self._maker = ProfileMaker(self._reader, faces.facts, "")
        self._rack = RackReader(self._detector, self._reader, sure_threshold=faces.facts.sure_threshold)
        self._shown = _cut_all(photos, self._detector)
        self._readings = self._reader.read_crops(self._shown.crops_bgr, np.zeros(len(self._shown.codes), np.int64))
        self._before = [match_photo(photo, self._rack.read(photo.image_path)) for photo in photos]

    def trial(self, seed: int, faces: int, wrong_labels: float = 0.0) -> Trial:
        """Return what a sheet of some of the photos does to the others.

        Args:
            seed: Choice of the sheet's photos.
            faces: Faces of each kind on the sheet.
            wrong_labels: Share of the sheet's faces that get another kind's label.
        """
        rng, shown = np.random.default_rng(seed), self._shown
        sheet, taken = _choose_sheet(shown, faces, rng)
        codes = _mislabelled(shown.codes[sheet], wrong_labels, rng)
        profile, doubts = self._maker.make(self._name, shown.crops_bgr[sheet], [CODES[code] for code in codes])
        doubted = {doubt.face for doubt in doubts}
        wrong = set(np.flatnonzero(codes != shown.codes[sheet]).tolist())
        rest = ~np.isin(shown.photos, taken)
        left = [n for n in range(len(self._photos)) if n not in set(taken)]
        options = ReadOptions(tile_set=profile)
        after = [
            match_photo(photo, self._rack.read(photo.image_path, options))
            for photo in map(self._photos.__getitem__, left)
        ]
        figures = {
            "sheet photos": len(taken),
            "sheet faces": len(sheet),
            "kinds known": len(profile.kinds),
            "right labels doubted": len(doubted - wrong),
            "wrong labels": len(wrong),
            "wrong labels doubted": len(doubted & wrong),
            **_reader_figures(_selected(self._readings, rest), shown.codes[rest], profile),
            **_rack_figures("before", [self._before[n] for n in left]),
            **_rack_figures("after", after),
        }
        return Trial(self._name, figures)


def synthetic_trial(known: KnownSet, crops: SetCrops, reader: OnnxTileReader, faces: int, seed: int) -> Trial:
    """Return a trial on the faces of a synthetic set, and on those photographed for a sheet that are not on it."""
    rng = np.random.default_rng(seed)
    candidates = np.flatnonzero(known.sheet)
    kinds = np.unique(known.codes)
    sheet = np.concatenate([rng.permutation(candidates[known.codes[candidates] == kind])[:faces] for kind in kinds])
    maker = ProfileMaker(reader, reader.facts, "")
    profile, doubts = maker.make(known.name, crops.images[sheet], [CODES[code] for code in known.codes[sheet]])
    clear = known.sheet.copy()
    clear[sheet] = False
    figures = {
        "right labels doubted": len(doubts),
        **_reader_figures(_readings_of(known, ~known.sheet), known.codes[~known.sheet], profile),
    }
    if clear.any():
        of_clear = _reader_figures(_readings_of(known, clear), known.codes[clear], profile)
        figures |= {f"{name}, clear faces": value for name, value in of_clear.items() if "errors" in name}
    return Trial("synthetic designs", figures)


def _readings_of(known: KnownSet, which: NDArray[np.bool_]) -> FaceReadings:
    rotations = np.full((int(which.sum()), 4), 0.25, np.float32)
    return FaceReadings(known.probabilities[which], rotations, known.embeddings[which][:, ::2])


def _reader_figures(readings: FaceReadings, codes: NDArray[np.int64], profile: TileSetProfile) -> dict[str, float]:
    fused = adapt(readings, profile)
    figures: dict[str, float] = {"faces": len(codes)}
    for when, probabilities in (("before", readings.code_probabilities), ("after", fused)):
        figures[f"reader errors {when}"] = float((probabilities.argmax(axis=1) != codes).mean())
    sure = fused.max(axis=1) >= profile.fusion.sure_threshold
    right = fused.argmax(axis=1) == codes
    figures["sure faces after"] = float(sure.mean())
    figures["right of sure faces after"] = float(right[sure].mean()) if sure.any() else float("nan")
    return figures


def _rack_figures(when: str, matched: Sequence[MatchedPhoto]) -> dict[str, float]:
    right, sure, rows = (
        np.concatenate([getattr(one, name) for one in matched]) for name in ("right", "sure", "exact_rows")
    )
    return {
        f"tiles wrong {when}": float(1 - right.mean()),
        f"rows exact {when}": float(rows.mean()),
        f"sure {when}": float(sure.mean()),
        f"right of sure {when}": float(right[sure].mean()) if sure.any() else float("nan"),
    }


def _cut_all(photos: Sequence[LabelledPhoto], detector: TileDetector) -> _PhotoFaces:
    crops, codes, numbers, found = [], [], [], []
    for number, photo in enumerate(photos):
        if not len(photo.codes):
            continue
        image = np.asarray(cv2.imread(str(photo.image_path), cv2.IMREAD_COLOR), np.uint8)
        detections = detector.detect(image, DetectorOptions())
        answers = nearest_detections(photo, detections)
        quads = boxes_to_quads(photo.boxes_xyxy)
        quads[answers >= 0] = face_quads(detections)[answers[answers >= 0]]
        crops.append(rectify(image, quads)[0])
        codes.append(photo.codes)
        numbers.append(np.full(len(photo.codes), number))
        found.append(answers >= 0)
    return _PhotoFaces(*(np.concatenate(parts) for parts in (crops, codes, numbers, found)))


def _choose_sheet(shown: _PhotoFaces, faces: int, rng: np.random.Generator) -> tuple[NDArray[np.int64], list[int]]:
    """Return faces for the sheet and the photos they are of: photos by chance, while they show something missing."""
    wanted = dict.fromkeys(np.unique(shown.codes).tolist(), faces)
    photos = rng.permutation(np.unique(shown.photos))
    sheet: list[int] = []
    taken: list[int] = []
    for photo in photos:
        candidates = rng.permutation(np.flatnonzero((shown.photos == photo) & shown.found))
        chosen = []
        for face in candidates.tolist():
            if wanted[int(shown.codes[face])] > 0:
                wanted[int(shown.codes[face])] -= 1
                chosen.append(face)
        if chosen:
            sheet += chosen
            taken.append(int(photo))
        if len(taken) >= MOST_OF_PHOTOS * len(photos) or not any(wanted.values()):
            break
    return np.array(sheet, np.int64), taken


def _mislabelled(codes: NDArray[np.int64], share: float, rng: np.random.Generator) -> NDArray[np.int64]:
    labels = codes.copy()
    for face in np.flatnonzero(rng.random(len(codes)) < share):
        labels[face] = rng.choice(codes[codes != codes[face]])
    return labels


def _digest(pixels: NDArray[np.uint8]) -> bytes:
    return hashlib.sha256(pixels.tobytes()).digest()


def _part(readings: FaceReadings, at: int) -> FaceReadings:
    return _selected(readings, np.array([at]))


def _selected(readings: FaceReadings, which: NDArray[np.integer] | NDArray[np.bool_]) -> FaceReadings:
    embeddings = None if readings.embeddings is None else readings.embeddings[which]
    return FaceReadings(readings.code_probabilities[which], readings.rotation_probabilities[which], embeddings)


def _joined(parts: Sequence[FaceReadings]) -> FaceReadings:
    embeddings = [part.embeddings for part in parts if part.embeddings is not None]
    return FaceReadings(
        np.concatenate([part.code_probabilities for part in parts]),
        np.concatenate([part.rotation_probabilities for part in parts]),
        np.concatenate(embeddings) if embeddings else None,
    )
