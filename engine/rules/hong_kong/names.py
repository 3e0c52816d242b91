"""Names of the patterns of Hong Kong mahjong: stable codes, English, Cantonese."""

from __future__ import annotations

from typing import Final

__all__ = ["PATTERN_NAMES"]

PATTERN_NAMES: Final[dict[str, tuple[str, str]]] = {
    "heavenly_hand": ("Heavenly hand", "天糊"),
    "earthly_hand": ("Earthly hand", "地糊"),
    "thirteen_orphans": ("Thirteen orphans", "十三么"),
    "nine_gates": ("Nine gates", "九子連環"),
    "great_four_winds": ("Great four winds", "大四喜"),
    "all_honours": ("All honours", "字一色"),
    "all_terminals": ("All terminals", "清么九"),
    "eighteen_arhats": ("Eighteen arhats (four kongs)", "十八羅漢"),
    "four_concealed_pungs": ("Four concealed pungs", "坎坎糊"),
    "eight_flowers": ("Eight flowers", "八仙過海"),
    "great_three_dragons": ("Great three dragons", "大三元"),
    "small_four_winds": ("Small four winds", "小四喜"),
    "small_three_dragons": ("Small three dragons", "小三元"),
    "small_three_dragons_on_top": ("Small three dragons", "小三元"),
    "pure_one_suit": ("Pure one suit", "清一色"),
    "mixed_one_suit": ("Mixed one suit", "混一色"),
    "mixed_terminals": ("Mixed terminals", "花么九"),
    "seven_pairs": ("Seven pairs", "七對子"),
    "all_pungs": ("All pungs", "對對糊"),
    "all_chows": ("All chows", "平糊"),
    "dragon_pung": ("Dragon pung", "番子"),
    "seat_wind": ("Seat wind pung", "門風"),
    "round_wind": ("Round wind pung", "圈風"),
    "self_drawn": ("Self-drawn", "自摸"),
    "concealed_hand": ("Concealed hand", "門前清"),
    "robbing_kong": ("Robbing the kong", "搶槓"),
    "kong_replacement": ("Win on the tile after a kong", "槓上開花"),
    "last_tile": ("Last tile of the wall", "海底撈月"),
    "seven_flowers": ("Seven flowers", "花糊"),
    "flower_group": ("Whole group of flowers", "一台花"),
    "own_flower": ("Own flower", "正花"),
    "no_flowers": ("No flowers", "無花"),
}
"""English and Cantonese name by code, limit hands first; items are shown in this order."""
