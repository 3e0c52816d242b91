"""Training computes in bfloat16 only where the processor can."""

from __future__ import annotations

import pytest
import torch

from models.training import precision


@pytest.mark.parametrize(
    ("capabilities", "expected"), [({}, False), ({"avx2": True}, False), ({"amx_bf16": True}, True)]
)
def test_bfloat16_is_used_where_the_processor_has_it(
    monkeypatch: pytest.MonkeyPatch,
    capabilities: dict[str, bool],
    expected: bool,  # noqa: FBT001
) -> None:
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: capabilities)
    layer = torch.nn.Linear(4, 4)
    with precision.mixed_precision():
        answer = layer(torch.zeros(1, 4))
    assert (answer.dtype is torch.bfloat16) == expected
