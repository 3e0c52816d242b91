"""Which models are measured: the shipped ones, or files that the command line names."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Final

from models import registry
from vision.assembly import Weights

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

__all__ = ["NONE", "add_model_arguments", "chosen_files", "model_facts", "size_of", "weights_of"]

NONE: Final = Path("none")
"""In place of a file of corners: the finder's corners are taken as they are."""

_HELP: Final = {
    "finder": "finder model (default: the shipped one)",
    "reader": "reader model (default: the shipped one)",
    "corners": "model of corners, or none to take the finder's (default: the shipped one)",
}


def add_model_arguments(parser: argparse.ArgumentParser) -> None:
    """Add an option for the model of each role."""
    for role, said in _HELP.items():
        parser.add_argument(f"--{role}", type=Path, metavar="FILE", help=said)


def chosen_files(options: argparse.Namespace) -> dict[str, Path | None]:
    """Return the file of each role that the options name; None for the shipped one."""
    return {role: getattr(options, role) for role in _HELP}


def weights_of(files: Mapping[str, Path | None]) -> Weights:
    """Return the models to read with.

    Args:
        files: The file of each role; None, or no such role, for the shipped one.

    Raises:
        ModelError: A shipped model is missing or damaged.
    """

    def file_of(role: str) -> bytes | Path:
        return files.get(role) or registry.load(role).data

    corners = None if _has_none(files) else file_of("corners")
    return Weights(file_of("finder"), file_of("reader"), corners)


def model_facts(files: Mapping[str, Path | None]) -> list[dict[str, str]]:
    """Return role, name and sha256 of the models that :func:`weights_of` returns, for the record."""
    facts = []
    for role in _HELP:
        if role == "corners" and _has_none(files):
            continue
        if (path := files.get(role)) is None:
            entry = registry.load(role).entry
            facts.append({"role": role, "name": entry.name, "sha256": entry.sha256})
        else:
            facts.append({"role": role, "name": path.name, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()})
    return facts


def size_of(files: Mapping[str, Path | None]) -> int:
    """Return the bytes of these models together."""
    weights = weights_of(files)
    each = (weights.finder, weights.reader, weights.corners)
    return sum(len(one) if isinstance(one, bytes) else one.stat().st_size for one in each if one is not None)


def _has_none(files: Mapping[str, Path | None]) -> bool:
    return files.get("corners") == NONE
