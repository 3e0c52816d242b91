"""Which rows of a photo are the hand: many large faces, and numbers of tiles that make one."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

import numpy as np

from engine.tile import BACK_CODE, UNREADABLE_CODE
from vision.fitting import median
from vision.groups import HandPlan, plan_hand
from vision.melds import read_meld

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.rows import TileFrames

__all__ = ["choose_hand"]

TIER_GAP: Final = 0.5
"""Rows at most this many tile heights apart (edge to edge) are tiers of one rack: they touch, or nearly so."""

SPREAD_GAP: Final = 2.5
"""Rows up to this many tile heights apart may be one hand if their tiles together are exactly a hand; a row of nothing
but melds or bonus tiles belongs to the hand up to this distance."""

MIN_SPREAD_ROW: Final = 3
"""Fewer tiles in a row apart are discards that happen to complete the number."""

LARGE_RUN: Final = 7
"""So many concealed tiles are a hand whose melds are not in the photo; fewer, where there is nothing else in the photo,
are a part of something larger."""

MIN_SIZE: Final = 0.7
"""Tiles smaller than this fraction of the main row's tiles are farther away: discards or a neighbour's."""

MIN_PART: Final = 0.6
"""A part of touching rows that may be the hand alone has more than this part of their tiles (not 3 rows of 5)."""

SAME_AREA: Final = 0.98
"""Rows whose face areas differ by less are equally large: noise must not choose between them."""

PAIR: Final = 2

ABOVE: Final = 1.5
"""Tiles up to this many tile widths aside are above one another."""


def choose_hand(
    pieces: Sequence[Sequence[Sequence[int]]], codes: Sequence[str], frames: TileFrames
) -> tuple[HandPlan, frozenset[int]]:
    """Return the groups of the hand and the numbers of the rows it lies in, its bonus tiles included.

    Args:
        pieces: Rows, farthest from the player first, of pieces of tile indices.
        codes: Codes of all tiles, ``0x`` for backs.
        frames: The tiles in the player's frame.
    """
    table = _Table(pieces, codes, frames)
    main = table.main_row()
    if main is None:
        return HandPlan(()), frozenset(n for n, row in enumerate(table.rows) if any(codes[t][1] == "f" for t in row))
    tiers = table.tiers(main)
    found = [(plan_hand([pieces[n] for n in sorted(rows)], codes, frames), rows) for rows in table.choices(main)]
    full = (pair for pair in found if pair[0].full)
    # A part of touching rows is a hand only if it is a whole one.
    playable = [pair for pair in found if pair[0].playable and tiers <= pair[1]]
    large = (pair for pair in playable if len(pair[0].concealed) >= LARGE_RUN)
    everything = (pair for pair in found if sum(len(table.rows[n]) for n in pair[1]) == len(codes))
    plan, rows = next(chain(full, large, everything, playable, found))
    if not plan.playable:
        completed = [(done, n) for n, piece in table.groups_beside(rows) if (done := table.plan_with(rows, piece)).full]
        if len(completed) == 1:
            # With two groups that would do, nothing says which of them belongs to the hand.
            plan, row = completed[0]
            rows |= {row} if len(pieces[row]) == 1 else frozenset()
    return plan, rows | table.aside(main, rows, bonus_only=True)


class _Table:
    """The rows of a photo and how they lie to one another."""

    def __init__(self, pieces: Sequence[Sequence[Sequence[int]]], codes: Sequence[str], frames: TileFrames) -> None:
        self.pieces = pieces
        self.codes = codes
        self.frames = frames
        self.rows = [[tile for piece in row for tile in piece] for row in pieces]
        self.sizes = np.sqrt(frames.width * frames.height)
        self.row_sizes = [float(median(self.sizes[row])) for row in self.rows]
        self.row_heights = [float(median(frames.height[row])) for row in self.rows]
        self.row_middles = [float(median(frames.y[row])) for row in self.rows]

    def main_row(self) -> int | None:
        """Return the row with the most face area, None without faces: a neighbour's is smaller, a wall shows backs.

        Of rows of about the same area it is the one nearest to the player. What cannot be read may be no tile, such as
        a piece of the floor, and makes a row only where nothing can be read.
        """
        areas = self._face_areas(frozenset({BACK_CODE, UNREADABLE_CODE}))
        if not any(areas):
            areas = self._face_areas(frozenset({BACK_CODE}))
        if not any(areas):
            return None
        return max(n for n, area in enumerate(areas) if area >= SAME_AREA * max(areas))

    def _face_areas(self, left_out: frozenset[str]) -> list[float]:
        """Return the area of each row's faces, bonus tiles and these codes left out."""
        return [
            sum(float(self.sizes[t]) ** 2 for t in row if self.codes[t] not in left_out and self.codes[t][1] != "f")
            for row in self.rows
        ]

    def tiers(self, main: int) -> frozenset[int]:
        """Return the rows that touch the main row, directly or through others."""
        first, last = self._span(main, TIER_GAP, 1)
        return frozenset(range(first, last + 1))

    def choices(self, main: int) -> Iterator[frozenset[int]]:
        """Yield the choices of rows that may be the hand, the likeliest first."""
        tiers = self.tiers(main)
        first, last = min(tiers), max(tiers)
        aside = self.aside(main, tiers, bonus_only=False)
        if aside:
            yield tiers | aside
        yield tiers
        # A touching row that is no part of the hand is small beside it: in a grid no row is better than another.
        total = sum(len(self.rows[n]) for n in tiers)
        spans = [(a, b) for a in range(first, main + 1) for b in range(main, last + 1) if (a, b) != (first, last)]
        for a, b in sorted(spans, key=lambda span: span[0] - span[1]):
            if sum(len(self.rows[n]) for n in range(a, b + 1)) > MIN_PART * total:
                yield frozenset(range(a, b + 1))
        wide_first, wide_last = self._span(main, SPREAD_GAP, MIN_SPREAD_ROW)
        for a in range(first, wide_first - 1, -1):
            for b in range(last, wide_last + 1):
                if (a, b) != (first, last):
                    yield frozenset(range(a, b + 1))

    def aside(self, main: int, rows: frozenset[int], *, bonus_only: bool) -> frozenset[int]:
        """Return other rows near the hand that hold nothing but bonus tiles (or melds)."""
        height, middle = self.row_heights[main], self.row_middles[main]
        near = (
            n
            for n in range(len(self.rows))
            if n not in rows
            and abs(self.row_middles[n] - middle) / height - 1 < SPREAD_GAP
            and self._is_near_size(n, main)
        )
        return frozenset(n for n in near if all(self._is_set(piece, bonus_only=bonus_only) for piece in self.pieces[n]))

    def groups_beside(self, rows: frozenset[int]) -> Iterator[tuple[int, Sequence[int]]]:
        """Yield pairs and sets in other rows near the hand, upright and of its size, each with its row.

        A pair laid apart is too short a row to hang together with the hand by itself.
        """
        hand = [tile for n in rows for tile in self.rows[n]]
        size = float(median(self.sizes[hand]))
        for n in sorted({*range(len(self.rows))} - rows):
            for piece in self.pieces[n]:
                own = float(median(self.sizes[piece]))
                alike = MIN_SIZE < own / size < 1 / MIN_SIZE and not self.frames.turned[piece].any()
                if alike and self._is_pair_or_meld(piece) and self._distance(piece, hand) < SPREAD_GAP:
                    yield n, piece

    def plan_with(self, rows: frozenset[int], piece: Sequence[int]) -> HandPlan:
        """Return the groups of a hand of some rows and one piece of another."""
        return plan_hand([*(self.pieces[n] for n in sorted(rows)), [piece]], self.codes, self.frames)

    def _is_pair_or_meld(self, piece: Sequence[int]) -> bool:
        """Return whether a piece looks put together: two or more tiles of discards seldom do."""
        codes = [self.codes[tile] for tile in piece]
        kinds = {f"5{code[1]}" if code[0] == "0" else code for code in codes}
        is_pair = len(codes) == PAIR and len(kinds) == 1 and codes[0][1] in "mpsz"
        return is_pair or read_meld(piece, self.codes) is not None

    def _distance(self, piece: Sequence[int], hand: Sequence[int]) -> float:
        """Return the smallest distance of two groups of tiles, edge to edge, in tile widths or heights."""
        x, y, width, height = self.frames.x, self.frames.y, self.frames.width, self.frames.height
        a, b = np.array(piece)[:, None], np.array(hand)[None]
        dx = np.abs(x[a] - x[b]) / ((width[a] + width[b]) / 2)
        dy = np.abs(y[a] - y[b]) / ((height[a] + height[b]) / 2)
        return float(np.maximum(dx, dy).min()) - 1

    def _is_set(self, piece: Sequence[int], *, bonus_only: bool) -> bool:
        """Return whether a piece is bonus tiles or, if that counts, a meld."""
        is_bonus = all(self.codes[tile][1] == "f" for tile in piece)
        return is_bonus or (not bonus_only and read_meld(piece, self.codes) is not None)

    def _span(self, main: int, max_gap: float, min_tiles: int) -> tuple[int, int]:
        """Return the first and last row that hang together with the main row."""
        first = last = main
        while first > 0 and self._hangs_together(first - 1, first, main, max_gap, min_tiles):
            first -= 1
        while last + 1 < len(self.rows) and self._hangs_together(last + 1, last, main, max_gap, min_tiles):
            last += 1
        return first, last

    def _hangs_together(self, row: int, neighbour: int, main: int, max_gap: float, min_tiles: int) -> bool:
        return (
            len(self.rows[row]) >= min_tiles
            and not self._is_wall(row)
            and self._is_near_size(row, main)
            and self._row_gap(row, neighbour) < max_gap
        )

    def _is_wall(self, row: int) -> bool:
        """Return whether a row shows mostly backs: a wall or another player's tiles, however close they are."""
        return 2 * sum(self.codes[tile] == BACK_CODE for tile in self.rows[row]) > len(self.rows[row])

    def _is_near_size(self, row: int, main: int) -> bool:
        return self.row_sizes[row] > MIN_SIZE * self.row_sizes[main]

    def _row_gap(self, row: int, other: int) -> float:
        """Return the smallest distance between two rows' tiles above one another, edge to edge, in tile heights."""
        x, y, width, height = self.frames.x, self.frames.y, self.frames.width, self.frames.height
        a, b = np.array(self.rows[row])[:, None], np.array(self.rows[other])[None]
        dx = np.abs(x[a] - x[b]) / ((width[a] + width[b]) / 2)
        dy = np.abs(y[a] - y[b]) / ((height[a] + height[b]) / 2)
        return float(np.where(dx < ABOVE, dy - 1, np.inf).min())
