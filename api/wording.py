"""What the validator of bodies finds, in words that quote the value and say what is expected instead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from starlette.datastructures import UploadFile

from api.schemas import TILE_PATTERN
from engine.errors import quote

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["describe_faults"]

WANTED: Final = {
    "bool_type": "true or false",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "string_type": "a text",
    "json_type": "a text",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
}
"""What a value has to be, by the validator's name for the fault."""

PHRASES: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "missing": lambda error: "this field is needed" if error["loc"][1:] else "a body is needed",
    "extra_forbidden": lambda _: "there is no such field",
    "greater_than_equal": lambda error: f"{quote(error['input'])} is less than {error['ctx']['ge']}",
    "less_than_equal": lambda error: f"{quote(error['input'])} is more than {error['ctx']['le']}",
    "string_too_long": lambda error: (
        f"{len(error['input'])} characters are too many, at most {error['ctx']['max_length']} are read"
    ),
    "too_long": lambda error: (
        f"{error['ctx']['actual_length']} entries are too many, at most {error['ctx']['max_length']} are read"
    ),
    "too_short": lambda error: f"{error['ctx']['actual_length']} of {error['ctx']['min_length']} entries are there",
    "json_invalid": lambda error: f"this is not valid JSON: {error['ctx']['error']}",
    "string_unicode": lambda _: "the text holds half of a surrogate pair, which is no character",
}


def describe_faults(errors: Sequence[Mapping[str, Any]]) -> str:
    """Return what is wrong at one place of a body.

    Args:
        errors: What the validator says about that place; several where a value may be of several types.

    >>> describe_faults([{"type": "int_type", "loc": ("body", "honba"), "msg": "", "input": "2"}])
    "a whole number is expected, not '2'"
    """
    wanted = list(dict.fromkeys(name for error in errors if (name := _wanted(error)) is not None))
    if len(wanted) == 0:
        return "; ".join(dict.fromkeys(_phrase(error) for error in errors))
    value = next(error["input"] for error in errors if _wanted(error) is not None)
    listed = f"{', '.join(wanted[:-1])} or {wanted[-1]}" if len(wanted) > 1 else wanted[0]
    if isinstance(value, UploadFile):
        return f"{listed} is expected, not a file; send it as an ordinary field, without a file name"
    return f"{listed} is expected, not {'null' if value is None else quote(value)}"


def _wanted(error: Mapping[str, Any]) -> str | None:
    """Return what the value has to be, None where the fault is another one."""
    if error["type"] == "literal_error":
        return str(error["ctx"]["expected"])
    if error["type"] == "value_error" and "UploadFile" in error["msg"]:
        return "a file with a file name"
    return WANTED.get(error["type"])


def _phrase(error: Mapping[str, Any]) -> str:
    if error["type"] in PHRASES:
        return PHRASES[error["type"]](error)
    if error["type"] == "string_pattern_mismatch" and error["ctx"]["pattern"] == TILE_PATTERN:
        return f"{quote(error['input'])} is not a tile code; tile codes look like '5m', '1z', '0p', '2f', '1j' or '0x'"
    return str(error["msg"]).removeprefix("Value error, ")
