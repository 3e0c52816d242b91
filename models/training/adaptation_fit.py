"""How a reader is adapted to a set, fitted on sets it has not seen: the projection of its features, and the weights.

The projection keeps what tells the kinds of one set apart and shrinks what differs between faces of one kind of one
set: light, sharpness, how the face was cut (Fisher's linear discriminant, with the kinds of each set apart). The
weights of reader and likeness are those of least negative log-likelihood.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Final

import numpy as np

from models.training.calibrate import sure_threshold
from vision.prototypes import Fusion, TileSetProfile, fuse, kind_likeness, likeness, plain_codes, unit_embeddings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from models.training.known_sets import KnownSet

__all__ = ["Projection", "fit_fusion", "fit_projection", "project", "set_profile"]

DIMENSIONS: Final = 64
SHRINKAGE: Final = 0.1
"""Share of its mean that is added to every variance within kinds, which a few thousand faces tell only roughly."""

READER_WEIGHTS: Final = (0.3, 0.4, 0.5, 0.65, 0.8, 1.0)
LIKENESS_WEIGHTS: Final = (4.0, 6.0, 8.0, 10.0, 12.0, 15.0, 20.0)
ABSENT_LIKENESSES: Final = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)

FACES_A_KIND: Final = (1, 2)
KNOWN_SHARE: Final = 0.75
"""Share of the kinds that a sheet shows in every second trial, so that missing kinds are fitted too."""

ALIKE_BY_CHANCE: Final = 0.001
"""Share of faces whose nearest face of another kind is taken for the same drawing."""


@dataclass(frozen=True, slots=True, eq=False)
class Projection:
    """(D,) mean that is taken off the features, and the (D, K) matrix that is applied then."""

    mean: NDArray[np.float32]
    matrix: NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class _Trial:
    """The faces that a sheet of one set is tried on: what the reader thinks, what they are like, what they are."""

    probabilities: NDArray[np.float32]
    kinds: NDArray[np.float32]
    codes: NDArray[np.int64]


def fit_projection(sets: Sequence[KnownSet], dimensions: int = DIMENSIONS) -> Projection:
    """Return the projection of features that tells kinds of a set apart best."""
    means, within, count = [], 0.0, 0
    for known in sets:
        # A face turned by half is as common as one upright: both count.
        views = known.embeddings[:, ::2].astype(np.float64)
        for code in np.unique(known.codes):
            for way in range(views.shape[1]):
                faces = views[known.codes == code, way]
                off = faces - faces.mean(axis=0)
                within, count = within + off.T @ off, count + len(faces) - 1
                means.append(faces.mean(axis=0))
    middle = np.mean(means, axis=0)
    spread = np.asarray(within) / max(count, 1)
    spread += SHRINKAGE * np.trace(spread) / len(spread) * np.eye(len(spread))
    variances, directions = np.linalg.eigh(spread)
    whitening = directions / np.sqrt(variances)
    between = (np.stack(means) - middle) @ whitening
    _, best = np.linalg.eigh(between.T @ between)
    matrix = whitening @ best[:, ::-1][:, :dimensions]
    return Projection(middle.astype(np.float32), matrix.astype(np.float32))


def project(known: KnownSet, projection: Projection) -> KnownSet:
    """Return a set with its features projected."""
    projected = (known.embeddings - projection.mean) @ projection.matrix
    return replace(known, embeddings=np.asarray(projected, np.float32))


def set_profile(known: KnownSet, faces: NDArray[np.int64], fusion: Fusion) -> TileSetProfile:
    """Return the profile of some faces of a set, all of them trusted."""
    units = unit_embeddings(known.embeddings[faces])
    return TileSetProfile(known.name, "", fusion, known.codes[faces], units, np.ones(len(faces), np.bool_))


def fit_fusion(sets: Sequence[KnownSet], seed: int = 0) -> Fusion:
    """Return the weights that fit best how faces of sets are read once a sheet of each is known.

    Args:
        sets: Sets with projected features.
        seed: Of the sheets that are tried.
    """
    rng = np.random.default_rng(seed)
    start = Fusion(1.0, 1.0, 0.0, 0.9, _same_face(sets))
    trials = [
        _trial(known, faces, share, start, rng)
        for known in sets
        for faces in FACES_A_KIND
        for share in (1.0, KNOWN_SHARE)
    ]
    grid = product(READER_WEIGHTS, LIKENESS_WEIGHTS, ABSENT_LIKENESSES)
    candidates = [
        replace(start, reader_weight=reader, likeness_weight=weight, absent_likeness=absent)
        for reader, weight, absent in grid
    ]
    fusion = min(candidates, key=lambda candidate: _loss(trials, candidate))
    fused = np.concatenate([fuse(trial.probabilities, trial.kinds, fusion) for trial in trials])
    codes = np.concatenate([trial.codes for trial in trials])
    threshold = sure_threshold(fused.max(axis=1), fused.argmax(axis=1) == codes)
    return replace(fusion, sure_threshold=threshold)


def _trial(known: KnownSet, faces: int, share: float, fusion: Fusion, rng: np.random.Generator) -> _Trial:
    kinds = np.unique(known.codes)
    kinds = kinds[rng.random(len(kinds)) < share]
    sheet = np.flatnonzero(known.sheet)
    chosen = [rng.permutation(sheet[known.codes[sheet] == kind])[:faces] for kind in kinds]
    rest = ~known.sheet
    profile = set_profile(known, np.concatenate(chosen), fusion)
    kinds_of = kind_likeness(known.embeddings[rest][:, ::2], profile)
    return _Trial(known.probabilities[rest], kinds_of, known.codes[rest])


def _loss(trials: Sequence[_Trial], fusion: Fusion) -> float:
    right = [
        fuse(trial.probabilities, trial.kinds, fusion)[np.arange(len(trial.codes)), trial.codes] for trial in trials
    ]
    return float(-np.log(np.maximum(np.concatenate(right), 1e-9)).mean())


def _same_face(sets: Sequence[KnownSet]) -> float:
    """Return the likeness that faces of different kinds on a sheet hardly ever reach."""
    nearest = []
    for known in sets:
        faces = np.flatnonzero(known.sheet)
        units = unit_embeddings(known.embeddings[faces])
        alike = likeness(units[:, ::2], units)
        kinds = plain_codes(known.codes[faces])
        alike[kinds[:, None] == kinds[None, :]] = -1
        nearest.append(alike.max(axis=1))
    return round(float(np.quantile(np.concatenate(nearest), 1 - ALIKE_BY_CHANCE)), 3)
