"""The rule set ``basic``: four sets and a pair win; three variants of points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.context import SEATS, Context
from engine.hand import Hand
from engine.phrase import Phrase
from engine.rules.base import COMMON_FACTS, Judgement, RuleSetInfo, Score
from engine.rules.basic.options import BasicOptions
from engine.rules.basic.scoring import UNIT, best_items
from engine.rules.declared import DeclaredWin
from engine.rules.options import describe_options
from engine.rules.payments import pay_winner
from engine.rules.sets import SetRules, SetRuleSet, decompose_hand
from engine.settlement import Settlement, Table, pay_to_winner
from engine.shanten import REGULAR_FORMS, SevenPairsForm, ThirteenOrphansForm, WinningForm

__all__ = ["RULE_SET", "BasicRules"]


@dataclass(frozen=True)
class BasicRules(SetRules):
    """Basic mahjong with its options."""

    options: BasicOptions

    @property
    def info(self) -> RuleSetInfo:
        """The rule set ``basic``."""
        return RULE_SET.info

    @property
    def forms(self) -> tuple[WinningForm, ...]:
        """Four sets and a pair, and the special hands where they are played (four of a kind as two pairs)."""
        special = (SevenPairsForm(repeats=True), ThirteenOrphansForm())
        return (*REGULAR_FORMS, *special) if self.options.special_hands else REGULAR_FORMS

    def any_shape_wins(self, hand: Hand) -> bool:  # noqa: ARG002 - whatever the melds are
        """Return True: every complete hand wins."""
        return True

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
        explanation = (
            Phrase("items_points", f"{parts} = {total}", total=total),
            Phrase("each_pays", f"each other player pays {total}", each=total),
        )
        return Judgement(Score(total, UNIT, items, {UNIT: total}, payments=payments, explanation=explanation))

    def declare(self, worth: Mapping[str, int], context: Context) -> DeclaredWin:
        """Return what is paid for a hand of so many points: each other player pays them."""
        total = worth["points"]
        payments = pay_winner(context.seat, lambda _seat, _guilty: total, self_drawn=False, discarder=context.discarder)
        return DeclaredWin(total, None, payments)

    def settle(self, table: Table) -> Settlement:
        """Return the payments to the winner: each other player pays the winner's score."""
        if table.winner is None:
            return Settlement(table.scores)
        total = table.score_of(table.winner)
        owed = {seat: total for seat in SEATS if seat is not table.winner}
        return Settlement(table.scores, tuple(pay_to_winner(table.winner, owed, "pays the winner's score")))


RULE_SET: Final = SetRuleSet(
    RuleSetInfo(
        name="basic",
        title="Basic mahjong",
        unit=UNIT,
        worth={"points": 1_000_000},
        summary="Four sets and a pair win; points for mahjong, for bonuses, or for pungs that double.",
        options=describe_options(BasicOptions),
        facts=(*COMMON_FACTS, "last_tile"),
    ),
    BasicOptions,
    BasicRules,
)
