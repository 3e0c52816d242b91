"""Pictures that have another name in a label format, told to people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.wording import quantity

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["own_names"]

SHOWN: Final = 2
"""A pair shows what it is about."""


def own_names(renamed: Mapping[str, str]) -> str:
    """Return which pictures have another name in a format, since two would have shared one there.

    >>> own_names({"a.jpg": "a_jpg.jpg", "a.png": "a_png.png"}).partition(": ")[2]
    'a.jpg is a_jpg.jpg, a.png is a_png.png'
    """
    shown = ", ".join(f"{path} is {name}" for path, name in list(renamed.items())[:SHOWN])
    return (
        f"{quantity(len(renamed), 'picture')} under names of their own, for they differ only in endings or capitals: "
        f"{shown}{', ...' if len(renamed) > SHOWN else ''}"
    )
