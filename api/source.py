"""The offer of the program's source that the AGPL (section 13) asks of whoever serves it over a network."""

from __future__ import annotations

import html
from typing import Final

__all__ = ["source_offer_html", "source_offer_markdown"]

LICENCE: Final = "Tilesight is free software (AGPL-3.0-or-later)"
ASK_OPERATOR: Final = f"{LICENCE}; ask whoever runs this service for its source."


def source_offer_html(source_url: str | None) -> str:
    """Return the offer for a page: a link, or whom to ask where the operator names no address.

    >>> source_offer_html("https://tiles.example/?a&b")
    'Tilesight is free software (AGPL-3.0-or-later); <a href="https://tiles.example/?a&amp;b">its source</a>.'
    """
    if source_url is None:
        return html.escape(ASK_OPERATOR)
    return f'{LICENCE}; <a href="{html.escape(source_url)}">its source</a>.'


def source_offer_markdown(source_url: str | None) -> str:
    """Return the offer for the description of the API.

    >>> source_offer_markdown("https://tiles.example/src")
    'Tilesight is free software (AGPL-3.0-or-later); [its source](<https://tiles.example/src>).'
    """
    return ASK_OPERATOR if source_url is None else f"{LICENCE}; [its source](<{source_url}>)."
