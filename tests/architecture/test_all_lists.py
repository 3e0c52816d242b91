"""``__all__`` lists are complete: what one module takes from another is public there, and what is public exists."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
ROOMS = ("api", "datasets", "engine", "models", "vision")
MODULES = {
    ".".join(path.relative_to(REPOSITORY).with_suffix("").parts).removesuffix(".__init__"): ast.parse(
        path.read_text(encoding="utf-8")
    )
    for room in ROOMS
    for path in sorted((REPOSITORY / room).rglob("*.py"))
}


def targets_of(statement: ast.stmt) -> list[str]:
    """Return the names a statement at the top of a module binds."""
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            return [node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return [alias.asname or alias.name for alias in names]
    return [name for inner in getattr(statement, "body", []) for name in targets_of(inner)]


def public_names(module: str) -> list[str] | None:
    """Return a module's ``__all__``, None if it has none."""
    for statement in MODULES[module].body:
        if "__all__" in targets_of(statement) and isinstance(statement, ast.Assign):
            names: list[str] = ast.literal_eval(statement.value)
            return names
    return None


def imports_between_modules() -> list[tuple[str, str, str]]:
    """Return every import of our own: who, from where, which name."""
    return [
        (importer, node.module, alias.name)
        for importer, tree in MODULES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module in MODULES
        for alias in node.names
        if f"{node.module}.{alias.name}" not in MODULES
    ]


def test_modules_take_only_public_names_from_one_another() -> None:
    strays = [
        f"{importer} takes {module}.{name}"
        for importer, module, name in imports_between_modules()
        if name not in (public_names(module) or [])
    ]
    assert not strays, "\n".join(strays)


@pytest.mark.parametrize("module", sorted(name for name in MODULES if public_names(name) is not None))
def test_lists_name_what_is_there(module: str) -> None:
    listed = public_names(module) or []
    there = {name for statement in MODULES[module].body for name in targets_of(statement)}
    assert len(set(listed)) == len(listed)
    assert set(listed) <= there
    assert not [name for name in listed if name.startswith("_")]
