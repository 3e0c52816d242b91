"""Options of American mahjong; the card decides about everything else."""

from __future__ import annotations

from dataclasses import dataclass

from engine.rules.options import option

__all__ = ["AmericanOptions"]


@dataclass(frozen=True, slots=True)
class AmericanOptions:
    """What is counted; defaults after the game's rule sheet."""

    discarder_factor: int = option(
        2, "how many times the value the discarder pays; everybody else pays it once", minimum=1, maximum=10
    )
    self_drawn_factor: int = option(
        2, "how many times the value everybody pays for a self-drawn tile", minimum=1, maximum=10
    )
    jokerless_factor: int = option(
        2, "factor for a hand without jokers, singles and pairs excepted; 1 for none", minimum=1, maximum=10
    )
