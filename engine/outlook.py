"""How likely a hand is to be won within the draws that are left: an exact count over what can be drawn.

The model is one player's: every draw is any of the tiles that nobody has shown, with equal chances; a draw that brings
the hand nearer is kept and the tile discarded whose hand is won most often from there; any other draw is thrown away.
Nothing is claimed before the hand is ready. Once it is, discards of the other players complete it too, as many a turn
as :data:`OFFERED` says. ``docs/outlook.md`` has the formulas and the limits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.shanten import WinningForm, find_steps
from engine.tally import Tally, kinds_in

__all__ = ["OFFERED", "Branch", "Curve", "Curves", "Node", "Outlook", "TooMuchWorkError", "Winning"]

OFFERED: Final = (1, 2)
"""How many of the other players' three discards are as good as draws of one's own, turn by turn, over and over.

People hold dangerous tiles back, so not all three are. With three in two turns, three wins of five are claimed."""

Suits = tuple[int, int, int, int]

Curve = NDArray[np.float64]
"""A number for each count of draws that are left, shape (draws + 1,)."""


class TooMuchWorkError(Exception):
    """The hand can go more ways than the search may follow."""


class Node(NamedTuple):
    """A hand that waits for a tile: its concealed tiles, how many it lacks, and the kinds that help, as bits."""

    tally: Tally
    missing: int
    draws: int


class Branch(NamedTuple):
    """A helpful draw: its kind, how many of it are live, and the nearest hands that a discard can leave then."""

    kind: int
    live: int
    nodes: tuple[Node, ...]


class Curves(NamedTuple):
    """The chance to have won a ready hand by the own draw and by claiming, for each count of draws that are left."""

    drawn: Curve
    claimed: Curve


Winning = Callable[[Node], tuple[int, int]]
"""How many live tiles win a ready hand when they are drawn, and when they are claimed."""


class Outlook:
    """What can become of a hand.

    Args:
        root: The concealed tiles at the start, a tile to discard among them.
        live: Unseen tiles of every kind.
        draws: Draws that are left.
        sets: How many sets the concealed part is to form.
        forms: The forms that win.
        winning: Counts what wins a ready hand; None: everything that completes it.
        claims_own_discards: Whether a tile may be claimed when the hand discarded one that would win too.
        most_hands: How many full hands may be looked at.
    """

    def __init__(  # noqa: PLR0913 - the facts of one hand; they belong to nobody else
        self,
        root: Tally,
        live: Sequence[int],
        *,
        draws: int,
        sets: int,
        forms: Sequence[WinningForm],
        winning: Winning | None = None,
        claims_own_discards: bool = True,
        most_hands: int,
    ) -> None:
        """Look at nothing yet."""
        self._root = root
        self._live = live
        self._unseen = sum(live)
        self._draws = draws
        self._sets = sets
        self._forms = forms
        self._winning = winning or self._all_waits
        self._claims_own_discards = claims_own_discards
        self._hands_left = most_hands
        self._branches: dict[Suits, tuple[Branch, ...]] = {}
        self._leaving: dict[Suits, tuple[Node, ...]] = {}
        self._chances: dict[Suits, Curve] = {}
        self._ready: dict[tuple[int, int, int], Curves] = {}
        self._first: dict[tuple[int, int], Curve] = {}
        self._most_missing = 0

    def start(self) -> dict[int, Node]:
        """Return the nearest hands that a discard can leave, by the kind discarded."""
        discards = kinds_in(self._root.held[0])
        steps = find_steps(self._root, discards, self._sets, self._forms)
        self._most_missing = min(missing for missing, _ in steps)
        return {
            kind: Node(self._root.remove(kind), missing, draws)
            for kind, (missing, draws) in zip(discards, steps, strict=True)
            if missing == self._most_missing
        }

    def live_draws(self, node: Node) -> Iterator[tuple[int, int]]:
        """Yield the kinds that help a hand and are not used up, and how many of each are live."""
        taken: dict[int, int] = {}
        for now, before in zip(node.tally.held, self._root.held, strict=True):
            for kind in kinds_in(now & ~before):
                taken[kind] = taken.get(kind, 0) + 1
        for kind in kinds_in(node.draws):
            left = self._live[kind] - taken.get(kind, 0)
            if left > 0:
                yield kind, left

    def branches(self, node: Node) -> tuple[Branch, ...]:
        """Return what every helpful draw of a hand that is not ready leads to.

        Raises:
            TooMuchWorkError: Too many hands were looked at.
        """
        key = node.tally.suits
        found = self._branches.get(key)
        if found is None:
            found = tuple(
                Branch(kind, live, self._after(node.tally.add(kind), node.missing - 1))
                for kind, live in self.live_draws(node)
            )
            self._branches[key] = found
        return found

    def _after(self, tally: Tally, missing: int) -> tuple[Node, ...]:
        """Return the hands that the best discards of a full hand leave."""
        known = self._leaving.get(tally.suits)
        if known is not None:
            return known
        if self._hands_left <= 0:
            raise TooMuchWorkError
        self._hands_left -= 1
        discards = kinds_in(tally.held[0])
        steps = find_steps(tally, discards, self._sets, self._forms, nearest=True)
        nodes = tuple(
            Node(tally.remove(kind), lacks, draws)
            for kind, (lacks, draws) in zip(discards, steps, strict=True)
            if lacks == missing
        )
        self._leaving[tally.suits] = nodes
        return nodes

    def next_count(self, node: Node) -> float:
        """Return how many live tiles the hand accepts after its next helpful draw and the discard that leaves most.

        The mean over the live helpful draws; 0 where none is left.
        """
        total = weight = 0
        for branch in self.branches(node):
            most = max(sum(live for _, live in self.live_draws(after)) for after in branch.nodes)
            total += branch.live * most
            weight += branch.live
        return total / weight if weight else 0.0

    def best(self, branch: Branch) -> Node:
        """Return the hand of a branch that is won most often within all draws that are left; the first of equals."""
        return max(branch.nodes, key=lambda node: self.chance(node)[-1])

    def chance(self, node: Node) -> Curve:
        """Return how likely the hand is to be won, for each count of draws that are left.

        Raises:
            TooMuchWorkError: Too many hands were looked at.
        """
        key = node.tally.suits
        found = self._chances.get(key)
        if found is None:
            if node.missing == 1:
                curves = self.ready_curves(node)
                found = curves.drawn + curves.claimed
            else:
                found = self.spread(node, self.chance)
            self._chances[key] = found
        return found

    def spread(self, node: Node, worth: Callable[[Node], Curve]) -> Curve:
        """Return what a hand that is not ready is worth, from what its best successors are worth.

        Args:
            node: The hand.
            worth: What a successor is worth, for each count of draws that are left.
        """
        branches = self.branches(node)
        total = sum(branch.live for branch in branches)
        mean = np.zeros(self._draws + 1)
        for branch in branches:
            mean += branch.live * worth(self.best(branch))
        first: Curve = np.convolve(self._first_draw(total, self._unseen_at(node)), mean)[: self._draws + 1]
        return first

    def ready_curves(self, node: Node) -> Curves:
        """Return how likely a ready hand is to be won by drawing and by claiming."""
        drawn, claimed = self.ways(node)
        unseen = self._unseen_at(node)
        key = (drawn, claimed, unseen)
        if key not in self._ready:
            self._ready[key] = self._waiting(drawn, claimed, unseen)
        return self._ready[key]

    def ways(self, node: Node) -> tuple[int, int]:
        """Return how many live tiles win a ready hand when they are drawn, and when they are claimed."""
        drawn, claimed = self._winning(node)
        return drawn, 0 if self._bars_claims(node) else claimed

    def _bars_claims(self, node: Node) -> bool:
        """Return whether tiles discarded on the way would win now, in a game where that bars every claim."""
        if self._claims_own_discards:
            return False
        held = zip(node.tally.held, self._root.held, strict=True)
        return any(before & ~now & node.draws for now, before in held)

    def _all_waits(self, node: Node) -> tuple[int, int]:
        waits = sum(live for _, live in self.live_draws(node))
        return waits, waits

    def _unseen_at(self, node: Node) -> int:
        """Return the unseen tiles when the hand is reached: those it has kept are gone."""
        return max(self._unseen - (self._most_missing - node.missing), 1)

    def _first_draw(self, helpful: int, unseen: int) -> Curve:
        """Return the chance that a given helpful tile is the first one drawn, and that at draw 0, 1, 2, ..."""
        key = (helpful, unseen)
        known = self._first.get(key)
        if known is None:
            known = np.zeros(self._draws + 1)
            none_yet = 1.0
            for draw in range(1, self._draws + 1):
                left = max(unseen - draw + 1, 1)
                known[draw] = none_yet / max(left, helpful)
                none_yet *= max(1 - helpful / left, 0.0)
            self._first[key] = known
        return known

    def _waiting(self, drawn: int, claimed: int, unseen: int) -> Curves:
        """Return the chances of a wait: in every turn discards of others come before the own draw.

        Tiles that win only by one way may have gone by unused the other way.
        """
        by_draw, by_claim = np.zeros(self._draws + 1), np.zeros(self._draws + 1)
        both = min(drawn, claimed)
        open_yet, claims = 1.0, 0
        for draw in range(1, self._draws + 1):
            by_claim[draw] = by_claim[draw - 1]
            for _ in range(OFFERED[draw % len(OFFERED) - 1]):
                hit = _next_hit(both, claimed - both, unseen, shown=draw - 1 + claims, tries=claims)
                by_claim[draw] += open_yet * hit
                open_yet *= 1 - hit
                claims += 1
            hit = _next_hit(both, drawn - both, unseen, shown=draw - 1 + claims, tries=draw - 1)
            by_draw[draw] = by_draw[draw - 1] + open_yet * hit
            open_yet *= 1 - hit
        return Curves(by_draw, by_claim)


def _next_hit(both: int, alone: int, unseen: int, *, shown: int, tries: int) -> float:
    """Return the chance that the next tile wins when none has won before.

    Args:
        both: Tiles that win drawn and claimed; none of them was shown.
        alone: Further tiles that win only in the way this tile comes; none of them came in that way.
        unseen: All tiles that could come at the start.
        shown: Tiles that came in any way.
        tries: Tiles that came in this way.
    """
    hit = both / max(unseen - shown, both, 1)
    return hit + (1 - hit) * alone / max(unseen - both - tries, alone, 1)
