"""Leaving parts of pictures out of a YOLO loss: in partly labelled photos nobody knows what else is a tile."""

from __future__ import annotations

import torch
from torch import nn

__all__ = ["IgnoringBCE", "anchor_weights", "class_weights"]

UNLABELLED_BACKS_WEIGHT = 0.05
"""Photographs teach what is no back, such as the edges of racks; those whose backs carry no labels also show backs that
count as none, which is supposed to be a part of why an earlier finder found one in ten. A twentieth instead of a fifth
changed little."""


class IgnoringBCE(nn.Module):
    """Binary cross-entropy that forgives answers in cells where the truth is not known."""

    def __init__(self) -> None:
        """Start with nothing ignored."""
        super().__init__()
        self.weights: torch.Tensor | None = None

    def forward(self, logits: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        """Return the (B, A, C) losses, weighted where the target is background."""
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


def class_weights(weights: torch.Tensor, classes: int, back: int, backs_labelled: torch.Tensor) -> torch.Tensor:
    """Return (B, A, C) weights: backs found in the background count little where backs carry no labels.

    Args:
        weights: (B, A, 1) weights of the anchors.
        classes: Number of classes C.
        back: The class of backs.
        backs_labelled: (B,) bool, whether backs are labelled in the picture.
    """
    weights = weights.repeat(1, 1, classes)
    weights[~backs_labelled, :, back] *= UNLABELLED_BACKS_WEIGHT
    return weights
