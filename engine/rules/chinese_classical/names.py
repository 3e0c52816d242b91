"""Names of what Chinese classical mahjong counts: stable codes, English and Chinese."""

from __future__ import annotations

from typing import Final

__all__ = ["ITEM_NAMES", "WIND_NAMES"]

ITEM_NAMES: Final[dict[str, tuple[str, str]]] = {
    "mahjong": ("Mahjong", "和牌"),
    "exposed_pung": ("Exposed pung", "明刻"),
    "concealed_pung": ("Concealed pung", "暗刻"),
    "exposed_kong": ("Exposed kong", "明槓"),
    "concealed_kong": ("Concealed kong", "暗槓"),
    "dragon_pair": ("Pair of dragons", "箭牌對"),
    "own_wind_pair": ("Pair of the own wind", "門風對"),
    "round_wind_pair": ("Pair of the round wind", "圈風對"),
    "bonus_tile": ("Bonus tile of another seat", "偏花"),
    "self_drawn": ("Self-drawn", "自摸"),
    "one_place": ("Only tile, only place", "獨聽"),
    "no_chows": ("No chows", "對對和"),
    "loose_tile": ("Loose tile after a kong", "槓上開花"),
    "no_points": ("No points besides the base", "平和"),
    "last_tile": ("Last tile", "海底撈月"),
    "robbing_kong": ("Robbing a kong", "搶槓"),
    "own_wind": ("Pung or kong of the own wind", "門風刻"),
    "dragon": ("Pung or kong of dragons", "三元牌刻"),
    "own_bonus": ("Own bonus tile", "正花"),
    "bonus_group": ("Complete group of bonus tiles", "一組花牌"),
    "one_suit_honours": ("One suit and honours", "混一色"),
    "one_suit": ("One suit only", "清一色"),
    "all_honours": ("Winds and dragons only", "字一色"),
    "three_dragons": ("All three dragons", "大三元"),
    "four_winds": ("All four winds", "大四喜"),
    "first_draw": ("East complete on the first draw", "天和"),
    "first_discard": ("Complete on East's first discard", "地和"),
}
"""English and Chinese name by item code."""

WIND_NAMES: Final[dict[str, str]] = {"E": "East", "S": "South", "W": "West", "N": "North"}
"""What a seat is called in sentences."""
