"""The OpenAPI document: FastAPI's, with the problem document every route may answer.

``python -m api.openapi docs/openapi.json`` writes it as it is committed; without a path it is printed.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from fastapi.openapi.utils import get_openapi

from api.answers import ProblemDocument
from api.source import source_offer_markdown

if TYPE_CHECKING:
    from fastapi import FastAPI

__all__ = ["make_openapi", "render_openapi"]

TITLE: Final = "Tilesight"

API_VERSION: Final = "1.0.0"
"""Version of the contract under ``/v1``, not of the program."""

DESCRIPTION: Final = """\
A photo of a rack of mahjong tiles becomes tile codes, the hand, its score and the best discard.

Tile codes: `1m`-`9m` characters, `1p`-`9p` circles, `1s`-`9s` bamboos, `1z`-`4z` winds (east, south, west, north),
`5z`-`7z` dragons (white, green, red), `0m` `0p` `0s` red fives, `1f`-`4f` flowers, `5f`-`8f` seasons, `1j` joker,
`0x` tile back, `??` unreadable.

Errors are RFC 9457 problem documents with a stable `code`. A hand that can be read but breaks the game's rules is
no error: it is answered 200 with status `invalid` and its faults. Every answer carries `X-Request-ID`.
"""


def make_openapi(app: FastAPI, *, source_url: str | None = None) -> dict[str, Any]:
    """Return the OpenAPI document of an application.

    Args:
        app: The application.
        source_url: Where users get its source, None to have them ask whoever runs it.
    """
    document = get_openapi(
        title=TITLE,
        version=API_VERSION,
        summary="Mahjong tiles from photos, scores and advice.",
        description=f"{DESCRIPTION}\n{source_offer_markdown(source_url)}\n",
        license_info={"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
        routes=app.routes,
    )
    schemas = document.setdefault("components", {}).setdefault("schemas", {})
    problem = ProblemDocument.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas.update(problem.pop("$defs", {}))
    schemas["ProblemDocument"] = problem
    _drop_framework_errors(document)
    return document


def _drop_framework_errors(document: dict[str, Any]) -> None:
    """Take out the validation errors of FastAPI's own shape, which this service never answers."""
    for name in ("HTTPValidationError", "ValidationError"):
        document["components"]["schemas"].pop(name, None)
    for path in document["paths"].values():
        for operation in path.values():
            if "HTTPValidationError" in str(operation["responses"].get("422")):
                del operation["responses"]["422"]


def render_openapi(document: dict[str, Any]) -> str:
    """Return the document as it is committed: sorted keys, so that a change is a readable difference."""
    return json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def main() -> None:
    """Write the document of the application to the file named on the command line, or print it."""
    from api.main import create_app  # noqa: PLC0415 - the application imports this module
    from api.settings import Settings  # noqa: PLC0415

    text = render_openapi(make_openapi(create_app(Settings())))
    if sys.argv[1:]:
        Path(sys.argv[1]).write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
