"""``tilesight settle``: who pays whom when a deal is over."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from api.cards import with_card
from api.commands.context import RulesOption
from api.commands.output import ExitStatus, Failure, JsonOption, answering, print_document, report
from api.service import settle_request
from engine.errors import RequestError, RequestValueError, quote

if TYPE_CHECKING:
    from api.service import Document

__all__ = ["settle"]


def settle(
    file: Annotated[
        str, typer.Argument(metavar="FILE|-", help="The players' scores or hands, a body of /v1/settle; - is stdin.")
    ],
    *,
    rules: RulesOption,
    as_json: JsonOption = False,
) -> None:
    """Who pays whom when several players score."""
    with answering(as_json=as_json):
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        try:
            body = json.loads(content.decode("utf-8-sig"))
        except (ValueError, RecursionError) as error:
            _refuse(Failure("malformed_body", f"this is no JSON: {error}", ExitStatus.UNANSWERABLE), as_json=as_json)
        settlement = settle_request(_request(body, rules, None if file == "-" else Path(file).parent))
    if as_json:
        print_document(settlement)
        return
    from api.commands import tables  # noqa: PLC0415 - rich, for people only

    tables.print_view(tables.settlement_view(settlement))


def _refuse(failure: Failure, *, as_json: bool) -> NoReturn:
    """Say why there is no answer, and end."""
    report(failure)
    if as_json:
        print_document(failure.document())
    raise typer.Exit(failure.status)


def _request(body: Any, rules: str, folder: Path | None) -> Document:  # noqa: ANN401 - any JSON value
    """Return the request with the rule set of the command line, and with the cards that its hands name as files.

    Args:
        body: The request.
        rules: The rule set of the command line.
        folder: Where the request came from: cards may lie there too.

    Raises:
        RequestError: It is no object.
        RequestValueError: It names other rules than the command line, or a card's file cannot be read.
        CardError: A file holds no card that can be read.
    """
    if not isinstance(body, dict):
        message = "an object is expected: the players' scores or hands"
        raise RequestError(message)
    if body.get("rules", rules) != rules:
        message = f"the file is about {quote(body['rules'])}, but --rules says {rules}; correct one of them"
        raise RequestValueError(message, "rules")
    request = {**body, "rules": rules}
    if isinstance(request.get("hands"), dict):
        request["hands"] = {
            seat: with_card(hand, folder, path=f"hands.{seat}.card") if isinstance(hand, dict) else hand
            for seat, hand in request["hands"].items()
        }
    return request
