"""The rule set ``mcr``: five winning forms, options, payments around the fan of the package ``PyMahjongGB``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.context import Context
from engine.errors import RequestValueError
from engine.faults import Fault
from engine.hand import Hand, TileSet
from engine.rules.base import COMMON_FACTS, Judgement, RuleSetInfo
from engine.rules.declared import DeclaredWin
from engine.rules.mcr.forms import FORMS
from engine.rules.mcr.hints import under_minimum_fault
from engine.rules.mcr.last_of_kind import last_of_kind_faults
from engine.rules.mcr.library import Fan, count_fan, require_library
from engine.rules.mcr.names import OFFICIAL_FAN
from engine.rules.mcr.options import McrOptions
from engine.rules.mcr.scoring import UNIT, declare_fan, fan_without_flowers, score_fan
from engine.rules.options import describe_options
from engine.rules.sets import SetRules, SetRuleSet
from engine.shanten import WinningForm
from engine.tile import Tile

__all__ = ["RULE_SET", "McrRuleSet", "McrRules"]


@dataclass(frozen=True)
class McrRules(SetRules):
    """Chinese Official mahjong with its options."""

    options: McrOptions

    @property
    def info(self) -> RuleSetInfo:
        """The rule set ``mcr``."""
        return RULE_SET.info

    @property
    def forms(self) -> tuple[WinningForm, ...]:
        """Four sets and a pair, seven pairs, thirteen orphans, honours and knitted tiles, knitted straight."""
        return FORMS

    @property
    def tile_set(self) -> TileSet:
        """Flowers and seasons are played with; red fives are plain fives."""
        return TileSet(bonus=True)

    def table_faults(self, hand: Hand, context: Context) -> tuple[Fault, ...]:
        """Return contradictions that only these rules know."""
        return last_of_kind_faults(hand, context)

    def keep_value(self, tile: Tile, context: Context) -> int:
        """Return how much a tile is worth keeping: the fan that a pung of it would count."""
        codes = (
            (tile.is_dragon, "dragon_pung"),
            (tile.kind == context.seat.kind, "seat_wind"),
            (tile.kind == context.round.kind, "prevalent_wind"),
        )
        return sum(OFFICIAL_FAN[code].points for counts, code in codes if counts)

    def score(self, hand: Hand, context: Context) -> Judgement:
        """Return the fan of a complete hand, or the fault ``under_minimum``."""

        def fan_of(how_won: Context) -> tuple[Fan, ...]:
            return count_fan(hand, how_won)

        found = fan_of(context)
        if fan_without_flowers(found) < self.options.minimum:
            return Judgement(None, (under_minimum_fault(hand, context, self.options.minimum, found, fan_of),))
        return Judgement(score_fan(found, hand, context))

    def declare(self, worth: Mapping[str, int], context: Context) -> DeclaredWin:
        """Return what is paid for a hand of so many fan, flowers among them.

        Raises:
            RequestValueError: They are fewer than a win needs.
        """
        if worth["fan"] < self.options.minimum:
            message = f"{worth['fan']} fan are fewer than a win needs, {self.options.minimum}"
            raise RequestValueError(message, "worth.fan")
        return declare_fan(worth["fan"], context)


@dataclass(frozen=True)
class McrRuleSet(SetRuleSet[McrOptions]):
    """The named game; what it is can be asked without the package, how to score cannot."""

    def configure(self, options: Mapping[str, object], card: object = None) -> SetRules:
        """Return the rules with these options.

        Raises:
            OptionError: An option is unknown or has a value that is not allowed.
            RequestError: A card is given.
            RuleSetUnavailableError: The package ``PyMahjongGB`` is not installed.
        """
        rules = super().configure(options, card)
        require_library()
        return rules


RULE_SET: Final = McrRuleSet(
    RuleSetInfo(
        name="mcr",
        title="Chinese Official (MCR)",
        unit=UNIT,
        worth={"fan": 1000},
        summary="Chinese Official mahjong: 81 fan, five winning forms, at least 8 fan without flowers.",
        options=describe_options(McrOptions),
        facts=(*COMMON_FACTS, "discarder", "round", "last_tile", "last_of_kind", "kong_replacement", "robbing_kong"),
    ),
    McrOptions,
    McrRules,
)
