"""Tables of the documentation's page on riichi mahjong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.rules.documentation import markdown_table, show_value
from engine.rules.options import build_options, show_options
from engine.rules.riichi.library import yaku_values
from engine.rules.riichi.names import FU_NAMES, YAKU_NAMES, code_of
from engine.rules.riichi.options import PRESETS, RiichiOptions
from engine.rules.riichi.sources import PRESET_SOURCES

__all__ = ["FU_VALUES", "tables"]

_HAN_OF_YAKUMAN: Final = 13

FU_VALUES: Final[dict[str, tuple[int, ...]]] = {
    "base": (20, 25, 30),
    "penchan": (2,),
    "kanchan": (2,),
    "valued_pair": (2,),
    "double_valued_pair": (4,),
    "pair_wait": (2,),
    "tsumo": (2,),
    "hand_without_fu": (2,),
    "closed_pon": (4,),
    "open_pon": (2,),
    "closed_terminal_pon": (8,),
    "open_terminal_pon": (4,),
    "closed_kan": (16,),
    "open_kan": (8,),
    "closed_terminal_kan": (32,),
    "open_terminal_kan": (16,),
    "rounding": (2, 4, 6, 8),
}
"""Minipoints of each reason; the base is 30 for a concealed hand on a discard, 25 for seven pairs, else 20."""


def tables() -> Mapping[str, str]:
    """Return the tables by name."""
    return {
        "presets": _preset_table(),
        "sources": "\n\n".join(_source_lists()),
        "yaku": _yaku_table(),
        "fu": markdown_table(
            ("code", "English", "Japanese", "Chinese", "fu"),
            [(f"`fu_{reason}`", *names.values(), _one_of(FU_VALUES[reason])) for reason, names in FU_NAMES.items()],
        ),
    }


def _preset_table() -> str:
    values = {name: show_options(build_options(RiichiOptions, {"preset": name}, PRESETS)) for name in PRESETS}
    rows = [
        (f"`{option}`", *(_mark(name, option, show_value(shown[option])) for name, shown in values.items()))
        for option in show_options(RiichiOptions())
        if option != "preset"
    ]
    return markdown_table(("option", *(f"`{name}`" for name in PRESETS)), rows)


def _mark(preset: str, option: str, value: str) -> str:
    """Return a value with a question mark where no source states it."""
    return f"{value} (?)" if option in PRESET_SOURCES[preset].unconfirmed else value


def _source_lists() -> Iterator[str]:
    for preset, source in PRESET_SOURCES.items():
        yield f"### `{preset}`"
        yield f"{source.document}, <{source.address}>. Read: {source.read}."
        rows = [(f"`{option}`", place) for option, place in source.values.items()]
        yield markdown_table(("option", "where"), rows)


def _yaku_table() -> str:
    library_names = {code_of(name): name for name in yaku_values()}
    rows = []
    for code, names in YAKU_NAMES.items():
        concealed, exposed, yakuman = yaku_values()[library_names[code]]
        rows.append((f"`{code}`", library_names[code], *names.values(), *_worth(concealed, exposed, yakuman=yakuman)))
    return markdown_table(("code", "name", "English", "Japanese", "Chinese", "concealed", "open"), rows)


def _worth(concealed: int, exposed: int, *, yakuman: bool) -> tuple[str, str]:
    if not yakuman:
        return f"{concealed} han", f"{exposed} han" if exposed else "-"
    doubled = "yakuman (2 with `double_yakuman`)" if concealed > _HAN_OF_YAKUMAN else "yakuman"
    return doubled, doubled if exposed else "-"


def _one_of(values: tuple[int, ...]) -> str:
    return ", ".join(str(value) for value in values)
