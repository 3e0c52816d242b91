"""A card listed: its hands by section, and how many concrete hands each one can be."""

from __future__ import annotations

from engine.rules.american.card import Card, CardLine
from engine.rules.american.expansion import expand
from engine.rules.american.pattern import read_patterns

__all__ = ["list_card"]


def list_card(card: Card) -> dict[str, object]:
    """Return a card as plain JSON values: name, sections with their hands, and how many concrete hands there are.

    A section without hands is listed too: it may have been meant to have some.

    >>> from engine.rules.american.loading import practice_card
    >>> listed = list_card(practice_card())
    >>> listed["hands"], listed["concrete_hands"]
    (51, 970)
    """
    ways = {line: _count(line, card.year) for line in card.lines}
    return {
        "name": card.name,
        "year": card.year,
        "maker": card.maker,
        "hands": len(card.lines),
        "concrete_hands": sum(ways[line] for line in card.lines),
        "sections": [
            {
                "name": section,
                "hands": [
                    {
                        "line": line.id,
                        "pattern": line.pattern,
                        "value": line.value,
                        "concealed": line.concealed,
                        "singles_and_pairs": line.singles_and_pairs,
                        "note": line.note,
                        "concrete_hands": ways[line],
                    }
                    for line in card.lines
                    if line.section == section
                ],
            }
            for section in dict.fromkeys(card.sections)
        ],
    }


def _count(line: CardLine, year: int) -> int:
    """Return how many concrete hands a line can be, over all its patterns."""
    patterns, _ = read_patterns(line.pattern, year)
    return sum(len(expand(pattern, jokers=not line.singles_and_pairs)) for pattern in patterns)
