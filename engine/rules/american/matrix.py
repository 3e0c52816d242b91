"""A card as one matrix of tile counts: every concrete hand is a column."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.rules.american.card import Card, CardLine
from engine.rules.american.expansion import ConcreteHand, expand
from engine.rules.american.pattern import read_patterns
from engine.rules.american.tiles import COPIES, NATURAL_KINDS, CountArray

__all__ = ["OPEN_SLOTS", "BoolArray", "CardMatrix", "IntArray", "card_matrix"]

BoolArray = NDArray[np.bool_]
IntArray = NDArray[np.intp]

OPEN_SLOTS: Final = 4
"""Most kinds with open places in fourteen tiles: an open group has at least three."""


@dataclass(frozen=True, slots=True, eq=False)
class CardMatrix:
    """Every concrete hand of a card, H of them.

    Attributes:
        card: The card.
        hands: The concrete hands in the order of the card.
        lines: The card's table each of them comes from.
        printed: Index of each one's printed line in ``card.line_ids``, shape (H,).
        free: Joker-free places by kind, shape (35, H).
        total: All places by kind, shape (35, H).
        open_places: Places where a joker may stand, shape (H,).
        free_places: Places where none may, shape (H,).
        beyond: Places of more tiles than there are of a kind, which only jokers fill, shape (H,).
        open_kinds: The kinds that have such places, shape (H, 4); -1 where there are fewer than four.
        concealed: Whether only the winning tile may come from a discard, shape (H,).
        values: Points, shape (H,).
        doubles: Whether the hand counts more without jokers, shape (H,).
        open_groups: How many open groups of a kind and size each one has, shape (H,), by kind and size.
    """

    card: Card
    hands: tuple[ConcreteHand, ...]
    lines: tuple[CardLine, ...]
    printed: IntArray
    free: CountArray
    total: CountArray
    open_places: CountArray
    free_places: CountArray
    beyond: CountArray
    open_kinds: IntArray
    concealed: BoolArray
    values: CountArray
    doubles: BoolArray
    open_groups: Mapping[tuple[int, int], CountArray]

    @property
    def size(self) -> int:
        """How many concrete hands there are."""
        return len(self.hands)


@lru_cache(maxsize=8)
def card_matrix(card: Card) -> CardMatrix:
    """Return the matrix of a card; the last cards are kept, since expanding one takes a twentieth of a second.

    >>> from engine.rules.american.loading import load_card
    >>> hand = {"section": "runs", "line": "C1", "pattern": "11a 222a 3333a 444a 55a", "value": 25}
    >>> card_matrix(load_card({"name": "small", "year": 2026, "sections": ["runs"], "hand": [hand]})).size
    3
    """
    pairs = [
        (line, hand)
        for line in card.lines
        for pattern in read_patterns(line.pattern, card.year)[0]
        for hand in expand(pattern, jokers=not line.singles_and_pairs)
    ]
    ids = {line_id: index for index, line_id in enumerate(card.line_ids)}
    free = np.zeros((NATURAL_KINDS, len(pairs)), dtype=np.int16)
    opened = np.zeros_like(free)
    groups: dict[tuple[int, int], CountArray] = {}
    for column, (_, hand) in enumerate(pairs):
        for group in hand.groups:
            (opened if group.is_open else free)[group.kind, column] += group.size
        sizes = Counter((group.kind, group.size) for group in hand.groups if group.is_open)
        for key, count in sizes.items():
            groups.setdefault(key, np.zeros(len(pairs), dtype=np.int16))[column] = count
    return CardMatrix(
        card=card,
        hands=tuple(hand for _, hand in pairs),
        lines=tuple(line for line, _ in pairs),
        printed=np.array([ids[line.section, line.id] for line, _ in pairs], dtype=np.intp),
        free=free,
        total=free + opened,
        open_places=opened.sum(axis=0, dtype=np.int16),
        free_places=free.sum(axis=0, dtype=np.int16),
        beyond=np.maximum(free + opened - COPIES[:NATURAL_KINDS, np.newaxis], 0).sum(axis=0, dtype=np.int16),
        open_kinds=_open_kinds(opened),
        concealed=np.array([line.concealed for line, _ in pairs], dtype=np.bool_),
        values=np.array([line.value for line, _ in pairs], dtype=np.int16),
        doubles=np.array([not line.singles_and_pairs for line, _ in pairs], dtype=np.bool_),
        open_groups=groups,
    )


def _open_kinds(opened: CountArray) -> IntArray:
    found = np.full((opened.shape[1], OPEN_SLOTS), -1, dtype=np.intp)
    for column in range(opened.shape[1]):
        kinds = np.flatnonzero(opened[:, column])
        found[column, : len(kinds)] = kinds
    return found
