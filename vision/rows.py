"""Rows of tiles in the player's frame.

Rows are chains of neighbours, not bands of equal height: chains follow rows that converge, curve or stay a little
askew, and everything is measured in tile sizes, so no pixel count appears.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.fitting import fit_line, median
from vision.shapes import face_up_deg, frame_sizes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.shapes import TileShapes
    from vision.viewpoint import Viewpoint

__all__ = ["TileFrames", "find_rows", "place_tiles"]

LINK_OFFSET: Final = 0.5
"""Neighbours of one row lie at most this many tile heights above or below one another."""

LINK_REACH: Final = 2.5
"""Neighbours are linked directly up to this many tile widths; wider gaps are bridged by comparing whole chains."""

LINK_OVERLAP: Final = 0.3
"""Centres closer than this many tile widths belong to tiles above one another, or to one tile found twice."""

MIN_SLOPE_TILES: Final = 3

BRIDGE_REACH: Final = 8.0
"""Chains farther apart than this many tile widths are different rows."""

BRIDGE_OFFSET: Final = 0.45
"""Chains of one row meet, both prolonged to the middle of the gap, within this many tile heights."""

SIZE_RATIO: Final = 1.6
"""Neighbours differ in height by at most this factor."""

SIDEWAYS_CHANCE: Final = 0.65
"""A face is taken as sideways above this probability, as upright below the rest of it."""

SIDEWAYS_SHAPE: Final = 1.2
"""A tile whose face lies sideways has at least this many times the width / height of those around it; ideal: 1.8."""

SIDEWAYS_SHAPE_ALONE: Final = 1.4
"""The same where the face itself does not tell; then"""

SIDEWAYS_WIDTH_ALONE: Final = 1.05
"""it also is at least this many times as wide (ideal 1.35) and"""

SIDEWAYS_HEIGHT_ALONE: Final = 0.92
"""at most this many times as high (ideal 0.74): boxes cut short fail the one, loose ones the other."""

STRAIGHT_SPLIT: Final = 0.9
"""A box tells the shape of its tile where cos(2 x roll) is above this: up to 13 degrees."""

NEAR_SPLIT: Final = 0.5
"""Without corners a face's quarter turn, counted from the image's up, tells sideways up to 30 degrees of roll."""

AROUND: Final = 7
"""So many nearest tiles, itself included, are the tiles around a tile: perspective changes little among them."""


@dataclass(frozen=True, slots=True, eq=False)
class TileFrames:
    """Tiles in the player's frame, as parallel arrays of length N.

    Attributes:
        x: Centres, growing to the player's right, pixels.
        y: Centres, growing towards the player, pixels.
        width: Extent along the row, pixels.
        height: Extent across the row, pixels.
        turned: Whether the tile lies sideways for the player.
    """

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    width: NDArray[np.float64]
    height: NDArray[np.float64]
    turned: NDArray[np.bool_]


def place_tiles(shapes: TileShapes, rotation_probabilities: NDArray[np.float64], viewpoint: Viewpoint) -> TileFrames:
    """Return tiles in the player's frame.

    Args:
        shapes: N tiles as they show in the image.
        rotation_probabilities: (N, 4) clockwise quarter turns of the face against the image, NaN where unknown.
        viewpoint: Where the player sits.
    """
    known = shapes.known
    centres = (shapes.boxes_xyxy[:, :2] + shapes.boxes_xyxy[:, 2:]) / 2
    centres[known] = shapes.corners.sum(1) / shapes.corners.shape[1]
    x, y = viewpoint.to_player(centres).T
    width, height, measured = frame_sizes(shapes, viewpoint.roll_deg)
    chances = np.where(np.isnan(rotation_probabilities), 0.25, rotation_probabilities)
    turn = np.radians(face_up_deg(shapes) - viewpoint.roll_deg)
    sideways = (chances * np.sin(turn) ** 2).sum(1)
    nearest = np.hypot(x[None] - x[:, None], y[None] - y[:, None]).argsort(1)[:, :AROUND]
    wider = width / median(width[nearest])
    higher = height / median(height[nearest])
    shape = wider / higher
    split = abs(np.cos(2 * np.radians(viewpoint.roll_deg)))
    by_face = (known | (split > NEAR_SPLIT)) & (sideways > SIDEWAYS_CHANCE) & (~measured | (shape > SIDEWAYS_SHAPE))
    is_straight = known | (split > STRAIGHT_SPLIT)
    by_shape = (
        is_straight & (shape > SIDEWAYS_SHAPE_ALONE) & (wider > SIDEWAYS_WIDTH_ALONE) & (higher < SIDEWAYS_HEIGHT_ALONE)
    )
    by_shape &= sideways > 1 - SIDEWAYS_CHANCE
    return TileFrames(x, y, width, height, by_face | by_shape)


def find_rows(frames: TileFrames) -> list[list[int]]:
    """Return the rows, farthest from the player first, each its tile indices from the player's left to right."""
    chains = _link(frames)
    chains = _bridge(chains, frames)
    chains = _restack(chains, frames)
    for chain in chains:
        chain.sort(key=lambda tile: (frames.x[tile], frames.y[tile]))
    return sorted(chains, key=lambda chain: float(frames.y[chain].mean()))


def _link(frames: TileFrames) -> list[list[int]]:
    """Return chains of tiles that are each other's best neighbour to the right and to the left."""
    n = len(frames.x)
    if not n:
        return []
    mean_w = (frames.width[:, None] + frames.width[None]) / 2
    mean_h = (frames.height[:, None] + frames.height[None]) / 2
    dx = (frames.x[None] - frames.x[:, None]) / mean_w
    dy = np.abs(frames.y[None] - frames.y[:, None]) / mean_h
    size = np.sqrt(frames.width * frames.height)
    alike = np.maximum(size[:, None], size[None]) <= SIZE_RATIO * np.minimum(size[:, None], size[None])
    cost = np.where((dx > LINK_OVERLAP) & (dx < LINK_REACH) & (dy < LINK_OFFSET) & alike, dx + 2 * dy, np.inf)
    right, left = cost.argmin(1), cost.argmin(0)
    following = {i: int(right[i]) for i in range(n) if np.isfinite(cost[i, right[i]]) and left[right[i]] == i}
    heads = set(range(n)) - set(following.values())
    chains = []
    for head in sorted(heads):
        chain = [head]
        while chain[-1] in following:
            chain.append(following[chain[-1]])
        chains.append(chain)
    return chains


def _bridge(chains: list[list[int]], frames: TileFrames) -> list[list[int]]:
    """Join chains of one row across wide gaps, the narrowest gap first."""
    while len(chains) > 1:
        gaps = _bridge_gaps(chains, frames)
        following: dict[int, int] = {}
        taken: set[int] = set()
        for flat in np.argsort(gaps, axis=None, kind="stable"):
            a, b = divmod(int(flat), len(chains))
            if not np.isfinite(gaps[a, b]):
                break
            # Both chains are used up for this round: what they became has another slope.
            if not taken & {a, b}:
                following[a] = b
                taken |= {a, b}
        if not following:
            break
        joined = set(following.values())
        chains = [
            chain + (chains[following[n]] if n in following else [])
            for n, chain in enumerate(chains)
            if n not in joined
        ]
    return chains


def _bridge_gaps(chains: list[list[int]], frames: TileFrames) -> NDArray[np.float64]:
    """Return (C, C) gaps in tile widths from each chain's end to each chain's start, infinite between rows."""
    end = np.array([chain[-1] for chain in chains], np.int64)[:, None]
    start = np.array([chain[0] for chain in chains], np.int64)[None]
    size = np.sqrt(frames.width * frames.height)
    gap = (frames.x[start] - frames.x[end]) / ((frames.width[end] + frames.width[start]) / 2)
    slopes = [_slope(chain, frames) for chain in chains]
    # A chain without a slope takes that of the other one, two such chains are level.
    has_slope = np.array([slope is not None for slope in slopes])
    slope = np.array([slope or 0.0 for slope in slopes])
    left_slope = np.where(has_slope[:, None], slope[:, None], slope[None])
    right_slope = np.where(has_slope[None], slope[None], slope[:, None])
    half = (frames.x[start] - frames.x[end]) / 2
    left_y = frames.y[end] + left_slope * half
    right_y = frames.y[start] - right_slope * half
    meets = np.abs(left_y - right_y) < BRIDGE_OFFSET * (frames.height[end] + frames.height[start]) / 2
    alike = np.maximum(size[end], size[start]) <= SIZE_RATIO * np.minimum(size[end], size[start])
    return np.asarray(np.where(meets & alike & (gap > LINK_OVERLAP) & (gap < BRIDGE_REACH), gap, np.inf), np.float64)


def _slope(chain: list[int], frames: TileFrames) -> float | None:
    """Return dy/dx of a chain, None for fewer than three tiles: two jittered boxes give no slope."""
    if len(chain) < MIN_SLOPE_TILES:
        return None
    return fit_line(frames.x[chain], frames.y[chain])[0]


def _restack(chains: list[list[int]], frames: TileFrames) -> list[list[int]]:
    """Put a sideways tile lying on a sideways tile (an added kong) into that tile's row."""
    row_of = {tile: n for n, chain in enumerate(chains) for tile in chain}
    chains = [list(chain) for chain in chains]
    for tile in (t for t, n in row_of.items() if frames.turned[t] and len(chains[n]) == 1):
        below = [
            other
            for other in row_of
            if other != tile
            and frames.turned[other]
            and len(chains[row_of[other]]) > 1
            and abs(frames.x[other] - frames.x[tile]) < 0.4 * frames.width[tile]
            and abs(frames.y[other] - frames.y[tile]) < 1.4 * frames.height[tile]
        ]
        if below:
            chains[row_of[tile]].remove(tile)
            chains[row_of[below[0]]].append(tile)
    return [chain for chain in chains if chain]
