"""Crops as the networks are trained on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["crops_to_torch"]


def crops_to_torch(images_bgr: NDArray[np.uint8]) -> torch.Tensor:
    """Return (B, H, W, 3) BGR crops as (B, 3, H, W) RGB in 0..1."""
    return torch.from_numpy(np.ascontiguousarray(images_bgr[..., ::-1])).permute(0, 3, 1, 2).float().div_(255)
