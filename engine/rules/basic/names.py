"""Names of what basic mahjong counts: stable codes, English and Japanese."""

from __future__ import annotations

from typing import Final

__all__ = ["ITEM_NAMES"]

ITEM_NAMES: Final[dict[str, tuple[str, str]]] = {
    "mahjong": ("Mahjong", "和了"),
    "self_drawn": ("Self-drawn", "自摸"),
    "last_tile": ("Last tile of the wall", "山の最後の牌"),
    "dragon_pung": ("Pung or kong of dragons", "三元牌の刻子・槓子"),
    "pung": ("Pung", "刻子"),
    "kong": ("Kong", "槓子"),
}
"""English and Japanese name by item code."""
