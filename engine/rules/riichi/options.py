"""Options of riichi mahjong and the presets of four published rules.

================  =======  =========  =======  =========
option            tenhou   mleague    wrc      ema
================  =======  =========  =======  =========
red_fives         3        3          0        0
open_tanyao       on       on         on       on
double_yakuman    off      off        off      off
multiple_yakuman  on       on         on       off
kiriage_mangan    off      on         on       on
kazoe             yakuman  sanbaiman  yakuman  sanbaiman
renhou            none     none       mangan   mangan
double_wind_fu    4        2          2        2
================  =======  =========  =======  =========

Sources: :mod:`engine.rules.riichi.sources`. Liability (pao) is out of scope: it depends on who discarded which meld.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.rules.options import OptionValue, option

__all__ = ["PRESETS", "RiichiOptions"]


@dataclass(frozen=True, slots=True)
class RiichiOptions:
    """What differs between riichi rules; the defaults are those of ``tenhou``."""

    preset: str = option(
        "tenhou",
        "whose published rules give the defaults of the other options",
        choices=("tenhou", "mleague", "wrc", "ema"),
    )
    red_fives: int = option(3, "how many red fives are dora; with 0 a red five is a plain five", choices=(0, 3, 4))
    open_tanyao: bool = option(default=True, description="whether all simples counts in an open hand")
    double_yakuman: bool = option(
        default=False,
        description="whether thirteen-sided kokushi, suu ankou tanki, pure chuuren and daisuushii count twice",
    )
    multiple_yakuman: bool = option(default=True, description="whether several yakuman in one hand add up")
    kiriage_mangan: bool = option(default=False, description="whether 4 han 30 fu and 3 han 60 fu count as mangan")
    kazoe: str = option("yakuman", "what 13 han without a yakuman are worth", choices=("yakuman", "sanbaiman"))
    renhou: str = option(
        "none",
        "what winning on a discard before the first draw is worth (mangan: instead of other yaku and dora)",
        choices=("none", "mangan", "yakuman"),
    )
    double_wind_fu: int = option(4, "minipoints of a pair that is both seat and round wind", choices=(2, 4))


PRESETS: Final[dict[str, dict[str, OptionValue]]] = {
    "tenhou": {},
    "mleague": {"kiriage_mangan": True, "kazoe": "sanbaiman", "double_wind_fu": 2},
    "wrc": {"red_fives": 0, "kiriage_mangan": True, "renhou": "mangan", "double_wind_fu": 2},
    "ema": {
        "red_fives": 0,
        "multiple_yakuman": False,
        "kiriage_mangan": True,
        "kazoe": "sanbaiman",
        "renhou": "mangan",
        "double_wind_fu": 2,
    },
}
"""What each preset sets apart from the defaults."""
