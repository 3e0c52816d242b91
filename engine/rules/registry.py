"""The rule sets by name; each is imported when it is first asked for.

A rule set is registered by its name here: its package ``engine.rules.<name>`` has it as ``RULE_SET``.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

from engine.errors import UnknownRuleSetError, quote
from engine.rules.base import RuleSet

__all__ = ["RULE_SET_NAMES", "get_rule_set"]

RULE_SET_NAMES: Final = ("american", "basic", "chinese_classical", "riichi", "mcr", "hong_kong")
"""Every rule set, in the order in which they are listed."""


def get_rule_set(name: str) -> RuleSet:
    """Return a rule set.

    Raises:
        UnknownRuleSetError: No rule set has that name.

    >>> get_rule_set("basic").info.unit
    'points'
    """
    if name not in RULE_SET_NAMES:
        message = f"there are no rules {quote(name)}; the rule sets are {', '.join(RULE_SET_NAMES)}"
        raise UnknownRuleSetError(message)
    rule_set: RuleSet = import_module(f"engine.rules.{name}").RULE_SET
    return rule_set
