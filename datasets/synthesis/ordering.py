"""Which of several boxes hides which: the order in which a painter draws them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from datasets.synthesis.bodies import PANEL_NORMALS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from datasets.synthesis.bodies import Body

__all__ = ["painting_order"]

TOLERANCE = 1e-3
"""Boxes that sink into each other by less than this (tile heights) still count as apart."""


def painting_order(bodies: Sequence[Body], eye: NDArray[np.float64], outlines: NDArray[np.float64]) -> list[int]:
    """Return the indices of bodies from the back to the front.

    Two boxes apart have a face plane with one box on either side of it; the box on the camera's side of such a
    plane hides the other one. Cycles (three boxes around a corner) are broken by distance.

    Args:
        bodies: The boxes.
        eye: (3,) position of the camera.
        outlines: (N, 4) x1, y1, x2, y2 of the boxes in the picture; those that do not overlap need no order.
    """
    count = len(bodies)
    if count == 0:
        return []
    corners = np.stack([body.corners() for body in bodies])
    centres = np.stack([body.centre for body in bodies])
    normals = np.stack([PANEL_NORMALS @ body.axes.T for body in bodies])
    halves = np.stack([np.abs(PANEL_NORMALS) @ (body.size / 2) for body in bodies])
    offsets = np.einsum("ifk,ik->if", normals, centres) + halves
    heights = np.einsum("ifk,jck->ifjc", normals, corners).min(axis=3) - offsets[:, :, None]
    apart = heights >= -TOLERANCE
    eye_outside = (np.einsum("ifk,k->if", normals, eye) - offsets > 0)[:, :, None]
    nearer = (apart & eye_outside).any(axis=1)  # [i, j]: j hides i
    farther = (apart & ~eye_outside).any(axis=1)  # [i, j]: i hides j
    x1, y1, x2, y2 = outlines.T
    overlap = (x1[:, None] < x2) & (x1 < x2[:, None]) & (y1[:, None] < y2) & (y1 < y2[:, None])
    before = (nearer | farther.T) & overlap
    before &= ~before.T
    np.fill_diagonal(before, val=False)
    return _topological(before, np.linalg.norm(centres - eye, axis=1))


def _topological(before: NDArray[np.bool_], distance: NDArray[np.float64]) -> list[int]:
    """Sort so that i comes earlier than j wherever before[i, j], far ones first where free to choose."""
    waiting = before.sum(axis=0)
    left = np.ones(len(distance), bool)
    order: list[int] = []
    for _ in range(len(distance)):
        free = left & (waiting == 0)
        pool = free if free.any() else left
        chosen = int(np.where(pool, distance, -np.inf).argmax())
        order.append(chosen)
        left[chosen] = False
        waiting = waiting - before[chosen]
    return order
