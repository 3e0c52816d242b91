"""The rule set ``basic``: four sets and a pair win; three variants of points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.context import Context
from engine.errors import RequestError
from engine.hand import Hand
from engine.rules.base import Judgement, RuleSetInfo, Score
from engine.rules.basic.options import BasicOptions
from engine.rules.basic.scoring import UNIT, best_items
from engine.rules.options import OptionValue, build_options, describe_options, show_options
from engine.rules.payments import pay_winner
from engine.rules.sets import SetRules, decompose_hand
from engine.shanten import REGULAR_FORMS, SevenPairsForm, ThirteenOrphansForm, WinningForm

__all__ = ["RULE_SET", "BasicRuleSet", "BasicRules"]


@dataclass(frozen=True)
class BasicRules(SetRules):
    """Basic mahjong with its options."""

    options: BasicOptions

    @property
    def info(self) -> RuleSetInfo:
        """The rule set ``basic``."""
        return RULE_SET.info

    @property
    def option_values(self) -> Mapping[str, OptionValue]:
        """Every option with its value."""
        return show_options(self.options)

    @property
    def forms(self) -> tuple[WinningForm, ...]:
        """Four sets and a pair, and the special hands where they are played (four of a kind as two pairs)."""
        special = (SevenPairsForm(repeats=True), ThirteenOrphansForm())
        return (*REGULAR_FORMS, *special) if self.options.special_hands else REGULAR_FORMS

    def score(self, hand: Hand, context: Context) -> Judgement:
        """Return the points of a complete hand; each other player pays them."""
        items = best_items(hand, context, decompose_hand(hand, self.forms), self.options)
        total = sum(item.value for item in items)
        payments = pay_winner(
            context.seat,
            lambda _seat, _guilty: total,
            self_drawn=context.is_self_drawn(hand),
            discarder=context.discarder,
        )
        parts = " + ".join(f"{item.value} ({item.name})" for item in items)
        explanation = (f"{parts} = {total}", f"each other player pays {total}")
        return Judgement(Score(total, UNIT, items, {UNIT: total}, payments=payments, explanation=explanation))


@dataclass(frozen=True)
class BasicRuleSet:
    """The named game."""

    info: RuleSetInfo

    def configure(self, options: Mapping[str, object], card: object = None) -> BasicRules:
        """Return basic mahjong with these options.

        Raises:
            OptionError: An option is unknown or has a value that is not allowed.
            RequestError: A card is given.
        """
        if card is not None:
            message = "only american rules are played with a card"
            raise RequestError(message, "card")
        return BasicRules(build_options(BasicOptions, options))


RULE_SET: Final = BasicRuleSet(
    RuleSetInfo(
        name="basic",
        title="Basic mahjong",
        unit=UNIT,
        summary="Four sets and a pair win; points for mahjong, for bonuses, or for pungs that double.",
        options=describe_options(BasicOptions),
    ),
)
