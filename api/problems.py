"""Errors as RFC 9457 ``application/problem+json``, each with a stable ``code``.

======================== ====== =====================================================================
code                     status meaning
======================== ====== =====================================================================
bad_request              400    the body has the wrong shape: missing, unknown or mistyped fields
malformed_body           400    the body is no JSON or no multipart form
not_found                404    there is nothing at this path
unknown_rule_set         404    no rule set has this name, at ``/v1/rules/...``
method_not_allowed       405    the path does not take this method
body_too_large           413    the body is over the limit; reading stopped there
image_too_large          413    the photo is over the limit of bytes or pixels
unsupported_media_type   415    the body's content type is not what the route takes
not_an_image             415    the photo is in no supported image format
undecodable_image        422    the photo is truncated or damaged
bad_value                422    a field's value is outside its range
bad_notation             422    the hand's notation cannot be read; the detail quotes text and position
bad_option               422    the rule set has no such option or value
bad_card                 422    the American card cannot be read; ``errors`` has every problem with its place
bad_profile              422    what is said about a tile set cannot be used
profile_outdated         422    a tile set's profile was made with another reader
bad_label_config         422    a Label Studio project's labelling interface has no place or no labels for tiles
photo_refused            422    a Label Studio task's photo has an address that is not fetched
keeping_off              404    this service keeps no photos
other_site               403    a page of another site sent a photo to keep
unknown_rule_set         422    no rule set has this name
rule_set_unavailable     422    the rule set needs a package that is not installed
cannot_settle            422    the hands or scores of a deal contradict each other or do not tell enough
too_busy                 429    every worker is busy and the queue is full; see ``Retry-After``
internal_error           500    a defect of the service; the log has it under the request id
photo_unavailable        502    the Label Studio server does not give out a task's photo
keeping_full             507    the folder of kept photos holds as much as it may
models_loading           503    the models are being loaded; see ``Retry-After``
model_missing            503    a model file is not there
model_damaged            503    a model file differs from its recorded hash or cannot be loaded
model_mismatch           503    a model is not what this version expects
not_adaptable            503    the reader cannot be adapted to a tile set
model_error              503    the models cannot be used for another reason; the log has it
======================== ====== =====================================================================
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from api.wording import describe_faults
from api.workers import PoolFullError
from engine.errors import (
    CardError,
    CardProblem,
    EngineError,
    NotationError,
    OptionError,
    RequestError,
    RequestValueError,
)
from vision.errors import ImageTooLargeError, ModelError, NotAnImageError, VisionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fastapi import FastAPI
    from starlette.requests import Request

__all__ = [
    "PROBLEM_MEDIA_TYPE",
    "Problem",
    "ProblemResponse",
    "install_problem_handlers",
    "problem_responses",
    "validation_problem",
    "vision_problem",
]

PROBLEM_MEDIA_TYPE: Final = "application/problem+json"

SHAPE_ERRORS: Final = ("missing", "extra_forbidden", "value_error")
"""Pydantic error types that say that a body's shape is wrong (``value_error`` is a model's own validator, which
compares fields); so do all that end in ``_type``."""

SHOWN_ERRORS: Final = 3
"""Faults that the one sentence for people names; all of them are listed for programs."""

CARD_AS_TEXT: Final = "card.toml"
"""What the engine calls a card that a request writes as TOML."""

RETRY_STATUSES: Final = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)

UNEXPLAINED: Final = "There was an error parsing the body"
"""What the web framework says when a body is no text, or too deep or too long a number for its parser."""

CODES_BY_STATUS: Final = {404: "not_found", 405: "method_not_allowed", 413: "body_too_large"}


class Problem(HTTPException):
    """An error that is answered to the client.

    Attributes:
        status_code: The HTTP status.
        code: Stable machine-readable name.
        detail: What is wrong and what to do, for people.
        errors: For bodies: one entry a fault, ``{"pointer": "/context/seat", "detail": "..."}``.
    """

    def __init__(
        self,
        status: HTTPStatus,
        code: str,
        detail: str,
        *,
        headers: Mapping[str, str] | None = None,
        errors: Sequence[Mapping[str, object]] = (),
    ) -> None:
        """Keep what the answer says."""
        super().__init__(status_code=int(status), detail=detail, headers=dict(headers or {}))
        self.code = code
        self.errors = tuple(errors)

    def response(self, request_id: str | None) -> ProblemResponse:
        """Return the answer."""
        status = HTTPStatus(self.status_code)
        document: dict[str, object] = {
            "type": "about:blank",
            "title": status.phrase,
            "status": int(status),
            "detail": self.detail,
            "code": self.code,
        }
        if request_id is not None:
            document["request_id"] = request_id
        if self.errors:
            document["errors"] = [dict(error) for error in self.errors]
        return ProblemResponse(document, status_code=int(status), headers=self.headers)


class ProblemResponse(Response):
    """A problem document."""

    media_type = PROBLEM_MEDIA_TYPE

    def render(self, content: Mapping[str, object]) -> bytes:
        """Return ASCII JSON: what a client sent may hold characters that UTF-8 cannot encode."""
        return json.dumps(content).encode("ascii")


def vision_problem(error: VisionError) -> Problem:
    """Return the problem that a photo or the models have."""
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    if isinstance(error, NotAnImageError):
        status = HTTPStatus.UNSUPPORTED_MEDIA_TYPE
    elif isinstance(error, ImageTooLargeError):
        status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    elif isinstance(error, ModelError):
        status = HTTPStatus.SERVICE_UNAVAILABLE
    return Problem(status, error.code, error.message)


def engine_problem(error: EngineError) -> Problem:
    """Return the problem that a request to the engine has."""
    wrong_shape = isinstance(error, RequestError) and not isinstance(error, RequestValueError)
    status = HTTPStatus.BAD_REQUEST if wrong_shape else HTTPStatus.UNPROCESSABLE_ENTITY
    return Problem(status, error.code, error.message, errors=_places(error))


def _places(error: EngineError) -> list[dict[str, Any]]:
    """Return where in the body an engine's error is."""
    if isinstance(error, NotationError):
        return [{"pointer": _pointer(error.path.split(".")), "detail": error.reason, "position": error.position}]
    if isinstance(error, RequestError) and error.path:
        parts = error.path.replace("[", ".").replace("]", "").split(".")
        return [{"pointer": _pointer(parts), "detail": error.message}]
    if isinstance(error, OptionError):
        return [{"pointer": _pointer(["options", error.option]), "detail": error.message}]
    if isinstance(error, CardError):
        return [_place_in_card(error, problem) for problem in error.problems]
    return []


def _place_in_card(error: CardError, problem: CardProblem) -> dict[str, Any]:
    """Return where in the body a problem of a card is: its field, or the whole text where the card is TOML."""
    card = error.path.split(".")
    if error.source == CARD_AS_TEXT:
        return {"pointer": _pointer([*card, "toml"]), "detail": str(problem)}
    hand = [] if problem.hand is None else ["hand", str(problem.hand - 1)]
    place = {"pointer": _pointer([*card, *hand, *filter(None, [problem.field])]), "detail": problem.message}
    return place if problem.position is None else {**place, "position": problem.position}


def validation_problem(errors: Sequence[Mapping[str, Any]], body: object) -> Problem:
    """Return the problem of a body that does not validate: 400 for its shape, 422 for its values."""
    # FastAPI's own: the place is the body and an offset. A form's field that is no JSON is named by its name.
    if any(error["type"] == "json_invalid" and isinstance(error["loc"][-1], int) for error in errors):
        detail = f"the body is not valid JSON: {errors[0]['ctx']['error']}"
        return Problem(HTTPStatus.BAD_REQUEST, "malformed_body", detail)
    found: dict[str, list[Mapping[str, Any]]] = {}
    for error in errors:
        found.setdefault(_pointer(_place(error, body)), []).append(error)
    listed = [{"pointer": pointer, "detail": describe_faults(there)} for pointer, there in found.items()]
    summary = "; ".join(f"{entry['pointer'] or 'the body'}: {entry['detail']}" for entry in listed[:SHOWN_ERRORS])
    if len(listed) > SHOWN_ERRORS:
        summary += f"; and {len(listed) - SHOWN_ERRORS} more"
    if any(error["type"] in SHAPE_ERRORS or error["type"].endswith("_type") for error in errors):
        return Problem(HTTPStatus.BAD_REQUEST, "bad_request", summary, errors=listed)
    code = "unknown_rule_set" if any(_names_no_rule_set(error) for error in errors) else "bad_value"
    return Problem(HTTPStatus.UNPROCESSABLE_ENTITY, code, summary, errors=listed)


def _names_no_rule_set(error: Mapping[str, Any]) -> bool:
    """Return whether a body's ``rules`` is a text, but no rule set's name."""
    is_rules = list(error["loc"][1:]) == ["rules"]
    return is_rules and error["type"] == "literal_error" and isinstance(error["input"], str)


def _place(error: Mapping[str, Any], body: object) -> list[str | int]:
    """Return where in the body an error is: its location without pydantic's names for branches of a union."""
    place: list[str | int] = []
    node = body
    for part in error["loc"][1:]:
        if isinstance(node, str):
            node = _json_or_none(node)
        if (isinstance(node, Mapping) and part in node) or (isinstance(node, list) and isinstance(part, int)):
            node = node[part]
        elif not (error["type"] == "missing" and part == error["loc"][-1]):
            continue
        place.append(part)
    return place


def _json_or_none(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _pointer(place: Sequence[str | int]) -> str:
    """Return an RFC 6901 pointer."""
    parts = (str(part).replace("~", "~0").replace("/", "~1") for part in place)
    return "".join(f"/{part}" for part in parts)


def http_problem(error: HTTPException) -> Problem:
    """Return the problem behind an exception of the web framework."""
    if isinstance(error, Problem):
        return error
    status = HTTPStatus(error.status_code)
    code = CODES_BY_STATUS.get(
        error.status_code, "malformed_body" if error.status_code == HTTPStatus.BAD_REQUEST else ""
    )
    details = {404: "there is nothing at this path", 405: "this path does not take this method; see the header Allow"}
    detail = details.get(error.status_code, str(error.detail))
    if detail == UNEXPLAINED:
        detail = "the body cannot be read; JSON is UTF-8 text, not nested too deeply, without endless numbers"
    return Problem(status, code or status.phrase.lower().replace(" ", "_"), detail, headers=error.headers)


def problem_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return OpenAPI's description of the problems a route may answer."""
    return {status: _problem_response(HTTPStatus(status)) for status in statuses}


def _problem_response(status: HTTPStatus) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/ProblemDocument"}
    described: dict[str, Any] = {
        "description": status.phrase,
        "content": {PROBLEM_MEDIA_TYPE: {"schema": schema}},
    }
    if status in RETRY_STATUSES:
        described["headers"] = {
            "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer", "minimum": 1}}
        }
    return described


def install_problem_handlers(app: FastAPI, *, retry_after_s: int) -> None:
    """Answer every expected exception of an application with a problem document."""

    def answer(request: Request, problem: Problem) -> Response:
        request.state.problem_code = problem.code
        return problem.response(getattr(request.state, "request_id", None))

    async def on_http(request: Request, error: HTTPException) -> Response:
        problem = http_problem(error)
        path = getattr(request.scope.get("route"), "path", None)
        described = app.openapi()["paths"].get(path) if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED else None
        if described:
            # The framework names the methods of the first of several routes with the same path.
            problem.headers = {**(problem.headers or {}), "Allow": ", ".join(sorted(map(str.upper, described)))}
        return answer(request, problem)

    async def on_validation(request: Request, error: RequestValidationError) -> Response:
        return answer(request, validation_problem(error.errors(), error.body))

    async def on_vision(request: Request, error: VisionError) -> Response:
        return answer(request, vision_problem(error))

    async def on_engine(request: Request, error: EngineError) -> Response:
        return answer(request, engine_problem(error))

    async def on_busy(request: Request, _error: PoolFullError) -> Response:
        detail = f"every worker is busy; try again in {retry_after_s} s"
        headers = {"Retry-After": str(retry_after_s)}
        return answer(request, Problem(HTTPStatus.TOO_MANY_REQUESTS, "too_busy", detail, headers=headers))

    handlers: dict[type[Exception], Any] = {
        HTTPException: on_http,
        RequestValidationError: on_validation,
        VisionError: on_vision,
        EngineError: on_engine,
        PoolFullError: on_busy,
    }
    for exception, handler in handlers.items():
        app.add_exception_handler(exception, handler)
