"""The arithmetic of training: bfloat16 where the processor has instructions for it, float32 elsewhere.

Processors without them compute bfloat16 in software: a step of the reader took 12 times as long as in float32 on one
with AVX2 alone, and half as long on one with AMX.
"""

from __future__ import annotations

import torch

__all__ = ["has_bfloat16", "mixed_precision"]

INSTRUCTIONS = ("amx_bf16", "avx512_bf16", "sve_bf16")
"""Names that ``torch.cpu.get_capabilities`` gives to instructions on bfloat16 matrices or vectors."""


def has_bfloat16() -> bool:
    """Return whether this processor computes in bfloat16."""
    capabilities = torch.cpu.get_capabilities()
    return any(bool(capabilities.get(name, False)) for name in INSTRUCTIONS)


def mixed_precision() -> torch.autocast:
    """Return the context in which a network's forward pass is to run."""
    return torch.autocast("cpu", dtype=torch.bfloat16, enabled=has_bfloat16())
