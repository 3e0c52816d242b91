"""Names of the patterns of Hong Kong mahjong: stable codes, English, Cantonese, Chinese (simplified), Japanese."""

from __future__ import annotations

from typing import Final

__all__ = ["PATTERN_NAMES"]

PATTERN_NAMES: Final[dict[str, dict[str, str]]] = {
    "heavenly_hand": {"en": "Heavenly hand", "zh-HK": "天糊", "zh": "天胡", "ja": "天和"},
    "earthly_hand": {"en": "Earthly hand", "zh-HK": "地糊", "zh": "地胡", "ja": "地和"},
    "thirteen_orphans": {"en": "Thirteen orphans", "zh-HK": "十三么", "zh": "十三幺", "ja": "国士無双"},
    "nine_gates": {"en": "Nine gates", "zh-HK": "九子連環", "zh": "九子连环", "ja": "九蓮宝燈"},
    "great_four_winds": {"en": "Great four winds", "zh-HK": "大四喜", "zh": "大四喜", "ja": "大四喜"},
    "all_honours": {"en": "All honours", "zh-HK": "字一色", "zh": "字一色", "ja": "字一色"},
    "all_terminals": {"en": "All terminals", "zh-HK": "清么九", "zh": "清幺九", "ja": "清老頭"},
    "eighteen_arhats": {"en": "Eighteen arhats (four kongs)", "zh-HK": "十八羅漢", "zh": "十八罗汉", "ja": "四槓子"},
    "four_concealed_pungs": {"en": "Four concealed pungs", "zh-HK": "坎坎糊", "zh": "坎坎胡", "ja": "四暗刻"},
    "eight_flowers": {"en": "Eight flowers", "zh-HK": "八仙過海", "zh": "八仙过海", "ja": "八仙過海"},
    "great_three_dragons": {"en": "Great three dragons", "zh-HK": "大三元", "zh": "大三元", "ja": "大三元"},
    "small_four_winds": {"en": "Small four winds", "zh-HK": "小四喜", "zh": "小四喜", "ja": "小四喜"},
    "small_three_dragons": {"en": "Small three dragons", "zh-HK": "小三元", "zh": "小三元", "ja": "小三元"},
    "small_three_dragons_on_top": {"en": "Small three dragons", "zh-HK": "小三元", "zh": "小三元", "ja": "小三元"},
    "pure_one_suit": {"en": "Pure one suit", "zh-HK": "清一色", "zh": "清一色", "ja": "清一色"},
    "mixed_one_suit": {"en": "Mixed one suit", "zh-HK": "混一色", "zh": "混一色", "ja": "混一色"},
    "mixed_terminals": {"en": "Mixed terminals", "zh-HK": "花么九", "zh": "花幺九", "ja": "混老頭"},
    "seven_pairs": {"en": "Seven pairs", "zh-HK": "七對子", "zh": "七对子", "ja": "七対子"},
    "all_pungs": {"en": "All pungs", "zh-HK": "對對糊", "zh": "对对胡", "ja": "対々和"},
    "all_chows": {"en": "All chows", "zh-HK": "平糊", "zh": "平胡", "ja": "平和"},
    "dragon_pung": {"en": "Dragon pung", "zh-HK": "番子", "zh": "番子", "ja": "三元牌の刻子"},
    "seat_wind": {"en": "Seat wind pung", "zh-HK": "門風", "zh": "门风", "ja": "門風牌"},
    "round_wind": {"en": "Round wind pung", "zh-HK": "圈風", "zh": "圈风", "ja": "圏風牌"},
    "self_drawn": {"en": "Self-drawn", "zh-HK": "自摸", "zh": "自摸", "ja": "自摸"},
    "concealed_hand": {"en": "Concealed hand", "zh-HK": "門前清", "zh": "门前清", "ja": "門前清"},
    "robbing_kong": {"en": "Robbing the kong", "zh-HK": "搶槓", "zh": "抢杠", "ja": "搶槓"},
    "kong_replacement": {"en": "Win on the tile after a kong", "zh-HK": "槓上開花", "zh": "杠上开花", "ja": "嶺上開花"},
    "last_tile": {"en": "Last tile of the wall", "zh-HK": "海底撈月", "zh": "海底捞月", "ja": "海底撈月"},
    "seven_flowers": {"en": "Seven flowers", "zh-HK": "花糊", "zh": "花胡", "ja": "花牌七枚"},
    "flower_group": {"en": "Whole group of flowers", "zh-HK": "一台花", "zh": "一台花", "ja": "花牌一組"},
    "own_flower": {"en": "Own flower", "zh-HK": "正花", "zh": "正花", "ja": "自家の花牌"},
    "no_flowers": {"en": "No flowers", "zh-HK": "無花", "zh": "无花", "ja": "花牌なし"},
}
"""Names by code, limit hands first; items are shown in this order."""
