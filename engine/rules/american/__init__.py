"""American mahjong with a yearly card (rule set ``american``)."""

from __future__ import annotations

from engine.rules.american.rules import RULE_SET

__all__ = ["RULE_SET"]
