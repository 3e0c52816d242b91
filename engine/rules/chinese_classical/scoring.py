"""Scores: items of every pattern, the sum, the doubles, the limit, and the reading that is worth most."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.context import Context, Wind
from engine.hand import Hand
from engine.phrase import Phrase
from engine.rules.base import Score, ScoreItem
from engine.rules.chinese_classical.doubles import DOUBLE_PATTERNS
from engine.rules.chinese_classical.doubling import doubled
from engine.rules.chinese_classical.extras import EXTRA_PATTERNS
from engine.rules.chinese_classical.holdings import Holding, holding_of_waiting, holdings_of_winner
from engine.rules.chinese_classical.items import DOUBLES, HALF_LIMIT, LIMIT, POINTS, Pattern
from engine.rules.chinese_classical.limits import LIMIT_PATTERNS
from engine.rules.chinese_classical.options import ClassicalOptions
from engine.rules.chinese_classical.points import POINT_PATTERNS
from engine.rules.chinese_classical.settling import EAST_FACTOR, owed_to_winner
from engine.rules.payments import Payments, pay_winner
from engine.wording import quantity

__all__ = ["score_waiting", "score_winner"]

_PATTERNS: Final[tuple[Pattern, ...]] = (*POINT_PATTERNS, *EXTRA_PATTERNS, *DOUBLE_PATTERNS, *LIMIT_PATTERNS)
_UNITS: Final = (POINTS, DOUBLES, HALF_LIMIT, LIMIT)


@dataclass(frozen=True, slots=True)
class _Count:
    """What one way to read the tiles counts.

    Attributes:
        items: Everything that counts.
        most: The limit.
    """

    items: tuple[ScoreItem, ...]
    most: int

    @property
    def sums(self) -> dict[str, int]:
        """Sum of the items by unit, for the units that there are items of."""
        there = {item.unit for item in self.items}
        return {unit: self.sum_of(unit) for unit in _UNITS if unit in there}

    @property
    def uncut(self) -> int:
        """Points times doubles."""
        return doubled(self.sum_of(POINTS), self.sum_of(DOUBLES))

    def sum_of(self, unit: str) -> int:
        """Return the sum of the items of a unit."""
        return sum(item.value for item in self.items if item.unit == unit)

    @property
    def limit(self) -> str | None:
        """Which limit decides the score, if one does."""
        if self.sum_of(LIMIT) or self.uncut > self.most:
            return LIMIT
        return HALF_LIMIT if self.sum_of(HALF_LIMIT) and self.uncut <= self.most // 2 else None

    @property
    def total(self) -> int:
        """The score."""
        return {None: self.uncut, HALF_LIMIT: self.most // 2, LIMIT: self.most}[self.limit]


def score_winner(hand: Hand, context: Context, options: ClassicalOptions) -> Score:
    """Return what a complete hand wins, by the reading and the place of the winning tile that are worth most."""
    counts = [_count(holding) for holding in holdings_of_winner(hand, context, options)]
    best = max(counts, key=lambda count: (count.total, count.uncut))
    payments = pay_winner(
        context.seat,
        lambda seat, _guilty: owed_to_winner(best.total, context.seat, seat),
        self_drawn=context.is_self_drawn(hand),
        discarder=context.discarder,
    )
    return _score(best, payments, (_payment_sentence(best.total, context.seat),))


def score_waiting(hand: Hand, context: Context, options: ClassicalOptions) -> Score:
    """Return what a hand that has not won scores."""
    notes = [Phrase("loser", "this hand has not won: settling compares its score with those of the other losers")]
    if missing := hand.missing_melds:
        text = f"{quantity(missing, 'meld')} may be missing, and would add to it"
        notes.append(Phrase("melds_may_be_missing", text, count=missing))
    return _score(_count(holding_of_waiting(hand, context, options)), None, tuple(notes))


def _count(holding: Holding) -> _Count:
    items = tuple(item for pattern in _PATTERNS for item in pattern(holding))
    return _Count(items, holding.options.limit)


def _score(count: _Count, payments: Payments | None, notes: tuple[Phrase, ...]) -> Score:
    return Score(
        total=count.total,
        unit=POINTS,
        items=count.items,
        sums=count.sums,
        uncapped=None if count.limit is None else count.uncut,
        limit=count.limit,
        payments=payments,
        explanation=(*_sentences(count), *notes),
    )


def _sentences(count: _Count) -> Iterator[Phrase]:
    """Yield how the score comes about."""
    parts = [f"{item.value} ({item.name})" for item in count.items if item.unit == POINTS]
    points, doubles = count.sum_of(POINTS), count.sum_of(DOUBLES)
    yield (
        Phrase("items_points", f"{' + '.join(parts)} = {quantity(points, 'point')}", total=points)
        if parts
        else Phrase("no_item_scores", "nothing in the hand scores points")
    )
    if doubles:
        named = ", ".join(f"{item.value} ({item.name})" for item in count.items if item.unit == DOUBLES)
        text = f"{quantity(doubles, 'double')}: {named}; {points}{' x 2' * doubles} = {count.uncut}"
        yield Phrase("points_doubled", text, points=points, doubles=doubles, total=count.uncut)
    for item in count.items:
        named_item = (item.named,)
        if item.unit == LIMIT:
            text = f"{item.name}: the limit, {count.most}, whatever the hand counts"
            yield Phrase("worth_limit", text, items=named_item, limit=count.most)
        elif item.unit == HALF_LIMIT:
            text = f"{item.name}: at least half the limit, {count.most // 2}"
            yield Phrase("worth_half_limit", text, items=named_item, half=count.most // 2)
    if count.uncut > count.most:
        text = f"the limit of {count.most} cuts the score of {count.uncut}"
        yield Phrase("cut_to_limit", text, limit=count.most, uncut=count.uncut)


def _payment_sentence(total: int, winner: Wind) -> Phrase:
    double = total * EAST_FACTOR
    if winner is Wind.EAST:
        return Phrase("losers_pay_east", f"each loser pays East double: {double}", double=double)
    return Phrase("losers_pay", f"each loser pays {total}, East double: {double}", total=total, double=double)
