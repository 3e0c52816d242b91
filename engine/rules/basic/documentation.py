"""Tables of the documentation's page on basic mahjong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.rules.basic.names import ITEM_NAMES
from engine.rules.basic.options import BasicOptions
from engine.rules.documentation import markdown_table
from engine.rules.options import show_options

__all__ = ["tables"]

_COUNTED_BY: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "mahjong": ("all", ("point_mahjong",)),
    "self_drawn": ("bonus", ("bonus_self_drawn",)),
    "last_tile": ("bonus", ("bonus_last_tile",)),
    "dragon_pung": ("bonus", ("bonus_dragon_pung",)),
    "pung": ("exponential", ("pung_base", "concealed_factor", "terminal_factor")),
    "kong": ("exponential", ("pung_base", "concealed_factor", "terminal_factor", "kong_factor")),
}
"""Variant in which an item counts, and the options that are multiplied where they apply, by item code."""


def tables() -> Mapping[str, str]:
    """Return the tables by name."""
    values = show_options(BasicOptions())
    rows = []
    for code, names in ITEM_NAMES.items():
        variant, options = _COUNTED_BY[code]
        worth = " x ".join(f"`{option}` {values[option]}" for option in options)
        rows.append((f"`{code}`", *names.values(), variant, worth))
    return {"items": markdown_table(("code", "English", "Japanese", "Chinese", "variant", "counts, by default"), rows)}
