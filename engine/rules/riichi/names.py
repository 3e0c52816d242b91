"""Names of yaku and minipoints: stable codes, English meanings, Japanese."""

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


YAKU_NAMES: Final[dict[str, tuple[str, str]]] = {
    "menzen_tsumo": ("Fully concealed self-draw", "門前清自摸和"),
    "riichi": ("Ready hand declared", "立直"),
    "double_riichi": ("Ready hand declared on the first turn", "ダブル立直"),
    "ippatsu": ("Win within a turn of riichi", "一発"),
    "chankan": ("Robbing a kong", "槍槓"),
    "rinshan_kaihou": ("Win on the tile after a kong", "嶺上開花"),
    "haitei_raoyue": ("Win on the last drawn tile", "海底摸月"),
    "houtei_raoyui": ("Win on the last discard", "河底撈魚"),
    "pinfu": ("All chows, worthless pair, two-sided wait", "平和"),
    "tanyao": ("All simples", "断幺九"),
    "iipeiko": ("Two identical chows", "一盃口"),
    "yakuhai_haku": ("Pung of white dragons", "役牌 白"),
    "yakuhai_hatsu": ("Pung of green dragons", "役牌 發"),
    "yakuhai_chun": ("Pung of red dragons", "役牌 中"),
    "yakuhai_seat_wind_east": ("Pung of the seat wind, east", "自風 東"),
    "yakuhai_seat_wind_south": ("Pung of the seat wind, south", "自風 南"),
    "yakuhai_seat_wind_west": ("Pung of the seat wind, west", "自風 西"),
    "yakuhai_seat_wind_north": ("Pung of the seat wind, north", "自風 北"),
    "yakuhai_round_wind_east": ("Pung of the round wind, east", "場風 東"),
    "yakuhai_round_wind_south": ("Pung of the round wind, south", "場風 南"),
    "yakuhai_round_wind_west": ("Pung of the round wind, west", "場風 西"),
    "yakuhai_round_wind_north": ("Pung of the round wind, north", "場風 北"),
    "sanshoku_doujun": ("The same chow in three suits", "三色同順"),
    "ittsu": ("One to nine of a suit in chows", "一気通貫"),
    "chantai": ("Terminal or honour in every set", "混全帯幺九"),
    "honroutou": ("Only terminals and honours", "混老頭"),
    "toitoi": ("All pungs", "対々和"),
    "san_ankou": ("Three concealed pungs", "三暗刻"),
    "san_kantsu": ("Three kongs", "三槓子"),
    "sanshoku_doukou": ("The same pung in three suits", "三色同刻"),
    "chiitoitsu": ("Seven pairs", "七対子"),
    "shou_sangen": ("Two dragon pungs and a dragon pair", "小三元"),
    "honitsu": ("One suit and honours", "混一色"),
    "junchan": ("Terminal in every set", "純全帯幺九"),
    "ryanpeikou": ("Twice two identical chows", "二盃口"),
    "chinitsu": ("One suit only", "清一色"),
    "renhou": ("Win on a discard before the first draw", "人和"),
    "renhou_yakuman": ("Win on a discard before the first draw", "人和"),
    "tenhou": ("Dealer's win on the first draw", "天和"),
    "chiihou": ("Win on the first draw", "地和"),
    "kokushi_musou": ("Thirteen orphans", "国士無双"),
    "kokushi_musou_juusanmen_matchi": ("Thirteen orphans, thirteen-sided wait", "国士無双十三面待ち"),
    "chuuren_poutou": ("Nine gates", "九蓮宝燈"),
    "daburu_chuuren_poutou": ("Nine gates, nine-sided wait", "純正九蓮宝燈"),
    "suu_ankou": ("Four concealed pungs", "四暗刻"),
    "suu_ankou_tanki": ("Four concealed pungs, pair wait", "四暗刻単騎"),
    "daisangen": ("Three dragon pungs", "大三元"),
    "shousuushii": ("Three wind pungs and a wind pair", "小四喜"),
    "dai_suushii": ("Four wind pungs", "大四喜"),
    "ryuuiisou": ("All green", "緑一色"),
    "suu_kantsu": ("Four kongs", "四槓子"),
    "tsuu_iisou": ("All honours", "字一色"),
    "chinroutou": ("All terminals", "清老頭"),
    "dora": ("Dora", "ドラ"),
    "aka_dora": ("Red five", "赤ドラ"),
    "ura_dora": ("Dora below the indicator", "裏ドラ"),
}
"""English meaning and Japanese name by item code."""

FU_NAMES: Final[dict[str, tuple[str, str]]] = {
    "base": ("Base", "副底"),
    "penchan": ("Edge wait", "辺張待ち"),
    "kanchan": ("Middle wait", "嵌張待ち"),
    "valued_pair": ("Pair of dragons, seat or round wind", "役牌の雀頭"),
    "double_valued_pair": ("Pair that is seat and round wind", "連風牌の雀頭"),
    "pair_wait": ("Pair wait", "単騎待ち"),
    "tsumo": ("Self-drawn", "自摸"),
    "hand_without_fu": ("Open hand without other minipoints", "喰い平和形"),
    "closed_pon": ("Concealed pung of simples", "中張牌の暗刻"),
    "open_pon": ("Exposed pung of simples", "中張牌の明刻"),
    "closed_terminal_pon": ("Concealed pung of terminals or honours", "么九牌の暗刻"),
    "open_terminal_pon": ("Exposed pung of terminals or honours", "么九牌の明刻"),
    "closed_kan": ("Concealed kong of simples", "中張牌の暗槓"),
    "open_kan": ("Exposed kong of simples", "中張牌の明槓"),
    "closed_terminal_kan": ("Concealed kong of terminals or honours", "么九牌の暗槓"),
    "open_terminal_kan": ("Exposed kong of terminals or honours", "么九牌の明槓"),
    "rounding": ("Rounded up to tens", "切り上げ"),
}
"""English and Japanese name of the library's reasons for minipoints, and of what rounding adds."""
