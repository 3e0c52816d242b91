"""The HTTP application, wired together: no behaviour of its own.

Run it with ``tilesight serve``, or with any ASGI server that takes a factory::

    uvicorn --factory api.main:make_default_app
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware

from api.logs import make_logger
from api.middleware import REQUEST_ID_HEADER, BodyLimits, BodyRule, RequestRecorder, SecurityHeaders
from api.openapi import make_openapi
from api.problems import install_problem_handlers
from api.routes import (
    analysis,
    certificate,
    game,
    health,
    kept,
    label_studio,
    page,
    photos,
    profiles,
    reference,
    rules,
)
from api.schemas import MAX_SET_CHARACTERS
from api.settings import Settings, load_settings
from api.state import ServiceState
from vision.profile_file import MAX_PROFILE_BYTES

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from typing import Any

    from api.logs import Logger
    from api.service import PhotoReader

__all__ = ["create_app", "make_default_app"]

FORM_OVERHEAD_BYTES = 64 * 1024
"""What a multipart form may hold besides the photo."""

SHEET_PHOTOS = 4
"""Photos of the largest size that a tile set's sheet may have; of those that the page scales down, many more."""


def create_app(settings: Settings, reader: PhotoReader | None = None, logger: Logger | None = None) -> FastAPI:
    """Return the application.

    Args:
        settings: What the operator chose.
        reader: Reads the photos; by default the models are loaded when the application starts.
        logger: Takes the log; by default JSON lines on standard error.
    """
    service = ServiceState(settings, logger or make_logger(settings.log_level), reader)
    app = FastAPI(title="Tilesight", lifespan=_lifespan, docs_url=None, redoc_url=None)
    app.state.service = service
    for router in (
        photos.router,
        profiles.router,
        analysis.router,
        rules.router,
        game.router,
        label_studio.router,
        kept.router,
        certificate.router,
        health.router,
        page.router,
        reference.router,
    ):
        app.include_router(router)
    app.mount(reference.VIEWER_PATH, reference.make_viewer())
    install_problem_handlers(app, retry_after_s=settings.retry_after_s)
    _install_middleware(app, service)
    _install_openapi(app, settings)
    return app


def make_default_app() -> FastAPI:
    """Return the application with the settings of the environment, for an ASGI server's command line."""
    return create_app(load_settings())


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Load the models beside the first requests, and let work in flight finish at the end."""
    service: ServiceState = app.state.service
    loading = asyncio.create_task(service.load())
    try:
        yield
    finally:
        await loading
        await asyncio.to_thread(service.close)


def _install_middleware(app: FastAPI, service: ServiceState) -> None:
    """Wrap the application; what is added last sees a request first."""
    settings = service.settings
    form = BodyRule("multipart/form-data", settings.max_upload_bytes + FORM_OVERHEAD_BYTES)
    kept_form = BodyRule(form.media_type, form.max_bytes + settings.max_json_bytes)
    set_form = BodyRule(form.media_type, form.max_bytes + MAX_SET_CHARACTERS)
    sheet_form = BodyRule(form.media_type, SHEET_PHOTOS * form.max_bytes)
    document = BodyRule("application/json", settings.max_json_bytes)
    # A task's photo may come along as a data: address, which takes four characters for three bytes.
    tasks = BodyRule("application/json", settings.max_upload_bytes * 4 // 3 + settings.max_json_bytes)
    app.add_middleware(
        BodyLimits,
        rules={
            "/v1/read": set_form,
            "/v1/photo": set_form,
            "/v1/profiles": sheet_form,
            "/v1/profiles/renew": BodyRule("application/json", MAX_PROFILE_BYTES),
            "/v1/analyse": document,
            "/v1/settle": document,
            "/v1/payments": document,
            "/v1/kept": kept_form,
            "/v1/game": document,
            "/v1/game/csv": document,
            "/label-studio/setup": document,
            "/label-studio/predict": tasks,
        },
        default=BodyRule(None, settings.max_json_bytes),
    )
    if settings.cors_origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=settings.cors_origins,
            allow_methods=("GET", "POST"),
            allow_headers=(REQUEST_ID_HEADER,),
            expose_headers=(REQUEST_ID_HEADER, "Retry-After"),
        )
    app.add_middleware(RequestRecorder, logger=service.logger, metrics=service.metrics)
    app.add_middleware(SecurityHeaders)


def _install_openapi(app: FastAPI, settings: Settings) -> None:
    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = make_openapi(app, source_url=settings.source_url)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]  # the way FastAPI documents
