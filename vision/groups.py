"""Groups of a hand: the concealed run, exposed melds, concealed kongs, bonus tiles and the winning tile.

A group ends at a gap clearly wider than the usual gaps of its row, or at the end of a set that holds a turned or a
face-down tile. A set of three or four becomes a meld only where the rest still is a hand: people leave irregular gaps
between concealed tiles.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations, islice, product
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.melds import BACK, JOKER, MAX_MELDS, PhotoMeld, is_playable, read_meld

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.rows import TileFrames

__all__ = ["HandPlan", "Piece", "cut_pieces", "plan_hand"]

GAP: Final = 0.35
"""A gap that parts groups is at least this fraction of the row's pitch (tile width and usual gap); a hand leaves a
gap of half a tile or more, box jitter of 5 % makes gaps of up to 0.15."""

GAP_SPREADS: Final = 6.0
"""It also exceeds the usual gap by so many robust standard deviations (1.4826 x median absolute deviation)."""

FAR_GAP: Final = 2.5
"""Tiles farther than this many pitches from the hand may be no part of it."""

MAX_HAND: Final = 18
"""Four kongs and a pair: with more tiles the picture is no hand, and gaps say nothing about melds."""

MAX_PLANS: Final = 4096
"""Bound on readings of one hand that are compared; real hands have below a hundred."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Tiles of a row between two wide gaps.

    Attributes:
        tiles: Indices, left to right, bonus tiles left out.
        row: Which of the rows given.
        gap_before: Gap to the piece on the left in pitches; infinite at the start of a row.
        gap_after: Gap to the piece on the right.
    """

    tiles: tuple[int, ...]
    row: int
    gap_before: float
    gap_after: float


@dataclass(frozen=True, slots=True)
class HandPlan:
    """One reading of the groups of a hand; all numbers are tile indices.

    Attributes:
        concealed: The concealed tiles in reading order, the winning tile not among them.
        melds: Melds and concealed kongs in reading order.
        winning: The winning tile laid apart.
        outside: Tiles far from the hand that are no part of it.
        playable: Whether the numbers of tiles and melds fit a hand.
    """

    concealed: tuple[int, ...]
    melds: tuple[PhotoMeld, ...] = ()
    winning: int | None = None
    outside: tuple[int, ...] = field(default=())
    playable: bool = False


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
    usual_everywhere = float(np.median(everywhere)) if len(everywhere) else 1.0
    pieces = []
    for row, ratio in zip(rows, ratios, strict=True):
        # Few gaps have no usual one: half of them may be wide.
        usual = float(np.median(ratio)) if len(ratio) >= 5 else min(usual_everywhere, 1.2)  # noqa: PLR2004
        spread = 1.4826 * float(np.median(np.abs(ratio - usual))) if len(ratio) >= 5 else 0.0  # noqa: PLR2004
        wide = ratio / usual - 1 > max(min_gap, min(GAP_SPREADS * spread / usual, 2 * min_gap))
        cuts = [0, *(np.nonzero(wide)[0] + 1).tolist(), len(row)]
        pieces.append([list(row[a:b]) for a, b in zip(cuts, cuts[1:], strict=False) if b > a])
    return pieces


def plan_hand(rows: Sequence[Sequence[Sequence[int]]], codes: Sequence[str], frames: TileFrames) -> HandPlan:
    """Return the best reading of the groups of a hand.

    Args:
        rows: Rows of pieces of tile indices, as :func:`cut_pieces` gives them.
        codes: Codes of all tiles, ``0x`` for backs.
        frames: The tiles in the player's frame.
    """
    pieces = _pieces(rows, codes, frames)
    total = sum(len(piece.tiles) for piece in pieces)
    if not pieces:
        return HandPlan(())
    plans = [_finish(plan, pieces, frames) for plan in islice(_plans(pieces, codes, frames), MAX_PLANS)]
    american = any(codes[tile] == JOKER for piece in pieces for tile in piece.tiles)
    best = max(plans, key=lambda plan: _merit(plan, pieces, codes, frames))
    if american:
        bonus = sum(codes[tile][1] == "f" for row in rows for piece in row for tile in piece)
        return HandPlan(best.concealed, best.melds, best.winning, best.outside, total + bonus in {13, 14})
    return best


def _smooth_widths(row: Sequence[int], frames: TileFrames) -> np.ndarray:
    """Return tile widths along a row with single boxes' errors smoothed out; perspective makes them change evenly."""
    own = frames.width[list(row)].copy()
    upright = ~frames.turned[list(row)]
    if upright.sum() < 4:  # noqa: PLR2004 - too few for a line
        own[upright] = np.median(own[upright]) if upright.any() else 0.0
        return own
    x = frames.x[list(row)]
    line = np.polyfit(x[upright], own[upright], 1)
    off = np.abs(np.polyval(line, x[upright]) - own[upright])
    kept = off <= 2.5 * np.median(off) + 1e-9  # noqa: PLR2004 - one refit without the worst boxes
    line = np.polyfit(x[upright][kept], own[upright][kept], 1)
    median = float(np.median(own[upright]))
    own[upright] = np.clip(np.polyval(line, x[upright]), 0.5 * median, 2 * median)
    return own


def _gaps(row: Sequence[int], frames: TileFrames, widths: np.ndarray) -> np.ndarray:
    """Return distances between neighbours over the distance at which they would touch."""
    x = frames.x[list(row)]
    return np.maximum(np.diff(x), 0.0) / np.maximum((widths[1:] + widths[:-1]) / 2, 1e-9)


def _pieces(rows: Sequence[Sequence[Sequence[int]]], codes: Sequence[str], frames: TileFrames) -> list[Piece]:
    """Return the pieces without bonus tiles, with the gaps around them."""
    found = []
    for number, row in enumerate(rows):
        kept = [[tile for tile in piece if codes[tile][1] != "f"] for piece in row]
        kept = [piece for piece in kept if piece]
        gaps = [np.inf, *(_distance(a[-1], b[0], frames) for a, b in zip(kept, kept[1:], strict=False)), np.inf]
        found += [Piece(tuple(p), number, gaps[n], gaps[n + 1]) for n, p in enumerate(kept)]
    return found


def _distance(left: int, right: int, frames: TileFrames) -> float:
    """Return the gap between two tiles of a row in tile widths."""
    width = (frames.width[left] + frames.width[right]) / 2
    return float((frames.x[right] - frames.x[left]) / width - 1)


def _cuts(
    tiles: tuple[int, ...], codes: Sequence[str], frames: TileFrames
) -> list[tuple[tuple[PhotoMeld, ...], tuple[int, ...]]]:
    """Return the ways to take sets that hold a turned or face-down tile off the ends of a piece."""
    options: list[tuple[tuple[PhotoMeld, ...], tuple[int, ...]]] = [((), tiles)]
    for size in (3, 4, 5, 6):
        for end, rest in ((tiles[-size:], tiles[:-size]), (tiles[:size], tiles[size:])):
            if len(end) < size or (end is not tiles and not rest and options[1:] and options[-1][1] == ()):
                continue
            meld = read_meld(end, codes)
            if meld and (meld.has_backs or frames.turned[list(end)].any()):
                options += [((*melds, meld), left) for melds, left in _cuts(rest, codes, frames)]
    return options


def _plans(pieces: Sequence[Piece], codes: Sequence[str], frames: TileFrames) -> Iterator[HandPlan]:
    """Yield readings: every choice of sets taken off pieces, and of whole pieces that are sets."""
    small = sum(len(piece.tiles) for piece in pieces) <= MAX_HAND
    choices = []
    for piece in pieces:
        options = _cuts(piece.tiles, codes, frames)
        whole = read_meld(piece.tiles, codes)
        if whole and small and len(pieces) > 1:
            options.append(((whole,), ()))
        choices.append(list(dict.fromkeys(options)))
    for choice in product(*choices):
        melds = sorted((meld for taken, _ in choice for meld in taken), key=lambda meld: _place(meld, pieces))
        if len(melds) <= MAX_MELDS + 1:
            yield HandPlan(tuple(tile for _, rest in choice for tile in rest), tuple(melds))


def _place(meld: PhotoMeld, pieces: Sequence[Piece]) -> int:
    """Return where a meld stands in reading order."""
    order = [tile for piece in pieces for tile in piece.tiles]
    return order.index(meld.tiles[0])


def _finish(plan: HandPlan, pieces: Sequence[Piece], frames: TileFrames) -> HandPlan:
    """Find the winning tile and tiles outside the hand, and whether the reading is a hand."""
    held, melds = set(plan.concealed), len(plan.melds)
    playable = is_playable(len(held), melds)
    outside: tuple[int, ...] = ()
    if not playable:
        outside = _outside(plan, pieces)
        held -= set(outside)
        playable = is_playable(len(held), melds)
    winning = None
    if playable and len(held) % 3 == 2 and len(held) > 1:  # noqa: PLR2004 - 3n + 2 tiles: one was won or drawn
        winning = _winning(held, pieces, frames)
    concealed = tuple(tile for tile in plan.concealed if tile in held and tile != winning)
    return HandPlan(concealed, plan.melds, winning, outside, playable)


def _outside(plan: HandPlan, pieces: Sequence[Piece]) -> tuple[int, ...]:
    """Return the smallest choice of far pieces without which the rest is a hand."""
    held = set(plan.concealed)
    rests = [[tile for tile in piece.tiles if tile in held] for piece in pieces]
    largest = max(rests, key=len, default=[])
    far = [
        rest
        for piece, rest in zip(pieces, rests, strict=True)
        if rest
        and rest is not largest
        and min(piece.gap_before, piece.gap_after) > FAR_GAP
        and len(rest) <= 3  # noqa: PLR2004 - more tiles are a part of the hand
        and not (np.isinf(piece.gap_before) and np.isinf(piece.gap_after))
    ]
    for count in range(1, len(far) + 1):
        for chosen in combinations(far, count):
            left_out = tuple(tile for rest in chosen for tile in rest)
            if is_playable(len(held) - len(left_out), len(plan.melds)):
                return left_out
    return ()


def _winning(held: set[int], pieces: Sequence[Piece], frames: TileFrames) -> int | None:
    """Return the one tile that lies apart at an end of the concealed run, or turned at its right end."""
    rests = [tuple(tile for tile in piece.tiles if tile in held) for piece in pieces]
    filled = [n for n, rest in enumerate(rests) if rest]
    single = [n for n in filled if len(rests[n]) == 1 and len(pieces[n].tiles) == 1 and len(filled) > 1]
    main = max(filled, key=lambda n: len(rests[n]))
    beside = [n for n in single if n != main and (pieces[n].row != pieces[main].row or n in {main + 1, main - 1})]
    if len(beside) == 1:
        return rests[beside[0]][0]
    last = rests[main][-1]
    turned = [tile for tile in rests[main] if frames.turned[tile]]
    return last if turned == [last] and len(held) > 2 else None  # noqa: PLR2004 - a pair has no run


def _merit(plan: HandPlan, pieces: Sequence[Piece], codes: Sequence[str], frames: TileFrames) -> tuple[float, ...]:
    """Return how good a reading is, most important first."""
    in_melds = {tile for meld in plan.melds for tile in meld.tiles}
    loose_marks = sum(
        1
        for piece in pieces
        for tile in piece.tiles
        if tile not in in_melds and (codes[tile] == BACK or (frames.turned[tile] and tile != plan.winning))
    )
    run = max((len([t for t in piece.tiles if t in set(plan.concealed)]) for piece in pieces), default=0)
    return (
        float(plan.playable),
        float(bool(plan.concealed)),
        -float(loose_marks),
        -float(len(plan.outside)),
        float(len(plan.melds)),
        float(plan.winning is not None),
        -float(sum(len(meld.tiles) for meld in plan.melds)),
        float(run),
    )
