"""The rule set ``chinese_classical``: every player's tiles score, and all four settle with each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.context import Context
from engine.faults import Fault, context_conflict
from engine.hand import Hand, TileSet
from engine.phrase import Phrase
from engine.rules.base import COMMON_FACTS, Judgement, RuleSetInfo, Score
from engine.rules.chinese_classical.items import POINTS
from engine.rules.chinese_classical.options import PRESETS, ClassicalOptions
from engine.rules.chinese_classical.scoring import score_waiting, score_winner
from engine.rules.chinese_classical.settling import owed_to_winner, settle_all
from engine.rules.declared import DeclaredWin
from engine.rules.options import describe_options
from engine.rules.payments import pay_winner
from engine.rules.sets import SetRules, SetRuleSet
from engine.settlement import Settlement, Table
from engine.shanten import REGULAR_FORMS, WinningForm
from engine.tile import Tile

__all__ = ["RULE_SET", "ClassicalRules"]

_UNDRAWN: Final = 14
"""Tiles of the wall that are left; two more for each kong do not change the draws of one player."""


@dataclass(frozen=True)
class ClassicalRules(SetRules):
    """Chinese classical mahjong with its options."""

    options: ClassicalOptions

    @property
    def info(self) -> RuleSetInfo:
        """The rule set ``chinese_classical``."""
        return RULE_SET.info

    @property
    def forms(self) -> tuple[WinningForm, ...]:
        """Four sets and a pair; there are no other hands."""
        return REGULAR_FORMS

    @property
    def tile_set(self) -> TileSet:
        """Flowers and seasons, one of each; red fives are plain fives."""
        return TileSet(bonus=True)

    def table_faults(self, hand: Hand, context: Context) -> tuple[Fault, ...]:  # noqa: ARG002 - as the base class
        """Return the contradiction that only these rules know: the tile after a kong is no first draw."""
        if context.first_turn and context.kong_replacement:
            reason = Phrase("kong_tile_first_turn", "the tile drawn after a kong is not the first draw")
            return (context_conflict("first_turn", "kong_replacement", reason),)
        return ()

    def keep_value(self, tile: Tile, context: Context) -> int:
        """Return how much a tile is worth keeping.

        Two for dragons and the own wind, of which a pair scores and a pung doubles; one for the round wind where its
        pair scores.
        """
        if tile.is_dragon or tile.kind == context.seat.kind:
            return 2
        return int(tile.kind == context.round.kind and self.options.round_wind_pair > 0)

    @property
    def wall_size(self) -> int:
        """The set without the tiles that are left undrawn."""
        return super().wall_size - _UNDRAWN

    def any_shape_wins(self, hand: Hand) -> bool:  # noqa: ARG002 - whatever the melds are
        """Return True: every complete hand wins."""
        return True

    def score(self, hand: Hand, context: Context) -> Judgement:
        """Return what a complete hand wins; every complete hand may win."""
        return Judgement(score_winner(hand, context, self.options))

    def rate(self, hand: Hand, context: Context) -> Score:
        """Return what the tiles of a player who has not won score."""
        return score_waiting(hand, context, self.options)

    def declare(self, worth: Mapping[str, int], context: Context) -> DeclaredWin:
        """Return the winner's part: what the losers pay for a hand of so many points, whoever discarded."""
        total = min(worth["points"], self.options.limit)
        payments = pay_winner(
            context.seat,
            lambda seat, _guilty: owed_to_winner(total, context.seat, seat),
            self_drawn=context.discarder is None,
            discarder=context.discarder,
        )
        return DeclaredWin(total, "limit" if worth["points"] >= self.options.limit else None, payments)

    def settle(self, table: Table) -> Settlement:
        """Return who pays whom among all four players.

        Raises:
            SettlementError: A player's score is missing.
        """
        return settle_all(table, self.options.limit)


RULE_SET: Final = SetRuleSet(
    RuleSetInfo(
        name="chinese_classical",
        title="Chinese classical",
        unit=POINTS,
        worth={"points": 1_000_000},
        summary="Every player's tiles score, winner or not, and all four settle with each other; East pays double.",
        options=describe_options(ClassicalOptions),
        presets=PRESETS,
        facts=(*COMMON_FACTS, "round", "last_tile", "kong_replacement", "robbing_kong", "first_turn"),
    ),
    ClassicalOptions,
    ClassicalRules,
)
