"""Names of what an American hand counts."""

from __future__ import annotations

from typing import Final

__all__ = ["ITEM_NAMES"]

ITEM_NAMES: Final[dict[str, str]] = {"card_hand": "Hand of the card"}
"""English name by item code."""
