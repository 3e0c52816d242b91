"""Fixtures for all tests."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from datasets.synthesis.fonts import FontsMissingError, ideograph_fonts, latin_fonts

try:
    from hypothesis import settings
except ModuleNotFoundError:  # the training environment, which runs no property tests
    pass
else:
    # CI judges changes: the same examples each time. Elsewhere every run looks at others.
    settings.register_profile("ci", derandomize=True, print_blob=True)
    if os.environ.get("CI") == "true":
        settings.load_profile("ci")

REPOSITORY = Path(__file__).resolve().parents[1]

# In the background of a shell that runs a script, tests would hand deafness to Ctrl-C down to the programs they try.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


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


@pytest.fixture(scope="session")
def cjk_fonts() -> None:
    """Skip (fail under CI) where the fonts that faces are drawn with are not installed."""
    try:
        ideograph_fonts()
        latin_fonts()
    except FontsMissingError as error:
        if os.environ.get("CI") == "true":
            pytest.fail(str(error))
        pytest.skip(str(error))
