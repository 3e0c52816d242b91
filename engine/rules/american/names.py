"""Names of what an American hand counts: stable codes, English, Chinese (simplified), Japanese."""

from __future__ import annotations

from typing import Final

__all__ = ["ITEM_NAMES"]

ITEM_NAMES: Final[dict[str, dict[str, str]]] = {
    "card_hand": {"en": "Hand of the card", "zh": "牌卡上的牌型", "ja": "カードの役"},
}
"""Names by item code."""
