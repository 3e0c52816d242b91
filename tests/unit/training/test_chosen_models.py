"""Which models are measured: shipped ones by default, files where they are named, corners only where wanted."""

from __future__ import annotations

import argparse
import hashlib
from typing import TYPE_CHECKING

import pytest

from models import registry
from models.training.chosen_models import (
    NONE,
    add_model_arguments,
    chosen_files,
    model_facts,
    size_of,
    weights_of,
)

if TYPE_CHECKING:
    from pathlib import Path


def chosen(*arguments: object) -> dict[str, Path | None]:
    parser = argparse.ArgumentParser()
    add_model_arguments(parser)
    return chosen_files(parser.parse_args(list(map(str, arguments))))


def test_the_shipped_ones_are_chosen_by_default() -> None:
    shipped = registry.load_all()
    weights = weights_of(chosen())
    assert (weights.finder, weights.reader, weights.corners) == tuple(shipped[role].data for role in registry.ROLES)
    assert [fact["sha256"] for fact in model_facts(chosen())] == [model.entry.sha256 for model in shipped.values()]
    assert size_of(chosen()) == sum(model.entry.size_bytes for model in shipped.values())


@pytest.mark.parametrize("role", registry.ROLES)
def test_a_file_takes_the_place_of_its_role(tmp_path: Path, role: str) -> None:
    path = tmp_path / "mine.onnx"
    path.write_bytes(b"12345")
    files = chosen(f"--{role}", path)
    assert getattr(weights_of(files), role) == path
    (fact,) = (fact for fact in model_facts(files) if fact["role"] == role)
    assert fact == {"role": role, "name": "mine.onnx", "sha256": hashlib.sha256(b"12345").hexdigest()}
    assert size_of(files) == size_of(chosen()) - registry.load(role).entry.size_bytes + 5


def test_corners_can_be_left_to_the_finder() -> None:
    files = chosen("--corners", NONE)
    assert weights_of(files).corners is None
    assert [fact["role"] for fact in model_facts(files)] == ["finder", "reader"]
    assert size_of(files) == size_of(chosen()) - registry.load("corners").entry.size_bytes
