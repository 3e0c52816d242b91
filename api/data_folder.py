"""Where the program keeps what it needs again at the next run, by the customs of each system."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["data_folder"]


def data_folder(environment: Mapping[str, str] | None = None, platform: str = sys.platform) -> Path:
    """Return the folder; it need not be there yet.

    >>> data_folder({"XDG_DATA_HOME": "/home/ann/data"}, "linux").as_posix()
    '/home/ann/data/tilesight'
    """
    known = os.environ if environment is None else environment
    if platform == "win32" and known.get("LOCALAPPDATA"):
        return Path(known["LOCALAPPDATA"]) / "tilesight"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "tilesight"
    if known.get("XDG_DATA_HOME"):
        return Path(known["XDG_DATA_HOME"]) / "tilesight"
    return Path.home() / ".local" / "share" / "tilesight"
