"""Names of pictures, told to people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.wording import quantity

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["one_line", "own_names"]

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


def one_line(text: str) -> str:
    r"""Return a text with what would break its line or disturb a terminal written out: names of files may have it.

    >>> one_line("größe two\nlines.jpg")
    'größe two\\nlines.jpg'
    """
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)
