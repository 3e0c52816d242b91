"""The page for phones."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from fastapi import APIRouter
from fastapi.responses import FileResponse, HTMLResponse

__all__ = ["STATIC_DIR", "router"]

STATIC_DIR: Final = Path(__file__).resolve().parents[1] / "static"

router = APIRouter(tags=["page"])


@router.get("/", summary="The page", response_class=HTMLResponse)
async def page() -> FileResponse:
    """Answer the page that takes a photo and shows the answer."""
    return FileResponse(STATIC_DIR / "index.html", media_type="text/html")
