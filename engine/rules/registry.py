"""The rule sets by name; each is imported when it is first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from engine.errors import RuleSetUnavailableError, UnknownRuleSetError, quote
from engine.rules.base import RuleSet

__all__ = ["RULE_SET_NAMES", "available_rule_sets", "get_rule_set"]

RULE_SET_NAMES: Final = ("american", "basic", "chinese_classical", "riichi", "mcr", "hong_kong")
"""Every rule set that has a name in requests."""

_BUILT: Final = frozenset({"american", "basic", "chinese_classical", "hong_kong", "mcr", "riichi"})
"""Rule sets that have a package below :mod:`engine.rules`, each with a module-level ``RULE_SET``."""


def available_rule_sets() -> tuple[str, ...]:
    """Return the names of the rule sets that can be used."""
    return tuple(name for name in RULE_SET_NAMES if name in _BUILT)


def get_rule_set(name: str) -> RuleSet:
    """Return a rule set.

    Raises:
        UnknownRuleSetError: No rule set has that name.
        RuleSetUnavailableError: The rule set is not part of this version.

    >>> get_rule_set("basic").info.unit
    'points'
    """
    if name not in RULE_SET_NAMES:
        message = f"there are no rules {quote(name)}; the rule sets are {', '.join(RULE_SET_NAMES)}"
        raise UnknownRuleSetError(message)
    if name not in _BUILT:
        usable = " and ".join(available_rule_sets())
        message = f"the rule set {name!r} is not part of this version yet; {usable} can be used"
        raise RuleSetUnavailableError(message)
    rule_set: RuleSet = import_module(f"engine.rules.{name}").RULE_SET
    return rule_set
