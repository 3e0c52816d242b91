"""Faces of one physical set that were seen with their codes, and what they say about other faces of that set.

The reader knows tiles in general; a person's own set may draw them in a way it never saw. Faces photographed once and
labelled are prototypes: what is like a prototype in the reader's embedding is likely of its kind. The reader's own
opinion and the likeness are added as log odds, with weights that were fitted for that reader on sets it had not seen
(``python -m models.training.adaptation fit``); kinds without a prototype get the likeness that faces of unseen kinds
have on average. What comes out is calibrated like the reader's own probabilities.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from engine.tile import CODES
from vision.errors import NotAdaptableError, ProfileOutdatedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.reader import FaceReadings
    from vision.reading import ModelReference

__all__ = [
    "TURNS",
    "Fusion",
    "TileSetProfile",
    "adapt",
    "check_profile",
    "fuse",
    "kind_likeness",
    "likeness",
    "plain_codes",
    "unit_embeddings",
]

TURNS: Final = 4
"""A prototype is kept as it looks after 0, 1, 2 and 3 clockwise quarter turns."""

_LEAST_PROBABILITY: Final = 1e-4
"""Floor under the reader's probabilities: no reader is so sure that a face seen before could not correct it. Lower ones
fit hardly better, and a set's word against a reader that is wrong for sure would count less."""

_HALF_TURN: Final = 2

_PLAIN: Final = np.array(
    [CODES.index(f"5{code[1]}") if code in {"0m", "0p", "0s"} else n for n, code in enumerate(CODES)]
)


@dataclass(frozen=True, slots=True)
class Fusion:
    """How a reader's opinion and the likeness to prototypes are weighed; fitted for one reader.

    Attributes:
        reader_weight: Factor of the logarithm of the reader's probability.
        likeness_weight: Factor of the likeness, a cosine.
        absent_likeness: Likeness to assume for kinds of which no prototype is known.
        sure_threshold: Fused probability from which on a tile is sure.
        same_face: Likeness from which on two faces are taken for the same drawing.
    """

    reader_weight: float
    likeness_weight: float
    absent_likeness: float
    sure_threshold: float
    same_face: float

    def __post_init__(self) -> None:
        """Check the ranges."""
        weights = self.reader_weight, self.likeness_weight
        if not (min(weights) >= 0 and np.isfinite(weights).all()):
            message = f"weights of a fusion are finite and not negative, got {weights}"
            raise ValueError(message)
        if not (-1 <= self.absent_likeness <= 1 and -1 <= self.same_face <= 1 and 0 < self.sure_threshold <= 1):
            message = f"a likeness lies in -1..1 and a threshold in 0..1, got {self}"
            raise ValueError(message)


@dataclass(frozen=True, slots=True, eq=False)
class TileSetProfile:
    """What is known about one physical set: N faces with their codes.

    Attributes:
        name: The set's name, for people.
        reader_sha256: The reader whose embedding these are; no other can use them.
        fusion: How they are weighed.
        codes: (N,) int64 index into ``engine.tile.CODES``.
        embeddings: (N, 4, D) float32 of unit length, after 0 to 3 clockwise quarter turns.
        trusted: (N,) whether a face takes part; those whose label was doubted do not.
        pictures: (N) JPEG files of the upright crops, from which the profile can be made anew for another reader, or
            none.
    """

    name: str
    reader_sha256: str
    fusion: Fusion
    codes: NDArray[np.int64]
    embeddings: NDArray[np.float32]
    trusted: NDArray[np.bool_]
    pictures: tuple[bytes, ...] = ()

    def __post_init__(self) -> None:
        """Check that the arrays belong together."""
        n = len(self.codes)
        if self.embeddings.ndim != 3 or self.embeddings.shape[:2] != (n, TURNS) or self.trusted.shape != (n,):  # noqa: PLR2004 - faces, turns, features
            message = f"expected ({n}, {TURNS}, D) and ({n},), got {self.embeddings.shape} and {self.trusted.shape}"
            raise ValueError(message)
        if self.pictures and len(self.pictures) != n:
            message = f"{len(self.pictures)} pictures of {n} faces"
            raise ValueError(message)

    def __len__(self) -> int:
        """Return the number of faces."""
        return len(self.codes)

    @property
    def kinds(self) -> tuple[str, ...]:
        """Codes of which a trusted face is known, in the order of ``engine.tile.CODES``."""
        return tuple(CODES[code] for code in np.unique(self.codes[self.trusted]))


def unit_embeddings(embeddings: NDArray[np.floating]) -> NDArray[np.float32]:
    """Return embeddings of length one along their last axis."""
    values = np.asarray(embeddings, np.float32)
    return np.asarray(values / np.maximum(np.linalg.norm(values, axis=-1, keepdims=True), 1e-9), np.float32)


def plain_codes(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return codes with red fives as fives: the two differ in their paint alone, so their likeness says nothing."""
    return np.asarray(_PLAIN[codes], np.int64)


def likeness(faces: NDArray[np.float32], prototypes: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return how like each of M faces is to each of N prototypes, -1 to 1.

    A face is compared both as it stands and turned by half, with the prototype in the turn that fits best; the mean of
    both views is steadier than one.

    Args:
        faces: (M, 2, D) unit embeddings as they stand and turned by half.
        prototypes: (N, 4, D) unit embeddings.

    Returns:
        (M, N) float32.

    >>> upright, upside_down, aside, other = np.eye(4, dtype=np.float32)
    >>> prototypes = np.stack([upright, aside, upside_down, other])[None]
    >>> likeness(np.stack([upside_down, upright])[None], prototypes).tolist()
    [[1.0]]
    """
    flat = prototypes.reshape(-1, prototypes.shape[-1]).T
    views = (faces[:, way] @ flat for way in range(_HALF_TURN))
    upright, turned = (view.reshape(len(faces), len(prototypes), TURNS) for view in views)
    both = (upright + np.roll(turned, -_HALF_TURN, axis=2)) / np.float32(2)
    return np.asarray(both.max(axis=2), np.float32)


def kind_likeness(embeddings: NDArray[np.float32], profile: TileSetProfile) -> NDArray[np.float32]:
    """Return how like each of M faces is to the best fitting face of each kind: (M, 47), NaN for kinds without one.

    Args:
        embeddings: (M, 2, D) of the faces, see :class:`vision.reader.FaceReadings`.
        profile: The set.
    """
    alike = likeness(unit_embeddings(embeddings), profile.embeddings[profile.trusted])
    kinds = np.full((len(embeddings), len(CODES)), np.nan, np.float32)
    np.fmax.at(kinds.T, profile.codes[profile.trusted], alike.T)
    return kinds


def fuse(code_probabilities: NDArray[np.float32], kinds: NDArray[np.float32], fusion: Fusion) -> NDArray[np.float32]:
    """Return the (M, 47) probabilities of codes once the set is known.

    Args:
        code_probabilities: (M, 47) of the reader alone.
        kinds: (M, 47) likeness to the kinds of the set, NaN for those without a face.
        fusion: How the two are weighed.
    """
    if not len(kinds) or np.isnan(kinds[0]).all():
        return code_probabilities
    absent = np.isnan(kinds[0])
    # Kinds without a face stand together as one that is like nothing in particular; how it is shared among them is
    # the reader's word alone.
    unknown = code_probabilities[:, absent].sum(axis=1, keepdims=True)
    chances = np.concatenate([code_probabilities[:, ~absent], unknown], axis=1)
    alike = np.concatenate([kinds[:, ~absent], np.full_like(unknown, fusion.absent_likeness)], axis=1)
    odds = fusion.reader_weight * np.log(np.maximum(chances, _LEAST_PROBABILITY)) + fusion.likeness_weight * alike
    powers = np.exp(odds - odds.max(axis=1, keepdims=True))
    powers /= powers.sum(axis=1, keepdims=True)
    fused = np.empty_like(code_probabilities)
    fused[:, ~absent] = powers[:, :-1]
    shares = code_probabilities[:, absent] + np.float32(1e-12)
    fused[:, absent] = powers[:, -1:] * shares / np.maximum(shares.sum(axis=1, keepdims=True), np.float32(1e-12))
    return fused


def adapt(readings: FaceReadings, profile: TileSetProfile | None) -> NDArray[np.float32]:
    """Return the (M, 47) probabilities of codes of faces that were read, with the set taken into account.

    Raises:
        NotAdaptableError: The reader tells no embedding.
    """
    if profile is None:
        return readings.code_probabilities
    if readings.embeddings is None:
        message = "the reader cannot be adapted to a tile set: it tells no embedding; read without the set's profile"
        raise NotAdaptableError(message)
    kinds = kind_likeness(readings.embeddings, profile)
    return fuse(readings.code_probabilities, kinds, profile.fusion)


def check_profile(profile: TileSetProfile | None, models: Sequence[ModelReference]) -> None:
    """Refuse a profile that was made with another reader than the one among the models.

    Raises:
        ProfileOutdatedError: It was.
    """
    reader = next((model for model in models if model.role == "reader"), None)
    if profile is not None and reader is not None and profile.reader_sha256 != reader.sha256:
        message = (
            f"the profile {profile.name!r} was made with another reader (sha256 {profile.reader_sha256[:8]}..., now "
            f"{reader.sha256[:8]}...); make it anew, from its pictures or from photos"
        )
        raise ProfileOutdatedError(message)
