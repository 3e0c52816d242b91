"""Fixtures for all tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def shared_dir() -> Path:
    """Return the folder of shared data, or skip (fail under CI) where it is absent."""
    path = Path(os.environ.get("TILESIGHT_SHARED", REPOSITORY.parent / "shared"))
    if not path.is_dir():
        message = f"the shared data folder {path} is absent; set TILESIGHT_SHARED to where it lies"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    return path
