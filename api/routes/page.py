"""The page for phones."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from api.source import source_offer_html
from api.state import State

__all__ = ["STATIC_DIR", "router"]

STATIC_DIR: Final = Path(__file__).resolve().parents[1] / "static"

router = APIRouter(tags=["page"])


@router.get("/", summary="The page", response_class=HTMLResponse)
def page(service: State) -> HTMLResponse:
    """Answer the page that takes a photo and shows the answer."""
    text = (STATIC_DIR / "index.html").read_text(encoding="utf-8")
    return HTMLResponse(text.replace(source_offer_html(None), source_offer_html(service.settings.source_url)))
