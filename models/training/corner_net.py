"""The network that tells corners: a small residual CNN over a face and what is around it."""

from __future__ import annotations

from typing import Final

import torch
from torch import nn

from models.training.reader_net import ResidualBlock, convolution
from vision.corners import CORNER_CROP_PX, CORNER_NAMES

__all__ = ["CornerNet"]

WIDTHS: Final = (24, 40, 64, 96)
HIDDEN: Final = 96


class CornerNet(nn.Module):
    """(N, 3, 64, 64) RGB crops in 0..1 to (N, 4, 2) offsets of the corners in half sides of the frame."""

    def __init__(self) -> None:
        """Make the untrained network."""
        super().__init__()
        layers: list[nn.Module] = []
        width_in = 3
        for width in WIDTHS:
            layers += [convolution(width_in, width, stride=2), ResidualBlock(width)]
            width_in = width
        self.features = nn.Sequential(*layers)
        # Not pooled: where something is seen is what is asked.
        cells = (CORNER_CROP_PX >> len(WIDTHS)) ** 2
        self.hidden = nn.Linear(cells * width_in, HIDDEN)
        self.corners = nn.Linear(HIDDEN, 2 * len(CORNER_NAMES))

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Return the offsets."""
        maps = self.features((crops - 0.5) * 4).flatten(1)
        return self.corners(torch.relu(self.hidden(maps))).unflatten(1, (len(CORNER_NAMES), 2))
