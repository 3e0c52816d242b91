"""Settlements as plain JSON values, exactly as the contract writes them: body of ``/v1/settle`` in, answer out."""

from __future__ import annotations

from collections.abc import Iterator

from engine.analysis import analyse
from engine.context import SEATS, Wind
from engine.errors import CardError, NotationError, RequestError, RequestValueError, SettlementError, quote
from engine.fields import Fields
from engine.interchange import AnalysisRequest, request_from_json
from engine.rules.registry import get_rule_set
from engine.settlement import Settlement, Table, settle

__all__ = ["MOST_POINTS", "settle_json", "settlement_to_json"]

MOST_POINTS = 1_000_000
"""No player's score is larger."""

_HAND_FIELDS = ("hand", "tiles", "melds", "winning_tile", "context", "options", "card")


def settle_json(body: object) -> dict[str, object]:
    """Return the answer to a decoded JSON request.

    Raises:
        RequestError: A field is missing, unknown or of the wrong type; ``path`` names it.
        RequestValueError: A value is outside its range.
        NotationError: A hand's notation cannot be read.
        OptionError: The rule set has no such option or value.
        RuleSetError: No such rule set, or it cannot be used.
        SettlementError: The request can be read, but what it says cannot be settled.

    >>> answer = settle_json({"rules": "basic", "winner": "S", "scores": {"S": 4}})
    >>> answer["payments"]
    {'E': -4, 'S': 12, 'W': -4, 'N': -4}
    """
    fields = Fields.of(body, "")
    fields.allow("rules", "winner", "scores", "hands", "options")
    rule_set = get_rule_set(fields.text("rules"))
    winner = fields.wind("winner")
    if fields.has("scores") == fields.has("hands"):
        message = "give either 'scores' or 'hands', not both and not neither"
        raise RequestError(message, "scores" if fields.has("scores") else "")
    if fields.has("scores"):
        scores = fields.child("scores")
        table = Table(winner, {seat: _points(scores, seat) for seat in _seats(scores)})
        return settlement_to_json(settle(rule_set.configure(fields.child("options").values), table))
    requests = _hand_requests(fields)
    analyses = {seat: analyse(asked.hand, asked.context, asked.rules, outlook=False) for seat, asked in requests}
    table = Table.of_hands(winner, analyses)
    # The rules of a hand know its card, those of the table's options alone do not.
    rules = next((asked.rules for seat, asked in requests if winner in {None, seat}), None)
    return settlement_to_json(settle(rules or rule_set.configure(fields.child("options").values), table))


def settlement_to_json(settlement: Settlement) -> dict[str, object]:
    """Return a settlement as plain JSON values."""
    return {
        "scores": {str(seat): score for seat, score in settlement.scores.items()},
        "payments": {str(seat): amount for seat, amount in settlement.payments.items()},
        "transfers": [
            {
                "from": str(transfer.payer),
                "to": str(transfer.payee),
                "amount": transfer.amount,
                "reason": transfer.reason,
            }
            for transfer in settlement.transfers
        ],
    }


def _seats(fields: Fields) -> Iterator[Wind]:
    """Yield the seats of an object whose keys are seats, in playing order."""
    for name in fields.values:
        if name not in SEATS:
            message = f"{quote(name)} is no seat; the seats are {', '.join(SEATS)}"
            raise RequestValueError(message, fields.path)
    yield from (seat for seat in SEATS if fields.has(seat))


def _points(fields: Fields, seat: Wind) -> int:
    return fields.number(seat, MOST_POINTS) or 0


def _hand_requests(fields: Fields) -> list[tuple[Wind, AnalysisRequest]]:
    """Return the analysis request of each hand, by seat in playing order."""
    requests = []
    hands = fields.child("hands")
    for seat in _seats(hands):
        place = hands.path_to(seat)
        body = _hand_request(fields, Fields.of(hands.raw(seat), place), seat)
        try:
            requests.append((seat, request_from_json(body)))
        except (RequestError, NotationError, CardError) as error:
            raise error.below(place) from None
    return requests


def _hand_request(fields: Fields, hand: Fields, seat: Wind) -> dict[str, object]:
    """Return the analysis request of one player's hand: the table's rules and options, and the seat of its key."""
    hand.allow(*_HAND_FIELDS)
    options = fields.child("options").values
    if hand.has("options") and hand.child("options").values not in ({}, options):
        message = "the whole table plays with the same options; give them beside 'hands'"
        raise SettlementError(message, hand.path_to("options"))
    context = hand.child("context")
    if context.has("seat") and context.wind("seat") is not seat:
        message = f"the hand stands under {seat}, but its seat is {context.wind('seat')}; correct one of them"
        raise SettlementError(message, context.path_to("seat"))
    facts = {**context.values, "seat": str(seat)}
    return {**hand.values, "rules": fields.text("rules"), "options": dict(options), "context": facts}
