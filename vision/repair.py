"""Counts of tiles a set can have, and the repair of readings that show more.

A set has four tiles of a kind, so five of one mean that a face was misread. All tiles are decided together: the
answer is the most probable assignment of codes to tiles that the set allows, found exactly as a minimum-cost flow
(cost = -ln probability) from tiles through codes to kinds. One more tile than the set has is not forbidden but costs
``ln(max_odds)``: where every other reading is less likely than that, the tile stays and the kind is reported, since
spare tiles and a second set in the photo do occur.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import numpy as np

from engine.tile import BACK_CODE, CODES, JOKER_CODE
from engine.wording import quantity
from vision.reading import ReadWarning
from vision.remarks import name_tiles

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

__all__ = ["LIMITS", "CountLimits", "Repair", "TileChange", "limits_for", "repair_counts", "repair_warnings"]

MAX_ODDS: Final = 200.0
"""A tile is changed only to readings at most this many times less likely: about one photo in two hundred is taken to
show more tiles than a set has (spare blanks, two sets), so weaker evidence than that for a fifth tile is a mistake."""

MIN_PROBABILITY: Final = 1e-9
"""Floor that keeps the logarithm finite."""

UNLIMITED: Final = 1_000_000

_TOLERANCE: Final = 1e-9


@dataclass(frozen=True, slots=True)
class CountLimits:
    """How many tiles of each sort a set has. Backs are never limited.

    Attributes:
        kind: Tiles of one kind, red fives counted with their fives.
        red_five: Red fives of one suit.
        bonus: One bonus tile.
        bonus_total: All bonus tiles together.
        joker: Jokers.
    """

    kind: int = 4
    red_five: int = 1
    bonus: int = 1
    bonus_total: int = 8
    joker: int = 8


LIMITS: Final[Mapping[str, CountLimits]] = MappingProxyType(
    {
        **dict.fromkeys(("basic", "chinese_classical", "hong_kong", "mcr", "riichi"), CountLimits()),
        "american": CountLimits(red_five=0, bonus=8),
    }
)
"""Limits by rule set; a photo read without one may show any set (:class:`CountLimits` as it is).

They say what can lie on the table, not what counts: riichi is played with sets that have flowers and jokers, and
games without red fives with sets that have them. A tile that was read well must not become another one because the
rules do not know it; the rules say what is made of it."""


@dataclass(frozen=True, slots=True)
class TileChange:
    """A tile whose code the repair changed; ``tile`` is its index in the reading that was repaired."""

    tile: int
    from_code: str
    to_code: str


@dataclass(frozen=True, slots=True, eq=False)
class Repair:
    """The most probable reading that a set of tiles allows.

    Attributes:
        codes: (N,) int64 indices into ``engine.tile.CODES``.
        changes: Tiles that differ from their own most likely code.
        violations: Codes of kinds of which more tiles are there than the set has, since nothing else is believable.
    """

    codes: NDArray[np.int64]
    changes: tuple[TileChange, ...]
    violations: tuple[str, ...]


def limits_for(rules: str | None) -> CountLimits:
    """Return the limits of a rule set, or those of any set for None.

    Raises:
        ValueError: The rule set is not known.

    >>> limits_for("american").bonus
    8
    """
    if rules is None:
        return CountLimits()
    try:
        return LIMITS[rules]
    except KeyError:
        message = f"{rules!r} is not a rule set; choose one of {', '.join(sorted(LIMITS))}"
        raise ValueError(message) from None


def repair_counts(
    code_probabilities: NDArray[np.floating], *, limits: CountLimits | None = None, max_odds: float = MAX_ODDS
) -> Repair:
    """Return the most probable codes of N tiles under the counts of a set.

    Args:
        code_probabilities: (N, 47) calibrated, columns in the order of ``engine.tile.CODES``.
        limits: What the set has; by default those of any set.
        max_odds: How many times less likely than a tile's own reading another may be before a tile too many is
            believed instead.

    Raises:
        ValueError: The array has another shape or ``max_odds`` is under 1.

    >>> chances = np.zeros((5, 47))
    >>> chances[:, CODES.index("5p")] = [0.9, 0.9, 0.9, 0.9, 0.6]
    >>> chances[:, CODES.index("6p")] = 1 - chances.sum(axis=1)
    >>> repair_counts(chances).changes
    (TileChange(tile=4, from_code='5p', to_code='6p'),)
    """
    chances = np.asarray(code_probabilities, np.float64)
    if chances.ndim != 2 or chances.shape[1] != len(CODES):  # noqa: PLR2004 - tiles by codes
        message = f"code_probabilities has shape {chances.shape}, expected (N, {len(CODES)})"
        raise ValueError(message)
    if max_odds < 1:
        message = f"max_odds is {max_odds}, expected 1 or more"
        raise ValueError(message)
    if not len(chances):
        return Repair(np.empty(0, np.int64), (), ())
    flow = _Flow(-np.log(np.maximum(chances, MIN_PROBABILITY)), limits or CountLimits(), float(np.log(max_odds)))
    flow.solve()
    own = chances.argmax(1)
    changes = tuple(TileChange(int(t), CODES[own[t]], CODES[flow.codes[t]]) for t in np.nonzero(flow.codes != own)[0])
    return Repair(flow.codes, changes, flow.violations())


def repair_warnings(repair: Repair, order: Sequence[int]) -> tuple[ReadWarning, ...]:
    """Return what the person should know about a repair.

    Args:
        repair: The repair.
        order: Index of each tile of the reading order in the repaired reading (``Arrangement.order``).
    """
    position = {tile: n for n, tile in enumerate(order)}
    warnings = []
    changes = sorted((change for change in repair.changes if change.tile in position), key=lambda c: position[c.tile])
    for code in dict.fromkeys(change.from_code for change in changes):
        own = [change for change in changes if change.from_code == code]
        targets = {
            target: [position[change.tile] for change in own if change.to_code == target]
            for target in dict.fromkeys(change.to_code for change in own)
        }
        read_as = "; ".join(f"{name_tiles(tiles)} read as {target}" for target, tiles in targets.items())
        message = (
            f"{code} would be {len(own)} more than the set has: {read_as}; check {'it' if len(own) == 1 else 'them'}"
        )
        warnings.append(ReadWarning("count_repaired", message, tuple(position[change.tile] for change in own)))
    for code in repair.violations:
        tiles = tuple(n for n, tile in enumerate(order) if _kind_of(CODES[repair.codes[tile]]) == _kind_of(code))
        message = f"{quantity(len(tiles), 'tile')} read as {code}, more than the set has; check them"
        warnings.append(ReadWarning("five_of_a_kind", message, tiles))
    return tuple(warnings)


def _kind_of(code: str) -> str:
    """Return the code whose count a tile belongs to: a red five counts as a five."""
    return f"5{code[1]}" if code in {"0m", "0p", "0s"} else code


def _counted_kind(code: str) -> str:
    """Return the kind that is limited together; all bonus tiles are one besides."""
    return "f" if code[1] == "f" else _kind_of(code)


_KINDS: Final = (*dict.fromkeys(map(_counted_kind, CODES)),)
_KIND_OF_CODE: Final = np.array([_KINDS.index(_counted_kind(code)) for code in CODES])


class _Flow:
    """Tiles to codes to kinds to the sink, as a minimum-cost flow.

    Every arc from a code to its kind and from a kind to the sink carries its limit free of charge and any more at the
    penalty. Tiles start at their own code; what exceeds a limit is excess at a node and leaves along shortest
    paths, which keeps the flow optimal (successive shortest paths).
    """

    def __init__(self, cost: NDArray[np.float64], limits: CountLimits, penalty: float) -> None:
        self.cost = cost
        self.penalty = penalty
        self.codes: NDArray[np.int64] = cost.argmin(1).astype(np.int64)
        self.code_limit, self.kind_limit = _limits(limits)
        self.sink = len(CODES) + len(_KINDS)
        self.moves = np.full((len(CODES), len(CODES)), np.inf)
        held = np.bincount(self.codes, minlength=len(CODES))
        self.code_flow = np.minimum(held, self.code_limit)
        inflow = np.bincount(_KIND_OF_CODE, self.code_flow, minlength=len(_KINDS)).astype(np.int64)
        self.kind_flow = np.minimum(inflow, self.kind_limit)
        self.excess = [
            *np.repeat(np.arange(len(CODES)), held - self.code_flow).tolist(),
            *np.repeat(len(CODES) + np.arange(len(_KINDS)), inflow - self.kind_flow).tolist(),
        ]

    def solve(self) -> None:
        """Send every excess tile to the sink along the cheapest path."""
        if not self.excess:
            return
        for code in np.unique(self.codes):
            self._update_moves(int(code))
        for source in self.excess:
            path = self._shortest_path(source)
            for a, b in pairwise(path):
                self._push(a, b)

    def violations(self) -> tuple[str, ...]:
        """Return codes and kinds above their limits."""
        held = np.bincount(self.codes, minlength=len(CODES))
        over = {CODES[c] for c in np.nonzero(held > self.code_limit)[0]}
        total = np.bincount(_KIND_OF_CODE, held, minlength=len(_KINDS))
        for k in np.nonzero(total > self.kind_limit)[0]:
            kind = _KINDS[k]
            over |= {c for c in CODES[:-2] if c[1] == "f" and held[CODES.index(c)]} if kind == "f" else {kind}
        return tuple(sorted(over, key=CODES.index))

    def _update_moves(self, code: int) -> None:
        """Note what moving the best suited tile of a code to each other code costs."""
        tiles = self.codes == code
        self.moves[code] = (self.cost[tiles] - self.cost[tiles, code][:, None]).min(0) if tiles.any() else np.inf

    def _residual(self) -> NDArray[np.float64]:
        """Return the (V, V) cost of one more unit on every arc, infinite where there is none."""
        n, k = len(CODES), len(_KINDS)
        arcs = np.full((self.sink + 1, self.sink + 1), np.inf)
        arcs[:n, :n] = self.moves
        codes, kinds = np.arange(n), n + np.arange(k)
        arcs[codes, n + _KIND_OF_CODE] = np.where(self.code_flow < self.code_limit, 0.0, self.penalty)
        back = np.where(self.code_flow > self.code_limit, -self.penalty, 0.0)
        arcs[n + _KIND_OF_CODE, codes] = np.where(self.code_flow > 0, back, np.inf)
        arcs[kinds, self.sink] = np.where(self.kind_flow < self.kind_limit, 0.0, self.penalty)
        return arcs

    def _shortest_path(self, source: int) -> list[int]:
        """Return the nodes of the cheapest path to the sink (Bellman-Ford: arcs back cost less than nothing)."""
        arcs = self._residual()
        distance = np.full(len(arcs), np.inf)
        distance[source] = 0.0
        before = np.full(len(arcs), -1)
        nodes = np.arange(len(arcs))
        for _ in nodes:
            reach = distance[:, None] + arcs
            via = reach.argmin(0)
            best = reach[via, nodes]
            better = best < distance - _TOLERANCE
            if not better.any():
                break
            distance[better], before[better] = best[better], via[better]
        path = [self.sink]
        while path[-1] != source:
            path.append(int(before[path[-1]]))
        return path[::-1]

    def _push(self, a: int, b: int) -> None:
        """Send one unit along an arc."""
        n = len(CODES)
        if a < n and b < n:
            tiles = np.nonzero(self.codes == a)[0]
            self.codes[tiles[(self.cost[tiles, b] - self.cost[tiles, a]).argmin()]] = b
            self._update_moves(a)
            self._update_moves(b)
        elif a < n:
            self.code_flow[a] += 1
        elif b < n:
            self.code_flow[b] -= 1
        else:
            self.kind_flow[a - n] += 1


@lru_cache(maxsize=8)
def _limits(limits: CountLimits) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return how many tiles may have each code, and be of each kind; the same for every photo of a job."""
    codes = np.array([_code_limit(code, limits) for code in CODES], np.int64)
    kinds = np.array([_kind_limit(kind, limits) for kind in _KINDS], np.int64)
    codes.flags.writeable = kinds.flags.writeable = False
    return codes, kinds


def _code_limit(code: str, limits: CountLimits) -> int:
    """Return how many tiles may have a code."""
    if code in {"0m", "0p", "0s"}:
        return limits.red_five
    if code[1] == "f":
        return limits.bonus
    return UNLIMITED


def _kind_limit(kind: str, limits: CountLimits) -> int:
    """Return how many tiles may be of a kind."""
    return {"f": limits.bonus_total, JOKER_CODE: limits.joker, BACK_CODE: UNLIMITED}.get(kind, limits.kind)
