"""Hong Kong old style (rule set ``hong_kong``): faan, a base table and house tables as options."""

from __future__ import annotations

from engine.rules.hong_kong.rules import RULE_SET

__all__ = ["RULE_SET"]
