"""Names of what basic mahjong counts: stable codes, English, Japanese, Chinese (simplified)."""

from __future__ import annotations

from typing import Final

__all__ = ["ITEM_NAMES"]

ITEM_NAMES: Final[dict[str, dict[str, str]]] = {
    "mahjong": {"en": "Mahjong", "ja": "和了", "zh": "和牌"},
    "self_drawn": {"en": "Self-drawn", "ja": "自摸", "zh": "自摸"},
    "last_tile": {"en": "Last tile of the wall", "ja": "山の最後の牌", "zh": "海底牌"},
    "dragon_pung": {"en": "Pung or kong of dragons", "ja": "三元牌の刻子・槓子", "zh": "三元牌的刻子或杠子"},
    "pung": {"en": "Pung", "ja": "刻子", "zh": "刻子"},
    "kong": {"en": "Kong", "ja": "槓子", "zh": "杠子"},
}
"""Names by item code."""
