"""The authority that phones may trust, so that they open the page by HTTPS without a warning."""

from __future__ import annotations

import ssl
from http import HTTPStatus

from fastapi import APIRouter
from fastapi.responses import Response

from api.problems import Problem
from api.state import State

__all__ = ["router"]

router = APIRouter(tags=["page"])


@router.get("/certificate", include_in_schema=False)
def certificate(state: State) -> Response:
    """Answer the authority's certificate; phones offer to install it. It holds no secret."""
    if state.authority is None:
        detail = "this service has no certificate of its own; start it with: tilesight serve --lan --https"
        raise Problem(HTTPStatus.NOT_FOUND, "not_found", detail)
    data = ssl.PEM_cert_to_DER_cert(state.authority.read_text(encoding="ascii"))
    return Response(
        data,
        media_type="application/x-x509-ca-cert",
        headers={"Content-Disposition": 'attachment; filename="tilesight.crt"'},
    )
