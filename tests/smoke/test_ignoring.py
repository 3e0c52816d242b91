"""What is left out of the YOLO loss."""

from __future__ import annotations

import torch

from models.training.ignoring import UNLABELLED_BACKS_WEIGHT, IgnoringBCE, anchor_weights, class_weights

FACE, BACK = 0, 1


def losses(ignored: torch.Tensor, backs_labelled: list[bool], targets: torch.Tensor) -> torch.Tensor:
    """Return the (B, A, 2) losses of answers that say half-half everywhere."""
    loss = IgnoringBCE()
    loss.weights = class_weights(anchor_weights(ignored), 2, BACK, torch.tensor(backs_labelled))
    return loss(torch.zeros_like(targets), targets)


def test_backs_count_little_where_nobody_labelled_them() -> None:
    ignored = torch.zeros(2, 4, 4, dtype=torch.bool)
    targets = torch.zeros(2, 16 + 4 + 1, 2)
    targets[:, 3, FACE] = 1
    found = losses(ignored, [True, False], targets)
    assert torch.allclose(found[0], found[0, 0, 0])
    assert torch.allclose(found[1, :, FACE], found[0, 0, 0])
    assert torch.allclose(found[1, 0, BACK], found[0, 0, 0] * UNLABELLED_BACKS_WEIGHT)
    assert torch.allclose(found[1, 3, BACK], found[0, 0, 0]), "a face that is taken for a back counts in full"


def test_nothing_counts_in_ignored_cells_but_what_is_there() -> None:
    ignored = torch.ones(1, 4, 4, dtype=torch.bool)
    targets = torch.zeros(1, 16 + 4 + 1, 2)
    targets[:, 5, BACK] = 1
    found = losses(ignored, [True], targets)
    assert (found[0].sum(dim=1) > 0).nonzero().flatten().tolist() == [5]
