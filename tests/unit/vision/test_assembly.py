"""The parts are put together by their roles, and what is wrong with one names it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from models.registry import ROLES
from vision.assembly import Weights, assemble
from vision.errors import ModelDamagedError, ModelError

SHIPPED = Path(__file__).resolve().parents[3] / "models" / "weights"
WEIGHTS = Weights(*(SHIPPED / f"{role}.onnx" for role in ("finder", "reader", "corners")))


@pytest.mark.parametrize("role", ROLES)
def test_damaged_content_names_its_role_and_says_what_to_do(role: str) -> None:
    """A file cut off before its hash was taken: only opening it tells."""
    content = (SHIPPED / f"{role}.onnx").read_bytes()
    for damaged in (content[: len(content) // 2], b""):
        with pytest.raises(ModelDamagedError, match=rf"^the {role} cannot be used: .*restore it from the release"):
            assemble(replace(WEIGHTS, **{role: damaged}))


@pytest.mark.parametrize("role", ROLES)
def test_another_role_s_model_is_refused_by_name(role: str) -> None:
    other = ROLES[(ROLES.index(role) + 1) % len(ROLES)]
    message = f"has the role '{other}', but one for '{role}' is needed"
    with pytest.raises(ModelError, match=message):
        assemble(replace(WEIGHTS, **{role: SHIPPED / f"{other}.onnx"}))
