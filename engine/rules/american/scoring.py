"""Value and payments of a hand of the card. Source: the rule sheet's table of payments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine.context import Context, Wind
from engine.hand import Hand
from engine.phrase import Phrase
from engine.rules.american.card import CardLine
from engine.rules.american.names import ITEM_NAMES
from engine.rules.american.options import AmericanOptions
from engine.rules.american.rack import Rack
from engine.rules.american.situation import Situation
from engine.rules.base import Score, ScoreItem
from engine.rules.declared import DeclaredWin
from engine.rules.payments import pay_winner

__all__ = ["UNIT", "best_score", "declare_points", "is_drawn"]

UNIT = "points"

_ITEM = "card_hand"


def is_drawn(hand: Hand, context: Context) -> bool:
    """Return whether the winning tile was drawn; a joker was, unless somebody says otherwise: none can be claimed."""
    open_question = context.self_drawn is None and context.discarder is None
    if open_question and hand.winning_tile is not None and hand.winning_tile.is_joker:
        return True
    return context.is_self_drawn(hand)


def best_score(situation: Situation, hand: Hand, context: Context, options: AmericanOptions) -> Score:
    """Return the score of a complete rack on the line that is paid most.

    Args:
        situation: The rack.
        hand: The same as a hand, which tells how it was won.
        context: The table's facts.
        options: The factors.
    """
    matrix, rack = situation.matrix, situation.rack
    rows = situation.standing.reach.rows[np.flatnonzero(situation.standing.missing == 0)]
    wins = {int(row): _Win(matrix.lines[row], rack, is_drawn(hand, context), options) for row in rows}
    best = max(wins, key=lambda row: wins[row].paid)
    win, value = wins[best], wins[best].line.value
    payments = pay_winner(context.seat, win.due, self_drawn=win.drawn, discarder=context.discarder)
    others = dict.fromkeys(other.line.id for other in wins.values() if other.line.id != win.line.id)
    return Score(
        total=value,
        unit=UNIT,
        items=(ScoreItem(_ITEM, f"{win.line.id}: {matrix.hands[best].text}", value, UNIT, ITEM_NAMES[_ITEM]),),
        sums={UNIT: value},
        payments=payments,
        explanation=tuple(_explain(win, tuple(others))),
    )


def declare_points(value: int, context: Context, options: AmericanOptions, *, jokerless: bool) -> DeclaredWin:
    """Return what is paid for a hand for which the card says so many points."""
    drawn = context.discarder is None
    paid = value * (options.jokerless_factor if jokerless else 1) * (options.self_drawn_factor if drawn else 1)
    payments = pay_winner(
        context.seat,
        lambda _seat, guilty: paid * (options.discarder_factor if guilty else 1),
        self_drawn=drawn,
        discarder=context.discarder,
    )
    return DeclaredWin(value, None, payments)


@dataclass(frozen=True, slots=True)
class _Win:
    """A rack that wins on a line.

    Attributes:
        line: The line.
        rack: The rack.
        drawn: Whether the winning tile was drawn.
        options: The factors.
    """

    line: CardLine
    rack: Rack
    drawn: bool
    options: AmericanOptions

    @property
    def jokerless(self) -> int:
        """Factor for having no jokers."""
        return 1 if self.rack.holds_joker or self.line.singles_and_pairs else self.options.jokerless_factor

    @property
    def paid(self) -> int:
        """What a player pays who has no part in it."""
        return self.line.value * self.jokerless * (self.options.self_drawn_factor if self.drawn else 1)

    def due(self, _seat: Wind, guilty: bool) -> int:  # noqa: FBT001 - engine.rules.payments.Due
        """Return what a player pays; a guilty one discarded the winning tile."""
        return self.paid * (self.options.discarder_factor if guilty else 1)


def _explain(win: _Win, others: tuple[str, ...]) -> Iterator[Phrase]:
    text = f"line {win.line.id} ({win.line.section}) counts {win.line.value}"
    yield Phrase("card_line", text, line=win.line.id, section=win.line.section, total=win.line.value)
    if win.jokerless > 1:
        text = f"no joker in the hand: everybody pays {win.jokerless} times as much"
        yield Phrase("jokerless", text, factor=win.jokerless)
    elif win.line.singles_and_pairs:
        yield Phrase("jokerless_pairs", "a hand of singles and pairs is paid no more for having no jokers")
    if win.drawn:
        yield Phrase("drawn_each_pays", f"self-drawn: each other player pays {win.paid}", each=win.paid)
    else:
        due = win.paid * win.options.discarder_factor
        text = f"on a discard: the discarder pays {due}, the others {win.paid} each"
        yield Phrase("discarder_pays", text, discarder=due, each=win.paid)
    if others:
        yield Phrase("other_lines", f"it is {', '.join(others)} too, which is paid no more", lines=others)
