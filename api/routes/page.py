"""The page for phones and the files it is made of."""

from __future__ import annotations

import json
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from api.problems import Problem
from api.source import source_offer_html
from api.state import State
from api.static_files import StaticTree, read_static_tree

if TYPE_CHECKING:
    from api.static_files import StaticFile

__all__ = ["STATIC_DIR", "router"]

STATIC_DIR: Final = Path(__file__).resolve().parents[1] / "static"

KEEP: Final = "public, max-age=31536000, immutable"
"""For paths that name the contents."""

ASK_AGAIN: Final = "no-cache"
"""For paths whose contents change: a browser keeps them, and asks each time whether they still hold."""

FIRST_SCRIPT: Final = '<script type="module"'

router = APIRouter(tags=["page"])


@router.get("/", summary="The page", response_class=HTMLResponse)
def page(request: Request, service: State) -> HTMLResponse:
    """Answer the page: from a photo of the rack to the answer, and the score sheet of a game."""
    tree = _tree(request)
    text = tree.files["index.html"].content.decode()
    # All at once, where a browser would find one module's imports only when it has that module.
    preloads = "".join(f'<link rel="modulepreload" href="/static/{name}">\n' for name in tree.modules)
    text = text.replace(FIRST_SCRIPT, preloads + FIRST_SCRIPT)
    text = text.replace('"/static/', f'"/static/{tree.version}/')
    return HTMLResponse(text.replace(source_offer_html(None), source_offer_html(service.settings.source_url)))


@router.get("/sw.js", include_in_schema=False)
def service_worker(request: Request) -> Response:
    """Answer the service worker, which has to lie at the root to see all requests of the page.

    What it needs to know stands in its first line, so that it differs whenever a file of the page does, and browsers
    notice.
    """
    tree = _tree(request)
    script = tree.files.get("sw.js")
    if script is None:
        raise _not_there()
    facts = json.dumps({"version": tree.version, "files": sorted(tree.files)})
    body = f"self.TILESIGHT = {facts};\n".encode() + script.content
    return Response(body, media_type="text/javascript", headers={"Cache-Control": ASK_AGAIN})


@router.api_route("/static/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
async def static_file(request: Request, path: str) -> Response:
    """Answer a file of the page."""
    tree: StaticTree = getattr(request.app.state, "static_tree", None) or _tree(request)
    version, _, rest = path.partition("/")
    if version == tree.version and rest in tree.files:
        return _file_response(request, tree.files[rest], KEEP)
    # A page that was opened before the program was replaced asks for its old version, and gets what there is.
    file = tree.files.get(path) or tree.files.get(rest)
    if file is None:
        raise _not_there()
    return _file_response(request, file, ASK_AGAIN)


def _tree(request: Request) -> StaticTree:
    """Return the files, read again when one has changed."""
    state = request.app.state
    state.static_tree = read_static_tree(STATIC_DIR, getattr(state, "static_tree", None))
    tree: StaticTree = state.static_tree
    return tree


def _file_response(request: Request, file: StaticFile, cache_control: str) -> Response:
    headers = {"Cache-Control": cache_control, "ETag": file.etag}
    if file.compressed is not None:
        headers["Vary"] = "Accept-Encoding"
    if file.etag in request.headers.get("If-None-Match", ""):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    if file.compressed is not None and "gzip" in request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(file.compressed, media_type=file.media_type, headers=headers)
    return Response(file.content, media_type=file.media_type, headers=headers)


def _not_there() -> Problem:
    return Problem(HTTPStatus.NOT_FOUND, "not_found", "there is nothing at this path")
