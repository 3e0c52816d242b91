"""The fan of Chinese Official mahjong: stable codes, English and Chinese names, value.

The 81 fan of the official list, flower tiles among them, and a concealed with a melded kong, which later rulings and
the package ``PyMahjongGB`` count apart. The English names are the package's.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["FAN_NAMES", "FLOWER_CODE", "code_of"]

FLOWER_CODE: Final = "flower_tiles"


def code_of(name: str) -> str:
    """Return the stable code of the package's name of a fan: its words in snake_case.

    >>> code_of("Three-Suited Terminal Chows")
    'three_suited_terminal_chows'
    """
    return "_".join(re.findall(r"[a-z0-9]+", name.lower()))


FAN_NAMES: Final[dict[str, tuple[str, str, int]]] = {
    "big_four_winds": ("Big Four Winds", "大四喜", 88),
    "big_three_dragons": ("Big Three Dragons", "大三元", 88),
    "all_green": ("All Green", "绿一色", 88),
    "nine_gates": ("Nine Gates", "九莲宝灯", 88),
    "four_kongs": ("Four Kongs", "四杠", 88),
    "seven_shifted_pairs": ("Seven Shifted Pairs", "连七对", 88),
    "thirteen_orphans": ("Thirteen Orphans", "十三幺", 88),
    "all_terminals": ("All Terminals", "清幺九", 64),
    "little_four_winds": ("Little Four Winds", "小四喜", 64),
    "little_three_dragons": ("Little Three Dragons", "小三元", 64),
    "all_honors": ("All Honors", "字一色", 64),
    "four_concealed_pungs": ("Four Concealed Pungs", "四暗刻", 64),
    "pure_terminal_chows": ("Pure Terminal Chows", "一色双龙会", 64),
    "quadruple_chow": ("Quadruple Chow", "一色四同顺", 48),
    "four_pure_shifted_pungs": ("Four Pure Shifted Pungs", "一色四节高", 48),
    "four_pure_shifted_chows": ("Four Pure Shifted Chows", "一色四步高", 32),
    "three_kongs": ("Three Kongs", "三杠", 32),
    "all_terminals_and_honors": ("All Terminals and Honors", "混幺九", 32),
    "seven_pairs": ("Seven Pairs", "七对", 24),
    "greater_honors_and_knitted_tiles": ("Greater Honors and Knitted Tiles", "七星不靠", 24),
    "all_even_pungs": ("All Even Pungs", "全双刻", 24),
    "full_flush": ("Full Flush", "清一色", 24),
    "pure_triple_chow": ("Pure Triple Chow", "一色三同顺", 24),
    "pure_shifted_pungs": ("Pure Shifted Pungs", "一色三节高", 24),
    "upper_tiles": ("Upper Tiles", "全大", 24),
    "middle_tiles": ("Middle Tiles", "全中", 24),
    "lower_tiles": ("Lower Tiles", "全小", 24),
    "pure_straight": ("Pure Straight", "清龙", 16),
    "three_suited_terminal_chows": ("Three-Suited Terminal Chows", "三色双龙会", 16),
    "pure_shifted_chows": ("Pure Shifted Chows", "一色三步高", 16),
    "all_five": ("All Five", "全带五", 16),
    "triple_pung": ("Triple Pung", "三同刻", 16),
    "three_concealed_pungs": ("Three Concealed Pungs", "三暗刻", 16),
    "lesser_honors_and_knitted_tiles": ("Lesser Honors and Knitted Tiles", "全不靠", 12),
    "knitted_straight": ("Knitted Straight", "组合龙", 12),
    "upper_four": ("Upper Four", "大于五", 12),
    "lower_four": ("Lower Four", "小于五", 12),
    "big_three_winds": ("Big Three Winds", "三风刻", 12),
    "mixed_straight": ("Mixed Straight", "花龙", 8),
    "reversible_tiles": ("Reversible Tiles", "推不倒", 8),
    "mixed_triple_chow": ("Mixed Triple Chow", "三色三同顺", 8),
    "mixed_shifted_pungs": ("Mixed Shifted Pungs", "三色三节高", 8),
    "chicken_hand": ("Chicken Hand", "无番和", 8),
    "last_tile_draw": ("Last Tile Draw", "妙手回春", 8),
    "last_tile_claim": ("Last Tile Claim", "海底捞月", 8),
    "out_with_replacement_tile": ("Out with Replacement Tile", "杠上开花", 8),
    "robbing_the_kong": ("Robbing The Kong", "抢杠和", 8),
    "all_pungs": ("All Pungs", "碰碰和", 6),
    "half_flush": ("Half Flush", "混一色", 6),
    "mixed_shifted_chows": ("Mixed Shifted Chows", "三色三步高", 6),
    "all_types": ("All Types", "五门齐", 6),
    "melded_hand": ("Melded Hand", "全求人", 6),
    "two_concealed_kongs": ("Two Concealed Kongs", "双暗杠", 6),
    "two_dragons_pungs": ("Two Dragons Pungs", "双箭刻", 6),
    "concealed_kong_and_melded_kong": ("Concealed Kong and Melded Kong", "明暗杠", 5),
    "outside_hand": ("Outside Hand", "全带幺", 4),
    "fully_concealed_hand": ("Fully Concealed Hand", "不求人", 4),
    "two_melded_kongs": ("Two Melded Kongs", "双明杠", 4),
    "last_tile": ("Last Tile", "和绝张", 4),
    "dragon_pung": ("Dragon Pung", "箭刻", 2),
    "prevalent_wind": ("Prevalent Wind", "圈风刻", 2),
    "seat_wind": ("Seat Wind", "门风刻", 2),
    "concealed_hand": ("Concealed Hand", "门前清", 2),
    "all_chows": ("All Chows", "平和", 2),
    "tile_hog": ("Tile Hog", "四归一", 2),
    "double_pung": ("Double Pung", "双同刻", 2),
    "two_concealed_pungs": ("Two Concealed Pungs", "双暗刻", 2),
    "concealed_kong": ("Concealed Kong", "暗杠", 2),
    "all_simples": ("All Simples", "断幺", 2),
    "pure_double_chow": ("Pure Double Chow", "一般高", 1),
    "mixed_double_chow": ("Mixed Double Chow", "喜相逢", 1),
    "short_straight": ("Short Straight", "连六", 1),
    "two_terminal_chows": ("Two Terminal Chows", "老少副", 1),
    "pung_of_terminals_or_honors": ("Pung of Terminals or Honors", "幺九刻", 1),
    "melded_kong": ("Melded Kong", "明杠", 1),
    "one_voided_suit": ("One Voided Suit", "缺一门", 1),
    "no_honors": ("No Honors", "无字", 1),
    "edge_wait": ("Edge Wait", "边张", 1),
    "closed_wait": ("Closed Wait", "坎张", 1),
    "single_wait": ("Single Wait", "单钓将", 1),
    "self_drawn": ("Self-Drawn", "自摸", 1),
    "flower_tiles": ("Flower Tiles", "花牌", 1),
}
"""English name, Chinese name and value of each fan by code, highest first."""
