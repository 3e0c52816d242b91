"""What is paid for a win whose worth is said, as plain JSON values: body of ``/v1/payments`` in, answer out."""

from __future__ import annotations

from engine.context import Context
from engine.errors import RequestError, RequestValueError
from engine.fields import Fields
from engine.rules.declared import DeclaringRules
from engine.rules.registry import get_rule_set

__all__ = ["payments_json"]

_MOST_COUNTERS = 1000
_LONGEST_NAME = 50
"""Characters of an unknown name that a message quotes."""


def payments_json(body: object) -> dict[str, object]:
    """Return the answer to a decoded JSON request.

    Raises:
        RequestError: A field is missing, unknown or of the wrong type; ``path`` names it.
        RequestValueError: A value is outside its range, or no hand is worth that.
        OptionError: The rule set has no such option or value.
        RuleSetError: No such rule set, or it cannot be used.

    >>> answer = payments_json({"rules": "riichi", "winner": "S", "discarder": "E", "worth": {"han": 3, "fu": 40}})
    >>> answer["payments"]
    {'E': -5200, 'S': 5200, 'W': 0, 'N': 0}
    """
    fields = Fields.of(body, "")
    fields.allow("rules", "winner", "discarder", "worth", "honba", "options")
    rule_set = get_rule_set(fields.text("rules"))
    rules = rule_set.configure(fields.child("options").values)
    winner, discarder = fields.wind("winner"), fields.wind("discarder")
    if winner is None:
        message = "the winner's seat is needed"
        raise RequestError(message, "winner")
    if discarder is winner:
        message = "nobody wins on the own discard"
        raise RequestValueError(message, "discarder")
    if not isinstance(rules, DeclaringRules):
        message = f"what is paid in {rules.info.name} is not told by a hand's worth"
        raise RequestValueError(message, "rules")
    said = fields.child("worth")
    for name in said.values:
        if name not in rules.info.worth:
            message = f"the worth of a hand of {rules.info.name} is said in {', '.join(rules.info.worth)}"
            raise RequestValueError(message, said.path_to(str(name)[:_LONGEST_NAME]))
    worth = {name: said.number(name, most) or 0 for name, most in rules.info.worth.items()}
    honba = fields.number("honba", _MOST_COUNTERS) or 0
    context = Context(seat=winner, self_drawn=discarder is None, discarder=discarder, honba=honba)
    win = rules.declare(worth, context)
    return {
        "total": win.total,
        "unit": rules.info.unit,
        "limit": win.limit,
        "payments": {str(seat): amount for seat, amount in win.payments.items()},
    }
