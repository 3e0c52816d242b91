"""The parts put together: the one way a rack reader is built, for the product and for its evaluation alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.onnx_detector import OnnxTileDetector
from vision.onnx_model import create_session
from vision.onnx_reader import OnnxTileReader
from vision.pipeline import RackReader
from vision.second_look import SecondLookDetector

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from vision.detector import TileDetector
    from vision.reading import ModelReference

__all__ = ["assemble", "open_parts"]


def assemble(
    finder: bytes | Path,
    reader: bytes | Path,
    *,
    threads: int = 2,
    models: Sequence[ModelReference] = (),
    wrap_detector: Callable[[TileDetector], TileDetector] | None = None,
) -> RackReader:
    """Return a rack reader on two ONNX models, given as files or as their content.

    Args:
        finder: The model that finds tiles.
        reader: The model that reads faces.
        threads: Threads that work on one photo.
        models: What readings say about the two.
        wrap_detector: Puts something around the detector, for instance to note what it found.

    Raises:
        ModelError: A model is missing, damaged or not what this version expects.
    """
    own_detector, faces = open_parts(finder, reader, threads=threads)
    detector = own_detector if wrap_detector is None else wrap_detector(own_detector)
    return RackReader(detector, faces, models=models, sure_threshold=faces.facts.sure_threshold)


def open_parts(finder: bytes | Path, reader: bytes | Path, *, threads: int = 2) -> tuple[TileDetector, OnnxTileReader]:
    """Return what finds tiles and what reads faces, for those who ask each by itself; see :func:`assemble`."""
    detector = SecondLookDetector(OnnxTileDetector(create_session(finder, threads)))
    return detector, OnnxTileReader(create_session(reader, threads))
