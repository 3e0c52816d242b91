"""``tilesight profile`` and ``--set``: labels that fit, and words where they do not. No weights are needed."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from vision.errors import ProfileOutdatedError
from vision.reading import ModelReference, RackReading, ReadTile

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from typer.testing import Result

MODELS = (ModelReference("reader", "named reader", "1" * 64),)
PROFILE = {
    "format": 1,
    "name": "mine",
    "reader_sha256": "1" * 64,
    "fusion": dict.fromkeys(
        ("reader_weight", "likeness_weight", "absent_likeness", "sure_threshold", "same_face"), 0.5
    ),
    "faces": [{"code": "1z", "trusted": True, "embedding": "AAAAAAAAAAA="}],
}


class SheetReader:
    """Finds three tiles in every photo, and is not sure of the second one of a photo named so."""

    models = MODELS
    profile_maker = None
    adapted = None

    def read(self, source: Path, *, rules: str | None = None) -> RackReading:
        assert rules in {None, "riichi"}
        tiles = [
            ReadTile(code, 0.9, (10.0 * n, 0.0, 10.0 * n + 9, 12.0), None, 0, (), 0, n, 0, sure=True)
            for n, code in enumerate(("1z", "2z", "3z"))
        ]
        if "unsure" in source.name:
            tiles[1] = replace(tiles[1], sure=False)
        hand = self.adapted.name if self.adapted else "1z2z3z"
        return RackReading((100, 50), MODELS, tuple(tiles), (), hand, (), {"decode": 1.0})

    def for_set(self, tile_set: object) -> SheetReader:
        if tile_set.reader_sha256 != MODELS[0].sha256:
            message = "the profile was made with another reader"
            raise ProfileOutdatedError(message)
        adapted = SheetReader()
        adapted.adapted = tile_set
        return adapted


@pytest.fixture(autouse=True)
def sheet_reader(tilesight: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> None:
    assert tilesight
    for command in ("photos", "hands", "tile_sets"):
        monkeypatch.setattr(f"api.commands.{command}.load_photo_reader", SheetReader)


def error_of(result: Result) -> str:
    return json.loads(result.stdout)["error"]["code"]


def test_labels_are_needed_where_a_tile_is_unsure(tilesight: Callable[..., Result], tmp_path: Path) -> None:
    result = tilesight("profile", "make", tmp_path / "unsure.jpg", "--out", tmp_path / "set.json", "--json")
    assert result.exit_code == 1
    assert error_of(result) == "labels_needed"
    assert "tile 2 of 3" in result.stderr


def test_labels_must_be_as_many_as_tiles(tilesight: Callable[..., Result], tmp_path: Path) -> None:
    result = tilesight(
        "profile", "make", tmp_path / "a.jpg", "--labels", "1z2z", "--out", tmp_path / "set.json", "--json"
    )
    assert result.exit_code == 1
    assert error_of(result) == "labels_do_not_fit"
    assert "3 tiles found, but 2 labels" in result.stderr


@pytest.mark.parametrize("labels", [["1z2z3z", "1z"], ["1z"], ["9q"], ["@missing.txt"]])
def test_labels_that_cannot_be_read_are_usage(
    tilesight: Callable[..., Result], tmp_path: Path, labels: list[str]
) -> None:
    options = [word for text in labels for word in ("--labels", text)]
    photos = [tmp_path / "a.jpg"] if labels == ["9q"] else [tmp_path / "a.jpg", tmp_path / "b.jpg", tmp_path / "c.jpg"]
    result = tilesight("profile", "make", *photos, *options, "--out", tmp_path / "set.json")
    assert result.exit_code == 2
    assert "--labels" in result.stderr


def test_labels_come_from_a_file_a_line_each(tilesight: Callable[..., Result], tmp_path: Path) -> None:
    (tmp_path / "labels.txt").write_text("1z2z3z\n\n1z2z\n", encoding="utf-8")
    photos = [tmp_path / "a.jpg", tmp_path / "b.jpg"]
    labels = f"@{tmp_path / 'labels.txt'}"
    result = tilesight("profile", "make", *photos, "--labels", labels, "--out", tmp_path / "set.json", "--json")
    assert error_of(result) == "labels_do_not_fit"
    assert "b.jpg" in result.stderr


def test_a_reader_that_cannot_be_adapted_says_so(tilesight: Callable[..., Result], tmp_path: Path) -> None:
    result = tilesight("profile", "make", tmp_path / "a.jpg", "--out", tmp_path / "set.json", "--json")
    assert result.exit_code == 3
    assert error_of(result) == "not_adaptable"
    assert not (tmp_path / "set.json").exists()


def test_a_photo_is_read_as_its_set_is_drawn(tilesight: Callable[..., Result], tmp_path: Path) -> None:
    (tmp_path / "set.json").write_text(json.dumps(PROFILE), encoding="utf-8")
    result = tilesight("read", tmp_path / "a.jpg", "--set", tmp_path / "set.json", "--json")
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)["hand"] == "mine"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{}", "bad_profile"),
        ("no JSON", "bad_profile"),
        (json.dumps({**PROFILE, "reader_sha256": "2" * 64}), "profile_outdated"),
        (None, "file_unusable"),
    ],
)
@pytest.mark.parametrize("command", [("read",), ("score", "--rules", "riichi"), ("advise", "--rules", "riichi")])
def test_what_is_no_profile_is_said(
    tilesight: Callable[..., Result], tmp_path: Path, text: str | None, code: str, command: tuple[str, ...]
) -> None:
    if text is not None:
        (tmp_path / "set.json").write_text(text, encoding="utf-8")
    result = tilesight(*command, tmp_path / "a.jpg", "--set", tmp_path / "set.json", "--json")
    assert result.exit_code == 1
    assert error_of(result) == code


def test_a_profile_belongs_to_photos(tilesight: Callable[..., Result], tmp_path: Path) -> None:
    result = tilesight("score", "--hand", "123m", "--rules", "riichi", "--set", tmp_path / "set.json")
    assert result.exit_code == 2
    assert "--set" in result.stderr


@pytest.mark.parametrize(("text", "code"), [("no JSON", "bad_profile"), (json.dumps(PROFILE), "profile_outdated")])
def test_labels_are_not_made_with_what_is_no_profile_of_this_reader(
    tilesight: Callable[..., Result], tmp_path: Path, text: str, code: str
) -> None:
    (tmp_path / "set.json").write_text(text, encoding="utf-8")
    (tmp_path / "photo.jpg").write_bytes(b"")
    result = tilesight(
        "label", tmp_path / "photo.jpg", "--out", tmp_path / "out", "--set", tmp_path / "set.json", "--json"
    )
    assert result.exit_code == 1
    assert error_of(result) == code
