"""The parts put together: the one way a rack reader is built, for the product and for its evaluation alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from vision.corners import CornerRefiner
from vision.errors import ModelDamagedError
from vision.onnx_detector import OnnxTileDetector
from vision.onnx_model import create_session
from vision.onnx_reader import OnnxTileReader
from vision.pipeline import RackReader
from vision.refining_detector import RefiningDetector
from vision.second_look import CONFIRMED, SecondLookDetector

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from vision.detector import TileDetector
    from vision.onnx_model import OnnxSession
    from vision.reading import ModelReference

__all__ = ["Weights", "assemble", "open_detector", "open_parts"]


@dataclass(frozen=True, slots=True)
class Weights:
    """The ONNX models of a rack reader, as files or as their content.

    Attributes:
        finder: Finds tiles.
        reader: Reads faces.
        corners: Tells where the corners of found faces really are, and which are tiles; None to believe the finder.
    """

    finder: bytes | Path
    reader: bytes | Path
    corners: bytes | Path | None = None

    @classmethod
    def of(cls, models: Mapping[str, _Loaded]) -> Weights:
        """Return models that were loaded by their roles."""
        return cls(**{role: model.data for role, model in models.items()})


class _Loaded(Protocol):
    @property
    def data(self) -> bytes: ...


def assemble(
    weights: Weights,
    *,
    threads: int = 2,
    models: Sequence[ModelReference] = (),
    wrap_detector: Callable[[TileDetector], TileDetector] | None = None,
    open_session: Callable[[bytes | Path, int], OnnxSession] = create_session,
) -> RackReader:
    """Return a rack reader on ONNX models.

    Args:
        weights: The models.
        threads: Threads that work on one photo.
        models: What readings say about them.
        wrap_detector: Puts something around the detector, for instance to note what it found.
        open_session: Opens a model for a number of threads.

    Raises:
        ModelError: A model is missing, damaged or not what this version expects.
    """
    own_detector, faces = open_parts(weights, threads=threads, open_session=open_session)
    detector = own_detector if wrap_detector is None else wrap_detector(own_detector)
    return RackReader(detector, faces, models=models, sure_threshold=faces.facts.sure_threshold)


def open_parts(
    weights: Weights,
    *,
    threads: int = 2,
    open_session: Callable[[bytes | Path, int], OnnxSession] = create_session,
) -> tuple[TileDetector, OnnxTileReader]:
    """Return what finds tiles and what reads faces, for those who ask each by itself; see :func:`assemble`."""
    detector = open_detector(weights.finder, weights.corners, threads=threads, open_session=open_session)
    return detector, OnnxTileReader(_opened("reader", weights.reader, threads, open_session))


def open_detector(
    finder: bytes | Path,
    corners: bytes | Path | None,
    *,
    threads: int = 2,
    open_session: Callable[[bytes | Path, int], OnnxSession] = create_session,
) -> TileDetector:
    """Return what finds tiles, for those who have no reader yet; see :class:`Weights`."""
    detector = OnnxTileDetector(_opened("finder", finder, threads, open_session))
    if corners is None:
        return SecondLookDetector(detector)
    refiner = CornerRefiner(_opened("corners", corners, threads, open_session))
    # Each look is confirmed by itself: what is left in doubt then decides whether to look again.
    return SecondLookDetector(RefiningDetector(detector, refiner), CONFIRMED if refiner.tells_kinds else None)


def _opened(
    role: str, model: bytes | Path, threads: int, open_session: Callable[[bytes | Path, int], OnnxSession]
) -> OnnxSession:
    """Open a model; where its content is damaged, say which of them it is."""
    try:
        return open_session(model, threads)
    except ModelDamagedError as error:
        message = f"the {role} cannot be used: {error.message}"
        raise ModelDamagedError(message) from None
