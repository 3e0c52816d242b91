"""What a room may take of another one, module by module: also of modules that are made later."""

from __future__ import annotations

import ast
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
OF_ENGINE_IN_VISION = {"engine.tile", "engine.meld", "engine.hand", "engine.wording"}
"""Tiles, melds and hands, and how numbers of things are worded."""


def imported(room: str) -> set[str]:
    """Return the modules that a room's modules import."""
    names: set[str] = set()
    for path in (REPOSITORY / room).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                names.add(node.module)
            elif isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
    return names


def test_vision_sees_tiles_melds_and_hands_of_the_engine() -> None:
    of_engine = {name for name in imported("vision") if name.split(".")[0] == "engine"}
    assert "engine.tile" in of_engine
    assert of_engine <= OF_ENGINE_IN_VISION
