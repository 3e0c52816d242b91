"""American cards from files: what the command line and batches take, and HTTP does not."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine.errors import CardError, CardProblem, RequestValueError, quote

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.rules.american.card import Card

__all__ = ["PRACTICE_CARD", "describe_card", "load_card_file", "read_card", "with_card"]

PRACTICE_CARD: Final = "practice"
"""The card that comes with the program; every other text is the name of a file."""

_MOST_BYTES: Final = 1_000_000
"""A printed card takes about ten thousand; more is another file, or a device that never ends."""


def load_card_file(path: Path) -> Card:
    """Return the card in a file: JSON when its name ends in ``.json``, TOML otherwise.

    Raises:
        OSError: The file cannot be read.
        CardError: It holds no card that can be read.
    """
    with path.open("rb") as file:
        content = file.read(_MOST_BYTES + 1)
    return _load(content, str(path), is_json=path.suffix.lower() == ".json")


def read_card(text: str, folder: Path | None = None) -> object:
    """Return what an analysis request says for a card: the practice card by its name, or the card in a file.

    Args:
        text: ``practice`` or a file's name.
        folder: Where the file is looked for when it is not found from the working folder.

    Raises:
        OSError: The file cannot be read.
        CardError: It holds no card that can be read.
    """
    if text == PRACTICE_CARD:
        return text
    path = Path(text)
    if folder is not None and not path.exists() and (folder / path).exists():
        path = folder / path
    return load_card_file(path)


def with_card(request: Mapping[str, Any], folder: Path | None = None, *, path: str = "card") -> dict[str, Any]:
    """Return a request with the card in the file that it names, if it names one.

    Args:
        request: A request for an analysis.
        folder: As :func:`read_card` takes it.
        path: Where the card stands in the whole request.

    Raises:
        RequestValueError: The file cannot be read.
        CardError: It holds no card that can be read.
    """
    name = request.get("card")
    if not isinstance(name, str):
        return dict(request)
    try:
        return {**request, "card": read_card(name, folder)}
    except CardError:
        raise
    except (OSError, ValueError) as error:  # ValueError: no name of a file
        message = f"the card {quote(name)} cannot be read: {getattr(error, 'strerror', None) or error}"
        raise RequestValueError(message, path) from None


def describe_card(card: Card) -> dict[str, Any]:
    """Return a card's hands by section as a JSON object."""
    from engine.rules.american.listing import list_card  # noqa: PLC0415 - numpy

    return list_card(card)


@lru_cache(maxsize=4)
def _load(content: bytes, source: str, *, is_json: bool) -> Card:
    """Return the card that a file's content is; the last ones are kept for batches, whose lines share theirs."""
    from engine.rules.american.loading import load_card, load_card_toml  # noqa: PLC0415 - numpy

    if len(content) > _MOST_BYTES:
        raise CardError(source, [CardProblem(f"the file is larger than {_MOST_BYTES:,} bytes; this is no card")])
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CardError(source, [CardProblem(f"this is no UTF-8 text, see byte {error.start + 1}")]) from None
    if not is_json:
        return load_card_toml(text, source)
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise CardError(source, [CardProblem(f"this is no JSON: {error.msg} at {where}")]) from None
    except (ValueError, RecursionError) as error:
        raise CardError(source, [CardProblem(f"this is no JSON: {error}")]) from None
    if not isinstance(document, dict):
        raise CardError(source, [CardProblem("a card is an object with name, year, sections and hand")])
    return load_card(document, source)
