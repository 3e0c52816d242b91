"""Chinese Official mahjong, MCR (rule set ``mcr``), scored with the package ``PyMahjongGB``."""

from __future__ import annotations

from engine.rules.mcr.rules import RULE_SET

__all__ = ["RULE_SET"]
