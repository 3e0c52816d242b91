"""Japanese riichi mahjong (rule set ``riichi``), scored with the package ``mahjong``."""

from __future__ import annotations

from engine.rules.riichi.rules import RULE_SET

__all__ = ["RULE_SET"]
