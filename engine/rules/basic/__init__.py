"""Basic mahjong, the plain four-player game (rule set ``basic``)."""

from __future__ import annotations

from engine.rules.basic.rules import RULE_SET

__all__ = ["RULE_SET"]
