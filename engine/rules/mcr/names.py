"""The fan of Chinese Official mahjong: stable codes, value, names in English, Chinese (simplified) and Japanese.

The 81 fan of the official list, flower tiles among them, and a concealed with a melded kong, which later rulings and
the package ``PyMahjongGB`` count apart. The English names are the package's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

__all__ = ["FLOWER_CODE", "OFFICIAL_FAN", "OfficialFan", "code_of"]

FLOWER_CODE: Final = "flower_tiles"


def code_of(name: str) -> str:
    """Return the stable code of the package's name of a fan: its words in snake_case.

    >>> code_of("Three-Suited Terminal Chows")
    'three_suited_terminal_chows'
    """
    return "_".join(re.findall(r"[a-z0-9]+", name.lower()))


@dataclass(frozen=True, slots=True)
class OfficialFan:
    """One fan of the list.

    Attributes:
        points: What it counts.
        names: Its names by language code.
    """

    points: int
    names: Mapping[str, str]


OFFICIAL_FAN: Final[dict[str, OfficialFan]] = {
    "big_four_winds": OfficialFan(88, {"en": "Big Four Winds", "zh": "大四喜", "ja": "大四喜"}),
    "big_three_dragons": OfficialFan(88, {"en": "Big Three Dragons", "zh": "大三元", "ja": "大三元"}),
    "all_green": OfficialFan(88, {"en": "All Green", "zh": "绿一色", "ja": "緑一色"}),
    "nine_gates": OfficialFan(88, {"en": "Nine Gates", "zh": "九莲宝灯", "ja": "九蓮宝燈"}),
    "four_kongs": OfficialFan(88, {"en": "Four Kongs", "zh": "四杠", "ja": "四槓"}),
    "seven_shifted_pairs": OfficialFan(88, {"en": "Seven Shifted Pairs", "zh": "连七对", "ja": "連七対"}),
    "thirteen_orphans": OfficialFan(88, {"en": "Thirteen Orphans", "zh": "十三幺", "ja": "十三幺"}),
    "all_terminals": OfficialFan(64, {"en": "All Terminals", "zh": "清幺九", "ja": "清幺九"}),
    "little_four_winds": OfficialFan(64, {"en": "Little Four Winds", "zh": "小四喜", "ja": "小四喜"}),
    "little_three_dragons": OfficialFan(64, {"en": "Little Three Dragons", "zh": "小三元", "ja": "小三元"}),
    "all_honors": OfficialFan(64, {"en": "All Honors", "zh": "字一色", "ja": "字一色"}),
    "four_concealed_pungs": OfficialFan(64, {"en": "Four Concealed Pungs", "zh": "四暗刻", "ja": "四暗刻"}),
    "pure_terminal_chows": OfficialFan(64, {"en": "Pure Terminal Chows", "zh": "一色双龙会", "ja": "一色双龍会"}),
    "quadruple_chow": OfficialFan(48, {"en": "Quadruple Chow", "zh": "一色四同顺", "ja": "一色四同順"}),
    "four_pure_shifted_pungs": OfficialFan(
        48, {"en": "Four Pure Shifted Pungs", "zh": "一色四节高", "ja": "一色四節高"}
    ),
    "four_pure_shifted_chows": OfficialFan(
        32, {"en": "Four Pure Shifted Chows", "zh": "一色四步高", "ja": "一色四歩高"}
    ),
    "three_kongs": OfficialFan(32, {"en": "Three Kongs", "zh": "三杠", "ja": "三槓"}),
    "all_terminals_and_honors": OfficialFan(32, {"en": "All Terminals and Honors", "zh": "混幺九", "ja": "混幺九"}),
    "seven_pairs": OfficialFan(24, {"en": "Seven Pairs", "zh": "七对", "ja": "七対"}),
    "greater_honors_and_knitted_tiles": OfficialFan(
        24, {"en": "Greater Honors and Knitted Tiles", "zh": "七星不靠", "ja": "七星不靠"}
    ),
    "all_even_pungs": OfficialFan(24, {"en": "All Even Pungs", "zh": "全双刻", "ja": "全双刻"}),
    "full_flush": OfficialFan(24, {"en": "Full Flush", "zh": "清一色", "ja": "清一色"}),
    "pure_triple_chow": OfficialFan(24, {"en": "Pure Triple Chow", "zh": "一色三同顺", "ja": "一色三同順"}),
    "pure_shifted_pungs": OfficialFan(24, {"en": "Pure Shifted Pungs", "zh": "一色三节高", "ja": "一色三節高"}),
    "upper_tiles": OfficialFan(24, {"en": "Upper Tiles", "zh": "全大", "ja": "全大"}),
    "middle_tiles": OfficialFan(24, {"en": "Middle Tiles", "zh": "全中", "ja": "全中"}),
    "lower_tiles": OfficialFan(24, {"en": "Lower Tiles", "zh": "全小", "ja": "全小"}),
    "pure_straight": OfficialFan(16, {"en": "Pure Straight", "zh": "清龙", "ja": "清龍"}),
    "three_suited_terminal_chows": OfficialFan(
        16, {"en": "Three-Suited Terminal Chows", "zh": "三色双龙会", "ja": "三色双龍会"}
    ),
    "pure_shifted_chows": OfficialFan(16, {"en": "Pure Shifted Chows", "zh": "一色三步高", "ja": "一色三歩高"}),
    "all_five": OfficialFan(16, {"en": "All Five", "zh": "全带五", "ja": "全帯五"}),
    "triple_pung": OfficialFan(16, {"en": "Triple Pung", "zh": "三同刻", "ja": "三同刻"}),
    "three_concealed_pungs": OfficialFan(16, {"en": "Three Concealed Pungs", "zh": "三暗刻", "ja": "三暗刻"}),
    "lesser_honors_and_knitted_tiles": OfficialFan(
        12, {"en": "Lesser Honors and Knitted Tiles", "zh": "全不靠", "ja": "全不靠"}
    ),
    "knitted_straight": OfficialFan(12, {"en": "Knitted Straight", "zh": "组合龙", "ja": "組合龍"}),
    "upper_four": OfficialFan(12, {"en": "Upper Four", "zh": "大于五", "ja": "大于五"}),
    "lower_four": OfficialFan(12, {"en": "Lower Four", "zh": "小于五", "ja": "小于五"}),
    "big_three_winds": OfficialFan(12, {"en": "Big Three Winds", "zh": "三风刻", "ja": "三風刻"}),
    "mixed_straight": OfficialFan(8, {"en": "Mixed Straight", "zh": "花龙", "ja": "花龍"}),
    "reversible_tiles": OfficialFan(8, {"en": "Reversible Tiles", "zh": "推不倒", "ja": "推不倒"}),
    "mixed_triple_chow": OfficialFan(8, {"en": "Mixed Triple Chow", "zh": "三色三同顺", "ja": "三色三同順"}),
    "mixed_shifted_pungs": OfficialFan(8, {"en": "Mixed Shifted Pungs", "zh": "三色三节高", "ja": "三色三節高"}),
    "chicken_hand": OfficialFan(8, {"en": "Chicken Hand", "zh": "无番和", "ja": "無番和"}),
    "last_tile_draw": OfficialFan(8, {"en": "Last Tile Draw", "zh": "妙手回春", "ja": "妙手回春"}),
    "last_tile_claim": OfficialFan(8, {"en": "Last Tile Claim", "zh": "海底捞月", "ja": "海底撈月"}),
    "out_with_replacement_tile": OfficialFan(
        8, {"en": "Out with Replacement Tile", "zh": "杠上开花", "ja": "槓上開花"}
    ),
    "robbing_the_kong": OfficialFan(8, {"en": "Robbing The Kong", "zh": "抢杠和", "ja": "搶槓和"}),
    "all_pungs": OfficialFan(6, {"en": "All Pungs", "zh": "碰碰和", "ja": "碰碰和"}),
    "half_flush": OfficialFan(6, {"en": "Half Flush", "zh": "混一色", "ja": "混一色"}),
    "mixed_shifted_chows": OfficialFan(6, {"en": "Mixed Shifted Chows", "zh": "三色三步高", "ja": "三色三歩高"}),
    "all_types": OfficialFan(6, {"en": "All Types", "zh": "五门齐", "ja": "五門斉"}),
    "melded_hand": OfficialFan(6, {"en": "Melded Hand", "zh": "全求人", "ja": "全求人"}),
    "two_concealed_kongs": OfficialFan(6, {"en": "Two Concealed Kongs", "zh": "双暗杠", "ja": "双暗槓"}),
    "two_dragons_pungs": OfficialFan(6, {"en": "Two Dragons Pungs", "zh": "双箭刻", "ja": "双箭刻"}),
    "concealed_kong_and_melded_kong": OfficialFan(
        5, {"en": "Concealed Kong and Melded Kong", "zh": "明暗杠", "ja": "明暗槓"}
    ),
    "outside_hand": OfficialFan(4, {"en": "Outside Hand", "zh": "全带幺", "ja": "全帯幺"}),
    "fully_concealed_hand": OfficialFan(4, {"en": "Fully Concealed Hand", "zh": "不求人", "ja": "不求人"}),
    "two_melded_kongs": OfficialFan(4, {"en": "Two Melded Kongs", "zh": "双明杠", "ja": "双明槓"}),
    "last_tile": OfficialFan(4, {"en": "Last Tile", "zh": "和绝张", "ja": "和絶張"}),
    "dragon_pung": OfficialFan(2, {"en": "Dragon Pung", "zh": "箭刻", "ja": "箭刻"}),
    "prevalent_wind": OfficialFan(2, {"en": "Prevalent Wind", "zh": "圈风刻", "ja": "圏風刻"}),
    "seat_wind": OfficialFan(2, {"en": "Seat Wind", "zh": "门风刻", "ja": "門風刻"}),
    "concealed_hand": OfficialFan(2, {"en": "Concealed Hand", "zh": "门前清", "ja": "門前清"}),
    "all_chows": OfficialFan(2, {"en": "All Chows", "zh": "平和", "ja": "平和"}),
    "tile_hog": OfficialFan(2, {"en": "Tile Hog", "zh": "四归一", "ja": "四帰一"}),
    "double_pung": OfficialFan(2, {"en": "Double Pung", "zh": "双同刻", "ja": "双同刻"}),
    "two_concealed_pungs": OfficialFan(2, {"en": "Two Concealed Pungs", "zh": "双暗刻", "ja": "双暗刻"}),
    "concealed_kong": OfficialFan(2, {"en": "Concealed Kong", "zh": "暗杠", "ja": "暗槓"}),
    "all_simples": OfficialFan(2, {"en": "All Simples", "zh": "断幺", "ja": "断幺"}),
    "pure_double_chow": OfficialFan(1, {"en": "Pure Double Chow", "zh": "一般高", "ja": "一般高"}),
    "mixed_double_chow": OfficialFan(1, {"en": "Mixed Double Chow", "zh": "喜相逢", "ja": "喜相逢"}),
    "short_straight": OfficialFan(1, {"en": "Short Straight", "zh": "连六", "ja": "連六"}),
    "two_terminal_chows": OfficialFan(1, {"en": "Two Terminal Chows", "zh": "老少副", "ja": "老少副"}),
    "pung_of_terminals_or_honors": OfficialFan(
        1, {"en": "Pung of Terminals or Honors", "zh": "幺九刻", "ja": "幺九刻"}
    ),
    "melded_kong": OfficialFan(1, {"en": "Melded Kong", "zh": "明杠", "ja": "明槓"}),
    "one_voided_suit": OfficialFan(1, {"en": "One Voided Suit", "zh": "缺一门", "ja": "缺一門"}),
    "no_honors": OfficialFan(1, {"en": "No Honors", "zh": "无字", "ja": "無字"}),
    "edge_wait": OfficialFan(1, {"en": "Edge Wait", "zh": "边张", "ja": "辺張"}),
    "closed_wait": OfficialFan(1, {"en": "Closed Wait", "zh": "坎张", "ja": "嵌張"}),
    "single_wait": OfficialFan(1, {"en": "Single Wait", "zh": "单钓将", "ja": "単調将"}),
    "self_drawn": OfficialFan(1, {"en": "Self-Drawn", "zh": "自摸", "ja": "自摸"}),
    "flower_tiles": OfficialFan(1, {"en": "Flower Tiles", "zh": "花牌", "ja": "花牌"}),
}
"""Each fan by code, highest first."""
