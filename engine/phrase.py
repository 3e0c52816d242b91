"""Sentences for people that programs can say in another language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

__all__ = ["NamedValue", "Phrase", "PhraseValue"]

NamedValue = Mapping[str, object]
"""Something with names in several languages: ``code``, ``names`` by language code, and what it counts as ``value``."""

PhraseValue = int | str | tuple[str, ...] | tuple[NamedValue, ...]
"""What stands in a sentence: a number, a code (of a tile, an option's choice, a card's line), or several of them."""


class Phrase(str):
    """An English sentence, with a stable code and the values that stand in it.

    It is a plain string to whoever only shows it. The code says which sentence it is, whatever its English becomes.

    Attributes:
        code: Stable name in snake_case, a literal wherever a phrase is made, so that all of them can be listed.
        values: The values by name, as JSON has them; tiles by their codes.

    >>> phrase = Phrase("keeps_dora", "keeps 2 dora", count=2)
    >>> phrase, phrase.code, phrase.values
    ('keeps 2 dora', 'keeps_dora', {'count': 2})
    """

    __slots__ = ("code", "values")

    code: str
    values: Mapping[str, PhraseValue]

    def __new__(cls, code: str, text: str, /, **values: PhraseValue) -> Self:
        """Make a phrase of its code, its English, and the values in it."""
        phrase = super().__new__(cls, text)
        phrase.code = code
        phrase.values = values
        return phrase

    def to_json(self) -> dict[str, object]:
        """Return code and values as plain JSON values; the English stands beside them.

        >>> Phrase("waits_pairs", "waits for a third 1m or 2m", tiles=("1m", "2m")).to_json()
        {'code': 'waits_pairs', 'values': {'tiles': ['1m', '2m']}}
        """
        plain = {name: list(value) if isinstance(value, tuple) else value for name, value in self.values.items()}
        return {"code": self.code, "values": plain}

    def __reduce__(self) -> tuple[object, ...]:
        """Keep code and values where a phrase is copied or sent to another process."""
        return _again, (self.code, str(self), dict(self.values))


def _again(code: str, text: str, values: dict[str, PhraseValue]) -> Phrase:
    return Phrase(code, text, **values)
