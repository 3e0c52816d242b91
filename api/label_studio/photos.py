"""Photos of tasks, fetched from the one Label Studio server the operator named, and from nowhere else.

Whoever can reach this service can send it addresses. So that it cannot be made to open others (cloud metadata, a
database beside it), a photo's address is taken apart and held against the server's: same scheme, host and port, and a
path under which Label Studio keeps photos. The same holds for each redirect. The token goes to that server only.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import threading
import time
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPException
from typing import TYPE_CHECKING, Final
from urllib.error import HTTPError, URLError
from urllib.parse import quote as percent_encode
from urllib.parse import unquote, unquote_to_bytes, urljoin, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from api.problems import Problem
from engine.errors import quote

if TYPE_CHECKING:
    from http.client import HTTPMessage, HTTPResponse
    from typing import IO

__all__ = ["PhotoHost", "photo_of_data_uri"]

PHOTO_PATHS: Final = re.compile(r"/(?:data|storage-data)/.+|/(?:tasks|projects)/\d+/(?:resolve|presign)/.*")
"""Where Label Studio serves uploaded files, local files, and files of a cloud storage that it passes through."""

CONNECT_S: Final = 10
"""Seconds without a byte from the server."""

WHOLE_S: Final = 60
"""Seconds for one photo in all: Label Studio itself waits 100 for a prediction."""

CHUNK_BYTES: Final = 64 * 1024
TOKEN_ANSWER_BYTES: Final = 64 * 1024

SCHEME_PORTS: Final = {"http": 80, "https": 443}

JWT_DOTS: Final = 2
"""A personal access token has three parts; the older, legacy one has none."""

ADDRESS_CHARACTERS: Final = "%/:?#[]@!$&'()*+,;="
"""What an address may hold besides letters, digits and ``_.-~``; anything else, spaces for instance, is encoded."""

NOT_ALLOWED: Final = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN)


def photo_of_data_uri(uri: str) -> bytes:
    """Return the bytes in a ``data:`` address.

    Raises:
        Problem: 422 ``photo_refused``: it holds none.

    >>> photo_of_data_uri("data:text/plain;base64,aGk=")
    b'hi'
    """
    header, comma, payload = uri.partition(",")
    if not comma:
        detail = "the data: address has no comma, so that there are no bytes in it"
        raise _refused(detail)
    if not header.endswith(";base64"):
        return unquote_to_bytes(payload)
    try:
        return base64.b64decode(payload, validate=True)
    except (binascii.Error, ValueError):
        detail = "the data: address says that it is base64, but it is not"
        raise _refused(detail) from None


@dataclass(frozen=True, slots=True)
class _Origin:
    """Scheme, host and port of an address."""

    scheme: str
    host: str
    port: int

    @classmethod
    def of(cls, url: str) -> _Origin | None:
        """Return an address's origin, None where it is no plain web address (user names in it are none either)."""
        try:
            parts = urlsplit(url)
            port = parts.port or SCHEME_PORTS.get(parts.scheme, 0)
        except ValueError:
            return None
        if not port or not parts.hostname or "@" in parts.netloc or parts.scheme not in SCHEME_PORTS:
            return None
        return cls(parts.scheme, parts.hostname, port)


class PhotoHost:
    """The Label Studio server. Used from several threads at once."""

    def __init__(self, url: str, token: str | None, *, max_bytes: int) -> None:
        """Take the server's address, the token for it (None: the one that projects bring), and a photo's limit."""
        self._url = url.rstrip("/")
        self._origin = _Origin.of(url)
        self._prefix = urlsplit(self._url).path
        self._max_bytes = max_bytes
        self._token = token
        self._is_fixed = token is not None
        self._bearer: str | None = None
        self._lock = threading.Lock()
        self._opener = build_opener(_Redirects(self))

    def take_token(self, token: str) -> None:
        """Use a project's token, unless the operator set one."""
        with self._lock:
            if not self._is_fixed and token != self._token:
                self._token, self._bearer = token, None

    def fetch(self, address: str) -> bytes:
        """Return the bytes at a photo's address.

        Args:
            address: A path on the server, or a whole address on it.

        Raises:
            Problem: 422 ``photo_refused``: the address is not on the server. 502 ``photo_unavailable``: the server does
                not give it out. 413 ``image_too_large``: it is too large.
        """
        url = self.resolve(address)
        try:
            return self._get(url)
        except HTTPError as error:
            if error.code not in NOT_ALLOWED or not self._forget_bearer():
                raise self._unavailable(url, error) from None
        except (HTTPException, OSError, ValueError) as error:
            raise self._unavailable(url, error) from None
        try:
            return self._get(url)
        except (HTTPException, OSError, ValueError) as error:
            raise self._unavailable(url, error) from None

    def resolve(self, address: str) -> str:
        """Return the whole address of a photo.

        Raises:
            Problem: 422 ``photo_refused``: it is not one of the server's photos.
        """
        url = self._joined(percent_encode(address, safe=ADDRESS_CHARACTERS))
        if url is None or _Origin.of(url) != self._origin:
            detail = (
                f"the photo's address {quote(address)} is not on the Label Studio server {self._url}; "
                "photos are fetched from there only (TILESIGHT_LABEL_STUDIO_URL)"
            )
            raise _refused(detail)
        path = unquote(urlsplit(url).path).removeprefix(self._prefix)
        if ".." in path.split("/") or not PHOTO_PATHS.fullmatch(path):
            detail = f"the photo's address {quote(address)} is no path under which Label Studio keeps photos"
            raise _refused(detail)
        return url

    def _joined(self, address: str) -> str | None:
        """Return a whole address, None where it cannot be taken apart."""
        if self._prefix and address.startswith("/") and not address.startswith(f"{self._prefix}/"):
            address = self._prefix + address
        try:
            return urljoin(f"{self._url}/", address)
        except ValueError:
            return None

    def _get(self, url: str) -> bytes:
        authorization = self._authorization()
        headers = {"Authorization": authorization} if authorization else {}
        request = Request(url, headers=headers)  # noqa: S310 - resolve() lets http and https of one host through
        with self._opener.open(request, timeout=CONNECT_S) as response:
            return _read(response, self._max_bytes)

    def _authorization(self) -> str | None:
        """Return the header that the token gives: a personal access token is exchanged for a short-lived one first."""
        with self._lock:
            token, bearer = self._token, self._bearer
        if token is None:
            return None
        if token.count(".") != JWT_DOTS:
            return f"Token {token}"
        if bearer is None:
            bearer = self._exchange(token)
            with self._lock:
                self._bearer = bearer
        return f"Bearer {bearer}"

    def _exchange(self, token: str) -> str:
        body = json.dumps({"refresh": token}).encode()
        headers = {"Content-Type": "application/json"}
        request = Request(f"{self._url}/api/token/refresh/", data=body, headers=headers)  # noqa: S310 - the operator's
        with self._opener.open(request, timeout=CONNECT_S) as response:
            answer = json.loads(response.read(TOKEN_ANSWER_BYTES))
        if not isinstance(answer, dict) or not isinstance(answer.get("access"), str):
            message = "the token was not exchanged for an access token"
            raise ValueError(message)  # noqa: TRY004 - an answer, not an argument
        return str(answer["access"])

    def _forget_bearer(self) -> bool:
        """Forget a short-lived token, which may be over; return whether there was one."""
        with self._lock:
            had_one, self._bearer = self._bearer is not None, None
        return had_one

    def _unavailable(self, url: str, error: Exception) -> Problem:
        if isinstance(error, HTTPError):
            error.close()
            if error.code in NOT_ALLOWED:
                reason = (
                    f"it answers {error.code}: set TILESIGHT_LABEL_STUDIO_TOKEN to an access token of a user "
                    "who may see the project"
                )
            else:
                reason = f"it answers {error.code}"
        elif isinstance(error, URLError):
            reason = str(error.reason)
        else:
            reason = str(error)
        where = urlsplit(url).path.removeprefix(self._prefix)
        detail = f"the Label Studio server {self._url} does not give out the photo {quote(where)}: {reason}"
        return Problem(HTTPStatus.BAD_GATEWAY, "photo_unavailable", detail)


class _Redirects(HTTPRedirectHandler):
    """Follows a redirect where the new address is one of the server's photos too."""

    max_redirections = 3

    def __init__(self, host: PhotoHost) -> None:
        self._host = host

    def redirect_request(  # noqa: PLR0913, PLR0917 - as urllib calls it
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        if urlsplit(newurl).path.endswith("/user/login/"):
            # How Label Studio's pages answer whom they do not know.
            raise HTTPError(req.full_url, HTTPStatus.UNAUTHORIZED, msg, headers, fp)
        self._host.resolve(newurl)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _read(response: HTTPResponse, max_bytes: int) -> bytes:
    """Read an answer, never more than its limit in bytes and seconds."""
    until = time.monotonic() + WHOLE_S
    photo = bytearray()
    while chunk := response.read(CHUNK_BYTES):
        photo += chunk
        if len(photo) > max_bytes:
            raise _too_large(max_bytes)
        if time.monotonic() > until:
            message = f"it took more than {WHOLE_S} s"
            raise TimeoutError(message)
    if response.length:
        # What was announced and did not come; reading by chunks does not say so.
        message = f"it broke off after {len(photo):,} bytes"
        raise ConnectionError(message)
    return bytes(photo)


def _refused(detail: str) -> Problem:
    return Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "photo_refused", detail)


def _too_large(max_bytes: int) -> Problem:
    detail = f"the photo has more than {max_bytes:,} bytes, the limit; save it smaller or as JPEG"
    return Problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "image_too_large", detail)
