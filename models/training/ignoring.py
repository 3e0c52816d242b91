"""Leaving parts of pictures out of a YOLO loss: in partly labelled photos nobody knows what else is a tile."""

from __future__ import annotations

import torch
from torch import nn

__all__ = ["IgnoringBCE", "anchor_weights"]


class IgnoringBCE(nn.Module):
    """Binary cross-entropy that forgives answers in cells where the truth is not known."""

    def __init__(self) -> None:
        """Start with nothing ignored."""
        super().__init__()
        self.weights: torch.Tensor | None = None

    def forward(self, logits: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        """Return the (B, A, C) losses, zero where the weight is zero and the target is background."""
        losses = nn.functional.binary_cross_entropy_with_logits(logits, targets, reduction="none")
        if self.weights is None:
            return losses
        foreground = (targets.amax(dim=-1, keepdim=True) > 0).to(losses.dtype)
        return losses * torch.maximum(self.weights, foreground)


def anchor_weights(ignored: torch.Tensor) -> torch.Tensor:
    """Return (B, A, 1) weights of the three scales' anchors from (B, S/8, S/8) ignored cells."""
    cells = ignored.float().unsqueeze(1)
    scales = [cells, nn.functional.avg_pool2d(cells, 2), nn.functional.avg_pool2d(cells, 4)]
    return torch.cat([1 - (scale > 0.5).float().flatten(1) for scale in scales], dim=1).unsqueeze(-1)
