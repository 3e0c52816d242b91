"""Cards from TOML text or decoded documents, checked; every problem of a card is told at once.

The format is described in ``docs/rules/american.md``::

    name = "My card"
    year = 2026
    maker = "me"
    sections = ["2468"]

    [[hand]]
    section = "2468"
    line = "E1"
    pattern = "FFFF 2222a 44b 6666c"
    value = 25
    concealed = false
    singles_and_pairs = false
    note = "any three suits"
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from typing import Final, TypeVar

from engine.errors import CardError, CardProblem, quote
from engine.rules.american.card import Card, CardLine
from engine.rules.american.expansion import can_be_made, count_choices
from engine.rules.american.pattern import read_patterns

__all__ = ["load_card", "load_card_toml", "practice_card"]

_PRACTICE: Final = "practice.toml"
_LONGEST_TEXT: Final = 500
_LONGEST_LINE: Final = 40
_MOST_HANDS: Final = 500
_MOST_SECTIONS: Final = 50
_MOST_CHOICES: Final = 5_000
"""Ways to fill in all patterns of a card; a printed card has about a thousand."""

_FIRST_YEAR: Final = 1900
_LAST_YEAR: Final = 9999
_HIGHEST_VALUE: Final = 10_000

_CARD_FIELDS: Final = ("name", "year", "maker", "sections", "hand")
_HAND_FIELDS: Final = ("section", "line", "pattern", "value", "concealed", "singles_and_pairs", "note")
_TYPES: Final[Mapping[type, str]] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}
Value = TypeVar("Value")


def load_card(document: Mapping[str, object], source: str = "the card") -> Card:
    """Return the card that a decoded document (TOML or JSON) writes.

    Raises:
        CardError: It cannot be read; the error has every problem with its place.
    """
    reader = _CardReader()
    card = reader.read(document)
    if reader.problems:
        raise CardError(source, reader.problems)
    return card


def load_card_toml(text: str, source: str = "the card") -> Card:
    """Return the card that a TOML text writes.

    Args:
        text: The text.
        source: Where it comes from, such as a file's name; errors begin with it.

    Raises:
        CardError: It cannot be read; the error has every problem with its place.
    """
    try:
        document = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise CardError(source, [CardProblem(f"this is no TOML: {error}")]) from None
    return load_card(document, source)


@lru_cache(maxsize=1)
def practice_card() -> Card:
    """Return the card that comes with the program; it is read when it is first asked for."""
    text = resources.files(__package__).joinpath(_PRACTICE).read_text(encoding="utf-8")
    return load_card_toml(text, _PRACTICE)


@dataclass(slots=True)
class _CardReader:
    """Reads a document and collects what is wrong with it."""

    problems: list[CardProblem] = field(default_factory=list)
    choices: int = 0

    def read(self, document: Mapping[str, object]) -> Card:
        table = _Table(document, self.problems)
        table.allow(_CARD_FIELDS)
        name = table.text("name", "")
        year = table.number("year", _FIRST_YEAR, _LAST_YEAR)
        maker = table.text("maker", "", needed=False)
        sections = tuple(self._sections(table))
        hands = table.get("hand", list, [])
        if len(hands) > _MOST_HANDS:
            table.tell("hand", f"there are {len(hands)} hands; at most {_MOST_HANDS} are read")
            hands = []
        lines = tuple(
            line
            for number, hand in enumerate(hands, start=1)
            if (line := self._line(hand, number, sections, year)) is not None
        )
        if not hands and not self.problems:
            table.tell("hand", "a card has at least one table [[hand]]")
        if self.choices > _MOST_CHOICES:
            message = (
                f"its patterns can be filled in {self.choices} ways, at most {_MOST_CHOICES} are read; "
                f"give the groups suit letters"
            )
            table.tell("hand", message)
        return Card(name, year, maker, sections, lines)

    def _sections(self, table: _Table) -> Iterator[str]:
        names = table.get("sections", list, [])
        if len(names) > _MOST_SECTIONS:
            table.tell("sections", f"there are {len(names)} sections; at most {_MOST_SECTIONS} are read")
            return
        for name in names:
            if isinstance(name, str) and name.strip() and len(name) <= _LONGEST_TEXT:
                yield name
            else:
                table.tell("sections", f"names of sections are expected, not {quote(name)}")

    def _line(self, hand: object, number: int, sections: tuple[str, ...], year: int) -> CardLine | None:
        if not isinstance(hand, Mapping):
            self.problems.append(CardProblem(f"a table is expected, not {quote(hand)}", number))
            return None
        line = hand.get("line")
        table = _Table(hand, self.problems, number, line[:_LONGEST_LINE] if isinstance(line, str) else "")
        table.allow(_HAND_FIELDS)
        found = CardLine(
            id=table.text("line", "", longest=_LONGEST_LINE),
            section=table.text("section", ""),
            pattern=table.text("pattern", ""),
            value=table.number("value", 1, _HIGHEST_VALUE),
            concealed=table.get("concealed", bool, False, needed=False),
            singles_and_pairs=table.get("singles_and_pairs", bool, False, needed=False),
            note=table.text("note", "", needed=False),
        )
        if found.section and found.section not in sections:
            names = ", ".join(sections) or "none"
            table.tell("section", f"there is no section {quote(found.section)}; the card's sections are {names}")
        if found.pattern:
            self._check_pattern(found, table, year)
        return found

    def _check_pattern(self, line: CardLine, table: _Table, year: int) -> None:
        patterns, faults = read_patterns(line.pattern, year)
        for fault in faults:
            table.tell("pattern", fault.message, fault.position)
        self.choices += sum(map(count_choices, patterns))
        if self.choices > _MOST_CHOICES:
            return
        if patterns and not any(can_be_made(pattern, jokers=not line.singles_and_pairs) for pattern in patterns):
            message = (
                "no such hand can exist: X runs past nine, or more equal tiles are needed than a set has where no "
                "joker may stand"
            )
            table.tell("pattern", message, 0)


@dataclass(frozen=True, slots=True)
class _Table:
    """A table of a card; asking for a field of the wrong type tells the problem and gives a stand-in."""

    values: Mapping[str, object]
    problems: list[CardProblem]
    hand: int | None = None
    line: str = ""

    def tell(self, name: str, message: str, position: int | None = None) -> None:
        self.problems.append(CardProblem(message, self.hand, self.line, name, position))

    def allow(self, names: tuple[str, ...]) -> None:
        for name in self.values:
            if name not in names:
                self.tell(str(name)[:_LONGEST_LINE], f"there is no such field; the fields are {', '.join(names)}")

    def get(self, name: str, wanted: type[Value], default: Value, *, needed: bool = True) -> Value:
        value = self.values.get(name)
        if value is None:
            if needed:
                self.tell(name, f"this field is needed: {_TYPES[wanted]}")
            return default
        if isinstance(value, wanted) and (wanted is bool or not isinstance(value, bool)):
            return value
        self.tell(name, f"{_TYPES[wanted]} is expected, not {quote(value)}")
        return default

    def text(self, name: str, default: str, *, needed: bool = True, longest: int = _LONGEST_TEXT) -> str:
        value = self.get(name, str, default, needed=needed)
        if len(value) > longest:
            self.tell(name, f"at most {longest} characters are read, these are {len(value)}")
            return default
        if needed and not value.strip() and self.values.get(name) == value:
            self.tell(name, "a text is expected, not an empty one")
        return value

    def number(self, name: str, least: int, most: int) -> int:
        value = self.get(name, int, least)
        if not least <= value <= most:
            self.tell(name, f"{quote(value)} is outside the range from {least} to {most}")
            return least
        return value
