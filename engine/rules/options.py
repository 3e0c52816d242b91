"""Options of rule sets: typed, listable, checked.

A rule set's options are a frozen dataclass whose fields are made with :func:`option`. A preset is a named set of
values for some of them; the field ``preset``, if there is one, names it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from engine.errors import OptionError, quote

__all__ = [
    "OptionSpec",
    "OptionValue",
    "OptionsType",
    "build_options",
    "describe_options",
    "option",
    "read_option",
    "show_options",
]

OptionValue = bool | int | str
OptionKind = Literal["boolean", "integer", "choice"]
OptionsType = TypeVar("OptionsType")

_KEY = "option"


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """What can be chosen.

    Attributes:
        name: Name in requests and on the command line.
        default: Value without a choice; with presets, the default preset's value.
        description: One sentence for people.
        choices: The allowed values; empty for a free integer or a switch.
        minimum: Smallest integer allowed, if any.
        maximum: Largest integer allowed, if any.
    """

    name: str
    default: OptionValue
    description: str
    choices: tuple[OptionValue, ...] = ()
    minimum: int | None = None
    maximum: int | None = None

    @property
    def kind(self) -> OptionKind:
        """Whether this is a switch, a number or a choice."""
        if self.choices:
            return "choice"
        return "boolean" if isinstance(self.default, bool) else "integer"

    @property
    def allowed(self) -> str:
        """The allowed values for people."""
        if self.choices:
            return "one of " + ", ".join(str(choice) for choice in self.choices)
        if self.kind == "boolean":
            return "true or false"
        return f"a whole number from {self.minimum} to {self.maximum}"

    def check(self, value: object) -> OptionValue:
        """Return the value if it is allowed.

        Raises:
            OptionError: It is not.
        """
        if isinstance(value, bool | int | str) and type(value) is type(self.default) and self._fits(value):
            return value
        message = f"option {self.name!r} is {self.allowed}, not {quote(value)}"
        raise OptionError(message, self.name)

    def _fits(self, value: OptionValue) -> bool:
        if self.choices:
            return value in self.choices
        if self.minimum is None or self.maximum is None or not isinstance(value, int):
            return True
        return self.minimum <= value <= self.maximum


def option(
    default: OptionValue,
    description: str,
    *,
    choices: tuple[OptionValue, ...] = (),
    minimum: int = 0,
    maximum: int = 100_000,
) -> Any:  # noqa: ANN401 - a dataclass field takes the type of its annotation, as dataclasses.field itself
    """Return a dataclass field for one option; ``minimum`` and ``maximum`` are for free integers."""
    free = not choices and not isinstance(default, bool)
    metadata = {
        _KEY: {
            "default": default,
            "description": description,
            "choices": choices,
            "minimum": minimum if free else None,
            "maximum": maximum if free else None,
        },
    }
    return dataclasses.field(default=default, metadata=metadata)


def describe_options(options_type: type) -> tuple[OptionSpec, ...]:
    """Return the options of an options dataclass in the order of its fields."""
    return tuple(OptionSpec(name=field.name, **field.metadata[_KEY]) for field in dataclasses.fields(options_type))


def build_options(
    options_type: type[OptionsType],
    values: Mapping[str, object],
    presets: Mapping[str, Mapping[str, OptionValue]] | None = None,
) -> OptionsType:
    """Return checked options: the preset's values, then the given ones.

    Raises:
        OptionError: An option is unknown or has a value that is not allowed.
    """
    specs = {spec.name: spec for spec in describe_options(options_type)}
    for name in values:
        if name not in specs:
            message = f"there is no option {quote(name)}; the options are {', '.join(specs)}"
            raise OptionError(message, name)
    checked = {name: specs[name].check(value) for name, value in values.items()}
    if presets is None:
        return options_type(**checked)
    preset = checked.get("preset", specs["preset"].default)
    return options_type(**{**presets[str(preset)], **checked})


def read_option(spec: OptionSpec, text: str) -> OptionValue:
    """Return the value that a text such as ``true``, ``4`` or ``tenhou`` writes for an option.

    Raises:
        OptionError: The text is no allowed value.
    """
    value: OptionValue = text
    if isinstance(spec.default, bool):
        value = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}.get(text, text)
    elif isinstance(spec.default, int) and text.lstrip("-").isdecimal():
        value = int(text)
    return spec.check(value)


def show_options(options: object) -> dict[str, OptionValue]:
    """Return the options as plain values by name."""
    return {spec.name: getattr(options, spec.name) for spec in describe_options(type(options))}
