"""Chinese classical mahjong, in which every player scores and all settle with all (rule set ``chinese_classical``)."""

from __future__ import annotations

from engine.rules.chinese_classical.deals import Deal, next_deal, next_seat
from engine.rules.chinese_classical.doubling import doubling_table
from engine.rules.chinese_classical.rules import RULE_SET

__all__ = ["RULE_SET", "Deal", "doubling_table", "next_deal", "next_seat"]
