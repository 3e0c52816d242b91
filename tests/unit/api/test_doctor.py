"""``tilesight doctor`` says what is wrong with an installation, and ends so."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from vision.errors import ModelMissingError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from typer.testing import Result

    from api.photo_reader import RackPhotoReader

    Run = Callable[..., Result]


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a checkout whose example, for the reader of written tiles, shows 1m and 2m."""
    monkeypatch.setattr("api.commands.doctor.PROGRAM_DIR", tmp_path)
    examples = tmp_path / "examples"
    examples.mkdir()
    (tmp_path / "pyproject.toml").touch()
    (examples / "rack.jpg").write_text("1m2m", encoding="utf-8")
    (examples / "rack.json").write_text(json.dumps({"tiles": [{"code": "1m"}, {"code": "2m"}]}), encoding="utf-8")
    return tmp_path


def examined(result: Result) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(result.stdout)
    return document


def test_a_whole_installation(tilesight: Run, checkout: Path) -> None:
    assert checkout.is_dir()
    result = tilesight("doctor", "--json")
    assert result.exit_code == 0
    document = examined(result)
    assert document["error"] is None
    assert (document["self_test"]["photo"], document["self_test"]["tiles"]) == ("rack.jpg", 2)
    assert document["models"][0]["sha256"] == "0" * 64
    assert "numpy" in document["packages"]
    assert "All is well." in tilesight("doctor").stdout


def test_a_role_that_a_model_folder_lacks_is_said(tilesight: Run, checkout: Path) -> None:
    """The stand-in has a finder alone, as a folder made before there was a network of corners."""
    assert checkout.is_dir()
    assert "  corners: none; photos are read without it\n" in tilesight("doctor").stdout


@pytest.mark.parametrize("read", ["1m3m", "1m", ""])
def test_an_example_read_wrongly(tilesight: Run, checkout: Path, read: str) -> None:
    (checkout / "examples" / "rack.jpg").write_text(read, encoding="utf-8")
    result = tilesight("doctor", "--json")
    assert result.exit_code == 3
    document = examined(result)
    assert document["error"]["code"] == "self_test_failed"
    assert "1m2m" in document["error"]["message"]
    assert document["self_test"]["tiles"] == len(read) // 2
    for_people = tilesight("doctor")
    assert for_people.exit_code == 3
    assert "Not usable" in for_people.stdout
    assert "All is well." not in for_people.stdout


@pytest.mark.parametrize(("tiles", "status"), [(7, 0), (6, 3), (0, 3)])
def test_without_a_checkout_blank_tiles_are_counted(
    tilesight: Run, checkout: Path, monkeypatch: pytest.MonkeyPatch, tiles: int, status: int
) -> None:
    (checkout / "pyproject.toml").unlink()  # as in a folder of installed packages

    class CountingReader:
        models = ()

        def read(self, source: bytes) -> SeenTiles:
            assert isinstance(source, bytes)
            return SeenTiles(tiles)

    monkeypatch.setattr("api.commands.doctor.load_photo_reader", CountingReader)
    result = tilesight("doctor", "--json")
    assert result.exit_code == status
    assert examined(result)["self_test"]["tiles"] == tiles
    assert (examined(result)["error"] is None) is (status == 0)


class SeenTiles:
    """The part of a reading that counts."""

    hand = ""

    def __init__(self, count: int) -> None:
        self.tiles = [None] * count


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (ImportError("libonnxruntime.so: cannot open shared object file"), "package_unusable"),
        (ModuleNotFoundError("No module named 'cv2'"), "package_unusable"),
        (ModelMissingError("no finder"), "model_missing"),
    ],
)
def test_what_cannot_be_loaded_is_named(
    tilesight: Run, monkeypatch: pytest.MonkeyPatch, error: Exception, code: str
) -> None:
    def load() -> RackPhotoReader:
        raise error

    for command in ("doctor", "photos"):
        monkeypatch.setattr(f"api.commands.{command}.load_photo_reader", load)
    result = tilesight("doctor", "--json")
    assert result.exit_code == 3
    assert examined(result)["error"]["code"] == code
    assert str(error) in examined(result)["error"]["message"]
    read = tilesight("read", "rack.jpg", "--json")
    assert read.exit_code == 3
    assert json.loads(read.stdout)["error"]["code"] == code
