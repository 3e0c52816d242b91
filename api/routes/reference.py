"""The description of the API for people at ``/docs``: Swagger UI over ``/openapi.json``, from this machine alone.

Its files come with the package ``fastapi-offline``; what FastAPI does by itself takes them from a content network, and
starts them by a script in the page, which the content security policy forbids.
"""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse
from starlette.staticfiles import StaticFiles

__all__ = ["VIEWER_PATH", "make_viewer", "router"]

VIEWER_PATH: Final = "/docs/viewer"
"""Where the viewer's own files are served."""

PAGE: Final = f"""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tilesight: the API</title>
<link rel="icon" href="/static/icons/icon-192.png">
<link rel="stylesheet" href="{VIEWER_PATH}/swagger-ui.css">
<script src="{VIEWER_PATH}/swagger-ui-bundle.js" defer></script>
<script src="/docs/start.js" defer></script>
</head>
<body>
<div id="viewer"></div>
<noscript>The description itself: <a href="/openapi.json">openapi.json</a></noscript>
</body>
</html>
"""

SCRIPT: Final = """\
SwaggerUIBundle({ url: "/openapi.json", dom_id: "#viewer", deepLinking: true, validatorUrl: null });
"""

router = APIRouter(include_in_schema=False)


def make_viewer() -> StaticFiles:
    """Return what serves the viewer's files."""
    return StaticFiles(packages=[("fastapi_offline", "static")])


@router.get("/docs")
def reference() -> HTMLResponse:
    """Answer the page that shows the description."""
    return HTMLResponse(PAGE)


@router.get("/docs/start.js")
def start_viewer() -> Response:
    """Answer the script that starts the viewer."""
    return Response(SCRIPT, media_type="text/javascript")
