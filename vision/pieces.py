"""Pieces of rows: tiles between gaps clearly wider than the usual gaps of their row."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.fitting import fit_line, median

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.rows import TileFrames

__all__ = ["GAP", "cut_pieces"]

GAP: Final = 0.35
"""A gap that parts groups is wider than the row's usual distance by this fraction of it. Of the 5,216 distances in
rows of eleven and more tiles in the labelled source photos 99.6 % are under 0.2, three are between 0.2 and 0.3, none is
between 0.3 and 0.35; the 17 above are gaps left on purpose, or tiles without a label."""

GAP_SPREADS: Final = 4.0
"""It also exceeds the usual gap by so many robust standard deviations (1.4826 x median absolute deviation), but"""

MAX_GAP: Final = 1.5
"""no row is so irregular that a gap of this many smallest ones parts nothing."""

MIN_GAPS: Final = 5
"""Rows with fewer gaps have no usual gap of their own: half of them may be wide."""

MAX_USUAL: Final = 1.2
"""Cap of the usual pitch, in face widths, taken over from other rows."""

MIN_LINE: Final = 4
"""Widths of this many upright tiles are smoothed by a line along the row."""


def cut_pieces(rows: Sequence[Sequence[int]], frames: TileFrames, min_gap: float = GAP) -> list[list[list[int]]]:
    """Return for each row its tiles cut at wide gaps.

    Args:
        rows: Rows of tile indices, left to right.
        frames: The tiles in the player's frame.
        min_gap: Smallest gap that cuts, in pitches.
    """
    widths = [_smooth_widths(row, frames) for row in rows]
    ratios = [_gaps(row, frames, width) for row, width in zip(rows, widths, strict=True)]
    everywhere = np.concatenate(ratios) if ratios else np.empty(0)
    usual_everywhere = float(median(everywhere)) if len(everywhere) else 1.0
    pieces = []
    for row, ratio in zip(rows, ratios, strict=True):
        usual = _usual(ratio, frames.x[list(row)], min(usual_everywhere, MAX_USUAL))
        excess = ratio / usual - 1
        spread = 1.4826 * float(median(np.abs(excess))) if len(ratio) >= MIN_GAPS else 0.0
        wide = excess > max(min_gap, min(GAP_SPREADS * spread, MAX_GAP * min_gap))
        cuts = [0, *(np.nonzero(wide)[0] + 1).tolist(), len(row)]
        pieces.append([list(row[a:b]) for a, b in pairwise(cuts) if b > a])
    return pieces


def _usual(ratio: NDArray[np.float64], x: NDArray[np.float64], elsewhere: float) -> NDArray[np.float64]:
    """Return the usual distance at every gap of a row: a line along it, hardly moved by a third of wide gaps.

    Boxes of tiles lying askew under perspective are wrong in their widths by an amount that changes along the row.
    """
    if len(ratio) < MIN_GAPS:
        return np.full(len(ratio), elsewhere)
    middle = (x[1:] + x[:-1]) / 2
    first, second = np.nonzero(middle[:, None] < middle)
    slopes = (ratio[second] - ratio[first]) / (middle[second] - middle[first])
    slope = float(median(slopes)) if len(slopes) else 0.0
    level = float(median(ratio - slope * middle))
    return np.maximum(level + slope * middle, 0.5 * float(median(ratio)))


def _smooth_widths(row: Sequence[int], frames: TileFrames) -> NDArray[np.float64]:
    """Return tile widths along a row with single boxes' errors smoothed out; perspective makes them change evenly."""
    own = frames.width[list(row)]
    upright = ~frames.turned[list(row)]
    measured = own[upright]
    if len(measured) < MIN_LINE:
        own[upright] = median(measured) if len(measured) else 0.0
        return own
    x = frames.x[list(row)][upright]
    slope, level = fit_line(x, measured)
    off = np.abs(slope * x + level - measured)
    kept = off <= 2.5 * median(off) + 1e-9
    # One refit without the worst boxes.
    slope, level = fit_line(x[kept], measured[kept])
    usual = float(median(measured))
    own[upright] = np.minimum(np.maximum(slope * x + level, 0.5 * usual), 2 * usual)
    return own


def _gaps(row: Sequence[int], frames: TileFrames, widths: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return distances between neighbours over the distance at which they would touch."""
    x = frames.x[list(row)]
    return np.maximum(np.diff(x), 0.0) / np.maximum((widths[1:] + widths[:-1]) / 2, 1e-9)
