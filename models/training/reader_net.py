"""The reader's network: a small residual CNN over upright portrait crops with a code head and a rotation head."""

from __future__ import annotations

from typing import Final

import torch
from torch import nn

from engine.tile import CODES

__all__ = ["ReaderNet", "ResidualBlock", "convolution"]

WIDTHS: Final = (24, 48, 96, 192)
BLOCKS: Final = (1, 1, 2, 1)


class ResidualBlock(nn.Module):
    """Two 3x3 convolutions around a shortcut."""

    def __init__(self, width: int) -> None:
        """Make a block that keeps its input's width and size."""
        super().__init__()
        self.first = convolution(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, padding=1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return features of the same shape."""
        return torch.relu(x + self.second(self.first(x)))


def convolution(width_in: int, width_out: int, stride: int = 1) -> nn.Sequential:
    """Return a 3x3 convolution with its normalisation and rectifier."""
    return nn.Sequential(
        nn.Conv2d(width_in, width_out, 3, stride=stride, padding=1, bias=False),
        nn.BatchNorm2d(width_out),
        nn.ReLU(inplace=True),
    )


class ReaderNet(nn.Module):
    """(N, 3, 120, 96) RGB crops in 0..1 to (N, 47) code logits and (N, 4) rotation logits.

    Rotation is the number of clockwise quarter turns by which the face is turned within its crop.
    """

    def __init__(self, widths: tuple[int, ...] = WIDTHS, blocks: tuple[int, ...] = BLOCKS) -> None:
        """Make the untrained network."""
        super().__init__()
        layers: list[nn.Module] = []
        width_in = 3
        for width, count in zip(widths, blocks, strict=True):
            layers.append(convolution(width_in, width, stride=2))
            layers.extend(ResidualBlock(width) for _ in range(count))
            width_in = width
        self.features = nn.Sequential(*layers)
        self.dropout = nn.Dropout(0.2)
        # Mean and maximum: the maximum keeps a small index or character from drowning in the mean.
        self.code_head = nn.Linear(2 * width_in, len(CODES))
        self.rotation_head = nn.Linear(2 * width_in, 4)

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return code logits and rotation logits."""
        maps = self.features((crops - 0.5) * 4)
        pooled = self.dropout(torch.cat([maps.mean(dim=(2, 3)), maps.amax(dim=(2, 3))], dim=1))
        return self.code_head(pooled), self.rotation_head(pooled)
