"""What the nearest discards of a hand promise under a rule set: chance to win, expected value, tiles one step later."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, Protocol

from engine.advice import Prospect
from engine.context import Context
from engine.counts import count_live
from engine.hand import Hand
from engine.outlook import Curve, Node, Outlook, TooMuchWorkError
from engine.rules.base import Judgement, Score
from engine.shanten import WinningForm
from engine.tally import Tally, kinds_in
from engine.tile import Tile

__all__ = ["Game", "draws_left", "find_prospects"]

Suits = tuple[int, int, int, int]
Values = tuple[float | None, float | None]
"""What a win is worth when its tile is drawn and when it is claimed, None where it may not win."""

_MOST_MISSING: Final = 3
"""Two from ready; farther hands go too many ways."""
_MOST_HANDS: Final = 4000
"""Full hands that may be looked at for one answer, about 30 microseconds each."""
_JUDGED: Final = 96
"""Won hands that are scored for one answer, each drawn and claimed; about a quarter of a millisecond each."""
_LEAST_JUDGED: Final = 6
"""Won hands that are scored for each discard at least."""
_MOST_WAITS: Final = 400
"""Won hands that may be scored to find out whether they may win at all."""
_DEALT: Final = 53
"""Thirteen tiles for each player and one more for the dealer."""
_PLAYERS: Final = 4


class Game(Protocol):
    """What is asked of a rule set."""

    @property
    def forms(self) -> tuple[WinningForm, ...]:
        """The forms that win."""
        ...

    @property
    def wall_size(self) -> int:
        """How many tiles can be dealt and drawn before nobody wins."""
        ...

    def when_ready(self, hand: Hand, context: Context) -> Context:
        """Return the facts under which a hand that is not complete yet will be won."""
        ...

    def any_shape_wins(self, hand: Hand) -> bool:
        """Return whether a complete hand with these melds may always win, drawn or claimed."""
        ...

    @property
    def claims_own_discards(self) -> bool:
        """Whether a tile may be claimed to win when an own discard would win too."""
        ...

    def judge(self, hand: Hand, context: Context) -> Judgement:
        """Return what a complete hand wins."""
        ...


def find_prospects(hand: Hand, context: Context, game: Game) -> dict[Tile, Prospect]:
    """Return the prospects of those discards of a full hand without faults that leave it nearest.

    None for a hand that is more than two from ready.
    """
    search = _Search(hand, context, game)
    return {tile: search.prospect(tile) for tile in dict.fromkeys(hand.in_hand) if search.is_nearest(tile)}


def draws_left(context: Context, game: Game) -> int:
    """Return the player's draws that are left: as told, or what the wall held at the start less the visible tiles."""
    if context.draws_left is not None:
        return context.draws_left
    return max((game.wall_size - _DEALT - len(context.visible)) // _PLAYERS, 1)


class _Search:
    """The prospects of one hand."""

    def __init__(self, hand: Hand, context: Context, game: Game) -> None:
        self._hand = hand
        self._game = game
        self._context = game.when_ready(hand, context)
        self._values: dict[tuple[Suits, int, tuple[Tile, ...]], Values] = {}
        self._winners: dict[Suits, tuple[int, int]] = {}
        self._waits_left = _MOST_WAITS
        self._any_shape_wins = game.any_shape_wins(hand)
        self._reds = tuple(tile for tile in hand.in_hand if tile.is_red_five)
        tally = Tally.of_kinds([tile.plain.index for tile in hand.in_hand])
        self._outlook = Outlook(
            tally,
            count_live(hand, context).tolist(),
            draws=draws_left(context, game),
            sets=hand.sets_wanted,
            forms=game.forms,
            winning=None if self._any_shape_wins else self._winning,
            claims_own_discards=game.claims_own_discards,
            most_hands=_MOST_HANDS,
        )
        self._nodes = {kind: node for kind, node in self._outlook.start().items() if node.missing <= _MOST_MISSING}

    def is_nearest(self, tile: Tile) -> bool:
        """Return whether discarding a tile leaves the hand as near as can be."""
        return tile.plain.index in self._nodes

    def prospect(self, tile: Tile) -> Prospect:
        """Return what discarding a tile promises."""
        node = self._nodes[tile.plain.index]
        found = Prospect()
        try:
            if node.missing > 1:
                found = replace(found, next_count=self._outlook.next_count(node))
            if self._can_be_won():
                if node.missing == 1 and not self._any_shape_wins:
                    found = replace(found, ways=self._outlook.ways(node))
                found = replace(found, win_probability=min(float(self._outlook.chance(node)[-1]), 1.0))
                if not self._hand.missing_melds:
                    found = replace(found, expected_value=self._expected(node, self._reds_without(tile)))
        except TooMuchWorkError:
            pass  # what was found stands, the rest is left open
        return found

    def _can_be_won(self) -> bool:
        """Return whether it can be found out what wins: melds that are missing may be what makes a hand valid."""
        return not self._hand.missing_melds or self._any_shape_wins

    def _reds_without(self, tile: Tile) -> tuple[Tile, ...]:
        reds = list(self._reds)
        if tile in reds:
            reds.remove(tile)
        return tuple(reds)

    def _winning(self, node: Node) -> tuple[int, int]:
        """Return how many live tiles may win a ready hand by a draw and by a claim."""
        known = self._winners.get(node.tally.suits)
        if known is None:
            drawn = claimed = 0
            for kind, live in self._outlook.live_draws(node):
                if self._waits_left <= 0:
                    raise TooMuchWorkError
                self._waits_left -= 1
                by_draw, by_claim = self._value(node, kind, self._reds)
                drawn += live * (by_draw is not None)
                claimed += live * (by_claim is not None)
            known = self._winners[node.tally.suits] = drawn, claimed
        return known

    def _value(self, node: Node, kind: int, reds: tuple[Tile, ...]) -> Values:
        """Return what a ready hand is worth when it is won on a tile of a kind, drawn and claimed."""
        key = (node.tally.suits, kind, reds)
        known = self._values.get(key)
        if known is None:
            won = replace(
                self._hand,
                concealed=tuple(_tiles(node.tally, reds)),
                winning_tile=Tile.of_kind(kind),
                winning_tile_marked=True,
            )
            drawn, claimed = (
                self._game.judge(won, replace(self._context, self_drawn=drawn)).score for drawn in (True, False)
            )
            known = self._values[key] = _worth(drawn), _worth(claimed)
        return known

    def _expected(self, node: Node, reds: tuple[Tile, ...]) -> float:
        """Return the mean value of a hand: the likeliest wins are scored, the others count their average."""
        wins = self._likely_wins(node)
        most = max(_LEAST_JUDGED, _JUDGED // len(self._nodes))
        judged = {
            (ready.tally.suits, kind): self._value(ready, kind, reds)
            for ready, kind, _ in heapq.nlargest(most, wins, key=lambda win: win[2])
        }
        likelihood = {(ready.tally.suits, kind): weight for ready, kind, weight in wins}
        drawn = [(values[0], likelihood[win]) for win, values in judged.items()]
        claimed = [(values[1], likelihood[win]) for win, values in judged.items()]
        mean = _mean(drawn), _mean(claimed)
        known: dict[Suits, Curve] = {}

        def worth(ahead: Node) -> Curve:
            found = known.get(ahead.tally.suits)
            if found is None:
                found = ready_worth(ahead) if ahead.missing == 1 else self._outlook.spread(ahead, worth)
                known[ahead.tally.suits] = found
            return found

        def ready_worth(ready: Node) -> Curve:
            ways = []
            for way in (0, 1):
                values = [
                    (judged.get((ready.tally.suits, kind), mean)[way], float(live))
                    for kind, live in self._outlook.live_draws(ready)
                ]
                ways.append(_mean(values) or 0.0)
            curves = self._outlook.ready_curves(ready)
            return curves.drawn * ways[0] + curves.claimed * ways[1]

        return float(worth(node)[-1])

    def _likely_wins(self, node: Node) -> list[tuple[Node, int, float]]:
        """Return every way the hand is won by its best line of play: ready hand, winning kind, how likely it is."""
        level = {node.tally.suits: (node, 1.0)}
        for _ in range(node.missing - 1):
            after: dict[Suits, tuple[Node, float]] = {}
            for ahead, weight in level.values():
                branches = self._outlook.branches(ahead)
                total = sum(branch.live for branch in branches)
                for branch in branches:
                    best = self._outlook.best(branch)
                    before = after.get(best.tally.suits, (best, 0.0))[1]
                    after[best.tally.suits] = (best, before + weight * branch.live / total)
            level = after
        return [
            (ready, kind, weight * live)
            for ready, weight in level.values()
            for kind, live in self._outlook.live_draws(ready)
        ]


def _tiles(tally: Tally, reds: tuple[Tile, ...]) -> Iterator[Tile]:
    """Yield the tiles of a tally; red fives are kept as long as a five of their suit is."""
    left = list(reds)
    for copies in tally.held:
        for kind in kinds_in(copies):
            red = next((tile for tile in left if tile.kind == kind), None)
            if red is not None:
                left.remove(red)
            yield red or Tile.of_kind(kind)


def _worth(score: Score | None) -> float | None:
    if score is None:
        return None
    return float(score.total if score.points is None else score.points)


def _mean(values: Sequence[tuple[float | None, float]]) -> float | None:
    """Return the weighted mean of the values that are there, None without any."""
    weight = sum(weight for value, weight in values if value is not None)
    return sum(value * weight for value, weight in values if value is not None) / weight if weight else None
