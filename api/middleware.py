"""What happens around every request: identity, log, counters, security headers, limits of the body.

Plain ASGI classes, because they see the stream itself: a body over its limit is refused while it arrives.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
import uuid
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers, MutableHeaders

from api.problems import Problem
from engine.errors import quote

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from api.logs import Logger
    from api.metrics import Metrics

__all__ = ["REQUEST_ID_HEADER", "BodyLimits", "BodyRule", "RequestRecorder", "SecurityHeaders"]

REQUEST_ID_HEADER: Final = "X-Request-ID"
SANE_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._:-]{1,64}")
"""Request ids from outside end up in logs: no spaces, no control characters, not long."""

UNMATCHED_ROUTE: Final = "unmatched"
"""Label of requests to no known path, so that scanners cannot make counters without end."""

COUNTED_METHODS: Final = frozenset({"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"})
"""Methods with a label of their own, for the same reason."""

DRAIN_S: Final = 10
"""Seconds that a client gets to send the rest of a body that is refused."""

MAX_LOGGED_PATH: Final = 200
"""Characters of a path in the log."""


class RequestRecorder:
    """Gives each request an id, logs and counts it, and answers defects with a problem document."""

    def __init__(self, app: ASGIApp, *, logger: Logger, metrics: Metrics) -> None:
        """Wrap ``app``."""
        self._app = app
        self._logger = logger
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.perf_counter()
        given = Headers(scope=scope).get(REQUEST_ID_HEADER, "")
        request_id = given if SANE_REQUEST_ID.fullmatch(given) else uuid.uuid4().hex
        state = scope.setdefault("state", {})
        state["request_id"] = request_id
        status: int | None = None

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[REQUEST_ID_HEADER] = request_id
            await send(message)

        try:
            await self._app(scope, receive, send_with_id)
        except Exception as error:
            # The last line of defence: whatever went wrong, the client learns only that and the id.
            self._logger.exception("unexpected_error", request_id=request_id, exc_info=error)
            if status is None:
                detail = f"a defect of the service; its log has more under the request id {request_id}"
                problem = Problem(HTTPStatus.INTERNAL_SERVER_ERROR, "internal_error", detail)
                state["problem_code"] = problem.code
                await problem.response(request_id)(scope, receive, send_with_id)
            else:
                raise
        finally:
            self._record(scope, status, time.perf_counter() - started)

    def _record(self, scope: Scope, status: int | None, seconds: float) -> None:
        # The client went away before an answer began: nginx's number for it.
        status = 499 if status is None else status
        route = getattr(scope.get("route"), "path", UNMATCHED_ROUTE)
        method = scope["method"] if scope["method"] in COUNTED_METHODS else "other"
        self._metrics.requests.labels(method, route, status).inc()
        self._metrics.duration.labels(method, route).observe(seconds)
        state = scope["state"]
        client = scope.get("client")
        self._logger.info(
            "request",
            request_id=state["request_id"],
            method=scope["method"],
            path=scope["path"][:MAX_LOGGED_PATH],
            route=route,
            status=status,
            duration_ms=round(seconds * 1000, 1),
            client=client[0] if client else None,
            **{name: state[name] for name in ("problem_code", "tiles") if name in state},
        )


class SecurityHeaders:
    """Adds the headers that keep a browser from doing more with an answer than it should."""

    HEADERS: Final[Mapping[str, str]] = {
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
        "Content-Security-Policy": (
            "default-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; object-src 'none'; "
            "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        ),
    }

    def __init__(self, app: ASGIApp) -> None:
        """Wrap ``app``."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self.HEADERS.items():
                    headers.setdefault(name, value)
                # Answers hold a person's hand or the state of a moment; the page's files say how long they hold.
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, receive, send_with_headers)


@dataclass(frozen=True, slots=True)
class BodyRule:
    """What a path takes: the media type of its body, and the body's largest size in bytes."""

    media_type: str | None
    max_bytes: int


class BodyLimits:
    """Refuses bodies of the wrong type (415) or size (413), the size also while the body arrives."""

    def __init__(self, app: ASGIApp, *, rules: Mapping[str, BodyRule], default: BodyRule) -> None:
        """Wrap ``app``, with a rule a path."""
        self._app = app
        self._rules = rules
        self._default = default

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        rule = self._rules.get(scope["path"], self._default)
        problem = self._refusal(scope, rule)
        if problem is not None:
            scope["state"]["problem_code"] = problem.code
            if self._sends_on(scope, rule):
                await _drain(receive, rule.max_bytes + DRAIN_BYTES)
            await problem.response(scope["state"].get("request_id"))(scope, receive, send)
            return
        received = 0

        async def receive_limited() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > rule.max_bytes:
                if message.get("more_body", False):
                    await _drain(receive, DRAIN_BYTES)
                raise _too_large(rule)
            return message

        await self._app(scope, receive_limited, send)

    @staticmethod
    def _refusal(scope: Scope, rule: BodyRule) -> Problem | None:
        headers = Headers(scope=scope)
        length = headers.get("content-length", "")
        if length.isdecimal() and int(length) > rule.max_bytes:
            return _too_large(rule)
        given = headers.get("content-type", "").partition(";")[0].strip().lower()
        empty = not given and length in {"", "0"} and "transfer-encoding" not in headers
        if rule.media_type is not None and scope["method"] == "POST" and given != rule.media_type and not empty:
            said = f"the body is {quote(given)}" if given else "the body has no Content-Type"
            detail = f"{said}; this path takes {rule.media_type}"
            return Problem(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", detail)
        return None

    @staticmethod
    def _sends_on(scope: Scope, rule: BodyRule) -> bool:
        """Return whether the client is sending a body that is worth reading to its end."""
        headers = Headers(scope=scope)
        if headers.get("expect", "").lower() == "100-continue":
            return False
        length = headers.get("content-length", "")
        return "transfer-encoding" in headers or (length.isdecimal() and int(length) <= rule.max_bytes + DRAIN_BYTES)


async def _drain(receive: Receive, most_bytes: int) -> None:
    """Read and drop the rest of a refused body, up to a bound in bytes and seconds.

    Many clients listen only when they have sent everything. If the connection were closed before, they would see it
    reset, and never the answer that says why.
    """
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(DRAIN_S):
            while most_bytes > 0:
                message = await receive()
                if message["type"] != "http.request" or not message.get("more_body", False):
                    return
                most_bytes -= len(message.get("body", b""))


def _too_large(rule: BodyRule) -> Problem:
    # What is left of the body after the bound is not read: the connection cannot be used for another request.
    return Problem(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        "body_too_large",
        f"the body is larger than the limit of {rule.max_bytes} bytes",
        headers={"Connection": "close"},
    )


DRAIN_BYTES: Final = 16 * 1024 * 1024
"""A refused body is read to its end when no more than this is left: a whole photo sent to the wrong path, say."""
