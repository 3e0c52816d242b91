"""Names of yaku and minipoints: stable codes, English meanings, Japanese, Chinese (simplified)."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["FU_NAMES", "YAKU_NAMES", "code_of"]


def code_of(name: str) -> str:
    """Return the stable code of a library's yaku name: its words in snake_case.

    >>> code_of("Yakuhai (seat wind east)")
    'yakuhai_seat_wind_east'
    """
    return "_".join(re.findall(r"[a-z0-9]+", name.lower()))


YAKU_NAMES: Final[dict[str, dict[str, str]]] = {
    "menzen_tsumo": {"en": "Fully concealed self-draw", "ja": "門前清自摸和", "zh": "门前清自摸和"},
    "riichi": {"en": "Ready hand declared", "ja": "立直", "zh": "立直"},
    "double_riichi": {"en": "Ready hand declared on the first turn", "ja": "ダブル立直", "zh": "双立直"},
    "ippatsu": {"en": "Win within a turn of riichi", "ja": "一発", "zh": "一发"},
    "chankan": {"en": "Robbing a kong", "ja": "槍槓", "zh": "抢杠"},
    "rinshan_kaihou": {"en": "Win on the tile after a kong", "ja": "嶺上開花", "zh": "岭上开花"},
    "haitei_raoyue": {"en": "Win on the last drawn tile", "ja": "海底摸月", "zh": "海底摸月"},
    "houtei_raoyui": {"en": "Win on the last discard", "ja": "河底撈魚", "zh": "河底捞鱼"},
    "pinfu": {"en": "All chows, worthless pair, two-sided wait", "ja": "平和", "zh": "平和"},
    "tanyao": {"en": "All simples", "ja": "断幺九", "zh": "断幺九"},
    "iipeiko": {"en": "Two identical chows", "ja": "一盃口", "zh": "一杯口"},
    "yakuhai_haku": {"en": "Pung of white dragons", "ja": "役牌 白", "zh": "役牌 白"},
    "yakuhai_hatsu": {"en": "Pung of green dragons", "ja": "役牌 發", "zh": "役牌 发"},
    "yakuhai_chun": {"en": "Pung of red dragons", "ja": "役牌 中", "zh": "役牌 中"},
    "yakuhai_seat_wind_east": {"en": "Pung of the seat wind, east", "ja": "自風 東", "zh": "自风 东"},
    "yakuhai_seat_wind_south": {"en": "Pung of the seat wind, south", "ja": "自風 南", "zh": "自风 南"},
    "yakuhai_seat_wind_west": {"en": "Pung of the seat wind, west", "ja": "自風 西", "zh": "自风 西"},
    "yakuhai_seat_wind_north": {"en": "Pung of the seat wind, north", "ja": "自風 北", "zh": "自风 北"},
    "yakuhai_round_wind_east": {"en": "Pung of the round wind, east", "ja": "場風 東", "zh": "场风 东"},
    "yakuhai_round_wind_south": {"en": "Pung of the round wind, south", "ja": "場風 南", "zh": "场风 南"},
    "yakuhai_round_wind_west": {"en": "Pung of the round wind, west", "ja": "場風 西", "zh": "场风 西"},
    "yakuhai_round_wind_north": {"en": "Pung of the round wind, north", "ja": "場風 北", "zh": "场风 北"},
    "sanshoku_doujun": {"en": "The same chow in three suits", "ja": "三色同順", "zh": "三色同顺"},
    "ittsu": {"en": "One to nine of a suit in chows", "ja": "一気通貫", "zh": "一气通贯"},
    "chantai": {"en": "Terminal or honour in every set", "ja": "混全帯幺九", "zh": "混全带幺九"},
    "honroutou": {"en": "Only terminals and honours", "ja": "混老頭", "zh": "混老头"},
    "toitoi": {"en": "All pungs", "ja": "対々和", "zh": "对对和"},
    "san_ankou": {"en": "Three concealed pungs", "ja": "三暗刻", "zh": "三暗刻"},
    "san_kantsu": {"en": "Three kongs", "ja": "三槓子", "zh": "三杠子"},
    "sanshoku_doukou": {"en": "The same pung in three suits", "ja": "三色同刻", "zh": "三色同刻"},
    "chiitoitsu": {"en": "Seven pairs", "ja": "七対子", "zh": "七对子"},
    "shou_sangen": {"en": "Two dragon pungs and a dragon pair", "ja": "小三元", "zh": "小三元"},
    "honitsu": {"en": "One suit and honours", "ja": "混一色", "zh": "混一色"},
    "junchan": {"en": "Terminal in every set", "ja": "純全帯幺九", "zh": "纯全带幺九"},
    "ryanpeikou": {"en": "Twice two identical chows", "ja": "二盃口", "zh": "两杯口"},
    "chinitsu": {"en": "One suit only", "ja": "清一色", "zh": "清一色"},
    "renhou": {"en": "Win on a discard before the first draw", "ja": "人和", "zh": "人和"},
    "renhou_yakuman": {"en": "Win on a discard before the first draw", "ja": "人和", "zh": "人和"},
    "tenhou": {"en": "Dealer's win on the first draw", "ja": "天和", "zh": "天和"},
    "chiihou": {"en": "Win on the first draw", "ja": "地和", "zh": "地和"},
    "kokushi_musou": {"en": "Thirteen orphans", "ja": "国士無双", "zh": "国士无双"},
    "kokushi_musou_juusanmen_matchi": {
        "en": "Thirteen orphans, thirteen-sided wait",
        "ja": "国士無双十三面待ち",
        "zh": "国士无双十三面",
    },
    "chuuren_poutou": {"en": "Nine gates", "ja": "九蓮宝燈", "zh": "九莲宝灯"},
    "daburu_chuuren_poutou": {"en": "Nine gates, nine-sided wait", "ja": "純正九蓮宝燈", "zh": "纯正九莲宝灯"},
    "suu_ankou": {"en": "Four concealed pungs", "ja": "四暗刻", "zh": "四暗刻"},
    "suu_ankou_tanki": {"en": "Four concealed pungs, pair wait", "ja": "四暗刻単騎", "zh": "四暗刻单骑"},
    "daisangen": {"en": "Three dragon pungs", "ja": "大三元", "zh": "大三元"},
    "shousuushii": {"en": "Three wind pungs and a wind pair", "ja": "小四喜", "zh": "小四喜"},
    "dai_suushii": {"en": "Four wind pungs", "ja": "大四喜", "zh": "大四喜"},
    "ryuuiisou": {"en": "All green", "ja": "緑一色", "zh": "绿一色"},
    "suu_kantsu": {"en": "Four kongs", "ja": "四槓子", "zh": "四杠子"},
    "tsuu_iisou": {"en": "All honours", "ja": "字一色", "zh": "字一色"},
    "chinroutou": {"en": "All terminals", "ja": "清老頭", "zh": "清老头"},
    "dora": {"en": "Dora", "ja": "ドラ", "zh": "宝牌"},
    "aka_dora": {"en": "Red five", "ja": "赤ドラ", "zh": "红宝牌"},
    "ura_dora": {"en": "Dora below the indicator", "ja": "裏ドラ", "zh": "里宝牌"},
}
"""English meaning, Japanese and Chinese name by item code."""

FU_NAMES: Final[dict[str, dict[str, str]]] = {
    "base": {"en": "Base", "ja": "副底", "zh": "底符"},
    "penchan": {"en": "Edge wait", "ja": "辺張待ち", "zh": "边张"},
    "kanchan": {"en": "Middle wait", "ja": "嵌張待ち", "zh": "嵌张"},
    "valued_pair": {"en": "Pair of dragons, seat or round wind", "ja": "役牌の雀頭", "zh": "役牌雀头"},
    "double_valued_pair": {"en": "Pair that is seat and round wind", "ja": "連風牌の雀頭", "zh": "连风牌雀头"},
    "pair_wait": {"en": "Pair wait", "ja": "単騎待ち", "zh": "单骑"},
    "tsumo": {"en": "Self-drawn", "ja": "自摸", "zh": "自摸"},
    "hand_without_fu": {"en": "Open hand without other minipoints", "ja": "喰い平和形", "zh": "副露平和形"},
    "closed_pon": {"en": "Concealed pung of simples", "ja": "中張牌の暗刻", "zh": "中张暗刻"},
    "open_pon": {"en": "Exposed pung of simples", "ja": "中張牌の明刻", "zh": "中张明刻"},
    "closed_terminal_pon": {"en": "Concealed pung of terminals or honours", "ja": "么九牌の暗刻", "zh": "幺九牌暗刻"},
    "open_terminal_pon": {"en": "Exposed pung of terminals or honours", "ja": "么九牌の明刻", "zh": "幺九牌明刻"},
    "closed_kan": {"en": "Concealed kong of simples", "ja": "中張牌の暗槓", "zh": "中张暗杠"},
    "open_kan": {"en": "Exposed kong of simples", "ja": "中張牌の明槓", "zh": "中张明杠"},
    "closed_terminal_kan": {"en": "Concealed kong of terminals or honours", "ja": "么九牌の暗槓", "zh": "幺九牌暗杠"},
    "open_terminal_kan": {"en": "Exposed kong of terminals or honours", "ja": "么九牌の明槓", "zh": "幺九牌明杠"},
    "rounding": {"en": "Rounded up to tens", "ja": "切り上げ", "zh": "进位到十"},
}
"""Names of the library's reasons for minipoints, and of what rounding adds."""
