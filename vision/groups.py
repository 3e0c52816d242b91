"""Groups of a hand: the concealed run, exposed melds, concealed kongs, bonus tiles and the winning tile.

Sets end at wide gaps (:mod:`vision.pieces`) or where they hold a turned or a face-down tile. All choices of sets are
compared: a set of three or four becomes a meld only where the rest still is a hand, since people leave irregular gaps
between concealed tiles.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations, islice, pairwise, product
from typing import TYPE_CHECKING, Final

import numpy as np

from engine.tile import BACK_CODE, JOKER_CODE
from vision.melds import KONG_SIZE, PhotoMeld, is_playable, read_meld

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.rows import TileFrames

__all__ = ["HandPlan", "Piece", "plan_hand"]

FULL_SIZES: Final = (13, 14)
"""Tiles of a full hand, each meld counted as three (American: all tiles)."""

NEARLY_A_HAND: Final = 11
"""With one or two tiles missed by the detector, sets between gaps are still believed to be melds."""

FAR_GAP: Final = 2.5
"""Tiles farther than this many tile widths from their row may be no part of the hand."""

MAX_OUTSIDE: Final = 3
"""More tiles than this in one place are a part of the hand."""

MAX_HAND: Final = 18
"""Four kongs and a pair: with more tiles the picture is no hand, and gaps say nothing about melds."""

MAX_CUTS: Final = 32
MAX_PLANS: Final = 512
"""Bounds on the readings of a piece and of a hand that are compared; real hands have a few dozen."""

MELD_SIZES: Final = (3, 4, 5, 6)
"""American sets with jokers have up to six tiles."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Tiles of a row between two wide gaps.

    Attributes:
        tiles: Indices, left to right, bonus tiles left out.
        gap_before: Gap to the piece on the left in tile widths, infinite at the start of a row.
        gap_after: Gap to the piece on the right.
    """

    tiles: tuple[int, ...]
    gap_before: float
    gap_after: float

    @property
    def nearest_gap(self) -> float:
        """The narrower of the gaps on both sides."""
        return min(self.gap_before, self.gap_after)


@dataclass(frozen=True, slots=True)
class HandPlan:
    """One reading of the groups of a hand; all numbers are tile indices.

    Attributes:
        concealed: The concealed tiles in reading order, the winning tile not among them.
        melds: Melds and concealed kongs in reading order.
        winning: The winning tile laid apart.
        outside: Tiles far from the hand that are no part of it.
        playable: Whether the numbers of tiles and melds fit a hand.
        full: Whether they are a whole hand, no meld missing.
        assumed: Kongs standing in a run, told only by the number of tiles.
    """

    concealed: tuple[int, ...]
    melds: tuple[PhotoMeld, ...] = ()
    winning: int | None = None
    outside: tuple[int, ...] = ()
    playable: bool = False
    full: bool = False
    assumed: tuple[PhotoMeld, ...] = ()


def plan_hand(rows: Sequence[Sequence[Sequence[int]]], codes: Sequence[str], frames: TileFrames) -> HandPlan:
    """Return the best reading of the groups of a hand.

    Args:
        rows: Rows of pieces of tile indices, as :func:`vision.pieces.cut_pieces` gives them.
        codes: Codes of all tiles, ``0x`` for backs.
        frames: The tiles in the player's frame.
    """
    hand = _Hand.gather(rows, codes, frames)
    if not hand.pieces:
        return HandPlan(())
    plans = [hand.finish(plan) for plan in islice(hand.choices(), MAX_PLANS)]
    if not any(plan.playable for plan in plans):
        plans += [assumed for plan in plans for assumed in hand.with_kongs_in_runs(plan)]
    return max(plans, key=hand.merit)


@dataclass(frozen=True, slots=True, eq=False)
class _Hand:
    """The tiles of a hand before they are grouped."""

    pieces: tuple[Piece, ...]
    codes: Sequence[str]
    frames: TileFrames
    marks: frozenset[int]
    bonus_count: int
    is_american: bool

    @classmethod
    def gather(cls, rows: Sequence[Sequence[Sequence[int]]], codes: Sequence[str], frames: TileFrames) -> _Hand:
        """Take bonus tiles and walls of backs out and measure the gaps between what is left."""
        pieces = []
        for row in rows:
            kept = [[tile for tile in piece if codes[tile][1] != "f"] for piece in row]
            kept = [piece for piece in kept if piece]
            gaps = [np.inf, *(_distance(a[-1], b[0], frames) for a, b in pairwise(kept)), np.inf]
            row_pieces = [Piece(tuple(piece), gaps[n], gaps[n + 1]) for n, piece in enumerate(kept)]
            pieces += [piece for piece in row_pieces if not _is_wall(piece, codes)]
        bonus_count = sum(codes[tile][1] == "f" for row in rows for piece in row for tile in piece)
        held = [tile for piece in pieces for tile in piece.tiles]
        marks = frozenset(tile for tile in held if frames.turned[tile] or codes[tile] == BACK_CODE)
        is_american = any(codes[tile] == JOKER_CODE for tile in held)
        return cls(tuple(pieces), codes, frames, marks, bonus_count, is_american)

    def fits(self, concealed: int, melds: Sequence[PhotoMeld]) -> bool:
        """Return whether so many concealed tiles and the melds can be a hand."""
        if self.is_american:
            return concealed + sum(len(meld.tiles) for meld in melds) + self.bonus_count in FULL_SIZES
        return is_playable(concealed, len(melds))

    def choices(self) -> Iterator[HandPlan]:
        """Yield every choice of sets taken off the ends of pieces, and of whole pieces that are sets."""
        few = sum(len(piece.tiles) for piece in self.pieces) <= MAX_HAND
        options = []
        for piece in self.pieces:
            own = [*islice(self._cuts(piece.tiles), MAX_CUTS)]
            whole = read_meld(piece.tiles, self.codes)
            if whole and few and len(self.pieces) > 1:
                own.append(((whole,), ()))
            options.append(list(dict.fromkeys(own)))
        for choice in product(*options):
            yield HandPlan(
                tuple(tile for _, rest in choice for tile in rest), tuple(meld for melds, _ in choice for meld in melds)
            )

    def finish(self, plan: HandPlan) -> HandPlan:
        """Find the winning tile and tiles outside the hand, and whether the reading is a hand."""
        held = set(plan.concealed)
        playable = self.fits(len(held), plan.melds)
        outside: tuple[int, ...] = ()
        if not playable:
            outside = self._outside(plan)
            held -= set(outside)
            playable = self.fits(len(held), plan.melds)
        winning = self._winning(held, plan.melds) if playable else None
        concealed = tuple(tile for tile in plan.concealed if tile in held and tile != winning)
        size = len(held) + sum(len(meld.tiles) if self.is_american else 3 for meld in plan.melds)
        size += self.bonus_count if self.is_american else 0
        return HandPlan(concealed, plan.melds, winning, outside, playable, playable and size in FULL_SIZES)

    def with_kongs_in_runs(self, plan: HandPlan) -> Iterator[HandPlan]:
        """Yield readings in which four of a kind side by side in a run are a kong: 15 tiles have no other meaning."""
        if self.is_american or plan.outside:
            return
        held = set(plan.concealed)
        fours = [
            meld
            for piece in self.pieces
            for start in range(len(piece.tiles) - 3)
            if set(piece.tiles[start : start + 4]) <= held
            and (meld := read_meld(piece.tiles[start : start + 4], self.codes)) is not None
            and not meld.has_backs
        ]
        extra = len(held) + 3 * len(plan.melds) - max(FULL_SIZES)
        if not 0 < extra <= len(fours):
            return
        for chosen in combinations(fours, extra):
            tiles = {tile for meld in chosen for tile in meld.tiles}
            if len(tiles) == KONG_SIZE * extra:
                melds = tuple(sorted((*plan.melds, *chosen), key=lambda meld: self._place(meld.tiles[0])))
                rest = HandPlan(tuple(tile for tile in plan.concealed if tile not in tiles), melds)
                yield replace(self.finish(rest), assumed=chosen)

    def merit(self, plan: HandPlan) -> tuple[float, ...]:
        """Return how good a reading is, most important first."""
        taken = {tile for meld in plan.melds for tile in meld.tiles}
        held = {*plan.concealed, plan.winning}
        unexplained = sum(self.codes[tile] == BACK_CODE or tile != plan.winning for tile in self.marks - taken)
        unmarked = sum(not self._is_marked(meld) for meld in plan.melds)
        size = len(held) + 3 * len(plan.melds)
        by_gaps = plan.playable or NEARLY_A_HAND <= size <= max(FULL_SIZES) + 1
        longest = max((len([tile for tile in piece.tiles if tile in held]) for piece in self.pieces), default=0)
        return (
            plan.playable,
            bool(plan.concealed) or self.is_american,
            -unexplained,
            -len(plan.outside),
            unmarked if by_gaps else -unmarked,
            len(plan.melds),
            plan.winning is not None,
            len(taken),
            longest,
        )

    def _is_marked(self, meld: PhotoMeld) -> bool:
        """Return whether a turned or face-down tile shows that the tiles are a set."""
        turned = int(self.frames.turned[list(meld.tiles)].sum())
        # One tile shows from whom it was claimed; an added kong has the added tile on it; or the whole set lies askew.
        return meld.has_backs or turned in {1, len(meld.tiles)} or (turned == 2 and meld.is_kong)  # noqa: PLR2004

    def _place(self, tile: int) -> int:
        """Return where a tile stands in reading order."""
        return [other for piece in self.pieces for other in piece.tiles].index(tile)

    def _cuts(self, tiles: tuple[int, ...]) -> Iterator[tuple[tuple[PhotoMeld, ...], tuple[int, ...]]]:
        """Yield the ways to take marked sets out of a piece: the sets and what is left, both left to right."""
        if self.marks.isdisjoint(tiles):
            yield (), tiles
            return
        for start in range(len(tiles)):
            for size in MELD_SIZES:
                end = start + size
                if end > len(tiles) or self.marks.isdisjoint(tiles[start:end]):
                    continue
                meld = read_meld(tiles[start:end], self.codes)
                if meld and self._is_marked(meld):
                    for melds, rest in self._cuts(tiles[end:]):
                        yield (meld, *melds), (*tiles[:start], *rest)
        yield (), tiles

    def _outside(self, plan: HandPlan) -> tuple[int, ...]:
        """Return the fewest tiles far aside, or backs apart, without which the rest is a hand; may be none."""
        held = set(plan.concealed)
        rests = [[tile for tile in piece.tiles if tile in held] for piece in self.pieces]
        largest = max(rests, key=len, default=[])
        far = [
            rest
            for piece, rest in zip(self.pieces, rests, strict=True)
            if 0 < len(rest) <= MAX_OUTSIDE
            and rest is not largest
            and (FAR_GAP < piece.nearest_gap < np.inf or _are_backs(rest, self.codes))
        ]
        for count in range(1, len(far) + 1):
            for chosen in combinations(far, count):
                left_out = tuple(tile for rest in chosen for tile in rest)
                if self.fits(len(held) - len(left_out), plan.melds):
                    return left_out
        return ()

    def _winning(self, held: set[int], melds: Sequence[PhotoMeld]) -> int | None:
        """Return the one tile that lies apart from the concealed run, or turned at its right end."""
        complete = len(held) % 3 == 2 if not self.is_american else len(held) > 1  # noqa: PLR2004 - 3n + 2 tiles
        if not complete or (len(held) == 2 and not melds):  # noqa: PLR2004 - a pair alone is no hand
            return None
        rests = [(piece, [tile for tile in piece.tiles if tile in held]) for piece in self.pieces]
        rests = [(piece, rest) for piece, rest in rests if rest]
        main = max(rests, key=lambda pair: len(pair[1]))
        apart = [rest[0] for piece, rest in rests if len(piece.tiles) == 1 and rest is not main[1]]
        if len(apart) == 1:
            return apart[0]
        turned = [tile for tile in main[1] if self.frames.turned[tile]]
        return turned[0] if turned == main[1][-1:] and not apart else None


def _is_wall(piece: Piece, codes: Sequence[str]) -> bool:
    """Return whether backs apart from all faces are too many or too far to be tiles of the hand."""
    return _are_backs(piece.tiles, codes) and (len(piece.tiles) > MAX_OUTSIDE or piece.nearest_gap > FAR_GAP)


def _are_backs(tiles: Sequence[int], codes: Sequence[str]) -> bool:
    return all(codes[tile] == BACK_CODE for tile in tiles)


def _distance(left: int, right: int, frames: TileFrames) -> float:
    """Return the gap between two tiles of a row in tile widths."""
    width = (frames.width[left] + frames.width[right]) / 2
    return float((frames.x[right] - frames.x[left]) / width - 1)
