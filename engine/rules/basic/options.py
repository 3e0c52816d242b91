"""Options of basic mahjong; every number of the score is one."""

from __future__ import annotations

from dataclasses import dataclass

from engine.rules.options import option

__all__ = ["BasicOptions"]


@dataclass(frozen=True, slots=True)
class BasicOptions:
    """Which variant is played and what everything counts; defaults after the game's rule sheet."""

    variant: str = option(
        "simple",
        "how a win is scored: a point for mahjong, bonus points on top, or pungs that double",
        choices=("simple", "bonus", "exponential"),
    )
    special_hands: bool = option(default=False, description="whether seven pairs and thirteen orphans win")
    point_mahjong: int = option(1, "points for mahjong, in every variant")
    bonus_self_drawn: int = option(1, "bonus points for a self-drawn winning tile")
    bonus_last_tile: int = option(1, "bonus points for winning on the last tile of the wall")
    bonus_dragon_pung: int = option(1, "bonus points for each pung or kong of dragons")
    pung_base: int = option(2, "exponential: points of a pung")
    concealed_factor: int = option(2, "exponential: factor of a concealed pung")
    terminal_factor: int = option(2, "exponential: factor of a pung of ones or nines")
    kong_factor: int = option(4, "exponential: factor of a kong")
