"""Tables of the documentation's page on Chinese classical mahjong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.rules.chinese_classical.doubles import GROUP_DOUBLES
from engine.rules.chinese_classical.doubling import MOST_DOUBLES, doubling_table
from engine.rules.chinese_classical.extras import EXTRA_VALUES
from engine.rules.chinese_classical.names import ITEM_NAMES
from engine.rules.chinese_classical.options import PRESETS, ClassicalOptions
from engine.rules.chinese_classical.points import BONUS_POINTS, PAIR_POINTS, SET_POINTS, WIN_POINTS
from engine.rules.documentation import markdown_table, show_value
from engine.rules.options import build_options, show_options

__all__ = ["tables"]

_WINNER_ONLY: Final = frozenset(ITEM_NAMES) - {
    *SET_POINTS,
    "dragon_pair",
    "own_wind_pair",
    "round_wind_pair",
    "bonus_tile",
    "own_wind",
    "dragon",
    "own_bonus",
    "bonus_group",
}

_EXTRA: Final = f"{EXTRA_VALUES['points'][0]} points, or {EXTRA_VALUES['double'][0]} double (`extras`)"

_WORTH: Final[dict[str, str]] = {
    "mahjong": "`base`",
    **{code: " or ".join(map(str, values)) + " points" for code, values in SET_POINTS.items()},
    "dragon_pair": f"{PAIR_POINTS} points",
    "own_wind_pair": f"{PAIR_POINTS} points",
    "round_wind_pair": "`round_wind_pair`",
    "bonus_tile": f"{BONUS_POINTS} points",
    "self_drawn": f"{WIN_POINTS} points",
    "one_place": f"{WIN_POINTS} points",
    **dict.fromkeys(("no_chows", "loose_tile", "no_points", "last_tile", "robbing_kong"), _EXTRA),
    **dict.fromkeys(("own_wind", "dragon", "own_bonus", "one_suit_honours"), "1 double"),
    "bonus_group": f"{GROUP_DOUBLES} doubles",
    "one_suit": "`pure_suit_doubles`",
    "all_honours": "`all_honours`",
    **dict.fromkeys(("three_dragons", "four_winds", "first_draw"), "the limit"),
    "first_discard": "at least half the limit",
}
"""What an item gives, by code."""


def tables() -> Mapping[str, str]:
    """Return the tables by name."""
    return {
        "presets": _preset_table(),
        "sets": markdown_table(
            ("", "2 to 8", "1, 9, winds, dragons"),
            [(ITEM_NAMES[code]["en"], str(simple), str(other)) for code, (simple, other) in SET_POINTS.items()],
        ),
        "items": markdown_table(
            ("code", "English", "Chinese", "Japanese", "who", "gives"),
            [
                (f"`{code}`", *names.values(), "winner" if code in _WINNER_ONLY else "all", _WORTH[code])
                for code, names in ITEM_NAMES.items()
            ],
        ),
        "doubling": markdown_table(
            ("points", *("1 double" if n == 1 else f"{n} doubles" for n in range(1, MOST_DOUBLES + 1))),
            [(str(points), *map(str, scores[1:])) for points, scores in doubling_table().items()],
        ),
    }


def _preset_table() -> str:
    values = {name: show_options(build_options(ClassicalOptions, {"preset": name}, PRESETS)) for name in PRESETS}
    rows = [
        (f"`{option}`", *(show_value(shown[option]) for shown in values.values()))
        for option in show_options(ClassicalOptions())
        if option != "preset"
    ]
    return markdown_table(("option", *(f"`{name}`" for name in PRESETS)), rows)
