"""The score of a complete riichi hand: items, sums, limit, payments, explanation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from engine.context import Context, Wind
from engine.errors import RequestValueError
from engine.hand import Hand
from engine.phrase import Phrase
from engine.rules.base import Score, ScoreItem
from engine.rules.declared import DeclaredWin
from engine.rules.payments import Payments, pay_winner
from engine.rules.riichi.library import RENHOU, Estimate, Yaku
from engine.rules.riichi.names import FU_NAMES, YAKU_NAMES, code_of
from engine.rules.riichi.options import RiichiOptions
from engine.rules.riichi.points import RENHOU_MANGAN, Worth, due_points, limit_worth, total_points

__all__ = ["UNIT", "WORTH", "declare_win", "score_estimate"]

UNIT = "points"
WORTH: Final = {"han": 100, "fu": 200, "yakuman": 6}
"""What the worth of a hand is said in, each with the most that is taken for no slip of the finger."""
_STICK = 1000
_SEVEN_PAIRS_FU: Final = 25
_LEAST_FU: Final = 20
_LIMIT_HAN: Final = 5
"""From here on a hand has a limit, whatever its minipoints."""
_SINGLE_YAKUMAN = Phrase("single_yakuman", "several yakuman do not add up in these rules; the highest counts")


def score_estimate(found: Estimate, hand: Hand, context: Context, options: RiichiOptions) -> Score:
    """Return the score of a hand that has at least one yaku."""
    yakuman = [yaku for yaku in found.yaku if yaku.yakuman]
    counted = _counted_yakuman(yakuman, options) if yakuman else list(found.yaku)
    items = (*(_item(yaku) for yaku in counted), *_fu_items(found))
    sums: dict[str, int] = {}
    for item in items:
        sums[item.unit] = sums.get(item.unit, 0) + item.value
    drawn = context.is_self_drawn(hand)
    counted_sums = (sums.get("han", 0), found.fu or 0, sums.get("yakuman", 0))
    outcome = _outcome(counted_sums, options, context.seat, drawn, counted[0].name == RENHOU and not yakuman)
    more = [_SINGLE_YAKUMAN] if len(yakuman) > len(counted) else []
    return Score(
        total=outcome.total,
        unit=UNIT,
        items=items,
        sums=sums,
        uncapped=outcome.uncapped,
        limit=outcome.worth.limit,
        fu=found.fu,
        payments=_payments(outcome.worth.base, context.seat, context.discarder, context.honba, drawn).copy(),
        sticks_won=_STICK * context.sticks,
        explanation=(outcome.value, *more, outcome.payment, *_explain_table(context)),
    )


def declare_win(worth: Mapping[str, int], context: Context, options: RiichiOptions) -> DeclaredWin:
    """Return what is paid for a hand of so many han and minipoints, or yakuman.

    Raises:
        RequestValueError: There are no han, or no hand has these minipoints.
    """
    han, fu, yakuman = worth["han"], worth["fu"], worth["yakuman"]
    if not han and not yakuman:
        message = "a win has at least one han"
        raise RequestValueError(message, "worth.han")
    if not yakuman and han < _LIMIT_HAN and fu != _SEVEN_PAIRS_FU and (fu < _LEAST_FU or fu % 10):
        message = f"{fu} are no minipoints of a hand; they are 25, or 20 and more in tens"
        raise RequestValueError(message, "worth.fu")
    found = limit_worth(han, fu, yakuman, options)
    drawn = context.discarder is None
    total = total_points(found.base, context.seat, self_drawn=drawn)
    return DeclaredWin(total, found.limit, _payments(found.base, context.seat, context.discarder, context.honba, drawn))


class _Outcome(NamedTuple):
    """What follows from the sums of a hand: its worth, points before and after the limit, two sentences about them."""

    worth: Worth
    total: int
    uncapped: int | None
    value: Phrase
    payment: Phrase


@lru_cache(maxsize=1024)
def _outcome(
    counted: tuple[int, int, int],
    options: RiichiOptions,
    winner: Wind,
    drawn: bool,  # noqa: FBT001 - positional arguments are remembered faster
    renhou: bool,  # noqa: FBT001 - as above
) -> _Outcome:
    han, fu, yakuman = counted
    worth = RENHOU_MANGAN if renhou else limit_worth(han, fu, yakuman, options)
    total = total_points(worth.base, winner, self_drawn=drawn)
    uncapped = None
    if worth.limit and worth.raw_base is not None:
        uncapped = total_points(worth.raw_base, winner, self_drawn=drawn)
    value = _explain_value(han, fu, yakuman, worth)
    return _Outcome(worth, total, uncapped, value, _explain_payment(total, dealer=winner is Wind.EAST, drawn=drawn))


@lru_cache(maxsize=1024)
def _payments(base: int, winner: Wind, discarder: Wind | None, honba: int, drawn: bool) -> Payments:  # noqa: FBT001 - positional arguments are remembered faster
    due = due_points(base, winner, self_drawn=drawn, honba=honba)
    return pay_winner(winner, due, self_drawn=drawn, discarder=discarder)


def _counted_yakuman(yakuman: list[Yaku], options: RiichiOptions) -> list[Yaku]:
    """Return all yakuman, or only the highest where several do not add up."""
    return yakuman if options.multiple_yakuman else [max(yakuman, key=lambda yaku: yaku.yakuman)]


@lru_cache(maxsize=256)
def _item(yaku: Yaku) -> ScoreItem:
    code = code_of(yaku.name)
    value, unit = (yaku.yakuman, "yakuman") if yaku.yakuman else (yaku.han, "han")
    return ScoreItem(code, yaku.name, value, unit, YAKU_NAMES[code])


def _fu_items(found: Estimate) -> Iterator[ScoreItem]:
    """Yield the minipoints and, as the last one, what rounding up to tens adds."""
    for reason, fu in found.fu_details:
        yield _fu_item(reason, fu)
    rounding = (found.fu or 0) - sum(fu for _, fu in found.fu_details)
    if rounding:
        yield _fu_item("rounding", rounding)


@lru_cache(maxsize=256)
def _fu_item(reason: str, fu: int) -> ScoreItem:
    names = FU_NAMES[reason]
    return ScoreItem(f"fu_{reason}", names["en"], fu, "fu", names)


def _explain_value(han: int, fu: int, yakuman: int, worth: Worth) -> Phrase:
    if yakuman:
        text = f"yakuman counted {yakuman} time{'s' if yakuman > 1 else ''}: {worth.base} base points"
        return Phrase("yakuman_base", text, count=yakuman, base=worth.base)
    if worth.raw_base is None:
        text = f"a win on a discard before the first draw is a {worth.limit}: {worth.base} base points"
        return Phrase("renhou_base", text, limit=worth.limit or "", base=worth.base)
    line = f"{han} han {fu} fu: {fu} x 2^({han} + 2) = {worth.raw_base} base points"
    if not worth.limit:
        return Phrase("han_fu_base", line, han=han, fu=fu, raw=worth.raw_base)
    text = f"{line}, {worth.limit}: {worth.base}"
    return Phrase("han_fu_limit", text, han=han, fu=fu, raw=worth.raw_base, limit=worth.limit, base=worth.base)


def _explain_payment(total: int, *, dealer: bool, drawn: bool) -> Phrase:
    if drawn and dealer:
        text = f"self-drawn: each other player pays twice the base points, rounded up to hundreds: {total} in all"
        return Phrase("drawn_dealer_pays", text, total=total)
    if drawn:
        shares = "the dealer pays twice and the others once the base points"
        return Phrase("drawn_pays", f"self-drawn: {shares}, rounded up to hundreds: {total} in all", total=total)
    factor = 6 if dealer else 4
    text = f"on a discard: the discarder pays {factor} times the base points, rounded up to hundreds: {total}"
    return Phrase("discarder_pays_base", text, factor=factor, total=total)


def _explain_table(context: Context) -> Iterator[Phrase]:
    if context.honba:
        more = 300 * context.honba
        yield Phrase("honba_more", f"{context.honba} honba: {more} more in all", count=context.honba, points=more)
    if context.sticks:
        sticks = "1 riichi stick" if context.sticks == 1 else f"{context.sticks} riichi sticks"
        more = _STICK * context.sticks
        yield Phrase("sticks_more", f"{sticks} on the table: {more} more", count=context.sticks, points=more)
