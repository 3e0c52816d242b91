"""What a caller of the engine can do wrong.

::

    EngineError(ValueError)              .code, .message
    +-- TileError                        bad_tile              no such tile code
    +-- NotationError                    bad_notation          .text, .position: unreadable hand notation
    +-- RequestError                     bad_request           .path: wrong shape of a request (HTTP 400)
    |   +-- RequestValueError            bad_value             right shape, unusable value (HTTP 422)
    |       +-- SettlementError          cannot_settle         a deal that cannot be settled as it is told
    +-- OptionError                      bad_option            .option: unknown option or value of a rule set
    +-- CardError                        bad_card              .source, .problems: an American card cannot be read
    +-- RuleSetError                     rule_set_error
        +-- UnknownRuleSetError          unknown_rule_set      no rule set has that name
        +-- RuleSetUnavailableError      rule_set_unavailable  the rule set is known, but cannot be used here

A hand that breaks the rules of the game is no error: it gives an analysis with faults.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final, Self

__all__ = [
    "CardError",
    "CardProblem",
    "EngineError",
    "NotationError",
    "OptionError",
    "RequestError",
    "RequestValueError",
    "RuleSetError",
    "RuleSetUnavailableError",
    "SettlementError",
    "TileError",
    "UnknownRuleSetError",
    "quote",
]

_LONGEST_QUOTE: Final = 50
"""Characters of a wrong value that a message quotes."""

_MOST_PROBLEMS: Final = 5
"""Problems of a card that its message tells."""


def quote(value: object) -> str:
    """Return how a message shows a wrong value: in full when it is short, its beginning otherwise.

    >>> quote("9z"), quote("r" * 1000)[-5:]
    ("'9z'", 'rr...')
    """
    try:
        shown = repr(value)
    except ValueError:  # a whole number of more digits than the interpreter writes
        return "a number of very many digits"
    return shown if len(shown) <= _LONGEST_QUOTE else f"{shown[:_LONGEST_QUOTE]}..."


class EngineError(ValueError):
    """Base of all errors of the engine.

    Attributes:
        code: Stable machine-readable name.
        message: What is wrong and what to do about it, for people.
    """

    code: ClassVar[str] = "engine_error"

    def __init__(self, message: str) -> None:
        """Keep the message for people."""
        super().__init__(message)
        self.message = message


class TileError(EngineError):
    """There is no such tile."""

    code: ClassVar[str] = "bad_tile"


class NotationError(EngineError):
    """A hand notation cannot be read.

    Attributes:
        text: The notation as given.
        position: Index of the offending character, from 0; the text's length when it ends too early.
        path: Dotted path of the notation in a request.
    """

    code: ClassVar[str] = "bad_notation"

    def __init__(self, reason: str, text: str, position: int) -> None:
        """Quote the text and the position in the message."""
        super().__init__(f"{reason} at position {position + 1} of {text!r}")
        self.reason = reason
        self.text = text
        self.position = position
        self.path = "hand"

    def below(self, place: str) -> Self:
        """Return the error as one of a larger request, in which the hand's own request stands at a place."""
        self.path = f"{place}.{self.path}"
        return self


class RequestError(EngineError):
    """A request has the wrong shape.

    Attributes:
        path: Dotted path of the offending field, empty for the request itself.
        reason: The message without the path.
    """

    code: ClassVar[str] = "bad_request"

    def __init__(self, message: str, path: str = "") -> None:
        """Name the field in the message."""
        super().__init__(f"{path}: {message}" if path else message)
        self.path = path
        self.reason = message

    def below(self, place: str) -> Self:
        """Return the error as one of a larger request, in which the request it is about stands at a place."""
        separator = "." if self.path else ": "
        self.message = f"{place}{separator}{self.message}"
        self.path = f"{place}.{self.path}" if self.path else place
        self.args = (self.message,)
        return self


class RequestValueError(RequestError):
    """A request has the right shape, but a value cannot be used."""

    code: ClassVar[str] = "bad_value"


class SettlementError(RequestValueError):
    """A deal cannot be settled: its hands or scores contradict each other, or do not tell enough."""

    code: ClassVar[str] = "cannot_settle"


class OptionError(EngineError):
    """A rule set has no such option, or the option cannot have that value.

    Attributes:
        option: Name of the option.
    """

    code: ClassVar[str] = "bad_option"

    def __init__(self, message: str, option: str) -> None:
        """Keep the option's name."""
        super().__init__(message)
        self.option = option


@dataclass(frozen=True, slots=True)
class CardProblem:
    """One thing that is wrong with an American card.

    Attributes:
        message: What is wrong and what was expected.
        hand: Number of the table ``[[hand]]``, from 1; None for the card itself.
        line: Id of the printed line, empty when it has none that can be read.
        field: Name of the field, empty for the whole table or card.
        position: Index of the offending character in the field, from 0; None for the whole field.
    """

    message: str
    hand: int | None = None
    line: str = ""
    field: str = ""
    position: int | None = None

    @property
    def place(self) -> str:
        """Where it is, for people: ``hand 3 (line E1), pattern, position 5``."""
        parts = []
        if self.hand is not None:
            parts.append(f"hand {self.hand}" + (f" (line {self.line})" if self.line else ""))
        if self.field:
            parts.append(self.field)
        if self.position is not None:
            parts.append(f"position {self.position + 1}")
        return ", ".join(parts)

    def __str__(self) -> str:
        """Return place and message."""
        return f"{self.place}: {self.message}" if self.place else self.message


class CardError(EngineError):
    """An American card cannot be read.

    Attributes:
        source: What the card was read from, such as a file's name.
        problems: Everything that is wrong with it.
        path: Dotted path of the card in a request.
    """

    code: ClassVar[str] = "bad_card"

    def __init__(self, source: str, problems: Iterable[CardProblem] = ()) -> None:
        """Name the source and the first problems in the message."""
        self.source = source
        self.problems = tuple(problems)
        self.path = "card"
        shown = "; ".join(str(problem) for problem in self.problems[:_MOST_PROBLEMS])
        more = len(self.problems) - _MOST_PROBLEMS
        super().__init__(f"{source}: {shown}" + (f"; and {more} more" if more > 0 else ""))

    def below(self, place: str) -> Self:
        """Return the error as one of a larger request, in which the card's own request stands at a place."""
        self.path = f"{place}.{self.path}"
        return self


class RuleSetError(EngineError):
    """A rule set cannot be had."""

    code: ClassVar[str] = "rule_set_error"


class UnknownRuleSetError(RuleSetError):
    """No rule set has that name."""

    code: ClassVar[str] = "unknown_rule_set"


class RuleSetUnavailableError(RuleSetError):
    """The rule set is known, but cannot be used here."""

    code: ClassVar[str] = "rule_set_unavailable"
