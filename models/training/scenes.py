"""Synthetic scenes as the scene generator wrote them, for the finder."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from models.training.finder_data import FinderImage


def load_scenes(folder: Path) -> list[FinderImage]:
    """Return the complete scenes of a folder."""
    raise NotImplementedError(folder)
