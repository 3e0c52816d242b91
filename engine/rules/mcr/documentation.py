"""Tables of the documentation's page on Chinese Official mahjong."""

from __future__ import annotations

from collections.abc import Mapping

from engine.rules.documentation import markdown_table
from engine.rules.mcr.forms import FORMS
from engine.rules.mcr.names import OFFICIAL_FAN

__all__ = ["tables"]


def tables() -> Mapping[str, str]:
    """Return the tables by name."""
    return {
        "forms": markdown_table(
            ("form", "what it is"),
            [(f"`{form.code}`", (type(form).__doc__ or "").splitlines()[0]) for form in FORMS],
        ),
        "items": markdown_table(
            ("code", "English", "Chinese", "Japanese", "fan"),
            [(f"`{code}`", *fan.names.values(), str(fan.points)) for code, fan in OFFICIAL_FAN.items()],
        ),
    }
