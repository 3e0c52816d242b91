"""Reading faces: the protocol every tile reader follows, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from engine.tile import CODES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["FaceReadings", "TileReader"]


@dataclass(frozen=True, slots=True, eq=False)
class FaceReadings:
    """What N face crops show, as parallel arrays.

    Attributes:
        code_probabilities: (N, 47) float32, calibrated, rows sum to 1, columns in the order of ``engine.tile.CODES``.
        rotation_probabilities: (N, 4) float32, rows sum to 1: the face's up direction turned clockwise against the
            image's up by 0, 90, 180, 270 degrees (to the nearest).
        embeddings: (N, 2, D) float32 features of each crop as it stands and turned by half, by which equal faces can
            be told; None from readers that do not tell them.
    """

    code_probabilities: NDArray[np.float32]
    rotation_probabilities: NDArray[np.float32]
    embeddings: NDArray[np.float32] | None = None

    def __post_init__(self) -> None:
        """Check that the arrays belong together."""
        n = len(self.code_probabilities)
        if self.code_probabilities.shape != (n, len(CODES)) or self.rotation_probabilities.shape != (n, 4):
            message = (
                f"expected ({n}, {len(CODES)}) and ({n}, 4), got "
                f"{self.code_probabilities.shape} and {self.rotation_probabilities.shape}"
            )
            raise ValueError(message)
        if self.embeddings is not None and (self.embeddings.ndim != 3 or self.embeddings.shape[:2] != (n, 2)):  # noqa: PLR2004 - faces, ways, features
            message = f"expected embeddings of ({n}, 2, D), got {self.embeddings.shape}"
            raise ValueError(message)

    def __len__(self) -> int:
        """Return the number of faces."""
        return len(self.code_probabilities)


class TileReader(Protocol):
    """Anything that tells what faces show. Stateless."""

    def read_crops(
        self, crops_bgr: NDArray[np.uint8], turns: NDArray[np.int64], *, thorough: bool = True
    ) -> FaceReadings:
        """Read faces cut out by :func:`vision.rectify.rectify`.

        Args:
            crops_bgr: (N, 120, 96, 3) upright portrait crops.
            turns: (N,) clockwise quarter turns by which they were turned when they were cut.
            thorough: Whether to look at all of them in every way, as embeddings need; else those that are clear at
                once may be looked at once, and no embeddings are told.
        """
        ...
