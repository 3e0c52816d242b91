"""A card of hands: what a player holds beside the rack in American play."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Card", "CardLine"]


@dataclass(frozen=True, slots=True)
class CardLine:
    """One table ``[[hand]]`` of a card; several of the same section may share a line's id.

    Attributes:
        id: The printed line.
        section: Name of the section it stands in.
        pattern: Its groups as written; ``|`` parts whole patterns.
        value: What the hand counts, in points.
        concealed: Whether only the winning tile may come from a discard.
        singles_and_pairs: Whether no joker may stand anywhere and the hand counts nothing more without jokers.
        note: A remark for people, such as "any three suits".
    """

    id: str
    section: str
    pattern: str
    value: int
    concealed: bool = False
    singles_and_pairs: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A card that was checked when it was loaded; make one with :mod:`engine.rules.american.loading`.

    Attributes:
        name: Name for people.
        year: The year whose digits the card's year hands are made of.
        maker: Who made it.
        sections: Names of its sections in the order of the card.
        lines: Its hands in the order of the card.
    """

    name: str
    year: int
    maker: str
    sections: tuple[str, ...]
    lines: tuple[CardLine, ...]

    @property
    def line_ids(self) -> tuple[tuple[str, str], ...]:
        """Section and id of every printed line, each once, in the order of the card."""
        return tuple(dict.fromkeys((line.section, line.id) for line in self.lines))
