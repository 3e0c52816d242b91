"""The model registry: only recorded bytes are handed out, and every fault says what to do."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from models import registry
from vision.errors import ModelDamagedError, ModelMissingError
from vision.reading import ModelReference

FINDER = b"finder weights"


def manifest_entry(**changes: object) -> str:
    values = {
        "role": "finder",
        "name": "finder-1",
        "file": "weights/finder.onnx",
        "sha256": hashlib.sha256(FINDER).hexdigest(),
        "size_bytes": len(FINDER),
        "licence": "AGPL-3.0-or-later",
        "card": "cards/finder.md",
    } | changes
    lines = [f"{name} = {value!r}".replace("'", '"') for name, value in values.items() if value is not None]
    return "[[model]]\n" + "\n".join(lines) + "\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "weights").mkdir()
    (tmp_path / "cards").mkdir()
    (tmp_path / "weights" / "finder.onnx").write_bytes(FINDER)
    (tmp_path / "cards" / "finder.md").write_text("# finder")
    (tmp_path / "manifest.toml").write_text("format = 1\n" + manifest_entry())
    return tmp_path


def test_the_recorded_bytes_are_handed_out(folder: Path) -> None:
    model = registry.load("finder", folder)
    assert model.data == FINDER
    assert model.entry.reference == ModelReference("finder", "finder-1", hashlib.sha256(FINDER).hexdigest())


def test_a_changed_file_is_damaged(folder: Path) -> None:
    (folder / "weights" / "finder.onnx").write_bytes(FINDER + b"!")
    with pytest.raises(ModelDamagedError, match="restore it from the release") as caught:
        registry.load("finder", folder)
    assert hashlib.sha256(FINDER).hexdigest() in caught.value.message


def test_a_large_file_pointer_is_recognised(folder: Path) -> None:
    (folder / "weights" / "finder.onnx").write_bytes(b"version https://git-lfs.github.com/spec/v1\n")
    with pytest.raises(ModelDamagedError, match="git lfs pull"):
        registry.load("finder", folder)


def test_a_missing_file_role_or_manifest_is_missing(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelMissingError, match="names no reader"):
        registry.load("reader", folder)
    (folder / "weights" / "finder.onnx").unlink()
    with pytest.raises(ModelMissingError, match="install the package again"):
        registry.load("finder", folder)
    with pytest.raises(ModelMissingError, match="nowhere"):
        registry.load("finder", tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("format = 2\n", "format 2"),
        ("format = ", "cannot be read"),
        ("", "format None"),
        ("format = 1\nmodel = 3\n", r"\[\[model\]\]"),
        ("format = 1\n" + manifest_entry() * 2, "twice"),
        ("format = 1\n" + manifest_entry(role="scorer"), "scorer"),
        ("format = 1\n" + manifest_entry(licence=None), "expected the keys"),
        ("format = 1\n" + manifest_entry(size_bytes="many"), "type int"),
    ],
)
def test_a_manifest_that_makes_no_sense_is_damaged(folder: Path, content: str, says: str) -> None:
    (folder / "manifest.toml").write_text(content)
    with pytest.raises(ModelDamagedError, match=says):
        registry.load("finder", folder)


def test_all_roles_are_loaded_in_order_and_corners_where_they_are_named(folder: Path) -> None:
    with pytest.raises(ModelMissingError, match="names no reader"):
        registry.load_all(folder)
    entries = []
    for role in ("corners", "reader", "finder"):
        (folder / "weights" / f"{role}.onnx").write_bytes(role.encode())
        digest = hashlib.sha256(role.encode()).hexdigest()
        entries.append(manifest_entry(role=role, file=f"weights/{role}.onnx", sha256=digest))
        (folder / "manifest.toml").write_text("format = 1\n" + "".join(entries))
    assert list(registry.load_all(folder)) == list(registry.ROLES)
    (folder / "manifest.toml").write_text("format = 1\n" + "".join(entries[1:]))
    assert {role: model.data for role, model in registry.load_all(folder).items()} == {
        "finder": b"finder",
        "reader": b"reader",
    }


def test_check_writes_a_line_for_every_role(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert registry.main(["--check", "--directory", str(folder)]) == 3
    finder, reader, corners = capsys.readouterr().out.splitlines()
    assert finder == "finder: finder-1 (14 bytes) ok"
    assert "names no reader" in reader
    assert corners == "corners: none, photos are read without"


def test_check_wants_model_cards(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "cards" / "finder.md").unlink()
    assert registry.main(["--check", "--directory", str(folder)]) == 3
    assert "the model card" in capsys.readouterr().out


def test_a_described_file_loads_once_its_entry_is_in_the_manifest(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "weights" / "reader.onnx"
    path.write_bytes(b"reader weights")
    (folder / "cards" / "reader.md").write_text("# reader")
    assert registry.main(["--describe", str(path)]) == 0
    entry = capsys.readouterr().out
    (folder / "manifest.toml").write_text("format = 1\n" + manifest_entry() + entry)
    assert registry.load("reader", folder).data == b"reader weights"
    assert registry.main(["--check", "--directory", str(folder)]) == 0


def test_models_in_this_repository_are_the_recorded_ones() -> None:
    folder = Path(registry.__file__).parent
    assert {entry.role for entry in registry.read_manifest()} == set(registry.ROLES)
    for entry in registry.read_manifest():
        model = registry.load(entry.role)
        assert len(model.data) == entry.size_bytes
        assert (folder / entry.card).is_file()
