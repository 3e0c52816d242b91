"""American cards as text for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from engine.wording import quantity

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import RenderableType

__all__ = ["card_view"]


def card_view(card: Mapping[str, Any]) -> RenderableType:
    """Return a card's hands, section by section."""
    maker = f", {card['maker']}" if card["maker"] else ""
    lines = quantity(card["hands"], "line")
    ways = quantity(card["concrete_hands"], "hand")
    parts: list[RenderableType] = [
        Text.assemble((card["name"], "bold"), f"  ({card['year']}{maker}): {lines}, {ways} in all")
    ]
    for section in card["sections"]:
        parts.append(Text(f"\n{section['name']}", "bold cyan"))
        parts.append(_hands(section["hands"]) if section["hands"] else Text("no hands", "dim"))
    parts.append(Text("\nX: may be exposed, C: concealed, J: no jokers. Hands: in how many ways.", "dim"))
    return Group(*parts)


def _hands(hands: list[Mapping[str, Any]]) -> Table:
    table = Table("Line", "Value", "", "Hands", "Pattern", "Remark", box=None, pad_edge=False)
    for column in (table.columns[1], table.columns[3]):
        column.justify = "right"
    for hand in hands:
        marks = ("C" if hand["concealed"] else "X") + ("J" if hand["singles_and_pairs"] else "")
        table.add_row(
            Text(hand["line"], "cyan"),
            str(hand["value"]),
            marks,
            str(hand["concrete_hands"]),
            escape(hand["pattern"]),
            escape(hand["note"]),
        )
    return table
