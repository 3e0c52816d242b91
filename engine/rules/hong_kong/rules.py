"""The rule set ``hong_kong``: faan, a minimum, a limit, a base table; every number of a house table is an option."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from engine.context import Context
from engine.hand import Hand, TileSet
from engine.rules.base import COMMON_FACTS, Judgement, RuleSetInfo
from engine.rules.declared import DeclaredWin
from engine.rules.hong_kong.hints import under_minimum_fault
from engine.rules.hong_kong.options import PRESETS, HongKongOptions
from engine.rules.hong_kong.scoring import UNIT, Tally, best_tally, declare_faan, score_tally
from engine.rules.options import describe_options
from engine.rules.sets import SetRules, SetRuleSet, decompose_hand
from engine.shanten import REGULAR_FORMS, SevenPairsForm, ThirteenOrphansForm, WinningForm
from engine.tile import Tile

__all__ = ["RULE_SET", "HongKongRules"]


@dataclass(frozen=True)
class HongKongRules(SetRules):
    """Hong Kong old style with its options."""

    options: HongKongOptions

    @property
    def info(self) -> RuleSetInfo:
        """The rule set ``hong_kong``."""
        return RULE_SET.info

    @property
    def forms(self) -> tuple[WinningForm, ...]:
        """Four sets and a pair, and the special hands that are played (four of a kind as two of seven pairs)."""
        return (*REGULAR_FORMS, *self._special_forms())

    @property
    def tile_set(self) -> TileSet:
        """Bonus tiles as the option says; red fives are plain fives."""
        return TileSet(bonus=self.options.flowers)

    def keep_value(self, tile: Tile, context: Context) -> int:
        """Return how much a tile is worth keeping: the faan that a pung of it would count."""
        return sum(
            faan
            for counts, faan in (
                (tile.is_dragon, self.options.dragon_pung),
                (tile.kind == context.seat.kind, self.options.seat_wind),
                (tile.kind == context.round.kind, self.options.round_wind),
            )
            if counts
        )

    def any_shape_wins(self, hand: Hand) -> bool:  # noqa: ARG002 - whatever the melds are
        """Return whether there is no minimum that a complete hand could miss."""
        return self.options.minimum == 0

    def score(self, hand: Hand, context: Context) -> Judgement:
        """Return the faan of a complete hand, or the fault ``under_minimum``."""
        readings = decompose_hand(hand, self.forms)

        def tally_of(how_won: Context) -> Tally:
            return best_tally(hand, how_won, readings, self.options)

        tally = tally_of(context)
        if tally.faan < self.options.minimum:
            return Judgement(None, (under_minimum_fault(hand, context, self.options, tally, tally_of),))
        return Judgement(score_tally(tally, hand, context, self.options))

    def declare(self, worth: Mapping[str, int], context: Context) -> DeclaredWin:
        """Return what is paid for a hand of so many faan."""
        return declare_faan(worth["fan"], context, self.options)

    def _special_forms(self) -> Iterator[WinningForm]:
        if self.options.seven_pairs:
            yield SevenPairsForm(repeats=True)
        if self.options.thirteen_orphans:
            yield ThirteenOrphansForm()


RULE_SET: Final = SetRuleSet(
    RuleSetInfo(
        name="hong_kong",
        title="Hong Kong old style",
        unit=UNIT,
        worth={"fan": 100},
        summary="Faan with a minimum and a limit, flowers, and a base table; every house table is a set of options.",
        options=describe_options(HongKongOptions),
        presets=PRESETS,
        facts=(*COMMON_FACTS, "discarder", "round", "last_tile", "kong_replacement", "robbing_kong", "first_turn"),
    ),
    HongKongOptions,
    HongKongRules,
)
