"""Names of what Chinese classical mahjong counts: stable codes, English, Chinese (simplified), Japanese."""

from __future__ import annotations

from typing import Final

__all__ = ["ITEM_NAMES", "WIND_NAMES"]

ITEM_NAMES: Final[dict[str, dict[str, str]]] = {
    "mahjong": {"en": "Mahjong", "zh": "和牌", "ja": "和了"},
    "exposed_pung": {"en": "Exposed pung", "zh": "明刻", "ja": "明刻"},
    "concealed_pung": {"en": "Concealed pung", "zh": "暗刻", "ja": "暗刻"},
    "exposed_kong": {"en": "Exposed kong", "zh": "明杠", "ja": "明槓"},
    "concealed_kong": {"en": "Concealed kong", "zh": "暗杠", "ja": "暗槓"},
    "dragon_pair": {"en": "Pair of dragons", "zh": "箭牌对", "ja": "三元牌の対子"},
    "own_wind_pair": {"en": "Pair of the own wind", "zh": "门风对", "ja": "門風牌の対子"},
    "round_wind_pair": {"en": "Pair of the round wind", "zh": "圈风对", "ja": "圏風牌の対子"},
    "bonus_tile": {"en": "Bonus tile of another seat", "zh": "偏花", "ja": "他家の花牌"},
    "self_drawn": {"en": "Self-drawn", "zh": "自摸", "ja": "自摸"},
    "one_place": {"en": "Only tile, only place", "zh": "独听", "ja": "一種待ち"},
    "no_chows": {"en": "No chows", "zh": "对对和", "ja": "対々和"},
    "loose_tile": {"en": "Loose tile after a kong", "zh": "杠上开花", "ja": "嶺上開花"},
    "no_points": {"en": "No points besides the base", "zh": "平和", "ja": "平和"},
    "last_tile": {"en": "Last tile", "zh": "海底捞月", "ja": "海底"},
    "robbing_kong": {"en": "Robbing a kong", "zh": "抢杠", "ja": "搶槓"},
    "own_wind": {"en": "Pung or kong of the own wind", "zh": "门风刻", "ja": "門風牌の刻子・槓子"},
    "dragon": {"en": "Pung or kong of dragons", "zh": "三元牌刻", "ja": "三元牌の刻子・槓子"},
    "own_bonus": {"en": "Own bonus tile", "zh": "正花", "ja": "自家の花牌"},
    "bonus_group": {"en": "Complete group of bonus tiles", "zh": "一组花牌", "ja": "花牌一組"},
    "one_suit_honours": {"en": "One suit and honours", "zh": "混一色", "ja": "混一色"},
    "one_suit": {"en": "One suit only", "zh": "清一色", "ja": "清一色"},
    "all_honours": {"en": "Winds and dragons only", "zh": "字一色", "ja": "字一色"},
    "three_dragons": {"en": "All three dragons", "zh": "大三元", "ja": "大三元"},
    "four_winds": {"en": "All four winds", "zh": "大四喜", "ja": "大四喜"},
    "first_draw": {"en": "East complete on the first draw", "zh": "天和", "ja": "天和"},
    "first_discard": {"en": "Complete on East's first discard", "zh": "地和", "ja": "地和"},
}
"""Names by item code."""

WIND_NAMES: Final[dict[str, str]] = {"E": "East", "S": "South", "W": "West", "N": "North"}
"""What a seat is called in sentences."""
