"""What a caller of the engine can do wrong.

::

    EngineError(ValueError)              .code, .message
    +-- TileError                        bad_tile              no such tile code
    +-- NotationError                    bad_notation          .text, .position: unreadable hand notation
    +-- RequestError                     bad_request           .path: wrong shape of a request (HTTP 400)
    |   +-- RequestValueError            bad_value             right shape, unusable value (HTTP 422)
    +-- OptionError                      bad_option            .option: unknown option or value of a rule set
    +-- RuleSetError                     rule_set_error
        +-- UnknownRuleSetError          unknown_rule_set      no rule set has that name
        +-- RuleSetUnavailableError      rule_set_unavailable  the rule set is known, but cannot be used here

A hand that breaks the rules of the game is no error: it gives an analysis with faults.
"""

from __future__ import annotations

from typing import ClassVar, Final

__all__ = [
    "EngineError",
    "NotationError",
    "OptionError",
    "RequestError",
    "RequestValueError",
    "RuleSetError",
    "RuleSetUnavailableError",
    "TileError",
    "UnknownRuleSetError",
    "quote",
]

_LONGEST_QUOTE: Final = 50
"""Characters of a wrong value that a message quotes."""


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
    """

    code: ClassVar[str] = "bad_notation"

    def __init__(self, reason: str, text: str, position: int) -> None:
        """Quote the text and the position in the message."""
        super().__init__(f"{reason} at position {position + 1} of {text!r}")
        self.reason = reason
        self.text = text
        self.position = position


class RequestError(EngineError):
    """A request has the wrong shape.

    Attributes:
        path: Dotted path of the offending field, empty for the request itself.
    """

    code: ClassVar[str] = "bad_request"

    def __init__(self, message: str, path: str = "") -> None:
        """Name the field in the message."""
        super().__init__(f"{path}: {message}" if path else message)
        self.path = path


class RequestValueError(RequestError):
    """A request has the right shape, but a value cannot be used."""

    code: ClassVar[str] = "bad_value"


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


class RuleSetError(EngineError):
    """A rule set cannot be had."""

    code: ClassVar[str] = "rule_set_error"


class UnknownRuleSetError(RuleSetError):
    """No rule set has that name."""

    code: ClassVar[str] = "unknown_rule_set"


class RuleSetUnavailableError(RuleSetError):
    """The rule set is known, but cannot be used here."""

    code: ClassVar[str] = "rule_set_unavailable"
