"""The network that tells corners and whether there is a tile: a small residual CNN over a face and its surroundings."""

from __future__ import annotations

from typing import Final

import torch
from torch import nn

from models.training.reader_net import ResidualBlock, convolution
from vision.corners import CORNER_CROP_PX, CORNER_NAMES, KIND_NAMES

__all__ = ["KIND_LAYERS", "CornerNet"]

WIDTHS: Final = (24, 40, 64, 96)
HIDDEN: Final = 96
KIND_LAYERS: Final = frozenset({"kind_hidden", "kinds"})
"""Layers that networks of before version 2 of the corners lack."""


class CornerNet(nn.Module):
    """(N, 3, 64, 64) RGB crops in 0..1 to (N, 4, 2) offsets of the corners and (N, 3) kind logits.

    Offsets are in half sides of the frame, kinds those of ``vision.corners.KIND_NAMES``.
    """

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
        self.kind_hidden = nn.Linear(cells * width_in, HIDDEN)
        self.kinds = nn.Linear(HIDDEN, len(KIND_NAMES))

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the offsets and the kind logits."""
        maps = self.features((crops - 0.5) * 4).flatten(1)
        offsets = self.corners(torch.relu(self.hidden(maps))).unflatten(1, (len(CORNER_NAMES), 2))
        return offsets, self.kinds(torch.relu(self.kind_hidden(maps)))
