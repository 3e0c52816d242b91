"""The score of a complete riichi hand: items, sums, limit, payments, explanation."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.context import Context
from engine.hand import Hand
from engine.rules.base import Score, ScoreItem
from engine.rules.payments import pay_winner
from engine.rules.riichi.library import Estimate, Yaku
from engine.rules.riichi.names import FU_NAMES, YAKU_NAMES, code_of
from engine.rules.riichi.options import RiichiOptions
from engine.rules.riichi.points import Worth, due_points, limit_worth, total_points

__all__ = ["UNIT", "score_estimate"]

UNIT = "points"
_STICK = 1000
_SINGLE_YAKUMAN = ("several yakuman do not add up in these rules; the highest counts",)


def score_estimate(found: Estimate, hand: Hand, context: Context, options: RiichiOptions) -> Score:
    """Return the score of a hand that has at least one yaku."""
    yakuman = [yaku for yaku in found.yaku if yaku.yakuman]
    counted = _counted_yakuman(yakuman, options) if yakuman else list(found.yaku)
    items = (*(_item(yaku) for yaku in counted), *_fu_items(found))
    sums: dict[str, int] = {}
    for item in items:
        sums[item.unit] = sums.get(item.unit, 0) + item.value
    worth = limit_worth(sums.get("han", 0), found.fu or 0, sums.get("yakuman", 0), options)
    drawn = context.is_self_drawn(hand)
    total = total_points(worth.base, context.seat, self_drawn=drawn)
    due = due_points(worth.base, context.seat, self_drawn=drawn, honba=context.honba)
    cut = worth.raw_base if worth.limit else None
    return Score(
        total=total,
        unit=UNIT,
        items=items,
        sums=sums,
        uncapped=None if cut is None else total_points(cut, context.seat, self_drawn=drawn),
        limit=worth.limit,
        fu=found.fu,
        payments=pay_winner(context.seat, due, self_drawn=drawn, discarder=context.discarder),
        sticks_won=_STICK * context.sticks,
        explanation=(
            *_explain_value(sums, worth),
            *(_SINGLE_YAKUMAN if len(yakuman) > len(counted) else ()),
            *_explain_payment(total, context, drawn=drawn),
        ),
    )


def _counted_yakuman(yakuman: list[Yaku], options: RiichiOptions) -> list[Yaku]:
    """Return all yakuman, or only the highest where several do not add up."""
    return yakuman if options.multiple_yakuman else [max(yakuman, key=lambda yaku: yaku.yakuman)]


@lru_cache(maxsize=256)
def _item(yaku: Yaku) -> ScoreItem:
    code = code_of(yaku.name)
    english, japanese = YAKU_NAMES[code]
    value, unit = (yaku.yakuman, "yakuman") if yaku.yakuman else (yaku.han, "han")
    return ScoreItem(code, yaku.name, value, unit, {"en": english, "ja": japanese})


def _fu_items(found: Estimate) -> Iterator[ScoreItem]:
    """Yield the minipoints and, as the last one, what rounding up to tens adds."""
    for reason, fu in found.fu_details:
        yield _fu_item(reason, fu)
    rounding = (found.fu or 0) - sum(fu for _, fu in found.fu_details)
    if rounding:
        yield _fu_item("rounding", rounding)


@lru_cache(maxsize=256)
def _fu_item(reason: str, fu: int) -> ScoreItem:
    english, japanese = FU_NAMES[reason]
    return ScoreItem(f"fu_{reason}", english, fu, "fu", {"ja": japanese})


def _explain_value(sums: dict[str, int], worth: Worth) -> Iterator[str]:
    if count := sums.get("yakuman"):
        yield f"yakuman counted {count} time{'s' if count > 1 else ''}: {worth.base} base points"
        return
    han, fu = sums["han"], sums["fu"]
    line = f"{han} han {fu} fu: {fu} x 2^({han} + 2) = {worth.raw_base} base points"
    yield f"{line}, {worth.limit}: {worth.base}" if worth.limit else line


def _explain_payment(total: int, context: Context, *, drawn: bool) -> Iterator[str]:
    if drawn:
        shares = "each other player pays twice" if context.is_dealer else "the dealer pays twice and the others once"
        yield f"self-drawn: {shares} the base points, rounded up to hundreds: {total} in all"
    else:
        factor = 6 if context.is_dealer else 4
        yield f"on a discard: the discarder pays {factor} times the base points, rounded up to hundreds: {total}"
    if context.honba:
        yield f"{context.honba} honba: {300 * context.honba} more in all"
    if context.sticks:
        sticks = "1 riichi stick" if context.sticks == 1 else f"{context.sticks} riichi sticks"
        yield f"{sticks} on the table: {_STICK * context.sticks} more"
