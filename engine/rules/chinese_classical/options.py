"""Options of Chinese classical mahjong and their presets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.rules.options import OptionValue, option

__all__ = ["PRESETS", "ClassicalOptions"]


@dataclass(frozen=True, slots=True)
class ClassicalOptions:
    """What differs from table to table; the defaults are those of the rule sheet."""

    preset: str = option(
        "sheet",
        "whose rules give the defaults of the other options: the rule sheet's, or what most clubs play",
        choices=("sheet", "club"),
    )
    base: int = option(10, "points for mahjong, the winner's only", maximum=1000)
    limit: int = option(300, "the most a player's score can be; anything above is cut", minimum=2)
    round_wind_pair: int = option(0, "points of a pair of the round wind, besides those of the own wind", maximum=100)
    extras: str = option(
        "points",
        "what no chows, a loose tile after a kong, no points, the last tile and robbing a kong give: 10 points each, "
        "or a double each",
        choices=("points", "double"),
    )
    pure_suit_doubles: int = option(1, "doubles of a hand of one suit only", maximum=10)
    all_honours: str = option(
        "none",
        "what a hand of winds and dragons only gives besides its sets",
        choices=("none", "double", "limit"),
    )


PRESETS: Final[dict[str, dict[str, OptionValue]]] = {
    "sheet": {},
    "club": {"pure_suit_doubles": 3, "all_honours": "limit", "limit": 500},
}
"""What each preset sets apart from the defaults."""
