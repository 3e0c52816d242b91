"""Tables of the documentation's page on Hong Kong mahjong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.rules.documentation import markdown_table, show_value
from engine.rules.hong_kong.names import PATTERN_NAMES
from engine.rules.hong_kong.options import LIMIT_FAAN, PRESETS, HongKongOptions
from engine.rules.hong_kong.tables import BASE_POINTS, EXCLUSIONS
from engine.rules.options import build_options, show_options

__all__ = ["tables"]

_NOT_PATTERNS: Final = ("minimum", "limit", "base", "payment", "flowers")


def tables() -> Mapping[str, str]:
    """Return the tables by name."""
    values = {name: show_options(build_options(HongKongOptions, {"preset": name}, PRESETS)) for name in PRESETS}
    return {
        "presets": markdown_table(
            ("option", *(f"`{name}`" for name in PRESETS)),
            [(f"`{option}`", *(show_value(shown[option]) for shown in values.values())) for option in _NOT_PATTERNS],
        ),
        "items": markdown_table(
            ("code", "English", "Cantonese", "Chinese", "Japanese", *(f"`{name}`" for name in PRESETS)),
            [
                (f"`{code}`", *names.values(), *(_show_faan(int(shown[code])) for shown in values.values()))
                for code, names in PATTERN_NAMES.items()
            ],
        ),
        "exclusions": markdown_table(
            ("counts", "not beside it", "presets"),
            [
                (
                    f"`{code}`",
                    ", ".join(f"`{excluded}`" for excluded in others),
                    ", ".join(f"`{name}`" for name in names),
                )
                for (code, others), names in _grouped_exclusions().items()
            ],
        ),
        "base": markdown_table(
            ("faan", *map(str, range(LIMIT_FAAN + 1))),
            [(f"`{name}`", *map(str, points)) for name, points in BASE_POINTS.items()],
        ),
    }


def _show_faan(faan: int) -> str:
    return {0: "off", LIMIT_FAAN: "limit"}.get(faan, str(faan))


def _grouped_exclusions() -> dict[tuple[str, tuple[str, ...]], list[str]]:
    """Return the presets in which a pattern excludes some others."""
    grouped: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for preset, exclusions in EXCLUSIONS.items():
        for code in dict.fromkeys(exclusion.code for exclusion in exclusions):
            others = tuple(
                exclusion.excluded + (" of the same group" if exclusion.same_part else "")
                for exclusion in exclusions
                if exclusion.code == code
            )
            grouped.setdefault((code, others), []).append(preset)
    return grouped
