"""The models of this version: where they lie, and the proof that they are the recorded ones.

``manifest.toml`` names every model file with its sha256. A file is read once, hashed, and the very bytes that were
hashed are handed out, so that nothing but the recorded model is ever run. Nothing is read at import.

``python -m models.registry --check`` verifies all files (exit status 3 when one is missing or damaged),
``--describe FILE`` prints the manifest entry of a new file.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Final

from vision.errors import ModelDamagedError, ModelError, ModelMissingError
from vision.reading import ModelReference

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["OPTIONAL_ROLES", "ROLES", "ModelEntry", "VerifiedModel", "load", "load_all", "read_manifest"]

MANIFEST_NAME: Final = "manifest.toml"
MANIFEST_FORMAT: Final = 1
ROLES: Final = ("finder", "reader", "corners")
"""What models are for: finding tiles, reading faces, telling where the corners of found faces really are."""

OPTIONAL_ROLES: Final = frozenset({"corners"})
"""Without these photos are read too, only not as well."""

EXIT_ENVIRONMENT: Final = 3


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """One model in the manifest.

    Attributes:
        role: ``finder``, ``reader`` or ``corners``.
        name: Its name, for people.
        file: Path of the file, relative to the manifest's folder.
        sha256: Hash of the file's bytes, 64 lower-case hexadecimal digits.
        size_bytes: Length of the file.
        licence: SPDX identifier.
        card: Path of the model card, relative to the manifest's folder.
    """

    role: str
    name: str
    file: str
    sha256: str
    size_bytes: int
    licence: str
    card: str

    @property
    def reference(self) -> ModelReference:
        """What a reading says about the model."""
        return ModelReference(self.role, self.name, self.sha256)


@dataclass(frozen=True, slots=True)
class VerifiedModel:
    """A model file's content, proved to be the recorded one."""

    entry: ModelEntry
    data: bytes


def read_manifest(directory: Path | None = None) -> tuple[ModelEntry, ...]:
    """Return the models that a folder's manifest names.

    Args:
        directory: The folder with ``manifest.toml``; this package's own when None.

    Raises:
        ModelMissingError: There is no manifest.
        ModelDamagedError: The manifest cannot be understood.
    """
    path = _folder(directory) / MANIFEST_NAME
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        message = f"the model manifest {path} is missing; install the package again or name the right model folder"
        raise ModelMissingError(message) from None
    except (OSError, ValueError) as error:
        message = f"the model manifest {path} cannot be read ({error}); restore it from the release"
        raise ModelDamagedError(message) from None
    if content.get("format") != MANIFEST_FORMAT:
        message = (
            f"the model manifest {path} has format {content.get('format')!r}, expected {MANIFEST_FORMAT}; "
            "restore it from the release"
        )
        raise ModelDamagedError(message)
    tables = content.get("model", [])
    if not isinstance(tables, list):
        message = f"the model manifest {path} must list its models as [[model]] tables"
        raise ModelDamagedError(message)
    entries = tuple(_to_entry(table, path) for table in tables)
    roles = [entry.role for entry in entries]
    if len(set(roles)) < len(roles):
        message = f"the model manifest {path} names a role twice: {', '.join(roles)}"
        raise ModelDamagedError(message)
    return entries


def load(role: str, directory: Path | None = None) -> VerifiedModel:
    """Return the model of a role, its bytes verified.

    Args:
        role: ``finder``, ``reader`` or ``corners``.
        directory: The folder with ``manifest.toml``; this package's own when None.

    Raises:
        ModelMissingError: The manifest, its entry or the file is not there.
        ModelDamagedError: The manifest cannot be understood, or the file is not the recorded one.
    """
    for entry in read_manifest(directory):
        if entry.role == role:
            return _verify(entry, _folder(directory))
    message = (
        f"{_folder(directory) / MANIFEST_NAME} names no {role} model; install a release that has its weights, or "
        "train one as models/training describes"
    )
    raise ModelMissingError(message)


def load_all(directory: Path | None = None) -> dict[str, VerifiedModel]:
    """Return the models by their roles, in the order of :data:`ROLES`; see :func:`load`.

    Of the :data:`OPTIONAL_ROLES`, those that the manifest does not name are left out.
    """
    named = {entry.role for entry in read_manifest(directory)}
    return {role: load(role, directory) for role in ROLES if role in named or role not in OPTIONAL_ROLES}


def _folder(directory: Path | None) -> Path:
    return Path(__file__).parent if directory is None else directory


def _to_entry(table: object, path: Path) -> ModelEntry:
    expected = {field.name: int if field.name == "size_bytes" else str for field in fields(ModelEntry)}
    if not isinstance(table, dict) or set(table) != set(expected):
        found = sorted(table) if isinstance(table, dict) else table
        message = f"a model in {path} has {found!r}, expected the keys {sorted(expected)}"
        raise ModelDamagedError(message)
    for name, kind in expected.items():
        if type(table[name]) is not kind:
            message = f"{name} = {table[name]!r} in {path} must be of type {kind.__name__}"
            raise ModelDamagedError(message)
    entry = ModelEntry(**table)
    if entry.role not in ROLES:
        message = f"the role {entry.role!r} in {path} is unknown; the roles are {', '.join(ROLES)}"
        raise ModelDamagedError(message)
    return entry


def _verify(entry: ModelEntry, folder: Path) -> VerifiedModel:
    path = folder / entry.file
    try:
        data = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        message = f"the {entry.role} model {path} is missing; install the package again or restore it from the release"
        raise ModelMissingError(message) from None
    except OSError as error:
        message = f"the {entry.role} model {path} cannot be read ({error}); check its permissions"
        raise ModelDamagedError(message) from None
    actual = hashlib.sha256(data).hexdigest()
    if actual != entry.sha256:
        pointer = " (a Git LFS pointer: run `git lfs pull`)" if data.startswith(b"version https://git-lfs") else ""
        message = (
            f"the {entry.role} model {path} is damaged{pointer}: its sha256 is {actual}, recorded is {entry.sha256}; "
            "restore it from the release"
        )
        raise ModelDamagedError(message)
    return VerifiedModel(entry, data)


def _describe(path: Path, role: str) -> str:
    data = path.read_bytes()
    return (
        f'[[model]]\nrole = "{role}"\nname = "{path.stem}"\nfile = "weights/{path.name}"\n'
        f'sha256 = "{hashlib.sha256(data).hexdigest()}"\nsize_bytes = {len(data)}\n'
        f'licence = "AGPL-3.0-or-later"\ncard = "cards/{path.stem}.md"\n'
    )


def _check(directory: Path | None) -> int:
    """Verify every role; write one line each."""
    status = 0
    for role in ROLES:
        try:
            if role in OPTIONAL_ROLES and role not in {entry.role for entry in read_manifest(directory)}:
                sys.stdout.write(f"{role}: none, photos are read without\n")
                continue
            entry = load(role, directory).entry
            card = _folder(directory) / entry.card
            line = f"{role}: {entry.name} ({entry.size_bytes:,} bytes) ok"
            if not card.is_file():
                line, status = f"{role}: the model card {card} is missing", EXIT_ENVIRONMENT
        except ModelError as error:
            line, status = f"{role}: {error.message}", EXIT_ENVIRONMENT
        sys.stdout.write(line + "\n")
    return status


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line of this module; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m models.registry", description="Verify the model files.")
    parser.add_argument("--directory", type=Path, help="folder with manifest.toml (default: this package's)")
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--check", action="store_true", help="verify every model of the manifest")
    action.add_argument("--describe", type=Path, metavar="FILE", help="print the manifest entry of a model file")
    parser.add_argument("--role", choices=ROLES, help="the described file's role (default: from its name)")
    options = parser.parse_args(arguments)
    if options.check:
        return _check(options.directory)
    if not options.describe.is_file():
        parser.error(f"{options.describe} is no file")
    role = options.role or next((role for role in ROLES if role in options.describe.name), None)
    if role is None:
        parser.error(f"the role of {options.describe} is not in its name; say it with --role")
    sys.stdout.write(_describe(options.describe, role))
    return 0


if __name__ == "__main__":
    sys.exit(main())
