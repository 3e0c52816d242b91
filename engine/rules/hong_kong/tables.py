"""Tables of Hong Kong mahjong: points by faan, and what does not count beside what. Source: the game's rule sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["BASE_POINTS", "EXCLUSIONS", "Exclusion"]

_MOST_FAAN: Final = 13

BASE_POINTS: Final[dict[str, tuple[int, ...]]] = {
    "full_spicy": tuple(2**faan for faan in range(_MOST_FAAN + 1)),
    "half_spicy": (1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384),
}
"""Base points for 0 to 13 faan, by the name of the table."""


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A pattern beside which another one does not count.

    Attributes:
        code: The pattern that counts.
        excluded: The pattern that does not count beside it.
        same_part: Whether only the same part of the hand is meant: a whole group of flowers takes in its own flower,
            not that of the other group.
    """

    code: str
    excluded: str
    same_part: bool = False


_COMMON: Final = (
    Exclusion("small_three_dragons_on_top", "small_three_dragons"),
    Exclusion("small_three_dragons", "dragon_pung"),
    Exclusion("great_three_dragons", "dragon_pung"),
    Exclusion("mixed_terminals", "all_pungs"),
    Exclusion("eight_flowers", "flower_group"),
    Exclusion("eight_flowers", "own_flower"),
    Exclusion("seven_flowers", "flower_group"),
    Exclusion("seven_flowers", "own_flower"),
    Exclusion("flower_group", "own_flower", same_part=True),
)

EXCLUSIONS: Final[dict[str, tuple[Exclusion, ...]]] = {"standard": _COMMON, "casual": _COMMON}
"""Exclusions of each preset. They hold in this order, and a pattern that is excluded excludes nothing any more."""
