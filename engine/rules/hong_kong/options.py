"""Options of Hong Kong mahjong: the faan of every pattern, the minimum, the limit, the base table and who pays.

House tables differ, so every number is an option; source of the defaults: the game's rule sheet. A pattern worth 0 is
not played, a pattern worth :data:`LIMIT_FAAN` is a limit hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from engine.rules.options import OptionValue, option

__all__ = ["LIMIT_FAAN", "PRESETS", "HongKongOptions"]

LIMIT_FAAN: Final = 13
"""Faan that stand for the limit, whatever it is: no limit is higher."""


def _faan(default: int, what: str) -> Any:  # noqa: ANN401 - as option itself
    return option(default, f"faan of {what}", maximum=LIMIT_FAAN)


@dataclass(frozen=True, slots=True)
class HongKongOptions:
    """What differs between Hong Kong tables; the defaults are those of ``standard``."""

    preset: str = option(
        "standard",
        "which table gives the defaults of the other options: a minimum of 3 faan, or none among friends",
        choices=("standard", "casual"),
    )
    minimum: int = option(3, "faan a hand needs to win, flowers included", choices=(0, 1, 3))
    limit: int = option(10, "most faan that are paid", choices=(8, 10, 13))
    base: str = option(
        "half_spicy",
        "table from faan to points: doubled every faan, or above four faan every second one",
        choices=("half_spicy", "full_spicy"),
    )
    payment: str = option(
        "half_gun",
        "who pays for a discard: the discarder twice and the others once the points, or the discarder four times alone",
        choices=("half_gun", "full_gun"),
    )
    flowers: bool = option(default=True, description="whether flowers and seasons are played with")
    all_chows: int = _faan(1, "four chows and any pair")
    all_pungs: int = _faan(3, "four pungs or kongs")
    mixed_one_suit: int = _faan(3, "one suit with honours")
    pure_one_suit: int = _faan(7, "one suit without honours")
    dragon_pung: int = _faan(1, "each pung or kong of dragons")
    seat_wind: int = _faan(1, "a pung or kong of the seat wind")
    round_wind: int = _faan(1, "a pung or kong of the round wind")
    small_three_dragons: int = _faan(5, "two pungs and a pair of dragons, the pungs inside")
    small_three_dragons_on_top: int = _faan(
        0,
        "small three dragons on top of its pungs, usually 3; takes the place of small_three_dragons",
    )
    great_three_dragons: int = _faan(8, "three pungs of dragons, the pungs inside")
    small_four_winds: int = _faan(6, "three pungs and a pair of winds, on top of the seat and round wind")
    great_four_winds: int = _faan(LIMIT_FAAN, "four pungs of winds")
    all_honours: int = _faan(LIMIT_FAAN, "a hand of winds and dragons alone")
    mixed_terminals: int = _faan(4, "pungs of ones, nines and honours alone, all pungs inside")
    all_terminals: int = _faan(LIMIT_FAAN, "a hand of ones and nines alone")
    nine_gates: int = _faan(LIMIT_FAAN, "1112345678999 of one suit, concealed, and any tile of it")
    thirteen_orphans: int = _faan(LIMIT_FAAN, "one of each one, nine and honour and one more of them")
    eighteen_arhats: int = _faan(LIMIT_FAAN, "four kongs")
    four_concealed_pungs: int = _faan(LIMIT_FAAN, "four pungs or kongs that were never claimed")
    seven_pairs: int = _faan(0, "seven pairs, usually 4; with 0 they do not win")
    self_drawn: int = _faan(1, "drawing the winning tile")
    concealed_hand: int = _faan(1, "a hand without exposed melds, on a discard too")
    robbing_kong: int = _faan(1, "winning on a tile another player adds to a pung")
    kong_replacement: int = _faan(1, "winning on the tile drawn after a kong, on top of self-drawn")
    last_tile: int = _faan(1, "winning on the last tile of the wall, drawn or claimed")
    own_flower: int = _faan(1, "each flower and season of the own seat")
    no_flowers: int = _faan(1, "a hand without flowers, where they are played with")
    flower_group: int = _faan(2, "all four flowers or all four seasons, the own one inside")
    seven_flowers: int = _faan(3, "seven of the eight flowers, instead of all other faan of flowers")
    eight_flowers: int = _faan(LIMIT_FAAN, "all eight flowers, instead of all other faan of flowers")
    heavenly_hand: int = _faan(LIMIT_FAAN, "the dealer winning on the first draw")
    earthly_hand: int = _faan(LIMIT_FAAN, "winning on the dealer's first discard")


PRESETS: Final[dict[str, dict[str, OptionValue]]] = {
    "standard": {},
    "casual": {"minimum": 0},
}
"""What each preset sets apart from the defaults."""
